//! The rated net's input of a position.

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::mover::MoverContext;
use crate::chess::view::{PackedBoard, castling_bits, en_passant_file, seen_move};
use crate::nets::features::{FEATURES, features};
use crate::nets::input::{NO_SQUARE, NetInput, RECENT};
use crate::nets::planes::Planes;

/// The number of plies before the position that are part of the input.
pub const HISTORY: usize = 8;
/// The number of planes that [`RatedInput::planes`] returns.
pub const PLANES: usize = Planes::Rich.count() + 2 * (HISTORY - RECENT) + CAPTURES + 3;

/// Plies whose captures have a plane.
const CAPTURES: usize = 2;
const SQUARES: usize = 64;
/// In the third byte of a ply: it captured en passant.
const EN_PASSANT: u8 = 8;
/// In the third byte of a ply: the kind of the captured piece.
const CAPTURED: u8 = 7;
/// Quiet plies are counted in hundredths up to the fifty-move rule.
const QUIET: u8 = 100;

/// A position with the plies before it, in the mover's view (see [`crate::chess::view`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPosition {
    pub board: PackedBoard,
    /// As in [`castling_bits`].
    pub castling: u8,
    /// As in [`en_passant_file`].
    pub en_passant: u8,
    /// Plies since the last capture or pawn move, at most 255.
    pub quiet: u8,
    /// The number of times that the position stood on the board before, at most 255.
    pub repetitions: u8,
    /// The last plies, the latest first, three bytes each: from, to ([`NO_SQUARE`] where there was none), and what
    /// happened (the kind of the captured piece, 0 none to 5 queen; +8 en passant; the kind that a pawn became << 4).
    /// With it the boards before can be restored.
    pub history: [u8; 3 * HISTORY],
    /// As in [`features`].
    pub features: [u64; FEATURES],
}

impl RatedPosition {
    /// `played` are the moves that led to the position, the latest last, of which the last [`HISTORY`] are used; `keys`
    /// those of the positions since the last capture or pawn move at least ([`crate::chess::key::position_key`]), its
    /// own last.
    pub fn of(position: &Chess, played: &[Move], keys: &[u64]) -> RatedPosition {
        let repetitions = match keys.split_last() {
            Some((own, before)) => before.iter().filter(|&key| key == own).count(),
            None => 0,
        };
        RatedPosition::repeated(position, played, repetitions)
    }

    /// The same for a position that stood on the board so often before.
    pub fn repeated(position: &Chess, played: &[Move], repetitions: usize) -> RatedPosition {
        RatedPosition {
            board: PackedBoard::of(position),
            castling: castling_bits(position),
            en_passant: en_passant_file(position),
            quiet: position.halfmoves().min(255) as u8,
            repetitions: repetitions.min(255) as u8,
            history: history(position.turn(), played),
            features: features(position),
        }
    }
}

/// The last plies in the view of `viewer`, who is to move.
fn history(viewer: Color, played: &[Move]) -> [u8; 3 * HISTORY] {
    let mut bytes = [0; 3 * HISTORY];
    let movers = [!viewer, viewer].into_iter().cycle();
    let mut latest = played.iter().rev().zip(movers);
    for slot in bytes.chunks_exact_mut(3) {
        let half_move = match latest.next() {
            None => [NO_SQUARE, NO_SQUARE, 0],
            Some((&mv, mover)) => {
                let (from, to) = seen_move(viewer, mover, mv);
                [from as u8, to as u8, what_happened(mv)]
            }
        };
        slot.copy_from_slice(&half_move);
    }
    bytes
}

fn what_happened(mv: Move) -> u8 {
    let code = |role: Option<Role>| role.map_or(0, |role| role as u8);
    let en_passant = if mv.is_en_passant() { EN_PASSANT } else { 0 };
    code(mv.capture()) | en_passant | code(mv.promotion()) << 4
}

/// A position, and who moves in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedInput {
    pub position: RatedPosition,
    pub who: MoverContext,
}

impl RatedInput {
    /// See [`RatedPosition::of`] for `played` and `keys`.
    pub fn of(position: &Chess, played: &[Move], keys: &[u64], who: MoverContext) -> RatedInput {
        RatedInput { position: RatedPosition::of(position, played, keys), who }
    }

    /// `PLANES` × 8 × 8, the planes that `planes` of `scripts/train/rated_samples.py` makes:
    ///
    /// | planes | what |
    /// |---|---|
    /// | 0–54 | those of [`Planes::Rich`] |
    /// | 55–62 | from and to of the four plies before the last four |
    /// | 63, 64 | where the last two plies captured, by the kind of the piece: 0.2 a pawn … 1 a queen |
    /// | 65–67 | quiet plies in hundredths; the position stood on the board once before, twice |
    pub fn planes(&self) -> Vec<f32> {
        let RatedPosition { board, castling, en_passant, quiet, repetitions, history, features } = self.position;
        let half_moves = history.as_chunks::<3>().0;
        let mut recent = [NO_SQUARE; 2 * RECENT];
        for (slot, [from, to, _]) in recent.chunks_exact_mut(2).zip(half_moves) {
            slot.copy_from_slice(&[*from, *to]);
        }
        let mut planes = Planes::Rich.encode(&NetInput { board, castling, en_passant, recent, features });
        for &[from, to, _] in &half_moves[RECENT..] {
            push_mark(&mut planes, from, 1.0);
            push_mark(&mut planes, to, 1.0);
        }
        for &[_, to, what] in &half_moves[..CAPTURES] {
            push_mark(&mut planes, to, f32::from(what & CAPTURED) / f32::from(Role::Queen as u8));
        }
        let is_repeated = |times: u8| f32::from(u8::from(repetitions >= times));
        for number in [f32::from(quiet.min(QUIET)) / f32::from(QUIET), is_repeated(1), is_repeated(2)] {
            planes.extend([number; SQUARES]);
        }
        planes
    }
}

/// Adds a plane with a number on one square, or on none.
fn push_mark(planes: &mut Vec<f32>, square: u8, number: f32) {
    let start = planes.len();
    planes.resize(start + SQUARES, 0.0);
    if square != NO_SQUARE {
        planes[start + usize::from(square)] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::key::position_key;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::positions;
    use shakmaty::Square;

    /// The net's input after these moves.
    fn after(text: &str) -> RatedPosition {
        let moves = parse_moves(text).expect("legal");
        let mut position = Chess::default();
        let mut keys = vec![position_key(&position)];
        for (_, before, mv) in positions(&Chess::default(), &moves) {
            position = before.clone();
            position.play_unchecked(mv);
            keys.push(position_key(&position));
        }
        RatedPosition::of(&position, &moves, &keys)
    }

    #[test]
    fn history_holds_captures_en_passant_and_promotion_in_the_movers_view() {
        assert_eq!(after("").history[..3], [NO_SQUARE, NO_SQUARE, 0]);
        let (pawn, queen) = (Role::Pawn as u8, Role::Queen as u8);
        let squares = |a: Square, b: Square| [a as u8, b as u8];
        // ...a5, and before it the capture en passant.
        let seen = after("e4 a6 e5 d5 exd6 a5").history;
        assert_eq!(
            (&seen[..2], &seen[3..5]),
            (&squares(Square::A6, Square::A5)[..], &squares(Square::E5, Square::D6)[..])
        );
        assert_eq!((seen[2], seen[5]), (0, pawn | EN_PASSANT));
        // Black to move sees White's pawn come from the other side.
        let seen = after("e4 a6 e5 d5 exd6 a5 dxc7 a4 cxd8=Q+").history;
        assert_eq!(seen[..3], [Square::C2 as u8, Square::D1 as u8, queen | queen << 4]);
    }

    #[test]
    fn repetitions_and_quiet_moves_are_counted() {
        let counts = |text| (after(text).repetitions, after(text).quiet);
        assert_eq!(counts("Nf3 Nf6 Ng1"), (0, 3));
        assert_eq!(counts("Nf3 Nf6 Ng1 Ng8"), (1, 4));
        assert_eq!(counts("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), (2, 8));
        assert_eq!(counts("Nf3 Nf6 Ng1 Ng8 e4"), (0, 0));
    }
}
