#!/usr/bin/env python3
"""Trains the net that knows who moves on a Ray cluster: `torchrun` for machines that Ray holds.

    train.py --processes N [--gpus] [--address auto] attention OUT --shards DIR --validation SHARD …

What follows is for scripts/train/rated.py; this folder and the paths lie on a file system that all machines share.
Each process takes a GPU with --gpus, else --cores processor cores. When a process dies, all are stopped and begin again
from the last checkpoint, up to --restarts times. Started again with another number of processes, the training goes on
as well.
"""

import argparse
import pathlib
import socket
from types import ModuleType

from worker import SCRIPTS, connect, run

HUMAN = SCRIPTS / "train" / "rated.py"


class Process:
    """One process of the training, on the machine that Ray chose."""

    def address(self) -> tuple[str, int]:
        """Where the others find this process."""
        import ray

        with socket.socket() as free:
            free.bind(("", 0))
            return ray.util.get_node_ip_address(), free.getsockname()[1]

    def train(self, rank: int, count: int, address: tuple[str, int], folder: pathlib.Path, words: list[str]) -> str:
        """Runs rated.py in a folder; Ray shows it the GPU that it may use as the only one."""
        import sys

        host, port = address
        places = {"RANK": rank, "LOCAL_RANK": 0, "WORLD_SIZE": count, "MASTER_ADDR": host, "MASTER_PORT": port}
        return run((sys.executable, HUMAN, *words), folder=folder, **places)


def attempt(ray: ModuleType, options: argparse.Namespace, words: list[str]) -> str:
    """Trains to the end and returns what the first process printed; raises what ended one that failed."""
    needs = {"num_gpus": 1} if options.gpus else {"num_cpus": options.cores}
    actor = ray.remote(**needs)(Process)
    processes = [actor.remote() for _ in range(options.processes)]
    try:
        address = ray.get(processes[0].address.remote())
        common = (len(processes), address, pathlib.Path.cwd(), words)
        running = [process.train.remote(rank, *common) for rank, process in enumerate(processes)]
        waiting = running
        while waiting:
            done, waiting = ray.wait(waiting)
            ray.get(done)
        return ray.get(running[0])
    finally:
        for process in processes:
            ray.kill(process)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, required=True)
    parser.add_argument("--gpus", action="store_true", help="one GPU a process")
    parser.add_argument("--cores", type=int, default=1, help="without --gpus: processor cores a process")
    parser.add_argument("--restarts", type=int, default=10)
    parser.add_argument("--address", help="the Ray cluster (default: one is started here)")
    options, words = parser.parse_known_args()
    ray = connect(options.address, options.processes * options.cores)
    for restart in range(options.restarts + 1):
        try:
            print(attempt(ray, options, words), end="")
            return
        except ray.exceptions.RayError as error:
            print(f"a process failed ({restart} restarts so far): {str(error).strip().splitlines()[-1]}", flush=True)
    raise SystemExit("given up; start again to go on from the last checkpoint")


if __name__ == "__main__":
    main()
