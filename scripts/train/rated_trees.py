#!/usr/bin/env python3
"""Tries boosted trees in the place of the conditional logit of rated_weights.py, on the same samples.

    rated_trees.py TRAIN... VALIDATION [--test TEST] [--rounds N]

The trees (LightGBM) are given a move's numbers, the mover's, and the logit of nets/mockfish/rated.tsv, from which they
begin; they learn p(move) = softmax over the moves of a position. Printed are −ln p and how often the most probable move
was played, by source and rating, for the logit alone and with the trees. Nothing is written: the program has no trees.
"""

import argparse
import pathlib
import time

import lightgbm
import numpy
import torch

from rated_weights import NET, Samples, names_of, report

TABLE = pathlib.Path(__file__).parents[2] / "nets/mockfish/rated.tsv"


class Rows:
    """Samples as rows for trees, with the logit of each move and the borders of the positions."""

    def __init__(self, samples: Samples, table: numpy.ndarray) -> None:
        self.samples = samples
        counts = samples.count.numpy()
        self.border = numpy.concatenate(([0], numpy.cumsum(counts)))[:-1]
        who = numpy.repeat(samples.who.numpy(), counts, axis=0)
        rows = samples.rows.numpy()
        weights = table[:, 0] + who @ table[:, 1:].T
        self.logit = (rows * weights).sum(1)
        self.numbers = numpy.concatenate((rows, who), 1)
        self.played = numpy.zeros(len(rows), numpy.float32)
        self.played[self.border + samples.played.numpy()] = 1
        self.position = numpy.repeat(numpy.arange(len(counts)), counts)

    def probabilities(self, scores: numpy.ndarray) -> numpy.ndarray:
        """The softmax of the scores of each position."""
        scores = numpy.exp(scores - numpy.maximum.reduceat(scores, self.border)[self.position])
        return scores / numpy.add.reduceat(scores, self.border)[self.position]

    def results(self, scores: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """For each position whether the most probable move was played, and −ln p of the played one."""
        shares = self.probabilities(scores)
        played = shares[self.played > 0]
        best = numpy.maximum.reduceat(shares, self.border)
        return played >= best, -numpy.log(played.clip(1e-12))


def table_of(path: pathlib.Path) -> numpy.ndarray:
    """The weights [numbers, 1 + who]."""
    lines = path.read_text().splitlines()[1:]
    return numpy.array([[float(cell) for cell in line.split("\t")[1:]] for line in lines], numpy.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=pathlib.Path, nargs="+")
    parser.add_argument("validation", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path, default=TABLE, help="the table of the logit to begin with")
    parser.add_argument("--test", type=pathlib.Path, help="a folder of games that decided nothing: reported besides")
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--leaves", type=int, default=31)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    table = table_of(options.table)
    assert len(names_of(options.table)) == len(table) and NET in names_of(options.table)
    train, validation = Rows(Samples(*options.train), table), Rows(Samples(options.validation), table)

    def objective(scores: numpy.ndarray, _: lightgbm.Dataset) -> tuple[numpy.ndarray, numpy.ndarray]:
        shares = train.probabilities(scores)
        return shares - train.played, shares * (1 - shares)

    settings = {
        "objective": objective,
        "num_leaves": options.leaves,
        "learning_rate": options.rate,
        "min_sum_hessian_in_leaf": 20.0,
        "max_bin": 63,
        "num_threads": options.threads,
        "verbosity": -1,
    }
    data = lightgbm.Dataset(train.numbers, train.played, init_score=train.logit)
    start = time.monotonic()

    def show(env: lightgbm.callback.CallbackEnv) -> None:
        if (env.iteration + 1) % 25 == 0:
            scores = validation.logit + env.model.predict(validation.numbers, raw_score=True)
            hits, losses = validation.results(scores)
            elapsed = time.monotonic() - start
            print(f"{env.iteration + 1} trees, {elapsed:.0f} s: {hits.mean():.4f} {losses.mean():.4f}", flush=True)

    trees = lightgbm.train(settings, data, options.rounds, callbacks=[show])
    for folder in filter(None, (options.validation, options.test)):
        rows = validation if folder == options.validation else Rows(Samples(folder), table)
        after = rows.logit + trees.predict(rows.numbers, raw_score=True)
        print(f"{folder}:")
        for line in report(rows.samples, {"the logit": rows.results(rows.logit), "with trees": rows.results(after)}):
            print(line)


if __name__ == "__main__":
    main()
