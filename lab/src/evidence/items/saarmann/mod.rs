//! Saarmann, *Exploration vs Exploitation of Chess Openings Learner with Metropolis-Hastings Algorithm*.

mod figures;
mod guidelines;
mod lines;
mod program;
mod readings;

use super::super::scopes::OPENINGS;
use super::super::{DataFile, Item};

const SIENA: DataFile = DataFile {
    name: "openings/siena-1944.pgn",
    sha256: "31bf938ee924da0bf704cdce483df373885874528f0ef29811407cd4c6fd0fdc",
};

pub const ITEMS: &[Item] = &[
    Item {
        key: "saarmann-fig9",
        title: "Figure 9: the first and the last position of a line as matrices",
        data: &[],
        scope: &OPENINGS,
        measure: lines::matrices,
    },
    Item {
        key: "saarmann-fig10-12",
        title: "Figures 10 to 12: from the Bishop's Opening into the Vienna",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: lines::transposition,
    },
    Item {
        key: "saarmann-fig13",
        title: "Figure 13: the first twenty lines as a graph",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: lines::graph,
    },
    Item {
        key: "saarmann-samples",
        title: "Chapter 5: sub-samples of the lines",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: lines::samples,
    },
    Item {
        key: "saarmann-fig15",
        title: "Figure 15: the first move after 100 to 10,000 lines",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::first_move,
    },
    Item {
        key: "saarmann-fig16",
        title: "Figure 16: what follows state 2679 after 1,000 and 10,000 lines",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::closed_ruy_lopez,
    },
    Item {
        key: "saarmann-fig17",
        title: "Figure 17: what follows state 900 under five sets of weights",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::sicilian,
    },
    Item {
        key: "saarmann-fig18",
        title: "Figure 18: the first move under five sets of weights",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::first_move_by_weights,
    },
    Item {
        key: "saarmann-fig19",
        title: "Figure 19: the first move with one parameter at a time",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::first_move_by_parameter,
    },
    Item {
        key: "saarmann-fig20",
        title: "Figure 20: what follows state 985 with one parameter at a time",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::kan,
    },
    Item {
        key: "saarmann-fig21",
        title: "Figure 21: the reply to 1. e4 with one parameter at a time",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: figures::reply_to_e4,
    },
    Item {
        key: "saarmann-sec5.4",
        title: "Section 5.4: how many iterations, what weights, which parameter",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: guidelines::guidelines,
    },
    Item {
        key: "saarmann-readings",
        title: "Figure 14: which reading of it explains the printed figures",
        data: &[SIENA],
        scope: &OPENINGS,
        measure: readings::compare,
    },
];
