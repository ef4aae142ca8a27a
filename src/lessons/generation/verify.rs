//! Replaying proof games: whether each leads where it says, and whether the constraint holds there.

use std::io;
use std::path::Path;

use shakmaty::fen::{Epd, Fen};
use shakmaty::{Chess, EnPassantMode, Move};
use thiserror::Error;

use super::{Examiner, NamedCondition, ProofGame, ProofRecord};
use crate::chess::notation::parse_moves;
use crate::constraint::{Condition, Verdict};
use crate::files;
use crate::files::io_error::reason;
use crate::games::pgn::{PgnError, PgnGame, PgnReader};

/// The largest file that is held in memory with its claims: some million proof games.
const MAX_BYTES: u64 = 1 << 30;

/// Why a file could not be verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    #[error("cannot read {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
}

/// The result of checking the proof games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    pub positions: usize,
    /// The number of each position that is not proved, from 1, with the reason.
    pub faults: Vec<(usize, String)>,
}

impl Verification {
    /// Returns true if there is a position, and every one is proved.
    pub fn holds(&self) -> bool {
        self.positions > 0 && self.faults.is_empty()
    }
}

/// A proof game as it was written.
struct Claim {
    /// A FEN, or an EPD of four fields.
    position: String,
    moves: Result<Vec<Move>, String>,
    /// The constraint that the file names.
    constraint: Option<String>,
}

/// Checks every proof game of a file in any form of [`super::Format`] but boards; one of `conditions` must hold where
/// some are given, else the one that the file names.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn verify_file(file: &Path, conditions: &[NamedCondition]) -> Result<Verification, VerifyError> {
    let path = || file.display().to_string();
    let text = files::read_text(file, MAX_BYTES).map_err(|source| VerifyError::Read { path: path(), source })?;
    let claims = match text.trim_start().chars().next() {
        Some('[') => of_pgn(text).map_err(|source| VerifyError::Games { path: path(), source })?,
        Some('{') => text.lines().filter(|line| !line.is_empty()).map(of_json).collect(),
        _ => text.lines().filter(|line| !line.trim().is_empty()).map(of_line).collect(),
    };
    let mut examiner = Examiner::default();
    let check = |(index, claim)| check(claim, conditions, &mut examiner).err().map(|fault| (index + 1, fault));
    let faults = claims.iter().enumerate().filter_map(check).collect();
    Ok(Verification { positions: claims.len(), faults })
}

fn check(claim: &Claim, conditions: &[NamedCondition], examiner: &mut Examiner) -> Result<(), String> {
    let moves = claim.moves.clone().map_err(|word| format!("`{word}` is no legal move"))?;
    let found = ProofGame::new(String::new(), moves);
    let reached = if claim.position.split(' ').count() == 4 {
        Epd::from_position(found.position(), EnPassantMode::Legal).to_string()
    } else {
        Fen::from_position(found.position(), EnPassantMode::Legal).to_string()
    };
    if reached != claim.position {
        return Err(format!("the game leads to `{reached}`, not to `{}`", claim.position));
    }
    let named: Option<Condition> = claim.constraint.as_ref().and_then(|text| text.parse().ok());
    let wanted: Vec<&Condition> = if conditions.is_empty() {
        named.iter().collect()
    } else {
        conditions.iter().map(|named| &named.condition).collect()
    };
    let holds = |condition: &&Condition| {
        let needs = condition.needs();
        // The rules may decide already.
        let may_hold = found.meets(condition, Verdict::default());
        may_hold && (!needs.is_needed() || found.meets(condition, examiner.examine(&found, needs).verdict))
    };
    let holds = wanted.is_empty() || wanted.iter().any(holds);
    if holds { Ok(()) } else { Err("the constraint does not hold there".to_owned()) }
}

fn of_line(line: &str) -> Claim {
    // EPD: four fields, then operations.
    if let Some((position, operations)) = line.split_once(" hmvc ") {
        let moves = operations.split('"').nth(1).unwrap_or("?");
        return Claim { position: position.to_owned(), moves: parse_moves(moves), constraint: None };
    }
    let mut fields = line.split('\t');
    let (position, moves) = (fields.next().unwrap_or(line), fields.next().unwrap_or("?"));
    Claim { position: position.trim().to_owned(), moves: parse_moves(moves), constraint: None }
}

fn of_json(line: &str) -> Claim {
    match serde_json::from_str::<ProofRecord>(line) {
        Ok(record) => Claim {
            position: record.fen,
            moves: parse_moves(&record.moves.join(" ")),
            constraint: Some(record.constraint),
        },
        Err(error) => Claim { position: String::new(), moves: Err(error.to_string()), constraint: None },
    }
}

fn of_pgn(text: String) -> Result<Vec<Claim>, PgnError> {
    let claim = |game: Result<PgnGame, PgnError>| {
        let game = game?;
        let legal = !game.is_cut() && game.start == Chess::default();
        let position = game.tags.get("FinalFEN").unwrap_or_default().to_owned();
        let constraint = game.tags.get("Constraint").map(str::to_owned);
        Ok(Claim { position, moves: if legal { Ok(game.moves) } else { Err("?".to_owned()) }, constraint })
    };
    PgnReader::new(io::Cursor::new(text))?.map(claim).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Format;
    use super::*;

    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str, text: &str) -> Temporary {
            let path = std::env::temp_dir().join(format!("motley-verify-{name}-{}", std::process::id()));
            fs::write(&path, text).expect("a file for the test");
            Temporary(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn found() -> ProofGame {
        ProofGame::new("1,2,2,2,7".to_owned(), parse_moves("e4 d5 a3 dxe4 Nf3 Nf6 Be2 g6 O-O").expect("legal"))
    }

    fn holds(file: &Temporary, conditions: &[NamedCondition]) -> bool {
        verify_file(&file.0, conditions).expect("a file").holds()
    }

    #[test]
    fn every_form_is_read_back_and_proved() {
        for format in [Format::Fen, Format::Epd, Format::Pgn, Format::Json] {
            let file = Temporary::new(&format!("{format:?}"), &format.write(&found()).repeat(3));
            assert!(holds(&file, &[]), "{format:?}");
            let other = NamedCondition { name: String::new(), condition: "1,2,2,2,8".parse().expect("a condition") };
            assert!(!holds(&file, &[other]), "{format:?}: another constraint does not hold");
        }
    }

    #[test]
    fn forged_positions_are_found_out() {
        let fen = Format::Fen.write(&found());
        let json = Format::Json.write(&found());
        for (name, text) in [
            ("other", fen.replace("RNBQ1RK1", "RNBQ1R1K")),
            ("illegal", fen.replace("e1g1", "e1a1")),
            ("counter", fen.replace(" b kq - 1 5", " b kq - 0 5")),
            ("constraint", json.replace("1,2,2,2,7", "1,2,2,2,6")),
            ("broken", json[..40].to_owned()),
            ("empty", String::new()),
        ] {
            assert!(!holds(&Temporary::new(name, &text), &[]), "{name}");
        }
        assert!(matches!(verify_file(Path::new("/no/such/file"), &[]), Err(VerifyError::Read { .. })));
    }
}
