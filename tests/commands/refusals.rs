//! The calls that must be refused, a table for each subcommand.

use crate::workplace::{Refusal, failed_job, wrong_call};

const BENCH: &[Refusal] = &[
    wrong_call(&["bench", "0"], "0 is not in"),
    wrong_call(&["bench", "deep"], "deep"),
    wrong_call(&["bench", "--evaluation", "guessed"], "guessed"),
];

const BOOK: &[Refusal] = &[
    wrong_call(&["book", "show", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["book", "show", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["book", "show", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    failed_job(&["book", "show", "{missing}.pgn"], "missing.pgn"),
    wrong_call(&["book", "show", "nonsense", "1. e4"], "`nonsense` is no book"),
    wrong_call(&["book", "show", "1. e4", "--at", "1. d4"], "`1. e4` is no book"),
    wrong_call(&["book", "show", "embedded", "--book", "embedded"], "no opening is called `embedded`"),
    failed_job(&["book", "show", "{missing}.bin"], "missing.bin"),
    failed_job(&["book", "show", "--book", "{missing}"], "missing"),
    failed_job(&["book", "show", "--book", "{folder}"], "folder"),
    failed_job(&["book", "show", "--book", "{text}"], "text"),
    failed_job(&["book", "build", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["book", "build", "{folder}", "--out", "{new}"], "it is a folder"),
    failed_job(&["book", "build", "{games}", "--out", "{new}"], "no move keeps the rules"),
    failed_job(&["book", "build", "{games}", "--min-count", "1", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["book", "build", "{games}", "--min-count", "1", "--out", "{inside}"], "cannot write"),
    failed_job(&["book", "build", "{games}", "--min-count", "1", "--out", "{folder}"], "it is a folder"),
    wrong_call(&["book", "build", "{games}", "--min-score", "101", "--out", "{new}"], "from 0 to 100"),
];

const DRILL: &[Refusal] = &[
    wrong_call(&["drill", "1. e4 Ke7 2. Ke3", "--record", "{new}"], "`Ke7` is no legal move"),
    wrong_call(&["drill", "Ruy Lopes", "--record", "{new}"], "did you mean `Ruy Lopez`"),
    wrong_call(&["drill", "1. a4 a5 2. h4 h5 3. Ra3", "--record", "{new}"], "not in these lines"),
    wrong_call(&["drill", "--family", "Nosuch", "--record", "{new}"], "the family `Nosuch`"),
    wrong_call(&["drill", "--weights", "0,0,-1,0,0", "--record", "{new}"], "out of range"),
    failed_job(&["drill", "--lines", "{missing}", "--record", "{new}"], "missing"),
    failed_job(&["drill", "--lines", "{folder}", "--record", "{new}"], "folder"),
    wrong_call(&["drill", "--family", "Viena", "--record", "{new}"], "did you mean `Vienna Game`"),
    wrong_call(&["drill", "--repertoire", "{games}", "--record", "{new}"], "add --side white or --side black"),
    failed_job(&["drill", "--repertoire", "{missing}", "--side", "white", "--record", "{new}"], "missing"),
    failed_job(&["drill", "--repertoire", "{text}", "--side", "white", "--record", "{new}"], "begins no game"),
    wrong_call(&["drill", "--repertoire", "{games}", "--side", "white", "--elo", "99"], "from 600 to 2800"),
    wrong_call(&["drill", "--repertoire", "{games}", "--side", "white", "--family", "Vienna"], "--family"),
    wrong_call(&["drill", "--strict"], "--repertoire"),
    failed_job(&["drill", "--record", "{inside}"], "cannot"),
    failed_job(&["drill", "--record", "{folder}"], "cannot"),
    failed_job(&["drill", "--rounds", "0", "--record", "{new}", "--export", "{nowhere}"], "cannot write"),
    failed_job(&["drill", "--rounds", "0", "--record", "{new}", "--export", "{folder}"], "it is a folder"),
];

const REPERTOIRE: &[Refusal] = &[
    wrong_call(&["repertoire", "check", "{games}"], "--side"),
    wrong_call(&["repertoire", "check", "{games}", "--side", "both"], "both"),
    wrong_call(&["repertoire", "check", "{games}", "--side", "white", "--least", "101"], "from 0 to 100"),
    failed_job(&["repertoire", "check", "{missing}", "--side", "white"], "missing"),
    failed_job(&["repertoire", "check", "{folder}", "--side", "white"], "folder"),
    failed_job(&["repertoire", "check", "{text}", "--side", "white"], "begins no game"),
    failed_job(&["repertoire", "write", "{games}", "--side", "white", "--out", "{nowhere}"], "cannot write"),
];

const EXPLORE: &[Refusal] = &[
    wrong_call(&["explore", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["explore", "--at", "e4 e9"], "`e9` is no legal move"),
    wrong_call(&["explore", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["explore", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    wrong_call(&["explore", "e4 e5 a3 a6 h3 h6"], "up to half move"),
    failed_job(&["explore", "{missing}.pgn"], "missing.pgn"),
    wrong_call(&["explore", "--family", "Nosuch"], "the family `Nosuch`"),
    wrong_call(&["explore", "--params", "1,0,1,0"], "expected five"),
    failed_job(&["explore", "--lines", "{missing}"], "missing"),
    failed_job(&["explore", "--lines", "{folder}"], "folder"),
    failed_job(&["explore", "--lines", "{text}"], "text"),
    wrong_call(&["explore", "fit", "Ruy Lopes", "--target", "a6:0.5"], "did you mean"),
    wrong_call(&["explore", "fit", "--target", "c5:0.1"], "c5"),
    failed_job(&["explore", "fit", "--target", "c4:0.1", "--lines", "{missing}"], "missing"),
    wrong_call(&["explore", "graph", "Ruy Lopes"], "did you mean"),
    failed_job(&["explore", "graph", "--lines", "{folder}"], "folder"),
    failed_job(&["explore", "popularity", "{missing}"], "missing"),
    failed_job(&["explore", "popularity", "{folder}"], "it is a folder"),
];

const GENERATE: &[Refusal] = &[
    wrong_call(&["generate"], "name what to make"),
    wrong_call(&["generate", "--constraint", "1,2,2,1"], "five numbers"),
    wrong_call(&["generate", "--constraint", "1,2,-2,1,8"], "five numbers"),
    wrong_call(&["generate", "--constraint", "a,b,c,d,e"], "five numbers"),
    wrong_call(&["generate", "--constraint", "1,2,2,1,9"], "9 pawns"),
    wrong_call(&["generate", "--constraint", "1,2,2,1,8", "--count", "0"], "--count"),
    wrong_call(&["generate", "--where", "white pawns >= 6 and white pawns <= 5"], "contradict"),
    wrong_call(&["generate", "--where", "white bishops on light squares = 2"], "need 1 promotion: 0 allowed"),
    wrong_call(&["generate", "--where", "white king on e4 and black king on e5"], "kings may not touch"),
    wrong_call(&["generate", "--where", "mate and both 0,0,0,0,0"], "a king alone never does"),
    wrong_call(
        &["generate", "--constraint", "0,0,0,0,0", "--max-plies", "10"],
        "15 captures by black take 32 half moves",
    ),
    wrong_call(&["generate", "--where", "mate", "--sheet", "sheet.png"], "ends in .pdf or .svg"),
    wrong_call(&["generate", "--where", "white"], "the end"),
    failed_job(&["generate", "--constraint", "1,2,2,1,8", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["generate", "--constraint", "1,2,2,1,8", "--out", "{folder}"], "cannot write"),
    failed_job(&["generate", "--constraint", "1,2,2,1,8", "--svg", "{inside}"], "cannot write"),
    failed_job(&["generate", "--constraint", "1,2,2,1,8", "--sheet", "{inside}/a.svg"], "cannot write"),
    failed_job(&["generate", "--verify", "{missing}"], "cannot read"),
    failed_job(&["generate", "--verify", "{folder}"], "cannot read"),
];

const IMITATE: &[Refusal] = &[
    wrong_call(&["imitate", "{games}", "--out", "{new}"], "--player"),
    wrong_call(&["imitate", "{games}", "--player", "x"], "--out"),
    wrong_call(&["imitate", "{games}", "--player", "x", "--out", "{new}", "--half-life", "0"], "above 0"),
    wrong_call(&["imitate", "{games}", "--player", "x", "--hold-out", "1"], "from 0.001 to 0.9"),
    failed_job(&["imitate", "{missing}", "--player", "x", "--out", "{new}"], "missing"),
    failed_job(&["imitate", "{folder}", "--player", "x", "--out", "{new}"], "it is a folder"),
    failed_job(&["imitate", "{text}", "--player", "x", "--out", "{new}"], "no game in it has a player's name"),
    failed_job(&["imitate", "{games}", "--player", "x", "--out", "{inside}"], "cannot write"),
];

const OPENINGS: &[Refusal] = &[
    wrong_call(&["openings", "show", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["openings", "show", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["openings", "show", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    failed_job(&["openings", "show", "{missing}.pgn"], "missing.pgn"),
    failed_job(&["openings", "show", "--lines", "{missing}"], "missing"),
    failed_job(&["openings", "show", "--lines", "{folder}"], "folder"),
    failed_job(&["openings", "name", "{missing}"], "missing"),
    failed_job(&["openings", "name", "{folder}"], "it is a folder"),
    failed_job(&["openings", "name", "{games}", "{missing}"], "missing"),
    failed_job(&["openings", "build", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["openings", "build", "{games}", "--games", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["openings", "build", "{games}", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["openings", "build", "{games}", "--out", "{folder}"], "it is a folder"),
];

const PATTERN: &[Refusal] = &[
    wrong_call(&["pattern"], "has no moves"),
    wrong_call(&["pattern", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["pattern", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["pattern", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--moves", "Kd2", "--net", "Kumar"], "initial position"),
    wrong_call(&["pattern", "{games}", "--game", "0"], "from 1"),
    wrong_call(&["pattern", "e4 e5", "--game", "2"], "needs a PGN file"),
    failed_job(&["pattern", "{missing}.pgn"], "missing.pgn"),
    failed_job(&["pattern", "{games}", "--game", "3"], "no game 3"),
    failed_job(&["pattern", "e4", "--file", "{missing}"], "missing"),
    failed_job(&["pattern", "e4", "--svg", "{nowhere}"], "cannot write"),
    failed_job(&["pattern", "e4", "--svg", "{folder}"], "it is a folder"),
];

const PERFT: &[Refusal] = &[
    wrong_call(&["perft"], "<DEPTH>"),
    wrong_call(&["perft", "1", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["perft", "1", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["perft", "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    failed_job(&["perft", "--suite", "{missing}"], "missing"),
    failed_job(&["perft", "--suite", "{folder}"], "folder"),
    failed_job(&["perft", "--suite", "{text}"], "line 1"),
];

const PLAY: &[Refusal] = &[
    wrong_call(&["play", "--black", "Nobody"], "no player is called `Nobody`"),
    wrong_call(&["play", "--elo", "5000"], "UCI_Elo"),
    wrong_call(&["play", "--option", "Nosuch=1"], "Nosuch"),
    wrong_call(&["play", "--movetime", "0"], "0 is not in"),
    wrong_call(&["play", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
];

const POLICY: &[Refusal] = &[
    wrong_call(&["policy", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["policy", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["policy", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    wrong_call(&["policy", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "the game is over"),
    wrong_call(&["policy", "--elo", "1200,strong"], "--elo"),
    wrong_call(&["policy", "--elo", "1200", "--net", "engine"], "takes no ratings"),
    wrong_call(&["policy", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--elo", "1200"], "the game is over"),
    failed_job(&["policy", "--file", "{missing}"], "missing"),
    failed_job(&["policy", "--elo", "1200", "--file", "{missing}"], "missing"),
    failed_job(&["policy", "--elo", "1200", "--svg", "{nowhere}"], "cannot write"),
    failed_job(&["policy", "--svg", "{nowhere}"], "cannot write"),
    failed_job(&["policy", "--svg", "{folder}"], "it is a folder"),
];

const PROVE: &[Refusal] = &[
    wrong_call(&["prove", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"], "king"),
    wrong_call(&["prove", "e4 e5"], "cannot read the FEN"),
    wrong_call(&["prove", "--threads", "100000", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "expected a number from 1 to 256"),
    wrong_call(&["prove", "rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"], "9 pawns of black"),
    wrong_call(&["prove", "rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1"], "cannot have left f1"),
    wrong_call(&["prove", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--seconds", "0"], "expected seconds"),
    wrong_call(&["prove", "rnbqkbnr/pppppppp/8/7R/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"], "cannot have come to h5"),
    wrong_call(&["prove", "8/8/8/3k4/4K3/8/8/8 w - - 0 1"], "kings may not touch"),
    failed_job(
        &["prove", "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11", "--seconds", "0.001"],
        "time is up after 0.001 s",
    ),
];

const REVIEW: &[Refusal] = &[
    wrong_call(&["review"], "<GAME.pgn>"),
    wrong_call(&["review", "{games}", "--elo", "300"], "600..=2800"),
    wrong_call(&["review", "{games}", "--depth", "3", "--movetime", "10"], "cannot be used with"),
    wrong_call(&["review", "{games}", "--side", "red"], "possible values"),
    wrong_call(&["review", "{games}", "--threads", "1000"], "expected a number from 1 to 256"),
    wrong_call(&["review", "{games}", "--threads", "4294967296"], "expected a number from 1 to 256"),
    wrong_call(&["review", "{games}", "--threads", "0"], "expected a number from 1 to 256"),
    wrong_call(&["review", "{games}", "--option", "Nosuch=1"], "Nosuch"),
    wrong_call(&["review", "{games}", "--option", "SyzygyPath={missing}"], "missing"),
    failed_job(&["review", "{missing}"], "missing"),
    failed_job(&["review", "{folder}"], "it is a folder"),
    failed_job(&["review", "{text}"], "game 1: "),
    failed_job(&["review", "{games}", "--game", "3"], "there is no game 3: the text has 2 games"),
    failed_job(&["review", "{games}", "--format", "json", "--depth", "1", "--out", "{inside}"], "cannot write"),
];

const PUZZLES: &[Refusal] = &[
    wrong_call(&["puzzles", "{games}"], "Name the player with --player"),
    wrong_call(&["puzzles", "--player", "Ann"], "GAMES"),
    wrong_call(&["puzzles", "{games}", "--player", "Ann", "--anybody"], "--anybody"),
    wrong_call(&["puzzles", "{games}", "--player", "Ann", "--elo", "12"], "12 is not in"),
    wrong_call(&["puzzles", "{games}", "--player", "Ann", "--kinds", "lost"], "expected some of missed"),
    wrong_call(&["puzzles", "{games}", "--list"], "--list"),
    wrong_call(&["puzzles", "--record", "{new}", "--export", "{text}"], "expected a name that ends in .pgn"),
    failed_job(&["puzzles", "{missing}", "--player", "Ann", "--record", "{new}"], "missing"),
    failed_job(&["puzzles", "{folder}", "--player", "Ann", "--record", "{new}"], "it is a folder"),
    failed_job(&["puzzles", "{games}", "--player", "Ann", "--record", "{new}"], "no game in it has a player's name"),
    failed_job(&["puzzles", "{text}", "--player", "Ann", "--record", "{new}"], "no game in it has a player's name"),
    failed_job(&["puzzles", "--record", "{folder}"], "cannot"),
    failed_job(&["puzzles", "--record", "{games}", "--list"], "games.pgn is no record of Motley's (it is no database)"),
    failed_job(&["puzzles", "--record", "{games}"], "is no record of Motley's"),
    failed_job(&["puzzles", "{games}", "--anybody", "--record", "{text}"], "is no record of Motley's"),
    wrong_call(&["puzzles", "{games}", "--anybody", "--jobs", "1000"], "expected a number from 1 to 256"),
    failed_job(&["puzzles", "--record", "{inside}"], "cannot"),
    failed_job(&["puzzles", "--record", "{new}", "--export", "{nowhere}.pgn"], "cannot write"),
];

const SOLVE: &[Refusal] = &[
    wrong_call(&["solve"], "<FILE>"),
    wrong_call(&["solve", "{text}", "--personality", "Nobody"], "expected one of"),
    wrong_call(&["solve", "{text}", "--depth", "3", "--nodes", "5"], "--nodes"),
    wrong_call(&["solve", "{text}", "--jobs", "257"], "expected a number from 1 to 256"),
    failed_job(&["solve", "{missing}"], "missing"),
    failed_job(&["solve", "{folder}"], "cannot read"),
    failed_job(&["solve", "{text}"], "line 1"),
];

const STUDIO: &[Refusal] = &[
    wrong_call(&["studio", "--port", "70000"], "70000"),
    wrong_call(&["studio", "--port", "web"], "web"),
    wrong_call(&["studio", "--web", "{missing}", "--no-open"], "there is no index.html"),
    wrong_call(&["studio", "--open"], "--open"),
    wrong_call(&["studio", "--option", "Hash=much"], "--option Hash: option Hash"),
    wrong_call(&["studio", "--option", "Debug Log File=x"], "no option is called"),
];

/// Commands that the program had up to version 0.2.
const MOVED: &[Refusal] = &[
    wrong_call(&["reproduce", "--all"], "`motley reproduce` has moved to motley-lab: run `motley-lab reproduce`"),
    wrong_call(&["tune"], "has moved to motley-lab"),
    wrong_call(&["datagen", "--help"], "has moved to motley-lab"),
];

/// Every table above; a new subcommand adds its own.
pub const REFUSALS: &[&[Refusal]] = &[
    BENCH, BOOK, DRILL, EXPLORE, GENERATE, IMITATE, OPENINGS, PATTERN, PERFT, PLAY, POLICY, PROVE, PUZZLES, REPERTOIRE,
    REVIEW, SOLVE, STUDIO, MOVED,
];
