#!/usr/bin/env python3
"""Trains Mockfish's nets on samples of `motley dataset mockfish` (or `puzzles`).

    mockfish.py seed --net selector|pawn|knight|bishop|rook|queen|king DATA OUT
    mockfish.py trunk [--inputs rich|full|board] [--width 64 --blocks 6] DATA OUT
    mockfish.py tactics --quiet GAMES DATA OUT

`seed` trains one of the seven networks of seed 004 as printed there, for the comparison; `trunk` one residual net that answers all seven questions
and a policy and value besides; `tactics` the detector, on samples of `motley dataset tactics` and as many positions of games. OUT gets `options.json`, `state.pt` (everything that is needed to go on after an interruption: the same command takes it up),
`best.pt` (the weights of the least validation loss)
and `metrics.json`. Runs on a CUDA GPU where there is one.
"""
import argparse
import json
import pathlib
import time

import numpy
import torch
from torch.nn import functional
from tqdm import tqdm

import nets
from checkpoint import write
from samples import INPUTS, PIECES, Batches, Labels, load

NETWORKS = ("selector", *PIECES)


class SeedTask:
    """One of the seven questions, asked of a net of its own."""

    def __init__(self, options):
        self.name = options.net

    def keep(self, samples, part):
        """The selector learns from all positions, a piece's network from its own moves."""
        return samples if self.name == "selector" else samples[samples["role"] == PIECES.index(self.name) + 1]

    def loss(self, net, planes, labels):
        return functional.cross_entropy(net(planes).float(), self.wanted(labels))

    def wanted(self, labels):
        return labels.origin if self.name == "selector" else labels.target

    def score(self, net, planes, labels):
        """Name → (right answers, questions)."""
        return {self.name: right(net(planes), self.wanted(labels))}


class TrunkTask:
    """All questions at once."""

    def __init__(self, options):
        pass

    def keep(self, samples, part):
        return samples

    def loss(self, net, planes, labels):
        seven, moves, value = (output.float() for output in net(planes))
        return (functional.cross_entropy(seven[:, 0], labels.origin) + functional.cross_entropy(of_piece(seven, labels), labels.target)
                + functional.cross_entropy(of_legal(moves, labels), torch.zeros_like(labels.origin))
                + 0.5 * functional.cross_entropy(value, labels.outcome))

    def score(self, net, planes, labels):
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

    def __init__(self, options):
        self.quiet = options.quiet

    def keep(self, samples, part):
        if self.quiet is None:
            return samples
        # Positions of games are quiet but for a few in a hundred, which the net has to live with.
        games = load(self.quiet, part)
        drawn = numpy.array(games[numpy.sort(numpy.random.default_rng(1).choice(len(games), min(len(games), len(samples)), replace=False))])
        drawn["result"] = 0
        return numpy.random.default_rng(2).permutation(numpy.concatenate((samples, drawn)))

    def loss(self, net, planes, labels):
        return functional.cross_entropy(net(planes).float(), labels.outcome - 1)

    def score(self, net, planes, labels):
        yes, said = labels.outcome == 2, net(planes).argmax(1) == 1
        return {"accuracy": ((yes == said).sum().item(), len(yes)), "found": ((yes & said).sum().item(), yes.sum().item()),
                "false_alarms": ((~yes & said).sum().item(), (~yes).sum().item())}


def of_piece(seven, labels):
    """[N, 64]: what the network of the piece that moved says."""
    return seven[torch.arange(len(seven), device=seven.device), 1 + labels.piece]


def of_legal(moves, labels):
    """[N, 64]: the logits of the legal moves, the played one first; places without a move get none of the probability."""
    return moves.flatten(1).gather(1, labels.legal.clamp(max=4095)).masked_fill(labels.legal > 4095, -1e4)


def right(logits, wanted):
    return (logits.argmax(1) == wanted).sum().item(), len(wanted)


TASKS = {"seed": SeedTask, "trunk": TrunkTask, "tactics": TacticsTask}


class Trainer:
    def __init__(self, task, net, inputs, options):
        self.task, self.options = task, options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.planes = INPUTS[inputs][1]
        self.net = net.to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), options.rate, weight_decay=options.decay, fused=True)
        # Compiled, the memory-bound layers between the convolutions melt together: a third more positions a second on a CPU.
        self.loss = torch.compile(task.loss) if options.compile else task.loss
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self.rate_factor)
        self.step, self.best, self.patience, self.history = 0, float("inf"), 0, []

    def rate_factor(self, step):
        """A short warm-up, then constant (the seed), or constant and linearly down to nothing over the last steps.

        The latter reaches what a cosine reaches, and the length of a run need not be known when it begins (Hägele et al. 2024, arXiv:2405.18392).
        """
        warm = min(1.0, (step + 1) / 200)
        if self.options.schedule == "constant":
            return warm
        return warm * min(1.0, max((self.options.steps - step) / self.options.cooldown, 0.001))

    def batch(self, records):
        return self.planes(records, self.device).to(memory_format=torch.channels_last), Labels(records, self.device)

    def autocast(self):
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=not self.options.full_precision)

    def train(self, training, validation):
        options = self.options
        batches = iter(Batches(training, options.batch, options.seed, skip=self.step))
        bar = tqdm(total=options.steps, initial=self.step, unit="step", mininterval=5)
        running, started, seconds = 0.0, time.monotonic(), sum(entry["seconds"] for entry in self.history)
        while self.step < options.steps and self.patience < options.patience:
            planes, labels = self.batch(next(batches))
            self.net.train()
            with self.autocast():
                loss = self.loss(self.net, planes, labels)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
            self.optimizer.step()
            self.scheduler.step()
            self.step += 1
            bar.update()
            running += (loss.item() - running) / min(self.step, 100)
            if self.step % options.validate == 0 or self.step == options.steps:
                entry = {"step": self.step, "training_loss": running, "seconds": round(time.monotonic() - started, 1), **self.judge(validation)}
                started = time.monotonic()
                self.history.append(entry)
                self.keep_best(entry)
                self.save()
                seconds += entry["seconds"]
                tqdm.write(f"{self.step} steps, {seconds:.0f} s: " + " ".join(f"{name} {value:.4f}" for name, value in entry.items() if isinstance(value, float)))
        bar.close()

    @torch.inference_mode()
    def judge(self, samples):
        """Loss and accuracies on samples, as shares from 0 to 1."""
        self.net.eval()
        total, count, scores = 0.0, 0, {}
        for records in Batches(samples, 2048):
            planes, labels = self.batch(records)
            with self.autocast():
                total += self.task.loss(self.net, planes, labels).item() * len(records)
                for name, (hits, questions) in self.task.score(self.net, planes, labels).items():
                    before = scores.get(name, (0, 0))
                    scores[name] = before[0] + hits, before[1] + questions
            count += len(records)
        return {"loss": total / count, **{name: hits / max(questions, 1) for name, (hits, questions) in scores.items()}}

    def keep_best(self, entry):
        self.patience += 1
        if entry["loss"] < self.best:
            self.best, self.patience = entry["loss"], 0
            write(self.net.state_dict(), self.options.out / "best.pt")

    def save(self):
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "scheduler": self.scheduler.state_dict(),
                 "step": self.step, "best": self.best, "patience": self.patience, "history": self.history}
        write(state, self.options.out / "state.pt")

    def resume(self):
        file = self.options.out / "state.pt"
        if not file.exists():
            return
        state = torch.load(file, map_location=self.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.step, self.best, self.patience, self.history = state["step"], state["best"], state["patience"], state["history"]
        print(f"going on at step {self.step}")


def with_more_planes(weights, net):
    """Weights of a net that saw fewer planes, the new ones behind the old: it begins by ignoring them and goes on where it was."""
    stem, known = "stem.0.weight", weights.get("stem.0.weight")
    if known is not None and known.shape[1] < net.state_dict()[stem].shape[1]:
        grown = torch.zeros_like(net.state_dict()[stem])
        grown[:, :known.shape[1]] = known
        weights = {**weights, stem: grown}
    return weights


def of_games(samples, count, seed):
    """The samples of some games, drawn at random: files are often sorted by opening or year."""
    if count is None:
        return samples
    games = numpy.unique(samples["game"])
    drawn = numpy.random.default_rng(seed).choice(games, min(count, len(games)), replace=False)
    return samples[numpy.isin(samples["game"], drawn)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=tuple(TASKS))
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley dataset")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--net", choices=NETWORKS, default="selector")
    parser.add_argument("--inputs", choices=("board", "full", "rich"), default="rich")
    parser.add_argument("--width", type=int, help="default: 32 for tactics, else 64")
    parser.add_argument("--blocks", type=int, help="default: 4 for tactics, else 6")
    parser.add_argument("--quiet", type=pathlib.Path, help="samples of games, as positions without a tactic")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, help="samples a step (default: 128 for seed, as printed there, 1024 for trunk)")
    parser.add_argument("--rate", type=float, help="learning rate (default: 2.12e-4 for seed, as printed there, 2e-3 for trunk)")
    parser.add_argument("--decay", type=float, help="weight decay (default: 0 for seed, 1e-4 for trunk)")
    parser.add_argument("--schedule", choices=("constant", "trapezoid"), help="default: constant for seed, trapezoid for trunk")
    parser.add_argument("--cooldown", type=int, help="steps of the way down (default: a third of all)")
    parser.add_argument("--validate", type=int, default=1000, help="steps between validations")
    parser.add_argument("--validation-samples", type=int, default=50_000)
    parser.add_argument("--test-samples", type=int, help="samples of the test part to judge on at the end (default: all)")
    parser.add_argument("--patience", type=int, default=5, help="validations without a better loss before training ends")
    parser.add_argument("--games", type=int, help="learn from N games only, drawn at random")
    parser.add_argument("--epochs", type=float, help="passes over the samples, instead of --steps")
    parser.add_argument("--init", type=pathlib.Path, help="weights to begin with (transfer); the net may have seen fewer planes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--compile", action="store_true", help="compile the net (needs a C++ compiler)")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")
    options = parser.parse_args()
    seed = options.kind == "seed"
    for name, values in {"batch": (128, 1024), "rate": (2.12e-4, 2e-3), "decay": (0.0, 1e-4), "schedule": ("constant", "trapezoid")}.items():
        if getattr(options, name) is None:
            setattr(options, name, values[0 if seed else 1])
    tactics = options.kind == "tactics"
    options.width = options.width or (32 if tactics else 64)
    options.blocks = options.blocks or (4 if tactics else 6)
    return options


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    if options.threads:
        torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    task = TASKS[options.kind](options)
    described = {name: str(value) if isinstance(value, pathlib.Path) else value for name, value in vars(options).items()}
    (options.out / "options.json").write_text(json.dumps(described, indent=1) + "\n")
    net, inputs = nets.build(described)
    if options.init:
        net.load_state_dict(with_more_planes(torch.load(options.init, map_location="cpu", weights_only=True), net))
    training = task.keep(of_games(load(options.data, "train"), options.games, options.seed), "train")
    if options.epochs:
        options.steps = round(options.epochs * len(training) / options.batch)
    options.cooldown = options.cooldown or max(options.steps // 3, 1)
    trainer = Trainer(task, net, inputs, options)
    trainer.resume()
    validation = task.keep(load(options.data, "validation")[:options.validation_samples], "validation")
    parameters = sum(weights.numel() for weights in net.parameters())
    print(f"{parameters:,} parameters, {len(training):,} samples to learn from, {len(validation):,} for validation, on {trainer.device}")
    trainer.train(training, validation)

    net.load_state_dict(torch.load(options.out / "best.pt", map_location=trainer.device, weights_only=True))
    metrics = {"options": described, "parameters": parameters, "training_samples": len(training),
               "steps": trainer.step, "seconds": sum(entry["seconds"] for entry in trainer.history),
               "test": trainer.judge(task.keep(load(options.data, "test")[:options.test_samples], "test")), "history": trainer.history}
    (options.out / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")
    print(json.dumps(metrics["test"], indent=1))


if __name__ == "__main__":
    main()
