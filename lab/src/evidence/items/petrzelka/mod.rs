//! Petrželka, *Generating valid chess positions using AI methods*.

mod examples;
mod experiments;
mod games;
mod hills;
mod retrograde;
mod squares;
mod tables;
mod training;
mod variants;
mod win_rates;

use super::super::scopes::{COOPERATIVE, COOPERATIVE_TRAINING, GAMES, RETROGRADE, VARIANTS};
use super::super::{DataFile, Item};
use super::files::HUMAN_2000;

/// Lichess games of January 2013, by the site and nearly by the filter that Petrželka used.
const LICHESS: DataFile = DataFile {
    name: "games/lichess-2013-01.pgn.zst",
    sha256: "248ead0f2c22bb74ca11f7fae45b2a69af28737a3c3cb73626a49a2665c02ac9",
};

pub const ITEMS: &[Item] = &[
    Item {
        key: "petrzelka-table2.1",
        title: "Table 2.1: positions in the first ten half moves",
        data: &[],
        scope: &GAMES,
        measure: tables::tree,
    },
    Item {
        key: "petrzelka-fig2.1-2.3",
        title: "Figures 2.1 to 2.3: retrograde analysis",
        data: &[],
        scope: &RETROGRADE,
        measure: retrograde::figures,
    },
    Item {
        key: "petrzelka-table3.1",
        title: "Table 3.1: games left out and kept",
        data: &[LICHESS],
        scope: &GAMES,
        measure: tables::filter,
    },
    Item {
        key: "petrzelka-table3.2",
        title: "Table 3.2: the constraints and their meaning",
        data: &[],
        scope: &GAMES,
        measure: tables::constraints,
    },
    Item {
        key: "petrzelka-fig3.4",
        title: "Figure 3.4: the win rate of games that meet a constraint",
        data: &[LICHESS, HUMAN_2000],
        scope: &GAMES,
        measure: win_rates::win_rates,
    },
    Item {
        key: "petrzelka-fig3.5",
        title: "Figure 3.5: the half moves in which constraints are met",
        data: &[LICHESS],
        scope: &GAMES,
        measure: hills::hills,
    },
    Item {
        key: "petrzelka-fig3.6",
        title: "Figure 3.6: the bishop's five most frequent squares for (1, 2, 1, 1, 8)",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::bishop_table,
    },
    Item {
        key: "petrzelka-fig3.7",
        title: "Figure 3.7: the bishop's squares for (1, 2, 1, 1, 8)",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::bishop_board,
    },
    Item {
        key: "petrzelka-fig3.8",
        title: "Figure 3.8: the king's squares for three constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::king,
    },
    Item {
        key: "petrzelka-fig3.9",
        title: "Figure 3.9: the queen's squares for three constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::queen,
    },
    Item {
        key: "petrzelka-fig3.10",
        title: "Figure 3.10: the rooks' squares for three constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::rook,
    },
    Item {
        key: "petrzelka-fig3.11",
        title: "Figure 3.11: the bishops' squares for two constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::bishop,
    },
    Item {
        key: "petrzelka-fig3.12",
        title: "Figure 3.12: the knights' squares for two constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::knight,
    },
    Item {
        key: "petrzelka-fig3.13",
        title: "Figure 3.13: the pawns' squares for three constraints",
        data: &[LICHESS],
        scope: &GAMES,
        measure: squares::pawn,
    },
    Item {
        key: "petrzelka-training",
        title: "Sections 6.1.1 and 6.1.2: training of the two nets",
        data: &[],
        scope: &COOPERATIVE_TRAINING,
        measure: training::both_nets,
    },
    Item {
        key: "petrzelka-table6.1",
        title: "Table 6.1: first experiment, constraints satisfied and positions unique",
        data: &[],
        scope: &COOPERATIVE,
        measure: experiments::first,
    },
    Item {
        key: "petrzelka-table6.2",
        title: "Table 6.2: first experiment, half moves and differences",
        data: &[],
        scope: &COOPERATIVE,
        measure: experiments::first_additional,
    },
    Item {
        key: "petrzelka-fig6.1",
        title: "Figure 6.1: positions of the first experiment",
        data: &[],
        scope: &COOPERATIVE,
        measure: examples::first,
    },
    Item {
        key: "petrzelka-table6.3",
        title: "Table 6.3: second experiment, constraints satisfied and positions unique",
        data: &[],
        scope: &COOPERATIVE,
        measure: experiments::second,
    },
    Item {
        key: "petrzelka-table6.4",
        title: "Table 6.4: second experiment, half moves and differences",
        data: &[],
        scope: &COOPERATIVE,
        measure: experiments::second_additional,
    },
    Item {
        key: "petrzelka-fig6.2",
        title: "Figure 6.2: positions of the second experiment",
        data: &[],
        scope: &COOPERATIVE,
        measure: examples::second,
    },
    Item {
        key: "petrzelka-mcts",
        title: "Section 2.4.2: Monte Carlo tree search in place of negamax",
        data: &[],
        scope: &VARIANTS,
        measure: variants::monte_carlo,
    },
    Item {
        key: "petrzelka-resnet",
        title: "Section 5.4.1: the residual network",
        data: &[],
        scope: &VARIANTS,
        measure: variants::residual,
    },
];
