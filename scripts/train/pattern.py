#!/usr/bin/env python3
"""Trains Pattern's nets on games of `motley dataset pattern`.

    pattern.py seed|reader|listener DATA OUT

`seed` is seed 002's net on windows (six layers of LSTM), `reader` one wide LSTM over whole games (the form `parts`, window 0), `listener` an LSTM with a
sum that stands for the board (the form `squares`, window 0). OUT gets `options.json`,
`state.pt` (everything that is needed to go on after an interruption: the same command takes it up), `best.pt` (the weights of the least validation
loss) and `metrics.json`. Runs on a CUDA GPU where there is one.
"""
import argparse
import json
import pathlib
import time

import numpy
import torch
from torch.nn import functional
from tqdm import tqdm

import pattern_nets
from checkpoint import Resumable
from sentences import MATE, Games, Sentences, Windows, boards

CENTIPAWNS = 250.0
"""A score of this many centipawns is taken for e to one."""
LOOKS = 12
"""Positions of each game in which the board is asked for."""
SAVE_EVERY = 500
"""Steps between saves within an epoch."""


class Trainer(Resumable):
    def __init__(self, sentences, options):
        torch.manual_seed(options.seed)
        self.sentences, self.options = sentences, options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = pattern_nets.build(vars(options), sentences.vocabulary["words"]).to(self.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), options.rate)
        self.epoch, self.step, self.total = 0, 0, 0.0
        self.best, self.patience, self.seconds, self.history = float("inf"), 0, 0.0, []
        self.data = {part: (Windows if options.kind == "seed" else Games)(sentences, part) for part in ("train", "validation", "test")}
        self.boards = boards(sentences) if options.kind == "reader" else None

    def train(self):
        options = self.options
        while self.epoch < options.epochs and self.patience < options.patience:
            self.pass_over()
            entry = {"epoch": self.epoch + 1, "training_loss": self.total / max(self.step, 1), "seconds": round(self.seconds), **self.judge("validation")}
            self.epoch, self.step, self.total = self.epoch + 1, 0, 0.0
            self.history.append(entry)
            self.keep_best(entry)
            self.save()
            tqdm.write(" ".join(f"{name} {value:.4f}" if isinstance(value, float) else f"{name} {value}" for name, value in entry.items()))

    def pass_over(self):
        """One epoch, or what an interruption left of it."""
        options, data = self.options, self.data["train"]
        steps, started = len(data) // options.batch, time.monotonic()
        loss_of = self.loss_of_windows if options.kind == "seed" else self.loss_of_games
        self.net.train()
        with tqdm(total=steps, initial=self.step, unit="step", mininterval=20, desc=f"epoch {self.epoch + 1}") as bar:
            for batch in data.batches(options.batch, (options.seed, self.epoch), self.step):
                self.set_rate((self.epoch + self.step / steps) / options.epochs)
                loss, told = loss_of(batch)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimizer.step()
                self.total, self.step = self.total + told, self.step + 1
                bar.update()
                if self.step % 100 == 0:
                    bar.set_postfix(loss=f"{self.total / self.step:.4f}", refresh=False)
                if self.step % SAVE_EVERY == 0:
                    self.seconds, started = self.seconds + time.monotonic() - started, time.monotonic()
                    self.save()
        self.seconds += time.monotonic() - started

    def set_rate(self, progress):
        """The seed's stays; ours falls to nothing over the last half."""
        factor = 1.0 if self.options.kind == "seed" else min(1.0, max(2 * (1 - progress), 0.01))
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * factor

    def autocast(self):
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=not self.options.full_precision)

    def loss_of_windows(self, batch):
        words, won = (tensor.to(self.device) for tensor in batch)
        with self.autocast():
            logits = self.net(words)
        loss = functional.binary_cross_entropy_with_logits(logits, won)
        return loss, loss.item()

    def loss_of_games(self, batch):
        """Result after every move, the engine's score where there is one, and the board at some moments."""
        words, won, plies, scores = (batch[name].to(self.device) for name in ("words", "won", "plies", "scores"))
        with self.autocast():
            result, score, heard = self.net(words)
        inside = inside_of(plies, words.shape[1] - 1)
        # Every game counts alike, a long one a little more.
        weight = inside / plies[:, None].float().sqrt()
        weight = weight / weight.sum()
        loss_result = (functional.binary_cross_entropy_with_logits(result[:, 1:], won[:, None].expand_as(inside), reduction="none") * weight).sum()

        # The score before move n is that of the position after n − 1 moves.
        known = ~scores.isnan()
        chance = torch.sigmoid(torch.where(scores.abs() >= MATE, scores.sign() * 8 * CENTIPAWNS, scores) / CENTIPAWNS)
        errors = functional.binary_cross_entropy_with_logits(score[:, :-1], torch.where(known, chance, 0.5), reduction="none")
        loss_score = (errors * known).sum() / known.sum().clamp(min=1)
        loss = loss_result + self.options.score * loss_score
        if self.boards is None:
            return loss, loss_result.item()

        looks = (torch.rand(len(plies), LOOKS, device=self.device) * plies[:, None]).long()
        men = torch.from_numpy(self.boards[(batch["first"][:, None] + looks.cpu()).numpy().ravel()].astype(numpy.int64)).to(self.device)
        with self.autocast():
            guesses = self.net.men(heard[torch.arange(len(plies))[:, None], looks + 1].reshape(-1, heard.shape[2]))
        loss_board = functional.cross_entropy(guesses.reshape(-1, pattern_nets.MEN), men.ravel())
        return loss + self.options.board * loss_board, loss_result.item()

    @torch.inference_mode()
    def judge(self, part):
        self.net.eval()
        return self.judge_windows(part) if self.options.kind == "seed" else self.judge_games(part)

    def judge_windows(self, part):
        losses, right = [], []
        for words, won in self.data[part].batches(1024):
            with self.autocast():
                logits = self.net(words.to(self.device)).cpu()
            losses.append(functional.binary_cross_entropy_with_logits(logits, won, reduction="none"))
            right.append((logits > 0) == (won > 0))
        return {"loss": torch.cat(losses).mean().item(), "accuracy": torch.cat(right).float().mean().item()}

    def judge_games(self, part):
        """A uniformly random position inside a random game, neither its first nor its last: means over all of them."""
        sums, games, board, looked = numpy.zeros(3), 0, 0.0, 0
        for batch in self.data[part].batches(64):
            words, won, plies = (batch[name].to(self.device) for name in ("words", "won", "plies"))
            with self.autocast():
                result, score, heard = self.net(words)
            inside = inside_of(plies - 1, words.shape[1] - 1)
            weight = inside / inside.sum(1, keepdim=True).clamp(min=1)
            logits, answer = result[:, 1:], won[:, None].expand_as(inside)
            loss = functional.binary_cross_entropy_with_logits(logits, answer, reduction="none")
            right, by_score = ((guess > 0) == (answer > 0) for guess in (logits, score[:, 1:]))
            sums += [float((values.float() * weight).sum()) for values in (loss, right, by_score)]
            games += len(plies)
            if self.boards is None:
                continue
            middle = plies // 2
            men = torch.from_numpy(self.boards[(batch["first"] + middle.cpu()).numpy()].astype(numpy.int64)).to(self.device)
            with self.autocast():
                guesses = self.net.men(heard[torch.arange(len(plies)), middle + 1])
            board, looked = board + float((guesses.argmax(2) == men).float().mean(1).sum()), looked + len(plies)
        loss, accuracy, by_score = (float(value) / games for value in sums)
        return {"loss": loss, "accuracy": accuracy, "accuracy_by_score": by_score} | ({"squares": board / looked} if looked else {})


def inside_of(plies, moves):
    """[N, moves] 1 after each move of a game, 0 behind its end."""
    return (torch.arange(1, moves + 1, device=plies.device) <= plies[:, None]).float()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("seed", "reader", "listener"))
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley dataset pattern")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=64, help="windows or games a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument("--patience", type=int, default=2, help="epochs without a better validation loss before training ends")
    parser.add_argument("--width", type=int, default=384, help="reader, listener: numbers that the LSTM remembers")
    parser.add_argument("--memory", type=int, default=512, help="listener: numbers of the sum that stands for the board")
    parser.add_argument("--layers", type=int, default=1, help="reader: layers of LSTM")
    parser.add_argument("--embedding", type=int, default=128, help="reader: numbers of a word")
    parser.add_argument("--score", type=float, default=1.0, help="reader: weight of the question for the engine's score")
    parser.add_argument("--board", type=float, default=0.3, help="reader: weight of the question for the board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")
    return parser.parse_args()


def main():
    options = arguments()
    if options.threads:
        torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    sentences = Sentences(options.data)
    trainer = Trainer(sentences, options)
    described = {name: str(value) if isinstance(value, pathlib.Path) else value for name, value in vars(options).items()}
    described["parameters"] = sum(weights.numel() for weights in trainer.net.parameters())
    (options.out / "options.json").write_text(json.dumps(described, indent=1) + "\n")
    trainer.resume()
    trainer.train()
    trainer.net.load_state_dict(torch.load(options.out / "best.pt", map_location=trainer.device, weights_only=True))
    metrics = {"options": described, "test": trainer.judge("test"), "history": trainer.history}
    (options.out / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")
    print(json.dumps(metrics["test"], indent=1))


if __name__ == "__main__":
    main()
