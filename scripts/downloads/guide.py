"""A profile of the program at work, by which the compiler arranges the code: what is called often, and what never is.

`motley bench` alone would tell it that nets are never used, and their code would be compiled for size: the program also
plays a move of every player. The kernels for other processors than this one are never called and lose by it, so no
download is made like this by default.
"""

import pathlib
import shutil
import subprocess

import build
from build import Settings
from fault import Fault
from targets import Target

PLAYERS = ("Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random")
NO_TOOL = "rustup component add llvm-tools gets the program that joins profiles"
POSITIONS = ("startpos moves e2e4 e7e5 g1f3", "fen r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9")


def merger() -> pathlib.Path | None:
    """The program that joins profiles, of rustup's component llvm-tools."""
    found = sorted((build.sysroot() / "lib" / "rustlib").glob("*/bin/llvm-profdata*"))
    return found[0] if found else None


def session() -> str:
    lines = ["setoption name OwnBook value false", "setoption name Hash value 16"]
    for player in PLAYERS:
        lines.append(f"setoption name Personality value {player}")
        for position in POSITIONS:
            lines += ["ucinewgame", f"position {position}", "go movetime 400"]
    # Without "quit", which would end the search under way: at the end of its input the program plays the last move.
    return "\n".join([*lines, ""])


def recorded(program: pathlib.Path, folder: pathlib.Path, tool: pathlib.Path) -> pathlib.Path:
    """The profile of a program at work; it was built so that it leaves its records in the folder."""
    subprocess.run([program, "bench"], check=True, capture_output=True, timeout=600)
    subprocess.run([program], input=session(), check=True, capture_output=True, text=True, timeout=600)
    profile = folder / "motley.profdata"
    raw = sorted(folder.glob("*.profraw"))
    subprocess.run([tool, "merge", "--output", profile, *raw], check=True, capture_output=True)
    return profile


def flags(target: Target, settings: Settings) -> tuple[str, str]:
    """The compiler's flags for a target, and a sentence on how it is guided.

    Where no profile can be made, there are no flags and the sentence says why.
    """
    if not settings.is_guided:
        return "", "without a profile, as asked"
    if target.triple != build.PROFILED:
        return "", f"without a profile: one is made only for {build.PROFILED}"
    tool = merger()
    if tool is None:
        return "", f"without a profile: {NO_TOOL}"
    folder = build.target_folder() / "guide"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        program, _ = build.compiled(target, settings, f"-Cprofile-generate={folder}")
        profile = recorded(program, folder, tool)
    except (OSError, subprocess.SubprocessError, Fault) as error:
        return "", f"without a profile: {str(error).splitlines()[0]}"
    return f"-Cprofile-use={profile}", "with a profile of bench and moves of every player"
