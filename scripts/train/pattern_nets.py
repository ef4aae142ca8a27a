"""The nets that read the moves of a game, and the single step of them that is exported.

A move is a row of words (see src/nets/pattern/words.rs); word 0 is padding, 1 an unknown word. Every net returns the
logit that White wins.
"""

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

MEN = 13
"""Contents of a square: nothing, White's pawn to king, Black's pawn to king."""


class KumarNet(nn.Module):
    """Six layers of LSTM over the last moves, padded in front with word 0 (Kumar, "Pattern Based Chess Engine: Part 1",
    2019). [N, window, 1] words → [N] logits."""

    def __init__(self, words: int, width: int = 64, layers: int = 6) -> None:
        super().__init__()
        self.embedding, self.lstm, self.output = (
            nn.Embedding(words, width),
            nn.LSTM(width, width, layers, batch_first=True),
            nn.Linear(width, 1),
        )

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        states, _ = self.lstm(self.embedding(words[:, :, 0]))
        return self.output(states[:, -1]).float().squeeze(1)


class LstmNet(nn.Module):
    """LSTM over the whole game; it begins with a row of padding. [N, moves + 1, words] → logits after each row, and the
    LSTM's outputs.

    Two more outputs are trained and not exported: the score of a strong engine, which is less noisy than the result,
    and the man on each square, without which no move can be judged.
    """

    def __init__(self, words: int, width: int = 256, layers: int = 1, embedding: int = 128) -> None:
        super().__init__()
        # Padding adds nothing: a part that a move does not have.
        self.embedding = nn.Embedding(words, embedding, padding_idx=0)
        self.lstm = nn.LSTM(embedding, width, layers, batch_first=True)
        self.hidden, self.output = nn.Linear(width, 64), nn.Linear(64, 2)
        self.board = nn.Linear(width, 64 * MEN)
        with torch.no_grad():
            for layer in range(layers):
                # Most moves matter for the rest of the game: forget gates begin half open to fully open.
                getattr(self.lstm, f"bias_ih_l{layer}")[width : 2 * width].uniform_(1, 4)

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        states, _ = self.lstm(self.embedding(words).sum(2))
        outputs = self.outputs(states)
        return outputs[..., 0], outputs[..., 1], states

    def outputs(self, states: torch.Tensor) -> torch.Tensor:
        """Logits of the result and of the score."""
        return self.output(functional.relu(self.hidden(states))).float()

    def men(self, states: torch.Tensor) -> torch.Tensor:
        """[N, width] → [N, 64, MEN] logits."""
        return self.board(states).float().view(-1, 64, MEN)


def total_of(words: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """[N, moves, words] → [N, moves, width], the sum of a move's rows of a table; that of padding is zero."""
    return (
        functional.embedding_bag(words.flatten(0, 1), table, mode="sum", padding_idx=0)
        .float()
        .view(*words.shape[:2], -1)
    )


class Step(nn.Module):
    """One move more: words [1, K], as floats, and state [2 × layers, width] → state, and `logit` [1, 1]. Plain matrix
    products instead of a loop with one pass. `weights` combine the net's outputs (one of Kumar's, two of the other) to
    one calibrated logit."""

    def __init__(self, net: KumarNet | LstmNet, weights: torch.Tensor) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("weights", weights[:, None])
        for layer in range(net.lstm.num_layers):
            ih, hh, bias_ih, bias_hh = (
                getattr(net.lstm, f"{name}_l{layer}").detach()
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            self.register_buffer(f"weight{layer}", torch.cat((ih, hh), 1).t().contiguous())
            self.register_buffer(f"bias{layer}", bias_ih + bias_hh)

    def forward(self, words: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        after, x = self.lstm(self.net.embedding(words.long()).sum(1), state)
        outputs = self.net.output(x) if isinstance(self.net, KumarNet) else self.net.outputs(x)
        return torch.cat(after, 0), outputs @ self.weights

    def lstm(self, x: torch.Tensor, state: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """All layers of the LSTM: their states, and the output of the last."""
        after = []
        for layer in range(self.net.lstm.num_layers):
            h, c = state[2 * layer : 2 * layer + 1], state[2 * layer + 1 : 2 * layer + 2]
            gates = torch.cat((x, h), 1) @ getattr(self, f"weight{layer}") + getattr(self, f"bias{layer}")
            # PyTorch's order: input, forget, cell, output.
            i, f, g, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            x = torch.sigmoid(o) * torch.tanh(c)
            after += [x, c]
        return after, x

    def initial_state(self) -> torch.Tensor:
        """Before the first move."""
        return torch.zeros(2 * self.net.lstm.num_layers, self.net.lstm.hidden_size)


def build(options: dict[str, Any], names: list[str]) -> KumarNet | LstmNet:
    """The net that the options of pattern.py describe, for the words of a vocabulary."""
    words = len(names) + 2
    if options["kind"] == "kumar":
        return KumarNet(words)
    return LstmNet(words, options["width"], options["layers"], options["embedding"])


class Sums(torch.autograd.Function):
    """For each list of active inputs the sum of their rows, as torch.nn.EmbeddingBag makes it. The gradient of an
    input is the sum over the perspectives in which it is active: an EmbeddingBag again, of the transposed lists."""

    @staticmethod
    def forward(
        context: Any,
        weight: torch.Tensor,
        indices: torch.Tensor,
        offsets: torch.Tensor,
        perspectives: torch.Tensor,
        input_offsets: torch.Tensor,
    ) -> torch.Tensor:
        context.save_for_backward(perspectives, input_offsets)
        return functional.embedding_bag(indices, weight, offsets, mode="sum", include_last_offset=True)

    @staticmethod
    def backward(context: Any, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        perspectives, input_offsets = context.saved_tensors
        of_weight = functional.embedding_bag(
            perspectives, gradient.contiguous(), input_offsets, mode="sum", include_last_offset=True
        )
        return of_weight, None, None, None, None


class BoardNet(nn.Module):
    """Sees the board: a vector for each man on each square, summed up from the view of either side (as Nasu's NNUE,
    2018, without regions of the king), squared between 0 and 1, then two small layers. The mover's view stands first.
    Returns the logits of loss, draw and win of the mover [N, 3], and the features before them [N, features]."""

    GROUP = 128

    def __init__(self, hidden: int = 256, features: int = 32) -> None:
        super().__init__()
        self.hidden, self.features = hidden, features
        self.men = nn.ParameterList(
            nn.Parameter(torch.empty(768, self.GROUP).uniform_(-0.1, 0.1)) for _ in range(hidden // self.GROUP)
        )
        self.bias = nn.Parameter(torch.full((hidden,), 0.3))
        self.first, self.second = nn.Linear(2 * hidden, features), nn.Linear(features, features)
        self.output = nn.Linear(features, 3)

    def forward(self, *active: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        sums = torch.cat([Sums.apply(group, *active) for group in self.men], 1)
        return self.judge(*sums.chunk(2))

    def judge(self, own: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """From the sums of the men of both views, without the bias."""
        both = (torch.cat((own, other), -1) + torch.cat((self.bias, self.bias))).clamp(0, 1)
        features = functional.relu(self.second(functional.relu(self.first(both * both))))
        return self.output(features), features

    def views(self) -> torch.Tensor:
        """What each man on a square adds to the sums of White's view and of Black's [768, 2 × hidden]."""
        white = torch.cat(tuple(self.men), 1)
        flipped = torch.arange(768).view(2, 6, 8, 8).flip(0, 2).reshape(-1)
        return torch.cat((white, white[flipped]), 1)


def expected_logit(logits: torch.Tensor) -> torch.Tensor:
    """The logit of the expected points, from those of loss, draw and win [..., 3]."""
    half = logits[..., 1] - math.log(2)
    return torch.logaddexp(logits[..., 2], half) - torch.logaddexp(logits[..., 0], half)


BOARD_WORDS = ("=", "@", "~")
"""What the form `board` has beyond `squares`: men are set up; White begins; Black begins."""


class GameNet(nn.Module):
    """A trained BoardNet beside an LSTM over the moves, for words of the form `board`. A row that begins the game, with
    the word of the side to move, comes first. Returns the logits of loss, draw and win for White after each row,
    and those of the next move's words: who leaves [768] and who arrives [768].

    The LSTM changes what the BoardNet says: at first by nothing. The sum takes every position, also one that was set
    up, and the LSTM's state after the row that begins is made from it.
    """

    def __init__(self, words: int, board: BoardNet, width: int = 128, embedding: int = 32, hidden: int = 64) -> None:
        super().__init__()
        self.board, self.width = board, width
        for weights in board.parameters():
            weights.requires_grad_(False)
        self.embedding = nn.Embedding(words, embedding, padding_idx=0)
        self.lstm = nn.LSTM(board.features + 3 + embedding, width, batch_first=True)
        self.hidden = nn.Linear(board.features + 3 + width, hidden)
        self.output = nn.Linear(hidden, 3)
        self.query, self.policy = nn.Linear(board.features + 3 + width, 48), nn.Linear(48, 2 * 768)
        with torch.no_grad():
            self.output.weight.zero_()
            self.output.bias.zero_()
            self.lstm.bias_ih_l0[width : 2 * width].uniform_(1, 3)

    def forward(
        self, words: torch.Tensor, seen: torch.Tensor, judged: torch.Tensor, asked: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Words [N, rows, 6], and of the board after each row the features `seen` and the logits `judged`, White's
        view; the policy only of the rows `asked` (a mask)."""
        board = torch.cat((seen, judged), 2)
        states, _ = self.lstm(torch.cat((board, total_of(words, self.embedding.weight)), 2))
        both = torch.cat((board, states), 2)
        policy = None if asked is None else self.moves(both[asked])
        return judged + self.outputs(both), policy

    def outputs(self, both: torch.Tensor) -> torch.Tensor:
        return self.output(functional.relu(self.hidden(both)))

    def moves(self, both: torch.Tensor) -> torch.Tensor:
        return self.policy(functional.relu(self.query(both)))


def word_tables(names: list[str]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of each word of the form `board`: the man on a square that it is about (0 where it is about none), with which
    sign that counts for the board, and whether Black moves after a row that begins with it."""
    places, signs, black = [0, 0], [0.0, 0.0], [0.0, 0.0]
    kinds = {"+": 0, "-": 768, "x": 2 * 768}
    for index, name in enumerate(names):
        is_man = len(name) == 5
        places.append(index - kinds[name[-1]] if is_man else 0)
        signs.append((1.0 if name[-1] == "+" else -1.0) if is_man else 0.0)
        black.append(1.0 if name == "~" or (is_man and name[0] == "@" and name[-1] == "-") else 0.0)
    return torch.tensor(places), torch.tensor(signs), torch.tensor(black)


class GameStep(nn.Module):
    """One row more of a GameNet: words [1, 6], as floats, and state [1, 2 × hidden + 2 × width] (the sums of both
    views, then the LSTM's) → state, `wdl` [1, 3] (logits of loss, draw and win for White), `logit` [1, 1] (of White's
    win if one side wins), `policy` [1, 1536]. Rows that set up men leave the LSTM as it is. The net's logits are
    multiplied by `factor`, and `shift` is added to the draw's."""

    def __init__(self, net: GameNet, names: list[str], factor: float, shift: float) -> None:
        super().__init__()
        self.net, self.factor = net, factor
        places, signs, black = word_tables(names)
        setting = torch.tensor([0.0, 0.0, *(float(name == "=") for name in names)])
        for name, values in (
            ("places", places),
            ("signs", signs[:, None]),
            ("black", black[:, None]),
            ("setting", setting[:, None]),
            ("men", net.board.views()),
            ("shift", torch.tensor([[0.0, shift, 0.0]])),
        ):
            self.register_buffer(name, values.detach())
        self.register_buffer("reverse", torch.eye(3).flip(0))
        lstm = net.lstm
        self.register_buffer("weight", torch.cat((lstm.weight_ih_l0, lstm.weight_hh_l0), 1).detach().t().contiguous())
        self.register_buffer("gate_bias", (lstm.bias_ih_l0 + lstm.bias_hh_l0).detach())

    def forward(self, words: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, ...]:
        net, words, width = self.net, words.long(), self.net.width
        hidden = net.board.hidden
        changes = self.men[self.places[words[0]]] * self.signs[words[0]]
        sums = state[:, : 2 * hidden] + changes.sum(0, keepdim=True)
        white, black = sums[:, :hidden], sums[:, hidden:]
        turn = self.black[words[:, 0]]
        own, other = white + turn * (black - white), black + turn * (white - black)
        logits, features = net.board.judge(own, other)
        judged = logits + turn * (logits @ self.reverse - logits)
        board = torch.cat((features, judged), 1)
        h, c = state[:, 2 * hidden : 2 * hidden + width], state[:, 2 * hidden + width :]
        x = torch.cat((board, net.embedding(words).sum(1), h), 1)
        i, f, g, o = (x @ self.weight + self.gate_bias).chunk(4, 1)
        next_c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        next_h = torch.sigmoid(o) * torch.tanh(next_c)
        both = torch.cat((board, next_h), 1)
        wdl = (judged + net.outputs(both)) * self.factor + self.shift
        stays = self.setting[words[0]].sum(0, keepdim=True)
        after = torch.cat((sums, next_h + stays * (h - next_h), next_c + stays * (c - next_c)), 1)
        return after, wdl[:, 2:] - wdl[:, :1], wdl, net.moves(both)

    def initial_state(self) -> torch.Tensor:
        return torch.zeros(1, 2 * self.net.board.hidden + 2 * self.net.width)
