//! Test positions in the Extended Position Description: four FEN fields, then operations such as `bm Nf3; id
//! "WAC.001";`.
//!
//! Format: S. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994), section 16.2.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, PositionError};
use thiserror::Error;

use crate::chess::notation::parse_move;

/// Why a record was refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EpdError {
    #[error("cannot read the position `{fen}`: {reason}")]
    Position { fen: String, reason: String },
    #[error("`{text}` in `{opcode}` is not one legal move here")]
    Move { opcode: String, text: String },
    #[error("`{operand}` in `{opcode}` is not a number of moves")]
    Distance { opcode: String, operand: String },
}

/// A position with what is known about it.
#[derive(Clone, Debug)]
pub struct Epd {
    pub position: Chess,
    /// The operation `id`, or nothing.
    pub id: Option<String>,
    /// `bm`: each of them solves the position.
    pub best: Vec<Move>,
    /// `am`: none of them may be played.
    pub avoid: Vec<Move>,
    /// Moves to mate for the side to move: `dm 3`, or `ce +M3` as some mate suites write it.
    pub mate: Option<u32>,
}

impl Epd {
    /// Reads one record. Move counters after the four fields are accepted, moves may have any form of [`parse_move`],
    /// and operations that concern no solution are skipped.
    ///
    /// # Errors
    /// [`EpdError`] when the position cannot be, or an operation does not fit it.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let (fen, operations) = split_fields(line);
        let mut epd = Epd { position: read_position(&fen)?, id: None, best: Vec::new(), avoid: Vec::new(), mate: None };
        for operation in split_operations(operations) {
            let (opcode, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
            let operands = operands.trim();
            match opcode {
                "id" => epd.id = Some(operands.trim_matches('"').to_owned()),
                "bm" => epd.best = read_moves(&epd.position, opcode, operands)?,
                "am" => epd.avoid = read_moves(&epd.position, opcode, operands)?,
                "dm" => epd.mate = Some(read_distance(opcode, operands)?),
                "ce" if operands.starts_with("+M") => epd.mate = Some(read_distance(opcode, &operands[2..])?),
                _ => {}
            }
        }
        Ok(epd)
    }
}

/// The FEN (four fields, and the two counters where they are given) and the rest of the line.
fn split_fields(line: &str) -> (String, &str) {
    let mut fields = Vec::with_capacity(6);
    let mut rest = line.trim();
    while fields.len() < 6 {
        let (field, tail) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let is_counter = field.parse::<u32>().is_ok();
        if field.is_empty() || (fields.len() >= 4 && !is_counter) {
            break;
        }
        fields.push(field);
        rest = tail.trim_start();
    }
    (fields.join(" "), rest)
}

/// Composed positions may hold more men, and checks from more of them, than a game could bring about.
fn read_position(fen: &str) -> Result<Chess, EpdError> {
    let refuse = |reason: String| EpdError::Position { fen: fen.to_owned(), reason };
    let parsed: Fen = fen.parse().map_err(|error| refuse(format!("{error}")))?;
    let position = parsed.into_position(CastlingMode::Standard).or_else(PositionError::ignore_too_much_material);
    position.or_else(PositionError::ignore_impossible_check).map_err(|error| refuse(format!("{error}")))
}

/// The operations between semicolons; a semicolon inside quotes ends nothing.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut in_quotes = false;
    text.split(move |c| {
        in_quotes ^= c == '"';
        c == ';' && !in_quotes
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

fn read_moves(position: &Chess, opcode: &str, operands: &str) -> Result<Vec<Move>, EpdError> {
    let read = |text: &str| {
        parse_move(position, text).ok_or_else(|| EpdError::Move { opcode: opcode.to_owned(), text: text.to_owned() })
    };
    // Some suites stutter (`bm bm Nf3`).
    operands.split_whitespace().filter(|&text| text != opcode).map(read).collect()
}

fn read_distance(opcode: &str, operand: &str) -> Result<u32, EpdError> {
    operand.parse().map_err(|_| EpdError::Distance { opcode: opcode.to_owned(), operand: operand.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    #[test]
    fn several_best_moves_and_a_quoted_semicolon() {
        let epd =
            Epd::parse(r#"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O O-O-O Ra7; c0 "a; b"; id "both; sides";"#).unwrap();
        assert_eq!(uci(&epd.best), ["e1g1", "e1c1", "a1a7"]);
        assert_eq!(epd.id.as_deref(), Some("both; sides"));
        assert!(epd.avoid.is_empty() && epd.mate.is_none());
    }

    #[test]
    fn moves_in_every_notation() {
        for text in ["Bxd6", "Bf4xd6+", "f4d6", "Bxd6!"] {
            let line = format!("4bk2/ppp3p1/2np3p/2b5/2B2Bnq/2N5/PP4PP/4RR1K w - - bm {text};");
            assert_eq!(uci(&Epd::parse(&line).unwrap().best), ["f4d6"], "{text}");
        }
        let promotion = Epd::parse("5r2/4P1k1/8/8/8/8/8/K7 w - - am e7xf8N+ e7-e8Q").unwrap();
        assert_eq!(uci(&promotion.avoid), ["e7f8n", "e7e8q"]);
        let en_passant = Epd::parse("rb6/k1p4R/P1P5/PpK5/8/8/8/5B2 w - b6 bm bm a5-b6;").unwrap();
        assert_eq!(uci(&en_passant.best), ["a5b6"]);
    }

    #[test]
    fn the_distance_to_mate_in_both_forms() {
        let position = "7k/5K2/6Q1/8/8/8/8/8 w - -";
        assert_eq!(Epd::parse(&format!("{position} dm 1;")).unwrap().mate, Some(1));
        assert_eq!(Epd::parse(&format!("{position} 0 1 ce +M1; pv Qg6-g7+;")).unwrap().mate, Some(1));
        assert_eq!(Epd::parse(&format!("{position} ce 120;")).unwrap().mate, None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let position = "7k/5K2/6Q1/8/8/8/8/8 w - -";
        assert!(matches!(Epd::parse("8/8/8/8/8/8/8/8 w - - bm e4;"), Err(EpdError::Position { .. })));
        assert!(matches!(Epd::parse(&format!("{position} bm Qa1;")), Err(EpdError::Move { .. })));
        assert!(matches!(Epd::parse("7k/8/8/8/8/N7/8/N2N2K1 w - - bm Nc2;"), Err(EpdError::Move { .. })));
        assert!(matches!(Epd::parse(&format!("{position} dm soon;")), Err(EpdError::Distance { .. })));
    }
}
