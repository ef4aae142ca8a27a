//! `motley dataset`: games and puzzles → samples to train nets on.

mod cooperative;
mod pattern;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use indicatif::ProgressBar;
use npyz::AutoSerialize;
use serde::Serialize;
use shakmaty::{Chess, Move};
use thiserror::Error;

use crate::cli::args::split::SplitArgs;
use crate::cli::terminal::{as_json, files_bar, print};
use crate::games::file::GamesError;
use crate::games::pgn::{PgnError, PgnGame, PgnReader};
use crate::games::puzzles::{Puzzle, PuzzleError, PuzzleReader};
use crate::games::selfplay::{SelfPlayError, SelfPlayReader};
use crate::lab::samples::SampleWriter;
use crate::lab::samples::moves::{Filter, MoveSample, label, samples};
use crate::lab::samples::split::{self, Part};

/// Exit code of a run that had to leave games or puzzles out, or whose source broke off.
const WITH_FAULTS: u8 = 3;

/// Training samples: make them from games or puzzles
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Exit codes: 0 all was read, 1 nothing could be made, 3 made, but games or puzzles were faulty and left out."
)]
pub struct Args {
    #[command(subcommand)]
    command: DatasetCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum DatasetCommand {
    /// Positions with the share of the games through them that met each of seed 001's seventeen constraints
    Cooperative(cooperative::CooperativeArgs),
    /// Positions with the moves that players chose, from games
    Mockfish(MockfishArgs),
    /// Games that somebody won as sentences, with random positions of each
    Pattern(pattern::PatternArgs),
    /// Positions with the moves that an engine chose, from its games against itself (the form that `motley tune` reads)
    Engine(EngineArgs),
    /// Positions with the moves that solve them, from puzzles
    Puzzles(PuzzlesArgs),
    /// Positions with a tactic and without, from puzzles: those to solve, and those before the opponent's mistake
    Tactics(PuzzlesArgs),
}

#[derive(clap::Args, Clone, Debug)]
struct MockfishArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Least rating of both players
    #[arg(long, value_name = "ELO", default_value_t = 2000)]
    min_elo: u16,
    /// Highest rating of both players
    #[arg(long, value_name = "ELO", default_value_t = u16::MAX, hide_default_value = true)]
    max_elo: u16,
    /// Half moves to leave out at the beginning
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    min_ply: usize,
    /// Half moves of each game to look at
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    max_ply: usize,
    /// Only games that somebody won
    #[arg(long)]
    decisive: bool,
    /// Games to take at most
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    max_games: u32,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct EngineArgs {
    /// Files of games, compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct PuzzlesArgs {
    /// Puzzles in Lichess's form: CSV, plain or compressed with zstd
    #[arg(required = true)]
    puzzles: Vec<PathBuf>,
    /// Least rating of a puzzle
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    min_rating: u16,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct OutputArgs {
    /// The folder for train.npy, validation.npy, test.npy and summary.json; made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    split: SplitArgs,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum DatasetError {
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error(transparent)]
    AnyGames(#[from] GamesError),
    #[error("{path}: {source}")]
    SelfPlay { path: String, source: SelfPlayError },
    #[error("{path}: {source}")]
    Puzzles { path: String, source: PuzzleError },
    #[error("nothing was taken: try other filters")]
    Nothing,
    #[error("cannot write to {path}: {source}")]
    Write { path: String, source: io::Error },
}

/// What was done, for people and for the training scripts.
#[derive(Debug, Default, Serialize)]
struct Summary {
    /// Games or puzzles whose positions were taken.
    taken: u32,
    /// Sound, but outside the filters.
    filtered: u64,
    /// Other variants, impossible positions, text that is none.
    unreadable: u64,
    /// With an illegal move.
    illegal: u64,
    /// Sources that broke off, with the reason; what came before counts.
    broken: Vec<String>,
    train: u64,
    validation: u64,
    test: u64,
    split: String,
    seed: u64,
    sources: Vec<String>,
    motley: &'static str,
}

impl Summary {
    fn new(output: &OutputArgs, sources: &[PathBuf]) -> Summary {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Summary {
            split: output.split.unit(),
            seed: output.split.seed,
            sources: sources.iter().map(name).collect(),
            motley: env!("CARGO_PKG_VERSION"),
            ..Summary::default()
        }
    }

    fn is_clean(&self) -> bool {
        self.unreadable == 0 && self.illegal == 0 && self.broken.is_empty()
    }

    fn as_text(&self) -> String {
        let mut text = format!(
            "{} taken, {} outside the filters, {} unreadable, {} with an illegal move\n{} samples to learn from, {} for validation, {} for the test\n",
            self.taken, self.filtered, self.unreadable, self.illegal, self.train, self.validation, self.test
        );
        for fault in &self.broken {
            text.push_str(&format!("broke off: {fault}\n"));
        }
        text
    }
}

/// Runs `motley dataset`.
pub fn run(args: &Args) -> ExitCode {
    let made = match &args.command {
        DatasetCommand::Cooperative(args) => cooperative::from_games(args).map(|summary| (summary, &args.output)),
        DatasetCommand::Pattern(args) => pattern::from_games(args).map(|summary| (summary, &args.output)),
        DatasetCommand::Mockfish(args) => from_games(args).map(|summary| (summary, &args.output)),
        DatasetCommand::Engine(args) => from_engine(args).map(|summary| (summary, &args.output)),
        DatasetCommand::Puzzles(args) => from_puzzles(args, solutions).map(|summary| (summary, &args.output)),
        DatasetCommand::Tactics(args) => {
            from_puzzles(args, with_and_without_tactic).map(|summary| (summary, &args.output))
        }
    };
    match made.and_then(|(summary, output)| tell(&summary, output).map(|()| summary)) {
        Ok(summary) if summary.is_clean() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(WITH_FAULTS),
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn tell(summary: &Summary, output: &OutputArgs) -> Result<(), DatasetError> {
    let file = output.out.join("summary.json");
    fs::write(&file, as_json(summary)).map_err(|source| unwritable(&file, source))?;
    print(&if output.json { as_json(summary) } else { summary.as_text() })
        .map_err(|source| unwritable(Path::new("standard output"), source))
}

fn from_games(args: &MockfishArgs) -> Result<Summary, DatasetError> {
    let MockfishArgs { min_elo, max_elo, min_ply, max_ply, decisive, .. } = *args;
    let filter = Filter { min_elo, max_elo, min_ply, max_ply, decisive };
    let split = args.output.split.split();
    let mut summary = Summary::new(&args.output, &args.games);
    let mut sink = Sink::create(&args.output.out)?;
    read_games(&args.games, max_ply, args.max_games, &mut summary, |game, number| {
        if !filter.takes(game) {
            return Ok(false);
        }
        for (part, sample) in samples(game, number, &filter, split) {
            sink.push(part, &sample)?;
        }
        Ok(true)
    })?;
    sink.finish(summary)
}

/// Reads games with at most `max_plies` half moves until `max_games` are taken. `take` gets a sound game and its
/// number, and says whether it took it.
fn read_games(
    files: &[PathBuf],
    max_plies: usize,
    max_games: u32,
    summary: &mut Summary,
    mut take: impl FnMut(&PgnGame, u32) -> Result<bool, DatasetError>,
) -> Result<(), DatasetError> {
    let bar = files_bar(files);
    for path in files {
        let mut games = open_games(path, &bar)?.with_max_plies(max_plies);
        for game in games.by_ref() {
            if summary.taken == max_games {
                break;
            }
            match game {
                Err(e) => summary.broken.push(format!("{}: {e}", path.display())),
                // Counted by the reader.
                Ok(game) if game.cut => {}
                Ok(game) if take(&game, summary.taken)? => summary.taken += 1,
                Ok(_) => summary.filtered += 1,
            }
        }
        summary.unreadable += games.faults().skipped;
        summary.illegal += games.faults().cut;
    }
    bar.finish_and_clear();
    Ok(())
}

fn open_games(path: &Path, bar: &ProgressBar) -> Result<PgnReader, DatasetError> {
    let in_file = |source: PgnError| DatasetError::Games { path: path.display().to_string(), source };
    let file =
        File::open(path).map_err(|source| in_file(PgnError::Open { path: path.display().to_string(), source }))?;
    PgnReader::new(bar.wrap_read(file)).map_err(in_file)
}

/// What the engine thought about; the opening was given to it.
fn from_engine(args: &EngineArgs) -> Result<Summary, DatasetError> {
    let split = args.output.split.split();
    let mut summary = Summary::new(&args.output, &args.games);
    let mut sink = Sink::create(&args.output.out)?;
    for path in &args.games {
        let games = SelfPlayReader::open(path)
            .map_err(|source| DatasetError::SelfPlay { path: path.display().to_string(), source })?;
        for game in games {
            match game.map(|game| (game.opening_plies, game.to_pgn_game())) {
                Err(e) => {
                    summary.broken.push(format!("{}: {e}", path.display()));
                    break;
                }
                Ok((_, None)) => summary.illegal += 1,
                Ok((min_ply, Some(game))) => {
                    let filter =
                        Filter { min_elo: 0, max_elo: u16::MAX, min_ply, max_ply: usize::MAX, decisive: false };
                    for (part, sample) in samples(&game, summary.taken, &filter, split) {
                        sink.push(part, &sample)?;
                    }
                    summary.taken += 1;
                }
            }
        }
    }
    sink.finish(summary)
}

/// One sample for each move of the solver.
fn solutions(puzzle: &Puzzle) -> Vec<MoveSample> {
    let solution =
        |(ply, position, mv): (usize, Chess, Move)| MoveSample { result: 1, ..of_puzzle(puzzle, ply, &position, mv) };
    puzzle.tasks().map(solution).collect()
}

/// The solutions, and the position before them: the field `result` says whether there is a tactic, 1 or 0.
fn with_and_without_tactic(puzzle: &Puzzle) -> Vec<MoveSample> {
    let mut samples = solutions(puzzle);
    samples.push(of_puzzle(puzzle, 0, &puzzle.start, puzzle.moves[0]));
    samples
}

fn of_puzzle(puzzle: &Puzzle, ply: usize, position: &Chess, mv: Move) -> MoveSample {
    MoveSample { ply: ply as u16, elo: puzzle.rating, ..label(position, &puzzle.moves[..ply], mv) }
}

fn from_puzzles(args: &PuzzlesArgs, samples: fn(&Puzzle) -> Vec<MoveSample>) -> Result<Summary, DatasetError> {
    let split = args.output.split.split();
    let mut summary = Summary::new(&args.output, &args.puzzles);
    let mut sink = Sink::create(&args.output.out)?;
    for path in &args.puzzles {
        let mut puzzles = PuzzleReader::open(path)
            .map_err(|source| DatasetError::Puzzles { path: path.display().to_string(), source })?;
        for puzzle in puzzles.by_ref() {
            match puzzle {
                Err(e) => {
                    summary.broken.push(format!("{}: {e}", path.display()));
                    break;
                }
                Ok(puzzle) if puzzle.rating < args.min_rating => summary.filtered += 1,
                Ok(puzzle) => {
                    // Puzzles of one game may share positions.
                    for (part, sample) in split.parts(split::of_name(&puzzle.game)).zip(samples(&puzzle)) {
                        sink.push(part, &MoveSample { game: summary.taken, ..sample })?;
                    }
                    summary.taken += 1;
                }
            }
        }
        summary.unreadable += puzzles.skipped();
    }
    sink.finish(summary)
}

/// Where samples go, with the folder's name for errors.
struct Sink<'a, S: AutoSerialize> {
    folder: &'a Path,
    writer: SampleWriter<S>,
}

impl<S: AutoSerialize> Sink<'_, S> {
    fn create(folder: &Path) -> Result<Sink<'_, S>, DatasetError> {
        let writer = fs::create_dir_all(folder).and_then(|()| SampleWriter::create(folder));
        Ok(Sink { folder, writer: writer.map_err(|source| unwritable(folder, source))? })
    }

    fn push(&mut self, part: Part, sample: &S) -> Result<(), DatasetError> {
        self.writer.push(part, sample).map_err(|source| unwritable(self.folder, source))
    }

    fn finish(self, mut summary: Summary) -> Result<Summary, DatasetError> {
        [summary.train, summary.validation, summary.test] =
            self.writer.finish().map_err(|source| unwritable(self.folder, source))?;
        if summary.taken == 0 && summary.is_clean() { Err(DatasetError::Nothing) } else { Ok(summary) }
    }
}

fn unwritable(path: &Path, source: io::Error) -> DatasetError {
    DatasetError::Write { path: path.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    /// Runs `motley dataset mockfish` on `content` and returns its exit code and the summary it leaves behind.
    fn made(name: &str, content: &[u8], flags: &[&str]) -> (ExitCode, serde_json::Value) {
        let folder = std::env::temp_dir().join(format!("motley-dataset-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let games = folder.join("games.pgn");
        fs::write(&games, content).unwrap();
        let (games, out) = (games.to_string_lossy().into_owned(), folder.to_string_lossy().into_owned());
        let fixed = ["mockfish", &games, "--out", &out, "--min-elo", "0"];
        let code = run(&parsed(&[&fixed, flags].concat()));
        let summary = fs::read(folder.join("summary.json"))
            .map_or(serde_json::Value::Null, |text| serde_json::from_slice(&text).unwrap());
        fs::remove_dir_all(&folder).unwrap();
        (code, summary)
    }

    #[test]
    fn sound_games_are_taken_whole() {
        let (code, summary) = made(
            "sound",
            b"[Result \"1-0\"]\n\ne4 e5 Nf3 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n",
            &["--decisive"],
        );
        assert_eq!(code, ExitCode::SUCCESS);
        assert_eq!((&summary["taken"], &summary["filtered"]), (&1.into(), &1.into()));
        assert_eq!(
            summary["train"].as_u64().unwrap()
                + summary["validation"].as_u64().unwrap()
                + summary["test"].as_u64().unwrap(),
            3
        );
    }

    #[test]
    fn faulty_games_are_left_out_counted_and_told_by_the_exit_code() {
        let text = "[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n[Variant \"Atomic\"]\n\ne4 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\ne4 *\n\nd4 d5 *\n\n";
        let (code, summary) = made("faulty", text.as_bytes(), &[]);
        assert_eq!(code, ExitCode::from(WITH_FAULTS));
        assert_eq!((&summary["taken"], &summary["illegal"], &summary["unreadable"]), (&1.into(), &1.into(), &2.into()));
    }

    #[test]
    fn a_truncated_archive_keeps_what_came_before() {
        let games = "[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O 1-0\n\n".repeat(50_000);
        let mut packed = zstd::encode_all(games.as_bytes(), 1).unwrap();
        packed.truncate(packed.len() / 2);
        let (code, summary) = made("truncated", &packed, &[]);
        assert_eq!(code, ExitCode::from(WITH_FAULTS));
        assert_eq!(summary["broken"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn nothing_to_take_is_a_failure() {
        assert_eq!(made("nothing", b"e4 e5 *\n\n", &["--decisive"]).0, ExitCode::FAILURE);
    }
}
