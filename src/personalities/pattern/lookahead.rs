//! Minimax over continuations of the game: every one is judged by the net, the best are followed further.

use shakmaty::{Color, Move, Position as _};

use crate::engine::{Clock, Game, Limits, Ply, ResultProbabilities, Score, Stop, is_drawn};
use crate::nets::NetError;
use crate::nets::pattern::{Reader, ReaderState};

/// What a line is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The net's prediction: the natural logarithm of the odds that White wins.
    Predicted(f32),
    /// A draw by the rules, or a position that was on the board before.
    Draw,
    /// This side mates with the half move of this number, counted from the root.
    Mate(Color, usize),
}

impl Value {
    /// For comparison: larger is better for White. Mates lie beyond all predictions, the nearest farthest.
    fn order(self) -> f32 {
        const MATE: f32 = 1e6;
        match self {
            Value::Predicted(logit) => logit,
            Value::Draw => 0.0,
            Value::Mate(Color::White, ply) => MATE - ply as f32,
            Value::Mate(Color::Black, ply) => ply as f32 - MATE,
        }
    }

    /// For comparison: larger is better for `side`.
    fn for_side(self, side: Color) -> f32 {
        if side.is_white() { self.order() } else { -self.order() }
    }

    /// Probabilities of loss, draw and win for `side`. The net was trained on games that somebody won: a prediction
    /// has no draws.
    pub fn probabilities(self, side: Color) -> ResultProbabilities {
        let white = match self {
            Value::Predicted(logit) => 1.0 / (1.0 + (-logit).exp()),
            Value::Draw => return ResultProbabilities([0.0, 1.0, 0.0]),
            Value::Mate(winner, _) => f32::from(u8::from(winner.is_white())),
        };
        let for_white = ResultProbabilities([1.0 - white, 0.0, white]);
        if side.is_white() { for_white } else { for_white.reversed() }
    }

    pub fn score(self, side: Color) -> Score {
        match self {
            Value::Mate(winner, ply) if winner == side => Score::mate_in(Ply(ply)),
            Value::Mate(_, ply) => -Score::mate_in(Ply(ply)),
            _ => self.probabilities(side).score(),
        }
    }
}

/// Moves, and what they are worth.
#[derive(Clone, Debug)]
pub struct Line {
    pub value: Value,
    pub pv: Vec<Move>,
}

/// A line that can be continued: the game after its moves, and the net's state there.
type Open = (Game, ReaderState);

/// Why a look-ahead ended early.
#[derive(Debug)]
pub enum Interrupted {
    Stopped,
    Failed(NetError),
}

impl From<NetError> for Interrupted {
    fn from(error: NetError) -> Interrupted {
        match error {
            NetError::Stopped => Interrupted::Stopped,
            error => Interrupted::Failed(error),
        }
    }
}

/// One look-ahead.
pub struct Lookahead<'a> {
    pub reader: &'a mut Reader,
    limits: &'a Limits,
    clock: &'a Clock,
    stop: &'a Stop,
    width: Width,
    /// Moves that were judged.
    pub nodes: u64,
}

/// How many moves are looked at more than one half move deep.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// In every position.
    pub beam: usize,
    /// At the root at least so many, each to its own value: the lines that are reported.
    pub lines: usize,
}

impl<'a> Lookahead<'a> {
    pub fn new(
        reader: &'a mut Reader,
        limits: &'a Limits,
        clock: &'a Clock,
        stop: &'a Stop,
        width: Width,
    ) -> Lookahead<'a> {
        Lookahead { reader, limits, clock, stop, width, nodes: 0 }
    }

    /// The moves judged one after another by the position after them, best first for the mover: as many as the limits
    /// allow, at least one unless that takes too long. With a clock the soft bound is the limit already: near its end
    /// the rest is for later moves.
    ///
    /// # Errors
    /// When the net fails, or is stopped before it has judged any.
    pub fn judge_each(&mut self, game: &Game, state: &ReaderState, moves: &[Move]) -> Result<Vec<Line>, Interrupted> {
        let side = game.position().turn();
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !lines.is_empty() && (self.clock.has_spent(1.0, self.stop) || self.is_at_limit()) {
                break;
            }
            match self.judge(game, state, mv, Ply::ROOT) {
                // A large net is stopped within a move.
                Err(NetError::Stopped) if !lines.is_empty() => break,
                judged => lines.push(judged?.0),
            }
        }
        lines.sort_by(|a, b| b.value.for_side(side).total_cmp(&a.value.for_side(side)));
        Ok(lines)
    }

    /// The moves, best first for the mover: those in the beam judged after `depth` half moves, the others after one.
    /// `state` is that of the net after the moves of the game.
    ///
    /// # Errors
    /// When a limit is reached, or the net fails.
    pub fn rank(
        &mut self,
        game: &Game,
        state: &ReaderState,
        moves: &[Move],
        depth: usize,
    ) -> Result<Vec<Line>, Interrupted> {
        self.lines(game, state, moves, depth, Ply::ROOT, f32::NEG_INFINITY)
    }

    /// `alpha` is what the opponent, who moved last, already has elsewhere, for comparison in his view: once a move
    /// here leaves him no more than that, the rest is not looked at.
    fn lines(
        &mut self,
        game: &Game,
        state: &ReaderState,
        moves: &[Move],
        depth: usize,
        ply: Ply,
        alpha: f32,
    ) -> Result<Vec<Line>, Interrupted> {
        let side = game.position().turn();
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in moves {
            if self.is_at_limit() {
                return Err(Interrupted::Stopped);
            }
            lines.push(self.judge(game, state, mv, ply)?);
        }
        // Moves of equal value, as two draws, stay in the order of the moves.
        let by_value = |lines: &mut [(Line, Option<Open>)]| {
            lines.sort_by(|a, b| b.0.value.for_side(side).total_cmp(&a.0.value.for_side(side)));
        };
        by_value(&mut lines);
        if depth > 1 {
            let is_root = ply == Ply::ROOT;
            let beam = if is_root { self.width.beam.max(self.width.lines) } else { self.width.beam }.min(lines.len());
            let is_each_exact = is_root && self.width.lines > 1;
            let mut best = f32::NEG_INFINITY;
            for (line, open) in &mut lines[..beam] {
                if let Some((after, state)) = open {
                    let replies = after.legal_moves();
                    let alpha = if is_each_exact { f32::NEG_INFINITY } else { best };
                    let reply = self.lines(after, state, &replies, depth - 1, ply.next(), alpha)?.swap_remove(0);
                    line.value = reply.value;
                    line.pv.extend(reply.pv);
                }
                best = best.max(line.value.for_side(side));
                if !is_root && best >= -alpha {
                    break;
                }
            }
            by_value(&mut lines[..beam]);
        }
        Ok(lines.into_iter().map(|(line, _)| line).collect())
    }

    fn is_at_limit(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) || self.clock.is_out_of_time(self.stop)
    }

    /// The line of one move, judged by the rules or by the net; open unless the game is over then.
    fn judge(
        &mut self,
        game: &Game,
        state: &ReaderState,
        mv: Move,
        ply: Ply,
    ) -> Result<(Line, Option<Open>), NetError> {
        self.nodes += 1;
        let mut after = game.clone();
        after.play(mv);
        let closed = |value| Ok((Line { value, pv: vec![mv] }, None));
        if after.position().is_checkmate() {
            return closed(Value::Mate(game.position().turn(), ply.next().0));
        }
        if is_draw(&after) {
            return closed(Value::Draw);
        }
        let stopped = || self.clock.is_out_of_time(self.stop);
        let state = self.reader.read_move(state, game.position(), mv, &stopped)?;
        Ok((Line { value: Value::Predicted(state.logit), pv: vec![mv] }, Some((after, state))))
    }
}

/// By the rules, or because the position was on the board before: who repeats once can repeat again.
fn is_draw(game: &Game) -> bool {
    let (key, before) = game.keys().split_last().expect("the game has a position");
    before.contains(key) || is_drawn(game.position())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::nets::NEVER;
    use crate::nets::pattern::PatternNet;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
        game
    }

    /// All moves of a game, best first, and how many were judged.
    fn ranked(game: &Game, limits: &Limits, depth: usize, beam: usize) -> (Result<Vec<Line>, Interrupted>, u64) {
        ranked_lines(game, limits, depth, Width { beam, lines: 1 })
    }

    fn ranked_lines(game: &Game, limits: &Limits, depth: usize, width: Width) -> (Result<Vec<Line>, Interrupted>, u64) {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
        let sequence = reader.encode(game.start(), game.moves());
        let state = reader.read(&sequence, depth).unwrap();
        let (clock, stop) = (Clock::start(limits, game.position().turn(), std::time::Duration::ZERO), Stop::new());
        let mut lookahead = Lookahead::new(&mut reader, limits, &clock, &stop, width);
        let moves = game.legal_moves();
        let lines = match depth {
            1 => lookahead.judge_each(game, &state, &moves),
            _ => lookahead.rank(game, &state, &moves, depth),
        };
        (lines, lookahead.nodes)
    }

    fn uci(line: &Line) -> String {
        line.pv.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nearer_mates_are_better_and_all_mates_lie_beyond_predictions() {
        let falling = [
            Value::Mate(Color::White, 1),
            Value::Mate(Color::White, 3),
            Value::Predicted(30.0),
            Value::Draw,
            Value::Predicted(-0.1),
            Value::Mate(Color::Black, 4),
            Value::Mate(Color::Black, 2),
        ];
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::White) > pair[1].for_side(Color::White)));
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::Black) < pair[1].for_side(Color::Black)));
        assert_eq!(Value::Mate(Color::Black, 3).score(Color::Black), Score::mate_in(Ply(3)));
        assert_eq!(Value::Mate(Color::Black, 2).score(Color::White), -Score::mate_in(Ply(2)));
    }

    #[test]
    fn probabilities_are_those_of_the_given_side() {
        let ahead = Value::Predicted(2.0);
        assert!(ahead.probabilities(Color::White).expected() > 0.85 && ahead.score(Color::Black) < Score::DRAW);
        assert_eq!(Value::Draw.score(Color::White), Score::DRAW);
        assert_eq!(Value::Mate(Color::Black, 1).probabilities(Color::White), ResultProbabilities([1.0, 0.0, 0.0]));
    }

    /// Without pruning: every move to the depth, the best for the side to move.
    fn minimax(reader: &mut Reader, game: &Game, state: &ReaderState, depth: usize) -> f32 {
        let side = game.position().turn();
        let values = game.legal_moves().into_iter().map(|mv| {
            let mut after = game.clone();
            after.play(mv);
            if after.position().is_checkmate() || is_draw(&after) {
                return if after.position().is_checkmate() { f32::INFINITY } else { 0.0 };
            }
            let state = reader.read_move(state, game.position(), mv, NEVER).unwrap();
            match depth {
                1 => Value::Predicted(state.logit).for_side(side),
                _ => -minimax(reader, &after, &state, depth - 1),
            }
        });
        values.fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn with_a_beam_for_all_moves_the_value_is_that_of_minimax() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
        for moves in ["", "e2e3"] {
            let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", moves);
            let sequence = reader.encode(game.start(), game.moves());
            let state = reader.read(&sequence, 0).unwrap();
            let expected = minimax(&mut reader, &game, &state, 3);
            let best = ranked(&game, &Limits::default(), 3, 64).0.unwrap().swap_remove(0);
            assert_eq!((best.value.for_side(game.position().turn()), best.pv.len()), (expected, 3), "{moves}");
        }
    }

    #[test]
    fn only_the_beam_is_looked_at_more_than_one_half_move_deep() {
        let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
        let lines = ranked(&game, &Limits::default(), 2, 2).0.unwrap();
        let deep: Vec<usize> = lines.iter().map(|line| line.pv.len()).collect();
        assert_eq!((deep[0], deep[1], deep[2..].iter().max()), (2, 2, Some(&1)));
    }

    #[test]
    fn a_mate_is_found_by_the_rules_and_stalemate_repetition_and_fifty_moves_are_draws() {
        let line = |game: &Game, asked: &str| {
            ranked(game, &Limits::default(), 1, 1).0.unwrap().into_iter().find(|line| uci(line) == asked).unwrap().value
        };
        let queen = game("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "");
        assert_eq!(line(&queen, "f5f8"), Value::Mate(Color::White, 1));
        assert_eq!(line(&queen, "f5f7"), Value::Draw);
        let rook = "7k/8/8/8/8/8/R7/K7 w - - 0 1";
        assert_eq!(line(&game(rook, "a2b2 h8h7 b2a2"), "h7h8"), Value::Draw);
        assert!(matches!(line(&game(rook, "a2b2 h8h7 b2c2"), "h7h8"), Value::Predicted(_)));
        assert_eq!(line(&game("7k/8/8/8/8/8/R7/K7 w - - 99 80", ""), "a2b2"), Value::Draw);
        assert!(matches!(line(&game("7k/8/8/8/8/8/R7/K7 w - - 98 80", ""), "a2b2"), Value::Predicted(_)));
    }

    #[test]
    fn every_line_that_is_reported_has_its_own_value_and_they_fall() {
        let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
        let lines = ranked_lines(&game, &Limits::default(), 2, Width { beam: 1, lines: 4 }).0.unwrap();
        assert!(lines[..4].iter().all(|line| line.pv.len() == 2));
        assert!(lines[..4].is_sorted_by(|a, b| a.value.for_side(Color::White) >= b.value.for_side(Color::White)));
        let mut values: Vec<f32> = game
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let only = Limits { search_moves: vec![mv], ..Limits::default() };
                let (mut reader, stop) = (
                    Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap(),
                    Stop::new(),
                );
                let state = reader.read(&reader.encode(game.start(), &[]), 0).unwrap();
                let clock = Clock::start(&only, Color::White, std::time::Duration::ZERO);
                let mut lookahead = Lookahead::new(&mut reader, &only, &clock, &stop, Width { beam: 64, lines: 1 });
                lookahead.rank(&game, &state, &[mv], 2).unwrap()[0].value.for_side(Color::White)
            })
            .collect();
        values.retain(|value| lines[..4].iter().any(|line| line.value.for_side(Color::White) == *value));
        assert_eq!(values.len(), 4, "a value is that of the best reply, not of the first that refutes the move");
    }

    #[test]
    fn limits_end_every_depth_and_the_first_judges_one_move_at_least() {
        let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        assert!(matches!(ranked(&game, &nodes(3), 1, 8), (Ok(lines), 3) if lines.len() == 3));
        assert!(matches!(ranked(&game, &nodes(3), 2, 8), (Err(Interrupted::Stopped), 3)));
        let late = Limits { move_time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert!(matches!(ranked(&game, &late, 1, 8), (Ok(lines), _) if !lines.is_empty()));
    }
}
