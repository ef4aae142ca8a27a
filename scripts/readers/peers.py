#!/usr/bin/env python3
"""How other programs, and Motley, read the inputs of inputs.py: a table in Markdown.

    peers.py [--lab target/release/motley-lab] [--node FOLDER] [--out FILE] [--notes]
    peers.py --selftest

A cell says what the program made of the text: `yes` (the games as meant), `refused` (nothing, with a message),
`nothing` (nothing, without one), `cut` (the moves up to the first that it cannot read), `drops moves` (some of the
moves, others left out), or `another game`; `, said` where it gave a message, `N games` where the number is another.
`--notes` prints the messages. Needs what spellings.py needs.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import chess

from games import NULL, Game, Reading
from inputs import ROWS
from programs import Missing, Motley, Node, PgnExtract, Program, PythonChess, Scid, node_folder


def meant(text: str) -> list[str]:
    """Moves in UCI of a game as inputs.py writes it."""
    start, _, moves = text.rpartition("|")
    chess960 = bool(start) and not chess.Board(start.strip()).is_valid()
    board = chess.Board(start.strip() or chess.STARTING_FEN, chess960=chess960)
    found = []
    for san in moves.split():
        move = chess.Move.null() if san == "--" else board.parse_san(san)
        found.append(move.uci())
        board.push(move)
    return found


def is_within(moves: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the moves are some of the others, in their order."""
    rest = iter(others)
    return all(move in rest for move in moves)


def verdict(reading: Reading, wanted: Sequence[Sequence[str]]) -> str:
    said = ", said" if reading.notes else ""
    found = [[move.replace("--", NULL) for move in game.moves] for game in reading.games]
    if found == [list(moves) for moves in wanted]:
        return "yes" + said
    # No input has a game without moves.
    if not any(found):
        return "refused" if reading.notes else "nothing"
    if len(found) != len(wanted):
        return f"{len(found)} game{'s' * (len(found) > 1)}{said}"
    pairs = list(zip(found, wanted, strict=True))
    if all(moves == list(others[: len(moves)]) for moves, others in pairs):
        return "cut" + said
    if all(is_within(moves, others) for moves, others in pairs):
        return "drops moves" + said
    return "another game" + said


def programs(args: argparse.Namespace) -> list[tuple[Program, str]]:
    """Every program that is installed, with its version."""
    found: list[Program] = [PgnExtract(), PythonChess()]
    try:
        node = node_folder(args.node)
        found += [Node("chess.js", node), Node("kokopu", node)]
    except OSError as error:
        print(f"left out, not installed: {error}", file=sys.stderr)
    found += [Scid(), *([Motley(args.lab)] if args.lab else [])]
    versions = []
    for program in found:
        try:
            versions.append((program, program.version()))
        except (Missing, IndexError) as error:
            print(f"left out, not installed: {program.name} {error}", file=sys.stderr)
    return versions


def table(args: argparse.Namespace) -> str:
    chosen = programs(args)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.pgn" for number, _ in enumerate(ROWS)]
        for path, row in zip(paths, ROWS, strict=True):
            path.write_bytes(row.text)
        readings = [program.read(paths) for program, _ in chosen]
    heads = ["what", "who writes it", *(f"{program.name} {version}" for program, version in chosen)]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for number, row in enumerate(ROWS):
        wanted = [meant(text) for text in row.meant]
        cells = [verdict(reading[number], wanted) for reading in readings]
        lines.append("| " + " | ".join([row.kind, row.writer, *cells]) + " |")
        if args.notes:
            print(f"\n{row.kind}: {wanted}")
            for (program, _), reading in zip(chosen, readings, strict=True):
                moves = [" ".join(game.moves) for game in reading[number].games]
                print(f"  {program.name}: {moves} {reading[number].notes[:2]}")
    return "\n".join(lines) + "\n"


def selftest() -> None:
    wanted = [meant("d4 d5 c4")]
    read = lambda *moves, notes=(): verdict(Reading([Game(list(moves))] if moves else [], list(notes)), wanted)
    assert read("d2d4", "d7d5", "c2c4") == "yes"
    assert read("d2d4", "d7d5", notes=["?"]) == "cut, said"
    assert read("d2d4", "c2c4") == "drops moves"
    assert read("e2e4") == "another game"
    assert (read(), read(notes=["?"])) == ("nothing", "refused")
    assert verdict(Reading([Game([])]), wanted) == "nothing"
    assert verdict(Reading([Game([]), Game(["d2d4", "d7d5", "c2c4"])]), wanted) == "2 games"
    assert verdict(Reading([Game(["d2d4"]), Game(["d7d5"])]), wanted) == "2 games"
    for row in ROWS:
        assert all(meant(text) for text in row.meant), row.kind
    assert len({row.kind for row in ROWS}) == len(ROWS)
    print("peers: the self-test passes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lab", type=Path, help="the binary of motley-lab")
    parser.add_argument("--node", help="a folder with node_modules")
    parser.add_argument("--out", type=Path, help="write the table to this file")
    parser.add_argument("--notes", action="store_true", help="print what each program read and said")
    parser.add_argument("--selftest", action="store_true")
    args = parser.parse_args()
    if args.selftest:
        selftest()
        return
    text = table(args)
    if args.out:
        args.out.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
