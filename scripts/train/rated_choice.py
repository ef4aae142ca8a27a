#!/usr/bin/env python3
"""Trains the net that corrects the conditional logit of rated_weights.py: nets/mockfish/choice.onnx.

    rated_choice.py TRAIN... VALIDATION --table rated.tsv --out choice.onnx [--test TEST]

All are folders of `motley-lab dataset rated-weights`. The logit adds up what it knows of a move; this net sees how the
numbers of a move go together, and what the other probable moves are like. For each move: its numbers (standardised, at
most 5 deviations from the mean) and the mover's become hidden numbers; their mean over the moves, weighed by the rated
net's probabilities, stands for the position; a second layer over both gives what is added to the logit. The weights
with the best likelihood on VALIDATION are written.

The ONNX file has the inputs `moves` [MOVES, numbers] (rows of zeros behind the last move), `who` [1, numbers] and
`probabilities` [1, MOVES], and the output `added` [MOVES, 1]. It is checked against PyTorch.
"""

import argparse
import pathlib

import numpy
import onnx
import torch

from mockfish_export import halve
from rated_export import OPSET, session_of
from rated_trees import table_of
from rated_weights import Samples, names_of, report

SHARE = "the net's probability"
MOVES = 256
"""More than any position has legal moves."""


class Choice(torch.nn.Module):
    """What is added to the logit of each move."""

    def __init__(self, mean: torch.Tensor, deviation: torch.Tensor, who: int, hidden: int) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        self.who = torch.nn.Linear(who, 16)
        self.of_who = torch.nn.Linear(16, hidden, bias=False)
        self.first = torch.nn.Linear(len(mean), hidden)
        self.second = torch.nn.Linear(hidden, hidden)
        self.of_position = torch.nn.Linear(hidden, hidden, bias=False)
        self.last = torch.nn.Linear(hidden, 1)
        torch.nn.init.zeros_(self.last.weight)
        torch.nn.init.zeros_(self.last.bias)

    def forward(self, moves: torch.Tensor, who: torch.Tensor, probabilities: torch.Tensor) -> torch.Tensor:
        """[..., moves, 1] of [..., moves, numbers], [..., 1, numbers] and [..., 1, moves]."""
        numbers = ((moves - self.mean) / self.deviation).clamp(-5, 5)
        hidden = torch.relu(self.first(numbers) + self.of_who(torch.relu(self.who(who))))
        position = self.of_position(probabilities @ hidden)
        return self.last(torch.relu(self.second(hidden) + position))


class Fitting:
    """Samples with the logits of the table."""

    def __init__(self, samples: Samples, table: torch.Tensor, share: int) -> None:
        self.samples, self.table, self.share = samples, table, share

    def logs(self, net: Choice | None, index: torch.Tensor) -> torch.Tensor:
        """[N, most]: the natural logarithms of the probabilities of the moves of some positions."""
        samples = self.samples
        moves, none = samples.batch(index)
        who = samples.who[index]
        logits = (moves * (self.table[:, 0] + who @ self.table[:, 1:].T)[:, None]).sum(2)
        if net is not None:
            probabilities = moves[..., self.share].masked_fill(none, 0)
            logits = logits + net(moves, who[:, None], probabilities[:, None])[..., 0]
        return torch.log_softmax(logits.masked_fill(none, float("-inf")), dim=1)

    @torch.inference_mode()
    def predict(self, net: Choice | None) -> tuple[numpy.ndarray, numpy.ndarray]:
        """For each position whether the most probable move was played, and −ln p of the played one."""
        hits, losses = [], []
        for index in torch.arange(len(self.samples.played)).split(1024):
            logs = self.logs(net, index)
            played = logs.gather(1, self.samples.played[index, None])
            # A tie does not count as found.
            hits.append((logs >= played).sum(1) == 1)
            losses.append(-played[:, 0])
        return torch.cat(hits).numpy(), torch.cat(losses).numpy()


def fit(train: Fitting, validation: Fitting, net: Choice, options: argparse.Namespace) -> None:
    """Leaves in `net` the weights with the least loss on `validation`."""
    positions = len(train.samples.played)
    steps = options.epochs * (positions // options.batch)
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=options.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=steps, pct_start=0.1)
    best, best_state = float(validation.predict(None)[1].mean()), None
    print(f"the logit alone: -ln p {best:.4f}", flush=True)
    for epoch in range(options.epochs):
        for index in torch.randperm(positions).split(options.batch)[: positions // options.batch]:
            loss = -train.logs(net, index).gather(1, train.samples.played[index, None]).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        mean = float(validation.predict(net)[1].mean())
        print(f"epoch {epoch}: -ln p {mean:.4f}", flush=True)
        if mean < best:
            best, best_state = mean, {key: value.clone() for key, value in net.state_dict().items()}
    assert best_state is not None, "nothing was better than the logit alone"
    net.load_state_dict(best_state)


def write(net: Choice, samples: Samples, share: int, out: pathlib.Path) -> None:
    """The file with its weights in half precision, checked on some positions."""
    inputs = []
    for index in range(32):
        rows, _ = samples.batch(torch.tensor([index]))
        moves = torch.zeros(MOVES, rows.shape[2])
        moves[: rows.shape[1]] = rows[0]
        probabilities = torch.zeros(1, MOVES)
        probabilities[0, : rows.shape[1]] = rows[0, :, share]
        inputs.append((moves, samples.who[index][None], probabilities))
    names = ["moves", "who", "probabilities"]
    torch.onnx.export(
        net, inputs[0], str(out), input_names=names, output_names=["added"], opset_version=OPSET, dynamo=False
    )
    onnx.save(halve(onnx.load(str(out))), str(out))
    session, worst = session_of(out), 0.0
    for one in inputs:
        with torch.inference_mode():
            expected = net(*one).numpy()
        found = session.run(["added"], {key: part.numpy() for key, part in zip(names, one, strict=True)})[0]
        worst = max(worst, float(numpy.abs(numpy.exp(found) - numpy.exp(expected)).max()))
    print(f"{out}: {out.stat().st_size:,} bytes, differs from PyTorch by {worst:.1e}")
    assert worst < 0.1, "the file is not the net"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=pathlib.Path, nargs="+", help="folders to learn from")
    parser.add_argument("validation", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path, required=True, help="the table of the logit")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the ONNX file to write")
    parser.add_argument("--test", type=pathlib.Path, help="a folder of games that decided nothing: reported besides")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    table, share = torch.from_numpy(table_of(options.table)), names_of(options.table).index(SHARE)
    train = Fitting(Samples(*options.train), table, share)
    validation = Fitting(Samples(options.validation), table, share)
    rows = train.samples.rows
    net = Choice(rows.mean(0), rows.std(0) + 1e-3, train.samples.who.shape[1], options.hidden)
    fit(train, validation, net, options)
    for folder in filter(None, (options.validation, options.test)):
        fitting = validation if folder == options.validation else Fitting(Samples(folder), table, share)
        results = {"the logit": fitting.predict(None), "with the net": fitting.predict(net)}
        print(f"{folder}:", *report(fitting.samples, results), sep="\n")
    write(net.eval(), validation.samples, share, options.out)


if __name__ == "__main__":
    main()
