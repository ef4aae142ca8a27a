#!/usr/bin/env python3
"""Trains an LSTM over whole games beside a board net of pattern_board.py, which stays as it is.

    pattern_game.py GAMES BOARD OUT --minutes 25

GAMES is a folder of `motley-lab dataset pattern --form squares --window 0 --draws`, BOARD the OUT of pattern_board.py.
After every move the net predicts win, draw and loss for White (the result, and the score where there is one) and the
next move. A fifth of the games is read from a position inside them on, as one that was set up. What the board net sees
is worked out once and kept beside the games. OUT gets what pattern_board.py writes. Runs on the processor.
"""

import argparse
import json
import math
import pathlib
import time
from collections.abc import Iterator

import numpy
import torch
from torch.nn import functional

import pattern_nets
from checkpoint import Resumable, begin, load, parameters
from pattern_nets import BoardNet, GameNet, expected_logit, total_of, word_tables
from pattern_positions import start_board
from pattern_samples import MATE, NO_SCORE, Sequences

LONGEST = 300
"""Half moves of a game that are read."""
WHOLE = 0.8
"""Share of the games that are read from their first move on."""
SEEN = 35
"""Features and logits of the board net."""


def board_net(folder: pathlib.Path) -> BoardNet:
    net = BoardNet(json.loads((folder / "options.json").read_text())["hidden"])
    net.load_state_dict(load(folder / "best.pt"))
    return net.eval()


def names_of(sequences: Sequences) -> list[str]:
    """The words of the form `board`; games in the form `squares` have the same numbers."""
    words = sequences.vocabulary["words"]
    return [*words, *(word for word in pattern_nets.BOARD_WORDS if word not in words)]


@torch.inference_mode()
def see(net: BoardNet, names: list[str], words: torch.Tensor) -> torch.Tensor:
    """[N, rows, 6] words of games from the start → [N, rows + 1, SEEN]: what the board net sees before the first move
    and after each."""
    places, signs, _ = word_tables(names)
    both = net.views()
    start = numpy.flatnonzero(start_board())
    inputs = torch.from_numpy((start_board()[start].astype(numpy.int64) - 1) * 64 + start)
    first = both[inputs].sum(0).expand(len(words), 1, -1)
    sums = torch.cat((first, total_of(words, both[places] * signs[:, None])), 1).cumsum(1)
    white, black = sums.chunk(2, 2)
    turn = (torch.arange(sums.shape[1]) % 2 == 1)[None, :, None]
    logits, features = net.judge(torch.where(turn, black, white), torch.where(turn, white, black))
    return torch.cat((features, torch.where(turn, logits.flip(2), logits)), 2)


class Games:
    """Whole games with what the board net sees of them."""

    def __init__(self, sequences: Sequences, net: BoardNet, folder: pathlib.Path) -> None:
        self.sequences, self.names = sequences, names_of(sequences)
        self.parts = {part: sequences.games(part) for part in ("train", "validation", "test")}
        self.first_row = see(net, self.names, torch.zeros(1, 1, 6, dtype=torch.long))[0, 0].half().numpy()
        file = folder / "seen.npy"
        if file.exists():
            self.seen = numpy.load(file, mmap_mode="r")
            return
        seen = numpy.lib.format.open_memmap(
            file.with_suffix(".new"), "w+", numpy.float16, (len(sequences.words), SEEN)
        )
        games = numpy.concatenate(list(self.parts.values()))
        games = games[numpy.argsort(games["plies"], kind="stable")]
        for start in range(0, len(games), 16):
            chosen = games[start : start + 16]
            index, inside = self.index(chosen["first"].astype(numpy.int64), chosen["plies"].astype(numpy.int64))
            words = numpy.where(inside[:, :, None], sequences.words[index], 0).astype(numpy.int64)
            seen[index[inside]] = see(net, self.names, torch.from_numpy(words))[:, 1:].numpy()[inside]
        seen.flush()
        file.with_suffix(".new").replace(file)
        self.seen = numpy.load(file, mmap_mode="r")

    @staticmethod
    def index(first: numpy.ndarray, plies: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Where the moves of games stand, [N, moves], and which of these are theirs."""
        step = numpy.arange(plies.max())
        inside = step < plies[:, None]
        return numpy.where(inside, first[:, None] + step, 0), inside

    def batch(self, chosen: numpy.ndarray, rng: numpy.random.Generator | None) -> dict[str, torch.Tensor]:
        """words [N, rows, 6] and seen [N, rows, SEEN], of which the first row begins; result [N], 0 lost, 1 drawn,
        2 won by White; inside [N, rows]; scores [N, rows], NaN where unknown; leaves, arrives [N, rows], those of the
        next move, −1 behind the last."""
        first, plies = chosen["first"].astype(numpy.int64), chosen["plies"].astype(numpy.int64)
        cut = numpy.zeros(len(chosen), numpy.int64)
        if rng is not None:
            cut = numpy.where(rng.random(len(chosen)) < WHOLE, 0, (rng.random(len(chosen)) * (plies - 1)).astype(int))
        plies = numpy.minimum(plies - cut, LONGEST)
        index, inside = self.index(first + cut, plies)
        count, moves = index.shape
        words = numpy.zeros((count, moves + 1, 6), numpy.int64)
        words[:, 1:] = numpy.where(inside[:, :, None], self.sequences.words[index], 0)
        # The last two words: White begins, Black begins.
        words[:, 0, 0] = len(self.names) + (cut % 2)
        seen = numpy.empty((count, moves + 1, SEEN), numpy.float16)
        seen[:, 1:] = self.seen[index.ravel()].reshape(count, moves, SEEN)
        seen[:, 0] = numpy.where((cut > 0)[:, None], self.seen[numpy.maximum(first + cut - 1, 0)], self.first_row)
        scores = numpy.full((count, moves + 1), numpy.nan, numpy.float32)
        known = self.sequences.scores[index.ravel()].reshape(index.shape).astype(numpy.float32)
        scores[:, :-1] = numpy.where(inside & (known != NO_SCORE), known, numpy.nan)
        moved = numpy.full((count, moves + 1, 2), -1, numpy.int64)
        moved[:, :-1, 0] = numpy.where(inside, words[:, 1:, 0] - 2 - 768, -1)
        moved[:, :-1, 1] = numpy.where(inside, words[:, 1:, 1] - 2, -1)
        rows = numpy.concatenate((numpy.ones((count, 1), bool), inside), 1)
        arrays = {
            "words": words,
            "seen": seen.astype(numpy.float32),
            "result": numpy.array([0, 2, 1])[chosen["white_won"]],
            "inside": rows,
            "scores": scores,
            "moved": moved,
        }
        return {name: torch.from_numpy(numpy.ascontiguousarray(array)) for name, array in arrays.items()}

    def batches(self, part: str, size: int, key: int | None) -> Iterator[dict[str, torch.Tensor]]:
        games = self.parts[part]
        rng = None if key is None else numpy.random.default_rng(key)
        noise = 0 if rng is None else rng.uniform(0, 20, len(games))
        order = numpy.argsort(games["plies"] + noise, kind="stable")
        starts = numpy.arange(0, len(order), size)
        for start in starts if rng is None else rng.permutation(starts):
            yield self.batch(games[order[start : start + size]], rng)


class Trainer(Resumable):
    COUNTS = ("step", "games", "total", "counted", "best", "patience", "seconds", "history")

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.device = options, torch.device("cpu")
        sequences, board = Sequences(options.data), board_net(options.board)
        options.out.mkdir(parents=True, exist_ok=True)
        self.data = Games(sequences, board, options.out)
        self.net = GameNet(len(self.data.names) + 2, board, options.width)
        trained = [weights for weights in self.net.parameters() if weights.requires_grad]
        self.optimizer = torch.optim.AdamW(trained, options.rate, weight_decay=0.01, fused=True)
        self.step, self.games, self.seconds, self.history = 0, 0, 0.0, []
        self.total, self.counted, self.best, self.patience = 0.0, 0, float("inf"), 0

    def train(self) -> None:
        options, key = self.options, self.step
        started = reported = time.monotonic()
        before = self.seconds
        while True:
            for batch in self.data.batches("train", options.batch, options.seed + key):
                self.seconds = before + time.monotonic() - started
                progress = self.seconds / (60 * options.minutes)
                if progress >= 1:
                    self.report()
                    return
                self.learn(batch, options.rate * (1 + math.cos(math.pi * progress)) / 2)
                if time.monotonic() - reported > options.validate:
                    self.report()
                    reported = time.monotonic()
            key += 1

    def learn(self, batch: dict[str, torch.Tensor], rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.step + 1) / 50)
        self.optimizer.zero_grad(set_to_none=True)
        losses = self.losses(batch, torch.rand(batch["inside"].shape) < 0.35)
        loss = losses["result"] + self.options.score * losses["score"] + self.options.policy * losses["policy"]
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.step, self.games = self.step + 1, self.games + len(batch["result"])
        self.total, self.counted = self.total + loss.item(), self.counted + 1

    def losses(self, batch: dict[str, torch.Tensor], asked: torch.Tensor) -> dict[str, torch.Tensor]:
        moved, inside = batch["moved"], batch["inside"]
        asked = asked & (moved[:, :, 0] >= 0)
        seen = batch["seen"]
        logits, policy = self.net(batch["words"], seen[:, :, : SEEN - 3], seen[:, :, SEEN - 3 :], asked)
        # Every game counts alike, a long one a little more.
        weight = inside / inside.sum(1, keepdim=True).float().sqrt()
        weight = weight / weight.sum()
        rows = batch["result"][:, None].expand(inside.shape)
        of_result = functional.cross_entropy(logits.transpose(1, 2), rows, reduction="none")
        scores, known = batch["scores"], ~batch["scores"].isnan()
        scores = torch.where(known, torch.where(scores.abs() >= MATE, scores.sign() * 2500, scores), 0.0)
        target = torch.sigmoid(scores / self.options.scale)
        of_score = functional.binary_cross_entropy_with_logits(expected_logit(logits), target, reduction="none")
        leaves, arrives = policy.chunk(2, 1)
        of_policy = functional.cross_entropy(leaves, moved[asked][:, 0]) + functional.cross_entropy(
            arrives, moved[asked][:, 1]
        )
        logit, won = logits[:, :, 2] - logits[:, :, 0], batch["result"][:, None] == 2
        decided = weight * (batch["result"] != 1)[:, None]
        right = ((logit > 0) == won) * decided
        clear = known & (scores.abs() >= 150)
        named = ((expected_logit(logits) > 0) == (scores > 0))[clear].float().mean()
        return {
            "result": (of_result * weight).sum(),
            "score": (of_score * known * weight).sum() / (known * weight).sum().clamp(min=1e-9),
            "policy": of_policy,
            "accuracy": right.sum() / decided.sum(),
            "named": named,
        }

    def report(self) -> None:
        measured = self.measure()
        training_loss = self.total / max(self.counted, 1)
        entry = {"games": self.games, "seconds": round(self.seconds), "training_loss": training_loss}
        self.total, self.counted = 0.0, 0
        self.record(entry | measured)
        values = (f"{name} {value:.5g}" for name, value in self.history[-1].items())
        self.log(" ".join((time.strftime("%H:%M:%S"), *values)))

    @torch.inference_mode()
    def measure(self, part: str = "validation") -> dict[str, float]:
        sums, count = {}, 0
        for batch in self.data.batches(part, 64, None):
            asked = (torch.arange(batch["inside"].shape[1]) % 4 == 0).expand(batch["inside"].shape)
            for name, value in self.losses(batch, asked).items():
                sums[name] = sums.get(name, 0.0) + value.nan_to_num(0).item() * len(batch["result"])
            count += len(batch["result"])
        means = {name: value / count for name, value in sums.items()}
        return {"loss": means["result"] + self.options.score * means["score"], **means}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley-lab dataset pattern")
    parser.add_argument("board", type=pathlib.Path, help="folder made by pattern_board.py")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--minutes", type=float, default=25, help="minutes to train in all")
    parser.add_argument("--width", type=int, default=128, help="width of the LSTM")
    parser.add_argument("--batch", type=int, default=48, help="games a step")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate at the beginning")
    parser.add_argument("--scale", type=float, default=200.0, help="centipawns that stand for odds of e to one")
    parser.add_argument("--score", type=float, default=1.0, help="weight of the loss on the score")
    parser.add_argument("--policy", type=float, default=0.2, help="weight of the loss on the next move")
    parser.add_argument("--validate", type=float, default=180, help="seconds between validations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    described = begin(options)
    trainer = Trainer(options)
    trainer.resume()
    trainer.train()
    trainer.finish({"options": described, "parameters": parameters(trainer.net)}, lambda: trainer.measure("test"))


if __name__ == "__main__":
    main()
