//! The move that a word stands for, in any usual spelling.

mod glyphs;
pub mod letters;
mod parts;
mod plain;
mod written;

use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, Move, MoveList, Position as _, Rank, Role, Square};
use thiserror::Error;

pub use parts::{Part, glued_outcome, outcome, parts};
pub use plain::{decoded, plain};
pub use written::{Step, WrittenMove, standard_move, written_move};

use super::notation::{role_name, san};

/// Why a word stands for no move of a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveFault {
    #[error("it is no move")]
    NoMove,
    #[error("no {} can go there", role_name(*.0))]
    Nobody(Role),
    #[error("there is no {what} on {square}")]
    Empty { square: Square, what: &'static str },
    #[error("the {} on {square} cannot go there", role_name(*.role))]
    Blocked { role: Role, square: Square },
    #[error("it is ambiguous: {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
    #[error("there is nothing to capture")]
    NothingToCapture,
    #[error("what the pawn becomes is missing")]
    NoPromotion,
    #[error("only a pawn becomes another piece")]
    Promotes,
    #[error("castling is not possible there")]
    NoCastling,
}

/// The legal move of `position` that a word stands for, in English letters; numbers, glyphs and check marks may stick
/// to it.
///
/// # Errors
/// [`MoveFault`] where it stands for no legal move, or for more than one.
pub fn read_move(position: &Chess, word: &str) -> Result<Move, MoveFault> {
    let text = plain(word.as_bytes());
    let mut found = Err(MoveFault::NoMove);
    parts(&text, &letters::ENGLISH, &mut |part| {
        found = match (part, &found) {
            // One word, one move.
            (Part::Move(..) | Part::Null(_), Ok(_)) | (Part::Unreadable(_), _) => Err(MoveFault::NoMove),
            (Part::Move(written, _), Err(MoveFault::NoMove)) => legal_move(position, written),
            (_, found) => found.clone(),
        };
    });
    found
}

/// The legal move of `position` that is meant. A capture need not be marked as one, and squares may be given that are
/// not needed.
///
/// # Errors
/// [`MoveFault`] where it is no legal move, or more than one.
pub fn legal_move(position: &Chess, written: WrittenMove) -> Result<Move, MoveFault> {
    let step = match written {
        WrittenMove::Castle(side) => return castle(position, side),
        WrittenMove::Step(step) => step,
    };
    let Some(to_rank) = step.to_rank else { return short_capture(position, step) };
    let to = Square::from_coords(step.to_file, to_rank);
    if let (Some(file), Some(rank)) = (step.from_file, step.from_rank) {
        return from_square(position, Square::from_coords(file, rank), to, step);
    }
    let role = step.role.unwrap_or(Role::Pawn);
    let mut fitting = position.san_candidates(role, to);
    if step.from_file.is_some() || step.from_rank.is_some() {
        fitting.retain(|mv| starts_as(step, *mv));
    }
    chosen(position, &mut fitting, step, MoveFault::Nobody(role))
}

fn starts_as(step: Step, mv: Move) -> bool {
    let from = mv.from();
    step.from_file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
        && step.from_rank.is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
}

/// The one of some moves to a square that the step means; `nobody` where there is none.
fn chosen(position: &Chess, fitting: &mut MoveList, step: Step, nobody: MoveFault) -> Result<Move, MoveFault> {
    if fitting.is_empty() {
        return Err(nobody);
    }
    // Most often there is one, and it is meant.
    if let [mv] = fitting.as_slice()
        && mv.promotion() == step.promotion
        && (!step.capture || mv.is_capture())
    {
        return Ok(*mv);
    }
    fitting.retain(|mv| mv.promotion() == step.promotion);
    if fitting.is_empty() {
        return Err(if step.promotion.is_some() { MoveFault::Promotes } else { MoveFault::NoPromotion });
    }
    if step.capture {
        fitting.retain(|mv| mv.is_capture());
    }
    match fitting.as_slice() {
        [] => Err(MoveFault::NothingToCapture),
        &[mv] => Ok(mv),
        several => Err(MoveFault::Ambiguous(several.iter().map(|&mv| san(position, mv)).collect())),
    }
}

fn castle(position: &Chess, side: CastlingSide) -> Result<Move, MoveFault> {
    position.castling_moves(side).first().copied().ok_or(MoveFault::NoCastling)
}

/// A move whose two squares are given, as in UCI and long algebraic notation. A king that goes to its own rook's
/// square, or two squares from its own, castles.
fn from_square(position: &Chess, from: Square, to: Square, step: Step) -> Result<Move, MoveFault> {
    let empty = || MoveFault::Empty { square: from, what: step.role.map_or("piece", role_name) };
    let role = position.board().role_at(from).ok_or_else(empty)?;
    if step.role.is_some_and(|named| named != role) {
        return Err(empty());
    }
    if step.promotion.is_some() && role != Role::Pawn {
        return Err(MoveFault::Promotes);
    }
    let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
    if role == Role::Pawn && is_last && step.promotion.is_none() {
        return Err(MoveFault::NoPromotion);
    }
    let uci = UciMove::Normal { from, to, promotion: step.promotion };
    let mv = uci.to_move(position).map_err(|_| MoveFault::Blocked { role, square: from })?;
    if step.capture && !mv.is_capture() { Err(MoveFault::NothingToCapture) } else { Ok(mv) }
}

/// "exd": the one capture of a pawn from file to file.
fn short_capture(position: &Chess, step: Step) -> Result<Move, MoveFault> {
    let mut fitting = position.capture_moves();
    fitting.retain(|mv| mv.role() == Role::Pawn && mv.to().file() == step.to_file && starts_as(step, *mv));
    chosen(position, &mut fitting, step, MoveFault::Nobody(Role::Pawn))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::letters::ENGLISH;
    use super::*;

    fn read(fen: &str, word: &str) -> Result<String, String> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let (written, bytes) = written_move(word, &ENGLISH).ok_or("no move")?;
        assert_eq!(bytes, word.len(), "{word}");
        let mv = legal_move(&position, written).map_err(|fault| fault.to_string())?;
        Ok(mv.to_uci(CastlingMode::Standard).to_string())
    }

    #[test]
    fn one_move_in_every_spelling() {
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for word in ["O-O", "0-0", "e1g1", "e1-g1", "Ke1-g1", "e1h1", "Ke1g1"] {
            assert_eq!(read(castles, word).as_deref(), Ok("e1g1"), "{word}");
        }
        let promotion = "5r2/4P1k1/8/8/8/8/8/K7 w - - 0 1";
        for word in ["exf8=Q", "exf8Q", "exf8(Q)", "exf8/Q", "e7xf8Q", "e7f8q", "ef8Q", "e7:f8=Q", "Pe7xf8=Q"] {
            assert_eq!(read(promotion, word).as_deref(), Ok("e7f8q"), "{word}");
        }
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for word in ["exd6", "ed6", "exd", "ed", "e5xd6", "e5d6", "e5:d6", "ed:", "e5-d6"] {
            if word == "ed:" {
                assert!(read(passing, word).is_ok(), "{word}");
                continue;
            }
            assert_eq!(read(passing, word).as_deref(), Ok("e5d6"), "{word}");
        }
        let rook = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1";
        for word in ["Rd8", "Rd1-d8", "d1-d8", "d1d8", "Rdd8", "R1d8", "Rd1d8"] {
            assert_eq!(read(rook, word).as_deref(), Ok("d1d8"), "{word}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (fen, word, reason) in [
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "Nd6", "it is ambiguous: Ncd6 or Ned6"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "Bd6", "no bishop can go there"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "Ncxd6", "there is nothing to capture"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "e2e4", "there is no piece on e2"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "Rc8-d6", "there is no rook on c8"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "c8-d7", "the knight on c8 cannot go there"),
            ("2nkn3/8/8/8/8/8/8/4K3 b - - 0 1", "O-O", "castling is not possible there"),
            ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8", "what the pawn becomes is missing"),
            ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8", "what the pawn becomes is missing"),
            ("8/4R3/6k1/8/8/8/8/K7 w - - 0 1", "e7e8q", "only a pawn becomes another piece"),
        ] {
            assert_eq!(read(fen, word), Err(reason.to_owned()), "{word}");
        }
    }
}
