//! `motley-lab evaluate pattern`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::{Study, StudyArgs};
use crate::studies::expected_moves::{ExpectedMoves, study_expected_moves};
use crate::studies::winner::{
    BlunderReport, PredictionReport, PredictionSettings, charts, predict_winners, read_won_games, study_blunders,
};
use motley::cli::args::reader::ReaderArgs;
use motley::cli::progress::files_bar;
use motley::cli::shell::{CommandResult, Failure};
use motley::cli::terminal::game_files_under;
use motley::nets::pattern::Reader;
use motley::picture::chart::stacked;
use motley::statistics::estimate::Estimate;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate pattern games.pgn.zst --balance
  motley-lab evaluate pattern selfplay.bin.zst --part test --svg curves.svg";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, or an engine's scored games (.bin), plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Balance the results: in each file, leave out won games of the more successful side until both have won equally
    /// often
    #[arg(long)]
    balance: bool,
    /// How many positions to sample from each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: usize,
    /// Use only the first N games of each file
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_games: u64,
    /// Also take one position of up to N games and play a random move there that loses a piece: how often the net then
    /// names the other side
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    blunders: usize,
    /// Also take one position of up to N games: how often the move that was played is the one that the net expects
    /// most, or among its first three, beside Mockfish's nets
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    policy: usize,
    #[command(flatten)]
    study: StudyArgs,
}

/// Figures of a net.
#[derive(Serialize)]
struct Figures {
    #[serde(flatten)]
    report: PredictionReport,
    blunders: Option<BlunderReport>,
    /// Of this net and of Mockfish's, on the same positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    policy: Vec<ExpectedMoves>,
}

/// The net's names in JSON.
#[derive(Serialize)]
struct Net {
    net: String,
    /// The fingerprint of its vocabulary.
    vocabulary: String,
}

pub fn run(args: &Args) -> CommandResult {
    let start = Instant::now();
    let Args { positions, max_games, balance, .. } = *args;
    let part = &args.study.part;
    let settings = PredictionSettings { positions, max_games, balance, part: part.filter(), seed: part.split.seed };

    let mut readers = args.study.load(|| args.reader.open())?;
    if args.policy > 0 && !readers.iter().all(Reader::proposes_moves) {
        return Err(Failure::call(format!("{} proposes no moves: --policy cannot judge it", args.reader.name())));
    }
    let bar = files_bar(&args.games);
    let read = read_won_games(&args.games, &settings, &mut game_files_under(&bar));
    bar.finish_and_clear();
    let (games, counts) = read?;
    let predictions = predict_winners(&mut readers, &games, &settings)?;
    let report = PredictionReport::new(&predictions)
        .ok_or_else(|| Failure::job("no game that one side won: try other files or filters"))?;
    let blunders = match args.blunders {
        0 => None,
        most => Some(study_blunders(&mut readers, &games, most, part.split.seed)?),
    };

    let policy = match args.policy {
        0 => Vec::new(),
        most => study_expected_moves(&mut readers, &args.reader.name(), &games, most, part.split.seed)?,
    };

    let net = Net { net: args.reader.name(), vocabulary: readers[0].vocabulary().fingerprint() };
    let name = format!("{} (vocabulary {})", net.net, net.vocabulary);
    let study = Study::new(net, Figures { report, blunders, policy }, counts, start);
    args.study.show(&name, &study, as_text, |figures| stacked(&charts(&figures.report)))
}

/// A line for each net; nothing where none was judged.
fn policy_table(nets: &[ExpectedMoves]) -> String {
    let Some(positions) = nets.first().and_then(|net| net.top1.samples) else { return String::new() };
    let (first, three) = ("first, 95 % interval", "first three");
    let mut text = format!("\n{:<24} {first:>24} {three:>24}\n", format!("move played, {positions} times"));
    let percent = |share: &Estimate| {
        let [low, high] = share.interval.unwrap_or([share.value; 2]).map(|end| 100.0 * end);
        format!("{:.1} % ({low:.1} to {high:.1})", 100.0 * share.value)
    };
    for ExpectedMoves { net, top1, top3 } in nets {
        let _ = writeln!(text, "{net:<24} {:>24} {:>24}", percent(top1), percent(top3));
    }
    text
}

fn as_text(figures: &Figures) -> String {
    let Figures { report, blunders, policy } = figures;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut text = format!(
        "accuracy {} (majority {}, material {}), log loss {:.4}, {} positions\n\
         where the men differ by a pawn at most: accuracy {} (majority {}), {} positions\n",
        percent(report.accuracy),
        percent(report.baselines.majority),
        percent(report.baselines.material),
        report.log_loss,
        report.positions,
        percent(report.even_men.accuracy),
        percent(report.even_men.majority),
        report.even_men.positions
    );
    if let Some(BlunderReport { positions, named }) = blunders {
        let _ =
            writeln!(text, "one move after a blunder: the other side is named in {} of {positions}", percent(*named));
    }
    text.push_str(&policy_table(policy));
    text.push('\n');
    for (title, bands) in [("half moves", &report.by_ply), ("half moves left", &report.by_plies_left)] {
        let _ = writeln!(text, "{title:<16} {:>9} {:>9} {:>9}", "positions", "accuracy", "material");
        for band in bands {
            let name = band.to.map_or_else(|| format!("{} or more", band.from), |to| format!("{} to {to}", band.from));
            let (accuracy, material) = (percent(band.accuracy), percent(band.material));
            let _ = writeln!(text, "{name:<16} {:>9} {accuracy:>9} {material:>9}", band.positions);
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{:<16} {:>9} {:>9}", "White's chance", "positions", "won");
    for bin in &report.calibration {
        let _ = writeln!(text, "{:<16} {:>9} {:>9}", percent(bin.predicted), bin.positions, percent(bin.won));
    }
    text.push('\n');
    text
}
