#!/usr/bin/env bash
# Tests under LLVM's sanitizers and in Miri, the interpreter that knows Rust's rules for `unsafe`:
#
#   scripts/sanitizers.sh address [TEST…]   what is read or written outside its memory
#   scripts/sanitizers.sh thread [TEST…]    what two threads do to the same memory at once
#   scripts/sanitizers.sh miri [TEST…]      what `unsafe` must not do, in the code that has it and runs there
#
# Without names of tests, `address` and `thread` run the library's tests of the search, the nets, the record, the page,
# the sessions and the loaders; `miri` runs those of the kernels (the hash table asks the system for memory in a way that
# Miri lacks). `address` uses the stable compiler; the others need the nightly one with rust-src and Miri, and build the
# standard library anew, so that the sanitizer sees it too. Builds lie in target/sanitizers. Tests that count on a
# search's first depth within some milliseconds may fail here; look for "AddressSanitizer", "ThreadSanitizer" or
# "Undefined Behavior".
set -euo pipefail
cd "$(dirname "$0")/.."

kind="${1:-}"
tests=("${@:2}")
host="$(rustc -vV | sed -n 's/^host: //p')"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitizers/$kind"
if [ ${#tests[@]} -eq 0 ] && [ "$kind" != miri ]; then
  tests=(classical:: nets:: record:: studio:: book:: openings:: opponent tablebase files:: uci:: caught)
fi

case "$kind" in
  address)
    export RUSTC_BOOTSTRAP=1
    export RUSTFLAGS='-Zsanitizer=address -Cunsafe-allow-abi-mismatch=sanitizer'
    export ASAN_OPTIONS='allocator_may_return_null=1'
    # A page inside a browser lives as long as its program, so it gives nothing back.
    mkdir -p "$CARGO_TARGET_DIR"
    echo 'leak:studio::in_place' >"$CARGO_TARGET_DIR/leaks"
    export LSAN_OPTIONS="suppressions=$(realpath "$CARGO_TARGET_DIR")/leaks"
    cargo test --locked --release --target "$host" --lib -- "${tests[@]}"
    cargo test --locked --release --target "$host" --test nets
    ;;
  thread)
    export RUSTFLAGS='-Zsanitizer=thread'
    # C code is compiled without the sanitizer: what it does to memory that it shares with Rust is not seen.
    cargo +nightly test --locked --release -Zbuild-std --target "$host" --lib -- "${tests[@]}"
    ;;
  miri)
    if [ ${#tests[@]} -eq 0 ]; then
      tests=(nnue::kernels runtime::kernels runtime::activations)
    fi
    export MIRIFLAGS='-Zmiri-disable-isolation'
    cargo +nightly miri test --locked --lib -- "${tests[@]}"
    ;;
  *)
    echo 'usage: scripts/sanitizers.sh address|thread|miri [TEST…]' >&2
    exit 2
    ;;
esac
