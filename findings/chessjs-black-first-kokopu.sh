#!/usr/bin/env bash
# What chess.js 1.4.0 writes where Black moves first, kokopu 4.13.4 refuses.
#
# Expected: a game from a position with Black to move begins "7... Kd7" (PGN standard, section 8.2.2.2), or white space
# between the number and the dots means nothing, as between all tokens.
# Seen: chess.js writes "7. ... Kd7 8. e4 *", with a space between the number and the dots. kokopu takes a number and
# its dots for one token: "Unrecognized character or group of characters." python-chess 1.11.2 reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund chess.js@1.4.0 kokopu@4.13.4 >/dev/null
cat >try.cjs <<'JS'
const { Chess } = require("chess.js");
const { pgnRead } = require("kokopu");
const game = new Chess("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7");
for (const move of ["Kd7", "e4"]) game.move(move);
const text = game.pgn();
console.log(text.trim().split("\n").at(-1));
const moves = written => {
    try {
        return pgnRead(written).game(0).nodes().map(node => node.notation()).join(" ");
    } catch (error) {
        return error.message;
    }
};
console.log(`as written: ${moves(text)}`);
console.log(`without the space: ${moves(text.replace("7. ...", "7..."))}`);
JS
seen=$(node try.cjs)
echo "$seen"
grep -qxF '7. ... Kd7 8. e4 *' <<<"$seen"
grep -qxF 'as written: Unrecognized character or group of characters.' <<<"$seen"
grep -qxF 'without the space: Kd7 e4' <<<"$seen"
