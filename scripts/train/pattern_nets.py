"""The nets that hear a game as a sentence, and the one step of them that is exported.

A move is a row of words (see src/nets/pattern/words.rs); word 0 is padding, 1 an unknown word. Every net returns the logit of White's win.
"""
import torch
from torch import nn
from torch.nn import functional

SEED_ACCURACY = {"training": 74.36, "test": 73.77, "validation": 75.4}
"""Seed 002, per cent; its split is by window, so that windows of one game are on both sides."""
MEN = 13
"""What may stand on a square: nothing, White's pawn to king, Black's pawn to king."""


class SeedReader(nn.Module):
    """Six layers of LSTM over the last moves, padded in front with word 0 (seed 002). [N, window, 1] words → [N] logits."""

    def __init__(self, words, width=64, layers=6):
        super().__init__()
        self.embedding, self.lstm, self.verdict = nn.Embedding(words, width), nn.LSTM(width, width, layers, batch_first=True), nn.Linear(width, 1)

    def forward(self, words):
        heard, _ = self.lstm(self.embedding(words[:, :, 0]))
        return self.verdict(heard[:, -1]).float().squeeze(1)


class Reader(nn.Module):
    """LSTM over the whole game; it begins with a row of padding. [N, moves + 1, words] → logits after each row, and what it heard.

    Two more questions are asked while it learns, and not exported: what a strong engine's score says, which is less noisy than the result, and what
    stands on each square, without which no move can be judged.
    """

    def __init__(self, words, width=256, layers=1, embedding=128):
        super().__init__()
        # Padding adds nothing: a part that a move does not have.
        self.embedding = nn.Embedding(words, embedding, padding_idx=0)
        self.lstm = nn.LSTM(embedding, width, layers, batch_first=True)
        self.hidden, self.verdict = nn.Linear(width, 64), nn.Linear(64, 2)
        self.board = nn.Linear(width, 64 * MEN)
        with torch.no_grad():
            for layer in range(layers):
                # Most of what is heard matters for the rest of the game: gates begin half open to fully open.
                getattr(self.lstm, f"bias_ih_l{layer}")[width:2 * width].uniform_(1, 4)

    def forward(self, words):
        heard, _ = self.lstm(self.embedding(words).sum(2))
        answers = self.answer(heard)
        return answers[..., 0], answers[..., 1], heard

    def answer(self, heard):
        """Logits of the result and of the score."""
        return self.verdict(functional.relu(self.hidden(heard))).float()

    def men(self, heard):
        """[N, width] → [N, 64, MEN] logits."""
        return self.board(heard).float().view(-1, 64, MEN)


class Step(nn.Module):
    """One move more: words [1, K], as floats, and state [2 × layers, width] → state, and `logit` [1, 1]. Plain matrix products instead of a loop of one
    round. Logits are multiplied by `scale`, which calibrates them."""

    def __init__(self, net, scale=1.0):
        super().__init__()
        self.net, self.scale = net, scale
        for layer in range(net.lstm.num_layers):
            ih, hh, bias_ih, bias_hh = (getattr(net.lstm, f"{name}_l{layer}").detach() for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
            self.register_buffer(f"weight{layer}", torch.cat((ih, hh), 1).t().contiguous())
            self.register_buffer(f"bias{layer}", bias_ih + bias_hh)

    def forward(self, words, state):
        x, after = self.net.embedding(words.long()).sum(1), []
        for layer in range(self.net.lstm.num_layers):
            h, c = state[2 * layer:2 * layer + 1], state[2 * layer + 1:2 * layer + 2]
            gates = torch.cat((x, h), 1) @ getattr(self, f"weight{layer}") + getattr(self, f"bias{layer}")
            # PyTorch's order: input, forget, cell, output.
            i, f, g, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            x = torch.sigmoid(o) * torch.tanh(c)
            after += [x, c]
        logit = self.net.verdict(x) if isinstance(self.net, SeedReader) else self.net.answer(x)[:, :1]
        return torch.cat(after, 0), logit * self.scale

    def begin(self):
        """The state before anything was heard."""
        return torch.zeros(2 * self.net.lstm.num_layers, self.net.lstm.hidden_size)


def build(options, words):
    """The net that the options of pattern.py describe."""
    if options["kind"] == "seed":
        return SeedReader(words)
    return Reader(words, options["width"], options["layers"], options["embedding"])
