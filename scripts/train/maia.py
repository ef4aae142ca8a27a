"""Maia-1's nets (McIlroy-Young, Sen, Kleinberg and Anderson, *Aligning Superhuman AI with Human Behavior*, 2020) as
teachers: what they say of the samples of `motley-lab dataset rated-shards`.

They are read from ONNX files in the form of lc0's `leela2onnx`: input `/input/planes` [N, 112, 8, 8], output
`/output/policy` [N, 1858]. The files are fetched beside the project (CSSLab/maia-chess, GPL-3); nothing of them ships.
src/nets/lc0 describes the same planes and moves in Rust.
"""

import pathlib

import numpy
import torch
from onnx import load, numpy_helper
from torch.nn import functional

from mockfish_samples import NO_SQUARE, codes
from rated_samples import HISTORY

PLANES, BOARD_PLANES = 112, 13
EN_PASSANT, CAPTURED = 8, 7
OWN, OPPONENT = 1, 9
"""The codes of pawns; see `codes` of mockfish_samples.py."""
PAWN, KING = 0, 5
QUEEN_MOVES = 1792
"""The moves of queens and knights come first, the promotions behind them."""


class Maia(torch.nn.Module):
    """A residual tower with squeeze and excitation: planes [N, 112, 8, 8] → logits of the 1858 moves of lc0."""

    def __init__(self, file: pathlib.Path) -> None:
        super().__init__()
        weights = {entry.name: numpy_helper.to_array(entry) for entry in load(str(file)).graph.initializer}
        if "policy/map" not in weights:
            raise SystemExit(f"{file}: not a net of Maia-1 as ONNX")
        for name, values in weights.items():
            self.register_buffer(name.replace("/", "_"), torch.from_numpy(values.copy()))
        self.blocks = sum(name.endswith("/se1/w") for name in weights)

    def dense(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return x @ getattr(self, f"{name}_w") + getattr(self, f"{name}_b")

    def convolution(self, x: torch.Tensor, name: str) -> torch.Tensor:
        kernel = getattr(self, f"{name}_w")
        return functional.conv2d(x, kernel, getattr(self, f"{name}_b"), padding=kernel.shape[-1] // 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = functional.relu(self.convolution(x, "input"))
        for block in range(self.blocks):
            name = f"block{block}"
            y = self.convolution(functional.relu(self.convolution(x, f"{name}_1")), f"{name}_2")
            pooled = functional.relu(self.dense(y.mean((2, 3)), f"{name}_se1"))
            scale, shift = self.dense(pooled, f"{name}_se2").chunk(2, dim=1)
            x = functional.relu(x + torch.sigmoid(scale)[:, :, None, None] * y + shift[:, :, None, None])
        policy = self.convolution(functional.relu(self.convolution(x, "policy1")), "policy").flatten(1)
        return policy[:, self.policy_map].float()


def boards(records: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The position and the seven before it, as far as the samples know them: codes [8, N, 64] in the view of who moves
    now, and whether each was there, [8, N]."""
    now = codes(records, "cpu").numpy().astype(numpy.uint8)
    history = records["history"].reshape(len(records), HISTORY, 3)
    every, shown, present = numpy.arange(len(records)), [now], [numpy.ones(len(records), bool)]
    for back in range(HISTORY - 1):
        start, end, what = (history[:, back, part].astype(int) for part in range(3))
        known = present[-1] & (start != NO_SQUARE)
        mover, other = (OPPONENT, OWN) if back % 2 == 0 else (OWN, OPPONENT)
        board = shown[-1].copy()
        undo(board, every[known], start[known], end[known], what[known], mover, other)
        shown.append(board)
        present.append(known)
    return numpy.stack(shown), numpy.stack(present)


def undo(
    board: numpy.ndarray,
    rows: numpy.ndarray,
    start: numpy.ndarray,
    end: numpy.ndarray,
    what: numpy.ndarray,
    mover: int,
    other: int,
) -> None:
    """Takes back a half move of `mover` on some boards, in place."""
    man = board[rows, end]
    captured = what & CAPTURED
    passant = what & EN_PASSANT > 0
    board[rows, start] = numpy.where(what >> 4 > 0, mover + PAWN, man)
    board[rows, end] = numpy.where((captured > 0) & ~passant, other + captured - 1, 0)
    board[rows[passant], (start - start % 8 + end % 8)[passant]] = other + PAWN
    for step, corner, beside in ((2, 3, 1), (-2, -4, -1)):
        castled = (man == mover + KING) & (end - start == step)
        king, row = start[castled], rows[castled]
        board[row, king + corner] = board[row, king + beside]
        board[row, king + beside] = 0


def planes(records: numpy.ndarray) -> torch.Tensor:
    """[N, 112, 8, 8] as src/nets/lc0/planes.rs. Of older positions it is known whether they had been on the board
    before only as far as the eight positions tell."""
    shown, present = boards(records)
    count = len(records)
    out = numpy.zeros((count, PLANES, 64), numpy.float32)
    roles = numpy.array([*range(OWN, OWN + 6), *range(OPPONENT, OPPONENT + 6)], numpy.uint8)
    for number, (board, there) in enumerate(zip(shown, present, strict=True)):
        first = BOARD_PLANES * number
        out[:, first : first + 12] = (board[:, None, :] == roles[None, :, None]) & there[:, None, None]
        repeated = numpy.zeros(count, bool)
        for older in range(number + 2, HISTORY, 2):
            repeated |= present[older] & (shown[older] == board).all(1)
        if number == 0:
            repeated |= records["repetitions"] > 0
        out[:, first + 12] = repeated[:, None]
    rights = records["castling"]
    black, quiet = records["ply"] % 2, records["quiet"]
    state = (rights >> 1 & 1, rights & 1, rights >> 3 & 1, rights >> 2 & 1, black, quiet, 0 * black, 0 * black + 1)
    out[:, BOARD_PLANES * HISTORY :] = numpy.stack(state, axis=1)[:, :, None]
    return torch.from_numpy(out.reshape(count, PLANES, 8, 8))


def move_numbers() -> numpy.ndarray:
    """For each from × 64 + to the number of the move among lc0's 1858, and for promotions to queen, rook and bishop
    those numbers; −1 where there is none. [4096, 4]"""
    numbers = numpy.full((4096, 4), -1)
    pairs = [(start, end) for start in range(64) for end in range(64) if start != end and is_move(start, end)]
    for number, (start, end) in enumerate(pairs):
        numbers[64 * start + end, 0] = number
    for start in range(48, 56):
        for end in range(max(start + 7, 56), min(start + 9, 63) + 1):
            pair = 2 * (start % 8) + end % 8
            numbers[64 * start + end, 1:] = QUEEN_MOVES + 3 * pair + numpy.arange(3)
    return numbers


def is_move(start: int, end: int) -> bool:
    """Whether a queen or a knight goes there on an empty board."""
    files, ranks = abs(start % 8 - end % 8), abs(start // 8 - end // 8)
    return files == 0 or ranks == 0 or files == ranks or {files, ranks} == {1, 2}


NUMBERS = torch.from_numpy(move_numbers())


def probabilities(policy: torch.Tensor, records: numpy.ndarray) -> torch.Tensor:
    """[N, 64]: the probabilities of the legal moves in the order of the samples' `legal`, promotions added up."""
    legal = torch.from_numpy(records["legal"].astype(numpy.int64))
    none = legal >= 4096
    legal = legal.clamp(max=4095)
    men = codes(records, "cpu").gather(1, legal // 64)
    numbers = NUMBERS[legal]
    promotes = (men == OWN + PAWN) & (legal // 64 // 8 == 6)
    castles = (men == OWN + KING) & ((legal % 64 - legal // 64).abs() == 2)
    # lc0 castles to the square of the rook.
    rook = torch.where(legal % 64 > legal // 64, legal + 1, legal - 2)
    plain = torch.where(castles, NUMBERS[rook.clamp(0, 4095), 0], numbers[..., 0])
    logits = policy.gather(1, plain.clamp(min=0)).masked_fill(none, float("-inf"))
    more = policy[:, None, :].expand(-1, legal.shape[1], -1).gather(2, numbers[..., 1:].clamp(min=0))
    more = more.masked_fill(~promotes[..., None] | none[..., None], float("-inf"))
    weights = torch.logsumexp(torch.cat((logits[..., None], more), dim=2), dim=2)
    return torch.softmax(weights, dim=1)
