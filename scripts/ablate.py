#!/usr/bin/env python3
"""What is each search technique worth? Takes one out at a time and plays the whole engine against the rest.

    scripts/ablate.py [--games 240] [--nodes 5000] [--elo1 20] [--only NAME ...] [--openings FILE] [--work DIR]
    scripts/ablate.py --check

Every technique is a small change of the source that switches it off (see TECHNIQUES). For each, a copy of the tree is
changed and built, and the unchanged engine plays it with NODES nodes a move, so that the load of the machine does not
matter. A sequential test ends the match as soon as it is clear that the technique is worth ELO1 rather than nothing
("helps") or nothing rather than ELO1 ("no gain"), or after GAMES games ("open"). Prints a table with the Elo that the
engine owes to the technique. Results are kept in DIR/results.json: what has been played is not played again. FASTCHESS
names fastchess where it is not on the PATH. With --check nothing is built or played: it only finds out whether every
change still fits the source.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLASSICAL = "src/personalities/classical/"
PARAMS = CLASSICAL + "params.rs"


def constant(name, value):
    """Gives a number of `params.rs` another value; where it has a range, one that holds nothing else."""
    def changed(match):
        return f"{match[1]}{value}" + (f", {value}..={value};" if match[2] else ";")
    return (PARAMS, re.compile(rf"(\b{name}: \w+ = )[^,;]+(, [^;]+)?;"), changed)


def text(file, old, new):
    return (CLASSICAL + file, re.compile(re.escape(old)), new.replace("\\", r"\\"))


TECHNIQUES = {
    "aspiration windows": [constant("ASPIRATION_DEPTH", 999)],
    "null move": [constant("NULL_MOVE_DEPTH", 999)],
    "reverse futility": [constant("REVERSE_FUTILITY_DEPTH", 0)],
    "razoring": [constant("RAZORING_DEPTH", 0)],
    "probcut": [constant("PROBCUT_DEPTH", 999)],
    "internal iterative reduction": [constant("INTERNAL_REDUCTION_DEPTH", 999)],
    "late move pruning": [constant("LATE_MOVE_BASE", 9999900)],
    "futility": [constant("FUTILITY_DEPTH", -1)],
    "history pruning": [constant("HISTORY_PRUNING_DEPTH", -1)],
    "static-exchange pruning": [constant("EXCHANGE_DEPTH", -1)],
    "late move reductions": [constant("REDUCTION_BASE", -(1 << 30)), constant("REDUCTION_NOISY_BASE", -(1 << 30))],
    "singular extensions, multi-cut": [constant("SINGULAR_DEPTH", 999)],
    "double extensions": [constant("DOUBLE_EXTENSION_LIMIT", 0)],
    "delta pruning": [constant("DELTA_MARGIN", 100000)],
    "correction history": [constant(f"CORRECTION_{kind}", 0) for kind in ("PAWN", "PIECES", "CONTINUATION")],
    "killers": [text("order.rs", "self.killers.get(self.next).copied()", "None::<PackedMove>")],
    "capture history": [
        text("history.rs", "self.captures[PieceTo::new(side, mv).index()][victim(mv)].add(bonus);", "let _ = bonus;"),
    ],
    "continuation histories": [
        text("history.rs", "self.continuations[back.index()][piece_to].add(bonus);",
             "let _ = (back, piece_to, bonus);"),
    ],
    "butterfly history": [
        text("history.rs", "self.butterfly[side_index(side)][Self::from_to(Parts::of(mv))].add(bonus);", ""),
    ],
    "check evasions in quiescence": [
        text("search/quiescence.rs", "if !position.in_check() {", "{"),
        text("search/quiescence.rs", "&& position.in_check() {",
             "&& position.in_check() && shakmaty::Position::legal_moves(position.chess()).is_empty() {"),
    ],
    "improving": [
        text("search/node.rs", "facts.improving = before.is_some_and(|before| eval > before);", "let _ = before;"),
    ],
    "null move verification": [constant("NULL_MOVE_VERIFY_DEPTH", 999)],
    "table score as evaluation": [
        text("search/node.rs", "entry.is_tighter_than(eval) && !entry",
             "false && entry.is_tighter_than(eval) && !entry"),
    ],
    "table cutoffs": [
        text("search/node.rs", "entry.decides(at.alpha, at.beta).then_some(entry.score)",
             "(false && entry.decides(at.alpha, at.beta)).then_some(entry.score)"),
    ],
}


def build(tree, target):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    subprocess.run(["cargo", "build", "--quiet", "--profile", "fast"], cwd=tree, env=environment, check=True)
    return target / "fast" / "motley"


def apply(changes, tree):
    for file, pattern, replacement in changes:
        path = tree / file
        source, count = pattern.subn(replacement, path.read_text())
        if count == 0:
            raise SystemExit(f"{file} no longer holds {pattern.pattern}")
        path.write_text(source)


def copy_tree(tree):
    for part in ("src", "books", "nets", "benches"):
        shutil.copytree(ROOT / part, tree / part, dirs_exist_ok=True)
    for part in ("Cargo.toml", "Cargo.lock"):
        shutil.copy2(ROOT / part, tree / part)


def play(base, changed, options):
    command = [os.environ.get("FASTCHESS", "fastchess"),
               "-engine", f"cmd={base}", "name=whole", "-engine", f"cmd={changed}", "name=without",
               "-each", "proto=uci", "tc=inf", f"nodes={options.nodes}", "option.OwnBook=false", "option.Hash=16",
               "-rounds", str(options.games // 2), "-games", "2", "-repeat", "-concurrency", "1",
               "-ratinginterval", "0",
               "-resign", "movecount=4", "score=700", "-draw", "movenumber=40", "movecount=6", "score=10",
               "-sprt", "elo0=0", f"elo1={options.elo1}", "alpha=0.05", "beta=0.05", "model=logistic"]
    if options.openings:
        openings = options.openings.resolve()
        command += ["-openings", f"file={openings}", f"format={openings.suffix[1:]}", "order=random", "-srand", "1"]
    output = subprocess.run(command, cwd=options.work, capture_output=True, text=True, check=True).stdout
    elo, error = re.findall(r"Elo: (\S+) \+/- (\S+?),", output)[-1]
    games = int(re.findall(r"Games: (\d+)", output)[-1])
    # LLR: -0.11 (-3.8%) (-2.94, 2.94) [0.00, 10.00]
    likelihood, low, high = map(float, re.findall(r"LLR: (\S+) .*?\((-\S+), (\S+)\)", output)[-1])
    outcome = "helps" if likelihood >= high else "no gain" if likelihood <= low else "open"
    return {"elo": float(elo), "error": float(error), "games": games, "nodes": options.nodes, "verdict": outcome}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--elo1", type=float, default=20)
    parser.add_argument("--only", nargs="*", choices=TECHNIQUES, metavar="NAME")
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/motley/ablation")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        lost = [
            f"{name}: {file} has no {pattern.pattern}"
            for name, changes in TECHNIQUES.items()
            for file, pattern, _ in changes
            if not pattern.search((ROOT / file).read_text())
        ]
        raise SystemExit("\n".join(lost) or 0)

    options.work.mkdir(parents=True, exist_ok=True)
    tree, target, kept = options.work / "tree", options.work / "target", options.work / "results.json"
    results = json.loads(kept.read_text()) if kept.exists() else {}
    base = options.work / "whole"
    if not base.exists():
        copy_tree(tree)
        shutil.copy2(build(tree, target), base)
    for name in options.only or TECHNIQUES:
        if name not in results:
            copy_tree(tree)
            apply(TECHNIQUES[name], tree)
            results[name] = play(base, build(tree, target), options)
            kept.write_text(json.dumps(results, indent=1))
        result = results[name]
        elo = f"{result['elo']:+.0f} ± {result['error']:.0f}"
        print(f"| {name} | {elo} | {result['games']} | {result['verdict']} |", flush=True)


if __name__ == "__main__":
    main()
