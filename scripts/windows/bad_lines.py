"""The project's own lists of input: lines that are refused, sound commands, the words of the fuzz dictionary."""

import ast
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).parents[2]
LIST = ROOT / "tests" / "protocol" / "bad_lines.txt"
DICTIONARY = ROOT / "fuzz" / "session.dict"
COMMANDS = ROOT / "tests" / "sessions" / "commands.txt"

# Lines that would reach beyond the process or exhaust the machine, as tests/sessions leaves them out too.
HARMFUL = re.compile(r"file|path|hash|threads|bench|isready|quit|uci\b", re.IGNORECASE)


def unescape(text: str) -> bytes:
    return re.sub(rb"\\x(..)", lambda match: bytes.fromhex(match[1].decode()), text.encode())


def expand(pattern: str) -> bytes:
    """Writes out `{N TEXT}` and `\\xHH`."""
    before, brace, rest = pattern.partition("{")
    if not brace:
        return unescape(pattern)
    repeated, _, after = rest.partition("}")
    count, _, text = repeated.partition(" ")
    return unescape(before) + int(count) * unescape(text) + expand(after)


def refused() -> list[tuple[bytes, str]]:
    """Every line that must be refused, and a part of the answer."""
    cases = [line.split(" => ") for line in LIST.read_text().splitlines() if " => " in line and line[0] != "#"]
    return [(expand(pattern), expected) for pattern, expected in cases]


def random_lines(count: int, seed: int) -> list[bytes]:
    """Sound commands, and lines of one to eight words of the fuzz dictionary; the same for the same seed."""
    entries = [line for line in DICTIONARY.read_text().splitlines() if line.startswith('"')]
    words = [ast.literal_eval("b" + entry) for entry in entries]
    commands = COMMANDS.read_bytes().splitlines()
    generator = random.Random(seed)
    lines: list[bytes] = []
    while len(lines) < count:
        if generator.random() < 0.7:
            line = generator.choice(commands)
        else:
            line = b" ".join(generator.choices(words, k=generator.randint(1, 8)))
        if b"\n" not in line and not HARMFUL.search(line.decode()):
            lines.append(line)
    return lines
