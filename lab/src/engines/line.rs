//! A line that another engine prints, read by the crate vampirc-uci.
//!
//! A thin layer stands before the crate for what it is known to read wrongly: numbers that it cannot hold end the
//! program or come out as others, an attribute that it does not know swallows the rest of the line, and some lines are
//! unknown to it. The tests keep each of these faults, so that an update of the crate that mends one is noticed.

use shakmaty::uci::UciMove;
use vampirc_uci::{UciInfoAttribute, UciMessage, parse_strict};

use motley::engine::ScoreKind;

/// A line of an engine, as far as we need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
    /// The engine's name.
    Name(String),
    /// The name of an option that it has.
    Option(String),
    UciOk,
    ReadyOk,
    Info(InfoLine),
    /// The move as the engine wrote it, which need not be one: `(none)` stands for no move.
    BestMove(String),
}

/// An `info` line with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// The rank among the best lines, from 1; none where the engine does not say.
    rank: Option<u16>,
    /// Mates beyond 127 moves count as 127.
    pub score: ScoreKind,
    /// Not a bound.
    pub is_exact: bool,
    variation: Vec<String>,
}

/// The lines that are read; on others the crate has faults that are none of our business.
const COMMANDS: [&str; 6] = ["id", "option", "uciok", "readyok", "info", "bestmove"];

impl EngineLine {
    /// Reads a line; `None` for one that says nothing that we need.
    pub fn read(line: &str) -> Option<EngineLine> {
        let line = line.trim();
        let command = line.split_whitespace().next().filter(|word| COMMANDS.contains(word))?;
        let message = match command {
            "info" => parse_strict(&readable_info(line)),
            _ => parse_strict(line),
        };
        match message.ok().and_then(|mut messages| messages.pop()) {
            Some(UciMessage::Id { name, .. }) => name.map(EngineLine::Name),
            Some(UciMessage::Option(option)) => Some(EngineLine::Option(option.get_name().to_owned())),
            Some(UciMessage::UciOk) => Some(EngineLine::UciOk),
            Some(UciMessage::ReadyOk) => Some(EngineLine::ReadyOk),
            Some(UciMessage::Info(attributes)) => InfoLine::of(attributes).map(EngineLine::Info),
            Some(UciMessage::BestMove { best_move, .. }) => Some(EngineLine::BestMove(best_move.to_string())),
            _ => unknown_to_the_crate(command, line),
        }
    }
}

impl InfoLine {
    fn of(attributes: Vec<UciInfoAttribute>) -> Option<InfoLine> {
        let (mut rank, mut score, mut is_exact, mut variation) = (None, None, true, Vec::new());
        for attribute in attributes {
            match attribute {
                UciInfoAttribute::MultiPv(number) => rank = Some(number),
                UciInfoAttribute::Score { cp, mate, lower_bound, upper_bound } => {
                    let mate = mate.map(|moves| ScoreKind::Mate(moves.into()));
                    score = cp.map(ScoreKind::Centipawns).or(mate);
                    is_exact = lower_bound.is_none() && upper_bound.is_none();
                }
                UciInfoAttribute::Pv(moves) => variation = moves.iter().map(ToString::to_string).collect(),
                _ => {}
            }
        }
        Some(InfoLine { rank, score: score?, is_exact, variation })
    }

    pub fn is_best(&self) -> bool {
        self.rank.is_none_or(|rank| rank == 1)
    }

    /// The move and its score in centipawns, where the variation ends with the move itself: the engine saw nothing to
    /// capture behind it.
    pub fn weighed_move(&self) -> Option<(UciMove, i32)> {
        let score = self.centipawns().filter(|_| self.is_exact)?;
        let [only] = &self.variation[..] else { return None };
        Some((only.parse().ok()?, score))
    }

    /// The first move of the variation, and its score.
    pub fn first_move(&self) -> Option<(UciMove, ScoreKind)> {
        let word = self.variation.first().filter(|_| self.is_exact)?;
        Some((word.parse().ok()?, self.score))
    }

    pub fn centipawns(&self) -> Option<i32> {
        match self.score {
            ScoreKind::Centipawns(score) => Some(score),
            ScoreKind::Mate(_) => None,
        }
    }
}

/// The attributes of an `info` line that we need. On some of the others the crate panics, or reads another number.
const NEEDED: [&str; 3] = ["multipv", "score", "pv"];
/// The largest numbers that the crate can hold.
const LINES: i64 = 65_535;
const MATE: i64 = 127;
const CENTIPAWNS: i64 = 999_999_999;

/// An `info` line with what we need of it and the crate reads.
fn readable_info(line: &str) -> String {
    let mut kept = vec!["info".to_owned()];
    // The attribute that is being read, and where it begins.
    let mut attribute: Option<(&str, usize)> = None;
    // Free text follows `string`; the empty word ends the last attribute.
    for word in line.split_whitespace().skip(1).take_while(|&word| word != "string").chain([""]) {
        let needed = NEEDED.contains(&word);
        if !needed
            && let Some((name, _)) = attribute
            && let Some(argument) = readable_argument(name, kept.last(), word)
        {
            kept.push(argument);
            continue;
        }
        // An attribute without a value is none, and a variation with a word that is no move, as `0000` or `(none)`, is
        // not to look shorter. The names of attributes are letters.
        if let Some((name, start)) = attribute
            && (kept.len() == start + 1 || name == "pv" && !word.bytes().all(|byte| byte.is_ascii_lowercase()))
        {
            kept.truncate(start);
        }
        attribute = needed.then_some((word, kept.len()));
        kept.extend(needed.then(|| word.to_owned()));
    }
    kept.join(" ")
}

/// A word of an attribute, where the crate reads it there.
fn readable_argument(attribute: &str, before: Option<&String>, word: &str) -> Option<String> {
    let number = |least: i64, largest: i64| Some(word.parse::<i64>().ok()?.clamp(least, largest).to_string());
    match (attribute, before.map(String::as_str)) {
        ("pv", _) => matches!(word.parse(), Ok(UciMove::Normal { .. })).then(|| word.to_owned()),
        ("score", Some("cp")) => number(-CENTIPAWNS, CENTIPAWNS),
        ("score", Some("mate")) => number(-MATE, MATE),
        ("score", _) => ["cp", "mate", "lowerbound", "upperbound"].contains(&word).then(|| word.to_owned()),
        ("multipv", Some("multipv")) => number(1, LINES),
        _ => None,
    }
}

/// Lines in order that the crate cannot read: moves that are none, and options with a default or a value that begins
/// like a word of the protocol, or with no default after `default`.
fn unknown_to_the_crate(command: &str, line: &str) -> Option<EngineLine> {
    match command {
        "bestmove" => Some(EngineLine::BestMove(line.split_whitespace().nth(1).unwrap_or_default().to_owned())),
        "option" => {
            let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
            Some(EngineLine::Option(name.trim().to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use vampirc_uci::parse_one;

    use super::*;

    fn info(line: &str) -> Option<InfoLine> {
        match EngineLine::read(line) {
            Some(EngineLine::Info(info)) => Some(info),
            None => None,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    /// Returns true if the crate alone reads a line to its end, knows all that is in it, and writes it again as it was.
    fn crate_reads(line: &str) -> bool {
        let Ok(message) = catch_unwind(|| parse_one(line)) else { return false };
        !message.is_unknown() && !swallows(&message) && message.to_string() == line
    }

    fn swallows(message: &UciMessage) -> bool {
        let UciMessage::Info(attributes) = message else { return false };
        attributes.iter().any(|attribute| matches!(attribute, UciInfoAttribute::Any(..)))
    }

    #[test]
    fn standard_lines_are_read_by_the_crate() {
        for (line, expected) in [
            ("id name Stockfish 15.1", Some(EngineLine::Name("Stockfish 15.1".to_owned()))),
            ("id author the Stockfish developers", None),
            ("uciok", Some(EngineLine::UciOk)),
            ("readyok", Some(EngineLine::ReadyOk)),
            ("option name Use NNUE type check default true", Some(EngineLine::Option("Use NNUE".to_owned()))),
            ("option name Hash type spin default 16 min 1 max 33554432", Some(EngineLine::Option("Hash".to_owned()))),
            ("option name Clear Hash type button", Some(EngineLine::Option("Clear Hash".to_owned()))),
            ("bestmove e7e8q ponder a1a2", Some(EngineLine::BestMove("e7e8q".to_owned()))),
        ] {
            assert!(crate_reads(line), "{line}");
            assert_eq!(EngineLine::read(line), expected, "{line}");
        }
        for line in ["", "Stockfish 15.1 by the Stockfish developers", "go depth 300", "readyoks", "registration ok"] {
            assert_eq!(EngineLine::read(line), None, "{line}");
        }
    }

    #[test]
    fn scores_of_the_best_line_are_read_and_bounds_are_marked() {
        for (line, score) in [
            (
                "info depth 7 seldepth 9 multipv 1 score cp -13 nodes 700 pv e2e4",
                Some((ScoreKind::Centipawns(-13), true)),
            ),
            ("info depth 7 score mate -2 lowerbound nodes 700", Some((ScoreKind::Mate(-2), false))),
            ("info depth 7 multipv 2 score cp 5 pv e2e4", None),
            ("info string score cp 5", None),
            ("info depth 7 string score cp 5", None),
            ("info depth 7 currmove e2e4", None),
            ("score cp 5", None),
        ] {
            let read = info(line).filter(InfoLine::is_best).map(|info| (info.score, info.is_exact));
            assert_eq!(read, score, "{line}");
        }
    }

    #[test]
    fn a_move_is_weighed_where_its_line_ends_with_it() {
        let read = |line: &str| info(line)?.weighed_move().map(|(mv, score)| (mv.to_string(), score));
        let head = "info depth 1 seldepth 1 multipv 3 score cp -13";
        assert_eq!(read(&format!("{head} nodes 40 pv e2e4")), Some(("e2e4".to_owned(), -13)));
        assert_eq!(read(&format!("{head} nodes 40 pv e2e4 d7d5")), None);
        assert_eq!(read(&format!("{head} nodes 40 pv e2e4 0000")), None);
        assert_eq!(read(&format!("{head} lowerbound nodes 40 pv e2e4")), None);
        assert_eq!(read("info depth 1 score mate 1 pv d8h4"), None);
    }

    /// Each line with what we read of it: the score and, where it is one move long, the variation.
    #[test]
    fn known_faults_of_the_crate_on_info_lines() {
        use ScoreKind::{Centipawns, Mate};
        for (fault, line, score) in [
            ("panics: depths from 256 to 999", "info depth 300 score cp 1 pv e2e4", Centipawns(1)),
            ("panics: depths from 256 to 999", "info depth 5 seldepth 256 score cp 1 pv e2e4", Centipawns(1)),
            ("drops the rest", "info depth 1000 score cp 1 pv e2e4", Centipawns(1)),
            ("drops the rest", "info nodes 1234567890123 score cp 1 pv e2e4", Centipawns(1)),
            ("drops the rest", "info nps 99999999999999 score cp 1 pv e2e4", Centipawns(1)),
            ("reads -56", "info score mate 200 pv e2e4", Mate(127)),
            ("reads 56", "info score mate -200 pv e2e4", Mate(-127)),
            ("reads 1410065407", "info score cp 9999999999 pv e2e4", Centipawns(999_999_999)),
            ("reads no score", "info depth 5 score cp +13 pv e2e4", Centipawns(13)),
            ("reads no score", "info depth -1 score cp 1 pv e2e4", Centipawns(1)),
        ] {
            assert!(!crate_reads(line), "{fault}: {line}");
            let read = info(line).expect(line);
            assert_eq!(read.score, score, "{fault}: {line}");
            assert_eq!(read.variation, ["e2e4"], "{fault}: {line}");
        }
    }

    /// The crate takes what it does not know, with all that follows, for one attribute.
    #[test]
    fn known_faults_of_the_crate_on_attributes_that_it_does_not_know() {
        for line in [
            "info depth 5 score cp 1 wdl 10 900 90 nodes 5 pv e2e4",
            "info depth 5 movesleft 40 score cp 1 pv e2e4",
            "info depth 5 currmove e2e4 currmovenumber 1 score cp 1 pv e2e4",
        ] {
            assert!(swallows(&parse_one(line)), "{line}");
            let read = info(line).expect(line);
            assert_eq!((read.score, &read.variation[..]), (ScoreKind::Centipawns(1), &["e2e4".to_owned()][..]));
        }
        let with_null_move = "info depth 5 score cp 1 pv e2e4 0000 d7d5";
        assert!(swallows(&parse_one(with_null_move)), "`0000` is an attribute");
        assert_eq!(info(with_null_move).map(|info| info.variation), Some(Vec::new()));
        let without_moves = "info depth 5 score cp 1 pv";
        assert!(!crate_reads(without_moves));
        assert_eq!(info(without_moves).map(|info| info.score), Some(ScoreKind::Centipawns(1)));
    }

    #[test]
    fn known_faults_of_the_crate_on_moves_that_are_none() {
        for mv in ["0000", "(none)", "NULL"] {
            let line = format!("bestmove {mv}");
            assert!(parse_one(&line).is_unknown(), "{line}");
            assert_eq!(EngineLine::read(&line), Some(EngineLine::BestMove(mv.to_owned())));
        }
        let line = "bestmove e2e4 ponder (none)";
        assert!(!crate_reads(line));
        assert_eq!(EngineLine::read(line), Some(EngineLine::BestMove("e2e4".to_owned())));
    }

    #[test]
    fn known_faults_of_the_crate_on_options() {
        for (line, name) in [
            ("option name Style type combo default Minimal var Minimal var Solid", "Style"),
            ("option name Style type combo default Solid var Solid var Various", "Style"),
            ("option name Log File type string default", "Log File"),
            ("option name X type spin min 0 max 9 default 3", "X"),
            ("option name X type spin default 3 min 0 max 99999999999999", "X"),
            ("option name Typewriter type check default false", "Typewriter"),
            ("option name Net type file default x", "Net"),
        ] {
            assert!(!crate_reads(line), "{line}");
            assert_eq!(EngineLine::read(line), Some(EngineLine::Option(name.to_owned())), "{line}");
        }
        // A space at the end stays in the text.
        let line = "id name  Foo  ";
        assert!(matches!(parse_one(line), UciMessage::Id { name: Some(name), .. } if name == "Foo  "));
        assert_eq!(EngineLine::read(line), Some(EngineLine::Name("Foo".to_owned())));
    }
}
