#!/usr/bin/env bash
# Is NEW stronger than BASE? A sequential test (SPRT) on pairs of games in self-play with fastchess.
#
#   scripts/sprt.sh BASE NEW [--tc 8+0.08] [--nodes N] [--elo0 0] [--elo1 5] [--rounds 20000] [--concurrency 1]
#                            [--hash 16] [--threads 1] [--openings FILE.pgn|FILE.epd] [--option Name=Value]...
#                            [--base-option Name=Value]... [--new-option Name=Value]... [--pgn FILE]
#
# BASE and NEW are engine binaries, or one binary with different options. With --nodes both search that many nodes a
# move instead of playing by the clock: other work on the machine changes nothing then, but speed does not count either.
# The same holds of `--option NodesTime=60`, a clock that counts 60 nodes as a millisecond (feature `tune`).
# FASTCHESS names fastchess where it is not on the PATH, OPENINGS is the default of
# --openings; without openings every pair starts from the same position and repeats itself, so give some. The last
# report holds Elo with its error and the LLR with its bounds: above the upper one NEW is stronger, below the lower one
# not.
set -euo pipefail

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit "${1:-2}"; }
case "${1:-}" in -h | --help) usage 0 ;; esac
[ $# -ge 2 ] || usage

base="$(realpath "$1")" new="$(realpath "$2")"
shift 2
tc=8+0.08 nodes= elo0=0 elo1=5 rounds=20000 concurrency=1 hash=16 threads=1 openings="${OPENINGS:-}" pgn=
options=(option.OwnBook=false) base_options=() new_options=()
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case "$1" in
    --tc) tc="$2" ;;
    --nodes) nodes="$2" ;;
    --elo0) elo0="$2" ;;
    --elo1) elo1="$2" ;;
    --rounds) rounds="$2" ;;
    --concurrency) concurrency="$2" ;;
    --hash) hash="$2" ;;
    --threads) threads="$2" ;;
    --openings) openings="$2" ;;
    --option) options+=("option.$2") ;;
    --base-option) base_options+=("option.$2") ;;
    --new-option) new_options+=("option.$2") ;;
    --pgn) pgn="$2" ;;
    *) usage ;;
  esac
  shift 2
done

limit=(tc="$tc")
[ -z "$nodes" ] || limit=(tc=inf nodes="$nodes")
options+=(option.Hash="$hash" option.Threads="$threads")
# All for each side: fastchess sends the options of -each last, and they would undo a side's own.
arguments=(
  -engine cmd="$new" name=new "${options[@]}" "${new_options[@]}"
  -engine cmd="$base" name=base "${options[@]}" "${base_options[@]}"
  -each proto=uci "${limit[@]}"
  -rounds "$rounds" -games 2 -repeat -concurrency "$concurrency" -recover -ratinginterval 20
  -sprt elo0="$elo0" elo1="$elo1" alpha=0.05 beta=0.05 model=normalized
)
[ -z "$openings" ] || arguments+=(-openings file="$(realpath "$openings")" format="${openings##*.}" order=random)
# Where no time counts, more games than cores harm nobody: they fill the pauses between two moves.
[[ -z "$nodes" && "${options[*]}" != *option.NodesTime=* ]] || arguments+=(-force-concurrency)
[ -z "$pgn" ] || arguments+=(-pgnout file="$(realpath "$pgn")")

# fastchess leaves its state behind in the folder that it runs in.
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"${FASTCHESS:-fastchess}" "${arguments[@]}" |
  grep --line-buffered -v -e '^Started game' -e '^Finished game.*{.*\(mates\|Draw\)'
