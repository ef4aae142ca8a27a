"""The nets that hear a game as a sentence, and the one step of them that is exported.

A move is a row of words (see src/nets/pattern/words.rs); word 0 is padding, 1 an unknown word. Every net returns the logit of White's win.
"""
import torch
from torch import nn
from torch.nn import functional

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


class Listener(nn.Module):
    """Adds up what every move changes, and hears how it changes. [N, moves + 1, words] of the form `squares` → logits after each row, and what it heard.

    A vector stands for each man on each square; moves add that of the man that arrives and take away those that leave or are captured, so that their
    sum stands for the board: the one thing that an LSTM finds hard to keep. (Such sums, of boards instead of moves, are those of Nasu's NNUE, 2018.) An
    LSTM over moves and sums hears the rest. `score` is asked as by [`Reader`].
    """

    def __init__(self, names, memory=512, width=192, embedding=64, features=96):
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
        self.hidden, self.verdict = nn.Linear(features + width, 64), nn.Linear(64, 2)
        with torch.no_grad():
            self.lstm.bias_ih_l0[width:2 * width].uniform_(1, 3)

    def changes(self):
        """[words, memory] what each word adds to the sum."""
        return self.men[self.places] * self.signs

    def forward(self, words):
        features = self.look(total_of(words, self.changes()).cumsum(1))
        heard, _ = self.lstm(torch.cat((features, total_of(words, self.embedding.weight).to(features.dtype)), 2))
        answers = self.answer(features, heard)
        return answers[..., 0], answers[..., 1], heard

    def look(self, total):
        """From sums to what matters in them."""
        return functional.relu(self.features(functional.relu(total + self.start)))

    def answer(self, features, heard):
        return self.verdict(functional.relu(self.hidden(torch.cat((features, heard), -1)))).float()


def total_of(words, table):
    """[N, moves, words] → [N, moves, width], the sum of a move's rows of a table; that of padding is zero."""
    return functional.embedding_bag(words.flatten(0, 1), table, mode="sum", padding_idx=0).float().view(*words.shape[:2], -1)


class Step(nn.Module):
    """One move more: words [1, K], as floats, and state [2 × layers, width] → state, and `logit` [1, 1]. Plain matrix products instead of a loop of one
    round. `weights` make one calibrated logit of the net's answers: one of the seed's, two of the others."""

    def __init__(self, net, weights):
        super().__init__()
        self.net = net
        self.register_buffer("weights", weights[:, None])
        if isinstance(net, Listener):
            self.register_buffer("changes", net.changes().detach())
        for layer in range(net.lstm.num_layers):
            ih, hh, bias_ih, bias_hh = (getattr(net.lstm, f"{name}_l{layer}").detach() for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
            self.register_buffer(f"weight{layer}", torch.cat((ih, hh), 1).t().contiguous())
            self.register_buffer(f"bias{layer}", bias_ih + bias_hh)

    def forward(self, words, state):
        if isinstance(self.net, Listener):
            return self.listen(words.long(), state)
        after, x = self.remember(self.net.embedding(words.long()).sum(1), state)
        answers = self.net.verdict(x) if isinstance(self.net, SeedReader) else self.net.answer(x)
        return torch.cat(after, 0), answers @ self.weights

    def listen(self, words, state):
        """State [1, memory + 2 × width]: the sum, then what the LSTM remembers."""
        net = self.net
        total = state[:, :net.memory] + self.changes[words].sum(1)
        features = net.look(total)
        after, x = self.remember(torch.cat((features, net.embedding(words).sum(1)), 1), state[:, net.memory:].view(2, net.width))
        return torch.cat((total, *after), 1), net.answer(features, x) @ self.weights

    def remember(self, x, state):
        """All layers of the LSTM: their states, and what the last one says."""
        after = []
        for layer in range(self.net.lstm.num_layers):
            h, c = state[2 * layer:2 * layer + 1], state[2 * layer + 1:2 * layer + 2]
            gates = torch.cat((x, h), 1) @ getattr(self, f"weight{layer}") + getattr(self, f"bias{layer}")
            # PyTorch's order: input, forget, cell, output.
            i, f, g, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            x = torch.sigmoid(o) * torch.tanh(c)
            after += [x, c]
        return after, x

    def begin(self):
        """The state before anything was heard."""
        if isinstance(self.net, Listener):
            return torch.zeros(1, self.net.memory + 2 * self.net.width)
        return torch.zeros(2 * self.net.lstm.num_layers, self.net.lstm.hidden_size)


def build(options, names):
    """The net that the options of pattern.py describe, for the words of a vocabulary."""
    words = len(names) + 2
    if options["kind"] == "seed":
        return SeedReader(words)
    if options["kind"] == "listener":
        return Listener(names, options["memory"], options["width"])
    return Reader(words, options["width"], options["layers"], options["embedding"])
