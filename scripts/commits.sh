#!/usr/bin/env bash
# Checks what CONTRIBUTING.md asks of commits: those since the last release, or those of a range.
#
#   scripts/commits.sh [RANGE]
#
# A release is a tag; without one, the commit that gave Cargo.toml its version.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --help ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit
fi
if ! git rev-parse --git-dir >/dev/null 2>&1 || [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  echo 'skipped: this is no clone with its history'
  exit
fi

range="${1:-}"
if [ -z "$range" ]; then
  version="$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)"
  release="$(git describe --tags --abbrev=0 2>/dev/null ||
    git log -1 --format=%H -S"version = \"$version\"" -- Cargo.toml)"
  range="$release..HEAD"
fi

faults=0
fault() {
  echo "$(git log -1 --format='%h %s' "$1"): $2" >&2
  faults=$((faults + 1))
}

commits="$(git rev-list --no-merges "$range")"
for commit in $commits; do
  subject="$(git log -1 --format=%s "$commit")"
  body="$(git log -1 --format=%b "$commit")"
  files="$(git diff-tree --no-commit-id --name-only -r "$commit")"
  [ "${#subject}" -le 72 ] || fault "$commit" "the subject has ${#subject} columns, 72 are allowed"
  ! grep -qiE '^(wip|fixup!|squash!|tmp)' <<<"$subject" || fault "$commit" 'say what changed for whom'
  if grep -q '^src/personalities/classical/' <<<"$files" && ! grep -qE '^Bench: [0-9]+$' <<<"$body"; then
    fault "$commit" 'it touches the search or the evaluation: state its node count, as Bench: N'
  fi
  if grep -qE '^nets/.*\.(onnx|bin)$' <<<"$files" && grep -q '^src/engine/clock' <<<"$files"; then
    fault "$commit" 'it changes a net and the clock: make two commits'
  fi
done
[ "$faults" -eq 0 ] || exit 1
echo "$(wc -w <<<"$commits") commits, no fault"
