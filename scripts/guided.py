#!/usr/bin/env python3
"""Builds Motley for this machine: for its processor, and guided by a profile of what the program calls often.

    guided.py ENGINE
    guided.py --selftest

Builds twice, in target/guided: first a program that records what it calls, then, after `motley bench` and some moves of
every player, ENGINE. Where no profile can be made, this script says why and builds without one. RUSTFLAGS takes the
place of `-Ctarget-cpu=native`. The profile needs `rustup component add llvm-tools`.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent / "downloads"))

import build
import guide
from fault import Fault

NAME = "motley.exe" if os.name == "nt" else "motley"


def compiled(folder: pathlib.Path, more: str = "") -> pathlib.Path:
    """The program, built in a folder for this processor, with further flags of the compiler."""
    flags = os.environ.get("RUSTFLAGS", "-Ctarget-cpu=native")
    command = ["cargo", "build", "--release", "--locked", "--package", "motley", "--target-dir", str(folder)]
    build.run(command, "the build", RUSTFLAGS=f"{flags} {more}".strip())
    return folder / "release" / NAME


def make(engine: pathlib.Path) -> None:
    folder = build.target_folder() / "guided"
    try:
        profile = guide.profile(folder / "records", lambda more: compiled(folder / "recording", more))
        flags = f"-Cprofile-use={profile}"
    except Fault as fault:
        print(f"without a profile: {fault}", file=sys.stderr)
        flags = ""
    shutil.copy2(compiled(folder, flags), engine)


def selftest() -> None:
    """With a profile where one can be made, and else without, after a line that says why."""
    with tempfile.TemporaryDirectory(prefix="motley guided ") as name:
        folder = pathlib.Path(name)
        program = folder / "motley"
        program.write_text("built")

        def flags(tool: pathlib.Path | None, record: Callable[..., pathlib.Path]) -> tuple[list[str], str]:
            """Those of the last build, and what was said."""
            seen = []

            def compile_nothing(_: pathlib.Path, more: str = "") -> pathlib.Path:
                seen.append(more)
                return program

            said = mock.Mock()
            with (
                mock.patch.object(build, "target_folder", lambda: folder),
                mock.patch.object(guide, "merger", lambda: tool),
                mock.patch.object(guide, "recorded", record),
                mock.patch.object(sys.modules[__name__], "compiled", compile_nothing),
                mock.patch.object(sys, "stderr", said),
            ):
                make(folder / "engine")
            assert (folder / "engine").read_text() == "built"
            return seen, "".join(call.args[0] for call in said.write.call_args_list)

        tool = folder / "llvm-profdata"
        seen, said = flags(tool, lambda program, records, _: records / "all")
        assert seen == [f"-Cprofile-generate={folder}/guided/records", f"-Cprofile-use={folder}/guided/records/all"]
        assert not said
        seen, said = flags(None, lambda *_: folder)
        assert seen == [""] and said.startswith("without a profile: rustup component add llvm-tools"), said
        seen, said = flags(tool, mock.Mock(side_effect=subprocess.CalledProcessError(1, "llvm-profdata")))
        assert len(seen) == 2 and not seen[1] and said.startswith("without a profile: ") and said.count("\n") == 1
    print("the guided build's self-test holds")


def main() -> None:
    if sys.argv[1:] == ["--selftest"]:
        selftest()
    elif len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    else:
        try:
            make(pathlib.Path(sys.argv[1]))
        except (Fault, OSError) as error:
            raise SystemExit(f"guided.py: {error}") from None


if __name__ == "__main__":
    main()
