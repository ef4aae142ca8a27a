//! Move ordering: the table's move, good captures by victim and aggressor, killers, quiet moves by history, bad captures.

use arrayvec::ArrayVec;
use shakmaty::{Move, Position as _, Role};

use super::history::{Context, Histories};
use super::packed::PackedMove;
use super::position::Position;
use super::see::{exchange_reaches, exchange_value};

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// A move in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked {
    pub mv: Move,
    pub noisy: bool,
    /// What the histories say of it: of the quiet tables or of the captures' one.
    pub history: i32,
}

type Moves = ArrayVec<Scored, 256>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Generate,
    GoodCaptures,
    Killers,
    ScoreQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Hands out the moves of a node one by one, doing each stage's work only when it is reached: most nodes end before the quiet moves.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [PackedMove; 2],
    /// Captures that lose more than this in exchange come last.
    exchange_threshold: i32,
    /// Without quiet moves: quiescence, probcut, or late moves pruned.
    noisy_only: bool,
    noisy: Moves,
    quiets: Moves,
    next: usize,
    bad: ArrayVec<Move, 80>,
}

/// Captures and queen promotions: what quiescence looks at.
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

impl Picker {
    pub fn all(table_move: Option<Move>, killers: [PackedMove; 2]) -> Picker {
        Picker::new(table_move, killers, 0, false)
    }

    /// Captures and queen promotions that win at least `threshold`; the losing ones come too, at the end.
    pub fn noisy(table_move: Option<Move>, threshold: i32) -> Picker {
        Picker::new(table_move.filter(|&mv| is_noisy(mv)), [PackedMove::NONE; 2], threshold, true)
    }

    fn new(table_move: Option<Move>, killers: [PackedMove; 2], exchange_threshold: i32, noisy_only: bool) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move,
            killers,
            exchange_threshold,
            noisy_only,
            noisy: Moves::new(),
            quiets: Moves::new(),
            next: 0,
            bad: ArrayVec::new(),
        }
    }

    /// No quiet move is wanted any more.
    pub fn skip_quiets(&mut self) {
        self.noisy_only = true;
    }

    /// Whether only captures that lose material are left.
    pub fn is_past_good_captures(&self) -> bool {
        self.stage == Stage::BadCaptures || self.stage == Stage::Done
    }

    pub fn next(&mut self, position: &Position, histories: &Histories, context: &Context) -> Option<Picked> {
        let judged = |mv: Move| {
            let (side, noisy) = (position.turn(), is_noisy(mv));
            let history = if noisy { histories.capture(side, mv) } else { histories.quiet(side, mv, context) };
            Some(Picked { mv, noisy, history })
        };
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Generate;
                    if let Some(mv) = self.table_move {
                        return judged(mv);
                    }
                }
                Stage::Generate => {
                    self.generate(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match take_best(&mut self.noisy, &mut self.next) {
                    Some(Scored { mv, .. }) if exchange_reaches(position, mv, self.exchange_threshold) => return judged(mv),
                    // There is room for every capture that a legal position can hold (74); beyond it, order does not matter.
                    Some(Scored { mv, .. }) => {
                        if let Err(full) = self.bad.try_push(mv) {
                            return judged(full.element());
                        }
                    }
                    None => self.enter(Stage::Killers),
                },
                Stage::Killers => {
                    if self.noisy_only {
                        self.enter(Stage::BadCaptures);
                    } else {
                        match self.next_killer() {
                            Some(mv) => return judged(mv),
                            None => self.stage = Stage::ScoreQuiets,
                        }
                    }
                }
                Stage::ScoreQuiets => {
                    let side = position.turn();
                    let rows = histories.quiet_rows(side, context);
                    for quiet in &mut self.quiets {
                        quiet.score = rows.get(side, quiet.mv);
                    }
                    self.enter(Stage::Quiets);
                }
                Stage::Quiets => {
                    if !self.noisy_only
                        && let Some(Scored { mv, score }) = take_best(&mut self.quiets, &mut self.next)
                    {
                        return Some(Picked { mv, noisy: false, history: score });
                    }
                    self.enter(Stage::BadCaptures);
                }
                Stage::BadCaptures => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return judged(mv);
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

    /// Most valuable victim first, then by what such captures did before; quiet moves are only collected.
    fn generate(&mut self, position: &Position, histories: &Histories) {
        let side = position.turn();
        for &mv in &position.chess().legal_moves() {
            if Some(mv) == self.table_move {
                continue;
            }
            if is_noisy(mv) {
                let victim = mv.capture().map_or(0, exchange_value);
                let promotion = mv.promotion().map_or(0, exchange_value);
                self.noisy.push(Scored { mv, score: 16 * (victim + promotion) + histories.capture(side, mv) });
            } else if !self.noisy_only {
                self.quiets.push(Scored { mv, score: 0 });
            }
        }
    }

    /// A killer is a quiet move that refuted a sibling: it is tried before the others are even scored.
    fn next_killer(&mut self) -> Option<Move> {
        while let Some(killer) = self.killers.get(self.next).copied() {
            self.next += 1;
            if let Some(found) = self.quiets.iter().position(|quiet| PackedMove::new(quiet.mv) == killer) {
                return Some(self.quiets.swap_remove(found).mv);
            }
        }
        None
    }
}

/// Selection sort, one step: few moves are looked at before a cutoff.
fn take_best(moves: &mut Moves, next: &mut usize) -> Option<Scored> {
    let rest = moves.get_mut(*next..).filter(|rest| !rest.is_empty())?;
    let mut best = 0;
    for (index, candidate) in rest.iter().enumerate() {
        if candidate.score > rest[best].score {
            best = index;
        }
    }
    rest.swap(0, best);
    *next += 1;
    Some(rest[0])
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use super::*;
    use crate::cast::classical::history::PieceTo;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn picked(mut picker: Picker, position: &Position) -> Vec<Move> {
        let (histories, context) = (Histories::new(), [PieceTo::NONE; 3]);
        std::iter::from_fn(|| picker.next(position, &histories, &context)).map(|picked| picked.mv).collect()
    }

    fn position(fen: &str) -> Position {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        Position::new(chess)
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_table_says() {
        let position = position(KIWIPETE);
        let legal = position.chess().legal_moves();
        for &table_move in &legal {
            let killers = [PackedMove::new(legal[5]), PackedMove::new(table_move)];
            let moves = picked(Picker::all(Some(table_move), killers), &position);
            assert_eq!(moves[0], table_move);
            assert_eq!(moves.len(), legal.len());
            assert!(legal.iter().all(|mv| moves.contains(mv)));
        }
    }

    #[test]
    fn good_captures_first_bad_ones_last() {
        let position = position(KIWIPETE);
        let moves = picked(Picker::all(None, [PackedMove::NONE; 2]), &position);
        assert_eq!(moves[0].capture(), Some(Role::Bishop), "Bxa6 wins a piece");
        let last = *moves.last().unwrap();
        assert!(last.is_capture() && !exchange_reaches(&position, last, 0));
    }

    #[test]
    fn noisy_moves_are_captures_and_queen_promotions() {
        let position = position("r3k2r/Pppp1ppp/1b3nbN/nPP5/BB2P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1");
        let moves = picked(Picker::noisy(None, 0), &position);
        let expected = position.chess().legal_moves().into_iter().filter(|&mv| is_noisy(mv)).count();
        assert_eq!(moves.len(), expected);
        assert!(moves.iter().all(|&mv| is_noisy(mv)));
    }
}
