//! `motley evaluate pattern`.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use serde::Serialize;
use shakmaty::{Chess, Color, Position as _};
use thiserror::Error;

use super::ending;
use super::tasks::Read;
use super::verdicts::{Heard, Report, charts};
use crate::cli::args::reader::ReaderArgs;
use crate::cli::args::split::SplitArgs;
use crate::cli::terminal::{as_json, files_bar, print};
use crate::drawing::chart::stacked;
use crate::games::file::{GameFile, GamesError};
use crate::games::pgn::PgnGame;
use crate::lab::samples::split::{self, Part};
use crate::lab::samples::windows::{balanced, positions};
use crate::nets::NetError;
use crate::nets::pattern::{Reader, ReaderError};

#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Only games that somebody won are judged, from the start position on. A position lies after one half move at least, and before the last."
)]
pub struct Args {
    /// Files of games: PGN, plain or compressed with zstd, or an engine's scored games (a name with .bin)
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    reader: ReaderArgs,
    /// In each file, leave out games of the side that won more often, until both have won equally often
    #[arg(long)]
    balance: bool,
    /// Positions to draw from each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: usize,
    /// Games to take at most, the first of each file
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    max_games: usize,
    /// Judge only games that `motley dataset` with the same flags puts into this part
    #[arg(long, value_enum)]
    part: Option<Part>,
    #[command(flatten)]
    split: SplitArgs,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))]
    threads: NonZeroUsize,
    /// Draw calibration, and accuracy by half move and by half moves left
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum EvaluateError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Reader(#[from] ReaderError),
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("no game that somebody won: try other files or filters")]
    Nothing,
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
}

#[derive(Serialize)]
struct Output {
    net: String,
    vocabulary: String,
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
    let mut readers = (0..args.threads.get()).map(|_| args.reader.open()).collect::<Result<Vec<_>, _>>()?;
    let (games, read) = read(args)?;
    let seed = args.split.seed;
    let share = games.len().div_ceil(readers.len()).max(1);
    let heard: Vec<Result<Vec<Heard>, NetError>> = thread::scope(|scope| {
        let listen = |(reader, games): (&mut Reader, &[PgnGame])| {
            let mut heard = Vec::new();
            for game in games {
                heard.extend(listen_to(reader, game, &positions(game, args.positions, seed))?);
            }
            Ok(heard)
        };
        let workers: Vec<_> =
            readers.iter_mut().zip(games.chunks(share)).map(|work| scope.spawn(move || listen(work))).collect();
        workers.into_iter().map(|worker| worker.join().expect("listening does not panic")).collect()
    });
    let heard: Vec<Heard> = heard.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    let report = Report::of(&heard).ok_or(EvaluateError::Nothing)?;
    if let Some(path) = &args.svg {
        fs::write(path, stacked(&charts(&report)))
            .map_err(|source| EvaluateError::Write { path: path.display().to_string(), source })?;
    }
    let output = Output {
        net: args.reader.name(),
        vocabulary: readers[0].vocabulary().fingerprint(),
        report,
        games: read,
        seconds: start.elapsed().as_secs_f64(),
    };
    let text = if args.json { as_json(&output) } else { as_text(&output) };
    print(&text).map_err(|source| EvaluateError::Write { path: "standard output".to_owned(), source })?;
    Ok(output.games)
}

fn read(args: &Args) -> Result<(Vec<PgnGame>, Read), EvaluateError> {
    let (mut all, mut read) = (Vec::new(), Read::default());
    let bar = files_bar(&args.games);
    for path in &args.games {
        let (mut taken, mut games) = (Vec::new(), GameFile::open(path)?);
        while taken.len() < args.max_games {
            match games.next() {
                None => break,
                Some(Err(e)) => read.broken.push(e.to_string()),
                // Counted by the reader.
                Some(Ok(game)) if game.game.cut => {}
                Some(Ok(game)) if is_wanted(args, &game.game) => taken.push(game.game),
                Some(Ok(_)) => read.filtered += 1,
            }
        }
        read.faulty += games.faults().skipped + games.faults().cut;
        bar.inc(path.metadata().map_or(0, |metadata| metadata.len()));
        if args.balance {
            let winners: Vec<Color> = taken.iter().filter_map(|game| game.outcome.winner()).collect();
            let mut stays = balanced(&winners, args.split.seed).into_iter();
            let before = taken.len();
            taken.retain(|_| stays.next().unwrap_or_default());
            read.filtered += (before - taken.len()) as u64;
        }
        all.append(&mut taken);
    }
    bar.finish_and_clear();
    read.taken = all.len() as u64;
    Ok((all, read))
}

fn is_wanted(args: &Args, game: &PgnGame) -> bool {
    let in_part = |part| args.split.split().parts(split::of_moves(game)).next() == Some(part);
    game.outcome.winner().is_some()
        && game.start == Chess::default()
        && game.moves.len() > 1
        && args.part.is_none_or(in_part)
}

/// What the net says after so many half moves, and what is on the board then.
fn listen_to(reader: &mut Reader, game: &PgnGame, plies: &[usize]) -> Result<Vec<Heard>, NetError> {
    let sequence = reader.encode(&game.start, &game.moves);
    let logits = reader.logits(&sequence, plies)?;
    let mut materials = vec![material(&game.start)];
    let mut position = game.start.clone();
    for &mv in &game.moves {
        position.play_unchecked(mv);
        materials.push(material(&position));
    }
    let white_won = game.outcome.winner() == Some(Color::White);
    let heard = |(&ply, logit)| Heard { logit, white_won, ply, left: game.moves.len() - ply, material: materials[ply] };
    Ok(plies.iter().zip(logits).map(heard).collect())
}

/// What White has more than Black: pawns 1, knights and bishops 3, rooks 5, queens 9.
fn material(position: &Chess) -> i32 {
    let of = |side: Color| {
        let men = position.board().material_side(side);
        i32::from(men.pawn)
            + 3 * i32::from(men.knight + men.bishop)
            + 5 * i32::from(men.rook)
            + 9 * i32::from(men.queen)
    };
    of(Color::White) - of(Color::Black)
}

fn as_text(output: &Output) -> String {
    let Output { net, vocabulary, report, games, seconds } = output;
    let mut text = report.as_text();
    text.push_str(&format!(
        "{net} (vocabulary {vocabulary}): {} games taken, {} outside the filters, {} faulty, {seconds:.0} s\n",
        games.taken, games.filtered, games.faulty
    ));
    games.broken.iter().for_each(|fault| text.push_str(&format!("broke off: {fault}\n")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    const GAMES: &str = "[Result \"1-0\"]\n\ne4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0\n\n[Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n\
                         [Result \"1-0\"]\n\ne4 d5 exd5 Qxd5 Nc3 Qd8 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n";

    fn evaluated(name: &str, content: &[u8], flags: &[&str]) -> ExitCode {
        let file = std::env::temp_dir().join(format!("motley-evaluate-pattern-{}-{name}", std::process::id()));
        fs::write(&file, content).unwrap();
        let path = file.to_string_lossy().into_owned();
        let code = run(&parsed(&[&[path.as_str(), "--threads", "1", "--json"][..], flags].concat()));
        fs::remove_file(&file).unwrap();
        code
    }

    #[test]
    fn both_nets_judge_games() {
        for net in ["WholeGame", "kumar"] {
            assert_eq!(
                evaluated(&format!("{net}.pgn"), GAMES.as_bytes(), &["--net", net, "--balance"]),
                ExitCode::SUCCESS
            );
        }
    }

    #[test]
    fn the_exit_code_tells_what_was_left_out() {
        let faulty = format!("{GAMES}[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n");
        assert_eq!(
            evaluated("faulty.pgn", faulty.as_bytes(), &["--positions", "1"]),
            ExitCode::from(super::super::WITH_FAULTS)
        );
        assert_eq!(
            evaluated("cut.bin.zst", &zstd::encode_all(&[9, 0, 2, 0, 1][..], 1).unwrap(), &[]),
            ExitCode::FAILURE
        );
    }

    #[test]
    fn nothing_to_judge_is_a_failure() {
        assert_eq!(evaluated("drawn.pgn", b"[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n", &[]), ExitCode::FAILURE);
        assert_eq!(evaluated("no-net.pgn", GAMES.as_bytes(), &["--file", "/nowhere.onnx"]), ExitCode::FAILURE);
        assert_eq!(run(&parsed(&["/nowhere.pgn"])), ExitCode::FAILURE);
    }

    #[test]
    fn games_are_read_balanced() {
        let file = std::env::temp_dir().join(format!("motley-evaluate-pattern-balance-{}.pgn", std::process::id()));
        fs::write(&file, GAMES).unwrap();
        let path = file.to_string_lossy().into_owned();
        let (games, counts) = read(&parsed(&[&path, "--balance"])).unwrap();
        assert_eq!((games.len(), counts.filtered), (2, 2), "one game of White's and the drawn one are left out");
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn material_counts_in_pawns() {
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
        assert_eq!(material(&fen.into_position(shakmaty::CastlingMode::Standard).unwrap()), 8);
    }
}
