//! `motley-lab evaluate characters`: what each option of a character changes.

use std::fmt::Write as _;

use crate::studies::characters::{CharacterRow, CharacterSettings, Manner, study_character, study_options};
use motley::cli::progress::count_bar;
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::as_json;
use motley::personalities::rated::character::Preset;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate characters --games 200
  motley-lab evaluate characters --presets --games 20";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How many games to play with each character
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// The rating at which both players play
    #[arg(long, value_name = "ELO", default_value_t = 1500, value_parser = clap::value_parser!(u16).range(600..=2800))]
    elo: u16,
    /// Play the named characters instead of single options
    #[arg(long)]
    presets: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let settings = CharacterSettings { elo: args.elo, games: args.games, seed: args.seed };
    let bar = count_bar(0, "positions");
    let done = || bar.inc(1);
    let rows: Vec<CharacterRow> = if args.presets {
        let row = |preset: &Preset| study_character(&settings, &preset.name, &preset.character, &done);
        Preset::embedded().iter().map(row).collect()
    } else {
        study_options(&settings, done).map_err(|error| Failure::job(error.to_string()))?
    };
    bar.finish_and_clear();
    print(&if args.json { as_json(&rows) } else { as_text(&rows) })?;
    Ok(Ended::Done)
}

fn as_text(rows: &[CharacterRow]) -> String {
    let mut text = format!(
        "{:<18}{:>8}{:>8}{:>8}{:>11}{:>10}{:>9}{:>10}{:>8}{:>9}\n",
        "", "score %", "plies", "traded", "sacrifices", "distance", "in half", "blunders", "mates %", "at once"
    );
    for CharacterRow { name, manner } in rows {
        let Manner { score, plies, traded, sacrifices, king_distance, in_enemy_half, blunders, mates, at_once } =
            manner;
        let mates = mates.map_or_else(String::new, |share| format!("{share:.0}"));
        let _ = writeln!(
            text,
            "{name:<18}{score:>8.1}{plies:>8.0}{traded:>8.2}{sacrifices:>11.2}{king_distance:>10.2}\
             {in_enemy_half:>9.2}{blunders:>10.1}{mates:>8}{at_once:>9.1}"
        );
    }
    text
}
