//! Move ordering: the table's move, good captures by victim and aggressor, quiet moves by history and by what they do
//! on the board, bad captures.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Move, MoveList, Position as _, Role, Square};

use super::generate::{QuietMoves, is_noisy, noisy_moves, quiet_moves};
use super::history::{Context, Histories, QuietRows};
use super::params;
use super::position::Position;
use super::quiet_bonus::QuietBonus;
use super::see::{exchange_reaches, exchange_value};

/// The next move of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked {
    pub mv: Move,
    pub noisy: bool,
    /// Points of its histories: the sum of the quiet tables', or the captures'.
    pub history: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// The scores of the moves of a list, each in one number with the index of its move: the best is then simply the
/// maximum, and of two with the same score the later one.
struct Queue(ArrayVec<i32, 256>);

impl Queue {
    /// No list of legal moves is longer than 218.
    const INDEX_BITS: u32 = 8;
    /// In the place of a move that is not looked for, or no longer.
    const NONE: i32 = i32::MIN;
    /// Numbers that are compared at once.
    const TOGETHER: usize = 8;

    /// The score of the next move.
    #[inline]
    fn push(&mut self, score: i32) {
        let index = self.0.len() as i32;
        self.0.push(score << Self::INDEX_BITS | index);
    }

    /// Adds to the score of a move.
    #[inline]
    fn raise(&mut self, index: usize, bonus: i32) {
        self.0[index] += bonus << Self::INDEX_BITS;
    }

    /// The next move is not looked for.
    #[inline]
    fn skip(&mut self) {
        self.0.push(Self::NONE);
    }

    /// No move comes after this.
    #[inline]
    fn end(&mut self) {
        while !self.0.len().is_multiple_of(Self::TOGETHER) {
            self.skip();
        }
    }

    /// Takes the best move that is left, and returns its index. Few moves are looked at before a cutoff, so the list is
    /// not sorted.
    #[inline]
    fn take_best(&mut self) -> Option<usize> {
        let mut best = [Self::NONE; Self::TOGETHER];
        for scores in self.0.as_chunks::<{ Self::TOGETHER }>().0 {
            for (best, score) in best.iter_mut().zip(scores) {
                *best = (*best).max(*score);
            }
        }
        let best = best.into_iter().fold(Self::NONE, i32::max);
        let index = (best & ((1 << Self::INDEX_BITS) - 1)) as usize;
        if best == Self::NONE {
            return None;
        }
        self.0[index] = Self::NONE;
        Some(index)
    }
}

/// Returns the moves of a node one by one, doing each stage's work only when it is reached: most nodes end before the
/// quiet moves.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// Captures that win less than this in exchange come last.
    exchange_threshold: i32,
    /// Without quiet moves: quiescence, probcut, or late moves pruned.
    noisy_only: bool,
    /// The moves of the current stage, and those of later ones where all were found at once.
    moves: MoveList,
    queue: Queue,
    bad: ArrayVec<Move, 80>,
    /// The number of bad captures that were returned.
    next_bad: usize,
}

impl Picker {
    pub fn all(table_move: Option<Move>) -> Picker {
        Picker::new(table_move, params::GOOD_CAPTURE_EXCHANGE.get(), false)
    }

    /// Captures and queen promotions that win at least `threshold`; the losing ones come too, at the end.
    pub fn noisy(table_move: Option<Move>, threshold: i32) -> Picker {
        Picker::new(table_move.filter(|&mv| is_noisy(mv)), threshold, true)
    }

    fn new(table_move: Option<Move>, exchange_threshold: i32, noisy_only: bool) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move,
            exchange_threshold,
            noisy_only,
            moves: MoveList::new(),
            queue: Queue(ArrayVec::new()),
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub fn skip_quiets(&mut self) {
        self.noisy_only = true;
    }

    /// Returns true if only captures that lose material are left.
    pub fn is_past_good_captures(&self) -> bool {
        self.stage == Stage::BadCaptures || self.stage == Stage::Done
    }

    pub fn next(&mut self, position: &Position, histories: &Histories, context: &Context) -> Option<Picked> {
        let noisy = |mv| Some(Picked { mv, noisy: true, history: histories.capture(position.turn(), mv) });
        let quiet = |mv| Some(Picked { mv, noisy: false, history: histories.quiet(position, mv, context) });
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        return if is_noisy(mv) { noisy(mv) } else { quiet(mv) };
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    match self.queue.take_best().map(|index| self.moves[index]) {
                        Some(mv) if exchange_reaches(position, mv, self.exchange_threshold) => return noisy(mv),
                        // There is room for every capture that a legal position can hold (74); beyond it, order does
                        // not matter.
                        Some(mv) => {
                            if let Err(full) = self.bad.try_push(mv) {
                                return noisy(full.element());
                            }
                        }
                        None => self.stage = Stage::GenerateQuiets,
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.noisy_only {
                        self.generate_quiets(position, histories, context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.noisy_only
                        && let Some(index) = self.queue.take_best()
                    {
                        // Its history as it is now: the moves searched since the order was made have changed it.
                        return quiet(self.moves[index]);
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => match self.bad.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return noisy(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Most valuable victim first, then by what such captures did before. In check all evasions are found at once, the
    /// quiet ones too.
    // Never inlined: `next` is called for every move, and would save the registers that this needs each time.
    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, histories: &Histories) {
        let side = position.turn();
        if position.in_check() {
            // Copies the moves alone: to assign the list would copy all 256 places.
            self.moves.extend(position.chess().legal_moves().iter().copied());
        } else {
            noisy_moves(position.chess(), &mut self.moves);
        }
        for &mv in &self.moves {
            if Some(mv) != self.table_move && (!position.in_check() || is_noisy(mv)) {
                let victim = mv.capture().map_or(0, exchange_value);
                let promotion = mv.promotion().map_or(0, exchange_value);
                let history = histories.capture(side, mv);
                self.queue.push(params::VICTIM_WEIGHT.get() * (victim + promotion) + history);
            } else {
                self.queue.skip();
            }
        }
        self.queue.end();
    }

    /// The quiet moves but the table's, which was tried before them.
    // Never inlined, for the same reason.
    #[inline(never)]
    fn generate_quiets(&mut self, position: &Position, histories: &Histories, context: &Context) {
        self.queue.0.clear();
        let mut scorer = Scorer {
            position,
            rows: histories.quiet_rows(position, context),
            bonus: QuietBonus::new(position),
            table_move: self.table_move,
            moves: &mut self.moves,
            queue: &mut self.queue,
        };
        if position.in_check() {
            scorer.score_evasions();
        } else {
            scorer.moves.clear();
            quiet_moves(position.chess(), position.attacked(), &mut scorer);
        }
        self.queue.end();
    }
}

/// Scores the quiet moves but the table's.
struct Scorer<'a> {
    position: &'a Position,
    rows: QuietRows<'a>,
    bonus: QuietBonus,
    table_move: Option<Move>,
    moves: &'a mut MoveList,
    queue: &'a mut Queue,
}

impl Scorer<'_> {
    fn score_evasions(&mut self) {
        for &mv in self.moves.iter() {
            if Some(mv) != self.table_move && !is_noisy(mv) {
                self.queue.push(self.score(mv));
            } else {
                self.queue.skip();
            }
        }
    }

    #[inline]
    fn score(&self, mv: Move) -> i32 {
        self.rows.get(self.position.turn(), mv) + self.bonus.of(self.position, mv)
    }
}

impl QuietMoves for Scorer<'_> {
    #[inline]
    fn add_piece(&mut self, role: Role, from: Square, mut to: Bitboard) {
        if let Some(Move::Normal { from: tried_from, to: tried, .. }) = self.table_move
            && tried_from == from
        {
            to.discard(tried);
        }
        let (rows, bonus) = (self.rows.of_piece(self.position.turn(), role, from), self.bonus.of_piece(role, from));
        let first = self.moves.len();
        for to in to {
            self.moves.push(Move::Normal { role, from, capture: None, to, promotion: None });
            self.queue.push(rows.get(to) + bonus.of_threat(to));
        }
        // Apart from the loop over all moves, which needs every register.
        for check in to & bonus.may_check() {
            let index = first + (to & Bitboard((1 << check.to_u32()) - 1)).count();
            self.queue.raise(index, bonus.of_check(self.position, self.moves[index], check));
        }
    }

    #[inline]
    fn add(&mut self, mv: Move) {
        if Some(mv) != self.table_move {
            self.moves.push(mv);
            self.queue.push(self.score(mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::classical::history::PieceTo;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn picked(mut picker: Picker, position: &Position) -> Vec<Move> {
        let (histories, context) = (Histories::new(), [PieceTo::NONE; 3]);
        std::iter::from_fn(|| picker.next(position, &histories, &context)).map(|picked| picked.mv).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_table_says() {
        let position = Position::of(KIWIPETE);
        let legal = position.chess().legal_moves();
        for &table_move in &legal {
            let moves = picked(Picker::all(Some(table_move)), &position);
            assert_eq!(moves[0], table_move);
            assert_eq!(moves.len(), legal.len());
            assert!(legal.iter().all(|mv| moves.contains(mv)));
        }
    }

    #[test]
    fn good_captures_first_bad_ones_last() {
        let position = Position::of(KIWIPETE);
        let moves = picked(Picker::all(None), &position);
        assert_eq!(moves[0].capture(), Some(Role::Bishop), "Bxa6 wins a piece");
        let last = *moves.last().unwrap();
        assert!(last.is_capture() && !exchange_reaches(&position, last, 0));
    }

    #[test]
    fn noisy_moves_are_captures_and_queen_promotions() {
        let position = Position::of("r3k2r/Pppp1ppp/1b3nbN/nPP5/BB2P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1");
        let moves = picked(Picker::noisy(None, 0), &position);
        let expected = position.chess().legal_moves().into_iter().filter(|&mv| is_noisy(mv)).count();
        assert_eq!(moves.len(), expected);
        assert!(moves.iter().all(|&mv| is_noisy(mv)));
    }
}
