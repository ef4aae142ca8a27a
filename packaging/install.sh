#!/usr/bin/env bash
# Installs Motley where chess programs look for engines:
#
#   packaging/install.sh [PREFIX] [ENGINE]        (default: /usr/local, the program beside it or target/release/motley)
#
# PREFIX/bin/motley, a link motley-NAME for each personality, a plugin file for each in PREFIX/share/games/plugins/uci
# (XBoard and PyChess read that folder of /usr and /usr/local), entries for the menu of the desktop with their picture,
# and the characters for the option OpponentFile in PREFIX/share/motley/players.
set -euo pipefail

prefix="${1:-/usr/local}"
here="$(cd "$(dirname "$0")" && pwd)"
# In the archive of a release it lies beside the program, in the repository below the root.
engine="$here/motley" icon="$here/motley.svg"
if [ ! -f "$engine" ]; then engine=target/release/motley; fi
if [ ! -f "$icon" ]; then icon="$here/../web/icon.svg"; fi
engine="${2:-$engine}"
plugins="$prefix/share/games/plugins/uci"

personalities() {
  printf 'uci\nquit\n' | "$engine" | sed -n 's/^option name Personality type combo default [^ ]* //p' | tr -d '\r' |
    sed 's/var //g' | tr ' ' '\n'
}

install -D -m 755 "$engine" "$prefix/bin/motley"
install -D -m 644 -t "$prefix/share/applications" "$here/motley.desktop" "$here/motley-studio.desktop"
install -D -m 644 "$icon" "$prefix/share/icons/hicolor/scalable/apps/motley.svg"
mkdir -p "$plugins" "$prefix/share/motley/players"
install -m 644 "$here"/players/*.ini "$prefix/share/motley/players"
for personality in $(personalities); do
  name="motley-${personality,,}"
  ln -sf motley "$prefix/bin/$name"
  # The form of a plugin file: its version, the command, the variants.
  printf 'plugin spec 0.0\n%s\nchess\n' "$name" > "$plugins/$name.eng"
done
