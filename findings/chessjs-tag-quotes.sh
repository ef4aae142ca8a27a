#!/usr/bin/env bash
# chess.js 1.4.0 writes a quotation mark in a tag as it is, and then reads the game no more.
#
# Expected: the PGN standard (section 7) wants a quotation mark inside a string written as \". A game that `Chess.pgn()`
# writes is read by `Chess.loadPgn()` and by other readers.
# Seen: setHeader("White", 'Ann "Ace" Lee') is written as
#   [White "Ann "Ace" Lee"]
# loadPgn() of this text throws a SyntaxError and kokopu 4.13.4 an InvalidPGN. A backslash is not escaped either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund chess.js@1.4.0 kokopu@4.13.4 >/dev/null
cat >try.cjs <<'JS'
const { Chess } = require("chess.js");
const { pgnRead } = require("kokopu");
const game = new Chess();
game.setHeader("White", 'Ann "Ace" Lee');
game.move("e4");
const text = game.pgn();
console.log(text.split("\n").find(line => line.startsWith("[White ")));
for (const [name, read] of [["chess.js", () => new Chess().loadPgn(text)], ["kokopu", () => pgnRead(text).game(0)]]) {
    try {
        read();
        console.log(`${name}: read`);
    } catch (error) {
        console.log(`${name}: ${error.message}`);
    }
}
JS
seen=$(node try.cjs)
echo "$seen"
grep -qxF '[White "Ann "Ace" Lee"]' <<<"$seen"
grep -q '^chess.js: Expected ' <<<"$seen"
grep -qxF 'kokopu: Missing or invalid end of PGN game header.' <<<"$seen"
