//! The sources from which the items of each document are computed. A change outside, of wording above all, leaves hours
//! of measuring in force. `tests/layers` compares these lists with the imports of the sources that they hold.

use super::Scope;

/// Settings and messages of players, which items leave as they are.
const SETTINGS: (&str, &str) = ("engine", "of the engine only the stop flag is used, and no setting is changed");
/// The types that every item returns.
const FRAME: (&str, &str) =
    ("lab/evidence", "names and estimates of rows; verdicts and the page are made from them later");
const PRINTED: (&str, &str) = ("lab/published", "what is printed; ours does not depend on it");

/// Chapter 5 of Saarmann: lines, samplers.
pub const OPENINGS: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/openings",
        "src/personalities/explorer",
        "src/statistics/distance.rs",
        "src/statistics/estimate.rs",
        "src/studies/explore",
        "lab/src/evidence/items/saarmann",
    ],
    apart: &[
        FRAME,
        ("engine", "options and reports of the player Explorer, which is not asked for moves"),
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("picture", "pictures"),
        ("personalities/fallback", "the player that moves outside the lines"),
        ("record", "the learner's record, towards which no item steers"),
        ("openings/names", "names of openings that resemble one"),
        ("games/sources", "how often lines are played, which no item asks for"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Chapters 2 and 3 of Petrželka: the tree, games that meet constraints.
pub const GAMES: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/constraint",
        "lab/src/studies/constraints",
        "src/statistics/distance.rs",
        "src/statistics/estimate.rs",
        "src/bench/perft.rs",
        "src/games/sources.rs",
        "lab/src/studies/threads.rs",
        "lab/src/evidence/items/files.rs",
        "lab/src/evidence/items/petrzelka/games.rs",
        "lab/src/evidence/items/petrzelka/hills.rs",
        "lab/src/evidence/items/petrzelka/squares.rs",
        "lab/src/evidence/items/petrzelka/tables.rs",
        "lab/src/evidence/items/petrzelka/win_rates.rs",
    ],
    apart: &[
        FRAME,
        PRINTED,
        SETTINGS,
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("picture", "pictures"),
    ],
};

/// Figures 2.1 to 2.3 of Petrželka.
pub const RETROGRADE: Scope = Scope {
    holds: &[
        "src/chess",
        "src/constraint",
        "src/statistics/estimate.rs",
        "src/lessons/proof_game",
        "lab/src/evidence/retro.rs",
        "lab/src/evidence/items/petrzelka/retrograde.rs",
    ],
    apart: &[
        FRAME,
        ("games", "a study of proof games, which no item asks for"),
        ("lessons/generation", "the same study"),
        ("lab/studies/reservoir", "the same study"),
        ("games/sources", "the same study"),
        ("lab/studies/threads", "the same study"),
    ],
};

/// Chapter 6 of Petrželka: positions made by nets and by distance.
pub const COOPERATIVE: Scope = Scope {
    holds: &[
        "src/chess",
        "src/constraint",
        "src/nets",
        "src/personalities/cooperative",
        "src/statistics/estimate.rs",
        "src/lessons/generation",
        "lab/src/evidence/items/petrzelka/examples.rs",
        "lab/src/evidence/items/petrzelka/experiments.rs",
        "nets/cooperative/first.onnx",
        "nets/cooperative/second.onnx",
    ],
    apart: &[
        FRAME,
        SETTINGS,
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("picture", "pictures"),
        ("games", "proof games are written and read back elsewhere"),
        ("lessons/review", "judges requests for a rating only"),
        ("personalities/Classical", "judges evaluations and winning moves, which no item asks for"),
        ("personalities/fallback", "plays when a condition is met"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Variants that Petrželka describes and does not measure.
pub const VARIANTS: Scope = Scope {
    holds: &["src/chess", "src/statistics/estimate.rs", "lab/src/evidence/items/petrzelka/variants.rs"],
    apart: &[FRAME],
};

/// Kumar.
pub const PATTERN: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/nets",
        "src/statistics/estimate.rs",
        "src/games/inputs.rs",
        "src/studies/predictions/winner.rs",
        "lab/src/studies/winner",
        "lab/src/training/pattern/sample.rs",
        "lab/src/studies/threads.rs",
        "lab/src/evidence/items/kumar.rs",
        "lab/src/evidence/items/files.rs",
        "lab/src/evidence/items/logs.rs",
        "nets/pattern",
    ],
    apart: &[
        FRAME,
        SETTINGS,
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("picture", "pictures"),
    ],
};

/// The report on nine techniques: its engine.
pub const TEXTBOOK: Scope = Scope {
    holds: &[
        "src/book",
        "src/chess",
        "src/engine",
        "src/personalities/opening_book.rs",
        "src/personalities/random.rs",
        "src/personalities/textbook",
        "src/bench/bench.epd",
        "src/statistics/clustered.rs",
        "src/statistics/estimate.rs",
        "lab/src/engines/pairing.rs",
        "lab/src/studies/textbook",
        "lab/src/evidence/items/textbook.rs",
        "books",
    ],
    apart: &[
        FRAME,
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("picture", "pictures"),
        ("games", "the book is built elsewhere"),
        ("nets", "the option of a runtime for nets, which it does not use"),
        ("personalities", "the registry only hands over the player"),
        ("bench", "its positions, which are held"),
        ("lab/engines/uci_engine", "no other engine plays"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// The same engine against Classical.
pub const TEXTBOOK_MATCH: Scope = Scope {
    holds: &[
        "src/book",
        "src/chess",
        "src/engine",
        "src/personalities",
        "src/statistics/estimate.rs",
        "lab/src/engines/pairing.rs",
        "lab/src/evidence/items/textbook_modes.rs",
        "nets/classical/nnue.bin",
        "books",
    ],
    apart: &[
        FRAME,
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("games", "the book is built elsewhere"),
        ("nets", "players that do not play here"),
        ("constraint", "players that do not play here"),
        ("openings", "players that do not play here"),
        ("record", "players that do not play here"),
        ("statistics", "players that do not play here"),
        ("tablebase", "no tablebase is set"),
        ("lab/engines/uci_engine", "no other engine plays"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Griffiths: nets that imitate players, on games and puzzles.
pub const IMITATION: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/nets",
        "src/personalities/mockfish",
        "lab/src/studies/accuracy",
        "src/statistics/estimate.rs",
        "src/games/inputs.rs",
        "src/lessons/review/phase.rs",
        "src/studies/predictions/policy.rs",
        "lab/src/studies/reservoir.rs",
        "lab/src/training/games.rs",
        "lab/src/training/moves/sample.rs",
        "lab/src/training/rated/sample.rs",
        "lab/src/studies/threads.rs",
        "lab/src/evidence/items/griffiths/combining.rs",
        "lab/src/evidence/items/griffiths/networks.rs",
        "lab/src/evidence/items/griffiths/views.rs",
        "nets/mockfish",
    ],
    apart: &[
        FRAME,
        ("message", "how phases are written as JSON"),
        ("engine", "a game and its moves; settings stay as they are"),
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("lessons/review", "of the review the phases alone are used, and their file is held"),
        ("picture", "pictures"),
        ("lab/training/rated", "packed games, which no item reads"),
        ("personalities", "the registry, levels and the other players, which no item asks for"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// The same nets in play against Stockfish.
pub const MATCHES: Scope = Scope {
    holds: &[
        "src/chess",
        "src/engine",
        "src/nets",
        "src/personalities/mockfish",
        "lab/src/engines/line.rs",
        "src/statistics/estimate.rs",
        "lab/src/engines/pairing.rs",
        "lab/src/studies/threads.rs",
        "lab/src/engines/uci_engine.rs",
        "lab/src/evidence/items/griffiths/levels.rs",
        "lab/src/evidence/items/griffiths/matches.rs",
        "nets/mockfish",
    ],
    apart: &[
        FRAME,
        ("book", "options of other players"),
        ("games", "ratings and time controls, which nobody has here"),
        ("files", "opening and replacing files, and the wording of their errors"),
        ("work", "how many cores share the work, and what becomes of panics"),
        ("personalities", "the registry, levels and the other players, which no item asks for"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Tables that trainings of Griffiths' networks left in the repository.
pub const GRIFFITHS_TRAINING: Scope = Scope {
    holds: &[
        "src/statistics/estimate.rs",
        "lab/src/evidence/items/logs.rs",
        "lab/src/evidence/items/griffiths/training.rs",
        "lab/src/evidence/items/griffiths/variants.rs",
        "nets/griffiths",
    ],
    apart: &[FRAME, ("picture", "pictures"), ("nets", "the names of the networks")],
};

/// Tables that trainings left in the repository.
pub const COOPERATIVE_TRAINING: Scope = Scope {
    holds: &[
        "src/statistics/estimate.rs",
        "lab/src/evidence/items/logs.rs",
        "lab/src/evidence/items/petrzelka/training.rs",
        "nets/cooperative/curves.tsv",
    ],
    apart: &[FRAME],
};
