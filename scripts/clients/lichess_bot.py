"""lichess-bot with every personality, offline: its own engine wrapper and game loop against a scripted opponent."""

import json
import pathlib
import re
import subprocess
from collections.abc import Iterator
from typing import IO

from common import REPOSITORY, Check, Setup, no_engine_left, run_logged

CONFIGURATIONS = REPOSITORY / "packaging" / "lichess-bot"
# Black has a king against a queen and two rooks, of which it may well take one: the opponent moves at random.
LOST = "8/8/8/2k5/8/8/8/R2QK2R w - - 0 1"
# Ten men, the pawns blocked, nothing to win by force.
DRAWN = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1"
# When lichess-bot resigns by default: after so many moves at no more than this score in centipawns.
RESIGN_MOVES, RESIGN_SCORE = 3, -1000
LEVELS = (800, 1500, 2200)
# Players whose scores are those of nets, which know few such endings.
JUDGED_BY_NETS = ("Mockfish", "Pattern")


class LichessBot:
    """Three games a personality: a whole one with pondering, one that is lost and one that is drawn. And one game at
    each of three levels."""

    name = "lichess-bot"
    packages: tuple[str, ...] = ()
    modules = ("chess>=1.11,<2", "PyYAML", "requests", "backoff", "rich")

    def missing(self, setup: Setup) -> str | None:
        if "lichess-bot" not in setup.sources:
            return "it is not on PyPI: give --lichess-bot PATH"
        if not (setup.sources["lichess-bot"] / "test_bot" / "lichess.py").is_file():
            return f"{setup.sources['lichess-bot']} has no test_bot/lichess.py"
        found = subprocess.run(
            [str(setup.python), "-c", "import chess, yaml, requests, backoff, rich"], capture_output=True, check=False
        )
        return None if found.returncode == 0 else "its Python modules are not installed (try --install)"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        folder = prepare(setup)
        for personality in setup.personalities:
            yield whole_game(setup, folder, personality, log)
            yield lost_game(setup, folder, personality, log)
            yield drawn_game(setup, folder, personality, log)
            yield no_engine_left(setup)
        for elo in LEVELS:
            yield level_game(setup, folder, elo, log)
        yield no_engine_left(setup)


def prepare(setup: Setup) -> pathlib.Path:
    """A folder in which lichess-bot finds itself and the engines, as its documentation says."""
    folder = setup.out / "lichess-bot"
    folder.mkdir(exist_ok=True)
    source = setup.sources["lichess-bot"]
    targets = [source / "lib", source / "test_bot", *source.glob("*.py"), setup.engines]
    for target in targets:
        link = folder / target.name
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    return folder


def play(setup: Setup, folder: pathlib.Path, name: str, config: pathlib.Path, log: IO[str], *words: str) -> dict:
    """One game by the worker; RuntimeError when it did not come to an end."""
    answer = setup.out / f"lichess-bot-{name}.json"
    answer.unlink(missing_ok=True)
    worker = pathlib.Path(__file__).with_name("offline_game.py")
    command = [str(setup.python), str(worker), "--config", str(config), "--json", str(answer), *words]
    code, output = run_logged(command, log, 300, cwd=folder, env=setup.environment())
    if code != 0 or not answer.exists():
        errors = [line for line in output.splitlines() if re.match(r"[\w.]*Error: ", line)]
        raise RuntimeError(f"the game {name} did not end: {errors[0] if errors else f'exit code {code}'}")
    return json.loads(answer.read_text())


def sound(result: dict) -> list[str]:
    """What no game may have."""
    faults = [f"{result['without_score']} answers without a score"] if result["without_score"] else []
    faults += ["loss on time"] if result["lost_on_time"] else []
    return faults + [f"error: {line}" for line in result["errors"]]


def whole_game(setup: Setup, folder: pathlib.Path, personality: str, log: IO[str]) -> Check:
    """With the configuration of packaging/ as it stands."""
    what = f"{personality}: packaging/lichess-bot/{personality}.yml is valid and plays a game with pondering"
    config = CONFIGURATIONS / f"{personality}.yml"
    opponent = setup.player("Classical")
    try:
        result = play(setup, folder, f"{personality}-game", config, log, "--opponent", str(opponent))
    except RuntimeError as error:
        return Check(what, False, str(error))
    faults = sound(result)
    text = f"{result['moves']} moves, {result['ponder_hits']} of {result['ponders']} moves pondered on came"
    return Check(what, not faults, "; ".join([text, *faults]))


def lost_game(setup: Setup, folder: pathlib.Path, personality: str, log: IO[str]) -> Check:
    """lichess-bot's own configuration, resigning switched on with its figures as they are."""
    what = f"{personality}: a lost ending by the default figures (resigns after three moves at -10.00)"
    words = ("--engine-option", f"personality={personality}", "--resign", "--fen", LOST, "--plies", "40")
    return ended(setup, folder, personality, "lost", what, "resigned", log, *words)


def drawn_game(setup: Setup, folder: pathlib.Path, personality: str, log: IO[str]) -> Check:
    """lichess-bot's own configuration, where draws are offered after ten moves at 0.00."""
    what = f"{personality}: a blocked ending by the default figures (offers a draw after ten moves at 0.00)"
    words = ("--engine-option", f"personality={personality}", "--fen", DRAWN, "--plies", "40")
    return ended(setup, folder, personality, "drawn", what, "draw_offers", log, *words)


def level_game(setup: Setup, folder: pathlib.Path, elo: int, log: IO[str]) -> Check:
    """lichess-bot's own configuration with the two options of a level in it."""
    what = f"Mockfish: a game at the level of {elo} by the default configuration"
    words = ["--engine-option", "personality=Mockfish", "--opponent", str(setup.player("Random"))]
    words += ["--uci-option", "UCI_LimitStrength=true", "--uci-option", f"UCI_Elo={elo}"]
    config = setup.sources["lichess-bot"] / "config.yml.default"
    try:
        result = play(setup, folder, f"level-{elo}", config, log, *words)
    except RuntimeError as error:
        return Check(what, False, str(error))
    faults = sound(result)
    return Check(what, not faults, "; ".join([f"{result['moves']} moves, {result['result']}", *faults]))


def ended(
    setup: Setup, folder: pathlib.Path, personality: str, kind: str, what: str, wanted: str, log: IO[str], *words: str
) -> Check:
    config = setup.sources["lichess-bot"] / "config.yml.default"
    try:
        result = play(setup, folder, f"{personality}-{kind}", config, log, *words)
    except RuntimeError as error:
        return Check(what, False, str(error))
    faults = sound(result)
    verdict = "yes" if result[wanted] else "no"
    text = f"{verdict}, {result['moves']} moves with the scores {' '.join(result['scores'][:12])}"
    # The bot's rules look at scores alone, and the opponent may mate before the third of them.
    if kind == "lost":
        lost = [score for score in result["scores"] if is_lost(score)]
        owes = len(lost) >= RESIGN_MOVES
        if personality not in JUDGED_BY_NETS and len(lost) < len(result["scores"]):
            faults.append("some scores do not say that the game is lost")
    else:
        owes = set(result["scores"]) == {"0"}
    return Check(what, (bool(result[wanted]) or not owes) and not faults, "; ".join([text, *faults]))


def is_lost(score: str) -> bool:
    """By the bot's figure: -10.00, or a mate."""
    return score.startswith("#-") or (not score.startswith("#") and int(score) <= RESIGN_SCORE)
