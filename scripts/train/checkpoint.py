"""What all trainings share: options on disk, checkpoints to resume from, metrics at the end."""

import json
import pathlib

import torch


class Resumable:
    """A trainer that can be interrupted: `net`, `optimizer`, `device`, `options.out` (a folder), the counts that COUNTS
    names, and a `scheduler` of the learning rate where it has one."""

    COUNTS = ("epoch", "step", "total", "best", "patience", "seconds", "history")
    scheduler = None

    def keep_best(self, entry):
        """Keeps the weights of the least validation loss; `patience` counts the validations since."""
        self.patience += 1
        if entry["loss"] < self.best:
            self.best, self.patience = entry["loss"], 0
            write(self.net.state_dict(), self.options.out / "best.pt")

    def save(self):
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        if self.scheduler is not None:
            state["scheduler"] = self.scheduler.state_dict()
        counts = {name: getattr(self, name) for name in self.COUNTS}
        write({**state, "counts": counts}, self.options.out / "state.pt")

    def resume(self):
        file = self.options.out / "state.pt"
        if not file.exists():
            return
        state = torch.load(file, map_location=self.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.scheduler is not None:
            self.scheduler.load_state_dict(state["scheduler"])
        vars(self).update(state["counts"])
        print(
            "resuming:", ", ".join(f"{name} {getattr(self, name)}" for name in ("epoch", "step") if name in self.COUNTS)
        )

    def end_epoch(self, entry):
        """Records, keeps and prints what an epoch gave."""
        self.history.append(entry)
        self.keep_best(entry)
        self.save()
        values = (
            f"{name} {value:.4f}" if isinstance(value, float) else f"{name} {value}" for name, value in entry.items()
        )
        print(" ".join(values), flush=True)

    def finish(self, metrics, test):
        """Writes metrics.json: `metrics`, the history, and what `test` returns for the best weights."""
        weights = torch.load(self.options.out / "best.pt", map_location=self.device, weights_only=True)
        self.net.load_state_dict(weights)
        metrics = {**metrics, "test": test(), "history": self.history}
        (self.options.out / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n")
        print(json.dumps(metrics["test"], indent=1))


def begin(options):
    """Sets random seed and threads, creates the folder `options.out`, and writes options.json; returns its content."""
    torch.manual_seed(options.seed)
    if options.threads:
        torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    described = {
        name: str(value) if isinstance(value, pathlib.Path) else value for name, value in vars(options).items()
    }
    (options.out / "options.json").write_text(json.dumps(described, indent=1) + "\n")
    return described


def parameters(net):
    """How many weights a net has."""
    return sum(weights.numel() for weights in net.parameters())


def write(state, file):
    """Whole or not at all: an interruption leaves the old file."""
    torch.save(state, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)
