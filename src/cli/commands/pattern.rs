//! `motley pattern`: who will win, predicted after every move of a game.

use std::path::PathBuf;

use shakmaty::Chess;

use crate::cli::args::force::ForceArg;
use crate::cli::args::position::PositionArgs;
use crate::cli::args::reader::ReaderArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::as_json;
use crate::games::pgn::Tags;
use crate::picture::chart::Chances;
use crate::predictions::winner::{WinChance, win_chances};

/// Characters of a bar for certainty.
const BAR: usize = 40;

const EXAMPLES: &str = "Examples:
  motley pattern \"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\"
  motley pattern games.pgn --game 3 --svg game.svg
  motley pattern \"Ruy Lopez\" --json";

/// Show White's predicted chance of winning after every move of a game, as a table, JSON or a graph
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: PositionArgs,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Write the graph into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs `motley pattern`.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.svg.as_deref(), [])?;
    let (game, tags) = args.game.game_with_tags()?;
    if *game.start() != Chess::default() {
        return Err(Failure::call("the game does not begin in the initial position: the nets read such games only"));
    }
    if game.moves().is_empty() {
        return Err(Failure::call("the game has no moves: expected moves such as \"1. e4 e5 2. Nf3\", or a PGN file"));
    }
    let chances = win_chances(&mut args.reader.open()?, game.moves())?;
    if let Some(path) = &args.svg {
        let chart = Chances { title: title(&tags), shares: chances.iter().map(|chance| chance.white).collect() };
        write_file(path, chart.svg())?;
    }
    print(&if args.json { as_json(&chances) } else { chances.iter().map(line).collect() })?;
    Ok(Ended::Done)
}

fn title(tags: &Tags) -> String {
    match (tags.get("White"), tags.get("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}: White's chance of winning"),
        _ => "White's chance of winning".to_owned(),
    }
}

/// " 12. … Nf6    43 %  ███░░░░".
fn line(chance: &WinChance) -> String {
    let number = chance.ply.div_ceil(2);
    let dots = if chance.ply % 2 == 1 { "" } else { "… " };
    let bar = "█".repeat((chance.white * BAR as f64).round() as usize);
    format!("{number:>3}. {:<10} {:>3.0} %  {bar:░<BAR$}\n", format!("{dots}{}", chance.san), 100.0 * chance.white)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::testing::parsed;

    fn shown(words: &[&str]) -> CommandResult {
        run(&parsed(words))
    }

    #[test]
    fn a_game_of_a_file_is_shown_with_its_players() {
        let base = std::env::temp_dir().join(format!("motley-pattern-{}", std::process::id()));
        fs::create_dir_all(&base).expect("a folder for the test");
        let (games, svg) = (base.join("games.pgn").display().to_string(), base.join("game.svg").display().to_string());
        fs::write(&games, "e4 *\n\n[White \"Ann\"]\n[Black \"Ben\"]\n\n1. e4 {best} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n")
            .expect("a file for the test");
        for words in [[games.as_str(), "--game", "2"], ["--pgn", &games, "--game=2"]] {
            assert_eq!(shown(&[&words[..], &["--force", "--svg", &svg]].concat()), Ok(Ended::Done));
            assert!(fs::read_to_string(&svg).expect("the graph").contains("Ann – Ben: White"));
        }
        assert!(matches!(shown(&[&games, "--game", "3"]), Err(Failure::Job(_))));
        fs::remove_dir_all(&base).expect("the test's own folder");
    }

    #[test]
    fn what_the_nets_cannot_read_is_refused() {
        let reason = |words: &[&str]| match shown(words) {
            Err(Failure::Call(reason)) => reason,
            other => panic!("{words:?}: {other:?}"),
        };
        assert!(reason(&["e4 e5 Ke3"]).contains("`Ke3` is no legal move"));
        assert!(reason(&["hello there"]).contains("no opening is called"));
        assert!(reason(&[]).contains("has no moves"));
        assert!(reason(&["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--moves", "Kd2"]).contains("initial position"));
        assert!(matches!(shown(&["/nowhere.pgn"]), Err(Failure::Job(_))));
        assert!(matches!(shown(&["e4 e5", "--file", "/nowhere.onnx"]), Err(Failure::Job(_))));
    }

    #[test]
    fn lines_have_a_bar_as_long_as_the_chance() {
        let line = line(&WinChance { ply: 4, san: "Nf6".to_owned(), white: 0.25 });
        assert!(line.starts_with("  2. … Nf6") && line.contains("25 %"), "{line}");
        assert_eq!((line.matches('█').count(), line.matches(['█', '░']).count()), (BAR / 4, BAR), "{line}");
    }
}
