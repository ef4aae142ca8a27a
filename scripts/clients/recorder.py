"""An engine under a name of its own whose lines from and to the client are kept, for clients that keep none."""

import pathlib
import re

from common import Setup

# The engine takes the place of the script, so that it ends when the engine does.
SCRIPT = """#!/bin/bash
exec {engine} < <(exec tee -a {record}.to) > >(exec tee -a {record}.from)
"""


class Recorded:
    """The script to give to a client as its engine, and what passed through it so far."""

    def __init__(self, setup: Setup, client: str, personality: str) -> None:
        engine = setup.player(personality)
        self.record = setup.out / f"{client}-{personality}"
        self.script = setup.engines / "recorded" / client / engine.name
        self.script.parent.mkdir(parents=True, exist_ok=True)
        for kind in ("to", "from"):
            pathlib.Path(f"{self.record}.{kind}").unlink(missing_ok=True)
        self.script.write_text(SCRIPT.format(record=self.record, engine=engine))
        self.script.chmod(0o755)

    def lines(self, kind: str) -> list[str]:
        """Lines `to` or `from` the engine."""
        path = pathlib.Path(f"{self.record}.{kind}")
        return path.read_text(errors="replace").splitlines() if path.exists() else []

    def scored(self) -> list[str]:
        return [line for line in self.lines("from") if re.match(r"info .*\bscore .* pv ", line)]

    def moves(self) -> list[str]:
        return [line.split(" ")[1] for line in self.lines("from") if line.startswith("bestmove ")]

    def searches(self) -> list[str]:
        """The `go` lines of the client."""
        return [line for line in self.lines("to") if line.startswith("go")]

    def errors(self) -> list[str]:
        return [line for line in self.lines("from") if line.startswith("info string error")]
