#!/usr/bin/env bash
# python-chess 1.11.2 loses the moves of a game whose last tag is not alone on its line, and reports no error.
#
# Expected: PGN's import format lets tags and moves stand on one line (tag pairs may share a line, and one kind of white
# space is as good as another); pgn-extract 19-04, chess.js 1.4.0 and kokopu 4.13.4 read such a game. Where a reader
# cannot, `game.errors` is the documented place to say so.
# Seen: `chess.pgn.read_game` of a game on one line gives a game with the seven default tags, no moves and an empty
# `errors`. Of `[Black "Bob"] 1. e4 e5` on the second line, it keeps the first line's tag and loses the rest.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install chess==1.11.2
seen=$("$folder/venv/bin/python" - <<'PY'
import io

import chess.pgn

for text in ('[White "Ann"] [Black "Bob"] 1. e4 e5 2. Nf3 *\n', '[White "Ann"]\n[Black "Bob"] 1. e4 e5 2. Nf3 *\n'):
    game = chess.pgn.read_game(io.StringIO(text))
    moves = len(list(game.mainline_moves()))
    print(game.headers["White"], game.headers["Black"], moves, "moves", len(game.errors), "errors")
PY
)
echo "$seen"
[ "$seen" = $'? ? 0 moves 0 errors\nAnn ? 0 moves 0 errors' ]
