#!/usr/bin/env python3
"""Makes every download on Linux, and tries those that this machine can run.

    release.py [--out FOLDER] [--only NAME]… [--profile dist] [--guided] [--jobs N] [--repository URL] [--force]
    release.py --try FOLDER [--update-docs]
    release.py --selftest

The folder (default: target/downloads) gets an archive for each system, Debian packages, SHA256SUMS, and in manifests/
the files for Homebrew, winget, Scoop, Flatpak and Docker with the sums of these archives. It takes its name when
everything is in it; a run that fails leaves nothing. `--only linux-x86_64` makes one archive; `--profile release`
builds in a fraction of the time; `--guided` lets a run of the program guide the compiler where that can be done.
`--try` unpacks each archive into a folder with spaces, runs it, here, under qemu-user or Wine, and prints a table.

Needs Rust with its targets, and from PyPI ziglang and cargo-zigbuild; says what is missing. The same programs make
the same archives.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "downloads"))

import archive
import build
import crates
import debian
import guide
import manifests
import stage
import table
import targets
import whole
from build import Settings
from fault import ROOT, Fault, output, reason
from targets import Target

BROWSER = ROOT / "browser" / "build"
PAGE = ROOT / "web"
WEBASSEMBLY = "wasm32-wasip1"


def parse(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target" / "downloads")
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--profile", choices=["dist", "release"], default="dist")
    parser.add_argument("--guided", action="store_true", help="profile-guided optimisation where it can be done")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--repository", default=None, help="the project's address; default: that of Cargo.toml")
    parser.add_argument("--force", action="store_true", help="replace the folder")
    parser.add_argument("--try", dest="tried", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--update-docs", action="store_true", help="write the table into docs/install.md")
    return parser.parse_args(words)


def commit_time() -> int:
    """Seconds: of the last commit, or as SOURCE_DATE_EPOCH says."""
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    if stated and stated.isdigit():
        return int(stated)
    try:
        return int(output(["git", "log", "-1", "--format=%ct"], "git log"))
    except Fault:
        # No clone; a zip archive knows no time before 1980.
        return 315_532_800


class Release:
    """One run: the folder that grows, and what is known of the version."""

    def __init__(self, folder: pathlib.Path, settings: Settings, repository: str | None) -> None:
        self.folder, self.settings = folder, settings
        package = next(
            entry for entry in crates.metadata(targets.TARGETS[0].triple)["packages"] if entry["name"] == "motley"
        )
        self.version: str = package["version"]
        self.repository = (repository or package["repository"] or manifests.UNKNOWN).rstrip("/")
        self.seconds = commit_time()
        self.time = table.date(self.seconds, "%Y-%m-%dT%H:%M:%SZ")
        self.work = folder / ".work"
        self.archives: dict[str, pathlib.Path] = {}
        self.stages: dict[str, pathlib.Path] = {}

    def say(self, text: str) -> None:
        print(text, flush=True)

    def make_archive(self, target: Target) -> None:
        """Builds the program for a target and packs it."""
        flags, how = guide.flags(target, self.settings)
        program, seconds = build.compiled(target, self.settings, flags)
        folder = self.work / target.stem(self.version)
        stage.fill(folder, target, program, self.work / "manual", self.time)
        packed = self.folder / target.archive(self.version)
        archive.pack(folder, packed, self.seconds)
        stage.check(target, archive.listed(packed))
        self.archives[target.name], self.stages[target.name] = packed, folder
        self.say(f"{packed.name}: {packed.stat().st_size:,} bytes, built in {seconds:.0f} s {how}")

    def make_debian(self, chosen: list[Target]) -> None:
        """The Debian packages; a program that runs here says which players there are."""
        wanted = [target for target in chosen if target.debian]
        if shutil.which("dpkg-deb") is None or not wanted:
            self.say("no Debian package: " + ("there is no dpkg-deb" if wanted else "no program for Linux was built"))
            return
        programs = [self.stages[target.name] / "motley" for target in wanted]
        runnable = next((program for program in programs if runs(program)), None)
        if runnable is None:
            self.say("no Debian package: none of the programs runs here, which would name the players")
            return
        for target in wanted:
            made = debian.package(target, self.version, self.stages[target.name], runnable, self.folder, self.seconds)
            self.say(f"{made.name}: {made.stat().st_size:,} bytes")

    def make_browser(self) -> None:
        """The engine for browsers, which `browser/build` writes to `browser/dist`, and the studio as files for any web
        server, which `npm run build` makes out of it; where the repository has them.
        """
        if not BROWSER.is_file():
            self.say("no browser build: there is no browser/build")
            return
        if shutil.which("npm") is None:
            self.say("no browser build: there is no npm")
            return
        install(BROWSER.parent)
        build.run([str(BROWSER)], "the build for browsers")
        self.pack_for_browsers("browser", BROWSER.parent / "dist")
        if not (PAGE / "build.js").is_file():
            self.say("no studio without a server: there is no web/build.js")
            return
        install(PAGE)
        build.run(["npm", "run", "--prefix", str(PAGE), "--silent", "build"], "the page")
        self.pack_for_browsers("studio", PAGE / "dist")

    def pack_for_browsers(self, name: str, files: pathlib.Path) -> None:
        """Packs a folder that a web server serves, with the licences of what is inside."""
        folder = self.work / f"motley-{self.version}-{name}"
        shutil.copytree(files, folder, copy_function=shutil.copyfile)
        stage.add_licences(folder, Target(name, WEBASSEMBLY), self.time)
        packed = self.folder / f"{folder.name}.zip"
        archive.pack(folder, packed, self.seconds)
        self.say(f"{packed.name}: {packed.stat().st_size:,} bytes")

    def make(self, chosen: list[Target], is_all: bool) -> None:
        self.work.mkdir()
        build.manual(self.work / "manual", self.settings.jobs)
        for target in chosen:
            self.make_archive(target)
        self.make_debian(chosen)
        if is_all:
            self.make_browser()
        known = manifests.values(self.version, self.repository, table.date(self.seconds, "%Y-%m-%d"))
        if self.repository == manifests.UNKNOWN:
            self.say("the manifests name OWNER: neither Cargo.toml nor --repository says where the project is")
        for line in manifests.write(self.folder / "manifests", known, self.archives):
            self.say(line)
        shutil.rmtree(self.work)
        files = [path for path in self.folder.iterdir() if path.is_file()]
        (self.folder / "SHA256SUMS").write_text(archive.sums(files))


def install(folder: pathlib.Path) -> None:
    """The modules of a folder, as its lock file states them."""
    build.run(["npm", "ci", "--prefix", str(folder), "--no-audit", "--no-fund", "--loglevel=error"], folder.name)


def runs(program: pathlib.Path) -> bool:
    """Whether this machine can run a program of the archives."""
    try:
        subprocess.run([program, "--version"], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def make(arguments: argparse.Namespace) -> None:
    chosen = targets.named(arguments.only)
    out = arguments.out.absolute()
    whole.check(out, arguments.force)
    lacking = build.missing(chosen)
    if lacking:
        raise Fault(lacking)
    settings = Settings(arguments.profile, arguments.jobs, arguments.guided)
    with whole.folder(out, arguments.force) as folder:
        Release(folder, settings, arguments.repository).make(chosen, not arguments.only)
    print(f"everything is in {out}", flush=True)


def main(words: list[str] | None = None) -> int:
    """0, or 1 after one line on standard error, 2 where the call is wrong."""
    arguments = parse(words)
    try:
        if arguments.tried:
            table.show(arguments.tried, arguments.update_docs)
        else:
            make(arguments)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Fault as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {reason(error)}", file=sys.stderr)
        if isinstance(error, BrokenPipeError):
            # Python would complain at its end of what is still to be printed.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--selftest"]:
        import selftest

        selftest.run()
        raise SystemExit
    raise SystemExit(main())
