#!/usr/bin/env bash
# Self-play at a very fast clock, to find faults: games lost on time, by an illegal move, by a disconnect or a stall.
#
#   scripts/selfplay.sh ENGINE [GAMES=1000] [--tc 1+0.01] [--concurrency 1] [--openings FILE.pgn|FILE.epd]
#                       [--option Name=Value]... [--players]
#
# With --players the seven players meet each other, everybody as often with everybody; GAMES is rounded up to 42 times
# a whole number. Mockfish, Pattern and the others then play by nets, the book and the opening lines too.
# FASTCHESS names fastchess where it is not on the PATH, OPENINGS is the default of --openings. Without openings the
# engine's own book varies the games; with them it is off. Exit code 1 when there was a fault or a game is missing.
set -euo pipefail

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit "${1:-2}"; }
case "${1:-}" in -h | --help) usage 0 ;; esac
[ $# -ge 1 ] || usage

engine="$(realpath "$1")"
shift
games=1000 tc=1+0.01 concurrency=1 openings="${OPENINGS:-}"
options=() players=(one two)
case "${1:-}" in [0-9]*) games="$1" && shift ;; esac
while [ $# -gt 0 ]; do
  if [ "$1" = --players ]; then
    players=(Classical Mockfish Pattern Explorer Cooperative Textbook Random)
    shift
    continue
  fi
  [ $# -ge 2 ] || usage
  case "$1" in
    --tc) tc="$2" ;;
    --concurrency) concurrency="$2" ;;
    --openings) openings="$2" ;;
    --option) options+=("option.$2") ;;
    *) usage ;;
  esac
  shift 2
done
[ -z "$openings" ] && own_book=true || own_book=false
a_round=$((${#players[@]} * (${#players[@]} - 1)))
rounds=$(((games + a_round - 1) / a_round))
games=$((rounds * a_round))

arguments=()
for player in "${players[@]}"; do
  arguments+=(-engine cmd="$engine" name="$player")
  [ ${#players[@]} -eq 2 ] || arguments+=(option.Personality="$player")
done
arguments+=(
  -each proto=uci tc="$tc" option.Hash=8 option.Threads=1 option.OwnBook="$own_book" "${options[@]}"
  -rounds "$rounds" -games 2 -repeat -concurrency "$concurrency" -recover -ratinginterval 0
)
[ -z "$openings" ] || arguments+=(-openings file="$(realpath "$openings")" format="${openings##*.}" order=random)

# fastchess leaves its state behind in the folder that it runs in.
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"${FASTCHESS:-fastchess}" "${arguments[@]}" >log 2>&1 || { tail -n 20 log >&2; exit 1; }

count() { grep -c "^Finished game.*$1" log || true; }
played=$(count '') time=$(count 'on time') illegal=$(count 'illegal move')
gone=$(count 'disconnect') stalled=$(count 'stall')
grep '^Finished game' log | sed -e 's/.*{\(.*\)}.*/\1/' -e 's/ (.* overrun)//' | sort | uniq -c | sort -rn
# Whose faults they were: "Finished game 7 (Classical vs Random): 0-1 {White loses on time}".
sed -n -e '/ on time\|illegal move\|disconnect\|stall/!d' \
  -e 's/^Finished game [0-9]* (\(.*\) vs .*{White \(.*\)}.*/\1 \2/p' \
  -e 's/^Finished game [0-9]* (.* vs \(.*\)): .*{Black \(.*\)}.*/\1 \2/p' log | sort | head -n 40
grep -i 'warning' log | sort | uniq -c | sort -rn | head -n 10 || true
echo "$played of $games games at $tc: $time lost on time, $illegal by an illegal move," \
  "$gone disconnects, $stalled stalls"
[ "$played" -eq "$games" ] && [ $((time + illegal + gone + stalled)) -eq 0 ]
