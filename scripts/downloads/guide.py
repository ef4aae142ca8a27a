"""A profile of the program at work, by which the compiler arranges the code: what is called often, and what never is.

`motley bench` alone would tell it that nets are never used, and their code would be compiled for size: the program also
plays a move of every player. The kernels for other processors than this one are never called and lose by it, so no
download is made like this by default.
"""

import pathlib
import shutil
import subprocess
from collections.abc import Callable

import build
from build import Settings
from fault import Fault
from targets import Target

PLAYERS = ("Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random")
POSITIONS = ("startpos moves e2e4 e7e5 g1f3", "fen r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9")


def merger() -> pathlib.Path | None:
    """The program that joins profiles, of rustup's component llvm-tools."""
    found = sorted((build.sysroot() / "lib" / "rustlib").glob("*/bin/llvm-profdata*"))
    return found[0] if found else None


def sessions() -> list[str]:
    """What each process is told: a move of one player, which it plays to the end before it ends with its input."""
    return [
        f"setoption name OwnBook value false\nsetoption name Hash value 16\nsetoption name Personality value {player}\n"
        f"position {position}\ngo movetime 400\n"
        for player in PLAYERS
        for position in POSITIONS
    ]


def recorded(program: pathlib.Path, folder: pathlib.Path, tool: pathlib.Path) -> pathlib.Path:
    """The profile of a program at work; it was built so that it leaves its records in the folder."""
    subprocess.run([program, "bench"], check=True, capture_output=True, timeout=600)
    for session in sessions():
        subprocess.run([program], input=session, check=True, capture_output=True, text=True, timeout=600)
    made = folder / "motley.profdata"
    raw = sorted(folder.glob("*.profraw"))
    subprocess.run([tool, "merge", "--output", made, *raw], check=True, capture_output=True)
    return made


def profile(folder: pathlib.Path, compiled: Callable[[str], pathlib.Path]) -> pathlib.Path:
    """The profile of the program that `compiled` builds with these flags of the compiler; the folder is made anew.

    Raises Fault where no profile can be made.
    """
    tool = merger()
    if tool is None:
        raise Fault("rustup component add llvm-tools gets the program that joins profiles")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
        return recorded(compiled(f"-Cprofile-generate={folder}"), folder, tool)
    except (OSError, subprocess.SubprocessError) as error:
        raise Fault(str(error).splitlines()[0]) from error


def flags(target: Target, settings: Settings) -> tuple[str, str]:
    """The compiler's flags for a target, and a sentence on how it is guided.

    Where no profile can be made, there are no flags and the sentence says why.
    """
    if not settings.is_guided:
        return "", "without a profile, as asked"
    if target.triple != build.PROFILED:
        return "", f"without a profile: one is made only for {build.PROFILED}"
    try:
        made = profile(build.target_folder() / "guide", lambda more: build.compiled(target, settings, more)[0])
    except Fault as fault:
        return "", f"without a profile: {fault}"
    return f"-Cprofile-use={made}", "with a profile of bench and moves of every player"
