//! One reader of positions: moves, a FEN, a PGN file or the name of an opening, wherever a command asks for one.

use std::path::Path;

use shakmaty::CastlingMode;
use thiserror::Error;

use crate::chess::notation::{parse_move, words};
use crate::engine::{Game, GameError};
use crate::files;
use crate::games::pgn::{NumberedError, PgnError, PgnReader, Tags};
use crate::games::reader::GameFault;
use crate::openings::names::{letters, nearest};
use crate::openings::{NamedLine, embedded};

/// Why a text names no position.
#[derive(Debug, Error)]
pub enum PositionError {
    #[error(transparent)]
    Fen(#[from] GameError),
    #[error("`{word}` is no legal move after `{before}`: expected moves such as \"1. e4 e5 2. Nc3\"")]
    Move { word: String, before: String },
    #[error("no opening is called `{name}`{}", suggest(near))]
    Unknown { name: String, near: Vec<String> },
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("there is no game {number} in {path}")]
    NoGame { path: String, number: usize },
    #[error("{path}: {fault}")]
    Unreadable { path: String, fault: Box<GameFault> },
    #[error("a game by its number needs a PGN file, not `{text}`")]
    NoFile { text: String },
}

fn suggest(near: &[String]) -> String {
    if near.is_empty() {
        return ": expected moves, a FEN, a PGN file or the name of an opening".to_owned();
    }
    format!(": did you mean {}?", near.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or "))
}

/// Reads a position with the moves that lead to it:
///
/// - nothing or `startpos`: the start position;
/// - moves, SAN or UCI, numbered or not: `1. e4 e5 2. Nf3`;
/// - a FEN of four to six fields, more moves behind the word `moves` if wished;
/// - a file of games (`.pgn`, `.pgn.zst`): the end of its first game;
/// - the name of an opening: `Ruy Lopez`, `vienna game: falkbeer variation`.
///
/// # Errors
/// [`PositionError`]; for an unknown name it holds the names that are most alike.
pub fn read_position(text: &str, mode: CastlingMode) -> Result<Game, PositionError> {
    let text = text.trim();
    if text.is_empty() || text == "startpos" {
        return Ok(Game::default());
    }
    if is_game_file(text) {
        return read_file(text, 1).map(|(game, _)| game);
    }
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    if is_fen(start) {
        let mut game = Game::from_fen(start, mode)?;
        play_moves(&mut game, moves)?;
        return Ok(game);
    }
    let mut game = Game::default();
    match play_moves(&mut game, text.strip_prefix("startpos moves ").unwrap_or(text)) {
        Ok(()) => Ok(game),
        // A first word that is no move begins a name.
        Err(_) if game.moves().is_empty() => read_name(text),
        Err(error) => Err(error),
    }
}

/// Reads a game with its tags: game `number` (from 1) of a file, else what [`read_position`] reads, without tags.
///
/// # Errors
/// [`PositionError`], also for a number other than 1 without a file.
pub fn read_game(text: &str, number: usize, mode: CastlingMode) -> Result<(Game, Tags), PositionError> {
    if is_game_file(text.trim()) {
        return read_file(text.trim(), number);
    }
    if number != 1 {
        return Err(PositionError::NoFile { text: text.to_owned() });
    }
    Ok((read_position(text, mode)?, Tags::default()))
}

/// Plays moves, SAN or UCI, numbered or not.
///
/// # Errors
/// [`PositionError::Move`] with the first word that is no legal move; the moves before it have been played.
pub fn play_moves(game: &mut Game, text: &str) -> Result<(), PositionError> {
    let mut before = String::new();
    for word in words(text) {
        let Some(mv) = parse_move(game.position(), word) else {
            let before = if before.is_empty() { "the start".to_owned() } else { before };
            return Err(PositionError::Move { word: word.to_owned(), before });
        };
        game.play(mv);
        if !before.is_empty() {
            before.push(' ');
        }
        before.push_str(word);
    }
    Ok(())
}

fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 7)
}

/// Returns true if a text is the path of a file of games.
pub fn is_game_file(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.ends_with(".pgn") || lower.ends_with(".pgn.zst")
}

fn read_file(path: &str, number: usize) -> Result<(Game, Tags), PositionError> {
    let refuse = |source| PositionError::Games { path: path.to_owned(), source };
    let file = files::open(Path::new(path)).map_err(|source| refuse(source.into()))?;
    let unreadable = |fault| PositionError::Unreadable { path: path.to_owned(), fault: Box::new(fault) };
    let mut read = PgnReader::new(file).map_err(refuse)?.numbered(number as u64).map_err(|error| match error {
        NumberedError::Pgn(error) => refuse(error),
        NumberedError::Missing { .. } => PositionError::NoGame { path: path.to_owned(), number },
        NumberedError::Refused(fault) => unreadable(fault),
    })?;
    if let Some(fault) = read.fault.take() {
        return Err(unreadable(fault));
    }
    let mut game = Game::from_position(read.start);
    read.moves.into_iter().for_each(|mv| game.play(mv));
    Ok((game, read.tags))
}

/// The position at the end of the shortest line with this name.
fn read_name(name: &str) -> Result<Game, PositionError> {
    let lines = embedded();
    let line = find_opening(&lines, name)
        .ok_or_else(|| PositionError::Unknown { name: name.to_owned(), near: near_names(&lines, name) })?;
    let mut game = Game::default();
    line.moves.iter().for_each(|&mv| game.play(mv));
    Ok(game)
}

/// The shortest of the lines that have this name, by letters and digits alone and without regard to case.
fn find_opening<'a>(lines: &'a [NamedLine], name: &str) -> Option<&'a NamedLine> {
    let wanted = letters(name);
    lines.iter().filter(|line| letters(&line.name()) == wanted).min_by_key(|line| line.moves.len())
}

/// Names of openings most like `name`.
fn near_names(lines: &[NamedLine], name: &str) -> Vec<String> {
    let mut names: Vec<String> = lines.iter().map(NamedLine::name).collect();
    names.sort();
    names.dedup();
    nearest(name, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Game, PositionError> {
        read_position(text, CastlingMode::Standard)
    }

    fn fen(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).fen()
    }

    #[test]
    fn one_position_in_every_form() {
        let ruy_lopez = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
            ruy_lopez,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e5 g1f3 Nc6 Bb5",
            "Ruy Lopez",
            "ruy lopez",
            "Ruy-Lopez",
        ] {
            assert_eq!(fen(text), ruy_lopez, "{text}");
        }
        assert_eq!(fen(""), fen("startpos"));
        assert_eq!(fen("Vienna Game"), fen("1. e4 e5 2. Nc3"));
    }

    #[test]
    fn a_file_of_games_gives_the_end_of_its_first_game_or_of_a_numbered_one() {
        let path = std::env::temp_dir().join(format!("motley-position-{}.pgn", std::process::id()));
        let at = path.display().to_string();
        std::fs::write(&path, "e4 e5 *\n\nd4 d5 *\n").expect("a file for the test");
        assert_eq!(fen(&at), fen("e4 e5"));
        let numbered = |number| read_game(&at, number, CastlingMode::Standard).map(|(game, _)| game.fen());
        assert_eq!(numbered(2).expect("the second game"), fen("d4 d5"));
        assert!(matches!(numbered(3), Err(PositionError::NoGame { number: 3, .. })));
        assert!(read_game("e4", 2, CastlingMode::Standard).is_err(), "moves have no second game");
        std::fs::write(&path, "e4 Ke7 *\n\n").expect("a file for the test");
        assert!(matches!(read(&at), Err(PositionError::Unreadable { .. })));
        std::fs::write(&path, "").expect("a file for the test");
        assert!(matches!(read(&at), Err(PositionError::NoGame { .. })));
        std::fs::remove_file(&path).expect("the test's own file");
        assert!(matches!(read(&at), Err(PositionError::Games { .. })));
    }

    #[test]
    fn an_unknown_name_offers_its_neighbours() {
        let error = read("Ruy Lopes").expect_err("a misspelt name").to_string();
        assert!(error.contains("did you mean `Ruy Lopez`"), "{error}");
        let error = read("xyzzy").expect_err("no name at all").to_string();
        assert!(error.ends_with("expected moves, a FEN, a PGN file or the name of an opening"), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = read("1. e4 e5 2. Ke3").expect_err("an illegal move").to_string();
        assert!(error.starts_with("`Ke3` is no legal move after `e4 e5`"), "{error}");
        let error = read("8/8/8/8/8/8/8/8 w - - 0 1").expect_err("no kings").to_string();
        assert!(error.starts_with("cannot read the FEN"), "{error}");
        let error = read("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e2e4").expect_err("an illegal move").to_string();
        assert!(error.starts_with("`e2e4` is no legal move after `the start`"), "{error}");
    }
}
