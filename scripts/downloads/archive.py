"""Archives that are the same bytes for the same files: names in order, no owner, the time of the commit."""

import gzip
import hashlib
import io
import pathlib
import tarfile
import time
import zipfile

EXECUTABLE = 0o755
PLAIN = 0o644


def entries(folder: pathlib.Path) -> list[pathlib.Path]:
    """The files below a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def mode(path: pathlib.Path) -> int:
    return EXECUTABLE if path.stat().st_mode & 0o100 else PLAIN


def pack(folder: pathlib.Path, out: pathlib.Path, seconds: int) -> None:
    """Writes the folder, under its own name, as the kind of archive that the ending of `out` says."""
    if out.suffix == ".zip":
        pack_zip(folder, out, seconds)
    else:
        pack_tar(folder, out, seconds)


def pack_tar(folder: pathlib.Path, out: pathlib.Path, seconds: int) -> None:
    with (
        out.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=9, mtime=seconds) as packed,
        tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in entries(folder):
            info = tarfile.TarInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
            info.size, info.mtime, info.mode = path.stat().st_size, seconds, mode(path)
            with path.open("rb") as content:
                tar.addfile(info, content)


def pack_zip(folder: pathlib.Path, out: pathlib.Path, seconds: int) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in entries(folder):
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            info = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, mode(path) << 16, 3
            archive.writestr(info, path.read_bytes())


def listed(archive: pathlib.Path) -> list[str]:
    """What is in an archive, without its folder."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            names = opened.namelist()
    else:
        with tarfile.open(archive) as opened:
            names = opened.getnames()
    return sorted(name.split("/", 1)[1] for name in names)


def unpack(archive: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Unpacks into `folder` and returns the folder of the program in it."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
    else:
        with tarfile.open(archive) as opened:
            opened.extractall(folder)
    return next(path for path in folder.iterdir() if path.is_dir())


def sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def sums(paths: list[pathlib.Path]) -> str:
    """Lines that `sha256sum --check` reads."""
    out = io.StringIO()
    for path in sorted(paths):
        out.write(f"{sha256(path)}  {path.name}\n")
    return out.getvalue()
