//! `motley pattern`: who will win, predicted after every move of a game.

use std::path::PathBuf;

use serde::Serialize;

use crate::chess::notation::{numbered_line, plies_before};
use crate::cli::args::force::ForceArg;
use crate::cli::args::position::PositionArgs;
use crate::cli::args::reader::ReaderArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::as_json;
use crate::engine::Game;
use crate::games::pgn::Tags;
use crate::nets::pattern::{ExpectedMove, Reader};
use crate::personalities::mockfish::PROPORTIONAL;
use crate::picture::chart::Chances;
use crate::studies::predictions::continuation::{ContinueError, MoveChoice, continue_game};
use crate::studies::predictions::winner::{Ended as GameEnd, WinChance, check_beginning, win_chances};

/// Characters of a bar for certainty.
const BAR: usize = 40;

/// Plies that the net adds to a game at most: more than any game that it has learnt from has.
const MOST_CONTINUED: i64 = 1000;

const EXAMPLES: &str = "Examples:
  motley pattern \"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\" --json
  motley pattern games.pgn --game 3 --svg game.svg
  motley pattern \"1. e4 e5 2. Nf3\" --continue 10 --seed 7";

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
    #[command(flatten)]
    going_on: ContinueArgs,
    /// Write the graph into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// How the game goes on.
#[derive(clap::Args, Clone, Debug)]
struct ContinueArgs {
    /// Let the net continue the game by up to N half moves: each time the legal move that it expects most
    #[arg(long = "continue", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_CONTINUED))]
    half_moves: Option<u16>,
    /// Sample these moves at a temperature in hundredths, 0 to 200; at 100, in proportion to how much the net expects
    /// them [default: 100 with --seed]
    #[arg(long, value_name = "N", requires = "half_moves", value_parser = clap::value_parser!(u8).range(0..=200))]
    temperature: Option<u8>,
    /// Sample these moves with a random seed; 0 uses a different seed each time [default: 0 with --temperature]
    #[arg(long, value_name = "N", requires = "half_moves")]
    seed: Option<u64>,
}

impl ContinueArgs {
    fn choice(&self) -> MoveChoice {
        let usual = if self.seed.is_some() { PROPORTIONAL } else { 0 };
        MoveChoice::new(self.temperature.unwrap_or(usual), self.seed.unwrap_or_default())
    }

    /// The plies that the net adds to the game; none where they are not asked for.
    fn continued(&self, reader: &mut Reader, game: &Game, name: &str) -> Result<Vec<ExpectedMove>, Failure> {
        let Some(half_moves) = self.half_moves else { return Ok(Vec::new()) };
        continue_game(reader, game, usize::from(half_moves), &mut self.choice()).map_err(|error| match error {
            ContinueError::Net(error) => Failure::job(error),
            error => Failure::call(format!("{name} cannot be continued: {error}")),
        })
    }
}

/// Runs `motley pattern`.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.svg.as_deref(), [])?;
    let (game, tags) = args.game.game_with_tags()?;
    let name = args.game.name();
    let mut reader = args.reader.open()?;
    check_beginning(&reader, &game).map_err(|error| Failure::call(format!("{name} cannot be read: {error}")))?;
    if game.moves().is_empty() && args.going_on.half_moves.is_none() {
        return Err(Failure::call(format!(
            "{name} has no moves: expected moves such as \"1. e4 e5 2. Nf3\", or a PGN file"
        )));
    }
    let continued = args.going_on.continued(&mut reader, &game, &name)?;
    let mut whole = game.clone();
    continued.iter().for_each(|one| whole.play(one.mv));
    let chances = win_chances(&mut reader, &whole)?;
    if let Some(path) = &args.svg {
        let title = title(&tags, chances.last().and_then(|last| last.chance.ended.as_ref()));
        let chart = Chances { title, shares: chances.iter().map(|one| one.chance.white).collect() };
        write_file(path, chart.svg())?;
    }
    let rows = rows(chances, &continued);
    print(&if args.json {
        as_json(&rows)
    } else {
        table(&rows, &tags, plies_before(game.start())) + &in_words(&game, &continued)
    })?;
    Ok(Ended::Done)
}

/// A ply, of the game or after it.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    half_move: WinChance,
    /// Present if the net has added the move: how much it expected it, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<f32>,
}

/// The plies, the last of which the net has added.
fn rows(chances: Vec<WinChance>, continued: &[ExpectedMove]) -> Vec<Row> {
    let of_game = chances.len() - continued.len();
    let expected = std::iter::repeat_n(None, of_game).chain(continued.iter().map(|one| Some(one.probability)));
    chances.into_iter().zip(expected).map(|(half_move, expected)| Row { half_move, expected }).collect()
}

/// "Continued: 2. Nf3 Nc6", the moves that the net adds after the game; nothing where it adds none.
fn in_words(game: &Game, continued: &[ExpectedMove]) -> String {
    if continued.is_empty() {
        return String::new();
    }
    let moves: Vec<_> = continued.iter().map(|one| one.mv).collect();
    format!("Continued: {}\n", numbered_line(game.position(), &moves))
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

/// A line for each ply, what they show above them, and the result below. `before` are the plies before the first row.
fn table(rows: &[Row], tags: &Tags, before: usize) -> String {
    let lines: String = rows.iter().map(|row| line(row, before)).collect();
    let (ended, is_continued) =
        rows.last().map_or((None, false), |last| (last.half_move.chance.ended.as_ref(), last.expected.is_some()));
    let result = match (ended, tags.get("Result")) {
        (Some(GameEnd { result, reason }), _) => format!("Result: {result}, {reason}\n"),
        (None, Some(result @ ("1-0" | "0-1" | "1/2-1/2"))) if !is_continued => {
            format!("Result by the file: {result}\n")
        }
        _ => String::new(),
    };
    format!("{:<15}{HEADING}, if one side wins\n{lines}{result}", "")
}

/// " 12. … Nf6    43 %  ███░░░░", and for a move that the net has added "  expected 61 %" after it.
fn line(Row { half_move: WinChance { ply, san, chance }, expected }: &Row, before: usize) -> String {
    let ply = before + ply;
    let number = ply.div_ceil(2);
    let dots = if ply % 2 == 1 { "" } else { "… " };
    let bar = "█".repeat((chance.white * BAR as f64).round() as usize);
    let expected = expected.map_or_else(String::new, |share| format!("  expected {:.0} %", 100.0 * share));
    let san = format!("{dots}{san}");
    format!("{number:>3}. {san:<10} {:>3.0} %  {bar:░<BAR$}{expected}\n", 100.0 * chance.white)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::testing::parsed;
    use crate::studies::predictions::winner::Chance;

    fn shown(words: &[&str]) -> CommandResult {
        run(&parsed(words))
    }

    fn half_move(ply: usize, white: f64, ended: Option<GameEnd>) -> WinChance {
        WinChance { ply, san: "Nf6".to_owned(), chance: Chance { white, draw: 0.0, ended } }
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
            (3, "game 3 (line 7, after 1. e4): -- is a null move"),
            (4, "game 4 (line 9, after 1. e4): Z0 is a null move"),
            (5, "game 5 of"),
            (6, "game 6 of"),
            (7, "game 7 (line 20): games of the variant `Bughouse` cannot be read"),
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
    fn a_game_is_continued_also_from_its_beginning_and_from_a_position() {
        let king = ["4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "--continue", "4", "--json"];
        for words in [&["e4 e5", "--continue", "10"][..], &["--continue=3", "--seed", "7"], &king] {
            assert_eq!(shown(words), Ok(Ended::Done), "{words:?}");
        }
        let mut game = Game::default();
        game.play_uci("e2e4").expect("a legal move");
        let continued = ExpectedMove { mv: game.read_uci("e7e5").expect("a legal move"), probability: 0.5 };
        assert_eq!(in_words(&game, &[continued]), "Continued: 1... e5\n");
        let rows = rows(vec![half_move(1, 0.5, None), half_move(2, 0.5, None)], &[continued]);
        assert_eq!(rows.iter().map(|row| row.expected).collect::<Vec<_>>(), [None, Some(0.5)]);
        assert_eq!(as_json(&rows).matches("expected").count(), 1);
    }

    #[test]
    fn what_cannot_be_continued_is_refused() {
        for (words, part) in [
            (&["e4", "--net", "Kumar", "--continue", "5"][..], "this net proposes no moves"),
            (&["f3 e5 g4 Qh4#", "--continue", "5"], "the game is over (checkmate)"),
        ] {
            let refused = shown(words);
            assert!(matches!(&refused, Err(Failure::Call(reason)) if reason.contains(part)), "{words:?}: {refused:?}");
        }
        for flags in ["e4 --continue 0", "e4 --continue 1001", "e4 --continue x", "e4 --seed 7", "e4 --temperature 201"]
        {
            let words: Vec<String> =
                ["motley", "pattern"].into_iter().chain(flags.split(' ')).map(String::from).collect();
            assert!(crate::cli::check_arguments(&words).is_err(), "{flags}");
        }
    }

    #[test]
    fn a_game_of_more_than_a_thousand_half_moves_is_read() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(260);
        assert_eq!(shown(&[&moves]), Ok(Ended::Done));
    }

    #[test]
    fn the_table_says_whose_chance_it_is_and_how_the_game_ended() {
        let row = |ended, expected| Row { half_move: half_move(1, 1.0, ended), expected };
        let mate = GameEnd { result: "1-0", reason: "checkmate".to_owned() };
        let mut tags = Tags::default();
        let text = table(&[row(Some(mate.clone()), None)], &tags, 0);
        assert!(text.contains("White's chance of winning") && text.ends_with("Result: 1-0, checkmate\n"), "{text}");
        assert!(text.contains("100 %"), "{text}");
        assert!(title(&tags, Some(&mate)).ends_with("(1-0, checkmate)"));
        tags.push("Result", "0-1");
        assert!(table(&[row(None, None)], &tags, 0).ends_with("Result by the file: 0-1\n"));
        let continued = table(&[row(None, None), row(None, Some(0.25))], &tags, 0);
        assert!(continued.ends_with("█  expected 25 %\n"), "the file's result is not that of {continued}");
        tags = Tags::default();
        tags.push("Result", "*");
        assert!(!table(&[row(None, None)], &tags, 0).contains("Result"));
    }

    #[test]
    fn lines_have_a_bar_as_long_as_the_chance() {
        let row = Row { half_move: half_move(4, 0.25, None), expected: None };
        assert!(line(&row, 79).starts_with(" 42. Nf6"), "a game that begins with Black's 40th move");
        let line = line(&row, 0);
        assert!(line.starts_with("  2. … Nf6") && line.contains("25 %"), "{line}");
        assert_eq!((line.matches('█').count(), line.matches(['█', '░']).count()), (BAR / 4, BAR), "{line}");
    }
}
