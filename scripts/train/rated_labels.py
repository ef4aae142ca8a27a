#!/usr/bin/env python3
"""Asks the nets of Maia-1 how people move in the positions of shards, for `rated.py --labels`.

    rated_labels.py SHARDS LABELS --nets DIR [--minutes 60]

SHARDS is a folder of `motley-lab dataset rated-shards`, DIR has maia-1100.onnx to maia-1900.onnx (see maia.py).
LABELS gets an array and a description for each shard, in their order. For each position one of the two nets around
the mover's rating is asked, the nearer one more often: on average that is the interpolation of both at half the
price. The twelve most probable moves are kept. Positions over the board of players rated 2000 and more are left out,
since there games know better than nets of up to 1900; so is every position whose mover's rating is unknown.

Of other positions with a mover of 1200 and more, the share --as-beginner is asked as if a player of 900 to 1199 moved:
games of such players are scarce. Such a label says so in `elo`.

An interrupted run goes on where it was, with the same command. Ends after --minutes, or when it is told to.
"""

import argparse
import functools
import pathlib
import signal
import sys
import time

import numpy
import torch

import maia
from label_file import KEPT, LABEL, LabelError, LabelFile, fingerprint, load_labels
from rated_report import OVER_THE_BOARD

RATINGS = range(1100, 2000, 100)
BATCH = 512
BEGINNERS = (900, 1200)
MASTERS = 2000


class Teachers:
    """The nine nets, in bfloat16 where the processor has it."""

    def __init__(self, folder: pathlib.Path, compiled: bool) -> None:
        files = {rating: folder / f"maia-{rating}.onnx" for rating in RATINGS}
        missing = [str(file) for file in files.values() if not file.is_file()]
        if missing:
            raise SystemExit(
                f"no file {missing[0]}: the nets are maia_weights/*.pb.gz of github.com/CSSLab/maia-chess, written as "
                "ONNX with lc0's leela2onnx"
            )
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.fingerprints = {str(rating): fingerprint(file) for rating, file in files.items()}
        has_bfloat16 = self.device.type == "cuda" or "avx512_bf16" in processor() or "amx_bf16" in processor()
        self.type = torch.bfloat16 if has_bfloat16 else torch.float32
        self.nets = {}
        for rating, file in files.items():
            net = maia.Maia(file).eval().to(self.device, self.type).to(memory_format=torch.channels_last)
            self.nets[rating] = torch.compile(net) if compiled else net

    def ask(self, records: numpy.ndarray, ratings: numpy.ndarray) -> torch.Tensor:
        """[N, 64] probabilities of the legal moves, by the net of each rating."""
        found = torch.zeros(len(records), records["legal"].shape[1])
        for rating, net in self.nets.items():
            rows = numpy.flatnonzero(ratings == rating)
            for start in range(0, len(rows), BATCH):
                chosen = rows[start : start + BATCH]
                found[chosen] = self.ask_one(net, records[chosen])
        return found

    @torch.no_grad()
    def ask_one(self, net: torch.nn.Module, records: numpy.ndarray) -> torch.Tensor:
        planes = maia.planes(records).to(self.device, self.type)
        # Batches of one size: a compiled net is compiled once.
        missing = BATCH - len(records)
        if missing:
            planes = torch.cat((planes, planes.new_zeros(missing, *planes.shape[1:])))
        policy = net(planes.contiguous(memory_format=torch.channels_last))[: len(records)]
        return maia.probabilities(policy.float().cpu(), records)


def processor() -> list[str]:
    """What the processor can do, as Linux names it."""
    try:
        return pathlib.Path("/proc/cpuinfo").read_text().split("flags", 1)[1].split("\n", 1)[0].split()
    except (OSError, IndexError):
        return []


def nets_for(elo: numpy.ndarray, rng: numpy.random.Generator) -> numpy.ndarray:
    """For each rating one of the two nets around it, the nearer one more often."""
    place = (numpy.clip(elo, RATINGS[0], RATINGS[-1]) - RATINGS[0]) / 100
    lower = numpy.floor(place)
    return (RATINGS[0] + 100 * (lower + (rng.random(len(elo)) < place - lower))).astype(int)


def label(records: numpy.ndarray, teachers: Teachers, as_beginner: float, rng: numpy.random.Generator) -> numpy.ndarray:
    """The labels of some samples."""
    elo = records["elo"].astype(int)
    masters = (records["source"] == OVER_THE_BOARD) & (elo >= MASTERS)
    beginner = (records["source"] != OVER_THE_BOARD) & (elo >= BEGINNERS[1]) & (rng.random(len(elo)) < as_beginner)
    asked_as = numpy.where(beginner, rng.integers(*BEGINNERS, len(elo)), 0)
    ratings = nets_for(numpy.where(beginner, asked_as, elo), rng)
    rows = numpy.flatnonzero((elo > 0) & ~masters)
    labels = numpy.zeros(len(records), LABEL)
    best = teachers.ask(records[rows], ratings[rows]).topk(KEPT, dim=1)
    labels["slot"][rows] = best.indices.numpy()
    labels["probability"][rows] = numpy.round(65535 * best.values.numpy())
    labels["elo"] = asked_as
    return labels


def label_chunk(
    teachers: Teachers, options: argparse.Namespace, shard: int, records: numpy.ndarray, start: int
) -> numpy.ndarray:
    """The labels of a chunk of a shard, which depend on the seed and on where the chunk stands."""
    return label(records, teachers, options.as_beginner, numpy.random.default_rng((options.seed, shard, start)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=pathlib.Path)
    parser.add_argument("labels", type=pathlib.Path)
    parser.add_argument("--nets", type=pathlib.Path, required=True, help="folder of maia-1100.onnx to maia-1900.onnx")
    parser.add_argument("--as-beginner", type=float, default=0.1, help="share of positions asked as of a beginner")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true", help="compile the nets (needs a C++ compiler)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)

    teachers, ends_at, told = Teachers(options.nets, options.compile), time.monotonic() + 60 * options.minutes, []
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: told.append(True))
    options.labels.mkdir(parents=True, exist_ok=True)
    how = {"nets": teachers.fingerprints, "as_beginner": options.as_beginner, "seed": options.seed}
    for shard in sorted(options.shards.glob("shard-*.npy")):
        if (options.labels / shard.name).exists():
            load_labels(options.labels / shard.name, shard)
            continue

        of_chunk = functools.partial(label_chunk, teachers, options, int(shard.stem.split("-")[-1]))
        if not LabelFile(shard, options.labels, how).fill(of_chunk, lambda: told or time.monotonic() > ends_at):
            break


if __name__ == "__main__":
    try:
        main()
    except LabelError as error:
        sys.exit(str(error))
