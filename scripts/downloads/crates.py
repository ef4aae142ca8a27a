"""The crates inside a program: which they are, what their licences say, and a bill of materials in CycloneDX."""

import collections
import dataclasses
import hashlib
import json
import pathlib
import re
import uuid

from fault import ROOT, Fault, output
from targets import Target

# Files of a crate that state its licence, or that of C code inside it.
LICENCE_FILE = re.compile(r"(?i)^(unlicen[cs]e|licen[cs]e|copying|notice|copyright)([-._].*)?$")
SOURCES = re.compile(r"(?i)\.(rs|c|h|py|toml|json)$")
# C code with a licence of its own, below the folder of its crate.
NESTED = {"zstd-sys": ["zstd/LICENSE", "zstd/COPYING"]}
OURS = "GPL-3.0-or-later"
# For crates that state this licence and come without its text; their manifests name the authors.
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


@dataclasses.dataclass(frozen=True)
class Crate:
    name: str
    version: str
    licence: str
    folder: pathlib.Path
    # The registry's SHA-256; none for the crates of this repository.
    checksum: str | None
    needs: tuple[str, ...]
    authors: tuple[str, ...] = ()

    @property
    def purl(self) -> str:
        return f"pkg:cargo/{self.name}@{self.version}"


def metadata(triple: str) -> dict:
    """What cargo says of the packages for a target."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", triple]
    return json.loads(output(command, "cargo metadata"))


def checksums(lock: str) -> dict[tuple[str, str], str]:
    """The SHA-256 of each crate in `Cargo.lock`."""
    pattern = r'name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([0-9a-f]{64})"'
    return {(name, version): checksum for name, version, checksum in re.findall(pattern, lock)}


def inside(data: dict, lock: str) -> list[Crate]:
    """The program's own crate first, then those that are linked into it, by name."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    sums = checksums(lock)
    start = next(package["id"] for package in data["packages"] if package["name"] == "motley")

    def linked(identifier: str) -> list[str]:
        needed = nodes[identifier]["deps"]
        return [need["pkg"] for need in needed if any(kind["kind"] is None for kind in need["dep_kinds"])]

    found, open_ = {}, [start]
    while open_:
        identifier = open_.pop()
        if identifier in found:
            continue
        package = packages[identifier]
        needs = linked(identifier)
        key = (package["name"], package["version"])
        purls = sorted(f"pkg:cargo/{packages[need]['name']}@{packages[need]['version']}" for need in needs)
        folder = pathlib.Path(package["manifest_path"]).parent
        people = tuple(package["authors"])
        found[identifier] = Crate(*key, package["license"] or "", folder, sums.get(key), tuple(purls), people)
        open_ += needs
    own = found.pop(start)
    return [own, *sorted(found.values(), key=lambda crate: (crate.name, crate.version))]


def of(target: Target) -> list[Crate]:
    return inside(metadata(target.triple), (ROOT / "Cargo.lock").read_text())


def licence_files(crate: Crate) -> list[pathlib.Path]:
    names = sorted(path.name for path in crate.folder.iterdir() if path.is_file())
    names = [name for name in names if LICENCE_FILE.match(name) and not SOURCES.search(name)]
    return [crate.folder / name for name in [*names, *NESTED.get(crate.name, [])]]


def licence_texts(crate: Crate) -> list[tuple[str, str]]:
    """The texts of a crate's licence, each with what it belongs to.

    Raises `Fault` where there is none, except for our own licence, which LICENSE has.
    """
    owner = f"{crate.name} {crate.version}"
    texts = []
    for path in licence_files(crate):
        inner = path.relative_to(crate.folder).parent
        texts.append((f"{owner} ({inner})" if inner.name else owner, path.read_text(errors="replace")))
    if not texts and "MIT" in re.split(r" OR |/", crate.licence):
        texts.append((owner, f"Copyright (c) {', '.join(crate.authors) or f'the authors of {crate.name}'}\n\n{MIT}"))
    if not texts and crate.licence != OURS:
        raise Fault(f"the crate {owner} ({crate.licence}) has no text of its licence")
    return texts


def licences(crates: list[Crate], others: list[tuple[str, str]]) -> str:
    """The licence texts of all crates, each text once with the crates that it belongs to; `others` are further texts
    under the name of what they belong to.
    """
    owners: dict[str, list[str]] = collections.defaultdict(list)
    # Texts that differ only in their spaces and line breaks are one.
    texts: dict[str, str] = {}
    own, rest = crates[0], crates[1:]
    rows = [f"{crate.name} {crate.version}: {crate.licence}" for crate in rest]
    for owner, text in [*(pair for crate in rest for pair in licence_texts(crate)), *others]:
        key = " ".join(text.split())
        texts.setdefault(key, "\n".join(line.rstrip() for line in text.splitlines()).strip())
        if owner not in owners[key]:
            owners[key].append(owner)
    head = [
        f"{own.name} {own.version} is under {own.licence}: see the file LICENSE. The program also contains what is",
        "listed here, under the licences stated. The text for crates under the program's own licence is in LICENSE.",
        "",
        *rows,
        *(owner for owner, _ in others),
    ]
    line = "=" * 100
    parts = [f"{line}\n{', '.join(names)}\n{line}\n\n{texts[key]}\n" for key, names in owners.items()]
    return "\n".join(head) + "\n\n" + "\n".join(parts)


def bill(crates: list[Crate], target: Target, time: str) -> str:
    """A bill of materials: CycloneDX 1.5, with the graph of what needs what; the same for the same crates."""
    own, rest = crates[0], crates[1:]

    def component(crate: Crate, kind: str) -> dict:
        entry: dict = {"type": kind, "bom-ref": crate.purl, "name": crate.name, "version": crate.version}
        # The older form of an expression has a slash.
        entry["licenses"] = [{"expression": " OR ".join(part.strip() for part in crate.licence.split("/"))}]
        entry["purl"] = crate.purl
        if crate.checksum:
            entry["hashes"] = [{"alg": "SHA-256", "content": crate.checksum}]
        return entry

    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": component(own, "application"),
            "properties": [{"name": "cargo:target", "value": target.triple}],
        },
        "components": [component(crate, "library") for crate in rest],
        "dependencies": [{"ref": crate.purl, "dependsOn": list(crate.needs)} for crate in crates],
    }
    content = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}"
    return json.dumps(document, indent=1) + "\n"
