"""Folders that every machine of a cluster can reach: on a shared file system, or in a bucket by fsspec.

A bucket is named by its address, such as s3://bucket/dumps or gs://bucket/dumps; its package (s3fs, gcsfs, aiohttp for
http) is needed beside fsspec. http serves for reading only.
"""

import pathlib
import shutil
import uuid

GAMES = (".pgn", ".pgn.zst", ".bin", ".bin.zst")
"""How names of files with games end."""


def opened(address: str | pathlib.Path) -> "Folder | Bucket":
    """The folder or bucket of an address."""
    return Bucket(address) if "://" in str(address) else Folder(address)


class Folder:
    """A folder of a file system that all machines share."""

    def __init__(self, path: str | pathlib.Path) -> None:
        self.path = pathlib.Path(path).absolute()

    def games(self) -> list[tuple[str, int]]:
        """Names and sizes of the files with games, by name."""
        found = (file for file in self.path.iterdir() if file.name.endswith(GAMES))
        return sorted((file.name, file.stat().st_size) for file in found)

    def fetch(self, name: str, into: pathlib.Path) -> pathlib.Path:
        """Where the file or folder lies; nothing is copied."""
        return self.path / name

    def has(self, name: str) -> bool:
        return (self.path / name).exists()

    def put(self, folder: pathlib.Path, name: str) -> None:
        """Keeps a folder under a name, whole or not at all; one that is there stays."""
        self.path.mkdir(parents=True, exist_ok=True)
        partial = self.path / f".{name}.{uuid.uuid4().hex}"
        shutil.copytree(folder, partial)
        try:
            partial.rename(self.path / name)
        except OSError:
            shutil.rmtree(partial)
            if not self.has(name):
                raise


class Bucket:
    """A prefix of a bucket."""

    COMPLETE = "complete"
    """Lies in a folder of which every file was written: buckets cannot rename folders."""

    def __init__(self, address: str | pathlib.Path) -> None:
        import fsspec

        self.files, self.path = fsspec.core.url_to_fs(str(address))

    def games(self) -> list[tuple[str, int]]:
        found = (entry for entry in self.files.ls(self.path, detail=True) if entry["name"].endswith(GAMES))
        return sorted((entry["name"].rsplit("/", 1)[-1], int(entry["size"])) for entry in found)

    def fetch(self, name: str, into: pathlib.Path) -> pathlib.Path:
        """Copies a file or folder into a local folder; returns where it lies then."""
        target = pathlib.Path(into) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        self.files.get(f"{self.path}/{name}", str(target), recursive=True)
        return target

    def has(self, name: str) -> bool:
        return self.files.exists(f"{self.path}/{name}/{self.COMPLETE}")

    def put(self, folder: pathlib.Path, name: str) -> None:
        self.files.makedirs(f"{self.path}/{name}", exist_ok=True)
        for file in sorted(pathlib.Path(folder).iterdir()):
            self.files.put_file(str(file), f"{self.path}/{name}/{file.name}")
        self.files.pipe_file(f"{self.path}/{name}/{self.COMPLETE}", b"complete\n")
