#!/usr/bin/env bash
# chess.js 1.4.0 cannot read the null move that it writes.
#
# Expected: a game that `Chess.pgn()` writes is read by `Chess.loadPgn()`. `move("--")` plays a null move.
# Seen: pgn() gives "1. e4 -- 2. d4 *"; loadPgn() of this text throws
#   SyntaxError: Expected brace comment, … or whitespace but "-" found.
# so a game with a null move is lost once it has been saved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund chess.js@1.4.0 >/dev/null
cat >try.cjs <<'JS'
const { Chess } = require("chess.js");
const game = new Chess();
for (const move of ["e4", "--", "d4"]) game.move(move);
const text = game.pgn();
let answer = "read";
try {
    new Chess().loadPgn(text);
} catch (error) {
    answer = `${error.name}: ${error.message}`;
}
console.log(text.trim().split("\n").at(-1));
console.log(answer);
JS
seen=$(node try.cjs)
echo "$seen"
grep -qxF '1. e4 -- 2. d4 *' <<<"$seen"
grep -q '^SyntaxError: .*but "-" found' <<<"$seen"
