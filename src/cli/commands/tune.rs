//! `motley tune`: learns the weights of Classical's evaluation from scored games.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::games::selfplay::SelfPlayError;
use crate::lab::tune::{self, Epoch, SampleSelection, Settings, TuningData};

/// Tune the weights of Classical's evaluation on scored games
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Scored games of self-play (.bin.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// The source file to write; without it the weights are only measured
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Positions to take in all
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    positions: usize,
    /// Positions to take of one game
    #[arg(long, value_name = "N", default_value_t = 30)]
    per_game: usize,
    /// Share of the games that are only measured on
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    held_out: f64,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: usize,
    /// First step of the optimiser, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0)]
    rate: f32,
    /// Share of the game's result in what is learnt; the rest is the recorded score
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    lambda: f32,
    /// Pull of every weight towards zero: the loss that 100 centipawns cost
    #[arg(long, value_name = "LOSS", default_value_t = 2e-6)]
    shrink: f32,
    /// Seed of the choice of positions and of their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Leave out a group of weights or a whole topic by name; may be given several times
    #[arg(long, value_name = "NAME")]
    without: Vec<String>,
    /// Train once more without each topic in turn, and print what it is worth
    #[arg(long)]
    ablation: bool,
}

#[derive(Debug, Error)]
enum TuneError {
    #[error(transparent)]
    Games(#[from] SelfPlayError),
    #[error("no weights are called `{0}`")]
    Group(String),
    #[error("the games hold too few quiet positions: {training} to learn from, {held_out} to measure on")]
    TooFew { training: usize, held_out: usize },
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: std::io::Error },
}

/// Exits with 2 when the games cannot be read or the weights cannot be written.
pub fn run(args: &Args) -> ExitCode {
    match tune(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn tune(args: &Args) -> Result<(), TuneError> {
    let start = Instant::now();
    let without = args.without.iter().map(|name| match tune::groups_named(name) {
        groups if groups.is_empty() => Err(TuneError::Group(name.clone())),
        groups => Ok(groups),
    });
    let without = without.collect::<Result<Vec<_>, _>>()?.concat();
    let split = read_positions(args)?;
    let score_scale = tune::fit_score_scale(&split.training);
    println!(
        "{} positions to learn from, {} to measure on; K of the recorded scores {score_scale:.1}",
        split.training.len(),
        split.held_out.len()
    );

    let settings = Settings {
        epochs: args.epochs,
        rate: args.rate,
        lambda: args.lambda,
        shrink: args.shrink,
        seed: args.seed,
        without,
    };
    println!("epoch  training  held out: target    result     score");
    let (mut row, last) = learn(&split, score_scale, &settings, true);
    if args.ablation {
        ablate(&split, score_scale, &settings, &last);
    }

    tune::normalise(&mut row, &split.training, score_scale);
    println!("{:.0} s", start.elapsed().as_secs_f64());
    let Some(out) = &args.out else {
        return Ok(());
    };
    let name = args.games.file_name().unwrap_or_default().to_string_lossy();
    let origin = [
        format!(
            "`motley tune --games {name} --positions {} --per-game {} --held-out {} --epochs {}",
            args.positions, args.per_game, args.held_out, args.epochs
        ),
        format!("--rate {} --lambda {} --shrink {:e} --seed {}`:", args.rate, args.lambda, args.shrink, args.seed),
        format!(
            "{} positions of {} games of Stockfish 15.1 against itself at 700 nodes a move; mean squared error",
            split.training.len(),
            split.games
        ),
        format!(
            "{:.6} in training, {:.6} on {} positions of other games.",
            last.training.target,
            last.held_out.target,
            split.held_out.len()
        ),
    ];
    fs::write(out, tune::source(&row, &origin))
        .map_err(|source| TuneError::Write { path: out.display().to_string(), source })
}

fn read_positions(args: &Args) -> Result<TuningData, TuneError> {
    let bar = ProgressBar::new(args.positions as u64).with_style(bar_style("positions"));
    let choice = SampleSelection {
        per_game: args.per_game,
        positions: args.positions,
        held_out: args.held_out,
        seed: args.seed,
    };
    let split = tune::read(&args.games, &choice, |taken| bar.set_position(taken as u64))?;
    bar.finish_and_clear();
    let (training, held_out) = (split.training.len(), split.held_out.len());
    if training.min(held_out) < 100 { Err(TuneError::TooFew { training, held_out }) } else { Ok(split) }
}

/// Trains and returns the weights with the losses of the last epoch.
fn learn(split: &TuningData, score_scale: f32, settings: &Settings, print: bool) -> (Vec<f32>, Epoch) {
    let bar = ProgressBar::new(settings.epochs as u64).with_style(bar_style("epochs"));
    let mut last = Epoch { number: 0, training: Default::default(), held_out: Default::default() };
    let row = tune::train(split, score_scale, settings, |epoch| {
        last = epoch;
        bar.inc(1);
        if print {
            let held_out = epoch.held_out;
            let line = format!(
                "{:>5}  {:.6}            {:.6}  {:.6}  {:.6}",
                epoch.number, epoch.training.target, held_out.target, held_out.result, held_out.score
            );
            bar.suspend(|| println!("{line}"));
        }
    });
    bar.finish_and_clear();
    (row, last)
}

fn ablate(split: &TuningData, score_scale: f32, settings: &Settings, whole: &Epoch) {
    println!("without            held out: target    result     score    more than the whole");
    for title in tune::topics() {
        let without = [settings.without.clone(), tune::groups_named(title)].concat();
        let (_, last) = learn(split, score_scale, &Settings { without, ..settings.clone() }, false);
        let losses = last.held_out;
        println!(
            "{title:<28} {:.6}  {:.6}  {:.6}    {:+.6}",
            losses.target,
            losses.result,
            losses.score,
            losses.target - whole.held_out.target
        );
    }
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
