//! The frequency of the player's moves in situations that are alike in some respect, all his games counted.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role};

use super::games::{OwnGame, OwnGames, replay};
use crate::chess::hash::fnv1a;
use crate::chess::view::{seen_by, seen_move};

/// Respects in which situations are alike.
pub const KINDS: usize = KIND_NAMES.len();
/// The respects in which situations are alike; the first holds of every position.
pub const KIND_NAMES: [&str; 6] =
    ["any position", "own men", "opponent's last move", "own last move", "pawns", "both last moves"];

/// The newest games that are counted.
const MAX_GAMES: usize = 40_000;
/// A move of a situation is kept if it was made so often in it.
const MIN_PLAYED: u32 = 3;
/// The share of a move, among all that are legal, where nothing is known of it.
const USUAL_SHARE: f32 = 1.0 / 30.0;
/// So many situations without the move, and with its usual share, are added to those that were counted.
const ADDED: [f32; KINDS] = [20.0, 3.0, 10.0, 10.0, 3.0, 5.0];
/// Bounds of the logarithms.
const LEAST: f32 = -3.0;
const MOST: f32 = 5.0;

/// The counts of a move in a kind of situation: how often it was made, and how often it was legal there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    pub played: u32,
    pub legal: u32,
}

/// Counts by hashes of situations, and of situations with moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Habits {
    pub moves: FxHashMap<u64, Made>,
    /// The number of times each situation occurred.
    pub visits: FxHashMap<u64, u32>,
}

/// A position with the player to move, as [`Habits`] sees it: a hash for each kind.
#[derive(Clone, Copy, Debug)]
pub struct HabitKeys([u64; KINDS]);

impl HabitKeys {
    /// `last` are the moves that led to the position, the last one at the end.
    pub fn of(position: &Chess, last: &[Move]) -> HabitKeys {
        let (turn, board) = (position.turn(), position.board());
        let placed = |squares: Bitboard| {
            squares.into_iter().flat_map(move |square| {
                let piece = board.piece_at(square).expect("a man stands there");
                [seen_by(turn, square) as u8, piece.role as u8 | u8::from(piece.color == turn) << 3]
            })
        };
        let mut latest = last.iter().rev();
        let theirs = latest.next().map_or(0, |&mv| code(turn, !turn, mv) | capture_bit(mv));
        let own = latest.next().map_or(0, |&mv| code(turn, turn, mv));
        let (theirs, own) = (theirs.to_le_bytes(), own.to_le_bytes());
        let hash = |kind: u8, bytes: &mut dyn Iterator<Item = u8>| fnv1a(std::iter::once(kind).chain(bytes));
        HabitKeys([
            hash(0, &mut std::iter::empty()),
            hash(1, &mut placed(board.by_color(turn))),
            hash(2, &mut theirs.into_iter()),
            hash(3, &mut own.into_iter()),
            hash(4, &mut placed(board.by_role(Role::Pawn))),
            hash(5, &mut own.into_iter().chain(theirs)),
        ])
    }
}

/// A move of `mover` in the view of `viewer`: piece, from and to.
fn code(viewer: Color, mover: Color, mv: Move) -> u32 {
    let (from, to) = seen_move(viewer, mover, mv);
    from as u32 | (to as u32) << 6 | (mv.role() as u32) << 12
}

fn capture_bit(mv: Move) -> u32 {
    u32::from(mv.is_capture()) << 16
}

/// The hash of a situation together with a move.
fn joined(situation: u64, code: u32) -> u64 {
    (situation ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(23).wrapping_mul(0x0100_0000_01b3)
}

impl Habits {
    /// Counts the newest of the games; those of each of `folds` parts are also counted alone, game after game in turn.
    pub fn of(all: &OwnGames, games: &[OwnGame], folds: usize) -> (Habits, Vec<Habits>) {
        let skipped = games.len().saturating_sub(MAX_GAMES);
        let counted = || games.iter().enumerate().skip(skipped);
        let mut parts = vec![Habits::default(); folds];
        for kind in 0..KINDS {
            let mut made: Vec<(u64, u32, u8)> = Vec::new();
            for (number, game) in counted() {
                let fold = (number % folds) as u8;
                visit(all, game, |_, situation, code, _| made.push((situation.0[kind], code, fold)));
            }
            keep_frequent(made, &mut parts);
        }
        let mut whole = Habits::sum(&parts);
        for (number, game) in counted() {
            let part = &mut parts[number % folds];
            visit(all, game, |position, situation, _, turn| {
                let known = situation.0.iter().filter(|hash| whole.visits.contains_key(hash));
                let known: Vec<u64> = known.copied().collect();
                for mv in position.legal_moves() {
                    let code = code(turn, turn, mv);
                    for hash in known.iter().map(|&hash| joined(hash, code)) {
                        if let Some(made) = whole.moves.get_mut(&hash) {
                            made.legal += 1;
                            part.moves.entry(hash).or_default().legal += 1;
                        }
                    }
                }
            });
        }
        (whole, parts)
    }

    fn sum(parts: &[Habits]) -> Habits {
        let mut whole = Habits::default();
        for part in parts {
            for (&hash, made) in &part.moves {
                whole.moves.entry(hash).or_default().played += made.played;
            }
            for (&hash, visits) in &part.visits {
                *whole.visits.entry(hash).or_default() += visits;
            }
        }
        whole
    }

    /// For each kind the logarithm of how much more often the player makes the move than is usual: the first against
    /// all moves, the others against the first. Games of `without`, a part of those that were counted, are left out.
    pub fn numbers(&self, situation: &HabitKeys, turn: Color, mv: Move, without: Option<&Habits>) -> [f32; KINDS] {
        let code = code(turn, turn, mv);
        let mut usual = USUAL_SHARE;
        std::array::from_fn(|kind| {
            let share = self.share(situation.0[kind], code, ADDED[kind], usual, without);
            let number = (share / usual).ln().clamp(LEAST, MOST);
            if kind == 0 {
                usual = share;
            }
            number
        })
    }

    fn share(&self, situation: u64, code: u32, added: f32, usual: f32, without: Option<&Habits>) -> f32 {
        let hash = joined(situation, code);
        let left_out = without.and_then(|part| part.moves.get(&hash)).copied().unwrap_or_default();
        let made = self
            .moves
            .get(&hash)
            .map(|made| Made { played: made.played - left_out.played, legal: made.legal - left_out.legal });
        let (played, times) = match made {
            Some(Made { played, legal }) if played >= MIN_PLAYED => (played, legal),
            // A move that is not kept was made less often than those that are.
            _ => {
                let visits = self.visits.get(&situation).copied().unwrap_or_default();
                let left_out = without.and_then(|part| part.visits.get(&situation)).copied().unwrap_or_default();
                (0, visits - left_out)
            }
        };
        (played as f32 + added * usual) / (times as f32 + added)
    }
}

/// Calls `take` with each position of a game in which the player is to move, the code of his move, and his side.
fn visit(all: &OwnGames, game: &OwnGame, mut take: impl FnMut(&Chess, HabitKeys, u32, Color)) {
    let mut last: Vec<Move> = Vec::with_capacity(all.moves(game).len());
    for (_, position, mv) in replay(all.moves(game)) {
        if position.turn() == game.color {
            take(&position, HabitKeys::of(&position, &last), code(game.color, game.color, mv), game.color);
        }
        last.push(mv);
    }
}

/// Adds the moves that were made often in a situation to the parts, and how often each such situation occurred.
fn keep_frequent(mut made: Vec<(u64, u32, u8)>, parts: &mut [Habits]) {
    made.sort_unstable();
    for situation in made.chunk_by(|a, b| a.0 == b.0) {
        let mut is_kept = false;
        for alike in situation.chunk_by(|a, b| a.1 == b.1).filter(|alike| alike.len() >= MIN_PLAYED as usize) {
            is_kept = true;
            for &(hash, code, fold) in alike {
                parts[usize::from(fold)].moves.entry(joined(hash, code)).or_default().played += 1;
            }
        }
        if is_kept {
            for &(hash, _, fold) in situation {
                *parts[usize::from(fold)].visits.entry(hash).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::tests::collected;
    use super::*;
    use crate::chess::notation::parse_moves;

    const RUY: &str = "[White \"A\"]\n\ne4 e5 Nf3 Nc6 Bb5 *\n\n";
    const ITALIAN: &str = "[White \"A\"]\n\ne4 e5 Nf3 Nc6 Bc4 *\n\n";

    fn numbers(habits: &Habits, without: Option<&Habits>, uci: &str) -> [f32; KINDS] {
        let last = parse_moves("e4 e5 Nf3 Nc6").unwrap();
        let position = crate::chess::replay::position_after(&Chess::default(), &last);
        let mv = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
        habits.numbers(&HabitKeys::of(&position, &last), Color::White, mv, without)
    }

    #[test]
    fn what_he_often_does_has_a_greater_number_than_what_he_never_does() {
        let games = collected(&RUY.repeat(8), "A").unwrap();
        let (habits, _) = Habits::of(&games, &games.games, 2);
        let (often, never) = (numbers(&habits, None, "f1b5"), numbers(&habits, None, "f1c4"));
        assert!(often.iter().zip(never).all(|(often, never)| *often > never), "{often:?}, {never:?}");
        assert!(often[0] > 0.0 && never[1] < 0.0, "{often:?}, {never:?}");
    }

    #[test]
    fn a_part_that_is_left_out_counts_for_nothing() {
        // The games of the two parts in turn.
        let both = collected(&[RUY, ITALIAN].concat().repeat(5), "A").unwrap();
        let (habits, parts) = Habits::of(&both, &both.games, 2);
        let alone = collected(&RUY.repeat(5), "A").unwrap();
        let (expected, _) = Habits::of(&alone, &alone.games, 1);
        for uci in ["f1b5", "d2d4"] {
            assert_eq!(numbers(&habits, Some(&parts[1]), uci), numbers(&expected, None, uci), "{uci}");
        }
    }
}
