#!/usr/bin/env python3
"""Trains Pattern's nets on games of `motley-lab dataset pattern`.

    pattern.py kumar|lstm DATA OUT

`kumar` is the net of Kumar, "Pattern Based Chess Engine: Part 1", 2019, on windows (six layers of LSTM), `lstm` one
wide LSTM over whole games (the form `parts`, window 0). pattern_board.py and pattern_game.py train the net that ships
as `WholeGame`. OUT gets `options.json`, `state.pt` (to resume after an interruption with the same command), `best.pt`
(the weights of the least validation loss), `curve.tsv` (every validation), `metrics.json`, and for Kumar's net
`tests.tsv` (the test part file by file). Runs on a CUDA GPU where there is one.
"""

import argparse
import itertools
import pathlib
import time

import numpy
import torch
from torch.nn import functional
from tqdm import tqdm

import pattern_nets
from checkpoint import Resumable, begin, parameters, write_table
from pattern_samples import MATE, Games, Sequences, Windows, boards

CENTIPAWNS = 250.0
"""A score of this many centipawns stands for odds of e to one."""
MOMENTS = 12
"""Positions of each game where the board is trained."""
SAVE_EVERY = 100
"""Steps between saves within an epoch."""


class Trainer(Resumable):
    COUNTS = (*Resumable.COUNTS, "right", "counted")

    def __init__(self, sequences: Sequences, options: argparse.Namespace) -> None:
        self.sequences, self.options = sequences, options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = pattern_nets.build(vars(options), sequences.vocabulary["words"]).to(self.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), options.rate)
        self.epoch, self.step = 0, 0
        # Since the last validation: losses, right windows, and the batches that they are of.
        self.total, self.right, self.counted = 0.0, 0, 0
        self.best, self.patience, self.seconds, self.history = float("inf"), 0, 0.0, []
        self.data = {
            part: (Windows if options.kind == "kumar" else Games)(sequences, part)
            for part in ("train", "validation", "test")
        }
        self.boards = boards(sequences) if options.kind == "lstm" else None

    def train(self) -> None:
        options = self.options
        while self.epoch < options.epochs and self.patience < options.patience:
            self.pass_over()
            entry = self.entry(self.epoch + 1, self.measure("validation"))
            self.epoch, self.step = self.epoch + 1, 0
            self.end_epoch(entry)

    def entry(self, epoch: float, measured: dict[str, float]) -> dict[str, float]:
        """What a validation gave, and the training since the one before."""
        counted, windows = max(self.counted, 1), self.options.kind == "kumar"
        accuracy = {"training_accuracy": self.right / (counted * self.options.batch)} if windows else {}
        read = {"windows": round(epoch * len(self.data["train"]))} if windows else {}
        entry = {"epoch": epoch, **read, "seconds": round(self.seconds), "training_loss": self.total / counted}
        self.total, self.right, self.counted = 0.0, 0, 0
        return {**entry, **accuracy, **measured}

    def pass_over(self) -> None:
        """One epoch, or what an interruption left of it."""
        options, data = self.options, self.data["train"]
        steps, started = len(data) // options.batch, time.monotonic()
        validates = options.validate if options.kind == "kumar" else 0
        loss_of = self.loss_of_windows if options.kind == "kumar" else self.loss_of_games
        self.net.train()
        with tqdm(total=steps, initial=self.step, unit="step", mininterval=20, desc=f"epoch {self.epoch + 1}") as bar:
            for batch in data.batches(options.batch, (options.seed, self.epoch), self.step):
                self.set_rate((self.epoch + self.step / steps) / options.epochs)
                loss, loss_of_result = loss_of(batch)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimizer.step()
                self.total, self.step, self.counted = self.total + loss_of_result, self.step + 1, self.counted + 1
                bar.update()
                if self.step % 100 == 0:
                    bar.set_postfix(loss=f"{self.total / self.counted:.4f}", refresh=False)
                is_judged = validates and self.step % validates == 0 and self.step < steps
                if is_judged or self.step % SAVE_EVERY == 0:
                    self.seconds, started = self.seconds + time.monotonic() - started, time.monotonic()
                    self.save()
                if is_judged:
                    self.record(
                        self.entry(round(self.epoch + self.step / steps, 4), self.measure("validation", options.judged))
                    )
                    self.net.train()
                    started = time.monotonic()
        self.seconds += time.monotonic() - started

    def set_rate(self, progress: float) -> None:
        """Constant for Kumar's net; for the others linearly down to nothing over the last half."""
        factor = 1.0 if self.options.kind == "kumar" else min(1.0, max(2 * (1 - progress), 0.01))
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * factor

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=not self.options.full_precision)

    def loss_of_windows(self, batch: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, float]:
        words, won = (tensor.to(self.device) for tensor in batch)
        with self.autocast():
            logits = self.net(words)
        self.right += int(((logits > 0) == (won > 0)).sum())
        loss = functional.binary_cross_entropy_with_logits(logits, won)
        return loss, loss.item()

    def loss_of_games(self, batch: dict[str, torch.Tensor]) -> tuple[torch.Tensor, float]:
        """Of the result after every move, the engine's score where there is one, and the board at some moments."""
        words, won, plies, scores = (batch[name].to(self.device) for name in ("words", "won", "plies", "scores"))
        with self.autocast():
            result, score, states = self.net(words)
        inside = inside_of(plies, words.shape[1] - 1)
        # Every game counts alike, a long one a little more.
        weight = inside / plies[:, None].float().sqrt()
        weight = weight / weight.sum()
        loss_result = (
            functional.binary_cross_entropy_with_logits(result[:, 1:], won[:, None].expand_as(inside), reduction="none")
            * weight
        ).sum()

        # The score before move n is that of the position after n − 1 moves.
        known = ~scores.isnan()
        chance = torch.sigmoid(torch.where(scores.abs() >= MATE, scores.sign() * 8 * CENTIPAWNS, scores) / CENTIPAWNS)
        errors = functional.binary_cross_entropy_with_logits(
            score[:, :-1], torch.where(known, chance, 0.5), reduction="none"
        )
        loss_score = (errors * known).sum() / known.sum().clamp(min=1)
        loss = loss_result + self.options.score * loss_score

        moments = (torch.rand(len(plies), MOMENTS, device=self.device) * plies[:, None]).long()
        men = torch.from_numpy(
            self.boards[(batch["first"][:, None] + moments.cpu()).numpy().ravel()].astype(numpy.int64)
        ).to(self.device)
        with self.autocast():
            predicted = self.net.men(
                states[torch.arange(len(plies))[:, None], moments + 1].reshape(-1, states.shape[2])
            )
        loss_board = functional.cross_entropy(predicted.reshape(-1, pattern_nets.MEN), men.ravel())
        return loss + self.options.board * loss_board, loss_result.item()

    @torch.inference_mode()
    def measure(self, part: str, most: int | None = None) -> dict[str, float]:
        self.net.eval()
        return self.measure_windows(part, most) if self.options.kind == "kumar" else self.measure_games(part)

    def measure_windows(self, part: str, most: int | None = None) -> dict[str, float]:
        """Of all windows, or of about `most`, always the same ones, sampled at random."""
        return means(*self.judged_windows(part, most))

    def judged_windows(self, part: str, most: int | None) -> tuple[torch.Tensor, torch.Tensor]:
        """The loss of each window, and whether the side that won is named; all windows are in the order of the part."""
        batches, losses, right = self.data[part].batches(1024, None if most is None else self.options.seed), [], []
        for words, won in itertools.islice(batches, most and -(-most // 1024)):
            with self.autocast():
                logits = self.net(words.to(self.device)).cpu()
            losses.append(functional.binary_cross_entropy_with_logits(logits, won, reduction="none"))
            right.append((logits > 0) == (won > 0))
        return torch.cat(losses), torch.cat(right)

    @torch.inference_mode()
    def measure_test(self) -> dict[str, float]:
        """Of the test part; for Kumar's net OUT/tests.tsv has it file by file."""
        if self.options.kind != "kumar":
            return self.measure("test")
        self.net.eval()
        losses, right = self.judged_windows("test", None)
        of_file = torch.from_numpy(self.data["test"].samples["source"].astype(numpy.int64))
        rows = []
        for number, name in enumerate(["all", *self.data["test"].sequences.sources()]):
            chosen = slice(None) if name == "all" else of_file == number - 1
            rows.append({"source": name, **means(losses[chosen], right[chosen])})
        write_table(rows, self.options.out / "tests.tsv")
        return {name: rows[0][name] for name in ("loss", "accuracy", "judged")}

    def measure_games(self, part: str) -> dict[str, float]:
        """A uniformly random position inside a random game, neither its first nor its last: means over all of them."""
        sums, games, board = numpy.zeros(3), 0, 0.0
        for batch in self.data[part].batches(64):
            words, won, plies = (batch[name].to(self.device) for name in ("words", "won", "plies"))
            with self.autocast():
                result, score, states = self.net(words)
            inside = inside_of(plies - 1, words.shape[1] - 1)
            weight = inside / inside.sum(1, keepdim=True).clamp(min=1)
            logits, won_by = result[:, 1:], won[:, None].expand_as(inside)
            loss = functional.binary_cross_entropy_with_logits(logits, won_by, reduction="none")
            right, by_score = ((logit > 0) == (won_by > 0) for logit in (logits, score[:, 1:]))
            sums += [float((values.float() * weight).sum()) for values in (loss, right, by_score)]
            games += len(plies)
            middle = plies // 2
            men = torch.from_numpy(self.boards[(batch["first"] + middle.cpu()).numpy()].astype(numpy.int64)).to(
                self.device
            )
            with self.autocast():
                predicted = self.net.men(states[torch.arange(len(plies)), middle + 1])
            board += float((predicted.argmax(2) == men).float().mean(1).sum())
        loss, accuracy, by_score = (float(value) / games for value in sums)
        return {"loss": loss, "accuracy": accuracy, "accuracy_by_score": by_score, "squares": board / games}


def means(losses: torch.Tensor, right: torch.Tensor) -> dict[str, float]:
    """Of windows that were judged."""
    return {"loss": losses.mean().item(), "accuracy": right.float().mean().item(), "judged": len(right)}


def inside_of(plies: torch.Tensor, moves: int) -> torch.Tensor:
    """[N, moves] 1 after each move of a game, 0 behind its end."""
    return (torch.arange(1, moves + 1, device=plies.device) <= plies[:, None]).float()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("kumar", "lstm"))
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley-lab dataset pattern")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=64, help="windows or games a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument(
        "--patience", type=int, default=2, help="epochs without a better validation loss before training ends"
    )
    parser.add_argument(
        "--validate", type=int, default=0, help="kumar: steps between validations within an epoch (default: none)"
    )
    parser.add_argument("--judged", type=int, default=20_000, help="kumar: windows of such a validation")
    parser.add_argument("--width", type=int, default=384, help="lstm: width of the LSTM")
    parser.add_argument("--layers", type=int, default=1, help="lstm: layers of LSTM")
    parser.add_argument("--embedding", type=int, default=128, help="lstm: numbers of a word")
    parser.add_argument("--score", type=float, default=1.0, help="lstm: weight of the loss on the engine's score")
    parser.add_argument("--board", type=float, default=0.3, help="lstm: weight of the loss on the board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    described = begin(options)
    trainer = Trainer(Sequences(options.data), options)
    trainer.resume()
    trainer.train()
    metrics = {"options": described, "parameters": parameters(trainer.net)}
    trainer.finish(metrics, trainer.measure_test)


if __name__ == "__main__":
    main()
