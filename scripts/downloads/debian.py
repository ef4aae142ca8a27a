"""The Debian package: the program, a name for each player, the manual page, completions, the entry in the menu."""

import email.utils
import gzip
import pathlib
import shutil

from fault import ROOT, output
from targets import Target

# The project has no address of its own.
MAINTAINER = "The Motley developers <motley@example.org>"
DESCRIPTION = """chess engine with several players, from a strong searcher to imitated humans
 Motley speaks UCI. The option Personality chooses the player: a strong
 alpha-beta searcher, an imitator of human play at any rating, an opening
 partner and others. Each player also has a program of its own, such as
 motley-mockfish. The command "motley studio" opens a page in the browser to
 play, to practise openings and to review games.
"""


def control(version: str, target: Target, size: int) -> str:
    """The file that describes the package; `size` is in KiB."""
    fields = {
        "Package": "motley",
        "Version": version,
        "Architecture": str(target.debian),
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size),
        "Section": "games",
        "Priority": "optional",
        "Suggests": "xboard, cutechess",
        "Provides": "chess-engine",
        "Description": DESCRIPTION.rstrip("\n"),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def changelog(version: str, seconds: int) -> str:
    """What Debian's tools read; `seconds` is the time of the commit."""
    time = email.utils.formatdate(seconds)
    return f"motley ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- {MAINTAINER}  {time}\n"


def compressed(content: bytes, target: pathlib.Path) -> None:
    """As Debian has manual pages and change logs."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(content, 9, mtime=0))


def tree(root: pathlib.Path, stage: pathlib.Path, runnable: pathlib.Path, version: str, seconds: int) -> None:
    """Fills `root` with what the package installs, out of the files of an archive; `runnable` is a program that this
    machine can run, which names the players.
    """
    usr = root / "usr"
    output(["bash", "packaging/install.sh", str(usr), str(runnable)], "packaging/install.sh")
    shutil.copyfile(stage / "motley", usr / "bin" / "motley")
    share = usr / "share"
    compressed((stage / "manual" / "motley.1").read_bytes(), share / "man" / "man1" / "motley.1.gz")
    for link in sorted((usr / "bin").iterdir()):
        if link.is_symlink():
            (share / "man" / "man1" / f"{link.name}.1.gz").symlink_to("motley.1.gz")
    for source, folder, name in [
        ("motley.bash", "bash-completion/completions", "motley"),
        ("_motley", "zsh/vendor-completions", "_motley"),
        ("motley.fish", "fish/vendor_completions.d", "motley.fish"),
    ]:
        (share / folder).mkdir(parents=True)
        shutil.copyfile(stage / "manual" / source, share / folder / name)
    doc = share / "doc" / "motley"
    doc.mkdir(parents=True)
    third = (stage / "THIRD-PARTY.txt").read_text()
    (doc / "copyright").write_text(third.replace("the file LICENSE", "/usr/share/common-licenses/GPL-3"))
    compressed((ROOT / "CHANGELOG.md").read_bytes(), doc / "CHANGELOG.md.gz")
    compressed(changelog(version, seconds).encode(), doc / "changelog.gz")
    shutil.copyfile(stage / "motley.cdx.json", doc / "motley.cdx.json")
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == usr / "bin" / "motley" else 0o644)


def package(
    target: Target, version: str, stage: pathlib.Path, runnable: pathlib.Path, out: pathlib.Path, seconds: int
) -> pathlib.Path:
    """Writes the package of a target into the folder `out`; `seconds` is the time of every file."""
    root = out / ".debian"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    root.chmod(0o755)
    tree(root, stage, runnable, version, seconds)
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control(version, target, size // 1024))
    name = out / f"motley_{version}_{target.debian}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(name)]
    output(command, "dpkg-deb", SOURCE_DATE_EPOCH=str(seconds))
    shutil.rmtree(root)
    return name
