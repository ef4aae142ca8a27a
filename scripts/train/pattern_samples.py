"""Games as sequences of words, as `motley-lab dataset pattern` writes them → batches of tensors."""

import json
import pathlib
from collections.abc import Iterator

import numpy
import torch
from tqdm import tqdm

NO_SCORE = -32768
MATE = 31000
"""Scores from here on are mates."""
FORMS = {"lowercase": 1, "san": 1, "parts": 6, "squares": 6}
"""Words of a move."""


class Sequences:
    """The games of a folder: the words of their moves, scores, and the positions drawn from them."""

    def __init__(self, folder: str | pathlib.Path) -> None:
        folder = pathlib.Path(folder)
        self.folder, self.vocabulary = folder, json.loads((folder / "vocabulary.json").read_text())
        self.words = numpy.load(folder / "words.npy").reshape(-1, FORMS[self.vocabulary["form"]])
        self.scores = numpy.load(folder / "scores.npy", mmap_mode="r")

    def samples(self, part: str) -> numpy.ndarray:
        return numpy.load(self.folder / f"{part}.npy")

    def sources(self) -> list[str]:
        """Names of the files of games; a sample's field `source` counts them from 0."""
        return json.loads((self.folder / "summary.json").read_text())["sources"]

    def games(self, part: str) -> numpy.ndarray:
        """One sample of each game."""
        samples = self.samples(part)
        return samples[numpy.unique(samples["game"], return_index=True)[1]]

    def fingerprint(self) -> str:
        """As in src/nets/pattern/vocabulary.rs."""
        value = 0xCBF29CE484222325
        for byte in "".join(
            f"{text}\n" for text in (self.vocabulary["form"], self.vocabulary["window"], *self.vocabulary["words"])
        ).encode():
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return f"{value:016x}"


class Windows:
    """The last moves before sampled positions, padded in front: Kumar's samples."""

    def __init__(self, sequences: Sequences, part: str) -> None:
        self.sequences, self.samples, self.window = sequences, sequences.samples(part), sequences.vocabulary["window"]

    def __len__(self) -> int:
        return len(self.samples)

    def batches(
        self, size: int, key: int | tuple[int, ...] | None = None, skip: int = 0
    ) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """[N, window, K] words and [N] whether White won; shuffled by `key`, else in order."""
        order = numpy.arange(len(self)) if key is None else numpy.random.default_rng(key).permutation(len(self))
        back = numpy.arange(self.window, 0, -1)
        for start in range(skip * size, len(order), size):
            chosen = self.samples[order[start : start + size]]
            ply, first = chosen["ply"].astype(numpy.int64), chosen["first"].astype(numpy.int64)
            move = ply[:, None] - back
            words = self.sequences.words[numpy.maximum(first[:, None] + move, 0)]
            words = numpy.where(move[:, :, None] >= 0, words, 0)
            yield torch.from_numpy(words.astype(numpy.int64)), torch.from_numpy(
                chosen["white_won"].astype(numpy.float32)
            )


class Games:
    """Whole games, batched with others of similar length."""

    def __init__(self, sequences: Sequences, part: str, longest: int = 400) -> None:
        self.sequences, self.games, self.longest = sequences, sequences.games(part), longest

    def __len__(self) -> int:
        return len(self.games)

    def batches(
        self, size: int, key: int | tuple[int, ...] | None = None, skip: int = 0
    ) -> Iterator[dict[str, torch.Tensor]]:
        """Dictionaries of tensors, `moves` being those of the longest game: words [N, moves + 1, K], the first row
        padding; won [N]; plies [N]; scores [N, moves], White's view before each move in centipawns, NaN where unknown;
        first [N].
        """
        plies = self.games["plies"].astype(numpy.int64)
        if key is None:
            order, rng = numpy.argsort(plies, kind="stable"), None
        else:
            rng = numpy.random.default_rng(key)
            # Nearly sorted, so that batches have little padding and still differ from epoch to epoch.
            order = numpy.argsort(plies + rng.uniform(0, 12, len(plies)), kind="stable")
        starts = numpy.arange(0, len(order), size) if rng is None else rng.permutation(len(order) // size) * size
        for start in starts[skip:]:
            chosen = self.games[order[start : start + size]]
            yield self.batch(chosen)

    def batch(self, chosen: numpy.ndarray) -> dict[str, torch.Tensor]:
        plies = numpy.minimum(chosen["plies"].astype(numpy.int64), self.longest)
        moves, first = plies.max(), chosen["first"].astype(numpy.int64)
        step = numpy.arange(moves)
        inside = step < plies[:, None]
        index = numpy.where(inside, first[:, None] + step, 0)
        words = numpy.zeros((len(chosen), moves + 1, self.sequences.words.shape[1]), numpy.int64)
        words[:, 1:] = numpy.where(inside[:, :, None], self.sequences.words[index], 0)
        scores = self.sequences.scores[index.ravel()].reshape(index.shape).astype(numpy.float32)
        scores[~inside | (scores == NO_SCORE)] = numpy.nan
        return {
            "words": torch.from_numpy(words),
            "won": torch.from_numpy(chosen["white_won"].astype(numpy.float32)),
            "plies": torch.from_numpy(plies),
            "scores": torch.from_numpy(scores),
            "first": torch.from_numpy(first),
        }


def boards(sequences: Sequences) -> numpy.ndarray:
    """[moves, 64] the man on each square after each move: 0 none, 1 to 6 White's pawn to king, 7 to 12 Black's.
    Computed once from the words of the form `parts` and kept on disk."""
    file = sequences.folder / "boards.npy"
    if file.exists():
        return numpy.load(file, mmap_mode="r")
    names = sequences.vocabulary["words"]
    numbers = {name: index + 2 for index, name in enumerate(names)}
    men = numpy.zeros(len(names) + 2, numpy.uint8)
    square = numpy.zeros(len(names) + 2, numpy.int64)
    becomes = numpy.zeros(len(names) + 2, numpy.uint8)
    squares = [file + rank for rank in "12345678" for file in "abcdefgh"]
    for code, role in enumerate("PNBRQK", 1):
        men[numbers[f"@{role}"]], men[numbers[f"~{role}"]] = code, code + 6
        if f"={role}" in numbers:
            becomes[numbers[f"={role}"]] = code
    for index, name in enumerate(squares):
        square[numbers[f"{name}-"]] = square[numbers[f"-{name}"]] = index

    back = [4, 2, 3, 5, 6, 3, 2, 4]
    start = numpy.array(back + [1] * 8 + [0] * 32 + [7] * 8 + [man + 6 for man in back], numpy.uint8)
    games = numpy.unique(
        numpy.concatenate([sequences.samples(part)[["first", "plies"]] for part in ("train", "validation", "test")])
    )
    games = games[numpy.argsort(-games["plies"].astype(numpy.int64), kind="stable")]
    first, plies = games["first"].astype(numpy.int64), games["plies"].astype(numpy.int64)
    board = numpy.tile(start, (len(games), 1))
    every = numpy.lib.format.open_memmap(file.with_suffix(".new"), "w+", numpy.uint8, (len(sequences.words), 64))
    for step in tqdm(range(plies.max()), desc="boards"):
        alive = int((plies > step).sum())
        row = numpy.arange(alive)
        at = first[:alive] + step
        words = sequences.words[at]
        man, origin, target = men[words[:, 0]], square[words[:, 1]], square[words[:, 2]]
        # En passant: a capture to an empty square takes the pawn beside the origin.
        passing = (words[:, 3] > 0) & (board[row, target] == 0)
        board[row[passing], (origin[passing] & 56) | (target[passing] & 7)] = 0
        board[row, origin] = 0
        board[row, target] = man + numpy.where(words[:, 4] > 0, becomes[words[:, 4]] - 1, 0).astype(numpy.uint8)
        # Castling: the king moves two squares.
        castles = ((man == 6) | (man == 12)) & (abs(target - origin) == 2)
        rook, rank, short = man[castles] - 2, origin[castles] & 56, target[castles] > origin[castles]
        board[row[castles], rank + numpy.where(short, 7, 0)] = 0
        board[row[castles], rank + numpy.where(short, 5, 3)] = rook
        every[at] = board[:alive]
    every.flush()
    file.with_suffix(".new").replace(file)
    return numpy.load(file, mmap_mode="r")
