"""The nets that read the moves of a game, and the single step of them that is exported.

A move is a row of words (see src/nets/pattern/words.rs); word 0 is padding, 1 an unknown word. Every net returns the
logit that White wins.
"""

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


class WholeGameNet(nn.Module):
    """Sums up what every move changes on the board, beside an LSTM. [N, moves + 1, words] of the form `squares` →
    logits after each row, and the LSTM's outputs.

    A vector stands for each man on each square; a move adds that of the man that arrives and subtracts those of the men
    that leave or are captured, so that the sum stands for the board, which an LSTM keeps badly. (Such sums, over boards
    instead of moves, are those of Nasu's NNUE, 2018.) The LSTM reads moves and sums. The score is trained as by
    `LstmNet`.
    """

    def __init__(
        self, names: list[str], memory: int = 512, width: int = 192, embedding: int = 64, features: int = 96
    ) -> None:
        super().__init__()
        self.memory, self.width = memory, width
        men, signs, places = {}, [0.0, 0.0], [0, 0]
        for name in names:
            sign = {"+": 1.0, "-": -1.0, "x": -1.0}[name[-1]] if len(name) == 5 else 0.0
            places.append(men.setdefault(name[:4], len(men)) if sign else 0)
            signs.append(sign)
        self.register_buffer("places", torch.tensor(places), persistent=False)
        self.register_buffer("signs", torch.tensor(signs)[:, None], persistent=False)
        self.men = nn.Parameter(torch.randn(len(men), memory) * 0.1)
        self.start = nn.Parameter(torch.rand(memory) * 0.5)
        self.embedding = nn.Embedding(len(places), embedding, padding_idx=0)
        self.features = nn.Linear(memory, features)
        self.lstm = nn.LSTM(features + embedding, width, batch_first=True)
        self.hidden, self.output = nn.Linear(features + width, 64), nn.Linear(64, 2)
        with torch.no_grad():
            self.lstm.bias_ih_l0[width : 2 * width].uniform_(1, 3)

    def changes(self) -> torch.Tensor:
        """[words, memory]: what each word adds to the sum."""
        return self.men[self.places] * self.signs

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        features = self.board_features(total_of(words, self.changes()).cumsum(1))
        states, _ = self.lstm(torch.cat((features, total_of(words, self.embedding.weight).to(features.dtype)), 2))
        outputs = self.outputs(features, states)
        return outputs[..., 0], outputs[..., 1], states

    def board_features(self, total: torch.Tensor) -> torch.Tensor:
        """[…, memory] → […, features]"""
        return functional.relu(self.features(functional.relu(total + self.start)))

    def outputs(self, features: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
        return self.output(functional.relu(self.hidden(torch.cat((features, states), -1)))).float()


def total_of(words: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """[N, moves, words] → [N, moves, width], the sum of a move's rows of a table; that of padding is zero."""
    return (
        functional.embedding_bag(words.flatten(0, 1), table, mode="sum", padding_idx=0)
        .float()
        .view(*words.shape[:2], -1)
    )


class Step(nn.Module):
    """One move more: words [1, K], as floats, and state [2 × layers, width] → state, and `logit` [1, 1]. Plain matrix
    products instead of a loop with one pass. `weights` combine the net's outputs (one of Kumar's, two of the others) to
    one calibrated logit."""

    def __init__(self, net: KumarNet | LstmNet | WholeGameNet, weights: torch.Tensor) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("weights", weights[:, None])
        if isinstance(net, WholeGameNet):
            self.register_buffer("changes", net.changes().detach())
        for layer in range(net.lstm.num_layers):
            ih, hh, bias_ih, bias_hh = (
                getattr(net.lstm, f"{name}_l{layer}").detach()
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            self.register_buffer(f"weight{layer}", torch.cat((ih, hh), 1).t().contiguous())
            self.register_buffer(f"bias{layer}", bias_ih + bias_hh)

    def forward(self, words: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if isinstance(self.net, WholeGameNet):
            return self.whole_game(words.long(), state)
        after, x = self.lstm(self.net.embedding(words.long()).sum(1), state)
        outputs = self.net.output(x) if isinstance(self.net, KumarNet) else self.net.outputs(x)
        return torch.cat(after, 0), outputs @ self.weights

    def whole_game(self, words: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """State [1, memory + 2 × width]: the sum, then the state of the LSTM."""
        net = self.net
        total = state[:, : net.memory] + self.changes[words].sum(1)
        features = net.board_features(total)
        after, x = self.lstm(
            torch.cat((features, net.embedding(words).sum(1)), 1), state[:, net.memory :].view(2, net.width)
        )
        return torch.cat((total, *after), 1), net.outputs(features, x) @ self.weights

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
        if isinstance(self.net, WholeGameNet):
            return torch.zeros(1, self.net.memory + 2 * self.net.width)
        return torch.zeros(2 * self.net.lstm.num_layers, self.net.lstm.hidden_size)


def build(options: dict[str, Any], names: list[str]) -> KumarNet | LstmNet | WholeGameNet:
    """The net that the options of pattern.py describe, for the words of a vocabulary."""
    words = len(names) + 2
    if options["kind"] == "kumar":
        return KumarNet(words)
    if options["kind"] == "whole-game":
        return WholeGameNet(names, options["memory"], options["width"])
    return LstmNet(words, options["width"], options["layers"], options["embedding"])
