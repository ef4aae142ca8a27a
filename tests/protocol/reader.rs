//! The independent reader: the crate vampirc-uci reads every line that the engine prints in these tests, and what it
//! understands, written as a line again, must be what was printed. [`EXCEPTIONS`] lists what it cannot read.

use std::panic::catch_unwind;

use vampirc_uci::{UciInfoAttribute, UciMessage, parse_one};

/// The words with which the lines of an engine begin.
const PROTOCOL: [&str; 8] = ["id", "uciok", "readyok", "bestmove", "copyprotection", "registration", "info", "option"];

/// A shape of lines that the crate cannot read as they are.
struct Exception {
    reason: &'static str,
    /// The line that the crate is given instead of a line of this shape, and what it is to write of it; empty lines
    /// where there is nothing to read.
    instead: fn(&str) -> Option<(String, String)>,
}

fn both(line: String) -> (String, String) {
    (line.clone(), line)
}

const EXCEPTIONS: [Exception; 4] = [
    Exception {
        reason: "it knows neither the null move, the answer to `go` without a position, nor `(none)`, without a move",
        instead: |line| ["bestmove 0000", "bestmove (none)"].contains(&line).then(Default::default),
    },
    Exception {
        reason: "it does not know `wdl` and takes the rest of the line for its value: the rest is read by itself",
        instead: |line| {
            let (before, after) = line.strip_prefix("info ")?.split_once(" wdl ")?;
            let words: Vec<&str> = after.split(' ').collect();
            let (chances, rest) = words.split_at_checked(3)?;
            if rest.is_empty() {
                return (before == "depth 0 score mate 0" || before == "depth 0 score cp 0").then(Default::default);
            }
            let sum: u32 = chances.iter().map(|chance| chance.parse::<u32>().ok()).sum::<Option<u32>>()?;
            (sum == 1000).then(|| both(format!("info {before} {}", rest.join(" "))))
        },
    },
    Exception {
        reason: "it calls the attribute `currmovenum`",
        instead: |line| {
            let (before, number) = line.strip_prefix("info depth ")?.split_once(" currmovenumber ")?;
            Some(both(format!("info depth {before} currmovenum {number}")))
        },
    },
    Exception {
        reason: "it reads `<empty>` as an empty text, which is what it means, and writes that",
        instead: |line| {
            let written = line.strip_suffix("<empty>").filter(|_| line.starts_with("option "))?;
            Some((line.to_owned(), written.to_owned()))
        },
    },
];

/// A command of our own, whose answers are no lines of the protocol.
struct OwnCommand {
    /// The beginning of the line that asks for it.
    sent: &'static str,
    fits: fn(&str) -> bool,
}

const OWN_COMMANDS: [OwnCommand; 5] = [
    OwnCommand {
        sent: "d",
        fits: |line| {
            let starts = [" +---+", " | ", "   a   b   c", "Fen: ", "Key: ", "Checkers:", "Legal moves: "];
            line.is_empty() || starts.iter().any(|start| line.starts_with(start))
        },
    },
    OwnCommand {
        sent: "go perft",
        fits: |line| {
            let count = line.split_once(": ").map(|(what, count)| (what.len(), count.parse::<u64>().is_ok()));
            line.is_empty() || matches!(count, Some((4 | 5, true))) || line.starts_with("Nodes searched: ")
        },
    },
    OwnCommand {
        sent: "bench",
        fits: |line| {
            let starts = ["Total time (ms) : ", "Nodes searched  : ", "Nodes/second    : "];
            line.is_empty() || line.contains(" nodes ") || starts.iter().any(|start| line.starts_with(start))
        },
    },
    // Free text.
    OwnCommand { sent: "eval", fits: |_| true },
    OwnCommand { sent: "help", fits: |_| true },
];

/// Reads the lines of one engine.
#[derive(Clone, Default)]
pub struct Reader {
    /// The [`OWN_COMMANDS`] that the engine was sent.
    sent: [bool; OWN_COMMANDS.len()],
}

impl Reader {
    /// Notes what the engine is sent.
    pub fn sends(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).lines() {
            let words = line.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
            for (command, sent) in OWN_COMMANDS.iter().zip(&mut self.sent) {
                *sent |= words.starts_with(&format!("{} ", command.sent));
            }
        }
    }

    /// Reads a printed line.
    ///
    /// # Errors
    /// The fault, if the crate reads it as anything else than it says, or cannot read it without a reason.
    pub fn reads(&self, line: &str) -> Result<(), String> {
        if line.starts_with("Motley ") && line.ends_with(" by the Motley developers") {
            // The line of the start.
            return Ok(());
        }
        if !PROTOCOL.contains(&line.split(' ').next().unwrap_or_default()) {
            let mut own = OWN_COMMANDS.iter().zip(self.sent);
            return match own.any(|(command, sent)| sent && (command.fits)(line)) {
                true => Ok(()),
                false => Err(format!("`{line}` is no line of the protocol, and no command of our own asked for it")),
            };
        }
        let Some(exception) = EXCEPTIONS.iter().find(|shape| (shape.instead)(line).is_some()) else {
            return is_read(line, line);
        };
        // What it can read of a line of the list, it has to read.
        let (given, written) = (exception.instead)(line).unwrap_or_default();
        if given.is_empty() {
            return Ok(());
        }
        is_read(&given, &written).map_err(|fault| format!("{fault} (although {})", exception.reason))
    }
}

/// Checks that the crate knows all that is in a line and writes it again as expected.
fn is_read(line: &str, expected: &str) -> Result<(), String> {
    let message = catch_unwind(|| parse_one(line)).map_err(|_| format!("the crate panics on `{line}`"))?;
    let is_known = match &message {
        UciMessage::Unknown(..) => false,
        UciMessage::Info(attributes) => {
            !attributes.iter().any(|attribute| matches!(attribute, UciInfoAttribute::Any(..)))
        }
        _ => true,
    };
    if !is_known {
        return Err(format!("`{line}` is unknown to the crate and not listed"));
    }
    let written = message.to_string();
    if written == expected { Ok(()) } else { Err(format!("`{line}` is read as `{written}`")) }
}

#[test]
fn lines_that_are_wrong_or_not_listed_are_noticed() {
    let mut reader = Reader::default();
    for line in [
        "id name Motley",
        "option name BookFile type string default <empty>",
        "info depth 240 seldepth 250 multipv 2 score cp -5 upperbound nodes 3 nps 2 hashfull 7 tbhits 4 time 9 pv e1h1",
        "info depth 2 seldepth 2 multipv 1 score mate -1 wdl 0 0 1000 nodes 3 nps 2 hashfull 7 time 9 pv e7e8q f8e8",
        "info depth 3 currmove e2e4 currmovenumber 12",
        "info string anything at all",
        "bestmove e2e4 ponder e7e5",
        "bestmove 0000",
        "bestmove (none)",
        "info depth 0 score mate 0",
        "info depth 0 score cp 0 wdl 0 1000 0",
    ] {
        assert_eq!(reader.reads(line), Ok(()));
    }
    for wrong in [
        "info depth 300 score cp 1",
        "info depth 3 score cp 1 wdl 0 0 999 nodes 3",
        "info depth 3 score cp 1 wdl 0 0 1000 speed 3",
        "info depth 3 score cp 1.5 pv e2e4",
        "info depth 3 score mate 200",
        "info depth 3 pv e2e4 e9e5",
        "info depth 3 refused e2e4",
        "bestmove e2-e4",
        "bestmove e2e4 ponder 0000",
        "option name X type spin default 1 max 3 min 0",
        "readyok now",
        "Fen: 8/8/8/8/8/8/8/8 w - - 0 1",
        "",
    ] {
        assert!(reader.reads(wrong).is_err(), "{wrong}");
    }
    reader.sends(b"isready\n  d\n");
    assert_eq!(reader.reads("Fen: 8/8/8/8/8/8/8/8 w - - 0 1"), Ok(()));
    assert!(reader.reads("Nodes searched: 20").is_err());
    reader.sends(b"go perft 1");
    assert_eq!((reader.reads("e2e4: 1"), reader.reads("Nodes searched: 20")), (Ok(()), Ok(())));
    assert!(reader.reads("bestmove e2-e4").is_err());
}
