"""python-chess with every personality: what each feature of UCI does, as a table."""

import json
import pathlib
import subprocess
from collections.abc import Iterator
from typing import IO

from common import REPOSITORY, Check, Setup, no_engine_left, run_logged

PAGE = REPOSITORY / "docs" / "clients.md"
BEGIN = "<!-- features: scripts/clients/run.py --only python-chess --update-docs writes this table -->\n"
END = "<!-- /features -->"


class PythonChess:
    """Runs features.py, which needs python-chess, once a personality."""

    name = "python-chess"
    packages: tuple[str, ...] = ()
    modules = ("chess>=1.11,<2",)

    def missing(self, setup: Setup) -> str | None:
        found = subprocess.run([str(setup.python), "-c", "import chess"], capture_output=True, check=False)
        return None if found.returncode == 0 else "the Python module chess is not installed (try --install)"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        columns = {}
        for personality in setup.personalities:
            cells = features(setup, personality, log)
            columns[personality] = {cell["feature"]: cell["does"] for cell in cells}
            for cell in cells:
                yield Check(f"{personality}: {cell['feature']}", cell["passed"], cell["does"])
        table = markdown(columns)
        (setup.out / "features.md").write_text(table)
        if setup.update_docs:
            update(PAGE, table)
        yield no_engine_left(setup)


def features(setup: Setup, personality: str, log: IO[str]) -> list[dict]:
    answer = setup.out / f"features-{personality}.json"
    answer.unlink(missing_ok=True)
    worker = pathlib.Path(__file__).with_name("features.py")
    command = [str(setup.python), str(worker), str(setup.player(personality)), "--json", str(answer)]
    code, _ = run_logged(command, log, 300)
    if code != 0 or not answer.exists():
        raise RuntimeError(f"features.py ended with code {code} on {personality}")
    return json.loads(answer.read_text())


def markdown(columns: dict[str, dict[str, str]]) -> str:
    """A row a feature, a column a personality."""
    rows = list(next(iter(columns.values())))
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {row} | {' | '.join(cells[row] for cells in columns.values())} |" for row in rows]
    return "\n".join(lines) + "\n"


def update(page: pathlib.Path, table: str) -> None:
    """Puts the table between its marks; ValueError where the page has none."""
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table + text[text.index(END, begin):])
