#!/usr/bin/env python3
"""How well a net of rated.py predicts people's moves, by source and rating.

    rated_report.py OUT SHARD... [--weights ema|net]

Positions of held-out games (`motley-lab dataset rated-shards --part test`). For each band: how often the most
probable move was played and how often it was among the first three, −ln p of the played move, with the standard
errors that the number of games gives, and beside it what Maia-1 and the net that ships reached on other positions of
the same sources.
"""

import argparse
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import numpy
import torch

import rated_nets
from checkpoint import load
from rated_samples import Labels, planes, who

LICHESS, OVER_THE_BOARD = 0, 1
BULLET = 1
BANDS = (
    ("over the board, both >= 2000", 46.7, 47.6),
    ("Lichess < 1200", 45.1, 36.5),
    ("Lichess 1200-1399", 49.5, 40.6),
    ("Lichess 1400-1599", 52.3, 43.6),
    ("Lichess 1600-1799", 52.2, 45.5),
    ("Lichess 1800-1999", 48.9, 44.0),
    ("Lichess >= 2000", 50.5, 46.4),
)
"""Name, the best of Maia-1100, 1500 and 1900, the net that ships: shares of right first choices in per cent."""


def band(records: numpy.ndarray, one_player: int) -> numpy.ndarray:
    """The number of each sample's band in BANDS, −1 for none. Games of the file `one_player`, most of which one player
    played, are left out."""
    elo, opponent = records["elo"].astype(int), records["opponent_elo"].astype(int)
    number = numpy.full(len(records), -1)
    masters = (records["source"] == OVER_THE_BOARD) & (numpy.minimum(elo, opponent) >= 2000)
    number[masters] = 0
    lichess = (records["source"] == LICHESS) & (records["file"] != one_player)
    number[lichess] = 1 + numpy.clip((elo[lichess] - 1000) // 200, 0, 5)
    return number


def chosen(records: numpy.ndarray, per_band: int, one_player: int) -> numpy.ndarray:
    """The first samples of each band, at most so many."""
    bands = band(records, one_player)
    return records[numpy.sort(numpy.concatenate([numpy.flatnonzero(bands == n)[:per_band] for n in range(len(BANDS))]))]


@torch.inference_mode()
def predict(
    net: torch.nn.Module, records: numpy.ndarray, device: torch.device | str, size: int = 512
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """For each sample the rank of the played move among the legal ones (0 the first), and −ln of its probability."""
    net.eval()
    ranks, losses = [], []
    for start in range(0, len(records), size):
        part = records[start : start + size]
        labels = Labels(part, device)
        logits = legal_logits(net(planes(part, device), who(part, device))["moves"].float(), labels)
        # A tie does not count as found.
        ranks.append((logits[:, 1:] >= logits[:, :1]).sum(1).cpu())
        losses.append(-torch.log_softmax(logits, dim=1)[:, 0].cpu())
    return torch.cat(ranks).numpy(), torch.cat(losses).numpy()


def legal_logits(moves: torch.Tensor, labels: Labels) -> torch.Tensor:
    """[N, 64], the played move first; −∞ where there is no move."""
    none = labels.legal >= 4096
    chosen = moves.gather(1, labels.legal.clamp(max=4095))
    return chosen.masked_fill(none, float("-inf"))


def clustered_error(values: numpy.ndarray, games: numpy.ndarray) -> float:
    """The standard error of a mean whose values come in games."""
    _, index = numpy.unique(games, return_inverse=True)
    sums = numpy.bincount(index, weights=values - values.mean())
    return float(numpy.sqrt((sums**2).sum()) / len(values))


def lines(records: numpy.ndarray, ranks: numpy.ndarray, losses: numpy.ndarray, one_player: int = 3) -> Iterator[str]:
    """The table as lines of text."""
    yield f"{'':30} {'n':>6} {'top 1':>6} {'±':>4} {'top 3':>6} {'-ln p':>6} {'ply>=20':>7} | Maia-1 Mockfish"
    bands = band(records, one_player)
    for number, (name, maia, mockfish) in enumerate(BANDS):
        mine = bands == number
        if not mine.any():
            continue
        hits, later = ranks[mine] == 0, mine & (records["ply"] >= 20)
        error = clustered_error(hits.astype(float), records["game"][mine])
        yield (
            f"{name:30} {mine.sum():6} {100 * hits.mean():6.1f} {100 * error:4.1f} "
            f"{100 * (ranks[mine] < 3).mean():6.1f} {losses[mine].mean():6.3f} "
            f"{100 * (ranks[later] == 0).mean():7.1f} | {maia:6.1f} {mockfish:8.1f}"
        )
    lichess = bands > 0
    mean = 100 * (ranks[lichess] == 0).mean()
    yield f"{'Lichess, all of these':30} {lichess.sum():6} {mean:6.1f} {'':11} {losses[lichess].mean():6.3f}"


def load_net(folder: pathlib.Path, weights: str = "ema") -> tuple[torch.nn.Module, dict[str, Any]]:
    """The net of a folder of rated.py."""
    net = rated_nets.build(json.loads((folder / "options.json").read_text()))
    state = load(folder / "state.pt")
    net.load_state_dict(state[weights])
    return net.eval(), state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="folder of rated.py")
    parser.add_argument("shards", type=pathlib.Path, nargs="+")
    parser.add_argument("--weights", choices=("ema", "net"), default="ema")
    parser.add_argument("--per-band", type=int, default=10_000, help="samples of each band, at most")
    parser.add_argument("--one-player", type=int, default=3, help="number of a file that is left out of the bands")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net, state = load_net(options.out, options.weights)
    records = numpy.concatenate([numpy.load(file) for file in options.shards])
    records = chosen(records, options.per_band, options.one_player)
    ranks, losses = predict(net.to(device), records, device)
    done = state["counts"]
    print(f"after {done['step']:,} steps, {done['positions']:,} positions, {done['cpu_seconds']:,.0f} s")
    print("\n".join(lines(records, ranks, losses, options.one_player)))


if __name__ == "__main__":
    main()
