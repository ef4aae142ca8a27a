#!/usr/bin/env python3
"""Trains Mockfish's nets on samples of `motley-lab dataset mockfish` (or `puzzles`).

    mockfish.py griffiths --net selector|pawn|knight|bishop|rook|queen|king DATA OUT
    mockfish.py trunk [--inputs rich|full|board] [--width 64 --blocks 6] DATA OUT
    mockfish.py tactics --quiet GAMES DATA OUT

`griffiths` trains one of the seven networks as described in Griffiths, "Mockfish: A Pattern Recognition Chess Engine",
2022, for comparison; `trunk` one residual net with the outputs of all seven, of whole moves and of the result;
`tactics` the detector, on samples of `motley-lab dataset tactics` and as many positions of games. OUT gets
`options.json`, `state.pt` (to resume after an interruption with the same command), `best.pt` (the weights of the
least validation loss), `curve.tsv` (every validation) and `metrics.json`. Runs on a CUDA GPU where there is one;
`torchrun` starts it in several processes, as rated.py. griffiths.py trains all seven together.
"""

import argparse
import pathlib
import time

import numpy
import torch
from torch.nn import functional
from tqdm import tqdm

import mockfish_nets
from checkpoint import Resumable, begin, parameters
from mockfish_samples import INPUTS, PIECES, Batches, Labels, Rows, load
from processes import Processes

NETWORKS = ("selector", *PIECES)


class GriffithsTask:
    """One of the seven networks as a net of its own."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.name = options.net

    def keep(self, samples: numpy.ndarray, part: str) -> numpy.ndarray:
        """The selector learns from all positions, a piece's network from its own moves."""
        return samples if self.name == "selector" else samples[samples["role"] == PIECES.index(self.name) + 1]

    def loss(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> torch.Tensor:
        return functional.cross_entropy(net(planes).float(), self.expected(labels))

    def expected(self, labels: Labels) -> torch.Tensor:
        return labels.origin if self.name == "selector" else labels.target

    def score(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> dict[str, tuple[int, int]]:
        """Name → (right predictions, positions)."""
        return {self.name: right(net(planes), self.expected(labels))}


class TrunkTask:
    """The seven networks, whole moves and the result as outputs of one net."""

    def __init__(self, options: argparse.Namespace) -> None:
        pass

    def keep(self, samples: numpy.ndarray, part: str) -> numpy.ndarray:
        return samples

    def loss(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> torch.Tensor:
        seven, moves, value = (output.float() for output in net(planes))
        return (
            functional.cross_entropy(seven[:, 0], labels.origin)
            + functional.cross_entropy(of_piece(seven, labels), labels.target)
            + functional.cross_entropy(of_legal(moves, labels), torch.zeros_like(labels.origin))
            + 0.5 * functional.cross_entropy(value, labels.outcome)
        )

    def score(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> dict[str, tuple[int, int]]:
        seven, moves, value = net(planes)
        targets, scores = of_piece(seven, labels), {"selector": right(seven[:, 0], labels.origin)}
        for index, piece in enumerate(PIECES):
            mine = labels.piece == index
            scores[piece] = right(targets[mine], labels.target[mine])
        # From the last to the first, so that a tie does not count as found.
        legal = of_legal(moves, labels).flip(1)
        scores["move"] = right(legal, torch.full_like(labels.origin, legal.shape[1] - 1))
        scores["outcome"] = right(value, labels.outcome)
        return scores


class TacticsTask:
    """Whether there is a tactic: the field `result` of such samples is 1 or 0."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.quiet = options.quiet

    def keep(self, samples: numpy.ndarray, part: str) -> numpy.ndarray:
        if self.quiet is None:
            return samples
        # A few in a hundred of the positions of games have a tactic too; these labels are wrong.
        games = load(self.quiet, part)
        chosen = numpy.array(
            games[
                numpy.sort(numpy.random.default_rng(1).choice(len(games), min(len(games), len(samples)), replace=False))
            ]
        )
        chosen["result"] = 0
        return numpy.random.default_rng(2).permutation(numpy.concatenate((samples, chosen)))

    def loss(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> torch.Tensor:
        return functional.cross_entropy(net(planes).float(), labels.outcome - 1)

    def score(self, net: torch.nn.Module, planes: torch.Tensor, labels: Labels) -> dict[str, tuple[int, int]]:
        yes, predicted = labels.outcome == 2, net(planes).argmax(1) == 1
        return {
            "accuracy": ((yes == predicted).sum().item(), len(yes)),
            "found": ((yes & predicted).sum().item(), yes.sum().item()),
            "false_alarms": ((~yes & predicted).sum().item(), (~yes).sum().item()),
        }


def of_piece(seven: torch.Tensor, labels: Labels) -> torch.Tensor:
    """[N, 64]: the output for the kind of piece that moved."""
    return seven[torch.arange(len(seven), device=seven.device), 1 + labels.piece]


def of_legal(moves: torch.Tensor, labels: Labels) -> torch.Tensor:
    """[N, 64]: the logits of the legal moves, the played one first; places without a move get none of the
    probability."""
    return moves.flatten(1).gather(1, labels.legal.clamp(max=4095)).masked_fill(labels.legal > 4095, -1e4)


def right(logits: torch.Tensor, expected: torch.Tensor) -> tuple[int, int]:
    """How many predictions are right, and of how many."""
    return (logits.argmax(1) == expected).sum().item(), len(expected)


TASKS = {"griffiths": GriffithsTask, "trunk": TrunkTask, "tactics": TacticsTask}


class Trainer(Resumable):
    COUNTS = ("step", "running", "seconds", "best", "patience", "history")

    def __init__(
        self,
        task: GriffithsTask | TrunkTask | TacticsTask,
        net: torch.nn.Module,
        inputs: str,
        options: argparse.Namespace,
        processes: Processes,
    ) -> None:
        self.task, self.options, self.processes, self.device = task, options, processes, processes.device
        self.planes = INPUTS[inputs][1]
        self.net = net.to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), options.rate, weight_decay=options.decay, fused=True)
        # Compiling fuses the memory-bound layers between the convolutions: a third more positions a second on a CPU.
        self.loss = torch.compile(task.loss) if options.compile else task.loss
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self.rate_factor)
        # The mean loss of the last hundred steps, and the seconds since the last validation.
        self.step, self.running, self.seconds = 0, 0.0, 0.0
        self.best, self.patience, self.history = float("inf"), 0, []

    def rate_factor(self, step: int) -> float:
        """A short warm-up, then constant (Griffiths), or constant and linearly down to nothing over the last steps.

        The latter reaches what a cosine reaches, and the length of a run need not be known when it begins (Hägele et
        al. 2024, arXiv:2405.18392).
        """
        warm = min(1.0, (step + 1) / 200)
        if self.options.schedule == "constant":
            return warm
        return warm * min(1.0, max((self.options.steps - step) / self.options.cooldown, 0.001))

    def log(self, text: str) -> None:
        if self.processes.is_first:
            tqdm.write(text)

    def batch(self, records: numpy.ndarray) -> tuple[torch.Tensor, Labels]:
        return self.planes(records, self.device).to(memory_format=torch.channels_last), Labels(records, self.device)

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=not self.options.full_precision)

    def train(
        self, training: numpy.ndarray | Rows, validation: numpy.ndarray | Rows, most_seconds: float = float("inf")
    ) -> None:
        """Until the last step, or until the loss no longer falls, or for a time."""
        options = self.options
        net, part = self.processes.wrap(self.net), self.processes.part(options.batch)
        batches = iter(Batches(training, options.batch, options.seed, skip=self.step, part=part))
        is_hidden = not self.processes.is_first
        bar = tqdm(total=options.steps, initial=self.step, unit="step", mininterval=5, disable=is_hidden)
        started = timed_from = time.monotonic()
        while not self.has_ended() and time.monotonic() - started < most_seconds:
            planes, labels = self.batch(next(batches))
            self.net.train()
            with self.autocast():
                loss = self.loss(net, planes, labels)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
            self.optimizer.step()
            self.scheduler.step()
            self.step += 1
            bar.update()
            mean = self.processes.sums(loss.item())[0] / self.processes.count
            self.running += (mean - self.running) / min(self.step, 100)
            if self.step % options.validate == 0 or self.step == options.steps:
                self.seconds += time.monotonic() - timed_from
                entry = {
                    "step": self.step,
                    "training_loss": self.running,
                    "seconds": round(self.seconds, 1),
                    **self.processes.from_first(lambda: self.measure(validation)),
                }
                self.seconds, self.patience, timed_from = 0.0, self.patience + 1, time.monotonic()
                self.record(entry)
                self.log(
                    f"{self.step} steps, {self.seconds_in_all():.0f} s: "
                    + " ".join(f"{name} {value:.4f}" for name, value in entry.items() if isinstance(value, float))
                )
        bar.close()
        self.seconds += time.monotonic() - timed_from
        self.save()

    def has_ended(self) -> bool:
        return self.step >= self.options.steps or self.patience >= self.options.patience

    def seconds_in_all(self) -> float:
        return sum(entry["seconds"] for entry in self.history)

    @torch.inference_mode()
    def measure(self, samples: numpy.ndarray | Rows) -> dict[str, float]:
        """Loss and accuracies on samples, as shares from 0 to 1."""
        self.net.eval()
        total, count, scores = 0.0, 0, {}
        for records in Batches(samples, 2048):
            planes, labels = self.batch(records)
            with self.autocast():
                total += self.task.loss(self.net, planes, labels).item() * len(records)
                for name, (hits, positions) in self.task.score(self.net, planes, labels).items():
                    before = scores.get(name, (0, 0))
                    scores[name] = before[0] + hits, before[1] + positions
            count += len(records)
        return {"loss": total / count, **{name: hits / max(positions, 1) for name, (hits, positions) in scores.items()}}


def with_more_planes(weights: dict[str, torch.Tensor], net: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Weights of a net with fewer input planes, extended by zeros for the new ones, which come after the old."""
    stem, known = "stem.0.weight", weights.get("stem.0.weight")
    if known is not None and known.shape[1] < net.state_dict()[stem].shape[1]:
        grown = torch.zeros_like(net.state_dict()[stem])
        grown[:, : known.shape[1]] = known
        weights = {**weights, stem: grown}
    return weights


def of_games(samples: numpy.ndarray, count: int | None, seed: int) -> numpy.ndarray:
    """The samples of some games, drawn at random: files are often sorted by opening or year."""
    if count is None:
        return samples
    games = numpy.unique(samples["game"])
    chosen = numpy.random.default_rng(seed).choice(games, min(count, len(games)), replace=False)
    return samples[numpy.isin(samples["game"], chosen)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=tuple(TASKS))
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley-lab dataset")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--net", choices=NETWORKS, default="selector")
    parser.add_argument("--inputs", choices=("board", "full", "rich"), default="rich")
    parser.add_argument("--width", type=int, help="default: 32 for tactics, else 64")
    parser.add_argument("--blocks", type=int, help="default: 4 for tactics, else 6")
    parser.add_argument("--quiet", type=pathlib.Path, help="samples of games, as positions without a tactic")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument(
        "--batch", type=int, help="samples a step (default: 128 for griffiths, as in the source, 1024 for trunk)"
    )
    parser.add_argument(
        "--rate", type=float, help="learning rate (default: 2.12e-4 for griffiths, as in the source, 2e-3 for trunk)"
    )
    parser.add_argument("--decay", type=float, help="weight decay (default: 0 for griffiths, 1e-4 for trunk)")
    parser.add_argument(
        "--schedule", choices=("constant", "trapezoid"), help="default: constant for griffiths, trapezoid for trunk"
    )
    parser.add_argument("--cooldown", type=int, help="steps of the decay at the end (default: a third of all)")
    parser.add_argument("--validate", type=int, default=1000, help="steps between validations")
    parser.add_argument("--validation-samples", type=int, default=50_000)
    parser.add_argument(
        "--test-samples", type=int, help="samples of the test part to measure at the end (default: all)"
    )
    parser.add_argument(
        "--patience", type=int, default=5, help="validations without a better loss before training ends"
    )
    parser.add_argument("--games", type=int, help="train on N games only, drawn at random")
    parser.add_argument("--epochs", type=float, help="passes over the samples, instead of --steps")
    parser.add_argument(
        "--init", type=pathlib.Path, help="weights to begin with (transfer); the net may have fewer input planes"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--compile", action="store_true", help="compile the net (needs a C++ compiler)")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")
    options = parser.parse_args()
    griffiths = options.kind == "griffiths"
    for name, values in {
        "batch": (128, 1024),
        "rate": (2.12e-4, 2e-3),
        "decay": (0.0, 1e-4),
        "schedule": ("constant", "trapezoid"),
    }.items():
        if getattr(options, name) is None:
            setattr(options, name, values[0 if griffiths else 1])
    tactics = options.kind == "tactics"
    options.width = options.width or (32 if tactics else 64)
    options.blocks = options.blocks or (4 if tactics else 6)
    return options


def main() -> None:
    options, processes = arguments(), Processes()
    described = begin(options, processes)
    task = TASKS[options.kind](options)
    net, inputs = mockfish_nets.build(described)
    if options.init:
        net.load_state_dict(with_more_planes(torch.load(options.init, map_location="cpu", weights_only=True), net))
    training = task.keep(of_games(load(options.data, "train"), options.games, options.seed), "train")
    if options.epochs:
        options.steps = round(options.epochs * len(training) / options.batch)
    options.cooldown = options.cooldown or max(options.steps // 3, 1)
    trainer = Trainer(task, net, inputs, options, processes)
    trainer.resume()
    validation = task.keep(load(options.data, "validation")[: options.validation_samples], "validation")
    trainer.log(
        f"{parameters(net):,} parameters, {len(training):,} samples for training, "
        f"{len(validation):,} for validation, on {trainer.device}"
    )
    trainer.train(training, validation)
    metrics = {
        "options": described,
        "parameters": parameters(net),
        "training_samples": len(training),
        "steps": trainer.step,
        "seconds": trainer.seconds_in_all(),
    }
    test = task.keep(load(options.data, "test")[: options.test_samples], "test")
    trainer.finish(metrics, lambda: trainer.measure(test))
    processes.end()


if __name__ == "__main__":
    main()
