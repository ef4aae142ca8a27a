//! `motley-lab tune`: learns the weights of Classical's evaluation from scored games.

use std::path::PathBuf;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use crate::tuning::{Epoch, SampleSelection, Settings, TuningRun, groups_named};
use motley::cli::args::force::ForceArg;
use motley::cli::shell::{CommandResult, Ended, Failure, print, write_file};

const EXAMPLES: &str = "Examples:
  motley-lab tune --games selfplay.bin.zst
  motley-lab tune --games selfplay.bin.zst --epochs 10 --ablation
  motley-lab tune --games selfplay.bin.zst --force --out src/personalities/classical/eval/handmade/weights.rs";

/// Tune the weights of Classical's hand-made evaluation on scored games
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file of scored games, as `motley-lab datagen` makes it (.bin.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// The Rust source file to write; without it, the command only prints how good the weights are
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Use at most N positions in all
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    positions: usize,
    /// Use at most N positions of one game
    #[arg(long, value_name = "N", default_value_t = 30)]
    per_game: usize,
    /// Share of the games to measure on rather than to learn from, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    held_out: f64,
    /// How many passes to make over the positions
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: usize,
    /// Learning rate at the start, in centipawns per step
    #[arg(long, value_name = "CP", default_value_t = 1.0)]
    rate: f32,
    /// How much the target depends on the game's result, from 0 to 1; the recorded score makes up the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    lambda: f32,
    /// Penalty on large weights: the loss that a weight of 100 centipawns adds
    #[arg(long, value_name = "LOSS", default_value_t = 2e-6)]
    shrink: f32,
    /// Random seed of the choice of positions and of their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Leave out a group of weights or a whole topic, by name; may be given several times
    #[arg(long, value_name = "NAME")]
    without: Vec<String>,
    /// Train again without each topic in turn, and print what each topic is worth
    #[arg(long)]
    ablation: bool,
}

/// Prints the losses of every epoch and writes the weights.
pub fn run(args: &Args) -> CommandResult {
    let start = Instant::now();
    let settings = settings(args)?;
    args.force.check(args.out.as_deref(), [&args.games])?;
    let tuning = read(args)?;
    let [training, held_out] = tuning.sizes();
    let scale = tuning.score_scale();
    print(&format!(
        "{training} positions to learn from, {held_out} to measure on; K of the recorded scores {scale:.1}\n\
         epoch  training  held out: target    result     score\n"
    ))?;

    let bar = ProgressBar::new(settings.epochs as u64).with_style(bar_style("epochs"));
    let trained = tuning.train(&settings, |epoch| {
        bar.inc(1);
        bar.suspend(|| println!("{}", epoch_line(&epoch)));
    });
    bar.finish_and_clear();
    if args.ablation {
        println!("without            held out: target    result     score    more than the whole");
        let whole = trained.last.held_out.target;
        tuning.ablate(&settings, |title, epoch| println!("{}", ablation_line(title, &epoch, whole)));
    }
    if let Some(out) = &args.out {
        write_file(out, tuning.source(&trained, &command(args)))?;
    }
    print(&format!("{:.0} s\n", start.elapsed().as_secs_f64()))?;
    Ok(Ended::Done)
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let without = args.without.iter().map(|name| match groups_named(name) {
        groups if groups.is_empty() => Err(Failure::call(format!("no weights are called `{name}`"))),
        groups => Ok(groups),
    });
    let without = without.collect::<Result<Vec<_>, _>>()?.concat();
    let Args { epochs, rate, lambda, shrink, seed, .. } = *args;
    Ok(Settings { epochs, rate, lambda, shrink, seed, without })
}

fn read(args: &Args) -> Result<TuningRun, Failure> {
    let Args { per_game, positions, held_out, seed, .. } = *args;
    let bar = ProgressBar::new(positions as u64).with_style(bar_style("positions"));
    let choice = SampleSelection { per_game, positions, held_out, seed };
    let tuning = TuningRun::read(&args.games, &choice, |taken| bar.set_position(taken as u64));
    bar.finish_and_clear();
    Ok(tuning?)
}

fn epoch_line(Epoch { number, training, held_out }: &Epoch) -> String {
    let (target, result, score) = (held_out.target, held_out.result, held_out.score);
    format!("{number:>5}  {:.6}            {target:.6}  {result:.6}  {score:.6}", training.target)
}

fn ablation_line(title: &str, Epoch { held_out, .. }: &Epoch, whole: f64) -> String {
    let (target, result, score) = (held_out.target, held_out.result, held_out.score);
    format!("{title:<28} {target:.6}  {result:.6}  {score:.6}    {:+.6}", target - whole)
}

/// The call that repeats this run, for the head of the source file.
fn command(args: &Args) -> [String; 2] {
    let Args { positions, per_game, held_out, epochs, rate, lambda, shrink, seed, .. } = args;
    let games = args.games.file_name().unwrap_or_default().to_string_lossy();
    [
        format!(
            "`motley-lab tune --games {games} --positions {positions} --per-game {per_game} --held-out {held_out} \
             --epochs {epochs}"
        ),
        format!("--rate {rate} --lambda {lambda} --shrink {shrink:e} --seed {seed}`:"),
    ]
}

fn bar_style(what: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{eta}} left"));
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to less than 1".to_owned()),
    }
}
