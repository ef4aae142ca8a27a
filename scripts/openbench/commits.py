#!/usr/bin/env python3
"""Answers what OpenBench asks GitHub about a project, from a repository on this machine.

    scripts/openbench/commits.py REPOSITORY [--host 127.0.0.1] [--port 8001]

OpenBench's server takes projects on GitHub only: it asks GitHub's API for the head of a branch, a commit and how far
two commits are apart, and passes the address of a source archive on to its workers. These four requests are answered
here, in GitHub's form and below /repos/OWNER/NAME, whatever these two are.
"""

import argparse
import json
import re
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

REQUEST = re.compile(r"/repos/[^/]+/[^/]+/(branches|commits|compare|zipball)/(.+)")


class Git:
    def __init__(self, repository: str) -> None:
        self.repository = repository

    def run(self, *arguments: str) -> bytes:
        return subprocess.run(
            ["git", "-C", self.repository, *arguments], check=True, capture_output=True, stdin=subprocess.DEVNULL
        ).stdout

    def commit(self, revision: str) -> str:
        """The id of the commit that a revision names."""
        name = self.run("rev-parse", "--verify", "--end-of-options", revision + "^{commit}")
        return name.decode().strip()

    def described(self, revision: str) -> dict[str, Any]:
        commit = self.commit(revision)
        return {"sha": commit, "commit": {"message": self.run("log", "-1", "--format=%B", commit).decode()}}

    def branches(self, name: str) -> dict[str, Any]:
        return {"name": name, "commit": self.described(f"refs/heads/{name}")}

    def commits(self, name: str) -> dict[str, Any]:
        return self.described(name)

    def compare(self, name: str) -> dict[str, Any]:
        first, second = (self.commit(end) for end in name.split("..."))
        return {"ahead_by": int(self.run("rev-list", "--count", f"{first}..{second}"))}

    def zipball(self, name: str) -> bytes:
        commit = self.commit(name)
        return self.run("archive", "--format=zip", f"--prefix=motley-{commit}/", commit)


class Handler(BaseHTTPRequestHandler):
    git: Git

    def do_GET(self) -> None:
        request = REQUEST.fullmatch(unquote(urlsplit(self.path).path).rstrip("/"))
        if request is None:
            return self.answer(404, {"message": "Not Found"})
        try:
            self.answer(200, getattr(self.git, request[1])(request[2]))
        except (subprocess.CalledProcessError, ValueError):
            self.answer(404, {"message": "Not Found"})

    def answer(self, status: int, content: bytes | dict[str, Any]) -> None:
        archive = isinstance(content, bytes)
        body = content if archive else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/zip" if archive else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    given = parser.parse_args()
    Handler.git = Git(given.repository)
    ThreadingHTTPServer((given.host, given.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
