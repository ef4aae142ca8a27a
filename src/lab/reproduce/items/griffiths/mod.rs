//! Griffiths, *Mockfish: A Pattern Recognition Chess Engine*, 2022.

mod levels;
mod networks;
mod training;
mod views;

use super::super::Item;
use super::files::{HUMAN_2000, PUZZLES};

pub const ITEMS: &[Item] = &[
    Item {
        key: "griffiths-fig3.3",
        title: "Figure 3.3: training of the seven networks",
        data: &[],
        measure: training::curves,
    },
    Item {
        key: "griffiths-fig3.4",
        title: "Figure 3.4: importance of hyperparameters, and the best ones",
        data: &[],
        measure: training::importance,
    },
    Item {
        key: "griffiths-table4.1",
        title: "Table of section 4.1: test accuracy of the seven networks",
        data: &[HUMAN_2000],
        measure: networks::games,
    },
    Item {
        key: "griffiths-fig4.1",
        title: "Figure 4.1: accuracy by square",
        data: &[HUMAN_2000],
        measure: networks::squares,
    },
    Item {
        key: "griffiths-puzzles",
        title: "Table of section 4.2.3: test accuracy of the puzzle networks",
        data: &[PUZZLES],
        measure: networks::puzzles,
    },
    Item {
        key: "griffiths-fig4.2-4.4",
        title: "Figures 4.2 to 4.4: a mating attack seen by both sets of networks",
        data: &[PUZZLES],
        measure: views::both_sets,
    },
    Item {
        key: "griffiths-levels",
        title: "Table of section 4.2.4: against Stockfish at eight levels",
        data: &[],
        measure: levels::eight_levels,
    },
];
