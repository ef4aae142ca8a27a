"""Runs what was built, as far as this machine can: each archive in a folder with spaces."""

import contextlib
import dataclasses
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import archive
import macho
import macos
from fault import ROOT, Fault, output
from targets import TARGETS, Target

sys.path.append(str(ROOT / "scripts" / "windows"))

FOLDER = "Schach & Spiele"
PLAYERS = ("Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random")
SECONDS = 600
PLIES = 16


@dataclasses.dataclass(frozen=True)
class Trial:
    """How a program was run, and the nodes that `bench` counted; without these it was only looked at."""

    how: str
    bench: int | None


@dataclasses.dataclass(frozen=True)
class Machine:
    """A way to run a program: the words before it, what it is called, the environment."""

    before: tuple[str, ...]
    how: str
    program: str
    environment: dict[str, str] | None = None

    def output(self, *arguments: str, text: str = "") -> str:
        done = subprocess.run(
            [*self.before, self.program, *arguments],
            check=False,
            input=text.encode(),
            capture_output=True,
            env=self.environment,
            timeout=SECONDS,
        )
        if done.returncode != 0:
            words = " ".join(["motley", *arguments])
            raise Fault(f"{words} ({self.how}) ended with exit code {done.returncode}")
        return done.stdout.decode()


@contextlib.contextmanager
def machine(target: Target, program: pathlib.Path) -> Iterator[Machine | None]:
    """What runs the program of a target here, if anything does."""
    system, processor = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform), platform.machine()
    processor = {"AMD64": "x86_64", "arm64": "aarch64"}.get(processor, processor)
    if target.name == f"{system}-{processor}":
        yield Machine((), f"on {platform.system()} {processor}", str(program))
    elif target.name == "linux-aarch64":
        emulator = shutil.which("qemu-aarch64")
        yield Machine((emulator,), "under qemu-user", str(program)) if emulator else None
    elif target.is_windows and system == "linux":
        with wine(program) as found:
            yield found
    else:
        yield None


@contextlib.contextmanager
def wine(program: pathlib.Path) -> Iterator[Machine | None]:
    import setting
    from wine import COMPILER, Wine, loader

    found = loader()
    if found is None or shutil.which(COMPILER) is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="motley-wine-") as folder:
        drive = Wine(found, pathlib.Path(folder))
        try:
            installed = setting.Setting(drive, program, program, None)
            installed.install()
            yield Machine((found,), f"under {drive.version()}", installed.exe, drive.environment)
        finally:
            drive.shut_down()


def game(run: Machine) -> None:
    """A game of each player against itself, some moves long: each answer must be a legal move."""
    for player in PLAYERS:
        moves: list[str] = []
        for _ in range(2):
            played = f" moves {' '.join(moves)}" if moves else ""
            lines = f"setoption name Personality value {player}\nposition startpos{played}\ngo movetime 200\n"
            answers = [line for line in run.output(text=lines).splitlines() if line.startswith("bestmove ")]
            if len(answers) != 1 or answers[0].split()[1] == "0000":
                raise Fault(f"{player} ({run.how}) played {answers}")
            moves.append(answers[0].split()[1])
        # The next session refuses a move that is not legal.
        checked = run.output(text=f"position startpos moves {' '.join(moves)}\ngo depth 1\n")
        if "info string error" in checked:
            raise Fault(f"{player} ({run.how}) played an illegal move: {moves}")


def whole_game(run: Machine) -> str:
    """A game between two players through python-chess, where that is installed."""
    try:
        import chess
        import chess.engine
    except ImportError:
        return "no game: python-chess is not installed"
    command = [*run.before, run.program]
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120, env=run.environment) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            engine.configure({"Personality": ("Classical", "Mockfish")[board.ply() % 2]})
            result = engine.play(board, chess.engine.Limit(time=0.05))
            board.push(result.move)
    if board.ply() < 10:
        raise Fault(f"a game ({run.how}) ended after {board.ply()} half moves")
    return "a game through python-chess"


def look_at_mac(target: Target, program: pathlib.Path) -> str:
    """What the file says of itself. Raises `Fault` where macOS would not start it."""
    read = macho.read(program.read_bytes())
    wanted = "arm64" if target.name.endswith("aarch64") else "x86_64"
    foreign = [name for name in read.libraries if not name.startswith(("/usr/lib/", "/System/Library/"))]
    if read.cpu != wanted or foreign or not read.has_entry:
        raise Fault(f"{target.name}: for {read.cpu}, loads {', '.join(foreign) or 'only the system'}")
    if read.oldest != macos.OLDEST:
        raise Fault(f"{target.name}: starts on macOS {read.oldest} and later instead of {macos.OLDEST}")
    if wanted == "arm64" and not read.is_signed:
        raise Fault(f"{target.name}: macOS starts no program for its processors without a signature")
    signature = {None: "no signature", False: "a wrong signature", True: "an ad-hoc signature"}[read.is_signed]
    return f"Mach-O for macOS {read.oldest} and later, loads only the system's libraries, {signature}"


def try_archive(target: Target, path: pathlib.Path) -> Trial:
    """Unpacks an archive and runs it. Raises `Fault` where it does not do what it must."""
    with tempfile.TemporaryDirectory(prefix="motley try ") as folder:
        program = archive.unpack(path, pathlib.Path(folder) / FOLDER) / target.program
        seen = look_at_mac(target, program) if target.is_mac else "nothing here runs it"
        with machine(target, program) as run:
            if run is None:
                return Trial(f"not run: {seen}", None)
            if "uciok" not in run.output(text="uci\nquit\n"):
                raise Fault(f"{target.name}: no uciok")
            game(run)
            how = f"{run.how}: `uci`, `bench`, moves of every player, {whole_game(run)}"
            last = run.output("bench").splitlines()[-1]
            return Trial(how, int(last.split()[0]))


def try_debian(path: pathlib.Path) -> Trial:
    """Unpacks a Debian package as dpkg does, and starts what it installs, each player by its name."""
    if shutil.which("dpkg-deb") is None:
        return Trial("not tried: there is no dpkg-deb", None)
    with tempfile.TemporaryDirectory(prefix="motley try ") as folder:
        root = pathlib.Path(folder) / FOLDER
        output(["dpkg-deb", "--extract", str(path.absolute()), str(root)], path.name)
        triple = "x86_64-unknown-linux-musl" if "amd64" in path.name else "aarch64-unknown-linux-musl"
        target = next(target for target in TARGETS if target.triple == triple)
        programs = sorted((root / "usr" / "bin").iterdir())
        for program in programs:
            with machine(target, program) as run:
                if run is None:
                    return Trial("unpacked, not run: nothing here runs it", None)
                player = program.name.removeprefix("motley").strip("-")
                wanted = f"id name Motley-{player} " if player else "id name Motley "
                if wanted.lower() not in run.output(text="uci\nquit\n").lower():
                    raise Fault(f"{path.name}: {program.name} does not start {player or 'the engine'}")
        with machine(target, root / "usr" / "bin" / "motley") as run:
            assert run is not None
            count = int(run.output("bench").splitlines()[-1].split()[0])
            return Trial(f"{run.how}, unpacked: {len(programs)} names, each its player; `bench`", count)
