#!/usr/bin/env bash
# PyPI chess-uci-mcp 0.2.0 with mcp 1.30.0 and pydantic 2.14.4: it says that Python 3.10 is enough, and its server ends
# on Python 3.11.
#
# Expected: what `Requires-Python: >=3.10` lets pip install starts there.
# Seen: it ends before it has read a line of input, whatever the engine:
#   pydantic.errors.PydanticUserError: Please use `typing_extensions.TypedDict` instead of `typing.TypedDict` on
#   Python < 3.12.
#
# Exit code 0 while it behaves so, 1 when that has changed or there is no Python 3.11 to see it with.
set -euo pipefail

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
python3.11 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check chess-uci-mcp==0.2.0 mcp==1.30.0 pydantic==2.14.4

declared="$("$folder/venv/bin/python" -c 'from importlib.metadata import metadata
print(metadata("chess-uci-mcp")["Requires-Python"])')"
# Any program will do: it is not started.
said="$(timeout 60 "$folder/venv/bin/chess-uci-mcp" /bin/cat </dev/null 2>&1 || true)"
printf 'it requires Python %s\n%s\n' "$declared" "$(tail -n 2 <<<"$said")"
[ "$declared" = '>=3.10' ]
grep -q 'PydanticUserError: Please use `typing_extensions.TypedDict`' <<<"$said"
