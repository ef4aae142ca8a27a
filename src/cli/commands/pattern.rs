//! `motley pattern`: who will win, predicted after every move of a game.

use std::path::PathBuf;

use shakmaty::{CastlingMode, Chess, Position as _};

use crate::cli::args::force::ForceArg;
use crate::cli::args::position::PositionArgs;
use crate::cli::args::reader::ReaderArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::as_json;
use crate::games::pgn::Tags;
use crate::picture::chart::Chances;
use crate::predictions::winner::{Ended as GameEnd, WinChance, win_chances};

/// Characters of a bar for certainty.
const BAR: usize = 40;

const EXAMPLES: &str = "Examples:
  motley pattern \"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\"
  motley pattern games.pgn --game 3 --svg game.svg
  motley pattern \"Ruy Lopez\" --json";

/// Show White's predicted chance of winning after every move of a game, as a table, JSON or a graph
///
/// Where the rules end the game (mate, stalemate, insufficient material; threefold repetition and fifty moves at its
/// last move), the result takes the place of the prediction.
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
    let name = args.game.name();
    let mut reader = args.reader.open()?;
    if game.castling_mode() == CastlingMode::Chess960 {
        return Err(Failure::call(format!("{name} is a game of Chess960: the nets have learnt none")));
    }
    let is_usual = game.start().board() == Chess::default().board() && game.start().turn().is_white();
    if !is_usual && !reader.reads_positions() {
        return Err(Failure::call(format!(
            "{name} does not begin in the initial position: this net reads such games only"
        )));
    }
    if game.moves().is_empty() {
        return Err(Failure::call(format!(
            "{name} has no moves: expected moves such as \"1. e4 e5 2. Nf3\", or a PGN file"
        )));
    }
    let chances = win_chances(&mut reader, &game)?;
    if let Some(path) = &args.svg {
        let title = title(&tags, chances.last().and_then(|last| last.ended.as_ref()));
        let chart = Chances { title, shares: chances.iter().map(|chance| chance.white).collect() };
        write_file(path, chart.svg())?;
    }
    print(&if args.json { as_json(&chances) } else { table(&chances, &tags) })?;
    Ok(Ended::Done)
}

const HEADING: &str = "White's chance of winning";

fn title(tags: &Tags, ended: Option<&GameEnd>) -> String {
    let players = match (tags.get("White"), tags.get("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}: "),
        _ => String::new(),
    };
    let end = ended.map_or(String::new(), |GameEnd { result, reason }| format!(" ({result}, {reason})"));
    format!("{players}{HEADING}{end}")
}

/// A line for each half move, what they show above them, and the result below.
fn table(chances: &[WinChance], tags: &Tags) -> String {
    let lines: String = chances.iter().map(line).collect();
    let result = match (chances.last().and_then(|last| last.ended.as_ref()), tags.get("Result")) {
        (Some(GameEnd { result, reason }), _) => format!("Result: {result}, {reason}\n"),
        (None, Some(result @ ("1-0" | "0-1" | "1/2-1/2"))) => format!("Result by the file: {result}\n"),
        _ => String::new(),
    };
    format!("{:<15}{HEADING}, if one side wins\n{lines}{result}", "")
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
        assert!(reason(&[]).contains("the game has no moves"));
        let king = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--moves", "Kd2"];
        assert_eq!(shown(&king), Ok(Ended::Done));
        assert!(reason(&[&king[..], &["--net", "Kumar"]].concat()).contains("initial position"));
        assert!(matches!(shown(&["/nowhere.pgn"]), Err(Failure::Job(_))));
        assert!(matches!(shown(&["e4 e5", "--file", "/nowhere.onnx"]), Err(Failure::Job(_))));
    }

    /// Each game of a file that is refused, and the words of the refusal.
    #[test]
    fn games_that_cannot_be_read_are_named() {
        let path = std::env::temp_dir().join(format!("motley-pattern-odd-{}.pgn", std::process::id()));
        let file = path.display().to_string();
        let games = [
            "[White \"Nobody\"]\n\n*\n\n",
            "e4 e5 (e5?? (c5 Nf3) Nf3) Nf3 {good (very)} *\n\n",
            "e4 -- d4 *\n\n",
            "e4 Z0 d4 *\n\n",
            "[Variant \"Chess960\"]\n[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1\"]\n\ne4 e5 *\n\n",
            "[Variant \"Chess960\"]\n\ne4 e5 *\n\n",
            "[Variant \"Bughouse\"]\n\ne4 e5 *\n\n",
            "e4 e5 *\n\n",
        ];
        fs::write(&path, games.concat()).expect("a file for the test");
        let game = |number: usize| shown(&[&file, "--game", &number.to_string()]);
        for (number, words) in [
            (1, "game 1 of"),
            (3, "half move 2 of game 3, `--`"),
            (4, "half move 2 of game 4, `--`"),
            (5, "game 5 of"),
            (6, "game 6 cannot be read"),
            (7, "game 7 cannot be read"),
            (9, "there is no game 9"),
        ] {
            let (Err(Failure::Call(reason)) | Err(Failure::Job(reason))) = game(number) else {
                panic!("game {number} is not refused")
            };
            assert!(reason.contains(words) && reason.contains(&file), "game {number}: {reason}");
            assert_eq!(reason.lines().count(), 1, "{reason}");
        }
        for number in [2, 8] {
            assert_eq!(game(number), Ok(Ended::Done), "game {number}: variations are passed over");
        }
        fs::remove_file(path).expect("the test's own file");
    }

    #[test]
    fn a_game_of_more_than_a_thousand_half_moves_is_read() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(260);
        assert_eq!(shown(&[&moves]), Ok(Ended::Done));
    }

    #[test]
    fn the_table_says_whose_chance_it_is_and_how_the_game_ended() {
        let chance = |ended| WinChance { ply: 1, san: "Rd8#".to_owned(), white: 1.0, draw: 0.0, ended };
        let mate = GameEnd { result: "1-0", reason: "checkmate".to_owned() };
        let mut tags = Tags::default();
        let text = table(&[chance(Some(mate.clone()))], &tags);
        assert!(text.contains("White's chance of winning") && text.ends_with("Result: 1-0, checkmate\n"), "{text}");
        assert!(text.contains("100 %"), "{text}");
        assert!(title(&tags, Some(&mate)).ends_with("(1-0, checkmate)"));
        tags.push("Result", "0-1");
        assert!(table(&[chance(None)], &tags).ends_with("Result by the file: 0-1\n"));
        tags = Tags::default();
        tags.push("Result", "*");
        assert!(!table(&[chance(None)], &tags).contains("Result"));
    }

    #[test]
    fn lines_have_a_bar_as_long_as_the_chance() {
        let line = line(&WinChance { ply: 4, san: "Nf6".to_owned(), white: 0.25, draw: 0.3, ended: None });
        assert!(line.starts_with("  2. … Nf6") && line.contains("25 %"), "{line}");
        assert_eq!((line.matches('█').count(), line.matches(['█', '░']).count()), (BAR / 4, BAR), "{line}");
    }
}
