"""python-chess drives the engine as many programs do: play, analyse, ponder, Chess960, options. It replays proof games,
too.

python tests/python_chess.py PATH_TO_ENGINE
"""

import argparse
import contextlib
import random
import subprocess
import sys
import time

import chess
import chess.engine

QUICK = chess.engine.Limit(time=0.05)
# python-chess sets these itself and refuses to have them set.
MANAGED = {"ponder", "multipv", "uci_chess960", "uci_variant", "uci_analysemode"}


def plays_a_game_on_a_clock(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    clocks = {chess.WHITE: 2.0, chess.BLACK: 2.0}
    while not board.is_game_over() and board.ply() < 40:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.01, black_inc=0.01
        )
        result = engine.play(board, limit, game="clock", info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        clocks[board.turn] = max(0.1, clocks[board.turn] - result.info["time"] + 0.01)
        board.push(result.move)


def takes_a_persons_time_on_a_clock_only(engine: chess.engine.SimpleEngine) -> None:
    """With HumanClock: a short game on a clock without a loss on time; other limits are not waited for."""
    engine.configure({"HumanClock": True, "UCI_LimitStrength": True, "UCI_Elo": 1600})
    board = chess.Board()
    # A GUI has the game prepared before a clock runs.
    engine.play(board, chess.engine.Limit(depth=1), game="people")
    clocks = {chess.WHITE: 5.0, chess.BLACK: 5.0}
    while not board.is_game_over() and board.ply() < 40:
        limit = chess.engine.Limit(white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK])
        begun = time.monotonic()
        result = engine.play(board, limit, game="people")
        clocks[board.turn] -= time.monotonic() - begun
        assert clocks[board.turn] > 0, f"out of time after {board.ply()} half moves"
        board.push(result.move)
    # The clock of this limit would allow an hour.
    for asked in ({"depth": 2}, {"nodes": 200}, {"time": 0.05}):
        limit = chess.engine.Limit(white_clock=7200, black_clock=7200, **asked)
        begun = time.monotonic()
        engine.play(chess.Board(), limit, game=str(asked))
        assert time.monotonic() - begun < 5, f"{asked} was waited for"
    engine.configure({name: engine.options[name].default for name in ("HumanClock", "UCI_LimitStrength", "UCI_Elo")})


def plays_at_a_level(engine: chess.engine.SimpleEngine) -> None:
    """As a program does that offers its user a rating: the two options, and moves of a game on a clock."""
    for elo in (800, 1500, 2200):
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=60, black_clock=60, white_inc=0, black_inc=0)
        while not board.is_game_over() and board.ply() < 20:
            result = engine.play(board, limit, game=elo, info=chess.engine.INFO_ALL)
            assert "score" in result.info, f"no score in {board.fen()}"
            board.push(result.move)
    for outside in (0, 599, 2801):
        try:
            engine.configure({"UCI_Elo": outside})
        except chess.engine.EngineError:
            continue
        raise AssertionError(f"UCI_Elo {outside} was accepted")
    engine.configure({name: engine.options[name].default for name in ("UCI_LimitStrength", "UCI_Elo")})


def analyses_several_lines(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert len(lines) == 3, lines
    assert len({line["pv"][0] for line in lines}) == 3, lines
    scores = [line["score"].relative.score(mate_score=32000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    for line in lines:
        for word in ("depth", "seldepth", "nodes", "nps", "time", "hashfull", "tbhits"):
            assert word in line, f"{word} is missing in {line}"
        variation = board.copy()
        for move in line["pv"]:
            assert move in variation.legal_moves, f"{move} in {variation.fen()}"
            variation.push(move)

    mate = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), chess.engine.Limit(depth=4))
    assert mate["score"].relative == chess.engine.Mate(1), mate


def shows_chances(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert sum(info["wdl"].relative) == 1000, info
    engine.configure({"UCI_ShowWDL": False})


def analyses_until_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves


def obeys_root_moves(engine: chess.engine.SimpleEngine) -> None:
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    for _ in range(5):
        assert engine.play(chess.Board(), QUICK, root_moves=only).move in only


def ponders(engine: chess.engine.SimpleEngine) -> None:
    """Plays with pondering on; the other side plays the expected reply every other time, so that there are hits and
    misses."""
    board = chess.Board()
    generator = random.Random(1)
    expected = 0
    while not board.is_game_over() and board.ply() < 24:
        limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.05, black_inc=0.05)
        result = engine.play(board, limit, game="ponder", ponder=True)
        board.push(result.move)
        if board.is_game_over():
            break
        if result.ponder is not None:
            assert result.ponder in board.legal_moves, f"{result.ponder} in {board.fen()}"
            expected += 1
        hit = result.ponder is not None and board.ply() % 4 == 1
        board.push(result.ponder if hit else generator.choice(list(board.legal_moves)))
    assert expected > 0, "no reply was ever expected"


def plays_chess960(engine: chess.engine.SimpleEngine) -> None:
    for number in (0, 356, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        while not board.is_game_over() and board.ply() < 30:
            move = engine.play(board, chess.engine.Limit(time=0.01), game=number).move
            assert move in board.legal_moves, f"{move} in {board.fen()}"
            board.push(move)

    # A castling that must be written as king takes rook, in both directions.
    board = chess.Board("1k6/8/8/8/8/8/PP6/RK5R w HA - 0 1", chess960=True)
    castling = chess.Move.from_uci("b1h1")
    assert engine.play(board, QUICK, root_moves=[castling]).move == castling


def every_option_takes_its_default(engine: chess.engine.SimpleEngine) -> None:
    assert len(engine.options) > 15
    for name, option in engine.options.items():
        if name.lower() in MANAGED:
            continue
        value = None if option.type == "button" else option.default
        engine.configure({name: value})
    engine.ping()


def every_player_plays_a_whole_game(engine: chess.engine.SimpleEngine) -> None:
    for player in engine.options["Personality"].var:
        engine.configure({"Personality": player})
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            board.push(engine.play(board, chess.engine.Limit(time=0.02), game=player).move)
    engine.configure({"Personality": engine.options["Personality"].default})


def mockfish_lists_candidates_with_chances(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    for nets in engine.options["MockfishNets"].var:
        engine.configure({"Personality": "Mockfish", "MockfishNets": nets, "UCI_ShowWDL": True})
        lines = engine.analyse(board, chess.engine.Limit(depth=1), multipv=4)
        assert len({line["pv"][0] for line in lines}) == 4, lines
        for line in lines:
            assert sum(line["wdl"].relative) == 1000 and not line["score"].is_mate(), line
    engine.configure({name: engine.options[name].default for name in ("Personality", "MockfishNets", "UCI_ShowWDL")})


def pattern_looks_ahead_to_its_depth(engine: chess.engine.SimpleEngine) -> None:
    for depth in range(1, 5):
        engine.configure({"Personality": "Pattern", "PatternDepth": depth, "PatternBeam": 2})
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=9))
        assert info["depth"] == len(info["pv"]) == depth, info
    engine.configure({name: engine.options[name].default for name in ("Personality", "PatternDepth", "PatternBeam")})


def survives_the_end_of_a_game(engine: chess.engine.SimpleEngine) -> None:
    """No legal move: python-chess reads `bestmove 0000` as no move at all."""
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):
        assert engine.play(chess.Board(fen), QUICK).move in (None, chess.Move.null())
    engine.ping()


def random_position(seed: int) -> chess.Board:
    """The end of a short random game."""
    generator = random.Random(seed)
    board = chess.Board()
    for _ in range(8 + 2 * (seed % 5)):
        if not board.is_game_over():
            board.push(generator.choice(list(board.legal_moves)))
    return board


def proves_positions(path: str) -> None:
    """`motley prove` for positions of random games: python-chess replays each proof to the very position."""
    for seed in range(10):
        position = random_position(seed)
        call = [path, "prove", position.fen(), "--seconds", "60", "--format", "fen"]
        answer = subprocess.run(call, capture_output=True, text=True, check=True).stdout
        board = chess.Board()
        for word in answer.rstrip("\n").split("\t")[1].split():
            move = chess.Move.from_uci(word)
            assert move in board.legal_moves, f"{word} in {board.fen()}"
            board.push(move)
        assert board.epd() == position.epd(), f"{board.epd()}, not {position.epd()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="path of the engine")
    arguments = parser.parse_args()

    steps = [
        plays_a_game_on_a_clock,
        takes_a_persons_time_on_a_clock_only,
        plays_at_a_level,
        analyses_several_lines,
        shows_chances,
        analyses_until_stopped,
        obeys_root_moves,
        ponders,
        plays_chess960,
        every_option_takes_its_default,
        every_player_plays_a_whole_game,
        mockfish_lists_candidates_with_chances,
        pattern_looks_ahead_to_its_depth,
        survives_the_end_of_a_game,
    ]
    with contextlib.closing(chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=30)) as engine:
        print(f"{engine.id['name']}, python-chess {chess.__version__}")
        for step in steps:
            step(engine)
            print(f"  {step.__name__.replace('_', ' ')}")
    proves_positions(arguments.engine)
    print("  proves positions")
    print("all passed")


if __name__ == "__main__":
    sys.exit(main())
