"""What the state of a training belongs to, so that no training goes on from another one's."""

import json
import pathlib
from typing import Any

VERSION = 2
"""Of the form of a state. States before the second did not say what they belong to."""


class OriginError(ValueError):
    """A state that is not this training's; the message names it and what differs."""


def origin_of(data: object) -> dict[str, Any]:
    """The version, and what `summary.json` of a folder of samples says of them; of other inputs nothing."""
    summary = data / "summary.json" if isinstance(data, pathlib.Path) else None
    samples = json.loads(summary.read_text()) if summary is not None and summary.exists() else None
    return {"version": VERSION, "samples": samples}


def check_origin(file: pathlib.Path, found: dict[str, Any] | None, ours: dict[str, Any]) -> None:
    """Compares what a state says of itself with this training.

    Raises:
        OriginError: they differ.
    """
    found = found or {"version": 1, "samples": None}
    if found["version"] != ours["version"]:
        raise OriginError(
            f"{file} is a state of version {found['version']}, and this script goes on from version "
            f"{ours['version']}: take another folder, or remove the file to begin anew"
        )
    theirs, own = found["samples"] or {}, ours["samples"] or {}
    differing = [
        f"{name} {theirs.get(name)}, here {own.get(name)}"
        for name in sorted({*theirs, *own})
        if theirs.get(name) != own.get(name)
    ]
    if differing:
        raise OriginError(f"{file} belongs to other samples ({'; '.join(differing)}): take another folder")
