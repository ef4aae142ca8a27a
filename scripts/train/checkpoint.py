"""What all trainings share: options on disk, checkpoints to resume from, metrics at the end."""

import json
import pathlib

import torch

from processes import Alone

ALONE = Alone()


class Resumable:
    """A trainer that can be interrupted: `net`, `optimizer`, `device`, `options.out` (a folder), the counts that COUNTS
    names, the weights that WEIGHTS names, and a `scheduler` of the learning rate where it has one. Of several
    `processes` the first one writes."""

    COUNTS = ("epoch", "step", "total", "best", "patience", "seconds", "history")
    WEIGHTS = ()
    scheduler = None
    processes = ALONE

    def record(self, entry):
        """Records a validation, keeps the weights of the least loss, saves, and writes all of them as a table."""
        self.history.append(entry)
        if entry["loss"] < self.best:
            self.best, self.patience = entry["loss"], 0
            self.write(self.net.state_dict(), self.options.out / "best.pt")
        self.save()
        if self.processes.is_first:
            write_table(self.history, self.options.out / "curve.tsv")

    def write(self, state, file):
        if self.processes.is_first:
            write(state, file)

    def save(self):
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        state.update({name: getattr(self, name) for name in self.WEIGHTS})
        if self.scheduler is not None:
            state["scheduler"] = self.scheduler.state_dict()
        counts = {name: getattr(self, name) for name in self.COUNTS}
        self.write({**state, "counts": counts}, self.options.out / "state.pt")

    def resume(self):
        file = self.options.out / "state.pt"
        state = self.processes.from_first(lambda: load(file) if file.exists() else None)
        if state is None:
            return
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.scheduler is not None:
            self.scheduler.load_state_dict(state["scheduler"])
        for name in self.WEIGHTS:
            setattr(self, name, {part: values.to(self.device) for part, values in state[name].items()})
        vars(self).update(counts(state, self.COUNTS))
        reached = ", ".join(f"{name} {getattr(self, name)}" for name in ("epoch", "step") if name in self.COUNTS)
        self.log(f"going on from {reached}")

    def log(self, text):
        if self.processes.is_first:
            print(text, flush=True)

    def end_epoch(self, entry):
        """Records and prints what an epoch gave; `patience` counts those since the best."""
        self.patience += 1
        self.record(entry)
        values = (
            f"{name} {value:.4f}" if isinstance(value, float) else f"{name} {value}" for name, value in entry.items()
        )
        print(" ".join(values), flush=True)

    def finish(self, metrics, test):
        """Writes metrics.json: `metrics`, the history, and what `test` returns for the best weights."""
        if not self.processes.is_first:
            return
        self.net.load_state_dict(load(self.options.out / "best.pt"))
        metrics = {**metrics, "test": test(), "history": self.history}
        (self.options.out / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")
        print(json.dumps(metrics["test"], indent=1))


def begin(options, processes=ALONE):
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


def load(file):
    """What `write` wrote, in the memory of the processor."""
    return torch.load(file, map_location="cpu", weights_only=True)


def counts(state, names):
    """The counts of a checkpoint; old ones of rated.py have them beside the weights."""
    kept = state.get("counts", state)
    return {name: kept[name] for name in names}


def parameters(net):
    """How many weights a net has."""
    return sum(weights.numel() for weights in net.parameters())


def write(state, file):
    """Whole or not at all: an interruption leaves the old file."""
    torch.save(state, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def write_table(rows, file, notes=()):
    """Rows with the same names as tab-separated values, below a line of names; `notes` stand first, behind "# "."""
    lines = [f"# {note}" for note in notes]
    lines.append("\t".join(rows[0]))
    lines += ["\t".join(shown(value) for value in row.values()) for row in rows]
    file.with_suffix(".new").write_text("\n".join(lines) + "\n")
    file.with_suffix(".new").replace(file)


def shown(value):
    """Six digits of a fraction are more than a validation can tell apart."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
