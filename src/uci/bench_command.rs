//! `bench`, read word by word: our own form with a depth, and Stockfish's, which other programs send.

use std::path::Path;
use std::time::Duration;

use shakmaty::CastlingMode;
use thiserror::Error;

use crate::bench::{BenchLimit, Evaluation, Settings, TestPosition};
use crate::engine::{Game, GameError, quote};
use crate::files;
use crate::files::io_error::reason;

/// The most that the options `Hash` and `Threads` allow: other engines take more, and so more is asked for.
const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 256;
/// No list of positions is nearly as long.
const MAX_BYTES: u64 = 16 << 20;

/// The settings and positions of a `bench`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchCommand {
    pub settings: Settings,
    pub positions: BenchPositions,
}

/// The positions that are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchPositions {
    /// The positions of the program.
    Default,
    /// The position of the session.
    Current,
    /// The positions of a file, a FEN a line.
    File(String),
}

/// Why there are no positions to search.
#[derive(Debug, Error)]
pub enum BenchError {
    #[error("bench: cannot read `{}`: {}", quote(file), reason(.source))]
    Read { file: String, source: std::io::Error },
    #[error("bench: line {line} of `{}`: {source}", quote(file))]
    Line { file: String, line: usize, source: GameError },
    #[error("bench: `{}` has no position", quote(.0))]
    Empty(String),
}

impl BenchCommand {
    /// Reads the words after `bench`. One number is a depth. Several words are those of Stockfish: the size of the
    /// table in MiB, threads, the limit, the positions (`default`, `current`, or a file), what is limited (`depth`,
    /// `nodes`, `movetime` or `perft`), and the evaluation of its older versions (`mixed`, `classical` or `NNUE`). What
    /// is missing at the end has its default. `None` where a word does not fit.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Option<BenchCommand> {
        let words: Vec<&str> = words.collect();
        let mut settings = Settings::default();
        let positive = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
        if let [depth] = words[..] {
            settings.limit = BenchLimit::Depth(positive(depth)?.try_into().ok()?);
            return Some(BenchCommand { settings, positions: BenchPositions::Default });
        }
        let mut words = words.into_iter();
        if let Some(hash) = words.next() {
            settings.hash = usize::try_from(positive(hash)?).ok()?.min(MAX_HASH);
        }
        if let Some(threads) = words.next() {
            settings.threads = usize::try_from(positive(threads)?).ok()?.min(MAX_THREADS);
        }
        let limit = words.next().map(|limit| positive(limit).ok_or(())).transpose().ok()?;
        let positions = match words.next() {
            None | Some("default") => BenchPositions::Default,
            Some("current") => BenchPositions::Current,
            Some(file) => BenchPositions::File(file.to_owned()),
        };
        let kind = words.next().unwrap_or("depth");
        if let Some(limit) = limit {
            settings.limit = match kind {
                "depth" => BenchLimit::Depth(limit.try_into().ok()?),
                "nodes" => BenchLimit::Nodes(limit),
                "movetime" => BenchLimit::MoveTime(Duration::from_millis(limit)),
                "perft" => BenchLimit::Perft(limit.try_into().ok()?),
                _ => return None,
            };
        }
        match words.next() {
            None | Some("mixed" | "NNUE") => {}
            Some("classical") => settings.evaluation = Evaluation::Handmade,
            Some(_) => return None,
        }
        words.next().is_none().then_some(BenchCommand { settings, positions })
    }
}

impl BenchPositions {
    /// The positions; `current` is that of the session. Lines of a file that are empty, begin with `#` or set an
    /// option are passed over.
    ///
    /// # Errors
    /// [`BenchError`].
    pub fn load(&self, current: &Game) -> Result<Vec<TestPosition>, BenchError> {
        let file = match self {
            BenchPositions::Default => return Ok(crate::bench::positions()),
            BenchPositions::Current => return Ok(vec![TestPosition { text: current.fen(), game: current.clone() }]),
            BenchPositions::File(file) => file,
        };
        let text = files::read_text(Path::new(file), MAX_BYTES)
            .map_err(|source| BenchError::Read { file: file.clone(), source })?;
        let mut positions = Vec::new();
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') || line.starts_with("setoption ") {
                continue;
            }
            let game = read_line(line, current.castling_mode()).map_err(|source| BenchError::Line {
                file: file.clone(),
                line: index + 1,
                source,
            })?;
            positions.push(TestPosition { text: line.to_owned(), game });
        }
        if positions.is_empty() { Err(BenchError::Empty(file.clone())) } else { Ok(positions) }
    }
}

/// A FEN, or a FEN with ` moves ` and moves behind it.
fn read_line(line: &str, mode: CastlingMode) -> Result<Game, GameError> {
    let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut game = Game::from_fen(fen, mode)?;
    moves.split_whitespace().try_for_each(|mv| game.play_uci(mv))?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<BenchCommand> {
        BenchCommand::read(text.split_whitespace())
    }

    #[test]
    fn one_number_is_a_depth_and_none_the_default() {
        let default = BenchCommand { settings: Settings::default(), positions: BenchPositions::Default };
        assert_eq!(read(""), Some(default.clone()));
        let settings = Settings { limit: BenchLimit::Depth(9), ..Settings::default() };
        assert_eq!(read("9"), Some(BenchCommand { settings, ..default }));
        for text in ["0", "deep", "-1", "1.5", "99999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn stockfishs_arguments() {
        let settings = |text: &str| read(text).unwrap_or_else(|| panic!("`{text}` is refused")).settings;
        let three = settings("16 1 3 default depth");
        assert_eq!(three, Settings { limit: BenchLimit::Depth(3), hash: 16, threads: 1, evaluation: Evaluation::Nnue });
        assert_eq!(settings("16 1 3 default depth mixed"), three);
        assert_eq!(settings("16 1 3 default depth classical").evaluation, Evaluation::Handmade);
        assert_eq!(settings("128000 512"), Settings { hash: 65_536, threads: 256, ..Settings::default() });
        assert_eq!(settings("1 1 500 current nodes").limit, BenchLimit::Nodes(500));
        assert_eq!(settings("1 1 20 default movetime").limit, BenchLimit::MoveTime(Duration::from_millis(20)));
        assert_eq!(settings("1 1 2 default perft").limit, BenchLimit::Perft(2));
        assert_eq!(read("1 1 5 current").map(|read| read.positions), Some(BenchPositions::Current));
        assert_eq!(
            read("1 1 5 some.fen").map(|read| read.positions),
            Some(BenchPositions::File("some.fen".to_owned()))
        );
        for text in
            ["16 0", "16 many", "16 1 x", "16 1 3 default plies", "16 1 3 default depth best", "1 1 1 a depth NNUE x"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_positions_of_a_file_are_its_lines() {
        let file = std::env::temp_dir().join(format!("motley-bench-{}.fen", std::process::id()));
        let name = file.display().to_string();
        let start = Game::default();
        let load = |text: &str| {
            std::fs::write(&file, text).expect("a file");
            BenchPositions::File(name.clone()).load(&start).map_err(|error| error.to_string())
        };
        let fen = start.fen();
        let lines = format!("# two\n\n{fen}\nsetoption name UCI_Chess960 value true\n{fen} moves e2e4\n");
        let loaded: Vec<usize> = load(&lines).unwrap().iter().map(|position| position.game.moves().len()).collect();
        assert_eq!(loaded, [0, 1]);
        assert!(load("\n8/8 w\n").unwrap_err().starts_with("bench: line 2 of `"));
        assert!(load("# none\n").unwrap_err().ends_with("has no position"));
        std::fs::remove_file(&file).expect("the file goes");
        let missing = BenchPositions::File(name).load(&start).unwrap_err().to_string();
        assert!(missing.starts_with("bench: cannot read `"), "{missing}");
        assert_eq!(BenchPositions::Current.load(&start).unwrap()[0].game.fen(), fen);
    }
}
