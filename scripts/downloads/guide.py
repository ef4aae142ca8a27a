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
    return "\n".join([*lines, "quit", ""])


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
        return "", "without a profile: rustup component add llvm-tools gets the program that joins profiles"
    folder = build.target_folder() / "guide"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        program, _ = build.compiled(target, settings, f"-Cprofile-generate={folder}")
        subprocess.run([program, "bench"], check=True, capture_output=True, timeout=600)
        # Ends with its input, after the last move.
        subprocess.run([program], input=session(), check=True, capture_output=True, text=True, timeout=600)
        raw = sorted(folder.glob("*.profraw"))
        subprocess.run([tool, "merge", "--output", folder / "motley.profdata", *raw], check=True, capture_output=True)
    except (OSError, subprocess.SubprocessError, Fault) as error:
        return "", f"without a profile: {str(error).splitlines()[0]}"
    return f"-Cprofile-use={folder / 'motley.profdata'}", "with a profile of bench and moves of every player"
