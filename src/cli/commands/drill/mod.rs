//! `motley drill`: openings asked and answered at the terminal.

mod terminal;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::value_parser;
use shakmaty::{Chess, Color};

use self::terminal::Terminal;
use crate::cli::args::board::BoardArgs;
use crate::cli::args::features::{five_flags, five_weights};
use crate::cli::args::force::ForceArg;
use crate::cli::args::lines::{LinesArgs, SelectionArgs};
use crate::cli::args::position::PositionArgs;
use crate::cli::args::repertoire::{elo, read_repertoire};
use crate::cli::shell::{CommandResult, Ended, Failure, notify, output, write_file};
use crate::lessons::drill::{
    Lesson, Quiz, QuizLines, RepertoireLines, RepertoireQuiz, drilled_lines_as_pgn, line_to, record_key,
};
use crate::lessons::repertoire::{Refuter, ReplyModel, ReplySource};
use crate::openings::{FEATURES, Graph, Identity, PopularMoves, embedded};
use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use crate::record::{Answers, Counts, Due, Notice, Record, when};
use crate::studies::explore::TheoryPosition;

pub const EXAMPLES: &str = "\
Examples:
  motley drill \"Vienna Game\" --side white
  motley drill --repertoire rep.pgn --side white --elo 1400
  motley drill --rounds 0 --export drilled.pgn";

/// Positions answered wrong that are shown at the end.
const SHOWN_TROUBLES: usize = 5;
/// Nodes of a search that says why a move is wrong: some tenths of a second.
const REFUTING_NODES: u64 = 60_000;

/// Learn openings at the terminal: the program plays opening lines against you and repeats what you get wrong
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    start: PositionArgs,
    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,
    /// How many rounds to play; 0 only prints or exports your record
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    /// Drill this repertoire, a PGN file with variations, instead of named lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lines", "family", "eco", "min_moves"])]
    repertoire: Option<PathBuf>,
    /// The opponent replies as people of this rating do (with --repertoire)
    #[arg(long, value_name = "ELO", value_parser = elo, requires = "repertoire")]
    elo: Option<u16>,
    /// Only the first move of the repertoire in a position is right, not the others
    #[arg(long, requires = "repertoire")]
    strict: bool,
    /// The opponent also plays what the repertoire does not have, as often as people do
    #[arg(long, requires_all = ["repertoire", "elo"])]
    beyond: bool,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How lines are sampled
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// How many lines to sample for each move that the program chooses
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Which features count (1) or not (0), in the order gambit, uncommon, c4, d4, e4
    #[arg(long, value_name = "P,P,P,P,P", default_value = "0,0,0,0,0", value_parser = five_flags)]
    params: [bool; FEATURES],
    /// The weight of each feature, in the same order
    #[arg(long, value_name = "W,W,W,W,W", default_value = ".2,.2,.05,.05,.05", value_parser = five_weights)]
    weights: [f64; FEATURES],
    /// The database with your drill record [default: record.sqlite in Motley's data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
    /// Write the lines that you drilled to this PGN file, with names and counts as comments
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Random seed; 0 uses a different seed each time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Which side the learner plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    White,
    Black,
    /// One side in one round, the other in the next.
    Both,
}

/// Runs `motley drill`.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.export.as_deref(), args.record.iter().chain(&args.repertoire))?;
    let seed = if args.seed == 0 { rand::random() } else { args.seed };
    let prepare = match &args.repertoire {
        Some(path) => repertoire_lesson(args, path, seed)?,
        None => lines_lesson(args, seed)?,
    };
    let path = args.record.clone().map_or_else(Record::usual_path, Ok)?;
    let (reads_only, tell) = (args.rounds == 0, &mut |notice: &Notice| notify(notice));
    let existing = if reads_only { None } else { Record::open_existing(&path, tell)? };
    // Written once before the rounds: a target that cannot be written is reported before the learner's work is lost.
    let names = Graph::new(embedded(), Identity::Position, true);
    let export = |counts: &Counts| match &args.export {
        Some(file) => write_file(file, drilled_lines_as_pgn(counts, &names)),
        None => Ok(()),
    };
    let mut counts = match &existing {
        Some(opened) => opened.record.counts()?,
        None if reads_only => Record::read(&path)?.counts()?,
        None => Counts::default(),
    };
    export(&counts)?;
    for notice in existing.iter().flat_map(|opened| &opened.notices) {
        notify(notice);
    }

    let mut output = output();
    if !reads_only {
        let mut record = existing.map_or_else(|| Record::open_telling(&path, tell), Ok)?.record;
        let terminal = Terminal {
            quiz: prepare(counts),
            board: args.board,
            below: Color::White,
            input: io::stdin().lock(),
            output: &mut output,
            record: &mut record,
            refuter: Refuter::new(REFUTING_NODES),
        };
        terminal.run(args.side, args.rounds)?;
        counts = record.counts()?;
        export(&counts)?;
    }
    output.write_all(troubles(&counts).as_bytes())?;
    Ok(Ended::Done)
}

/// Makes a drill for the counts of a record.
type Prepare = Box<dyn FnOnce(Counts) -> Lesson>;

/// A drill of named lines.
fn lines_lesson(args: &Args, seed: u64) -> Result<Prepare, Failure> {
    let weights = FeatureWeights::new(args.params, args.weights).map_err(Failure::call)?;
    let game = args.start.game()?;
    let (selection, lines) = (args.selection.selection(), args.lines.read()?);
    for (opening, count) in selection.also_named(&lines) {
        let family = selection.family.trim();
        notify(&format!(
            "left out, though `{family}` is in a name: {opening} ({count}); for it: --family \"{opening}\""
        ));
    }
    let lines = selection.of(lines).map_err(Failure::call)?;
    let start = TheoryPosition::new(lines, Identity::Position, true, &game).map_err(Failure::call)?;
    let sampler = LineSampler { kind: args.sampler, weights, iterations: args.iterations, chains: 1, seed };
    let popular = args.lines.lines.is_empty().then(PopularMoves::embedded);
    let lines = QuizLines { graph: Arc::clone(&start.graph), sampler, lead: start.moves, popular };
    Ok(Box::new(|counts| Lesson::Lines(Box::new(Quiz::new(lines, counts)))))
}

/// A drill of a repertoire.
fn repertoire_lesson(args: &Args, path: &Path, seed: u64) -> Result<Prepare, Failure> {
    let side = match args.side {
        Side::White => Color::White,
        Side::Black => Color::Black,
        Side::Both => return Err(Failure::call("a repertoire is for one side: add --side white or --side black")),
    };
    let repertoire = Arc::new(read_repertoire(path, side)?.0);
    let game = args.start.game()?;
    if *game.start() != Chess::default() {
        return Err(Failure::call("with --repertoire the position is given by moves from the start position"));
    }
    if !game.moves().is_empty() && repertoire.find(game.position()).is_none() {
        return Err(Failure::call("the repertoire does not have this position"));
    }
    let replies = args.elo.map(|elo| ReplyModel::new(elo, ReplySource::Net));
    let (strict, beyond, lead) = (args.strict, args.beyond, game.moves().to_vec());
    let lines = RepertoireLines { repertoire, replies, strict, beyond, lead, seed };
    Ok(Box::new(|counts| Lesson::Repertoire(Box::new(RepertoireQuiz::new(lines, counts)))))
}

/// The positions that will come back soonest, by the moves that lead to them.
fn troubles(counts: &Counts) -> String {
    let troubles = counts.troubles();
    let names = Graph::new(embedded(), Identity::Position, false);
    let place = |fen: &str| match fen == record_key(&Chess::default()) {
        true => "the start".to_owned(),
        false => line_to(fen, &names, counts).unwrap_or_else(|| fen.to_owned()),
    };
    let shown = troubles.iter().take(SHOWN_TROUBLES);
    let line = |(fen, answers): &(&str, Answers)| {
        let date = counts.date(fen).map_or_else(String::new, |due| format!(", due {}", when(due, counts.now())));
        format!("  {}  ({} right, {} wrong{date})\n", place(fen), answers.right, answers.wrong)
    };
    let lines: String = shown.map(line).collect();
    let troubles = if lines.is_empty() { lines } else { format!("\nThese come back more often:\n{lines}") };
    format!("{troubles}{}", due_words(counts))
}

/// "3 positions are due now; the next one is due in 2 days (2026-11-26).", or nothing where no position has a date.
fn due_words(counts: &Counts) -> String {
    let Due { now, next } = counts.due();
    let due = match now {
        1 => "1 position is due now".to_owned(),
        number => format!("{number} positions are due now"),
    };
    match next {
        Some(next) => format!("\n{due}; the next one is due {}.\n", when(next, counts.now())),
        None if now > 0 => format!("\n{due}.\n"),
        None => String::new(),
    }
}
