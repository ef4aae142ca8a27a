"""The processes that train one net together: those that `torchrun` started, or one alone.

Every process has a copy of the net and takes its part of every batch; the gradients of all are averaged before a step,
so that the weights stay the same everywhere. They talk through NCCL on GPUs, one GPU a process, and through gloo on
processors. The first process alone writes logs and checkpoints.
"""

import ctypes
import datetime
import os
import sys
from collections.abc import Callable
from typing import TypeVar

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel

Made = TypeVar("Made")

PATIENCE = datetime.timedelta(hours=2)
"""How long the others wait while the first one measures the net."""


class Processes:
    """This process and how many there are: the environment variables RANK, LOCAL_RANK and WORLD_SIZE."""

    def __init__(self) -> None:
        self.rank, self.count = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
        has_gpu, local = torch.cuda.is_available(), int(os.environ.get("LOCAL_RANK", "0"))
        if has_gpu and local >= torch.cuda.device_count():
            raise SystemExit(f"process {local} has no GPU: this machine has {torch.cuda.device_count()}")
        self.device = torch.device("cuda", local) if has_gpu else torch.device("cpu")
        if has_gpu:
            torch.cuda.set_device(self.device)
        if self.count > 1:
            distributed.init_process_group("nccl" if has_gpu else "gloo", timeout=PATIENCE)

    @property
    def is_first(self) -> bool:
        return self.rank == 0

    def part(self, size: int) -> slice:
        """Which samples of a batch are those of this process."""
        if size < self.count:
            raise SystemExit(f"a batch of {size} is too small for {self.count} processes")
        return slice(self.rank * size // self.count, (self.rank + 1) * size // self.count)

    def wrap(self, net: torch.nn.Module) -> torch.nn.Module:
        """The net for training: its gradients are the means over the processes. The first one's weights are copied to
        the others. Batch normalisation is of the whole batch on GPUs, of each process's part on processors."""
        if self.count == 1:
            return net
        if self.device.type == "cuda":
            net = torch.nn.SyncBatchNorm.convert_sync_batchnorm(net)
        return DistributedDataParallel(net)

    def sums(self, *numbers: float) -> tuple[float, ...]:
        """Each number summed over the processes."""
        if self.count == 1:
            return numbers
        tensor = torch.tensor(numbers, dtype=torch.float64, device=self.device)
        distributed.all_reduce(tensor)
        return tuple(tensor.tolist())

    def from_first(self, make: Callable[[], Made]) -> Made:
        """What `make` returns in the first process, in all of them."""
        values = [make() if self.is_first else None]
        if self.count > 1:
            distributed.broadcast_object_list(values, device=self.device)
        return values[0]

    def end(self) -> None:
        if self.count > 1:
            distributed.destroy_process_group()


def keep_memory() -> None:
    """Lets the C library keep what is freed, up to 2 GB. A net with a layer of many megabytes frees and takes them in
    every step; if the system cleared them anew each time, that would cost a fifteenth of the time."""
    if sys.platform == "linux":
        library, trim_threshold, most_mappings = ctypes.CDLL(None), -1, -4
        library.mallopt(trim_threshold, 2**31 - 1)
        library.mallopt(most_mappings, 0)


class Alone:
    """One process, for trainings that know no others."""

    rank, count, is_first = 0, 1, True

    def from_first(self, make: Callable[[], Made]) -> Made:
        return make()
