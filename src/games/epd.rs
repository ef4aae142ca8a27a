//! Test positions in the Extended Position Description: four FEN fields, then operations such as `bm Nf3; id
//! "WAC.001";`.
//!
//! Format: S. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994), section 16.2.

use shakmaty::{CastlingMode, Chess, Move};
use thiserror::Error;

use crate::chess::fen::{FenError, FenNote, read_fen};
use crate::chess::spelling::{MoveFault, read_move};

/// Why a record was refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EpdError {
    #[error("cannot read the position `{fen}`: {reason}")]
    Position { fen: String, reason: FenError },
    #[error("cannot read `{text}` in `{opcode}`: {fault}")]
    Move { opcode: String, text: String, fault: MoveFault },
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
    /// Moves to mate for the side to move: `dm 3`, `bm #3` as mate suites have it (matetrack), or `ce +M3`.
    pub mate: Option<u32>,
    /// The parts of the position that were read otherwise than written.
    pub notes: Vec<FenNote>,
}

impl Epd {
    /// Reads one record. Move counters after the four fields are accepted, moves may have any form of [`read_move`],
    /// and operations that concern no solution are skipped.
    ///
    /// # Errors
    /// [`EpdError`] when the position cannot be, or an operation does not fit it.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let (fen, operations) = split_fields(line);
        let operations: Vec<(&str, &str)> = split_operations(operations).collect();
        let (position, notes) = read_position(fen, &operations)?;
        let mut epd = Epd { position, id: None, best: Vec::new(), avoid: Vec::new(), mate: None, notes };
        for (opcode, operands) in operations {
            match opcode {
                "id" => epd.id = Some(operands.trim_matches('"').to_owned()),
                // "#-3": the side to move is mated, and has no best move.
                "bm" if operands.starts_with("#-") => {}
                "bm" if operands.starts_with('#') => epd.mate = Some(read_distance(opcode, &operands[1..])?),
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
fn split_fields(line: &str) -> (Vec<&str>, &str) {
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
    (fields, rest)
}

/// The position, with the counters that stand in the line or in the operations `hmvc` and `fmvn`.
fn read_position(fen: Vec<&str>, operations: &[(&str, &str)]) -> Result<(Chess, Vec<FenNote>), EpdError> {
    let counter = |opcode: &str| {
        let (_, operand) = operations.iter().find(|(known, _)| *known == opcode)?;
        operand.parse::<u32>().is_ok().then_some(*operand)
    };
    let mut fields = fen;
    if fields.len() == 4 {
        fields.extend([counter("hmvc").unwrap_or("0"), counter("fmvn").unwrap_or("1")]);
    }
    let fen = fields.join(" ");
    match read_fen(&fen, CastlingMode::Standard) {
        Ok(read) => Ok((read.position, read.notes)),
        Err(reason) => Err(EpdError::Position { fen, reason }),
    }
}

/// The operations between semicolons, code and operands; a semicolon inside quotes ends nothing.
fn split_operations(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut in_quotes = false;
    text.split(move |c| {
        in_quotes ^= c == '"';
        c == ';' && !in_quotes
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
    .map(|operation| operation.split_once(char::is_whitespace).unwrap_or((operation, "")))
    .map(|(opcode, operands)| (opcode, operands.trim()))
}

fn read_moves(position: &Chess, opcode: &str, operands: &str) -> Result<Vec<Move>, EpdError> {
    let read = |text: &str| {
        read_move(position, text).map_err(|fault| {
            let (opcode, text) = (opcode.to_owned(), text.to_owned());
            EpdError::Move { opcode, text, fault }
        })
    };
    // Some suites stutter (`bm bm Nf3`).
    operands.split_whitespace().filter(|&text| text != opcode).map(read).collect()
}

fn read_distance(opcode: &str, operand: &str) -> Result<u32, EpdError> {
    operand.parse().map_err(|_| EpdError::Distance { opcode: opcode.to_owned(), operand: operand.to_owned() })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

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
        assert_eq!(Epd::parse(&format!("{position} bm #1;")).unwrap().mate, Some(1));
        assert_eq!(Epd::parse(&format!("{position} bm #-4;")).unwrap().mate, None);
        assert_eq!(Epd::parse(&format!("{position} ce 120;")).unwrap().mate, None);
    }

    #[test]
    fn the_counters_stand_in_the_line_or_in_operations() {
        let halfmoves = |line: &str| {
            let position = Epd::parse(line).expect(line).position;
            (position.halfmoves(), position.fullmoves().get())
        };
        let position = "7k/8/5K2/8/8/8/8/R7 w - -";
        assert_eq!(halfmoves(&format!("{position} hmvc 98; fmvn 90; dm 2;")), (98, 90));
        assert_eq!(halfmoves(&format!("{position} 12 34 dm 2;")), (12, 34));
        assert_eq!(halfmoves(&format!("{position} dm 2;")), (0, 1));
    }

    #[test]
    fn rights_that_cannot_be_are_left_out_with_a_note() {
        let epd = Epd::parse("r3k3/8/8/8/8/8/8/4K2R w KQkq - bm Rh8+;").expect("a position");
        assert_eq!((uci(&epd.best), epd.notes.len()), (vec!["h1h8".to_owned()], 1));
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
