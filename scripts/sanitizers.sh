#!/usr/bin/env bash
# Tests under LLVM's sanitizer of addresses, which the stable compiler has behind a switch: the library's tests of the
# search, the nets, the record, the page, the sessions and the loaders, and the generated nets.
#
#   scripts/sanitizers.sh [TEST…]
#
# The standard library is not instrumented: what goes wrong inside it alone is not seen. Builds lie in target/sanitizers.
# Tests that count on a search's first depth within some milliseconds may fail here; look for "AddressSanitizer".
set -euo pipefail
cd "$(dirname "$0")/.."

tests=("$@")
if [ ${#tests[@]} -eq 0 ]; then
  tests=(classical:: nets:: record:: studio:: book:: openings:: opponent tablebase files:: uci:: caught)
fi
host="$(rustc -vV | sed -n 's/^host: //p')"
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS='-Zsanitizer=address -Cunsafe-allow-abi-mismatch=sanitizer'
export ASAN_OPTIONS='allocator_may_return_null=1'
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitizers"
cargo test --locked --release --target "$host" --lib -- "${tests[@]}"
cargo test --locked --release --target "$host" --test nets
