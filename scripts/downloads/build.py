"""Compiles the program for each system, with zig as the compiler of C code and the linker."""

import dataclasses
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import time

import macos
from fault import ROOT, Fault, output
from targets import Target

ZIG = "pip install ziglang"
ZIGBUILD = "pip install cargo-zigbuild"
# A profile is made on one system, and the compiler trusts it for code of that system alone.
PROFILED = "x86_64-unknown-linux-musl"


@dataclasses.dataclass(frozen=True)
class Settings:
    """How everything is compiled: the profile of Cargo.toml, the tasks at once, whether a run of the program guides the
    compiler.
    """

    profile: str
    jobs: int
    is_guided: bool


def zig_folder() -> pathlib.Path | None:
    """The folder of PyPI's zig."""
    found = importlib.util.find_spec("ziglang")
    return pathlib.Path(found.origin).parent if found and found.origin else None


def environment() -> dict[str, str]:
    """This process's own, with the programs that lie beside this Python."""
    beside = str(pathlib.Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"}


def missing(targets: list[Target]) -> str | None:
    """What this machine lacks, with the command that gets it."""
    path = environment()["PATH"]
    if shutil.which("cargo", path=path) is None:
        return "there is no cargo: install Rust from https://rustup.rs"
    if zig_folder() is None and shutil.which("zig", path=path) is None:
        return f"there is no zig: {ZIG}"
    if shutil.which("cargo-zigbuild", path=path) is None:
        return f"there is no cargo-zigbuild: {ZIGBUILD}"
    libraries = sysroot() / "lib" / "rustlib"
    lacking = [target.triple for target in targets if not (libraries / target.triple).is_dir()]
    return f"Rust lacks targets: rustup target add {' '.join(lacking)}" if lacking else None


def sysroot() -> pathlib.Path:
    return pathlib.Path(output(["rustc", "--print", "sysroot"], "rustc").strip())


def target_folder() -> pathlib.Path:
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()


def run(command: list[str], what: str, **variables: str) -> None:
    """Runs a program that reports on standard error; a `Fault` where it fails."""
    try:
        done = subprocess.run(
            command, check=False, cwd=ROOT, env={**environment(), **variables}, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise Fault(f"{what}: there is no program {command[0]}") from None
    if done.returncode != 0:
        raise Fault(f"{what}: {command[0]} ended with exit code {done.returncode}")


def compiled(target: Target, settings: Settings, flags: str = "") -> tuple[pathlib.Path, float]:
    """The program for a target, and the seconds that it took."""
    begin = time.monotonic()
    command = ["cargo", "zigbuild", "--locked", "--profile", settings.profile, "--target", target.triple]
    command += ["--package", "motley", "--jobs", str(settings.jobs)]
    if target.is_mac:
        flags = f"{flags} {macos.write(target_folder() / 'macos')}".strip()
    # For this target alone: the host's build scripts keep their flags.
    variables = {f"CARGO_TARGET_{target.triple.upper().replace('-', '_')}_RUSTFLAGS": flags} if flags else {}
    if target.is_mac:
        variables["MACOSX_DEPLOYMENT_TARGET"] = macos.OLDEST
    run(command, f"the build for {target.name}", **variables)
    return target_folder() / target.triple / settings.profile / target.program, time.monotonic() - begin


def manual(out: pathlib.Path, jobs: int) -> None:
    """The manual page and the completions, which the laboratory writes: in the profile that is most likely built."""
    command = ["cargo", "run", "--locked", "--quiet", "--release", "--package", "motley-lab", "--jobs", str(jobs)]
    run([*command, "--", "manual", "--out", str(out)], "the manual page")


def notices(target: Target) -> list[tuple[str, str]]:
    """The licences of what is linked beside the crates: Rust's library, and the C library of the system where it is
    inside the program.
    """
    folder = sysroot() / "share" / "doc" / "rust" / "licenses"
    found = [(f"Rust's standard library ({name})", folder / f"{name}.txt") for name in ("MIT", "Apache-2.0")]
    zig = zig_folder()
    if zig is not None and target.triple.endswith("musl"):
        found.append(("musl, the C library", zig / "lib" / "libc" / "musl" / "COPYRIGHT"))
    if zig is not None and target.is_windows:
        found.append(("mingw-w64, the C library's start code", zig / "lib" / "libc" / "mingw" / "COPYING"))
    return [(owner, path.read_text(errors="replace")) for owner, path in found if path.is_file()]
