#!/usr/bin/env bash
# python-chess 1.11.2 loses the moves of a game unless exactly one line end or one empty line parts them from the tags,
# and reports no error.
#
# Expected: PGN's import format lets tags and moves stand on one line and any white space between them; pgn-extract
# 19-04, chess.js 1.4.0 and kokopu 4.13.4 read all of these games. Where a reader cannot, `game.errors` is the
# documented place to say so.
# Seen, with `chess.pgn.read_game`, all with an empty `errors`:
# - two empty lines behind the tags, as Scid 4.7.4 writes them in column style: a game with the tags and no moves, and
#   a second one with the moves and no tags;
# - moves on the line of the last tag: that tag and the moves are lost;
# - all on one line: all tags and moves are lost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install chess==1.11.2
seen=$("$folder/venv/bin/python" - <<'PY'
import io

import chess.pgn

TEXTS = {
    "usual": '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 *\n',
    "two empty lines": '[White "Ann"]\n[Black "Bob"]\n\n\n1. e4 e5 2. Nf3 *\n',
    "last tag": '[White "Ann"]\n[Black "Bob"] 1. e4 e5 2. Nf3 *\n',
    "one line": '[White "Ann"] [Black "Bob"] 1. e4 e5 2. Nf3 *\n',
}
for name, text in TEXTS.items():
    handle, games = io.StringIO(text), []
    while game := chess.pgn.read_game(handle):
        moves = len(list(game.mainline_moves()))
        games.append(f"{game.headers['White']}-{game.headers['Black']} {moves} moves {len(game.errors)} errors")
    print(f"{name}: {', '.join(games)}")
PY
)
echo "$seen"
grep -qxF 'usual: Ann-Bob 3 moves 0 errors' <<<"$seen"
grep -qxF 'two empty lines: Ann-Bob 0 moves 0 errors, ?-? 3 moves 0 errors' <<<"$seen"
grep -qxF 'last tag: Ann-? 0 moves 0 errors' <<<"$seen"
grep -qxF 'one line: ?-? 0 moves 0 errors' <<<"$seen"
