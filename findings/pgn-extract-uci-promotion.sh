#!/usr/bin/env bash
# pgn-extract 19-04 writes promotions in UCI with a capital letter, which UCI's readers refuse.
#
# Expected: UCI writes a promotion as "e7e8q", in lower case. The help of pgn-extract says that the output of
# `-Wuci` is compatible with the UCI protocol.
# Seen: `pgn-extract -Wuci` writes "e7e8Q". python-chess 1.11.2 refuses this text:
#   InvalidMoveError: invalid uci: 'e7e8Q'
# and a program that compares moves as texts takes it for another move than "e7e8q".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq pgn-extract=19.04-1 2>/dev/null
dpkg-deb -x pgn-extract_*.deb .
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install chess==1.11.2
cat >game.pgn <<'PGN'
[White "Ann"]
[Black "Bob"]
[Result "*"]
[SetUp "1"]
[FEN "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"]

1. e8=Q Kf6 *
PGN
usr/games/pgn-extract -s -Wuci game.pgn >written.pgn
tail -n 2 written.pgn
grep -qx 'e7e8Q g7f6 \*' written.pgn
answer=$(venv/bin/python -c '
import chess
try:
    print(chess.Move.from_uci("e7e8Q"))
except ValueError as error:
    print(f"{type(error).__name__}: {error}")
')
echo "$answer"
[ "$answer" = "InvalidMoveError: invalid uci: 'e7e8Q'" ]
