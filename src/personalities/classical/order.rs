//! Move ordering: the table's move, good captures by victim and aggressor, quiet moves by history and by what they do
//! on the board, bad captures.

use arrayvec::ArrayVec;
use shakmaty::{Move, MoveList, Position as _};

use super::generate::{is_noisy, noisy_moves, quiet_moves};
use super::history::{Context, Histories};
use super::params;
use super::position::Position;
use super::quiet_bonus::QuietBonus;
use super::see::{exchange_reaches, exchange_value};
use crate::chess::packed::PackedMove;

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

/// A score and the index of its move in one number: the best of a list is then simply its maximum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i32);

impl Scored {
    /// No list of legal moves is longer than 218.
    const INDEX_BITS: u32 = 8;

    #[inline]
    fn new(score: i32, index: usize) -> Scored {
        Scored(score << Self::INDEX_BITS | index as i32)
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 & ((1 << Self::INDEX_BITS) - 1)) as usize
    }
}

type Queue = ArrayVec<Scored, 256>;

/// Returns the moves of a node one by one, doing each stage's work only when it is reached: most nodes end before the
/// quiet moves.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// Captures that win less than this in exchange come last.
    exchange_threshold: i32,
    /// Without quiet moves: quiescence, probcut, or late moves pruned.
    noisy_only: bool,
    moves: MoveList,
    noisy: Queue,
    quiets: Queue,
    /// The number of moves taken from the list of the current stage.
    next: usize,
    bad: ArrayVec<Move, 80>,
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
            noisy: Queue::new(),
            quiets: Queue::new(),
            next: 0,
            bad: ArrayVec::new(),
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
        let with_history = |mv: Move| {
            let (side, noisy) = (position.turn(), is_noisy(mv));
            let history = if noisy { histories.capture(side, mv) } else { histories.quiet(position, mv, context) };
            Some(Picked { mv, noisy, history })
        };
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        return with_history(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    match take_best(&mut self.noisy, &mut self.next).map(|best| self.moves[best.index()]) {
                        Some(mv) if exchange_reaches(position, mv, self.exchange_threshold) => return with_history(mv),
                        // There is room for every capture that a legal position can hold (74); beyond it, order does
                        // not matter.
                        Some(mv) => {
                            if let Err(full) = self.bad.try_push(mv) {
                                return with_history(full.element());
                            }
                        }
                        None => self.stage = Stage::GenerateQuiets,
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.noisy_only {
                        self.generate_quiets(position, histories, context);
                    }
                    self.enter(Stage::Quiets);
                }
                Stage::Quiets => {
                    if !self.noisy_only
                        && let Some(best) = take_best(&mut self.quiets, &mut self.next)
                    {
                        // Its history as it is now: the moves searched since the order was made have changed it.
                        return with_history(self.moves[best.index()]);
                    }
                    self.enter(Stage::BadCaptures);
                }
                Stage::BadCaptures => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return with_history(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.next = 0;
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
        for (index, &mv) in self.moves.iter().enumerate() {
            if Some(mv) != self.table_move && (!position.in_check() || is_noisy(mv)) {
                let victim = mv.capture().map_or(0, exchange_value);
                let promotion = mv.promotion().map_or(0, exchange_value);
                self.noisy.push(Scored::new(
                    params::VICTIM_WEIGHT.get() * (victim + promotion) + histories.capture(side, mv),
                    index,
                ));
            }
        }
    }

    /// The quiet moves but the table's, which was tried before them.
    // Never inlined, for the same reason.
    #[inline(never)]
    fn generate_quiets(&mut self, position: &Position, histories: &Histories, context: &Context) {
        let side = position.turn();
        let (rows, bonus) = (histories.quiet_rows(position, context), QuietBonus::new(position));
        let first = if position.in_check() { 0 } else { self.moves.len() };
        if !position.in_check() {
            quiet_moves(position.chess(), &mut self.moves);
        }
        // Two bytes are compared faster than moves.
        let table_move = self.table_move.map_or(PackedMove::NONE, PackedMove::new);
        for (index, &mv) in self.moves.iter().enumerate().skip(first) {
            if PackedMove::new(mv) != table_move && (!position.in_check() || !is_noisy(mv)) {
                self.quiets.push(Scored::new(rows.get(side, mv) + bonus.of(position, mv), index));
            }
        }
    }
}

/// Selection sort, one step: few moves are looked at before a cutoff.
#[inline]
fn take_best(queue: &mut Queue, next: &mut usize) -> Option<Scored> {
    let rest = queue.get_mut(*next..)?;
    let best = rest.iter().copied().max()?;
    let place = rest.iter().position(|&scored| scored == best)?;
    rest.swap(0, place);
    *next += 1;
    Some(best)
}

#[cfg(test)]
mod tests {
    use shakmaty::Role;

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
