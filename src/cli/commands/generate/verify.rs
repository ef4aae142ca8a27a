//! Replaying proof games: whether each leads where it says, and whether the constraint holds there.

use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;

use shakmaty::fen::{Epd, Fen};
use shakmaty::{Chess, EnPassantMode, Move};

use super::GenerateError;
use super::output::{Found, Record};
use crate::chess::notation::parse_moves;
use crate::cli::terminal::print;
use crate::constraint::Condition;
use crate::games::pgn::PgnReader;
use crate::lab::judge::{Judge, rating};

/// A proof game as it was written.
struct Claim {
    /// A FEN, or an EPD of four fields.
    position: String,
    moves: Result<Vec<Move>, String>,
    /// The constraint that the file names.
    constraint: Option<String>,
}

/// Checks every proof game of a file, in any form that `generate` writes; one of `conditions` must hold where some are
/// given, else the one that the file names.
pub fn run(file: &Path, conditions: &[(String, Condition)]) -> Result<ExitCode, GenerateError> {
    let failed = |source| GenerateError::Read { path: file.display().to_string(), source };
    let text = fs::read_to_string(file).map_err(failed)?;
    let claims = match text.trim_start().chars().next() {
        Some('[') => of_pgn(file)?,
        Some('{') => text.lines().filter(|line| !line.is_empty()).map(of_json).collect(),
        _ => text.lines().filter(|line| !line.trim().is_empty()).map(of_line).collect(),
    };
    let (mut wrong, mut judge) = (0, None);
    for (index, claim) in claims.iter().enumerate() {
        if let Err(fault) = check(claim, conditions, &mut judge) {
            wrong += 1;
            eprintln!("position {}: {fault}", index + 1);
        }
    }
    let said = format!("{} positions, {} proved, {wrong} wrong\n", claims.len(), claims.len() - wrong);
    print(&said).map_err(|source| GenerateError::Write { path: "standard output".to_owned(), source })?;
    Ok(if wrong == 0 && !claims.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `judge` is called when a rating is asked for first.
fn check(claim: &Claim, conditions: &[(String, Condition)], judge: &mut Option<Judge>) -> Result<(), String> {
    let moves = claim.moves.clone().map_err(|word| format!("`{word}` is no legal move"))?;
    let found = Found::new(String::new(), moves);
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
        conditions.iter().map(|(_, condition)| condition).collect()
    };
    let asked = wanted.iter().any(|condition| condition.asks_for_rating());
    let rating = asked.then(|| rating(judge.get_or_insert_with(Judge::new).mean_loss(&found.moves)));
    let holds = wanted.is_empty() || wanted.iter().any(|condition| found.meets(condition, rating));
    if holds { Ok(()) } else { Err("the constraint does not hold there".to_owned()) }
}

fn of_line(line: &str) -> Claim {
    // EPD: four fields, then operations.
    if let Some((position, operations)) = line.split_once(" hmvc ") {
        let moves = operations.split('"').nth(1).unwrap_or("?");
        return Claim { position: position.to_owned(), moves: parse_moves(moves), constraint: None };
    }
    let (position, moves) = line.split_once('\t').unwrap_or((line, "?"));
    Claim { position: position.trim().to_owned(), moves: parse_moves(moves), constraint: None }
}

fn of_json(line: &str) -> Claim {
    match serde_json::from_str::<Record>(line) {
        Ok(record) => Claim {
            position: record.fen,
            moves: parse_moves(&record.moves.join(" ")),
            constraint: Some(record.constraint),
        },
        Err(error) => Claim { position: String::new(), moves: Err(error.to_string()), constraint: None },
    }
}

fn of_pgn(file: &Path) -> Result<Vec<Claim>, GenerateError> {
    let failed =
        |error: String| GenerateError::Read { path: file.display().to_string(), source: std::io::Error::other(error) };
    let file = File::open(file).map_err(|error| failed(error.to_string()))?;
    let games = PgnReader::new(file).map_err(|error| failed(error.to_string()))?;
    games
        .map(|game| {
            let game = game.map_err(|error| failed(error.to_string()))?;
            let legal = !game.cut && game.start == Chess::default();
            let position = game.tags.get("FinalFEN").unwrap_or_default().to_owned();
            let constraint = game.tags.get("Constraint").map(str::to_owned);
            Ok(Claim { position, moves: if legal { Ok(game.moves) } else { Err("?".to_owned()) }, constraint })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::output::Format;
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

    fn found() -> Found {
        Found::new("1,2,2,2,7".to_owned(), parse_moves("e4 d5 a3 dxe4 Nf3 Nf6 Be2 g6 O-O").expect("legal"))
    }

    #[test]
    fn every_form_is_read_back_and_proved() {
        for format in [Format::Fen, Format::Epd, Format::Pgn, Format::Json] {
            let file = Temporary::new(&format!("{format:?}"), &format.write(&found()).repeat(3));
            assert_eq!(run(&file.0, &[]).expect("a file"), ExitCode::SUCCESS, "{format:?}");
            let other = vec![("x".to_owned(), "1,2,2,2,8".parse().expect("a condition"))];
            assert_eq!(
                run(&file.0, &other).expect("a file"),
                ExitCode::FAILURE,
                "{format:?}: another constraint does not hold"
            );
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
            ("lie", json.replace("1,2,2,2,7", "1,2,2,2,6")),
            ("broken", json[..40].to_owned()),
            ("empty", String::new()),
        ] {
            let file = Temporary::new(name, &text);
            assert_eq!(run(&file.0, &[]).expect("a file"), ExitCode::FAILURE, "{name}");
        }
        assert!(matches!(run(Path::new("/no/such/file"), &[]), Err(GenerateError::Read { .. })));
    }
}
