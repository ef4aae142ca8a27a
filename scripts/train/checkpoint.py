"""Trainings that can be interrupted and taken up again."""
import torch


class Resumable:
    """A trainer with `net`, `optimizer`, `device` and `options.out`, a folder, and the counts that COUNTS names."""

    COUNTS = ("epoch", "step", "total", "best", "patience", "seconds", "history")

    def keep_best(self, entry):
        """Keeps the weights of the least validation loss; `patience` counts the epochs since."""
        self.patience += 1
        if entry["loss"] < self.best:
            self.best, self.patience = entry["loss"], 0
            write(self.net.state_dict(), self.options.out / "best.pt")

    def save(self):
        counts = {name: getattr(self, name) for name in self.COUNTS}
        write({"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "counts": counts}, self.options.out / "state.pt")

    def resume(self):
        file = self.options.out / "state.pt"
        if not file.exists():
            return
        state = torch.load(file, map_location=self.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        vars(self).update(state["counts"])
        print(f"going on at step {self.step} of epoch {self.epoch + 1}")


def write(state, file):
    """Whole or not at all: an interruption leaves the old file."""
    torch.save(state, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)
