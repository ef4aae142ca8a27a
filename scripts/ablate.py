#!/usr/bin/env python3
"""What is each search technique worth? Takes one out at a time and plays the rest against the whole.

    scripts/ablate.py [--games 200] [--nodes 15000] [--only NAME ...] [--openings FILE] [--work DIR]

Every technique is a small change of the source that switches it off (see TECHNIQUES). For each, a copy of the tree is
changed and built, and plays GAMES games against the unchanged engine with NODES nodes a move, so that the load of the
machine does not matter. Prints a table with the Elo that the engine loses without the technique. Results are kept in
DIR/results.json: what has been played is not played again. FASTCHESS names fastchess where it is not on the PATH.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLASSICAL = "src/cast/classical/"
PARAMS = CLASSICAL + "params.rs"


def constant(name, value):
    return (PARAMS, re.compile(rf"(pub const {name}: \w+ = )[^;]+;"), rf"\g<1>{value};")


def text(file, old, new):
    return (CLASSICAL + file, re.compile(re.escape(old)), new.replace("\\", r"\\"))


TECHNIQUES = {
    "aspiration windows": [constant("ASPIRATION_DEPTH", 999)],
    "null move": [constant("NULL_MOVE_DEPTH", 999)],
    "reverse futility": [constant("REVERSE_FUTILITY_DEPTH", 0)],
    "razoring": [constant("RAZORING_DEPTH", 0)],
    "probcut": [constant("PROBCUT_DEPTH", 999)],
    "internal iterative reduction": [constant("INTERNAL_REDUCTION_DEPTH", 999)],
    "late move pruning": [constant("LATE_MOVE_BASE", 99999)],
    "futility": [constant("FUTILITY_DEPTH", -1)],
    "history pruning": [constant("HISTORY_PRUNING_DEPTH", -1)],
    "static-exchange pruning": [constant("EXCHANGE_DEPTH", -1)],
    "late move reductions": [constant("REDUCTION_BASE", -(1 << 30)), constant("REDUCTION_NOISY_BASE", -(1 << 30))],
    "singular extensions, multi-cut": [constant("SINGULAR_DEPTH", 999)],
    "double extensions": [constant("DOUBLE_EXTENSION_LIMIT", 0)],
    "delta pruning": [constant("DELTA_MARGIN", 100000)],
    "correction history": [constant(f"CORRECTION_{kind}", 0) for kind in ("PAWN", "PIECES", "CONTINUATION")],
    "killers": [text("order.rs", "self.killers.get(self.next).copied()", "None::<PackedMove>")],
    "capture history": [text("history.rs", "self.captures[PieceTo::new(side, mv).index()][victim(mv)].add(bonus);", "let _ = (side, mv, bonus);")],
    "continuation histories": [text("history.rs", "self.continuations[back.index()][piece_to].add(bonus);", "let _ = (back, piece_to, bonus);")],
    "butterfly history": [text("history.rs", "self.butterfly[side_index(side)][Self::from_to(mv)].add(bonus);", "")],
    "check evasions in quiescence": [text("search/quiescence.rs", "None => Picker::all(", "None if false => Picker::all("), text("search/quiescence.rs", "Some(_) => Picker::noisy(", "_ => Picker::noisy("), text("search/quiescence.rs", "position.in_check() && !any", "position.in_check() && position.chess().legal_moves().is_empty()"), text("search/quiescence.rs", "let bound = match best {", "if position.in_check() && best == -Score::INFINITE { return Ok(at.alpha); }\n        let bound = match best {")],
    "table cutoffs": [text("search/node.rs", "decides(&seen, at.alpha, at.beta).then_some(seen.score)", "(false && decides(&seen, at.alpha, at.beta)).then_some(seen.score)")],
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


def play(base, changed, games, nodes, openings, work):
    command = [os.environ.get("FASTCHESS", "fastchess"), "-engine", f"cmd={changed}", "name=without", "-engine", f"cmd={base}", "name=whole",
               "-each", "proto=uci", "tc=inf", f"nodes={nodes}", "option.OwnBook=false", "option.Hash=16",
               "-rounds", str(games // 2), "-games", "2", "-repeat", "-concurrency", "1", "-ratinginterval", "0",
               "-resign", "movecount=4", "score=700", "-draw", "movenumber=40", "movecount=6", "score=10"]
    if openings:
        command += ["-openings", f"file={openings}", f"format={Path(openings).suffix[1:]}", "order=random", "-srand", "1"]
    output = subprocess.run(command, cwd=work, capture_output=True, text=True, check=True).stdout
    elo = re.findall(r"Elo: (\S+) \+/- (\S+?),", output)[-1]
    return {"elo": -float(elo[0]), "error": float(elo[1]), "games": games, "nodes": nodes}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=15000)
    parser.add_argument("--only", nargs="*", choices=TECHNIQUES, metavar="NAME")
    parser.add_argument("--openings")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/motley/ablation")
    options = parser.parse_args()

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
            results[name] = play(base, build(tree, target), options.games, options.nodes, options.openings and Path(options.openings).resolve(), options.work)
            kept.write_text(json.dumps(results, indent=1))
        result = results[name]
        print(f"| {name} | {result['elo']:+.0f} ± {result['error']:.0f} | {result['games']} |", flush=True)


if __name__ == "__main__":
    main()
