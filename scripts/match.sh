#!/usr/bin/env bash
echo 'scripts/match.sh is called scripts/sprt.sh now' >&2
exit 1
