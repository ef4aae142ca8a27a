#!/usr/bin/env bash
# Installs Motley where chess programs look for engines:
#
#   packaging/install.sh [PREFIX] [ENGINE]        (default: /usr/local target/release/motley)
#
# PREFIX/bin/motley, a link motley-NAME for each personality, a plugin file for each in PREFIX/share/games/plugins/uci
# (XBoard and PyChess read that folder of /usr and /usr/local), an entry for the menu of the desktop, and the characters
# for the option OpponentFile in PREFIX/share/motley/players.
set -euo pipefail

prefix="${1:-/usr/local}"
engine="${2:-target/release/motley}"
here="$(cd "$(dirname "$0")" && pwd)"
plugins="$prefix/share/games/plugins/uci"

personalities() {
  printf 'uci\nquit\n' | "$engine" | sed -n 's/^option name Personality type combo default [^ ]* //p' | tr -d '\r' |
    sed 's/var //g' | tr ' ' '\n'
}

install -D -m 755 "$engine" "$prefix/bin/motley"
install -D -m 644 "$here/motley.desktop" "$prefix/share/applications/motley.desktop"
mkdir -p "$plugins" "$prefix/share/motley/players"
install -m 644 "$here"/players/*.ini "$prefix/share/motley/players"
for personality in $(personalities); do
  name="motley-${personality,,}"
  ln -sf motley "$prefix/bin/$name"
  # The form of a plugin file: its version, the command, the variants.
  printf 'plugin spec 0.0\n%s\nchess\n' "$name" > "$plugins/$name.eng"
done
