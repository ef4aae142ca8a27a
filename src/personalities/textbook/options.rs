//! The player's own options: the report's settings, and a switch for each technique that can be taken out.

use crate::{option_choice, option_table};

/// The terms that the evaluation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristics {
    All,
    Material,
    Nothing,
}

option_choice!(Heuristics: All, Material, Nothing);

option_table! {
    /// The options of Textbook. The defaults are the report's settings. The opening book has its own, shared option.
    pub struct TextbookOptions {
        depth: spin i32 "TextbookDepth" = 4, in 1..=20,
            "Textbook: how many half moves it searches if `go` names no depth.";
        quiescence: spin i32 "TextbookQuiescence" = 5, in 0..=20,
            "Textbook: how many captures it follows beyond that depth; 0 turns the quiescence search off.";
        window: spin i32 "TextbookWindow" = 1000, in 0..=100000,
            "Textbook: half the aspiration window, in centipawns; 0 turns the window off.";
        table_entries: spin usize "TextbookTableEntries" = 100000, in 0..=1000000,
            "Textbook: entries of the transposition table; 0 turns it off.";
        table_bounds: check "TextbookTableBounds" = true,
            "Textbook: entries store whether their score is exact or a bound; false is the report's plain entry.";
        alpha_beta: check "TextbookAlphaBeta" = true, "Textbook: alpha-beta pruning; plain minimax without it.";
        deepening: check "TextbookDeepening" = true,
            "Textbook: iterative deepening; without it depth 1 is followed by the last depth at once.";
        mvv_lva: check "TextbookMvvLva" = true,
            "Textbook: searches captures first, the most valuable victim by the least valuable attacker.";
        heuristics: combo Heuristics "TextbookHeuristics" = All,
            "Textbook: evaluates with all heuristics, with the material only, or not at all.";
    }
}
