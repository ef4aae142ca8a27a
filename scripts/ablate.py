#!/usr/bin/env python3
"""What is each search technique worth? Takes techniques out and plays the whole engine against the rest.

    scripts/ablate.py [--games 240] [--nodes 5000] [--elo1 20] [--only NAME ...] [--openings FILE] [--work DIR]
    scripts/ablate.py --together [--games 1280] [--nodes 40000] [--only NAME ...] [--openings FILE] [--work DIR]
    scripts/ablate.py --check

Every technique is a small change of the source that switches it off (see TECHNIQUES). For each, a copy of the tree is
changed and built, and the unchanged engine plays it with NODES nodes a move, so that the load of the machine does not
matter. A sequential test ends the match as soon as it is clear that the technique is worth ELO1 rather than nothing
("helps") or nothing rather than ELO1 ("no gain"), or after GAMES games ("open"). Prints a table with the Elo that the
engine owes to the technique. Results are kept in DIR/results.json: what has been played is not played again.

With --together one copy is built in which all techniques are options, and `scripts/screen.py` plays it against itself:
in each pair of games every technique is off on one side, drawn at random, so all games count for all of them. Each is
measured among others that are off half the time: leave out, by --only, those without which an engine plays another
game. A resumable log is kept in DIR. FASTCHESS names fastchess where it is not on the PATH. With --check nothing is
built or played: it only finds out whether every change still fits the source.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import screen
from spsa import ADJUDICATION, Values, add_match_arguments, limit

ROOT = Path(__file__).resolve().parent.parent
CLASSICAL = "src/personalities/classical/"
PARAMS = CLASSICAL + "params.rs"


@dataclass
class Constant:
    """A number of `params.rs` with a range, and the value that switches its technique off."""

    name: str
    off: int
    file = PARAMS

    @property
    def pattern(self) -> re.Pattern:
        return re.compile(rf"\b{self.name}: i32 = ([^,;]+), ([^;]+?)\.\.=([^;]+);")

    def switched_off(self, source: str, _: str) -> str:
        return self.pattern.sub(f"{self.name}: i32 = {self.off}, {self.off}..={self.off};", source)

    def made_option(self, source: str, _: str) -> str:
        def wider(match: re.Match) -> str:
            low, high = (int(match[bound].replace("_", "")) for bound in (2, 3))
            return f"{self.name}: i32 = {match[1]}, {min(low, self.off)}..={max(high, self.off)};"

        return self.pattern.sub(wider, source)

    def option(self, _: str) -> Values:
        return {self.name: self.off}


@dataclass
class Text:
    """A place of the source, and what does the same there where `ON` is true and nothing where it is false."""

    file: str
    old: str
    new: str

    @property
    def pattern(self) -> re.Pattern:
        return re.compile(re.escape(self.old))

    def switched_off(self, source: str, _: str) -> str:
        return source.replace(self.old, re.sub(r"\bON\b", "false", self.new))

    def made_option(self, source: str, switch: str) -> str:
        # As a function's argument it needs no brackets where it is a condition by itself.
        on = f"i32::eq(&crate::personalities::classical::params::{switch}.get(), &0)"
        return source.replace(self.old, re.sub(r"\bON\b", on, self.new))

    def option(self, switch: str) -> Values:
        return {switch: 1}


def text(file: str, old: str, new: str) -> Text:
    return Text(CLASSICAL + file, old, new)


TECHNIQUES = {
    "aspiration windows": [Constant("ASPIRATION_DEPTH", 999)],
    "null move": [Constant("NULL_MOVE_DEPTH", 999)],
    "reverse futility": [Constant("REVERSE_FUTILITY_DEPTH", 0)],
    "razoring": [Constant("RAZORING_DEPTH", 0)],
    "probcut": [Constant("PROBCUT_DEPTH", 999)],
    "internal iterative reduction": [Constant("INTERNAL_REDUCTION_DEPTH", 999)],
    "late move pruning": [Constant("LATE_MOVE_BASE", 9999900)],
    "futility": [Constant("FUTILITY_DEPTH", -1)],
    "history pruning": [Constant("HISTORY_PRUNING_DEPTH", -1)],
    "static-exchange pruning": [Constant("EXCHANGE_DEPTH", -1)],
    "late move reductions": [Constant("REDUCTION_BASE", -(1 << 30)), Constant("REDUCTION_NOISY_BASE", -(1 << 30))],
    "singular extensions, multi-cut": [Constant("SINGULAR_DEPTH", 999)],
    "double extensions": [Constant("DOUBLE_EXTENSION_MARGIN", 100000)],
    "delta pruning": [Constant("DELTA_MARGIN", 100000)],
    "correction history": [Constant(f"CORRECTION_{kind}", 0) for kind in ("PAWN", "PIECES", "CONTINUATION")],
    "capture history": [
        text("history.rs", "self.captures[PieceTo::new(side, mv).index()][victim(mv)].add(bonus);",
             "if ON { self.captures[PieceTo::new(side, mv).index()][victim(mv)].add(bonus); }"),
    ],
    "continuation histories": [
        text("history.rs", "self.continuations[back.index()][played.index()].add(bonus);",
             "if ON { self.continuations[back.index()][played.index()].add(bonus); }"),
    ],
    "bonus for the opponent's move": [
        text(
            "search/moves/mod.rs",
            "if ply > Ply::ROOT && last.is_quiet {",
            "if ON && ply > Ply::ROOT && last.is_quiet {",
        ),
    ],
    "butterfly history": [
        text("history.rs", "self.butterfly[side_index(side)][danger][Self::from_to(parts)].add(bonus);",
             "if ON { self.butterfly[side_index(side)][danger][Self::from_to(parts)].add(bonus); }"),
    ],
    "check evasions in quiescence": [
        text("search/quiescence.rs", "if !position.in_check() {", "if !position.in_check() || !ON {"),
        text("search/quiescence.rs", "&& position.in_check() {",
             "&& position.in_check() && (ON || shakmaty::Position::legal_moves(position.chess()).is_empty()) {"),
    ],
    "improving": [
        text("search/node.rs", "facts.improving = before.is_some_and(|before| eval > before);",
             "facts.improving = ON && before.is_some_and(|before| eval > before);"),
    ],
    "null move verification": [Constant("NULL_MOVE_VERIFY_DEPTH", 999)],
    "table score as evaluation": [
        text("search/node.rs", "entry.is_tighter_than(eval) && !entry",
             "ON && entry.is_tighter_than(eval) && !entry"),
    ],
    "table cutoffs": [
        text("search/node.rs", "entry.decides(at.alpha, at.beta).then_some(entry.score)",
             "(ON && entry.decides(at.alpha, at.beta)).then_some(entry.score)"),
    ],
}


def switch(technique: str) -> str:
    """The option that `--together` declares for a technique."""
    return "WITHOUT_" + re.sub(r"\W+", "_", technique).upper()


def apply(technique: str, tree: Path, as_option: bool) -> None:
    """Switches a technique off in a copy of the tree, or makes it an option there."""
    for change in TECHNIQUES[technique]:
        path = tree / change.file
        source = path.read_text()
        if not change.pattern.search(source):
            raise SystemExit(f"{change.file} no longer holds {change.pattern.pattern}")
        changed = change.made_option if as_option else change.switched_off
        path.write_text(changed(source, switch(technique)))
    if as_option:
        params = tree / PARAMS
        declared = f"parameters! {{\n    {switch(technique)}: i32 = 0, 0..=1;\n"
        params.write_text(params.read_text().replace("parameters! {\n", declared, 1))


def build(tree: Path, target: Path, *features: str) -> Path:
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    command = ["cargo", "build", "--quiet", "--release", "--locked", "--features", ",".join(features)]
    subprocess.run(command, cwd=tree, env=environment, check=True)
    return target / "release" / "motley"


def copy_tree(tree: Path) -> None:
    leftovers = shutil.ignore_patterns(".git", "target", "node_modules", "__pycache__")
    shutil.copytree(ROOT, tree, dirs_exist_ok=True, ignore=leftovers)


def play(base: Path, changed: Path, options: argparse.Namespace) -> dict:
    command = [os.environ.get("FASTCHESS", "fastchess"),
               "-engine", f"cmd={base}", "name=whole", "-engine", f"cmd={changed}", "name=without",
               "-each", "proto=uci", *limit(options), "option.OwnBook=false",
               f"option.Hash={options.hash}", *(f"option.{option}" for option in options.option),
               "-rounds", str(options.games // 2), "-games", "2", "-repeat", "-concurrency", str(options.concurrency),
               "-ratinginterval", "0",
               *ADJUDICATION,
               "-sprt", "elo0=0", f"elo1={options.elo1}", "alpha=0.05", "beta=0.05", "model=logistic"]
    if options.openings:
        openings = options.openings.resolve()
        command += ["-openings", f"file={openings}", f"format={openings.suffix[1:]}", "order=random",
                    "-srand", str(options.seed)]
    output = subprocess.run(command, cwd=options.work, capture_output=True, text=True, check=True).stdout
    elo, error = re.findall(r"Elo: (\S+) \+/- (\S+?),", output)[-1]
    games = int(re.findall(r"Games: (\d+)", output)[-1])
    # LLR: -0.11 (-3.8%) (-2.94, 2.94) [0.00, 10.00]
    likelihood, low, high = map(float, re.findall(r"LLR: (\S+) .*?\((-\S+), (\S+)\)", output)[-1])
    outcome = "helps" if likelihood >= high else "no gain" if likelihood <= low else "open"
    return {"elo": float(elo), "error": float(error), "games": games, "nodes": options.nodes, "verdict": outcome}


def one_by_one(names: list[str], options: argparse.Namespace) -> None:
    tree, target, kept = options.work / "tree", options.work / "target", options.work / "results.json"
    results = json.loads(kept.read_text()) if kept.exists() else {}
    base = options.work / "whole"
    if not base.exists():
        copy_tree(tree)
        shutil.copy2(build(tree, target), base)
    for name in names:
        if name not in results:
            copy_tree(tree)
            apply(name, tree, as_option=False)
            results[name] = play(base, build(tree, target), options)
            kept.write_text(json.dumps(results, indent=1))
        result = results[name]
        elo = f"{result['elo']:+.0f} ± {result['error']:.0f}"
        print(f"| {name} | {elo} | {result['games']} | {result['verdict']} |", flush=True)


def together(names: list[str], options: argparse.Namespace) -> None:
    options.engine = options.work / "together"
    if not options.engine.exists():
        tree = options.work / "tree-together"
        copy_tree(tree)
        for name in TECHNIQUES:
            apply(name, tree, as_option=True)
        shutil.copy2(build(tree, options.work / "target", "tune"), options.engine)
    options.change = []
    for name in names:
        options.change.append({})
        for change in TECHNIQUES[name]:
            options.change[-1] |= change.option(switch(name))
    options.log = options.work / "together.tsv"
    print("What the engine without a technique wins over the one with it:")
    screen.screen(options)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int)
    parser.add_argument("--elo1", type=float, default=20)
    parser.add_argument("--only", nargs="*", choices=TECHNIQUES, metavar="NAME")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/motley/ablation")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--check", action="store_true")
    add_match_arguments(parser)
    parser.set_defaults(tc=None)
    options = parser.parse_args()
    games, nodes = (1280, 40_000) if options.together else (240, 5000)
    options.games = options.games or games
    if not options.tc:
        options.nodes = options.nodes or nodes
    return options


def main() -> None:
    options = arguments()
    if options.check:
        lost = [
            f"{name}: {change.file} has no {change.pattern.pattern}"
            for name, changes in TECHNIQUES.items()
            for change in changes
            if not change.pattern.search((ROOT / change.file).read_text())
        ]
        raise SystemExit("\n".join(lost) or 0)
    options.work.mkdir(parents=True, exist_ok=True)
    (together if options.together else one_by_one)(options.only or list(TECHNIQUES), options)


if __name__ == "__main__":
    main()
