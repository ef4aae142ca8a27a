#!/usr/bin/env bash
# npm uci 0.3.4: a game's move is lost, and the program ends, where the engine names no move to ponder on.
#
# Expected: UCI lets an engine answer `bestmove e2e4` alone, and `timeLimitedGoCommand` resolves with e2e4.
# Seen: it looks for `bestmove (.*?) ` with a space behind the move, and throws out of the listener of the pipe:
#   Error: Invalid format of bestmove. Expected "bestmove <move>". Returned "bestmove e2e4"
# The same engine with ` ponder e7e5` behind the move is read. (The engine is named with its whole path: `./engine` would
# be looked for on the PATH.)
#
# Exit code 0 while it behaves so, 1 when that has changed.
set -euo pipefail

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix . uci@0.3.4 >/dev/null

# An engine that does nothing but answer.
cat >engine <<'ENGINE'
#!/usr/bin/env bash
echo 'Answers by nobody'
while read -r word _; do
  case "$word" in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove e2e4${PONDER:-}" ;;
    quit) exit ;;
  esac
done
ENGINE
chmod +x engine

cat >game.cjs <<'GAME'
const Engine = require('uci');
const engine = new Engine(require('path').resolve('engine'));
engine
  .runProcess()
  .then(() => engine.uciCommand())
  .then(() => engine.positionCommand('startpos'))
  .then(() => engine.timeLimitedGoCommand(null, 1000, 1000))
  .then((move) => {
    console.log(`read ${JSON.stringify(move)}`);
    process.exit(0);
  });
GAME

with="$(PONDER=' ponder e7e5' timeout 20 node game.cjs 2>&1 || true)"
without="$(timeout 20 node game.cjs 2>&1 || true)"
printf 'with a ponder move:    %s\nwithout a ponder move: %s\n' "$with" "$(grep -m 1 Error <<<"$without" || echo "$without")"
grep -q '^read ' <<<"$with"
grep -q 'Invalid format of bestmove' <<<"$without"
