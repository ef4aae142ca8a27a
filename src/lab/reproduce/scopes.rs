//! What the items of each document are computed from. A change outside, of wording above all, leaves hours of measuring
//! in force. `tests/layers` compares these lists with the imports of the sources that they hold.

use super::Scope;

/// Settings and messages of players, which items leave as they are.
const SETTINGS: (&str, &str) = ("engine", "of the engine only the stop flag is used, and no setting is changed");
/// What every item returns.
const FRAME: (&str, &str) =
    ("lab/reproduce", "names and estimates of rows; verdicts and the page are made from them later");
const PRINTED: (&str, &str) = ("lab/published", "what is printed; ours does not depend on it");

/// Chapter 5 of Saarmann: lines, samplers.
pub const OPENINGS: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/openings",
        "src/personalities/explorer",
        "src/lab/distance.rs",
        "src/lab/estimate.rs",
        "src/lab/opening_study",
        "src/lab/reproduce/items/saarmann",
    ],
    apart: &[
        FRAME,
        ("engine", "options and reports of the player Explorer, which is not asked for moves"),
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("drawing", "pictures"),
        ("personalities/fallback", "the player that moves outside the lines"),
        ("lab/names", "names of openings that resemble one"),
        ("lab/sources", "how often lines are played, which no item asks for"),
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
        "src/lab/constraint_study",
        "src/lab/distance.rs",
        "src/lab/estimate.rs",
        "src/lab/perft.rs",
        "src/lab/sources.rs",
        "src/lab/threads.rs",
        "src/lab/reproduce/items/files.rs",
        "src/lab/reproduce/items/petrzelka/games.rs",
        "src/lab/reproduce/items/petrzelka/hills.rs",
        "src/lab/reproduce/items/petrzelka/squares.rs",
        "src/lab/reproduce/items/petrzelka/tables.rs",
        "src/lab/reproduce/items/petrzelka/win_rates.rs",
    ],
    apart: &[
        FRAME,
        PRINTED,
        SETTINGS,
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("drawing", "pictures"),
    ],
};

/// Figures 2.1 to 2.3 of Petrželka.
pub const RETROGRADE: Scope = Scope {
    holds: &[
        "src/chess",
        "src/constraint",
        "src/lab/estimate.rs",
        "src/lab/proof_game",
        "src/lab/retro.rs",
        "src/lab/reproduce/items/petrzelka/retrograde.rs",
    ],
    apart: &[
        FRAME,
        ("games", "a study of proof games, which no item asks for"),
        ("lab/generation", "the same study"),
        ("lab/reservoir", "the same study"),
        ("lab/sources", "the same study"),
        ("lab/threads", "the same study"),
    ],
};

/// Chapter 6 of Petrželka: positions made by nets and by distance.
pub const COOPERATIVE: Scope = Scope {
    holds: &[
        "src/chess",
        "src/constraint",
        "src/nets",
        "src/personalities/cooperative",
        "src/lab/estimate.rs",
        "src/lab/generation",
        "src/lab/reproduce/items/petrzelka/examples.rs",
        "src/lab/reproduce/items/petrzelka/experiments.rs",
        "nets/cooperative/first.onnx",
        "nets/cooperative/second.onnx",
    ],
    apart: &[
        FRAME,
        SETTINGS,
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("caught", "what becomes of panics"),
        ("drawing", "pictures"),
        ("games", "proof games are written and read back elsewhere"),
        ("lab/judge", "judges requests for a rating only"),
        ("personalities/fallback", "plays when a condition is met"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Variants that Petrželka describes and does not measure.
pub const VARIANTS: Scope = Scope {
    holds: &["src/chess", "src/lab/estimate.rs", "src/lab/reproduce/items/petrzelka/variants.rs"],
    apart: &[FRAME],
};

/// Kumar.
pub const PATTERN: Scope = Scope {
    holds: &[
        "src/chess",
        "src/games",
        "src/nets",
        "src/lab/estimate.rs",
        "src/lab/inputs.rs",
        "src/lab/predictions",
        "src/lab/samples",
        "src/lab/threads.rs",
        "src/lab/reproduce/items/kumar.rs",
        "src/lab/reproduce/items/files.rs",
        "src/lab/reproduce/items/logs.rs",
        "nets/pattern",
    ],
    apart: &[
        FRAME,
        SETTINGS,
        ("files", "opening and replacing files"),
        ("caught", "what becomes of panics"),
        ("io_error", "wording of errors"),
        ("drawing", "pictures"),
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
        "src/lab/bench.epd",
        "src/lab/clustered.rs",
        "src/lab/estimate.rs",
        "src/lab/pairing.rs",
        "src/lab/textbook_study",
        "src/lab/reproduce/items/textbook.rs",
        "books",
    ],
    apart: &[
        FRAME,
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("caught", "what becomes of panics"),
        ("drawing", "pictures"),
        ("games", "the book is built elsewhere"),
        ("nets", "the option of a runtime for nets, which it does not use"),
        ("personalities", "the registry only hands over the player"),
        ("lab/bench", "its positions, which are held"),
        ("lab/uci_engine", "no other engine plays"),
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
        "src/lab/estimate.rs",
        "src/lab/pairing.rs",
        "src/lab/reproduce/items/textbook_modes.rs",
        "nets/classical/network.bin",
        "books",
    ],
    apart: &[
        FRAME,
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("caught", "what becomes of panics"),
        ("games", "the book is built elsewhere"),
        ("nets", "players that do not play here"),
        ("constraint", "players that do not play here"),
        ("openings", "players that do not play here"),
        ("tablebase", "no tablebase is set"),
        ("lab/uci_engine", "no other engine plays"),
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
        "src/lab/accuracy",
        "src/lab/estimate.rs",
        "src/lab/inputs.rs",
        "src/lab/phase.rs",
        "src/lab/policy.rs",
        "src/lab/reservoir.rs",
        "src/lab/samples",
        "src/lab/threads.rs",
        "src/lab/reproduce/items/griffiths/combining.rs",
        "src/lab/reproduce/items/griffiths/networks.rs",
        "src/lab/reproduce/items/griffiths/views.rs",
        "nets/mockfish",
    ],
    apart: &[
        FRAME,
        ("engine", "a game and its moves; settings stay as they are"),
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("caught", "what becomes of panics"),
        ("drawing", "pictures"),
        ("lab/datasets", "packed games, which no item reads"),
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
        "src/lab/engine_line.rs",
        "src/lab/estimate.rs",
        "src/lab/pairing.rs",
        "src/lab/threads.rs",
        "src/lab/uci_engine.rs",
        "src/lab/reproduce/items/griffiths/levels.rs",
        "src/lab/reproduce/items/griffiths/matches.rs",
        "nets/mockfish",
    ],
    apart: &[
        FRAME,
        ("book", "options of other players"),
        ("games", "ratings and time controls, which nobody has here"),
        ("files", "opening and replacing files"),
        ("io_error", "wording of errors"),
        ("caught", "what becomes of panics"),
        ("personalities", "the registry, levels and the other players, which no item asks for"),
        ("option_table", "options"),
        ("option_choice", "options"),
    ],
};

/// Tables that trainings of Griffiths' networks left in the repository.
pub const GRIFFITHS_TRAINING: Scope = Scope {
    holds: &[
        "src/lab/estimate.rs",
        "src/lab/reproduce/items/logs.rs",
        "src/lab/reproduce/items/griffiths/training.rs",
        "src/lab/reproduce/items/griffiths/waiting.rs",
        "nets/griffiths",
    ],
    apart: &[FRAME, ("drawing", "pictures"), ("nets", "the names of the networks")],
};

/// Tables that trainings left in the repository.
pub const COOPERATIVE_TRAINING: Scope = Scope {
    holds: &[
        "src/lab/estimate.rs",
        "src/lab/reproduce/items/logs.rs",
        "src/lab/reproduce/items/petrzelka/training.rs",
        "nets/cooperative/curves.tsv",
    ],
    apart: &[FRAME],
};
