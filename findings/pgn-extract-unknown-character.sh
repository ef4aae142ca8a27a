#!/usr/bin/env bash
# pgn-extract 19-04 makes a new game, from the start position, of the moves behind a character that it does not know.
#
# Expected: a game with a zero-width space behind a move, as text from a web page has it, is read, or is left out with
# a message and an exit code that is not 0.
# Seen: the first game is written without any moves, also those before the character, and "3. Nc3 Nf6", which is legal
# from the start position by chance, as a second game that nobody played. The messages are on the error output, the
# exit code is 0. python-chess 1.11.2 reads the game as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq pgn-extract=19.04-1 2>/dev/null
dpkg-deb -x pgn-extract_*.deb .
printf '%s\n' '[White "Ann"]' '[Black "Bob"]' '[Result "*"]' '' >game.pgn
printf '1. d4 d5 2. c4\xe2\x80\x8b e6\xe2\x80\x8b 3. Nc3 Nf6 *\n' >>game.pgn
usr/games/pgn-extract -s game.pgn >written.pgn 2>messages
seen=$(grep -v -e '^\[' -e '^$' written.pgn)
echo "$seen"
head -n 2 messages
[ "$seen" = $'*\n1. Nc3 Nf6 *' ]
grep -q 'Unknown character' messages
