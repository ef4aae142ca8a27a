//! A line → a typed command.

use crate::engine::quote;
use crate::uci::bench_command::BenchCommand;
use crate::uci::fault::Fault;
use crate::uci::go::Go;
use crate::uci::gui_line;
use crate::uci::position::PositionCommand;

/// A command of the protocol, or one of our own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    Debug(bool),
    IsReady,
    Register,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position(PositionCommand),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// `d`: show the board.
    Board,
    Eval,
    /// `flip`: the same position with the colours exchanged.
    Flip,
    Bench(BenchCommand),
    Help,
}

/// Every command with its usage, as `help` and the error lines show it.
pub const USAGES: &[(&str, &str, &str)] = &[
    ("uci", "uci", "name the engine and list its options"),
    ("isready", "isready", "answer readyok when everything is loaded; also during a search"),
    ("setoption", "setoption name NAME [value VALUE]", "set an option or press a button"),
    ("ucinewgame", "ucinewgame", "start a new game: clear what was kept from the last one"),
    ("position", "position startpos|fen FEN [moves MOVE…]", "set up a position; FENs have four to six fields"),
    (
        "go",
        "go [wtime|btime|winc|binc|movetime MS] [movestogo|depth|nodes|mate N] [infinite] [ponder] [searchmoves MOVE…]",
        "search; all limits hold together, and what cannot be read is named and left out",
    ),
    ("go", "go perft DEPTH", "count the leaves below every move"),
    ("stop", "stop", "end the search with the best move so far"),
    ("ponderhit", "ponderhit", "the expected move was played: search on, the clock running"),
    ("debug", "debug on|off", "report how each command was read"),
    ("register", "register later|name NAME code CODE", "accepted, never needed"),
    ("quit", "quit", "end the program"),
    ("d", "d", "show the board; after a refused `position` as far as that could be set up"),
    ("flip", "flip", "exchange the colours of the position"),
    ("eval", "eval", "explain the static evaluation, where the player has one"),
    (
        "bench",
        "bench [DEPTH], bench HASH THREADS [LIMIT [default|current|FILE [depth|nodes|movetime|perft]]]",
        "search fixed positions, or those of a file with a FEN a line, and count nodes",
    ),
    ("help", "help", "list the commands, personalities and options"),
];

impl Command {
    /// Reads a normalised line.
    ///
    /// # Errors
    /// A [`Fault`] with what was wrong and what was expected.
    pub fn read(line: &str) -> Result<Command, Fault> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let Some((_, usage, _)) = USAGES.iter().find(|(name, ..)| *name == word) else {
            return Err(Fault::UnknownCommand(quote(word)));
        };
        let misread = || Fault::Usage { given: quote(line), usage };

        match word {
            "go" => return Ok(Command::Go(Box::new(Go::read(words)))),
            "position" => return Ok(Command::Position(PositionCommand::read(words)?)),
            "bench" => return BenchCommand::read(words).map(Command::Bench).ok_or_else(misread),
            _ => {}
        }
        // Our own single words; the protocol's other commands.
        match line {
            "d" => Ok(Command::Board),
            "flip" => Ok(Command::Flip),
            "eval" => Ok(Command::Eval),
            "help" => Ok(Command::Help),
            _ => gui_line::read(line).ok_or_else(misread),
        }
    }

    /// The command's first word.
    pub fn word(&self) -> &'static str {
        match self {
            Command::Uci => "uci",
            Command::Debug(_) => "debug",
            Command::IsReady => "isready",
            Command::Register => "register",
            Command::SetOption { .. } => "setoption",
            Command::NewGame => "ucinewgame",
            Command::Position(_) => "position",
            Command::Go(_) => "go",
            Command::Stop => "stop",
            Command::PonderHit => "ponderhit",
            Command::Quit => "quit",
            Command::Board => "d",
            Command::Flip => "flip",
            Command::Eval => "eval",
            Command::Bench(_) => "bench",
            Command::Help => "help",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> (String, String) {
        match Command::read(line) {
            Ok(Command::SetOption { name, value }) => (name, value),
            other => panic!("{line} is read as {other:?}"),
        }
    }

    fn refusal(line: &str) -> String {
        match Command::read(line) {
            Err(fault) => fault.to_string(),
            Ok(command) => panic!("{line} is read as {command:?}"),
        }
    }

    #[test]
    fn single_words_stand_alone() {
        assert_eq!(Command::read("isready").unwrap(), Command::IsReady);
        assert_eq!(Command::read("debug  on").unwrap(), Command::Debug(true));
        assert_eq!(refusal("isreadyfoo"), "unknown command `isreadyfoo`, `help` lists those that are known");
        assert_eq!(refusal("isready now"), "cannot read `isready now`: expected `isready`");
        assert_eq!(refusal("debug onward"), "cannot read `debug onward`: expected `debug on|off`");
        assert_eq!(refusal("d d"), "cannot read `d d`: expected `d`");
    }

    #[test]
    fn what_is_no_bench_is_refused() {
        assert_eq!(Command::read("bench 9").unwrap().word(), "bench");
        for line in ["bench 0", "bench deep", "bench 9 0"] {
            assert!(refusal(line).contains("expected `bench [DEPTH], bench HASH"), "{line}");
        }
    }

    #[test]
    fn option_names_and_values_may_hold_spaces() {
        assert_eq!(option("setoption name Move  Overhead value 30"), ("Move Overhead".to_owned(), "30".to_owned()));
        assert_eq!(option("setoption name BookFile value my  books/a b.bin").1, "my  books/a b.bin");
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".to_owned(), String::new()));
        assert_eq!(option("setoption name SyzygyPath value"), ("SyzygyPath".to_owned(), String::new()));
        assert_eq!(option("setoption name SyzygyPath value <empty>").1, "<empty>");
        for line in [
            "setoption",
            "setoption name",
            "setoption Hash 16",
            "setoption name value 16",
            "setoption name BookFile values x",
        ] {
            assert!(refusal(line).ends_with("expected `setoption name NAME [value VALUE]`"), "{line}");
        }
    }

    #[test]
    fn registration() {
        assert_eq!(Command::read("register later").unwrap(), Command::Register);
        assert_eq!(Command::read("register name Stefan MK code 4359874324").unwrap(), Command::Register);
        for line in ["register", "register later or never", "register name code 1", "register name Stefan code"] {
            assert!(refusal(line).ends_with("expected `register later|name NAME code CODE`"), "{line}");
        }
    }

    #[test]
    fn trailing_space_large_depths_and_unknown_words() {
        let go = |line: &str| match Command::read(line) {
            Ok(Command::Go(go)) => *go,
            other => panic!("{line} is read as {other:?}"),
        };
        assert_eq!(go("go depth 300 ").limits.depth, Some(300));
        assert_eq!(go("go infinite\t").limits, go("go infinite").limits);
        assert_eq!(go("go").limits, Default::default());
        assert_eq!(go("go perft 4").perft, Some(4));
        assert!(go("go ponder wtime 1").limits.ponder);
        assert!(refusal("gofoo").starts_with("unknown command"));
        assert!(refusal("position startposfoo").starts_with("position: `startposfoo` is not known"));
        assert!(refusal("bestmove 0000").starts_with("unknown command"), "engine-bound commands only");
        assert!(refusal("id name x").starts_with("unknown command"));
    }
}
