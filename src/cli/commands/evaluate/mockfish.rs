//! `motley evaluate mockfish`.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use shakmaty::Position as _;
use thiserror::Error;

use super::ending;
use super::tally::{Report, Tally};
use super::tasks::{self, Choice, Read, Task, TaskError};
use crate::cli::args::split::SplitArgs;
use crate::cli::terminal::{as_json, print};
use crate::drawing::board::{Board, boards};
use crate::engine::Recorder;
use crate::lab::samples::split::Part;
use crate::nets::NetError;
use crate::nets::mockfish::{NETWORKS, rank_moves};
use crate::personalities::mockfish::{MockfishNets, MockfishOptions, NetChoice};

/// Positions that wait to be judged.
const BLOCK: usize = 8192;

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Games (PGN) or puzzles (a name with .csv), plain or compressed with zstd
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The nets, as in the option MockfishNets
    #[arg(long, value_name = "SET", value_enum, default_value_t = NetChoice::Best, ignore_case = true)]
    net: NetChoice,
    /// A net to judge instead, as in the option MockfishFile: a trunk (ONNX), or a folder with the seed's seven
    /// networks
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
    /// Judge N positions, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Seed of that draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    sample_seed: u64,
    /// Least rating of both players, or of the puzzle
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// Highest rating of both players, or of the puzzle
    #[arg(long, value_name = "ELO", default_value_t = u16::MAX, hide_default_value = true)]
    max_elo: u16,
    /// Judge only games that `motley dataset` with the same flags puts into this part
    #[arg(long, value_enum)]
    part: Option<Part>,
    #[command(flatten)]
    split: SplitArgs,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))]
    threads: NonZeroUsize,
    /// Draw the accuracy of each network for each square
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum EvaluateError {
    #[error(transparent)]
    Tasks(#[from] TaskError),
    #[error("{0}")]
    Nets(String),
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("no position to judge: try other files or filters")]
    Nothing,
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
}

#[derive(Serialize)]
struct Output {
    nets: String,
    #[serde(flatten)]
    report: Report,
    games: Read,
    seconds: f64,
}

pub fn run(args: &Args) -> ExitCode {
    ending(evaluate(args))
}

fn evaluate(args: &Args) -> Result<Read, EvaluateError> {
    let start = Instant::now();
    let mut judges = Judges::new(args)?;
    let choice =
        Choice { min_elo: args.min_elo, max_elo: args.max_elo, part: args.part.map(|part| (args.split.split(), part)) };
    let games = match args.sample {
        Some(count) => {
            let mut drawn = Reservoir::new(count.get(), args.sample_seed);
            let read = tasks::read(&args.files, &choice, |task| drawn.offer(task))?;
            judges.judge(&drawn.tasks)?;
            read
        }
        None => {
            let mut block = Vec::with_capacity(BLOCK);
            let mut failed = None;
            let read = tasks::read(&args.files, &choice, |task| {
                block.push(task);
                if block.len() == BLOCK {
                    failed = failed.take().or(judges.judge(&block).err());
                    block.clear();
                }
            })?;
            judges.judge(&block)?;
            failed.map_or(Ok(()), Err)?;
            read
        }
    };
    let report = judges.tally.report();
    if report.move_match.positions == 0 {
        return Err(EvaluateError::Nothing);
    }
    if let Some(path) = &args.svg {
        fs::write(path, map(&judges.tally))
            .map_err(|source| EvaluateError::Write { path: path.display().to_string(), source })?;
    }
    tell(args, &report, &games, start.elapsed().as_secs_f64())?;
    Ok(games)
}

fn tell(args: &Args, report: &Report, games: &Read, seconds: f64) -> Result<(), EvaluateError> {
    let nets = args.file.as_ref().map_or_else(|| format!("{:?}", args.net), |path| path.display().to_string());
    let text = if args.json {
        as_json(&Output { nets, report: report.clone(), games: games.clone(), seconds })
    } else {
        let mut text = report.as_text();
        text.push_str(&format!(
            "{nets}: {} taken, {} outside the filters, {} faulty, {seconds:.0} s\n",
            games.taken, games.filtered, games.faulty
        ));
        games.broken.iter().for_each(|fault| text.push_str(&format!("broke off: {fault}\n")));
        text
    };
    print(&text).map_err(|source| EvaluateError::Write { path: "standard output".to_owned(), source })
}

/// A set of nets for each thread, and what they have counted together.
struct Judges {
    nets: NetChoice,
    sets: Vec<MockfishNets>,
    tally: Tally,
}

impl Judges {
    fn new(args: &Args) -> Result<Judges, EvaluateError> {
        let file = args.file.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let options = MockfishOptions { nets: args.net, file, ..MockfishOptions::default() };
        let mut said = Recorder::default();
        let mut sets = Vec::new();
        for _ in 0..args.threads.get() {
            let mut set = MockfishNets::default();
            set.load(&options, &mut said);
            sets.push(set);
        }
        match said.messages.into_iter().next() {
            Some(fault) => Err(EvaluateError::Nets(fault.trim_start_matches("error: ").to_owned())),
            None => Ok(Judges { nets: args.net, sets, tally: Tally::default() }),
        }
    }

    fn judge(&mut self, tasks: &[Task]) -> Result<(), EvaluateError> {
        let (nets, share) = (self.nets, tasks.len().div_ceil(self.sets.len()).max(1));
        let counted: Vec<Result<Tally, NetError>> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .sets
                .iter_mut()
                .zip(tasks.chunks(share))
                .map(|(set, tasks)| scope.spawn(move || judge_with(set, nets, tasks)))
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("judging does not panic")).collect()
        });
        for tally in counted {
            self.tally.merge(tally?);
        }
        Ok(())
    }
}

fn judge_with(set: &mut MockfishNets, nets: NetChoice, tasks: &[Task]) -> Result<Tally, NetError> {
    let mut tally = Tally::default();
    for task in tasks {
        let Some(prediction) = set.predict(nets, &task.seen)? else { continue };
        let ranked = rank_moves(&task.position, &task.position.legal_moves(), &prediction.output, prediction.rule);
        tally.add(task, &prediction.output, &ranked);
    }
    Ok(tally)
}

/// Every task has the same chance to be among those that are kept (Vitter's algorithm R).
struct Reservoir {
    tasks: Vec<Task>,
    size: usize,
    offered: usize,
    rng: StdRng,
}

impl Reservoir {
    fn new(size: usize, seed: u64) -> Reservoir {
        Reservoir { tasks: Vec::new(), size, offered: 0, rng: StdRng::seed_from_u64(seed) }
    }

    fn offer(&mut self, task: Task) {
        self.offered += 1;
        if self.tasks.len() < self.size {
            self.tasks.push(task);
        } else if let Some(slot) = self.tasks.get_mut(self.rng.random_range(0..self.offered)) {
            *slot = task;
        }
    }
}

/// The seed's figure 4.1: a board for each network, each square with the accuracy where it was the answer.
fn map(tally: &Tally) -> String {
    let board = |(index, name): (usize, &&str)| {
        let counts = tally.map(index);
        let values = counts.map(|count| (count.asked() > 0).then(|| count.share() as f32));
        let title = format!("{name}: {:.1} %", 100.0 * tally.report().networks[name].accuracy);
        Board::new(title).with_heat(values).with_percentages()
    };
    boards(&NETWORKS.iter().enumerate().map(board).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    const SOUND: &str = "[WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 1-0\n\n";

    /// Runs the command on a file with this content.
    fn evaluated(name: &str, content: &[u8], flags: &[&str]) -> ExitCode {
        let file = std::env::temp_dir().join(format!("motley-evaluate-{}-{name}", std::process::id()));
        fs::write(&file, content).unwrap();
        let path = file.to_string_lossy().into_owned();
        let fixed = [&path, "--threads", "1", "--json"];
        let code = run(&parsed(&[&fixed, flags].concat()));
        fs::remove_file(&file).unwrap();
        code
    }

    #[test]
    fn sound_games_and_puzzles_are_judged() {
        assert_eq!(evaluated("sound.pgn", SOUND.as_bytes(), &[]), ExitCode::SUCCESS);
        assert_eq!(evaluated("sampled.pgn", SOUND.as_bytes(), &["--sample", "2", "--net", "auto"]), ExitCode::SUCCESS);
        let puzzles = "PuzzleId,FEN,Moves,Rating\na,6k1/5ppp/8/8/8/8/8/R3K2r w - - 0 1,e1d2 h1a1,900\n";
        assert_eq!(evaluated("puzzles.csv", puzzles.as_bytes(), &["--net", "puzzle"]), ExitCode::SUCCESS);
    }

    #[test]
    fn the_exit_code_tells_what_was_left_out() {
        let faulty = format!("{SOUND}[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n[Variant \"Atomic\"]\n\ne4 *\n\n[Eve\n\n");
        assert_eq!(evaluated("faulty.pgn", faulty.as_bytes(), &[]), ExitCode::from(super::super::WITH_FAULTS));
        let mut cut = zstd::encode_all(SOUND.repeat(50_000).as_bytes(), 1).unwrap();
        cut.truncate(cut.len() / 2);
        assert_eq!(evaluated("cut.pgn.zst", &cut, &["--sample", "3"]), ExitCode::from(super::super::WITH_FAULTS));
    }

    #[test]
    fn nothing_to_judge_is_a_failure() {
        assert_eq!(evaluated("filtered.pgn", SOUND.as_bytes(), &["--min-elo", "2200"]), ExitCode::FAILURE);
        assert_eq!(evaluated("no-net.pgn", SOUND.as_bytes(), &["--file", "/nowhere.onnx"]), ExitCode::FAILURE);
        assert_eq!(run(&parsed(&["/nowhere.pgn"])), ExitCode::FAILURE);
    }

    #[test]
    fn the_reservoir_is_fair() {
        let position = shakmaty::Chess::default();
        let mv = position.legal_moves()[0];
        let seen = crate::nets::input::NetInput::of(&position, &[]);
        let mut kept = [0; 10];
        for seed in 0..2000 {
            let mut drawn = Reservoir::new(3, seed);
            for ply in 0..10 {
                drawn.offer(Task { position: position.clone(), seen, mv, ply, elo: 0 });
            }
            drawn.tasks.iter().for_each(|task| kept[task.ply] += 1);
        }
        assert!(kept.iter().all(|&count| (500..700).contains(&count)), "{kept:?}, 600 of each are expected");
    }
}
