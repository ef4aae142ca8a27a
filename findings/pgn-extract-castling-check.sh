#!/usr/bin/env bash
# pgn-extract 19-04 writes two signs of check behind a castling that gives one, and chess.js 1.4.0 refuses the game.
#
# Expected: `-Wxolalg`, long algebraic notation with "O-O-O" for castling, marks a check once, as `-Wsan` and
# `-Wxlalg` do: "O-O-O+".
# Seen: "1. O-O-O++ Kd8-e7 *". Two signs stand for a double check or a mate in older notation, and this is neither.
# chess.js 1.4.0 refuses the text and reads it with one sign; 1 of 200 games is lost so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq pgn-extract=19.04-1 2>/dev/null
dpkg-deb -x pgn-extract_*.deb .
npm install --silent --no-audit --no-fund chess.js@1.4.0 >/dev/null
cat >game.pgn <<'PGN'
[White "Ann"]
[Black "Bob"]
[Result "*"]
[SetUp "1"]
[FEN "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"]

1. O-O-O+ Ke7 *
PGN
for form in san xlalg xolalg; do
    usr/games/pgn-extract -s "-W$form" game.pgn >"$form.pgn"
    grep '^1\.' "$form.pgn"
done
grep -qxF '1. O-O-O+ Ke7 *' san.pgn
grep -qxF '1. e1-c1+ Kd8-e7 *' xlalg.pgn
grep -qxF '1. O-O-O++ Kd8-e7 *' xolalg.pgn
cat >try.cjs <<'JS'
const { readFileSync } = require("node:fs");
const { Chess } = require("chess.js");
const text = readFileSync("xolalg.pgn", "utf8");
for (const written of [text, text.replace("++", "+")]) {
    const game = new Chess();
    try {
        game.loadPgn(written);
        console.log(game.history().join(" "));
    } catch (error) {
        console.log(error.message);
    }
}
JS
seen=$(node try.cjs)
echo "$seen"
grep -q 'but "+" found' <<<"$seen"
grep -qxF 'O-O-O+ Ke7' <<<"$seen"
