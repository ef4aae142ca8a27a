"""Processes that keep cores busy, as two compilers beside a match do."""

import contextlib
import multiprocessing
from collections.abc import Iterator


def _spin() -> None:
    table = list(range(1 << 16))
    while True:
        # Memory is walked as well, so that caches are shared as with a compiler.
        table = [(each * 1103515245 + 12345) & 0x7FFFFFFF for each in table]


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """Keeps that many processes computing until the block ends."""
    workers = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(processes)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
