"""What all trainings share: options on disk, checkpoints to resume from, metrics at the end."""

import argparse
import json
import pathlib
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch

from processes import Alone, Processes
from state_origin import OriginError, check_origin, origin_of

ALONE = Alone()


class Resumable:
    """A trainer that can be interrupted: `net`, `optimizer`, `device`, `options.out` (a folder), the counts that COUNTS
    names, the weights that WEIGHTS names, and a `scheduler` of the learning rate where it has one. Of several
    `processes` the first one writes."""

    COUNTS = ("epoch", "step", "total", "best", "patience", "seconds", "history")
    WEIGHTS = ()
    scheduler = None
    processes = ALONE

    def record(self, entry: dict[str, float]) -> None:
        """Records a validation, keeps the weights of the least loss, saves, and writes all of them as a table."""
        self.history.append(entry)
        if entry["loss"] < self.best:
            self.best, self.patience = entry["loss"], 0
            self.write(self.net.state_dict(), self.options.out / "best.pt")
        self.save()
        if self.processes.is_first:
            write_table(self.history, self.options.out / "curve.tsv")

    def write(self, state: dict[str, Any], file: pathlib.Path) -> None:
        if self.processes.is_first:
            write(state, file)

    def save(self) -> None:
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        state.update({name: getattr(self, name) for name in self.WEIGHTS})
        if self.scheduler is not None:
            state["scheduler"] = self.scheduler.state_dict()
        counts = {name: getattr(self, name) for name in self.COUNTS}
        origin = origin_of(getattr(self.options, "data", None))
        self.write({**state, "counts": counts, "origin": origin}, self.options.out / "state.pt")

    def resume(self) -> None:
        file = self.options.out / "state.pt"
        state = self.processes.from_first(lambda: load(file) if file.exists() else None)
        if state is None:
            return
        try:
            check_origin(file, state.get("origin"), origin_of(getattr(self.options, "data", None)))
        except OriginError as error:
            raise SystemExit(f"error: {error}") from None
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.scheduler is not None:
            self.scheduler.load_state_dict(state["scheduler"])
        for name in self.WEIGHTS:
            setattr(self, name, {part: values.to(self.device) for part, values in state[name].items()})
        vars(self).update({name: state["counts"][name] for name in self.COUNTS})
        reached = ", ".join(f"{name} {getattr(self, name)}" for name in ("epoch", "step") if name in self.COUNTS)
        self.log(f"going on from {reached}")

    def log(self, text: str) -> None:
        if self.processes.is_first:
            print(text, flush=True)

    def end_epoch(self, entry: dict[str, float]) -> None:
        """Records and prints what an epoch gave; `patience` counts those since the best."""
        self.patience += 1
        self.record(entry)
        values = (
            f"{name} {value:.4f}" if isinstance(value, float) else f"{name} {value}" for name, value in entry.items()
        )
        print(" ".join(values), flush=True)

    def finish(self, metrics: dict[str, Any], test: Callable[[], dict[str, float]]) -> None:
        """Writes metrics.json: `metrics`, the history, and what `test` returns for the best weights."""
        if not self.processes.is_first:
            return
        self.net.load_state_dict(load(self.options.out / "best.pt"))
        metrics = {**metrics, "test": test(), "history": self.history}
        (self.options.out / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")
        print(json.dumps(metrics["test"], indent=1))


def begin(options: argparse.Namespace, processes: Processes | Alone = ALONE) -> dict[str, Any]:
    """Sets random seed and threads; the first process creates the folder `options.out` and writes options.json. Returns
    its content."""
    torch.manual_seed(options.seed + processes.rank)
    if options.threads:
        torch.set_num_threads(options.threads)
    described = {
        name: str(value) if isinstance(value, pathlib.Path) else value for name, value in vars(options).items()
    }
    if processes.is_first:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "options.json").write_text(json.dumps(described, indent=1) + "\n")
    return described


def load(file: pathlib.Path) -> dict[str, Any]:
    """What `write` wrote, in the memory of the processor."""
    try:
        return torch.load(file, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise SystemExit(f"error: {file} cannot be read: {str(error).splitlines()[0]}") from None


def parameters(net: torch.nn.Module) -> int:
    """How many weights a net has."""
    return sum(weights.numel() for weights in net.parameters())


def write(state: dict[str, Any], file: pathlib.Path) -> None:
    """Whole or not at all: an interruption leaves the old file."""
    torch.save(state, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def write_table(rows: Sequence[Mapping[str, object]], file: pathlib.Path, notes: Iterable[str] = ()) -> None:
    """Rows with the same names as tab-separated values, below a line of names; `notes` stand first, behind "# "."""
    lines = [f"# {note}" for note in notes]
    lines.append("\t".join(rows[0]))
    lines += ["\t".join(shown(value) for value in row.values()) for row in rows]
    file.with_suffix(".new").write_text("\n".join(lines) + "\n")
    file.with_suffix(".new").replace(file)


def shown(value: object) -> str:
    """Six digits of a fraction are more than a validation can tell apart."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
