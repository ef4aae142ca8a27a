//! Griffiths, *Mockfish: A Pattern Recognition Chess Engine*, 2022.

mod combining;
mod levels;
mod matches;
mod networks;
mod training;
mod variants;
mod views;

use super::super::Item;
use super::super::scopes::{GRIFFITHS_TRAINING, IMITATION, MATCHES};
use super::files::{HUMAN_2000, PUZZLES};

pub const ITEMS: &[Item] = &[
    Item {
        key: "griffiths-fig3.3",
        title: "Figure 3.3: training of the seven networks",
        data: &[],
        scope: &GRIFFITHS_TRAINING,
        measure: training::curves,
    },
    Item {
        key: "griffiths-fig3.4",
        title: "Figure 3.4: importance of hyperparameters, and the best ones",
        data: &[],
        scope: &GRIFFITHS_TRAINING,
        measure: training::importance,
    },
    Item {
        key: "griffiths-table4.1",
        title: "Table of section 4.1: test accuracy of the seven networks",
        data: &[HUMAN_2000],
        scope: &IMITATION,
        measure: networks::games,
    },
    Item {
        key: "griffiths-fig4.1",
        title: "Figure 4.1: accuracy by square",
        data: &[HUMAN_2000],
        scope: &IMITATION,
        measure: networks::squares,
    },
    Item {
        key: "griffiths-puzzles",
        title: "Table of section 4.2.3: test accuracy of the puzzle networks",
        data: &[PUZZLES],
        scope: &IMITATION,
        measure: networks::puzzles,
    },
    Item {
        key: "griffiths-fig4.2-4.4",
        title: "Figures 4.2 to 4.4: a mating attack seen by both sets of networks",
        data: &[PUZZLES],
        scope: &IMITATION,
        measure: views::both_sets,
    },
    Item {
        key: "griffiths-levels",
        title: "Table of section 4.2.4: against Stockfish at eight levels",
        data: &[],
        scope: &MATCHES,
        measure: levels::eight_levels,
    },
    Item {
        key: "griffiths-combining",
        title: "Section 4.2.1: three ways to combine the networks",
        data: &[HUMAN_2000],
        scope: &IMITATION,
        measure: combining::three_ways,
    },
    Item {
        key: "griffiths-puzzle-engine",
        title: "Section 4.2.4: the puzzle engine against Stockfish",
        data: &[],
        scope: &MATCHES,
        measure: levels::puzzle_engine,
    },
    Item {
        key: "griffiths-skill11",
        title: "Abstract: Stockfish at skill 11 and depth 6",
        data: &[],
        scope: &MATCHES,
        measure: levels::skill_11,
    },
    Item {
        key: "griffiths-baseline",
        title: "Section 3.3: the baseline against the tuned options",
        data: &[],
        scope: &GRIFFITHS_TRAINING,
        measure: variants::baseline,
    },
    Item {
        key: "griffiths-l2",
        title: "Section 3.2.3: L2 regularisation",
        data: &[],
        scope: &GRIFFITHS_TRAINING,
        measure: variants::regularisation,
    },
    Item {
        key: "griffiths-piece-values",
        title: "Sections 3.1.1 and 3.1.2: piece values and normalisation",
        data: &[],
        scope: &GRIFFITHS_TRAINING,
        measure: variants::piece_values,
    },
];
