#!/usr/bin/env bash
# OpenBench for Motley on this machine: its server, a worker, and tests and SPSA sessions of the project's branches.
#
#   scripts/openbench.sh [--folder DIR] setup --book FILE.epd|FILE.pgn [--project PATH|URL] [--source PATH|URL]
#                                             [--host 127.0.0.1] [--port 8000] [--nps 250000]
#   scripts/openbench.sh [--folder DIR] serve
#   scripts/openbench.sh [--folder DIR] worker [--threads 1] [FLAG OF THE CLIENT]...
#   scripts/openbench.sh [--folder DIR] test BASE NEW [preset=STC] [FIELD=VALUE]...
#   scripts/openbench.sh [--folder DIR] spsa BRANCH INPUTS [preset=STC] [FIELD=VALUE]...
#
# Everything lies in DIR, ~/.cache/motley/openbench by default. `setup` clones OpenBench from --source, makes a Python
# environment, a database and a user `motley` (password in DIR/password) and clones the project: this repository, or
# --project. The server then listens on HOST and PORT; a project that is not on GitHub is served on the next port. NPS
# is what `motley bench` prints on the machine whose seconds the time controls mean; a worker lengthens or shortens them
# by its own. FASTCHESS names a fastchess of 1.8.1 or later; without it the worker downloads and builds one.
#
# BASE, NEW and BRANCH are branches, tags or whole commit ids. INPUTS holds lines of `motley-lab parameters`. The presets
# and their FIELDs stand in scripts/openbench/motley.json; any field of OpenBench's form can be given, such as
# `test_bounds=[0, 5]`, `both_time_control=N=20000`, `base_options=Threads=1 Hash=16 Evaluation=Handmade`.
set -euo pipefail

# OpenBench has no releases: this is the commit that the set-up is written for.
openbench_commit=9906bad18e044c4b455539317b8cf037393a7218
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit "${1:-2}"; }
fail() { echo "$1" >&2; exit 1; }

setup() {
  local book='' project="$here/.." source=https://github.com/AndyGrant/OpenBench
  local host=127.0.0.1 port=8000 nps=250000
  while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case "$1" in
      --book) book="$2" ;;
      --project) project="$2" ;;
      --source) source="$2" ;;
      --host) host="$2" ;;
      --port) port="$2" ;;
      --nps) nps="$2" ;;
      *) usage ;;
    esac
    shift 2
  done
  [ -n "$book" ] || usage
  [ -f "$book" ] || fail "there is no opening book $book"
  # OpenBench takes the addresses of projects on GitHub only; another project gets such a name and a server of its own.
  local github='' configure=("$here/openbench/configure.py" "$clone" --book "$book" --server "http://$host:$port")
  case "$project" in
    https://github.com/*) github="${project%.git}" && configure+=(--project "$github") ;;
    *) configure+=(--project https://github.com/local/motley --commits "http://$host:$((port + 1))") ;;
  esac

  mkdir -p "$folder"
  [ -d "$clone" ] || git clone --quiet "$source" "$clone"
  git -C "$clone" checkout --quiet --force "$openbench_commit"
  [ -d "$project_clone" ] || git clone --quiet --mirror "$project" "$project_clone"
  [ -x "$python" ] || python3 -m venv "$folder/venv"
  "$python" -m pip install --quiet --disable-pip-version-check \
    --requirement "$clone/requirements.txt" --requirement "$clone/Client/requirements.txt"
  [ -z "${FASTCHESS:-}" ] || cp "$(command -v "$FASTCHESS")" "$clone/Client/fastchess-ob"
  "$python" "${configure[@]}" --nps "$nps"
  printf 'host=%q port=%q github=%q\n' "$host" "$port" "$github" >"$folder/settings"
  make_database
  echo "OpenBench is set up in $folder"
}

# The server's watcher of uploaded games starts with every command, here before its table exists, and says so at length.
make_database() {
  (cd "$clone" && "$python" manage.py migrate --verbosity 0) 2>"$folder/migrate.log" ||
    fail "the database could not be made: $folder/migrate.log"
  [ -f "$folder/password" ] ||
    (umask 077 && "$python" -c 'import secrets; print(secrets.token_hex(16))' >"$folder/password")
  (cd "$clone" && PASSWORD="$(cat "$folder/password")" "$python" manage.py shell --command '
import os
from django.contrib.auth.models import User
from OpenBench.models import Profile
user, _ = User.objects.get_or_create(username="motley", is_staff=True, is_superuser=True)
user.set_password(os.environ["PASSWORD"])
user.save()
Profile.objects.update_or_create(user=user, defaults={"enabled": True, "approver": True, "engine": "Motley"})
')
}

# Sets host, port and github, and what OpenBench's programs read from the environment.
settings() {
  [ -f "$folder/settings" ] || fail "nothing is set up in $folder: begin with scripts/openbench.sh setup"
  # shellcheck source=/dev/null
  . "$folder/settings"
  OPENBENCH_USERNAME=motley OPENBENCH_PASSWORD="$(cat "$folder/password")" OPENBENCH_SERVER="http://$host:$port"
  export OPENBENCH_USERNAME OPENBENCH_PASSWORD OPENBENCH_SERVER
}

serve() {
  settings
  if [ -z "$github" ]; then
    "$python" "$here/openbench/commits.py" "$project_clone" --host "$host" --port "$((port + 1))" &
    commits=$!
    trap 'kill "$commits"' EXIT
  fi
  cd "$clone"
  "$python" manage.py runserver --noreload "$host:$port"
}

# One target folder for all commits, so that the dependencies are compiled once.
worker() {
  local threads=1
  if [ "${1:-}" = --threads ]; then
    [ $# -ge 2 ] || usage
    threads="$2"
    shift 2
  fi
  settings
  export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$folder/target}"
  cd "$clone/Client"
  "$python" client.py --no-client-downloads --threads "$threads" --nsockets 1 "$@"
}

update_project() { settings && git -C "$project_clone" fetch --quiet; }

# The node count of a commit: the last that its history states, since only a commit that changes play states one.
bench_of() {
  git -C "$project_clone" log --max-count 1 --grep '^Bench: [0-9]' --format=%B "$1" -- |
    sed -n 's/^Bench: \([0-9]*\).*/\1/p' | tail -n 1
}

sequential_test() {
  [ $# -ge 2 ] || usage
  update_project
  local base="$1" new="$2" base_bench new_bench
  base_bench="$(bench_of "$base")" new_bench="$(bench_of "$new")"
  shift 2
  "$python" "$here/openbench/submit.py" test \
    "base_branch=$base" "base_bench=$base_bench" "dev_branch=$new" "dev_bench=$new_bench" "$@"
}

# A branch in the clone of the project, whose usual build has the numbers of the search as options: OpenBench builds
# with `make EXE=name` and names no features.
make_tune_branch() {
  local branch="$1" work
  work="$(mktemp -d)"
  git -C "$project_clone" worktree add --quiet --force --detach "$work" "$branch"
  sed -i 's/^\[features\]$/&\ndefault = ["tune"]/' "$work/Cargo.toml"
  git -C "$work" -c user.name=openbench.sh -c user.email= commit --quiet --all \
    --message 'The numbers of the search are options of the usual build'
  git -C "$work" branch --force "tune-$branch"
  git -C "$project_clone" worktree remove "$work"
}

spsa() {
  [ $# -ge 2 ] || usage
  update_project
  local branch="$1" inputs bench
  inputs="$(cat "$2")"
  if [ -z "$github" ]; then
    make_tune_branch "$branch"
    branch="tune-$branch"
  fi
  bench="$(bench_of "$branch")"
  shift 2
  "$python" "$here/openbench/submit.py" tune "dev_branch=$branch" "dev_bench=$bench" "spsa_inputs=$inputs" "$@"
}

folder="${XDG_CACHE_HOME:-$HOME/.cache}/motley/openbench"
case "${1:-}" in
  -h | --help) usage 0 ;;
  --folder)
    [ $# -ge 2 ] || usage
    folder="$(realpath --canonicalize-missing "$2")"
    shift 2
    ;;
esac
clone="$folder/openbench" project_clone="$folder/project.git" python="$folder/venv/bin/python"
command="${1:-}"
[ $# -eq 0 ] || shift
case "$command" in
  setup | serve | worker | spsa) "$command" "$@" ;;
  test) sequential_test "$@" ;;
  *) usage ;;
esac
