"""Paths as Windows has them: backslashes, drive letters, spaces and umlauts, `;` between folders."""

import pathlib
import shutil
import struct

from engine import Engine
from setting import ROOT, Setting, Skipped

# A Polyglot book with one move that no other book plays: 1. a3 in the start position.
A3 = struct.pack(">QHHI", 0x463B96181691FC9C, (8 + 0) << 6 | (16 + 0), 1, 0)


def first_move(engine: Engine) -> str:
    engine.send("position startpos")
    engine.send("go wtime 1000 btime 1000")
    return engine.until("bestmove")[-1].split()[1]


def reads_books(setting: Setting) -> str:
    folder = setting.folder / "Bücher für Anfänger"
    folder.mkdir()
    (folder / "Mein Buch.bin").write_bytes(A3)
    path = setting.path("Bücher für Anfänger", "Mein Buch.bin")
    forms = {
        "backslashes in UTF-8": path.encode(),
        "backslashes in the ANSI code page, as Arena writes": path.encode("cp1252"),
        "slashes": path.replace("\\", "/").encode(),
        "without the drive": path.removeprefix("C:").encode(),
        "from the folder of the program on": rb"..\Schach & Spiele" + path.removeprefix(setting.path()).encode(),
        "another drive": f"Z:{folder / 'Mein Buch.bin'}".replace("/", "\\").encode(),
        "with the prefix for long paths": b"\\\\?\\" + path.encode(),
    }
    for form, value in forms.items():
        with setting.ready_engine() as engine:
            engine.send(b"setoption name BookFile value " + value, end=b"\r\n")
            assert (answers := engine.answers()) == [], (form, answers)
            assert first_move(engine) == "a2a3", form
    with setting.ready_engine() as engine:
        engine.send(f"setoption name BookFile value {setting.path('Bücher', 'fehlt.bin')}")
        (error,) = engine.answers()
        assert error.startswith("info string error: ") and "Bücher" in error, error
    return f"{path}: {', '.join(forms)}; a missing one is one line: {error}"


def reads_nets_and_lines(setting: Setting) -> str:
    folder = setting.folder / "Netze (groß)"
    folder.mkdir()
    sources = {
        "Classical": ("EvalFile", "nets/classical/nnue.bin"),
        "Mockfish": ("MockfishFile", "nets/mockfish/engine.onnx"),
        "Pattern": ("PatternFile", "nets/pattern/kumar.onnx"),
        "Explorer": ("ExplorerFile", "books/openings.tsv"),
    }
    shutil.copy(ROOT / "nets/pattern/kumar.json", folder)
    moves = []
    for personality, (option, source) in sources.items():
        file = pathlib.Path(shutil.copy(ROOT / source, folder))
        path = setting.path(folder.name, file.name)
        with setting.ready_engine() as engine:
            engine.send(f"setoption name Personality value {personality}")
            engine.send(f"setoption name {option} value {path}")
            assert engine.answers() == [], option
            moves.append(f"{option} {first_move(engine)}")
        # The file is read, not ignored: when it is damaged, that is reported.
        file.write_bytes(b"damaged")
        with setting.ready_engine() as engine:
            engine.send(f"setoption name Personality value {personality}")
            engine.send(f"setoption name {option} value {path}")
            assert any("error" in line for line in engine.answers()), option
    return f"in {setting.path(folder.name)}: {', '.join(moves)}"


def reads_tables(setting: Setting) -> str:
    if setting.data is None:
        raise Skipped("MOTLEY_DATA is not set: no Syzygy tables")
    folders = ["Tabellen für Damen", "Tabellen für Türme"]
    for folder, man in zip(folders, "QR", strict=True):
        (setting.folder / folder).mkdir()
        for ending in ("rtbw", "rtbz"):
            shutil.copy(setting.data / "syzygy" / f"K{man}vK.{ending}", setting.folder / folder)
    with setting.ready_engine() as engine:
        probes, found = [], []
        path_list = ";".join(setting.path(folder) for folder in folders)
        for encoding in ("utf-8", "cp1252"):
            engine.send("setoption name SyzygyPath value <empty>")
            engine.send(f"setoption name SyzygyPath value {path_list}".encode(encoding))
            found += engine.answers()
            for man in "QR":
                probes.append(tablebase_hits(engine, man))
        assert len(found) == 2 and all("tables of up to 3 pieces" in line for line in found), found
        assert min(probes) > 0, probes
        engine.send(f"setoption name SyzygyPath value C:\\fehlt;{setting.path(folders[0])}")
        assert any("fehlt" in line for line in engine.answers())
        assert tablebase_hits(engine, "Q") > 0, "a missing folder hinders the other"
    return f"{path_list}: tbhits {probes}; {found[0]}"


def tablebase_hits(engine: Engine, man: str) -> int:
    engine.send("ucinewgame")
    engine.send(f"position fen 8/8/8/8/8/2k5/8/K{man}6 w - - 0 1")
    engine.send("go depth 4")
    words = engine.until("bestmove")[-2].split()
    return int(words[words.index("tbhits") + 1])


def appends_the_log(setting: Setting) -> str:
    path = setting.path("Protokoll für Döblin.txt")
    with setting.ready_engine() as engine:
        engine.send(f"setoption name Debug Log File value {path}")
        engine.send("isready")
        engine.until("readyok")
        engine.send("setoption name Debug Log File value")
        engine.answers()
        # Not locked: it can be deleted while the engine runs.
        file = setting.folder / "Protokoll für Döblin.txt"
        text = file.read_text()
        file.unlink()
    assert "> isready" in text and "< readyok" in text, text
    return f"{path}: {len(text.splitlines())} lines"


def takes_paths_as_arguments(setting: Setting) -> str:
    (setting.folder / "Übungen.bin").write_bytes(A3)
    shown = setting.wine.run(setting.exe, "book", "show", "--book", setting.path("Übungen.bin"))
    assert "a3" in shown, shown
    target = setting.path("Stellungen mit Läufern.txt")
    setting.wine.run(setting.exe, "generate", "--where", "white bishops = 2", "--count", "1", "--out", target)
    written = (setting.folder / "Stellungen mit Läufern.txt").read_text()
    assert written.strip(), "nothing was written"
    return f"`book show --book` and `generate --out` in {setting.path()}"



def never_reads_a_device(setting: Setting) -> str:
    """Reading from the console would hang; each is a book that cannot be read."""
    names = ["CON", "NUL", "COM1", r"\\.\CON", setting.path("NUL")]
    with setting.ready_engine() as engine:
        for name in names:
            engine.send(f"setoption name BookFile value {name}")
            answers = engine.answers()
            assert len(answers) == 1 and "error" in answers[0], (name, answers)
    return f"{', '.join(names)}: one error line each"
