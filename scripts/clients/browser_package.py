"""A page's client over the npm package of browser/, where that was built: in Node, whose workers are a browser's."""

import shutil
from collections.abc import Iterator
from typing import IO

from common import REPOSITORY, Check, Setup
from wrappers import WORKERS, checks_of


class Browser:
    name = "browser-package"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    built = REPOSITORY / "browser" / "dist" / "index.js"

    def missing(self, setup: Setup) -> str | None:
        if shutil.which("node") is None:
            return "there is no node"
        return None if self.built.exists() else "the package is not built (browser/build)"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for personality in setup.personalities:
            worker = str(WORKERS / "browser_worker.mjs")
            yield from checks_of(personality, ["node", worker, str(self.built), personality], log)
