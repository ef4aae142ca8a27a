#!/bin/sh
# rustc for fuzzing on the stable compiler: gives Motley and its fuzz targets the counters that libFuzzer steers by, and
# leaves build scripts and the crates of others as they are, so that what other builds compiled of them serves here too:
#
#   RUSTC_WORKSPACE_WRAPPER=fuzz/instrument.sh cargo run --package motley-fuzz --bin session -- -dict=fuzz/session.dict
rustc="$1"
shift
case " $* " in
  *' --crate-name ___ '* | *' --crate-name build_script_'*) exec "$rustc" "$@" ;;
  *' --crate-name '*) ;;
  *) exec "$rustc" "$@" ;;
esac
exec "$rustc" "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
  -Cllvm-args=-sanitizer-coverage-trace-compares
