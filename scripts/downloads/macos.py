"""What the linker must know of macOS: where the libraries of the system lie and which names of theirs are used.

zig comes with this for libSystem alone. A library is stated as Apple's tools do, in a text with its name and symbols.
The lists below hold what the program uses; the linker names a symbol that is missing here, after a crate has changed.
"""

import os
import pathlib

from fault import ROOT

# The oldest system that programs start on: the first for Apple's processors.
OLDEST = "11.0"

# The library in the system, its text for the linker, and the symbols that are used.
OBJC = ("/usr/lib/libobjc.A.dylib", "lib/libobjc.tbd", "")
FOUNDATION = (
    "/System/Library/Frameworks/Foundation.framework/Versions/C/Foundation",
    "Frameworks/Foundation.framework/Foundation.tbd",
    "",
)
CORE_FOUNDATION = (
    "/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation",
    "Frameworks/CoreFoundation.framework/CoreFoundation.tbd",
    """
    CFRelease CFStringGetBytes CFStringGetCStringPtr CFStringGetLength CFTimeZoneCopySystem CFTimeZoneGetName
    CFTimeZoneResetSystem
    """,
)
LIBRARIES = (OBJC, FOUNDATION, CORE_FOUNDATION)


def stub(library: str, symbols: list[str]) -> str:
    """A library in the linker's text form, version 4, for both processors."""
    systems = "[ x86_64-macos, arm64-macos ]"
    lines = ["--- !tapi-tbd", "tbd-version: 4", f"targets: {systems}", f"install-name: '{library}'"]
    if symbols:
        names = ", ".join(f"_{symbol}" for symbol in symbols)
        lines += ["exports:", f"  - targets: {systems}", f"    symbols: [ {names} ]"]
    return "\n".join([*lines, "...", ""])


def write(folder: pathlib.Path) -> str:
    """Writes the texts into a folder, and returns the compiler's flags that name it; none where there is an SDK of
    Apple's, which has all of this.
    """
    if os.environ.get("SDKROOT"):
        return ""
    for library, name, symbols in LIBRARIES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(stub(library, symbols.split()))
    # The compiler runs at the root, and its flags are split at spaces.
    place = os.path.relpath(folder, ROOT)
    return f"-Clink-arg=-L{place}/lib -Clink-arg=-F{place}/Frameworks"
