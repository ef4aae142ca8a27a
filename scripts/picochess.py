#!/usr/bin/env python3
"""Writes the files with which PicoChess offers Motley's players, into packaging/picochess.

    python3 scripts/picochess.py              # write them
    python3 scripts/picochess.py --selftest   # exit code 1 where a file there is another than would be written

`engines.ini` has the entries to append to PicoChess's own; `motley-NAME.uci` the levels of a player, a section each.
PicoChess sorts the sections by name and takes the last one when none was chosen. It replaces `auto` in `UCI_Elo` by the
user's rating, here kept within the ratings that Motley plays at.
"""

import argparse
import configparser
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "packaging" / "picochess"
CHARACTERS = ROOT / "packaging" / "players"

# The texts that fit PicoChess's displays (6, 8 and 11 characters), and a rating for its menu.
PLAYERS = {
    "classical": ("mclass", "mclassic", "M Classical", 2800),
    "mockfish": ("mmockf", "mmockfsh", "M Mockfish", 2000),
    "pattern": ("mpattn", "mpattern", "M Pattern", 1100),
    "explorer": ("mexplo", "mexplore", "M Explorer", 2800),
    "cooperative": ("mcoop", "mcoopera", "M Cooperat.", 800),
    "textbook": ("mtextb", "mtextbok", "M Textbook", 1900),
    "random": ("mrandm", "mrandom", "M Random", 400),
}
# The bounds of UCI_Elo.
LEAST, MOST = 600, 2800
FOLLOWS = f"max({LEAST}, min({MOST}, auto))"

Sections = dict[str, dict[str, str]]


def levels() -> Sections:
    """A section a rating, and one that follows the user, which is the last."""
    sections = {
        f"Elo@{elo:04}": {"UCI_LimitStrength": "true", "UCI_Elo": str(elo)} for elo in range(LEAST, MOST + 1, 200)
    }
    sections["Your level"] = {"UCI_LimitStrength": "true", "UCI_Elo": FOLLOWS}
    return sections


def characters() -> Sections:
    """The characters that ship, each at the user's rating."""
    sections: Sections = {}
    for file in sorted(CHARACTERS.glob("*.ini")):
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str
        parser.read(file)
        options = dict(parser["player"])
        name = options.pop("Name").removeprefix("The ")
        del options["About"]
        sections[name] = {"UCI_LimitStrength": "true", "UCI_Elo": FOLLOWS, **options}
    return sections


def sections_of(player: str) -> Sections:
    """The levels of a player, in PicoChess's order."""
    if player == "mockfish":
        found = {**levels(), **characters()}
    elif player in ("classical", "explorer"):
        found = {**levels(), "full": {"UCI_LimitStrength": "false"}}
    else:
        found = {}
    return {name: found[name] for name in sorted(found)}


def ini(sections: Sections) -> str:
    return "\n".join(
        f"[{name}]\n" + "".join(f"{option} = {value}\n" for option, value in options.items())
        for name, options in sections.items()
    )


def engines() -> str:
    entries: Sections = {}
    for player, (small, medium, large, elo) in PLAYERS.items():
        entries[f"motley-{player}"] = {
            "name": f"Motley {player.capitalize()}", "small": small, "medium": medium, "large": large, "elo": str(elo),
        }
    return ini(entries)


def files() -> dict[str, str]:
    """Every file of the folder by its name."""
    levels_of = {f"motley-{player}.uci": ini(sections_of(player)) for player in PLAYERS}
    return {"engines.ini": engines(), **{name: text for name, text in levels_of.items() if text}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--selftest", action="store_true", help="compare the files instead of writing them")
    wanted = files()
    if not parser.parse_args().selftest:
        FOLDER.mkdir(exist_ok=True)
        for name, text in wanted.items():
            (FOLDER / name).write_text(text)
        return 0
    found = {path.name: path.read_text() for path in FOLDER.iterdir()}
    differing = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    if differing:
        print(f"run scripts/picochess.py: {', '.join(differing)} differ from what it writes", file=sys.stderr)
    for small, medium, large, _ in PLAYERS.values():
        assert len(small) <= 6 and len(medium) <= 8 and len(large) <= 11, large
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
