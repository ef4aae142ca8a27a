//! `motley pattern`: how a game sounds, move after move.

use std::fs;
use std::io::{self, Cursor};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use shakmaty::Chess;
use shakmaty::san::SanPlus;
use thiserror::Error;

use crate::cli::args::reader::ReaderArgs;
use crate::cli::terminal::{as_json, print};
use crate::drawing::chart::Chances;
use crate::games::pgn::{PgnError, PgnGame, PgnReader};
use crate::nets::NetError;
use crate::nets::pattern::ReaderError;

/// Characters of a bar for certainty.
const BAR: usize = 40;

/// Show who will win after every move of a game, as Pattern's net hears it: as a table, as JSON, as a graph
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The moves: "1. e4 e5 2. Nf3"
    #[arg(required_unless_present = "pgn")]
    moves: Option<String>,
    /// A file of games instead; plain or compressed with zstd
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pgn: Option<PathBuf>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    game: usize,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Draw the graph
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum PatternError {
    #[error(transparent)]
    Games(#[from] PgnError),
    #[error("there is no game {0} in the file")]
    NoGame(usize),
    #[error("cannot read `{0}`: expected moves in algebraic notation, such as 1. e4 e5 2. Nf3")]
    NoMoves(String),
    #[error("half move {0} is not legal")]
    Illegal(usize),
    #[error("the game does not begin in the start position, so nobody knows how it sounds")]
    Start,
    #[error(transparent)]
    Reader(#[from] ReaderError),
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
}

/// After a move.
#[derive(Serialize)]
struct Verdict {
    /// Half moves so far.
    ply: usize,
    san: String,
    /// That White wins, if anybody does, from 0 to 1.
    white: f64,
}

/// Runs `motley pattern`.
pub fn run(args: &Args) -> ExitCode {
    match show(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn show(args: &Args) -> Result<(), PatternError> {
    let game = read(args)?;
    let mut reader = args.reader.open()?;
    let sequence = reader.encode(&game.start, &game.moves);
    let plies: Vec<usize> = (1..=game.moves.len()).collect();
    let logits = reader.logits(&sequence, &plies)?;

    let mut position = game.start.clone();
    let verdict = |((&ply, logit), &mv): ((&usize, f32), _)| {
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        Verdict { ply, san, white: 1.0 / (1.0 + f64::from(-logit).exp()) }
    };
    let verdicts: Vec<Verdict> = plies.iter().zip(logits).zip(&game.moves).map(verdict).collect();
    if let Some(path) = &args.svg {
        let chart = Chances { title: title(&game), shares: verdicts.iter().map(|verdict| verdict.white).collect() };
        fs::write(path, chart.draw())
            .map_err(|source| PatternError::Write { path: path.display().to_string(), source })?;
    }
    let text = if args.json { as_json(&verdicts) } else { verdicts.iter().map(line).collect() };
    print(&text).map_err(|source| PatternError::Write { path: "standard output".to_owned(), source })
}

fn read(args: &Args) -> Result<PgnGame, PatternError> {
    let game = match (&args.pgn, &args.moves) {
        (Some(path), _) => {
            let mut games = PgnReader::open(path)?;
            games.nth(args.game.saturating_sub(1)).ok_or(PatternError::NoGame(args.game))??
        }
        (None, moves) => {
            let text = moves.as_deref().unwrap_or_default();
            let no_moves = || PatternError::NoMoves(text.to_owned());
            let mut games = PgnReader::new(Cursor::new(format!("{text}\n\n").into_bytes()))?;
            games
                .next()
                .ok_or_else(no_moves)?
                .ok()
                .filter(|game| game.cut || !game.moves.is_empty())
                .ok_or_else(no_moves)?
        }
    };
    match game {
        PgnGame { cut: true, moves, .. } => Err(PatternError::Illegal(moves.len() + 1)),
        game if game.start != Chess::default() => Err(PatternError::Start),
        game => Ok(game),
    }
}

fn title(game: &PgnGame) -> String {
    match (game.tags.get("White"), game.tags.get("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}: White's chance of winning"),
        _ => "White's chance of winning".to_owned(),
    }
}

/// " 12. … Nf6    43 %  ###".
fn line(verdict: &Verdict) -> String {
    let number = verdict.ply.div_ceil(2);
    let dots = if verdict.ply % 2 == 1 { "" } else { "… " };
    let bar = "█".repeat((verdict.white * BAR as f64).round() as usize);
    format!("{number:>3}. {:<10} {:>3.0} %  {bar:░<BAR$}\n", format!("{dots}{}", verdict.san), 100.0 * verdict.white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    fn reading(moves: &str) -> Result<PgnGame, PatternError> {
        read(&parsed(&[moves]))
    }

    #[test]
    fn moves_are_read_with_numbers_and_without() {
        for text in ["1. e4 e5 2. Nf3 Nc6", "e4 e5 Nf3 Nc6", "1.e4 e5 2.Nf3 {best} Nc6 1-0"] {
            assert_eq!(reading(text).unwrap().moves.len(), 4, "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_reason() {
        let reason = |text: &str| reading(text).unwrap_err().to_string();
        assert!(reason("e4 e5 Ke3").contains("half move 3"));
        assert!(
            reason("").contains("algebraic notation") && reason("hello there").contains("algebraic notation"),
            "{}",
            reason("hello there")
        );
        assert!(reason("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\nKd2 *").contains("start position"));
        assert_eq!(run(&parsed(&["--pgn", "/nowhere.pgn"])), ExitCode::FAILURE);
        assert_eq!(run(&parsed(&["e4 e5", "--file", "/nowhere.onnx"])), ExitCode::FAILURE);
    }

    #[test]
    fn a_game_is_told_and_drawn() {
        let file = std::env::temp_dir().join(format!("motley-pattern-{}.svg", std::process::id()));
        let path = file.display().to_string();
        assert_eq!(run(&parsed(&["1. e4 e5 2. Qh5 Ke7 3. Qxe5#", "--svg", &path])), ExitCode::SUCCESS);
        assert!(fs::read_to_string(&file).unwrap().contains("chance of winning"));
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn lines_have_a_bar_as_long_as_the_chance() {
        let told = line(&Verdict { ply: 4, san: "Nf6".to_owned(), white: 0.25 });
        assert!(
            told.starts_with("  2. … Nf6") && told.contains("25 %") && told.matches('█').count() == BAR / 4,
            "{told}"
        );
        assert_eq!(told.matches(['█', '░']).count(), BAR);
    }
}
