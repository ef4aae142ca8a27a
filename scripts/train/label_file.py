"""The teachers' answers on disk, beside the shard of samples that they belong to: an array and a description. They are
written piece by piece, so that an interrupted run goes on, and refused where they do not fit the samples."""

import hashlib
import json
import pathlib
import time
from collections.abc import Callable
from typing import Any

import numpy

VERSION = 1
KEPT = 12
LABEL = numpy.dtype([("slot", "u1", KEPT), ("probability", "<u2", KEPT), ("elo", "<u2")])
"""Places of the moves in the sample's `legal`, their probabilities in 65535ths (nothing where the position was not
asked), and the rating that was asked for where it is not the mover's, else 0."""
CHUNK = 1 << 15
"""Samples between two records of what is done."""


class LabelError(Exception):
    """Labels that do not fit: one line that says why."""


def fingerprint(file: pathlib.Path) -> str:
    """SHA-256 of a file."""
    with pathlib.Path(file).open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def description_of(labels: pathlib.Path) -> pathlib.Path:
    """Where the description of an array of labels stands."""
    return labels.with_suffix(".json")


def load_labels(file: pathlib.Path, shard: pathlib.Path) -> numpy.ndarray:
    """The labels of a shard; LabelError where they are incomplete, of another version or of other positions."""
    try:
        described = json.loads(description_of(file).read_text())
        labels = numpy.load(file, mmap_mode="r")
        count = len(numpy.load(shard, mmap_mode="r"))
    except (OSError, ValueError) as error:
        raise LabelError(f"{file}: these labels cannot be read ({error})") from error
    if described.get("version") != VERSION or labels.dtype != LABEL:
        raise LabelError(f"{file}: labels of another version; make them again with rated_labels.py")
    if described.get("positions") != fingerprint(shard) or labels.shape != (count,):
        raise LabelError(f"{file}: these are labels of other positions than those of {shard}")
    return labels


class LabelFile:
    """The labels of one shard in the making: an array beside its final name, and a description that counts what is
    done. The description is written after the array, so that an interruption loses a chunk at most.

    `how` (a dict) says how they are made: labels that were begun in another way are begun anew."""

    def __init__(self, shard: pathlib.Path, folder: pathlib.Path, how: dict[str, Any]) -> None:
        self.shard, self.file = shard, folder / shard.name
        self.partial = self.file.with_suffix(".partial.npy")
        self.described = {"version": VERSION, "positions": fingerprint(shard), **how}

    def fill(self, label: Callable[[numpy.ndarray, int], numpy.ndarray], must_end: Callable[[], object]) -> bool:
        """Calls `label(records, start)` for chunk after chunk; returns whether all are done."""
        records = numpy.load(self.shard, mmap_mode="r")
        labels, done = self.begun(len(records))
        while done < len(records) and not must_end():
            end = min(done + CHUNK, len(records))
            began, spent = time.monotonic(), time.process_time()
            labels[done:end] = label(numpy.array(records[done:end]), done)
            labels.flush()
            rates = [(end - done) / seconds for seconds in (time.monotonic() - began, time.process_time() - spent)]
            done = end
            self.describe(self.partial, {"done": done})
            hours = (len(records) - done) / rates[0] / 3600
            print(
                f"{self.shard.name}: {done:,} of {len(records):,}, {rates[0]:,.0f} a second, {rates[1]:,.0f} a second "
                f"of processor time, {hours:.2f} hours left",
                flush=True,
            )
        if done < len(records):
            return False
        self.describe(self.file, {})
        self.partial.replace(self.file)
        description_of(self.partial).unlink()
        return True

    def begun(self, count: int) -> tuple[numpy.memmap, int]:
        """The array, and how many samples have labels already."""
        try:
            before = json.loads(description_of(self.partial).read_text())
            done = before.pop("done")
            if before == self.described:
                return numpy.lib.format.open_memmap(self.partial, "r+"), done
        except (OSError, ValueError, KeyError):
            pass
        return numpy.lib.format.open_memmap(self.partial, "w+", LABEL, (count,)), 0

    def describe(self, labels: pathlib.Path, more: dict[str, int]) -> None:
        file = description_of(labels)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(self.described | more, indent=1) + "\n")
        new.replace(file)
