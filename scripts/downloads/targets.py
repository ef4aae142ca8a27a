"""The systems that there is a download for."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Target:
    """A system: its name in the names of files, and what Rust and Debian call it."""

    name: str
    triple: str
    # Debian's name of the architecture, where a Debian package is made.
    debian: str | None = None

    @property
    def is_windows(self) -> bool:
        return "windows" in self.triple

    @property
    def is_mac(self) -> bool:
        return "apple" in self.triple

    @property
    def program(self) -> str:
        return "motley.exe" if self.is_windows else "motley"

    def stem(self, version: str) -> str:
        """The name of the archive without its ending, and of the folder in it."""
        return f"motley-{version}-{self.name}"

    def archive(self, version: str) -> str:
        return self.stem(version) + (".zip" if self.is_windows else ".tar.gz")


# Those first that this machine can most likely run: the Debian packages of the others ask them for the players.
TARGETS = (
    Target("linux-x86_64", "x86_64-unknown-linux-musl", "amd64"),
    Target("linux-aarch64", "aarch64-unknown-linux-musl", "arm64"),
    Target("windows-x86_64", "x86_64-pc-windows-gnu"),
    Target("macos-x86_64", "x86_64-apple-darwin"),
    Target("macos-aarch64", "aarch64-apple-darwin"),
)


def named(names: list[str] | None) -> list[Target]:
    """The targets of these names, in the order of the list; all without a name."""
    known = {target.name for target in TARGETS}
    unknown = sorted(set(names or []) - known)
    if unknown:
        raise ValueError(f"there is no download {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return [target for target in TARGETS if not names or target.name in names]
