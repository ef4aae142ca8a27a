"""What an archive holds."""

import pathlib
import shutil

import build
import crates
from fault import ROOT, Fault
from targets import Target

PACKAGING = ROOT / "packaging"
MANUAL = ("motley.1", "motley.bash", "_motley", "motley.fish", "_motley.ps1")
FOLDERS = ("players", "lichess-bot")
# For a desktop of Linux.
DESKTOP = ("install.sh", "motley.desktop", "motley-studio.desktop")


def contents(target: Target) -> list[str]:
    """Every file of a target's archive, in order."""
    names = [target.program, "LICENSE", "README.md", "THIRD-PARTY.txt", "motley.cdx.json", "engines.json"]
    names += [f"manual/{name}" for name in MANUAL]
    for folder in FOLDERS:
        names += [f"{folder}/{path.name}" for path in (PACKAGING / folder).iterdir()]
    if not target.is_windows and not target.is_mac:
        names += [*DESKTOP, "motley.svg"]
    return sorted(names)


def fill(folder: pathlib.Path, target: Target, program: pathlib.Path, manual: pathlib.Path, date: str) -> None:
    """Puts together what the archive of a target holds; `date` is the time in the bill of materials."""
    folder.mkdir(parents=True)
    shutil.copyfile(program, folder / target.program)
    (folder / target.program).chmod(0o755)
    shutil.copyfile(ROOT / "README.md", folder / "README.md")
    shutil.copyfile(PACKAGING / "engines.json", folder / "engines.json")
    (folder / "manual").mkdir()
    for name in MANUAL:
        shutil.copyfile(manual / name, folder / "manual" / name)
    for name in FOLDERS:
        shutil.copytree(PACKAGING / name, folder / name, copy_function=shutil.copyfile)
    if not target.is_windows and not target.is_mac:
        for name in DESKTOP:
            shutil.copyfile(PACKAGING / name, folder / name)
        (folder / "install.sh").chmod(0o755)
        shutil.copyfile(ROOT / "web" / "icon.svg", folder / "motley.svg")
    add_licences(folder, target, date)


def add_licences(folder: pathlib.Path, target: Target, date: str) -> None:
    """Our licence, those of what is inside, and the bill of materials."""
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    linked = crates.of(target)
    (folder / "THIRD-PARTY.txt").write_text(crates.licences(linked, build.notices(target)))
    (folder / "motley.cdx.json").write_text(crates.bill(linked, target, date))


def check(target: Target, found: list[str]) -> None:
    """Raises `Fault` where an archive holds too little or too much."""
    wanted = contents(target)
    differing = sorted(set(found) ^ set(wanted))
    if differing or len(found) != len(wanted):
        raise Fault(f"the archive for {target.name} differs from what it must hold in {', '.join(differing)}")
