//! `motley-lab evaluate`: how accurate nets are on games that they have not seen, and other measures on games.

mod characters;
mod mates;
mod mockfish;
mod pattern;
mod play;
mod prove;
mod rated;
mod resignations;
mod review;
mod textbook;
mod themes;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Subcommand;
use serde::Serialize;

use motley::cli::args::force::ForceArg;
use motley::cli::args::split::PartArgs;
use motley::cli::args::threads::{cores, threads};
use motley::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use motley::cli::terminal::as_json;
use motley::games::inputs::InputCounts;

/// Measure the nets, the levels, `motley prove`, Textbook and the themes of mistakes
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: EvaluateCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum EvaluateCommand {
    /// Measure whether a level makes the same errors as people of its rating
    ///
    /// A search scores every legal move. The command compares what people lost by their moves with what the level of
    /// the same rating would lose on average in the same positions.
    Rated(rated::Args),
    /// Measure how often a level finds mates, hanging queens and basic endings, beside people of its rating
    Mates(mates::Args),
    /// Measure what each option of a character changes, in games against a player without it
    Characters(characters::Args),
    /// Measure how often Mockfish's nets predict the move that was played
    Mockfish(mockfish::Args),
    /// Measure how often Pattern's nets predict the side that won
    ///
    /// The command uses only games that one side won and that began in the initial position. It takes positions after
    /// the first half move and before the last one.
    Pattern(pattern::Args),
    /// Measure what a move of players of each rating loses on average by a shallow search; `motley generate
    /// --rationality` uses this table
    Play(play::Args),
    /// Measure for how many positions from games `motley prove` finds a proof
    Prove(prove::Args),
    /// Measure the ratings that `motley review` estimates from one game: how far off they are, and how often the
    /// interval holds the rating
    Review(review::Args),
    /// Measure when people of each rating resign and agree to a draw
    Resignations(resignations::Args),
    /// Let Textbook play Random, count what its search does, and measure what each of its techniques is worth
    Textbook(textbook::Args),
    /// Measure whether the themes of mistakes are explained rightly, on puzzles with themes given by hand
    Themes(themes::Args),
}

/// Runs `motley-lab evaluate`; [`Ended::WithFaults`] where games were faulty and left out.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        EvaluateCommand::Rated(args) => rated::run(args),
        EvaluateCommand::Mates(args) => mates::run(args),
        EvaluateCommand::Characters(args) => characters::run(args),
        EvaluateCommand::Mockfish(args) => mockfish::run(args),
        EvaluateCommand::Pattern(args) => pattern::run(args),
        EvaluateCommand::Play(args) => play::run(args),
        EvaluateCommand::Prove(args) => prove::run(args),
        EvaluateCommand::Review(args) => review::run(args),
        EvaluateCommand::Resignations(args) => resignations::run(args),
        EvaluateCommand::Textbook(args) => textbook::run(args),
        EvaluateCommand::Themes(args) => themes::run(args),
    }
}

/// The flags of a study of nets.
#[derive(clap::Args, Clone, Debug)]
struct StudyArgs {
    #[command(flatten)]
    part: PartArgs,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
    /// Write a chart of the result, as SVG, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// A study of nets, as JSON has it.
#[derive(Serialize)]
struct Study<N: Serialize, R: Serialize> {
    /// The net by its names.
    #[serde(flatten)]
    net: N,
    #[serde(flatten)]
    report: R,
    games: InputCounts,
    seconds: f64,
}

impl StudyArgs {
    /// A net for each thread, after a check that the picture can be written.
    fn load<T, E: Into<Failure>>(&self, load: impl Fn() -> Result<T, E>) -> Result<Vec<T>, Failure> {
        self.force.check(self.svg.as_deref(), [])?;
        (0..self.threads.get()).map(|_| load()).collect::<Result<_, E>>().map_err(Into::into)
    }

    /// Prints what a study found; `name` is the net's.
    fn show<N: Serialize, R: Serialize>(
        &self,
        name: &str,
        study: &Study<N, R>,
        table: impl FnOnce(&R) -> String,
        picture: impl FnOnce(&R) -> String,
    ) -> CommandResult {
        if let Some(path) = &self.svg {
            write_file(path, picture(&study.report))?;
        }
        print(&if self.json { as_json(study) } else { table(&study.report) + &last_lines(name, study) })?;
        Ok(if study.games.is_clean() { Ended::Done } else { Ended::WithFaults })
    }
}

impl<N: Serialize, R: Serialize> Study<N, R> {
    fn new(net: N, report: R, games: InputCounts, start: Instant) -> Study<N, R> {
        Study { net, report, games, seconds: start.elapsed().as_secs_f64() }
    }
}

fn last_lines<N: Serialize, R: Serialize>(name: &str, Study { games, seconds, .. }: &Study<N, R>) -> String {
    let mut text = format!(
        "{name}: {} taken, {} outside the filters, {} faulty, {seconds:.0} s\n",
        games.taken,
        games.filtered,
        games.unreadable + games.illegal
    );
    games.broken.iter().for_each(|fault| text.push_str(&format!("broke off: {fault}\n")));
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use motley::cli::testing::parsed;

    const GAMES: &str = "[WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\n\
                         e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0\n\n\
                         [WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n";

    /// Runs the command on a file with this name and content.
    fn evaluated(kind: &str, name: &str, content: &[u8], flags: &[&str]) -> CommandResult {
        let file = std::env::temp_dir().join(format!("motley-evaluate-{kind}-{}-{name}", std::process::id()));
        fs::write(&file, content).unwrap();
        let result = run(&parsed(&[&[kind, &file.display().to_string(), "--threads", "1"], flags].concat()));
        fs::remove_file(&file).unwrap();
        result
    }

    #[test]
    fn sound_games_and_puzzles_are_used() {
        let sound = |kind: &str, name: &str, content: &str, flags: &[&str]| {
            assert_eq!(evaluated(kind, name, content.as_bytes(), flags), Ok(Ended::Done), "{name} {flags:?}");
        };
        sound("mockfish", "sound.pgn", GAMES, &[]);
        sound("mockfish", "sampled.pgn", GAMES, &["--sample", "2", "--net", "auto", "--json"]);
        let puzzles = "PuzzleId,FEN,Moves,Rating\na,6k1/5ppp/8/8/8/8/8/R3K2r w - - 0 1,e1d2 h1a1,900\n";
        sound("mockfish", "puzzles.csv", puzzles, &["--net", "puzzle"]);
        sound("pattern", "whole.pgn", GAMES, &["--balance", "--json"]);
        sound("pattern", "policy.pgn", GAMES, &["--policy", "5"]);
    }

    #[test]
    fn the_exit_code_reports_what_was_left_out() {
        let faulty = format!("{GAMES}[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n[Variant \"Atomic\"]\n\ne4 *\n\n[Eve\n\n");
        for (kind, flag) in [("mockfish", "--sample"), ("pattern", "--positions")] {
            assert_eq!(evaluated(kind, "faulty.pgn", faulty.as_bytes(), &[flag, "1"]), Ok(Ended::WithFaults), "{kind}");
        }
        let mut cut = zstd::encode_all(GAMES.repeat(50_000).as_bytes(), 1).unwrap();
        cut.truncate(cut.len() / 2);
        assert_eq!(evaluated("mockfish", "cut.pgn.zst", &cut, &["--sample", "3"]), Ok(Ended::WithFaults));
    }

    #[test]
    fn without_games_or_nets_the_job_fails() {
        let failed = |result: CommandResult| matches!(result, Err(Failure::Job(_)));
        assert!(failed(evaluated("mockfish", "filtered.pgn", GAMES.as_bytes(), &["--min-elo", "2200"])));
        assert!(failed(evaluated("pattern", "drawn.pgn", b"[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n", &[])));
        let flags = ["--net", "Kumar", "--policy", "5"];
        let refused = evaluated("pattern", "no-policy.pgn", GAMES.as_bytes(), &flags);
        assert!(matches!(&refused, Err(Failure::Call(reason)) if reason.contains("proposes no moves")), "{refused:?}");
        for kind in ["mockfish", "pattern"] {
            assert!(failed(evaluated(kind, "no-net.pgn", GAMES.as_bytes(), &["--file", "/nowhere.onnx"])), "{kind}");
            assert!(failed(run(&parsed(&[kind, "/nowhere.pgn"]))), "{kind}");
        }
    }
}
