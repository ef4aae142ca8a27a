#!/usr/bin/env python3
"""Shows that several processes learn as one: trains the same net with each and compares the losses.

    curves.py OUT --shards DIR --validation SHARD [--processes 2] [--steps 300] [--svg FILE] [OPTIONS OF rated.py]

Three runs with the same batches: in one process, in several, and in several up to half of the steps and resumed in
one. Prints a table of the loss of the moves, means over the last steps, and what each net reaches on held-out
positions. Needs what scripts/train needs; shards are made by `motley-lab dataset rated-shards`.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

HUMAN = pathlib.Path(__file__).resolve().parent.parent / "train" / "rated.py"
LINES = 15
"""Lines of the table."""
COLOURS = ("#1b6ca8", "#d1495b", "#3a7d44")
WIDTH, HEIGHT, MARGIN = 640, 320, 48


def train(out: pathlib.Path, options: argparse.Namespace, processes: int, steps: int) -> None:
    """Runs rated.py, or goes on with it, up to so many steps."""
    files = ("--shards", options.shards, "--validation", options.validation)
    limits = ("--steps", steps, "--log-steps", max(options.steps // LINES, 1), "--per-band", 500)
    launcher = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", processes) if processes > 1 else ()
    call = (sys.executable, *launcher, HUMAN, "tower", out, *files, *limits, *options.rest)
    threads = {**os.environ, "OMP_NUM_THREADS": "1"}
    subprocess.run([str(word) for word in call], check=True, stdout=subprocess.DEVNULL, env=threads)


def losses(out: pathlib.Path) -> dict[int, float]:
    """Step → mean loss since the line before."""
    pattern = re.compile(r"step (\d+) loss .* of the last \d+ steps ([\d.]+)")
    found = (pattern.search(line) for line in (out / "log.txt").read_text().splitlines())
    return {int(match[1]): float(match[2]) for match in found if match}


def measured(out: pathlib.Path) -> list[str]:
    """The last line of the last report: positions, share of right first choices in per cent, −ln p."""
    last = [line for line in (out / "log.txt").read_text().splitlines() if "all of these" in line][-1]
    return last.split("these")[1].split()


def table(curves: dict[str, dict[int, float]]) -> Iterator[str]:
    names = list(curves)
    yield " | ".join(("step", *names, "greatest difference"))
    for step in sorted(set.intersection(*(set(curve) for curve in curves.values()))):
        values = [curves[name][step] for name in names]
        yield " | ".join((f"{step:4}", *(f"{value:.5f}" for value in values), f"{max(values) - min(values):.5f}"))


def svg(curves: dict[str, dict[int, float]]) -> Iterator[str]:
    """The curves as a picture; the later ones are thinner, so that equal ones can be told apart."""
    steps = sorted({step for curve in curves.values() for step in curve})
    low, high = (edge(value for curve in curves.values() for value in curve.values()) for edge in (min, max))

    def place(step: int, value: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * (step - steps[0]) / max(steps[-1] - steps[0], 1)
        y = MARGIN + (HEIGHT - 2 * MARGIN) * (high - value) / max(high - low, 1e-9)
        return f"{x:.1f},{y:.1f}"

    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    for value in (high, low):
        y = place(steps[0], value).split(",")[1]
        yield f'<text x="{MARGIN - 4}" y="{y}" font-size="11" text-anchor="end">{value:.2f}</text>'
    for step, anchor in ((steps[0], "start"), (steps[-1], "end")):
        x = place(step, low).split(",")[0]
        yield f'<text x="{x}" y="{HEIGHT - MARGIN + 16}" font-size="11" text-anchor="{anchor}">step {step}</text>'
    for number, (name, curve) in enumerate(curves.items()):
        points = " ".join(place(step, value) for step, value in sorted(curve.items()))
        colour, width = COLOURS[number % len(COLOURS)], 7 - 2.5 * number
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        y = MARGIN + 16 * number
        yield f'<text x="{WIDTH - MARGIN}" y="{y}" font-size="12" text-anchor="end" fill="{colour}">{name}</text>'
    yield "</svg>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="folder for the runs; those that are there are made anew")
    parser.add_argument("--shards", type=pathlib.Path, required=True)
    parser.add_argument("--validation", type=pathlib.Path, required=True)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--svg", type=pathlib.Path, help="write the curves as a picture")
    options, rest = parser.parse_known_args()
    options.rest = rest

    several, half = options.processes, options.steps // 2
    runs = {
        "1 process": [(1, options.steps)],
        f"{several} processes": [(several, options.steps)],
        f"{several}, then 1": [(several, half), (1, options.steps)],
    }
    curves = {}
    for number, (name, stages) in enumerate(runs.items()):
        out = options.out / str(number)
        shutil.rmtree(out, ignore_errors=True)
        for processes, steps in stages:
            train(out, options, processes, steps)
        curves[name] = losses(out)
        positions, share, loss = measured(out)
        print(f"{name}: {share} % right, -ln p {loss} of {positions} held-out positions", flush=True)
    print("\n".join(table(curves)))
    if options.svg:
        options.svg.write_text("\n".join(svg(curves)) + "\n")


if __name__ == "__main__":
    main()
