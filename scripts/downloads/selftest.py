"""Tests of the release without compilers: a shell script takes the place of the program."""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from unittest import mock

import archive
import build
import crates
import guide
import macho
import manifests
import release
import stage
import table
import whole
from fault import ROOT, Fault
from targets import TARGETS, named

PROGRAM = """#!/bin/sh
case "$1" in
  --version) echo 'motley 9.9.9' ;;
  bench) echo '486616 nodes 1000 nps' ;;
  *) echo 'option name Personality type combo default Classical var Classical var Mockfish'; echo uciok ;;
esac
"""


@contextlib.contextmanager
def stand_ins(folder: pathlib.Path) -> Iterator[None]:
    """No compiler runs: every system gets the same script, with an empty manual."""
    program = folder / "program"
    program.write_text(PROGRAM)
    program.chmod(0o755)

    def manual(out: pathlib.Path, jobs: int) -> None:
        out.mkdir()
        for name in stage.MANUAL:
            (out / name).write_text(f"{name} of {jobs}\n")

    with (
        mock.patch.object(build, "missing", lambda chosen: None),
        mock.patch.object(build, "compiled", lambda target, settings, flags="": (program, 0.0)),
        mock.patch.object(build, "manual", manual),
        mock.patch.object(build, "notices", lambda target: [("the C library", "its licence")]),
        mock.patch.object(release, "BROWSER", folder / "missing"),
    ):
        yield


def called(*words: str) -> tuple[int, str, list[str]]:
    """The exit code, what is printed, and the lines on standard error."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = release.main(list(words))
    return code, out.getvalue(), errors.getvalue().splitlines()


def refused(begins: str, *words: str, code: int = 1) -> None:
    result = called(*words)
    assert result[0] == code and len(result[2]) == 1 and begins in result[2][0], result


def everything_is_made(folder: pathlib.Path) -> None:
    """All archives with their whole lists, sums that agree, packages, manifests; the same bytes twice."""
    first, second = folder / "a b" / "downloads", folder / "again"
    for out in (first, second):
        code, printed, errors = called("--out", str(out), "--repository", "https://github.com/somebody/motley/")
        assert code == 0 and not errors, errors
        assert "no browser build" in printed, printed
    sums = (first / "SHA256SUMS").read_text()
    assert sums == (second / "SHA256SUMS").read_text(), "two runs make different archives"
    table.check_sums(first)
    assert [path.name for path in first.parent.iterdir()] == ["downloads"], "a partial folder stays"
    listed = {line.split("  ")[1] for line in sums.splitlines()}
    version = next(name for name in listed if name.endswith("windows-x86_64.zip")).split("-")[1]
    for target in TARGETS:
        path = first / target.archive(version)
        assert path.name in listed, path
        stage.check(target, archive.listed(path))
        unpacked = archive.unpack(path, folder / "unpacked" / target.name)
        assert unpacked.name == target.stem(version) and (unpacked / target.program).read_text() == PROGRAM
        if not target.is_windows:
            assert (unpacked / target.program).stat().st_mode & stat.S_IXUSR, target
    texts = {path: path.read_text() for path in (first / "manifests").rglob("*") if path.is_file()}
    assert len({path.parent for path in texts}) == 5, sorted(texts)
    places = [path for path, text in texts.items() if manifests.PLACE.search(text + path.name)]
    assert not places, places
    scoop = json.loads(texts[first / "manifests" / "scoop" / "motley.json"])["architecture"]["64bit"]
    assert scoop["hash"] == archive.sha256(first / scoop["url"].rsplit("/", 1)[1]), scoop
    assert (first / "manifests" / "flatpak" / "io.github.somebody.motley.yml") in texts
    if (first / f"motley_{version}_amd64.deb").exists():
        package = subprocess.check_output(["dpkg-deb", "-c", first / f"motley_{version}_amd64.deb"], text=True)
        for name in ("usr/bin/motley-mockfish -> motley", "man1/motley.1.gz", "applications/motley-studio.desktop"):
            assert name in package, name
    else:
        print("no Debian package was tested: there is no dpkg-deb")


def browsers_are_served(folder: pathlib.Path) -> None:
    """What `browser/build` writes is packed with its licences, and what `npm run build` writes too."""
    browser, page = folder / "browser" / "build", folder / "web"
    for path in (browser.parent / "dist" / "motley.wasm", page / "dist" / "index.html", page / "build.js", browser):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    called_programs: list[str] = []
    with (
        mock.patch.object(release, "BROWSER", browser),
        mock.patch.object(release, "PAGE", page),
        mock.patch.object(shutil, "which", lambda name: name if name == "npm" else None),
        mock.patch.object(build, "run", lambda command, what, **_: called_programs.append(command[0])),
    ):
        code, _, errors = called("--out", str(folder / "served"))
    assert code == 0 and called_programs == ["npm", str(browser), "npm", "npm"], (errors, called_programs)
    sums = (folder / "served" / "SHA256SUMS").read_text()
    for name, file in [("browser", "motley.wasm"), ("studio", "index.html")]:
        path = next((folder / "served").glob(f"*-{name}.zip"))
        assert path.name in sums
        assert archive.listed(path) == sorted([file, "LICENSE", "THIRD-PARTY.txt", "motley.cdx.json"]), path


def a_changed_download_is_found(folder: pathlib.Path) -> None:
    out = folder / "changed"
    assert called("--out", str(out), "--only", "linux-x86_64")[0] == 0
    path = next(out.glob("*.tar.gz"))
    path.write_bytes(path.read_bytes()[:-1])
    refused("differs from its sum", "--try", str(out))
    path.unlink()
    refused("not in the folder", "--try", str(out))
    refused("no folder of downloads", "--try", str(folder))


def existing_files_are_safe(folder: pathlib.Path) -> None:
    out = folder / "mine"
    out.mkdir()
    (out / "precious").write_text("x")
    refused("not empty", "--out", str(out), "--only", "linux-x86_64")
    assert [path.name for path in out.iterdir()] == ["precious"]
    # Even with --force it stays until all is done.
    with mock.patch.object(build, "compiled", side_effect=Fault("the build for linux-x86_64: it failed")):
        refused("it failed", "--out", str(out), "--only", "linux-x86_64", "--force")
    assert [path.name for path in out.iterdir()] == ["precious"]
    assert called("--out", str(out), "--only", "linux-x86_64", "--force")[0] == 0
    assert not (out / "precious").exists() and (out / "SHA256SUMS").exists()
    file = folder / "file"
    file.write_text("x")
    refused("a file is where a folder must be", "--out", str(file))
    refused("a file is where a folder must be", "--out", str(file / "inside"))
    refused("there is no download amiga", "--only", "amiga", code=2)
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    assert not left, left


@contextlib.contextmanager
def mounted(folder: pathlib.Path, options: str) -> Iterator[pathlib.Path | None]:
    """A file system in memory, where this process may make one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    try:
        made = subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        made = False
    if not made:
        print(f"skipped: no file system could be mounted ({options})")
    try:
        yield folder if made else None
    finally:
        if made:
            subprocess.run(["umount", str(folder)], check=True)


def disks_that_refuse(folder: pathlib.Path) -> None:
    """A full one and one that cannot be written: one line, nothing under the final name."""
    with mounted(folder / "full", "size=200k") as place:
        if place is not None:
            refused("the disk is full", "--out", str(place / "downloads"), "--only", "linux-x86_64")
            assert not list(place.iterdir()), list(place.iterdir())
    with mounted(folder / "read-only", "ro") as place:
        if place is not None:
            refused("read-only", "--out", str(place / "downloads"), "--only", "linux-x86_64")
            assert not list(place.iterdir()), list(place.iterdir())
    if os.geteuid() != 0:
        locked = folder / "locked"
        locked.mkdir(mode=0o500)
        refused("no permission", "--out", str(locked / "downloads"), "--only", "linux-x86_64")
        assert not list(locked.iterdir())


def a_reader_that_goes_away(folder: pathlib.Path) -> None:
    """Standard output is a pipe that nobody reads: one line on standard error, and nothing under the final name."""
    out, errors = folder / "unread", folder / "errors"
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        reading, writing = os.pipe()
        os.close(reading)
        os.dup2(writing, 1)
        sys.stdout = os.fdopen(1, "w")
        with errors.open("w") as file, contextlib.redirect_stderr(file):
            code = release.main(["--out", str(out), "--only", "linux-x86_64"])
        os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert errors.read_text() == "error: nobody reads what is printed\n", errors.read_text()
    assert not out.exists() and not whole.partial_name(out).exists()


def licences_and_bill(folder: pathlib.Path) -> None:
    """Every crate has a text, the bill's references lead somewhere, and a crate without a text is refused."""
    linked = crates.of(TARGETS[0])
    bill = json.loads(crates.bill(linked, TARGETS[0], "2026-01-01T00:00:00Z"))
    names = [component["purl"] for component in bill["components"]]
    known = {*names, bill["metadata"]["component"]["purl"]}
    assert len(names) == len(set(names)) > 50, len(names)
    for entry in bill["dependencies"]:
        assert {entry["ref"], *entry["dependsOn"]} <= known, entry
    hashed = [component for component in bill["components"] if "hashes" in component]
    assert len(hashed) >= len(names) - 1, "crates of the registry have sums"
    text = crates.licences(linked, [("C", "some text")])
    for crate in linked[1:]:
        assert f"{crate.name} {crate.version}: " in text, crate
    assert "\nsome text\n" in text and "Zstandard" in text and "Permission is hereby granted" in text
    ours = crates.Crate("ours", "1.0.0", "MIT OR Zlib", folder, None, (), ("Somebody",))
    assert "Copyright (c) Somebody\n\nPermission is" in crates.licences([linked[0], ours], [])
    bare = crates.Crate("bare", "1.0.0", "ISC", folder, None, ())
    try:
        crates.licences([linked[0], bare], [])
    except Fault as fault:
        assert "bare 1.0.0 (ISC) has no text" in str(fault)
    else:
        raise AssertionError("a crate without a licence text is taken")


def signed_program(pages: bytes) -> bytes:
    """A Mach-O for Apple's processors with an ad-hoc signature, as small as one can be."""
    library = b"/usr/lib/libSystem.B.dylib\0".ljust(32, b"\0")
    commands = [
        struct.pack("<6I", 0x0C, 24 + len(library), 24, 2, 0, 0) + library,
        struct.pack("<6I", macho.BUILD_VERSION, 24, 1, 11 << 16, 0, 0),
        struct.pack("<2I2Q", macho.MAIN, 24, 0, 0),
    ]
    size = sum(map(len, commands)) + 16
    head = struct.pack("<8I", macho.MAGIC, 0x0100000C, 0, macho.EXECUTE, 4, size, 0, 0)
    end = len(head) + size + len(pages)
    slots = -(-end // 4096)
    length = 12 + 8 + 44 + 32 * slots
    body = head + b"".join(commands) + struct.pack("<4I", macho.SIGNATURE, 16, end, length) + pages
    hashes = b"".join(hashlib.sha256(body[at : at + 4096]).digest() for at in range(0, end, 4096))
    directory = struct.pack(">9I4BI", macho.CODE_DIRECTORY, 44 + len(hashes), 0x20400, macho.AD_HOC, 44, 0, 0, slots,
                            end, 32, 2, 0, 12, 0)
    return body + struct.pack(">5I", 0xFADE0CC0, length, 1, 0, 20) + directory + hashes


def programs_for_mac() -> None:
    data = signed_program(bytes(range(256)) * 40)
    read = macho.read(data)
    assert read == macho.Program("arm64", ("/usr/lib/libSystem.B.dylib",), "11.0", True, True), read
    changed = bytearray(data)
    changed[5000] ^= 1
    assert macho.read(bytes(changed)).is_signed is False, "a changed page has another hash"
    for wrong in (b"", b"\x7fELF" + bytes(60), data[:40], data[:31]):
        try:
            macho.read(wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong[:8]!r} is taken for a program")


def manifests_and_names() -> None:
    assert manifests.application("https://github.com/some-body/motley") == "io.github.some_body.motley"
    assert manifests.application("https://codeberg.org/a/b/") == "org.codeberg.a.b"
    assert [target.name for target in named(["macos-aarch64", "linux-x86_64"])] == ["linux-x86_64", "macos-aarch64"]
    known = manifests.values("1.2.3", manifests.UNKNOWN, "2026-01-01")
    assert "mockfish" in known["PLAYERS"]
    for text, error in [("@URL linux-x86_64@", manifests.Missing), ("@WHAT@", Fault), ("@URL amiga@", Fault)]:
        try:
            manifests.filled(text, known, {})
        except error:
            continue
        raise AssertionError(f"{text} is filled in")
    # What `cargo binstall` reads names the archives as they are named.
    manifest = (ROOT / "Cargo.toml").read_text()
    for target in TARGETS:
        form = target.archive("{ version }")
        assert f'releases/download/v{{ version }}/{form}"' in manifest, f"Cargo.toml has no download {form}"
        assert f"[package.metadata.binstall.overrides.{target.triple}]" in manifest, target.triple
    page = f"a\n{table.BEGIN}\nold\n{table.END}\nb\n"
    assert table.placed(page, "new\n") == page.replace("old", "new")


def profiles_that_cannot_be_made() -> None:
    """The build goes on without one, and says why."""
    settings = build.Settings("dist", 1, True)
    tools = pathlib.Path("llvm-profdata")
    for target, tool, error, why in [
        (TARGETS[1], tools, None, "only for x86_64-unknown-linux-musl"),
        (TARGETS[0], None, None, "llvm-tools"),
        (TARGETS[0], tools, Fault("the build for linux-x86_64: it failed"), "without a profile: the build"),
        (TARGETS[0], tools, subprocess.CalledProcessError(1, "llvm-profdata"), "returned non-zero"),
    ]:
        with (
            mock.patch.object(guide, "merger", lambda tool=tool: tool),
            mock.patch.object(build, "compiled", side_effect=error or AssertionError("nothing is built")),
        ):
            flags, said = guide.flags(target, settings)
        assert not flags and why in said, said


def run() -> None:
    sys.modules.setdefault("release", sys.modules["__main__"])
    with tempfile.TemporaryDirectory(prefix="motley release ") as name:
        folder = pathlib.Path(name)
        programs_for_mac()
        manifests_and_names()
        profiles_that_cannot_be_made()
        licences_and_bill(folder)
        with stand_ins(folder):
            everything_is_made(folder)
            browsers_are_served(folder)
            a_changed_download_is_found(folder)
            existing_files_are_safe(folder)
            disks_that_refuse(folder)
            a_reader_that_goes_away(folder)
    print("the release's self-test holds")
