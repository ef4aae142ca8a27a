#!/usr/bin/env python3
"""Whether what reviews say is true, by another engine.

    check_review.py MOTLEY ENGINE GAMES.pgn [--nodes 500000] [--game N ...] [-- OPTIONS OF motley review]
    check_review.py --selftest

Reviews games of a file (all, or those that `--game` names) with `motley review --format json`, and lets ENGINE (UCI)
look at the position before each move that the review marks or says something about, at the move played and at the
move that is called better. A mark or a sentence is *false* where the other engine contradicts it, and *misleading*
where it is half of the truth:

- a mark is false if the move loses less than half of the loss from which it is given, misleading below 0.8 of it;
- "Better is X" is false if X is no better than the move played, misleading if X itself loses 0.1 of a point or more;
  "The search prefers X", said of small losses, is false if X loses 0.1 of a point or more, misleading if it is no
  better than the move played;
- "Mate in N" is false if the other engine sees no mate, misleading if it sees a shorter one;
- a line that refutes a move, and every reason about what the move allows, is false if its first move loses 0.1 of a
  point or more against the best answer, misleading from 0.05; a reason about what the move misses is judged like
  "Better is X";
- a threat is false if a pass of the side that is threatened costs it less than 0.05 of a point, misleading below 0.1;
  zugzwang the same, if a pass would gain that little;
- "Level before, losing now." is false if the other engine sees the opposite of a word, misleading if it sees nothing of
  the kind.

Sentences about people, clocks, openings and the evaluation's own terms are left out: another engine cannot judge
them. Losses are in expected score, by the model of lichess on centipawns. Prints each finding, then the counts by kind
of sentence. Needs python-chess.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine

MARKS = {"?!": 0.07, "?": 0.14, "??": 0.25}


@dataclass
class Value:
    """What the other engine thinks of a move, from the mover's view."""

    expected: float
    mate: int | None


@dataclass
class Verdict:
    kind: str
    truth: str
    text: str
    reason: str = ""


class Judge:
    """The other engine, with what it has said."""

    def __init__(self, path: str, nodes: int) -> None:
        self.engine = chess.engine.SimpleEngine.popen_uci(path)
        self.engine.configure({"Hash": 64, "Threads": 1})
        self.limit = chess.engine.Limit(nodes=nodes)
        self.known: dict[tuple[str, str], Value] = {}

    def value(self, board: chess.Board, move: chess.Move | None = None) -> Value:
        """A move's value, or without one that of the best move."""
        key = (board.fen(), str(move))
        if key not in self.known:
            self.known[key] = self.search(board, move)
        return self.known[key]

    def search(self, board: chess.Board, move: chess.Move | None) -> Value:
        if board.is_game_over():
            return Value(0.0 if board.is_checkmate() else 0.5, 0 if board.is_checkmate() else None)
        moves = [move] if move else None
        info = self.engine.analyse(board, self.limit, root_moves=moves, game=object())
        score = info["score"].relative
        return Value(score.wdl(model="lichess", ply=board.ply()).expectation(), score.mate())


def kind_of(sentence: str) -> str:
    """The kind of a sentence, by its beginning."""
    for kind, pattern in [
        ("better", r"Better is "),
        ("preferred", r"The search prefers "),
        ("mate", r"(Mate in|A forced mate)"),
        ("refutation", r"After \S+ \S+ (White|Black) has"),
        ("terms", r"Compared with the better line"),
        ("people", r".*players rated"),
        ("tables", r".*by the tablebase"),
        ("theory", r".*(the lines|theory|named)"),
        ("clock", r"Played with"),
        ("turn", r"(Winning|Level|Losing) before, "),
        ("threat", r".*(threatened \S+, and|makes a threat|with a threat)"),
        ("zugzwang", r".*is in zugzwang"),
        ("missed", r"(Better was|There was|.* was mate)"),
    ]:
        if re.match(pattern, sentence):
            return kind
    return "reason"


def graded(amount: float, false: float, misleading: float) -> str:
    """How bad an amount is: from `false` on, or from `misleading` on."""
    return "false" if amount >= false else "misleading" if amount >= misleading else "true"


def check(judge: Judge, board: chess.Board, move: dict) -> Iterator[Verdict]:
    """The verdicts on what a review says about a move."""
    played = chess.Move.from_uci(move["uci"])
    where = f"{move['number']}{'.' if move['side'] == 'white' else '...'}{move['san']}"
    best, value = judge.value(board), judge.value(board, played)
    lost = max(best.expected, value.expected) - value.expected
    if move["mark"] in MARKS:
        least = MARKS[move["mark"]]
        truth = "false" if lost < least / 2 else "misleading" if lost < 0.8 * least else "true"
        yield Verdict("mark", truth, f"{where}{move['mark']}", f"loses {lost:.2f}")
    after = board.copy()
    after.push(played)
    for sentence in move["sentences"]:
        kind = kind_of(sentence)
        if kind in ("people", "theory", "terms", "clock"):
            continue
        yield Verdict(kind, *verdict_on(judge, board, after, move, kind, sentence, value), where)


def passed(board: chess.Board) -> chess.Board | None:
    """The board after a pass, which is impossible in check."""
    if board.is_check():
        return None
    board = board.copy()
    board.push(chess.Move.null())
    # Engines are told of no moves before a pass.
    return chess.Board(board.fen(), chess960=board.chess960)


def by_a_pass(judge: Judge, board: chess.Board, after: chess.Board, move: dict, kind: str, sentence: str) -> float:
    """What a pass changes for the side that would pass: what it costs against a threat, or gains in zugzwang."""
    line = move["best"]["uci"] if sentence.startswith("Better was") else move["refutation"]["uci"]
    at = (board if sentence.startswith("Better was") else after).copy()
    if "threatened" in sentence:
        at = board.copy()
    elif line:
        at.push_uci(line[0])
    other = passed(at)
    if other is None:
        return 1.0
    now, then = judge.value(at).expected, 1 - judge.value(other).expected
    return then - now if kind == "zugzwang" else now - then


STANDING = {"winning": (0.7, 1.0), "level": (0.25, 0.75), "losing": (0.0, 0.3)}
OPPOSITE = {"winning": (0.0, 0.45), "level": (2.0, 2.0), "losing": (0.55, 1.0)}


def of_standing(words: list[str], chances: list[float]) -> str:
    """Whether the other engine sees a position as the words say."""
    pairs = list(zip(words, chances, strict=True))
    if any(OPPOSITE[word][0] <= chance <= OPPOSITE[word][1] for word, chance in pairs):
        return "false"
    return "true" if all(STANDING[word][0] <= chance <= STANDING[word][1] for word, chance in pairs) else "misleading"


def verdict_on(
    judge: Judge, board: chess.Board, after: chess.Board, move: dict, kind: str, sentence: str, played: Value
) -> tuple[str, str]:
    """Whether a sentence is true, and the sentence with what the other engine thinks."""
    better = [chess.Move.from_uci(uci) for uci in move["best"]["uci"][:1]]
    replies = [chess.Move.from_uci(uci) for uci in move["refutation"]["uci"][:1]]
    if kind in ("threat", "zugzwang"):
        change = by_a_pass(judge, board, after, move, kind, sentence)
        truth = "false" if change < 0.05 else "misleading" if change < 0.1 else "true"
        return truth, f"{sentence} (a pass changes {change:.2f})"
    if kind == "turn":
        before, now = re.match(r"(\w+) before, (\w+) now", sentence).groups()
        chances = [judge.value(board).expected, played.expected]
        return of_standing([before.lower(), now], chances), f"{sentence} ({chances[0]:.2f}, {chances[1]:.2f})"
    if kind in ("better", "preferred", "mate", "missed") and better:
        value, best = judge.value(board, better[0]), judge.value(board)
        told = f"{sentence} (better {value.expected:.2f}, played {played.expected:.2f}, best {best.expected:.2f})"
        if kind == "mate":
            number = re.match(r"Mate in (\d+)", sentence)
            if value.mate is None or value.mate <= 0:
                return "false", told
            return ("misleading" if number and int(number[1]) > value.mate else "true"), told
        if kind == "preferred":
            if best.expected - value.expected >= 0.1:
                return "false", told
            return ("true" if value.expected > played.expected + 0.01 else "misleading"), told
        if value.expected <= played.expected + 0.01:
            return "false", told
        return graded(best.expected - value.expected, 1.0, 0.1), told
    if kind in ("refutation", "reason") and replies and not after.is_game_over():
        value, best = judge.value(after, replies[0]), judge.value(after)
        told = f"{sentence} (answer {value.expected:.2f}, best answer {best.expected:.2f})"
        return graded(best.expected - value.expected, 0.1, 0.05), told
    return "true", sentence


def reviewed(motley: str, file: str, game: int, options: list[str]) -> dict:
    """The review of a game, as JSON."""
    command = [motley, "review", file, "--game", str(game), "--format", "json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def start_of(review: dict, file: str, game: int) -> chess.Board:
    """Where the game begins. The review has no field for it: a FEN stands in the tags of the file."""
    texts = re.split(r"\n(?=\[Event )", Path(file).read_text(errors="replace"))
    found = re.search(r'^\[FEN "([^"]+)"', texts[game - 1], re.MULTILINE) if game <= len(texts) else None
    return chess.Board(found[1]) if found else chess.Board()


def run(args: argparse.Namespace) -> int:
    games = args.game or range(1, 1 + Path(args.games).read_text(errors="replace").count("[Event "))
    judge, counts, sizes = Judge(args.engine, args.nodes), Counter(), Counter()
    for game in games:
        review = reviewed(args.motley, args.games, game, args.options)
        board = start_of(review, args.games, game)
        for move in review["moves"]:
            if move["mark"] or move["sentences"]:
                for verdict in check(judge, board, move):
                    counts[verdict.kind, verdict.truth] += 1
                    if verdict.truth != "true":
                        print(
                            f"game {game}, {verdict.reason or verdict.text}: {verdict.truth} {verdict.kind}: "
                            f"{verdict.text}",
                            flush=True,
                        )
            is_error = move["mark"] in MARKS
            sizes["moves"] += 1
            sizes["marked"] += is_error
            has_terms = any(kind_of(sentence) == "terms" for sentence in move["sentences"])
            sizes["with a theme"] += is_error and bool(move["themes"])
            sizes["with a reason"] += is_error and (bool(move["themes"]) or has_terms)
            board.push_uci(move["uci"])
    judge.engine.quit()
    print("\n| kind | true | misleading | false |\n|---|---|---|---|")
    for kind in sorted({kind for kind, _ in counts}):
        print(f"| {kind} | {counts[kind, 'true']} | {counts[kind, 'misleading']} | {counts[kind, 'false']} |")
    totals = [sum(n for (_, truth), n in counts.items() if truth == name) for name in ("true", "misleading", "false")]
    print(f"| all | {totals[0]} | {totals[1]} | {totals[2]} |")
    print(
        f"\n{sizes['moves']} moves, {sizes['marked']} marked as errors, {sizes['with a theme']} of them with a theme, "
        f"{sizes['with a reason']} with a theme or the terms that changed"
    )
    return 0


def selftest() -> None:
    assert kind_of("Better is 25. Qh8#.") == "better"
    assert kind_of("A forced mate was possible: 3. Qh5.") == "mate"
    assert kind_of("After 14. Qd2 Black has 14...Nxe4.") == "refutation"
    assert kind_of("41 % of players rated 1500 play this; 1 in 6 finds 23. Rd8#.") == "people"
    assert kind_of("Black threatened 23...Nxe4, and 23. a3 does not stop it.") == "threat"
    assert kind_of("Better was 23. Qh5 with a threat: 24. Qxh7# is mate.") == "threat"
    assert kind_of("Level before, losing now.") == "turn"
    assert of_standing(["level", "losing"], [0.5, 0.2]) == "true"
    assert of_standing(["winning", "level"], [0.3, 0.5]) == "false"
    assert kind_of("The knight on f2 attacks the king on h1.") == "reason"
    assert [graded(amount, 0.1, 0.05) for amount in (0.04, 0.05, 0.1)] == ["true", "misleading", "false"]


def main() -> int:
    if sys.argv[1:] == ["--selftest"]:
        selftest()
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("motley")
    parser.add_argument("engine")
    parser.add_argument("games")
    parser.add_argument("--nodes", type=int, default=500_000)
    parser.add_argument("--game", type=int, action="append")
    ours, theirs = sys.argv[1:], []
    if "--" in ours:
        at = ours.index("--")
        ours, theirs = ours[:at], ours[at + 1 :]
    args = parser.parse_args(ours)
    args.options = theirs
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
