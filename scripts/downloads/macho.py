"""Reads programs for macOS as far as their start depends on it: the kind of file, what they load, their signature."""

import dataclasses
import hashlib
import struct

MAGIC = 0xFEEDFACF
CPUS = {0x01000007: "x86_64", 0x0100000C: "arm64"}
EXECUTE = 2
SIGNATURE = 0x1D
DYLIBS = {0x0C, 0x80000018, 0x8000001F}
BUILD_VERSION, VERSION_MIN = 0x32, 0x24
MAIN = 0x80000028
CODE_DIRECTORY = 0xFADE0C02
AD_HOC = 0x2


@dataclasses.dataclass(frozen=True)
class Program:
    cpu: str
    libraries: tuple[str, ...]
    # The oldest system that it says it runs on.
    oldest: str
    has_entry: bool
    # None without a signature; otherwise whether every page has the hash that the signature states.
    is_signed: bool | None


def version(number: int) -> str:
    return f"{number >> 16}.{number >> 8 & 255}"


def read(data: bytes) -> Program:
    """Raises `ValueError` for what is no program for macOS."""
    try:
        return parsed(data)
    except (struct.error, IndexError) as error:
        raise ValueError("the file ends too early") from error


def parsed(data: bytes) -> Program:
    magic, cpu, _, kind, count, _, _, _ = struct.unpack_from("<8I", data)
    if magic != MAGIC or cpu not in CPUS:
        raise ValueError("no 64-bit Mach-O of a known processor")
    if kind != EXECUTE:
        raise ValueError("no program")
    at, libraries, oldest, has_entry, is_signed = 32, [], "", False, None
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, at)
        if size < 8:
            raise ValueError("a load command without a size")
        body = data[at : at + size]
        if command in DYLIBS:
            (start,) = struct.unpack_from("<I", body, 8)
            libraries.append(body[start:].split(b"\0")[0].decode())
        elif command in (BUILD_VERSION, VERSION_MIN):
            (number,) = struct.unpack_from("<I", body, 12 if command == BUILD_VERSION else 8)
            oldest = version(number)
        elif command == MAIN:
            has_entry = True
        elif command == SIGNATURE:
            start, length = struct.unpack_from("<2I", body, 8)
            is_signed = agrees(data, start, data[start : start + length])
        at += size
    return Program(CPUS[cpu], tuple(libraries), oldest, has_entry, is_signed)


def agrees(data: bytes, end: int, signature: bytes) -> bool:
    """Whether the pages before the signature have the hashes in its code directory: macOS on Apple's processors starts
    no program without.
    """
    _, _, count = struct.unpack_from(">3I", signature)
    for index in range(count):
        _, start = struct.unpack_from(">2I", signature, 12 + 8 * index)
        magic, _, _, flags, hashes, _, _, slots, limit = struct.unpack_from(">9I", signature, start)
        if magic != CODE_DIRECTORY:
            continue
        size, kind, _, shift = struct.unpack_from(">4B", signature, start + 36)
        if kind != 2 or limit != end or not flags & AD_HOC:
            return False
        page = 1 << shift
        stated = [signature[start + hashes + size * slot :][:size] for slot in range(slots)]
        computed = [hashlib.sha256(data[at : min(at + page, limit)]).digest() for at in range(0, limit, page)]
        return stated == computed
    return False
