"""The protocol: handshake, node counts, line ends, bad input."""

import re
import subprocess

from bad_lines import random_lines, refused
from setting import PLAYERS, Setting

POSITION = "position startpos moves e2e4 c7c5"
FEN = "Fen: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

NO_POSITION = "info string error: there is no position, the last one was refused"


def answers_uci(setting: Setting) -> str:
    with setting.engine() as engine:
        engine.send("uci")
        lines = engine.until("uciok")
        assert lines[0].startswith("id name Motley"), lines[0]
        assert lines[1].startswith("id author "), lines[1]
        assert all(line.startswith("option name ") for line in lines[2:-1]), lines
        assert engine.answers() == []
        return f"{lines[0]}; {lines[1]}; {len(lines) - 3} options; uciok; readyok"


def bench_counts_the_same_nodes(setting: Setting) -> str:
    natively = subprocess.run([setting.native, "bench"], check=True, stdout=subprocess.PIPE, text=True).stdout
    in_windows = setting.wine.run(setting.exe, "bench")
    lines = [output.strip().splitlines()[-1] for output in (natively, in_windows)]
    assert lines[0].split(" nodes")[0] == lines[1].split(" nodes")[0], lines
    return f"native: {lines[0]}; Windows: {lines[1]}"


def searches_and_answers_isready_meanwhile(setting: Setting) -> str:
    with setting.ready_engine() as engine:
        engine.send(POSITION)
        engine.send("go depth 8")
        best = engine.until("bestmove")
        engine.send("go infinite")
        engine.until("info depth 3")
        for _ in range(20):
            assert not any(line.startswith("bestmove") for line in engine.answers()), "a move before `stop`"
        engine.send("stop")
        return f"{best[-2]} / {best[-1]}; twenty readyok in `go infinite`, then {engine.until('bestmove')[-1]}"


def reads_every_kind_of_line_end(setting: Setting) -> str:
    with setting.engine() as engine:
        engine.send(b"\xef\xbb\xbfuci", end=b"\r\n")
        engine.until("uciok")
        engine.send("\t isready\t ", end=b"\r\n")
        assert engine.until("readyok") == ["readyok"]
        engine.send("position\tstartpos  moves\te2e4 c7c5\t ", end=b"\r\n")
        engine.send("d", end=b"\r\n")
        assert FEN in engine.until("Checkers:")
        engine.send("quit", end=b"\r\n")
        engine.process.wait(timeout=10)
    return "CRLF, tabs, spaces and a byte order mark are read"


def refuses_bad_lines_and_lives(setting: Setting) -> str:
    cases = refused()
    with setting.ready_engine() as engine:
        for line, expected in cases:
            for end in (b"\n", b"\r\n"):
                engine.send(POSITION)
                engine.send(line, end=end)
                # What cannot be read of a `go` is left out, and the rest searched.
                searched = engine.until("bestmove") if line.startswith(b"go") else []
                answers, shown = searched + engine.answers(), line[:80]
                errors = [answer for answer in answers if answer.startswith("info string error: ")]
                assert len(errors) == 1 and expected in errors[0], (shown, answers, expected)
                assert len(answers) == 1 or searched, (shown, answers)
                engine.send("d")
                board = engine.answers()
                if line.startswith(b"position"):
                    assert NO_POSITION in board[0] and any(line.startswith("Fen: ") for line in board), (shown, board)
                else:
                    assert FEN in board, f"{shown} changed the position"
    return f"{len(cases)} lines, each with LF and CRLF: one error line each, nothing else changed"


def survives_random_lines(setting: Setting) -> str:
    """With each player in turn: one `bestmove` for every `go`, but for a count and beside a search."""
    count, errors, all_moves = 500, 0, 0
    for seed, player in enumerate(PLAYERS):
        with setting.ready_engine() as engine:
            engine.send(f"setoption name Personality value {player}")
            searches, printed = 0, engine.answers()
            for line in random_lines(count, seed):
                engine.send(line)
                answers = engine.answers()
                is_refused = any(answer.startswith("info string error: ") for answer in answers)
                errors += is_refused
                if line.startswith(b"go"):
                    is_counted = b"perft" in line and not is_refused
                    said = " ".join(answers)
                    if NO_POSITION in said:
                        searches += "bestmove 0000" in answers
                    elif "a search is running" not in said:
                        searches += not is_counted
                engine.send("stop")
                printed += answers
            engine.send("quit")
            printed += engine.rest()
            moves = sum(answer.startswith("bestmove ") for answer in printed)
            assert moves == searches, f"{player}: {moves} moves after {searches} searches"
            all_moves += moves
    return f"{count} lines for each player: {errors} refused, {all_moves} searches with one move each"


def needs_only_libraries_of_windows(setting: Setting) -> str:
    """Windows 10 has all of these: no library of the compiler (libgcc, winpthread) must come with the program."""
    printed = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", setting.built], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    libraries = sorted({name.lower() for name in re.findall(r"DLL Name: (\S+)", printed)})
    known = re.compile(
        r"(kernel32|ntdll|msvcrt|ucrtbase|advapi32|combase|userenv|ws2_32|shell32|ole32|bcrypt|bcryptprimitives|"
        r"api-ms-win-[a-z0-9-]+)\.dll"
    )
    foreign = [name for name in libraries if not known.fullmatch(name)]
    assert not foreign, foreign
    return ", ".join(libraries)
