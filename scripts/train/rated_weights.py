#!/usr/bin/env python3
"""Fits the weights that correct the rated net by a short search: nets/mockfish/rated.tsv.

    rated_weights.py TRAIN... VALIDATION --out rated.tsv [--test TEST]

All are folders of `motley-lab dataset rated-weights`. The model is a conditional logit: each legal move has numbers x
(src/personalities/rated/features.rs), the person who moves has numbers w (src/nets/rated/mover.rs), and p(move) ∝ exp(Σ
x·(b + W·w)), fitted by maximum likelihood with weight decay. At the maximum the expected value of every number, the
pawns that are lost among them, is that of people's moves: players whose moves are sampled from it err as people do. The
weights with the best likelihood on VALIDATION are written, and how often the most probable move was played, by source
and rating, before and after.
"""

import argparse
import pathlib
from collections.abc import Iterator

import numpy
import torch

from rated_report import BANDS, band, clustered_error
from rated_samples import KNOTS

COLUMNS = (
    "all",
    *(f"mover {knot}" for knot in KNOTS),
    *(f"opponent {knot}" for knot in KNOTS),
    "opponent known",
    *("Lichess", "over the board", "other site"),
    *("time unknown", "bullet", "blitz", "rapid", "classical"),
    *("clocks known", "clock", "opponent clock", "base", "increment"),
)
NET = "log of the net's probability"
ONE_PLAYER = 3
"""The number of the file most of whose games one player played; left out of the report."""


class Samples:
    """The positions of some folders, with the moves of all of them as rows; `batch` puts a position's rows together."""

    def __init__(self, *folders: pathlib.Path) -> None:
        positions, rows, before = [], [], 0
        for folder in folders:
            part = numpy.load(folder / "positions.npy")
            part["first"] += before
            positions.append(part)
            rows.append(numpy.load(folder / "moves.npy")["numbers"])
            before += len(rows[-1])
        self.positions = numpy.concatenate(positions)
        self.rows = torch.from_numpy(numpy.concatenate(rows))
        self.first = torch.from_numpy(self.positions["first"].astype(numpy.int64))
        self.count = torch.from_numpy(self.positions["count"].astype(numpy.int64))
        self.who = torch.from_numpy(numpy.ascontiguousarray(self.positions["who"]))
        self.played = torch.from_numpy(self.positions["played"].astype(numpy.int64))

    def batch(self, index: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The numbers [N, most, numbers] of the moves of some positions, and [N, most] where there is no move."""
        place = torch.arange(int(self.count[index].max()))
        none = place[None] >= self.count[index, None]
        at = (self.first[index, None] + place[None]).clamp(max=len(self.rows) - 1)
        return self.rows[at], none


class Logit(torch.nn.Module):
    """The correction of the net's logarithm."""

    def __init__(self, numbers: int, who: int) -> None:
        super().__init__()
        self.all = torch.nn.Parameter(torch.zeros(numbers))
        self.by_who = torch.nn.Parameter(torch.zeros(who, numbers))

    def forward(self, moves: torch.Tensor, who: torch.Tensor) -> torch.Tensor:
        return (moves * (self.all + who @ self.by_who)[:, None]).sum(2)


def log_probabilities(net: Logit | None, samples: Samples, index: torch.Tensor, name: int) -> torch.Tensor:
    """[N, most] of the moves, the net's own where `net` is None."""
    moves, none = samples.batch(index)
    logits = moves[..., name]
    if net is not None:
        logits = logits + net(moves, samples.who[index])
    return torch.log_softmax(logits.masked_fill(none, float("-inf")), dim=1)


@torch.inference_mode()
def predict(net: Logit | None, samples: Samples, name: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """For each position whether the most probable move was played, and −ln p of the played one."""
    hits, losses = [], []
    for index in torch.arange(len(samples.played)).split(2048):
        logs = log_probabilities(net, samples, index, name)
        played = logs.gather(1, samples.played[index, None])
        # A tie does not count as found.
        hits.append((logs >= played).sum(1) == 1)
        losses.append(-played[:, 0])
    return torch.cat(hits).numpy(), torch.cat(losses).numpy()


def report(samples: Samples, results: dict[str, tuple[numpy.ndarray, numpy.ndarray]]) -> Iterator[str]:
    """The table as lines: for each band the shares of the models in `results`, by name."""
    bands = band(samples.positions, ONE_PLAYER)
    yield f"{'':30} {'n':>6} " + " ".join(f"{model:>18}" for model in results)
    rows = [(name, bands == number) for number, (name, *_) in enumerate(BANDS)]
    for name, mine in [*rows, ("Lichess, all of these", bands > 0)]:
        if not mine.any():
            continue
        cells = []
        for hits, losses in results.values():
            error = clustered_error(hits[mine].astype(float), samples.positions["game"][mine])
            cells.append(f"{100 * hits[mine].mean():5.1f} ± {100 * error:3.1f}  {losses[mine].mean():5.3f}")
        yield f"{name:30} {mine.sum():6} " + " ".join(f"{cell:>18}" for cell in cells)


def fit(train: Samples, validation: Samples, name: int, options: argparse.Namespace) -> Logit:
    """The weights with the least loss on `validation`, and that loss."""
    net = Logit(train.rows.shape[1], train.who.shape[1])
    steps = options.epochs * (len(train.played) // options.batch)
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=options.decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(1 - step / steps, 0))
    best, best_state = float("inf"), None
    for epoch in range(options.epochs):
        for index in torch.randperm(len(train.played)).split(options.batch)[: len(train.played) // options.batch]:
            logs = log_probabilities(net, train, index, name)
            loss = -logs.gather(1, train.played[index, None]).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        mean = float(predict(net, validation, name)[1].mean())
        print(f"epoch {epoch}: -ln p {mean:.4f}", flush=True)
        if mean < best:
            best, best_state = mean, {key: value.clone() for key, value in net.state_dict().items()}
    net.load_state_dict(best_state)
    return net


def names_of(table: pathlib.Path) -> list[str]:
    """The names of the numbers, from the table that is there."""
    return [line.split("\t")[0] for line in table.read_text().splitlines()[1:]]


def write(net: Logit, names: list[str], out: pathlib.Path) -> None:
    """The table, a line a number; the net's logarithm counts once besides its correction."""
    weights = torch.cat((net.all[None], net.by_who)).detach().T.clone()
    weights[names.index(NET), 0] += 1
    lines = ["\t".join(("number", *COLUMNS))]
    lines += ["\t".join((name, *(f"{w:.4g}" for w in row))) for name, row in zip(names, weights.tolist(), strict=True)]
    out.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=pathlib.Path, nargs="+", help="folders to learn from")
    parser.add_argument("validation", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the table to write")
    table = pathlib.Path(__file__).parents[2] / "nets/mockfish/rated.tsv"
    parser.add_argument("--table", type=pathlib.Path, default=table, help="the table whose numbers are fitted")
    parser.add_argument("--test", type=pathlib.Path, help="a folder of games that decided nothing: reported besides")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    names = names_of(options.table)
    train, validation = Samples(*options.train), Samples(options.validation)
    assert train.rows.shape[1] == len(names) and train.who.shape[1] + 1 == len(COLUMNS)
    net = fit(train, validation, names.index(NET), options)
    for folder in filter(None, (options.validation, options.test)):
        samples = validation if folder == options.validation else Samples(folder)
        before, after = (predict(model, samples, names.index(NET)) for model in (None, net))
        print(f"{folder}:", *report(samples, {"the net alone": before, "with the search": after}), sep="\n")
    write(net, names, options.out)


if __name__ == "__main__":
    main()
