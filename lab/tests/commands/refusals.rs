//! The calls that must be refused, a table for each subcommand.

use crate::workplace::{Refusal, failed_job, wrong_call};

const CONSTRAINTS: &[Refusal] = &[
    wrong_call(&["constraints"], "<GAMES>"),
    wrong_call(&["constraints", "{games}", "--constraint", "1,2,2"], "five numbers"),
    wrong_call(&["constraints", "{games}", "--max-elo", "strong"], "invalid value 'strong'"),
    wrong_call(&["constraints", "{games}", "--constraint", "1,2,2,2,9"], "9 pawns"),
    wrong_call(&["constraints", "{games}", "--min-elo", "1600", "--max-elo", "1200"], "--min-elo 1600 is above"),
    failed_job(&["constraints", "{missing}"], "missing"),
    failed_job(&["constraints", "{folder}"], "it is a folder"),
    failed_job(&["constraints", "{text}"], "no game is left"),
    failed_job(&["constraints", "{games}", "--min-plies", "1", "--csv", "{inside}"], "cannot write"),
    failed_job(&["constraints", "{games}", "--min-plies", "1", "--svg", "{inside}"], "cannot write"),
];

const DATAGEN: &[Refusal] = &[
    wrong_call(&["datagen"], "--out"),
    wrong_call(&["datagen", "--out", "{new}", "--games", "5", "--positions", "5"], "--positions"),
    wrong_call(&["datagen", "--out", "{new}", "--random", "9-8"], "plies from 0 to 100"),
    wrong_call(&["datagen", "--out", "{new}", "--opening-plies", "4"], "--openings"),
    failed_job(&["datagen", "--games", "1", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["datagen", "--games", "1", "--out", "{inside}"], "cannot write"),
    failed_job(&["datagen", "--games", "1", "--out", "{folder}"], "it is a folder"),
    failed_job(&["datagen", "--games", "1", "--out", "{text}"], "was not begun by"),
    failed_job(&["datagen", "--engine", "{missing}", "--out", "{new}"], "cannot start"),
    failed_job(&["datagen", "--option", "Nosuch=1", "--out", "{new}"], "Nosuch"),
    failed_job(&["datagen", "--openings", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["datagen", "--openings", "{folder}", "--out", "{new}"], "it is a folder"),
    failed_job(&["datagen", "--openings", "{text}", "--out", "{new}"], "no game from the start position"),
    wrong_call(&["datagen", "stats"], "<FILES>"),
    failed_job(&["datagen", "stats", "{missing}"], "missing"),
    failed_job(&["datagen", "stats", "{folder}"], "it is a folder"),
    failed_job(&["datagen", "stats", "{games}"], "no scored game"),
];

const DATASET: &[Refusal] = &[
    wrong_call(&["dataset", "mockfish", "{games}"], "--out"),
    wrong_call(&["dataset", "mockfish", "{games}", "--out", "{new}", "--test", "0.6"], "from 0 to 0.5"),
    wrong_call(&["dataset", "pattern", "{games}", "--out", "{new}", "--form", "x"], "--form"),
    failed_job(&["dataset", "cooperative", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "cooperative", "{games}", "--out", "{new}"], "2 outside the filters"),
    failed_job(&["dataset", "mockfish", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "mockfish", "{folder}", "--out", "{new}"], "it is a folder"),
    failed_job(&["dataset", "mockfish", "{text}", "--min-elo", "0", "--out", "{new}"], "no sample was made"),
    failed_job(&["dataset", "mockfish", "{games}", "--min-elo", "0", "--out", "{inside}"], "cannot write"),
    failed_job(&["dataset", "mockfish", "{games}", "--min-elo", "0", "--out", "{text}"], "cannot write"),
    failed_job(&["dataset", "mockfish", "{games}", "{missing}", "--min-elo", "0", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "pattern", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "pattern", "{games}", "{folder}", "--out", "{new}"], "it is a folder"),
    failed_job(&["dataset", "engine", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "nnue", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "nnue", "{games}", "--out", "{new}"], "2 outside the filters"),
    wrong_call(&["dataset", "weighed", "{games}", "--out", "{new}"], "--engine"),
    wrong_call(&["dataset", "weighed", "{games}", "--engine", "x", "--share", "2", "--out", "{new}"], "from 0 to 1"),
    failed_job(&["dataset", "weighed", "{games}", "--engine", "{missing}", "--out", "{new}"], "cannot start"),
    wrong_call(&["dataset", "visited", "{games}", "--out", "{new}"], "--teacher"),
    failed_job(&["dataset", "visited", "{games}", "--teacher", "{missing}", "--out", "{new}"], "cannot read"),
    failed_job(
        &["dataset", "visited", "{games}", "--teacher", "{games}", "--out", "{new}"],
        "is no network of Stockfish",
    ),
    wrong_call(&["dataset", "mockfish", "{games}", "--shard", "0/2", "--out", "{new}"], "I from 1 to N"),
    wrong_call(&["dataset", "mockfish", "{games}", "--shard", "1/2", "--max-games", "5", "--out", "{new}"], "--max"),
    failed_job(&["dataset", "mockfish", "{missing}", "--shard", "1/2", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "mockfish", "{folder}", "--shard", "1/1", "--out", "{new}"], "folder"),
    failed_job(&["dataset", "thinking", "{games}", "--out", "{new}"], "no sample was made"),
    wrong_call(&["dataset", "human"], "`motley-lab dataset human` is called `motley-lab dataset rated` now"),
    wrong_call(&["dataset", "draw", "--help"], "is called `motley-lab dataset rated-shards` now"),
    wrong_call(&["dataset", "rated", "--out", "{new}"], "--lichess"),
    wrong_call(&["dataset", "rated", "--lichess", "{games}", "--shard", "3/2", "--out", "{new}"], "I from 1 to N"),
    failed_job(&["dataset", "rated", "--other-site", "{missing}", "--out", "{new}"], "missing"),
    wrong_call(&["dataset", "rated-shards", "{folder}", "--exponent", "2", "--out", "{new}"], "from 0 to 1"),
    failed_job(&["dataset", "rated-shards", "{folder}", "--out", "{new}"], "train.npy"),
    failed_job(&["dataset", "puzzles", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["dataset", "puzzles", "{folder}", "--out", "{new}"], "folder"),
    failed_job(&["dataset", "tactics", "{text}", "--out", "{new}"], "no sample was made"),
];

const EVALUATE: &[Refusal] = &[
    wrong_call(&["evaluate", "review", "{games}", "--evidence", "2"], "from 0 to 1"),
    failed_job(&["evaluate", "review", "{missing}"], "missing"),
    failed_job(&["evaluate", "review", "{games}"], "no game fits"),
    wrong_call(&["evaluate", "mockfish", "{games}", "--threads", "0"], "--threads"),
    wrong_call(&["evaluate", "mockfish", "{games}", "--elo", "0"], "--elo"),
    wrong_call(&["evaluate", "mockfish", "{games}", "--elo-offset", "x"], "--elo-offset"),
    wrong_call(&["evaluate", "mockfish", "{games}", "--net", "best", "--elo", "1500"], "takes no ratings"),
    wrong_call(&["evaluate", "mockfish", "{games}", "--sample", "5", "--per-band", "5"], "--per-band"),
    wrong_call(&["evaluate", "pattern", "{games}", "--net", "Nosuch"], "expected one of"),
    wrong_call(&["evaluate", "play", "{games}", "--band", "0"], "--band"),
    failed_job(&["evaluate", "mockfish", "{missing}"], "missing"),
    failed_job(&["evaluate", "mockfish", "{folder}"], "it is a folder"),
    failed_job(&["evaluate", "mockfish", "{text}"], "no position"),
    failed_job(&["evaluate", "mockfish", "{games}", "--file", "{missing}"], "missing"),
    failed_job(&["evaluate", "mockfish", "{games}", "--svg", "{nowhere}"], "cannot write"),
    failed_job(&["evaluate", "pattern", "{missing}"], "missing"),
    failed_job(&["evaluate", "pattern", "{folder}"], "it is a folder"),
    failed_job(&["evaluate", "pattern", "{text}"], "no game that one side won"),
    failed_job(&["evaluate", "pattern", "{games}", "--file", "{text}"], "text"),
    failed_job(&["evaluate", "pattern", "{games}", "--svg", "{folder}"], "it is a folder"),
    failed_job(&["evaluate", "play", "{missing}"], "missing"),
    failed_job(&["evaluate", "play", "{folder}"], "it is a folder"),
    failed_job(&["evaluate", "play", "{games}"], "no game with two ratings"),
    failed_job(&["evaluate", "prove", "{games}", "--plies", "300"], "has 300 half moves"),
    failed_job(&["evaluate", "prove", "{games}", "--out", "{nowhere}"], "cannot write"),
    wrong_call(&["evaluate", "textbook", "--seed", "0"], "--seed"),
    wrong_call(&["evaluate", "textbook", "--nodes", "0"], "--nodes"),
    failed_job(&["evaluate", "textbook", "--svg", "{nowhere}"], "cannot write"),
    failed_job(&["evaluate", "textbook", "--svg", "{folder}"], "it is a folder"),
];

const MANUAL: &[Refusal] = &[
    wrong_call(&["manual"], "--out"),
    failed_job(&["manual", "--out", "{inside}"], "cannot write"),
    failed_job(&["manual", "--out", "{games}"], "cannot write"),
];

const MERGE: &[Refusal] = &[
    wrong_call(&["merge", "--out", "{new}"], "<PARTS>"),
    wrong_call(&["merge", "{folder}"], "--out"),
    failed_job(&["merge", "{missing}", "--out", "{new}"], "no part of a sharded run"),
    failed_job(&["merge", "{folder}", "--out", "{new}"], "cannot read part.json"),
    failed_job(&["merge", "{text}", "--out", "{new}"], "no part of a sharded run"),
    failed_job(&["merge", "{text}", "{folder}", "--out", "{new}"], "no part of a sharded run"),
];

const PARAMETERS: &[Refusal] = &[wrong_call(&["parameters", "FUTILITY_BASE"], "unexpected argument")];

const NETS: &[Refusal] = &[failed_job(&["nets", "{missing}"], "missing"), failed_job(&["nets", "{folder}"], "folder")];

const REPRODUCE: &[Refusal] = &[
    wrong_call(&["reproduce", "saarman-fig15"], "did you mean saarmann-fig15"),
    wrong_call(&["reproduce", "--all"], "--out"),
    wrong_call(&["reproduce", "saarmann-fig9", "--all", "--out", "{new}"], "cannot be used with"),
    failed_job(&["reproduce", "saarmann-fig15"], "saarmann-fig15: it needs openings/siena-1944.pgn (SHA-256 31bf938e"),
    failed_job(&["reproduce", "saarmann-fig15", "--data", "{folder}"], "siena-1944.pgn is missing (SHA-256 31bf938e"),
    failed_job(&["reproduce", "saarmann-fig9", "--out", "{inside}"], "cannot write"),
];

const TUNE: &[Refusal] = &[
    wrong_call(&["tune"], "--games"),
    wrong_call(&["tune", "--games", "{missing}", "--held-out", "1"], "less than 1"),
    wrong_call(&["tune", "--games", "{missing}", "--without", "Nosuch"], "`Nosuch`"),
    failed_job(&["tune", "--games", "{missing}"], "missing"),
    failed_job(&["tune", "--games", "{folder}"], "cannot"),
    failed_job(&["tune", "--games", "{text}"], "cannot"),
    failed_job(&["tune", "--games", "{missing}", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["tune", "--games", "{missing}", "--out", "{folder}"], "it is a folder"),
];

/// Every table above; a new subcommand adds its own.
const GAMES: &[Refusal] =
    &[failed_job(&["games", "{missing}"], "missing"), failed_job(&["games", "{folder}"], "it is a folder")];

pub const REFUSALS: &[&[Refusal]] =
    &[CONSTRAINTS, DATAGEN, DATASET, EVALUATE, GAMES, MANUAL, MERGE, NETS, PARAMETERS, REPRODUCE, TUNE];
