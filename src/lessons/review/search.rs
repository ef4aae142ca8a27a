//! The engine's search of a position of the game.

use shakmaty::{Chess, Color, Move, Position as _};

use super::endings::TableResult;
use super::lent::Lent;
use super::params::{
    CLOSER_LEAST, CLOSER_SHARE, FIRST_LEAST, FIRST_SHARE, GLANCE_NODES, HASH, KEPT_PLIES, LENGTHENING_NODES,
    LENGTHENINGS, SHOWN_PLIES,
};
use super::report::ReviewScore;
use crate::engine::options::SharedOptions;
use crate::engine::{
    Bound, Ending, Game, Info, Limits, Personality as _, Recorder, Score, ScoreKind, Silent, Stop, Wdl,
};
use crate::tablebase::Tablebase;

/// A searched position.
#[derive(Clone, Debug)]
pub struct Look {
    pub turn: Color,
    /// From the view of the side to move.
    pub score: Score,
    /// The chance of winning of the side to move, a draw counted half.
    pub chance: f64,
    pub depth: i32,
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
}

impl Look {
    fn over(game: &Game, ending: Ending) -> Look {
        let is_mate = ending.winner().is_some();
        Look {
            turn: game.position().turn(),
            score: if is_mate { -Score::MATE } else { Score::DRAW },
            chance: if is_mate { 0.0 } else { 0.5 },
            depth: 0,
            line: Vec::new(),
        }
    }

    /// The position before this one, from which `mv` is the best move.
    pub fn one_ply_before(&self, mv: Move) -> Look {
        let score = -self.score;
        // A mate is one ply farther.
        let score = if score.is_mate() { Score(score.0 - score.0.signum()) } else { score };
        let mut line = vec![mv];
        line.extend(self.line.iter().copied().take(KEPT_PLIES - 1));
        Look { turn: !self.turn, score, chance: 1.0 - self.chance, depth: self.depth + 1, line }
    }

    /// The chance of winning of a side.
    pub fn chance_of(&self, side: Color) -> f64 {
        if side == self.turn { self.chance } else { 1.0 - self.chance }
    }

    pub fn shown(&self) -> ReviewScore {
        let (cp, mate) = match self.score.kind() {
            ScoreKind::Centipawns(centipawns) => (Some(self.turn.fold_wb(centipawns, -centipawns)), None),
            ScoreKind::Mate(moves) => (None, Some(self.turn.fold_wb(moves, -moves))),
        };
        ReviewScore { cp, mate, white: self.chance_of(Color::White), depth: self.depth }
    }
}

/// Wins and half of the draws, from 0 to 1.
pub fn expected(Wdl { win, draw, .. }: Wdl) -> f64 {
    (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
}

/// The last line of a search that is exact.
fn last_line(Recorder { mut infos, .. }: Recorder) -> Info {
    let exact = infos.iter().rposition(|info| info.bound == Bound::Exact && !info.pv.is_empty());
    exact.map_or_else(Info::default, |index| infos.swap_remove(index))
}

/// The limits of the searches.
#[derive(Clone, Debug)]
pub struct LookLimits {
    pub first: Limits,
    pub closer: Limits,
}

impl LookLimits {
    /// Shares of a number of nodes, or everywhere the same depth or time.
    pub fn of(limits: Limits) -> LookLimits {
        let share = |share: u64, least: u64| Limits {
            nodes: limits.nodes.map(|nodes| (nodes / share).max(nodes.min(least))),
            ..limits.clone()
        };
        LookLimits { first: share(FIRST_SHARE, FIRST_LEAST), closer: share(CLOSER_SHARE, CLOSER_LEAST) }
    }
}

/// Searches positions.
pub struct Engine {
    classical: Lent,
    limits: LookLimits,
    /// The user's; those of three pieces are inside.
    tables: Option<Tablebase>,
}

impl Engine {
    pub fn new(mut classical: Lent, options: &SharedOptions, limits: LookLimits) -> Engine {
        classical.configure(&options.quiet(HASH), &mut Silent);
        Engine { classical, limits, tables: None }
    }

    /// Lets these tables decide where they know a position.
    pub fn with_tables(self, tables: Option<Tablebase>) -> Engine {
        Engine { tables, ..self }
    }

    /// Forgets all that was searched: what comes next does not depend on it.
    pub fn forget(&mut self) {
        self.classical.new_game();
    }

    /// The first look at the position at the end of `game`, which does not depend on what was searched before. A draw
    /// that could be claimed is one only where `is_last` says that the game ended there.
    pub fn first_look(&mut self, game: &Game, is_last: bool, stop: &Stop) -> Look {
        self.forget();
        let limits = self.limits.first.clone();
        self.search(game, is_last, &limits, stop)
    }

    /// A closer look, which goes on from what was searched since [`Engine::forget`].
    pub fn look(&mut self, game: &Game, is_last: bool, stop: &Stop) -> Look {
        let limits = self.limits.closer.clone();
        self.search(game, is_last, &limits, stop)
    }

    /// A short look for a reason; the position need not be one of the game.
    pub fn glance(&mut self, position: &Chess, stop: &Stop) -> Look {
        let limits = Limits { nodes: Some(GLANCE_NODES), ..Limits::default() };
        self.search(&Game::from_position(position.clone()), false, &limits, stop)
    }

    fn search(&mut self, game: &Game, is_last: bool, limits: &Limits, stop: &Stop) -> Look {
        if let Some(ending) = Ending::of(game).filter(|ending| ending.is_forced() || is_last) {
            return Look::over(game, ending);
        }
        let mut recorder = Recorder::default();
        self.classical.choose(game, limits, stop, &mut recorder);
        let info = last_line(recorder);
        let chance = info.wdl.map_or(0.5, expected);
        let mut line = info.pv;
        line.truncate(KEPT_PLIES);
        let look = Look { turn: game.position().turn(), score: info.score, chance, depth: info.depth.0, line };
        self.decided_by_table(game, look)
    }

    /// The look with the result of the tables, where they know the position, and a move that keeps it.
    fn decided_by_table(&self, game: &Game, look: Look) -> Look {
        let tables = Tablebase::knowing(self.tables.as_ref(), game.position());
        let Some(ranking) = tables.and_then(|tables| tables.rank_root_moves(game.position(), game.keys(), true)) else {
            return look;
        };
        let best = &ranking.moves[0];
        let result = TableResult::from(best.result);
        let keeps = |mv: &Move| {
            ranking.moves.iter().any(|ranked| ranked.mv == *mv && TableResult::from(ranked.result) == result)
        };
        let line = if look.line.first().is_some_and(keeps) { look.line } else { vec![best.mv] };
        let (score, chance) = match result {
            TableResult::Lost => (look.score, 0.0),
            TableResult::Drawn => (Score::DRAW, 0.5),
            TableResult::Won => (look.score, 1.0),
        };
        Look { score, chance, line, ..look }
    }

    /// Adds moves to a line that ends early, because the table knew the rest: short searches find them again.
    pub fn lengthen(&mut self, start: &Game, line: &mut Vec<Move>, stop: &Stop) {
        let limits = Limits { nodes: Some(LENGTHENING_NODES), ..Limits::default() };
        for _ in 0..LENGTHENINGS {
            let mut game = start.clone();
            line.iter().for_each(|&mv| game.play(mv));
            if line.is_empty() || line.len() >= SHOWN_PLIES || Ending::of(&game).is_some() || stop.is_stopped() {
                return;
            }
            let mut recorder = Recorder::default();
            self.classical.choose(&game, &limits, stop, &mut recorder);
            line.extend(last_line(recorder).pv);
            line.truncate(KEPT_PLIES);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn three_pieces_are_decided_by_the_tables_inside() {
        // White wins only by the king; with the pawn on the a-file nobody does.
        let (won, drawn) = (look("8/4k3/8/8/4K3/8/4P3/8 w - - 0 1"), look("k7/8/K7/8/P7/8/8/8 w - - 0 1"));
        assert_eq!((won.chance, drawn.chance, drawn.score), (1.0, 0.5, Score::DRAW));
        assert_eq!(won.line.first().map(|mv| mv.role()), Some(shakmaty::Role::King));
    }

    fn look(fen: &str) -> Look {
        let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let [lent, _] = Lent::pair();
        Engine::new(lent, &SharedOptions::default(), LookLimits::of(limits)).look(&game, true, &Stop::new())
    }

    #[test]
    fn scores_are_shown_from_whites_view() {
        let mate = look("6k1/5ppp/8/8/8/8/8/R3K2r w - - 0 1");
        assert!(mate.line.len() <= KEPT_PLIES && !mate.line.is_empty());
        let mated = look("7k/8/8/8/8/8/5PPP/4r1K1 w - - 0 1");
        assert_eq!((mated.shown().mate, mated.shown().white), (Some(0), 0.0));
        let black_mates = look("8/8/8/8/8/6k1/5q2/7K b - - 0 1");
        assert!(black_mates.shown().mate.is_some_and(|moves| moves < 0), "{:?}", black_mates.shown());
        assert!(black_mates.chance_of(Color::Black) > 0.99);
        assert_eq!(look("7k/8/6K1/8/8/8/8/8 b - - 0 1").chance, 0.5);
    }
}
