#!/usr/bin/env bash
# Builds the fuzz targets on the stable compiler and runs them, as many at a time as there are processors, or as many as
# the variable FUZZ_JOBS says:
#
#   fuzz/run.sh                          a minute of each
#   fuzz/run.sh -runs=1000000 pgn onnx   so many runs of these, with options of libFuzzer's
#
# An input takes at most twenty seconds and a gibibyte. What breaks a promise is left in target/fuzz, and belongs into
# fuzz/corpus/TARGET once it is mended; inputs that reach new code are kept in target/fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."

options=() targets=()
for word in "$@"; do
  case "$word" in
    -*) options+=("$word") ;;
    *) targets+=("$word") ;;
  esac
done
if [ ${#options[@]} -eq 0 ]; then options=(-max_total_time=60); fi
if [ ${#targets[@]} -eq 0 ]; then
  for source in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$source" .rs)"); done
fi

export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}"
RUSTC_WORKSPACE_WRAPPER="$PWD/fuzz/instrument.sh" cargo build --locked --package motley-fuzz
results="$CARGO_TARGET_DIR/fuzz"
mkdir -p "$results"

run() {
  local name="$1" results="$2"
  shift 2
  local corpus="$results/corpus/$name" log="$results/$name.log" dictionary=()
  mkdir -p "$corpus"
  if [ -e "fuzz/$name.dict" ]; then dictionary=("-dict=fuzz/$name.dict"); fi
  local known=()
  if [ -d "fuzz/corpus/$name" ]; then known=("fuzz/corpus/$name"); fi
  if "$CARGO_TARGET_DIR/debug/$name" -timeout=20 -rss_limit_mb=1024 -verbosity=1 -print_final_stats=1 \
    "${dictionary[@]}" -artifact_prefix="$results/$name-" "$@" "$corpus" "${known[@]}" >"$log" 2>&1; then
    local runs coverage
    runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
    coverage="$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)"
    echo "$name: $runs runs, $coverage places of the program reached, nothing found"
  else
    echo "$name: found something, see $log"
    { grep -A 2 'panicked at' "$log" || true; tail -n 30 "$log"; } | cut -c 1-300
    return 1
  fi
}
export -f run

# Each line goes out whole.
jobs="${FUZZ_JOBS:-$(nproc)}"
printf '%s\n' "${targets[@]}" |
  xargs -P "$jobs" -I '{}' bash -c 'set -euo pipefail; output="$(run "$@")" || failed=1; echo "$output"; exit "${failed:-0}"' \
    run '{}' "$results" "${options[@]}"
