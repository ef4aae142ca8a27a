"""Manifests for package managers out of `packaging/templates`: what is between `@` signs is filled in from the files of
the release, so that no sum or version is written by hand.
"""

import json
import pathlib
import re

import archive
from fault import ROOT, Fault
from targets import TARGETS

TEMPLATES = ROOT / "packaging" / "templates"
# Where no address of the project is known, as in docs/openbench.md.
UNKNOWN = "https://github.com/OWNER/motley"
PLACE = re.compile(r"@([A-Z][A-Z0-9]*)(?: ([a-z0-9_-]+))?@")


class Missing(Exception):
    """A template names a download that was not made."""


def application(repository: str) -> str:
    """The name of the studio as an application: `io.github.OWNER.motley`."""
    host, _, rest = repository.split("://")[-1].partition("/")
    words = [*reversed(host.split(".")), *rest.strip("/").split("/")]
    words = ["io" if (word, index) == ("com", 0) and host == "github.com" else word for index, word in enumerate(words)]
    return ".".join(re.sub(r"[^A-Za-z0-9_]", "_", word) for word in words)


def players() -> list[str]:
    """The names after `motley-`, of the file for Cute Chess, which is compared with the program."""
    entries = json.loads((ROOT / "packaging" / "engines.json").read_text())
    return [entry["command"].removeprefix("motley-") for entry in entries]


def values(version: str, repository: str, date: str) -> dict[str, str]:
    return {
        "VERSION": version,
        "REPOSITORY": repository,
        "DATE": date,
        "APP": application(repository),
        "PLAYERS": " ".join(players()),
    }


def filled(text: str, known: dict[str, str], files: dict[str, pathlib.Path]) -> str:
    """A template with its places filled in; `files` are the archives by the names of their targets.

    Raises `Missing` for a download that is not there, and `Fault` for a place that nothing is known of.
    """
    stems = {target.name: target.stem(known["VERSION"]) for target in TARGETS}

    def value(place: re.Match) -> str:
        kind, name = place.groups()
        if name is None and kind in known:
            return known[kind]
        if name not in stems or kind not in ("STEM", "URL", "SHA256"):
            raise Fault(f"a template has the unknown place {place[0]}")
        if kind == "STEM":
            return stems[name]
        if name not in files:
            raise Missing(name)
        if kind == "URL":
            return f"{known['REPOSITORY']}/releases/download/v{known['VERSION']}/{files[name].name}"
        return archive.sha256(files[name])

    return PLACE.sub(value, text)


def write(out: pathlib.Path, known: dict[str, str], files: dict[str, pathlib.Path]) -> list[str]:
    """Writes a folder for each package manager into `out`; returns a line for each that was left out."""
    left_out = []
    for folder in sorted(path for path in TEMPLATES.iterdir() if path.is_dir()):
        try:
            texts = {filled(path.name, known, files): filled(path.read_text(), known, files)
                     for path in sorted(folder.iterdir())}
        except Missing as missing:
            left_out.append(f"no {folder.name}: {missing} was not built")
            continue
        (out / folder.name).mkdir(parents=True)
        for name, text in texts.items():
            (out / folder.name / name).write_text(text)
    return left_out
