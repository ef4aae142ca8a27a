#!/usr/bin/env python3
"""Makes the diagrams of the documentation: docs/motley.svg, docs/layers.svg, docs/go.svg.

    scripts/diagrams.py [ENGINE]

The players and their descriptions come from the engine itself (default: target/release/motley), the layers from the
table in docs/architecture.md, so that neither picture can say something else than they do.
"""

import re
import subprocess
import sys
import textwrap
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
INK, PAPER, LINE, MUTED = "#26324a", "#fbfaf6", "#8a93a6", "#5b6577"
FILLS = ["#e3ecf7", "#e6f2e6", "#fdf0d9", "#f6e3e3", "#ece5f5", "#e3f1f3", "#eeeeee"]
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


class Picture:
    def __init__(self, width: int, height: int, title: str) -> None:
        self.size, self.title, self.parts = (width, height), title, []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "#ffffff",
        stroke: str = LINE,
        radius: int = 8,
    ) -> None:
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}" stroke="{stroke}" '
            'stroke-width="1.5"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int = 14,
        anchor: str = "middle",
        weight: str = "normal",
        fill: str = INK,
        font: str = SANS,
    ) -> None:
        self.parts.append(
            f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" fill="{fill}" '
            f'font-family="{font}">{escape(text)}</text>'
        )

    def paragraph(
        self, x: float, y: float, text: str, columns: int, size: int = 12, leading: int = 16, **style: str
    ) -> int:
        lines = textwrap.wrap(text, columns)
        for number, line in enumerate(lines):
            self.text(x, y + number * leading, line, size, **style)
        return len(lines)

    def arrow(self, x1: float, y1: float, x2: float, y2: float, both: bool = False) -> None:
        start = ' marker-start="url(#tip)"' if both else ""
        self.parts.append(
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{INK}" stroke-width="1.8" fill="none"{start} '
            'marker-end="url(#tip)"/>'
        )

    def dashed(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{LINE}" stroke-width="1.5" stroke-dasharray="4 5"/>')

    def save(self, name: str) -> None:
        width, height = self.size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img"><title>{escape(self.title)}</title><defs>'
            '<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" '
            'markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
            f'<path d="M0 0 10 5 0 10Z" fill="{INK}"/></marker></defs>'
            f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>'
        )
        (DOCS / name).write_text("\n".join([head, *self.parts, "</svg>", ""]))


def players(engine: str) -> dict[str, str]:
    """Name and description of every player, from `option name Personality` and `help`."""
    answer = subprocess.run([engine], input="uci\nhelp\nquit\n", capture_output=True, text=True, check=True).stdout
    combo = next(line for line in answer.splitlines() if line.startswith("option name Personality "))
    names = re.findall(r"var (\S+)", combo)
    found = {}
    for name in names:
        about = re.search(rf"^\s*{name}\s+(.+)$", answer, re.M)
        found[name] = about.group(1).strip() if about else ""
    return found


def picture_of_overview(engine: str) -> None:
    described = players(engine)
    picture = Picture(1174, 430, "A chess program chooses one of seven players; all of them stand on the same engine")
    for number, program in enumerate(["Cute Chess", "Arena", "lichess-bot", "a terminal"]):
        picture.box(24, 92 + 62 * number, 140, 46)
        picture.text(94, 120 + 62 * number, program, 15)
    picture.arrow(172, 208, 258, 208, both=True)
    picture.text(215, 196, "UCI", 14, weight="bold")
    picture.box(268, 20, 884, 390, "#ffffff", INK)
    picture.text(288, 48, "motley", 18, anchor="start", weight="bold", font=MONO)
    picture.text(1132, 48, "setoption name Personality value …", 13, anchor="end", fill=MUTED, font=MONO)
    for number, (name, about) in enumerate(described.items()):
        x, y = 288 + 214 * (number % 4), 66 + 124 * (number // 4)
        picture.box(x, y, 202, 112, FILLS[number])
        picture.text(x + 12, y + 26, name, 16, anchor="start", weight="bold")
        picture.paragraph(x + 12, y + 46, about, 27, anchor="start", fill=MUTED)
    shared = ["clock and limits", "move generator", "book, openings", "tablebases", "nets (ONNX)"]
    width = 844 / len(shared)
    for number, part in enumerate(shared):
        picture.box(288 + width * number, 322, width - 8, 40, FILLS[6])
        picture.text(288 + width * number + (width - 8) / 2, 347, part, 12)
    picture.text(710, 390, "shared by all players", 13, fill=MUTED)
    picture.save("motley.svg")


def layers() -> list[list[str]]:
    """Rows (layer, folders, what is in them) of the table between the marks in docs/architecture.md."""
    text = (DOCS / "architecture.md").read_text()
    table = text.split("<!-- layers -->")[1].split("<!-- /layers -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()]
    return rows[2:]


def picture_of_layers() -> None:
    rows = layers()
    step = 70
    picture = Picture(960, 60 + step * len(rows) + 40, "The layers: a folder may import folders below it")
    picture.text(30, 36, "A folder may import what lies below it.", 15, anchor="start", weight="bold")
    for number, row in enumerate(rows):
        y = 54 + step * number
        picture.box(24, y, 912, 56, FILLS[number % len(FILLS)])
        size = 15 if len(row[0]) <= 20 else 12
        picture.text(44, y + 34, row[0], size, anchor="start", weight="bold")
        folders = row[1].replace("`", "")
        picture.text(250, y + 25, folders, 14, anchor="start", weight="bold", font=MONO)
        picture.text(250, y + 44, row[2].replace("`", ""), 12, anchor="start", fill=MUTED)
        if number + 1 < len(rows):
            picture.arrow(906, y + 48, 906, y + step + 8)
    picture.text(480, 54 + step * len(rows) + 16, "crates: shakmaty, the net runtime, clap, rayon, …", 13, fill=MUTED)
    picture.save("layers.svg")


def picture_of_go() -> None:
    picture = Picture(960, 560, "One go: the session reads the line, starts a search thread and keeps reading input")
    lanes = [(120, "chess program", ""), (430, "session", "main thread"), (790, "search thread", "one for each go")]
    for x, name, note in lanes:
        picture.box(x - 90, 20, 180, 50, "#ffffff", INK)
        picture.text(x, 42 if note else 50, name, 15, weight="bold")
        picture.text(x, 60, note, 12, fill=MUTED)
        picture.dashed(x, 70, x, 536)
    picture.arrow(120, 110, 424, 110)
    picture.text(272, 100, "go wtime 60000 btime 60000", 13, font=MONO)
    picture.box(340, 124, 180, 66, FILLS[0])
    for number, step in enumerate(["normalise the line", "read a typed command", "complete the Limits"]):
        picture.text(430, 143 + 18 * number, step, 12)
    picture.arrow(430, 214, 784, 214)
    picture.text(607, 204, "the player, Game, Limits, Stop", 13)
    picture.box(700, 228, 180, 66, FILLS[1])
    for number, step in enumerate(["Personality::choose", "book, tablebases, search,", "nets: as the player does"]):
        picture.text(790, 247 + 18 * number, step, 12)
    picture.arrow(790, 322, 126, 322)
    picture.text(607, 312, "Info through the Reporter", 13)
    picture.text(272, 312, "info depth … score … pv …", 13, font=MONO)
    picture.arrow(120, 362, 424, 362)
    picture.text(272, 352, "isready, stop, ponderhit", 13, font=MONO)
    picture.arrow(430, 382, 784, 382)
    picture.text(607, 372, "Stop: one atomic flag", 13)
    picture.arrow(424, 402, 126, 402)
    picture.text(272, 396, "readyok", 13, font=MONO)
    picture.arrow(790, 440, 436, 440)
    picture.text(607, 430, "Choice: best move, expected reply", 13)
    picture.box(340, 452, 180, 48, FILLS[2])
    picture.text(430, 471, "legal? allowed? released?", 12)
    picture.text(430, 489, "once, and not before its time", 12)
    picture.arrow(424, 522, 126, 522)
    picture.text(272, 512, "bestmove e2e4 ponder e7e5", 13, font=MONO)
    picture.save("go.svg")


def main() -> None:
    engine = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/motley")
    picture_of_overview(engine)
    picture_of_layers()
    picture_of_go()


if __name__ == "__main__":
    main()
