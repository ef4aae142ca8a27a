//! A search of one thread to test single steps of.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};

use crate::chess::packed::PackedMove;
use crate::engine::{Bound, Clock, Depth, Game, Limits, Ply, Score, Stop};
use crate::personalities::classical::history::PieceTo;
use crate::personalities::classical::position::Position;
use crate::personalities::classical::table::{Table, TableEntry};

use super::task::{Facts, NodeTask};
use super::{Counters, RootMove, Search, SharedSearch, ThreadMemory};

/// White can take a queen that is not guarded.
pub const FREE_QUEEN: &str = "4k3/5ppp/8/3q4/8/2N5/5PPP/4K3 w - - 0 1";

/// Hands `test` a search whose root is `fen`, from an empty table, and the root position.
pub fn with_search<R>(fen: &str, test: impl FnOnce(&mut Search, &Position) -> R) -> R {
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    with_search_of(&game, &Limits::default(), test)
}

/// The same for a game with a history, within limits.
pub fn with_search_of<R>(game: &Game, limits: &Limits, test: impl FnOnce(&mut Search, &Position) -> R) -> R {
    let (table, stop) = (Table::new(1).unwrap(), Stop::new());
    let shared = SharedSearch {
        table: &table,
        limits,
        clock: Clock::start(limits, shakmaty::Color::White, Duration::ZERO),
        stop: &stop,
        multi_pv: 1,
        probing: None,
        root_hits: 0,
        halt: AtomicBool::new(false),
        counters: vec![Counters::default()],
    };
    let mut memory = ThreadMemory::new(None);
    let root_moves = game.legal_moves().into_iter().map(RootMove::new).collect();
    let mut search = Search::new(&shared, &mut memory, 0, game, root_moves);
    // Without a move before it a node looks like the position after a null move.
    let some_move = Game::default().legal_moves()[0];
    search.stack.at(Ply::ROOT).played = PieceTo::new(shakmaty::Color::Black, some_move);
    search.root_depth = Depth(20);
    let position = search.root.clone();
    test(&mut search, &position)
}

/// A scout at ply 1 with a window of one point below `beta`.
pub fn scout(position: &Position, depth: i32, beta: i32) -> NodeTask<'_> {
    let beta = Score(beta);
    NodeTask { position, ply: Ply(1), depth: Depth(depth), alpha: beta - 1, beta, cut_node: false }
}

/// A node whose evaluation is `eval`, without an entry in the table.
pub fn facts(eval: i32) -> Facts {
    let eval = Score(eval);
    Facts {
        entry: None,
        table_move: None,
        excluded: None,
        raw: Some(eval),
        eval: Some(eval),
        estimate: eval,
        improving: false,
        was_pv: false,
    }
}

pub fn entry(mv: Move, score: i32, depth: i32, bound: Bound) -> TableEntry {
    let mv = PackedMove::new(mv);
    TableEntry { mv, score: Score(score), eval: None, depth: Depth(depth), bound, was_pv: false }
}

/// The legal move written so, as in `e2e4`.
pub fn mv(position: &Position, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position.chess()).unwrap()
}
