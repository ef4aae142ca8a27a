//! `go`, read word by word.
//!
//! Limits may stand in any order, beside `ponder` and `movetime` too. A program that waits for a move must get one:
//! what cannot be read is named and left out, and the search runs under the rest.

use std::iter::Peekable;
use std::time::Duration;

use crate::engine::{Limits, SideClock, quote};

/// The request of a `go`. Root moves are still text: only the session has the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub limits: Limits,
    pub search_moves: Vec<String>,
    /// Count the leaves to this depth instead of searching.
    pub perft: Option<u32>,
    pub left_out: LeftOut,
}

/// The parts of a `go` that could not be read, each with its reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The first [`LeftOut::NAMED`] of them.
    reasons: Vec<String>,
    unnamed: usize,
}

impl LeftOut {
    /// Parts whose reasons are told; of the others only the number is.
    const NAMED: usize = 3;
    /// The time of a search where something was left out and no limit remains.
    const DEFAULT_TIME: Duration = Duration::from_secs(1);

    pub fn add(&mut self, reason: String) {
        if self.reasons.len() < LeftOut::NAMED {
            self.reasons.push(reason);
        } else {
            self.unnamed += 1;
        }
    }

    /// Bounds limits of which no bound is left: `go depth` alone must not search until `stop`. What was asked to be
    /// infinite stays so. Returns the sentence to print; `None` where nothing was left out.
    pub fn settle(&self, limits: &mut Limits) -> Option<String> {
        if self.reasons.is_empty() {
            return None;
        }
        let mut text = self.reasons.join("; ");
        if self.unnamed > 0 {
            text += &format!("; {} more", self.unnamed);
        }
        text += "; left out";
        if !limits.infinite && !limits.has_end() {
            limits.move_time = Some(LeftOut::DEFAULT_TIME);
            text += ", and the search takes a second";
        }
        Some(text)
    }
}

const KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

impl Go {
    /// Reads the words after `go`. A fraction is cut. A time that has run out or gone negative is 0; a depth or a
    /// number of nodes or moves to mate of 0 counts as 1; `movestogo 0` means the rest of the game. The last of
    /// repeated words holds.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Go {
        let mut words = words.peekable();
        let mut go = Go::default();
        let (mut white_is_lost, mut black_is_lost) = (false, false);
        while let Some(word) = words.next() {
            let read = go.read_part(word, &mut words);
            match word {
                "wtime" => white_is_lost = read.is_err(),
                "btime" => black_is_lost = read.is_err(),
                _ => {}
            }
            if let Err(reason) = read {
                go.left_out.add(reason);
            }
        }
        // An increment alone would be a clock that has run out.
        go.limits.white = go.limits.white.filter(|_| !white_is_lost);
        go.limits.black = go.limits.black.filter(|_| !black_is_lost);
        go
    }

    /// Reads one word and what belongs to it.
    ///
    /// # Errors
    /// Why it is left out.
    fn read_part<'a>(&mut self, word: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<(), String> {
        let limits = &mut self.limits;
        match word {
            "wtime" => clock(&mut limits.white).remaining = time(word, words)?,
            "btime" => clock(&mut limits.black).remaining = time(word, words)?,
            "winc" => clock(&mut limits.white).increment = time(word, words)?,
            "binc" => clock(&mut limits.black).increment = time(word, words)?,
            "movestogo" => limits.moves_to_go = Some(count_u32(word, words)?).filter(|&moves| moves > 0),
            "depth" => limits.depth = Some(count(word, words)?.max(1).try_into().unwrap_or(i32::MAX)),
            "nodes" => limits.nodes = Some(count(word, words)?.max(1)),
            "mate" => limits.mate = Some(count_u32(word, words)?.max(1)),
            "movetime" => limits.move_time = Some(time(word, words)?),
            "perft" => self.perft = Some(count_u32(word, words)?),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                let before = self.search_moves.len();
                while let Some(mv) = words.next_if(|next| !KEYWORDS.contains(next)) {
                    self.search_moves.push(mv.to_owned());
                }
                if self.search_moves.len() == before {
                    return Err("`searchmoves` names no move".to_owned());
                }
            }
            _ => return Err(format!("`{}` is not known here, expected one of {}", quote(word), KEYWORDS.join(", "))),
        }
        Ok(())
    }
}

fn clock(side: &mut Option<SideClock>) -> &mut SideClock {
    side.get_or_insert_default()
}

/// Milliseconds; what has gone negative is 0, as a clock may that was overstepped.
fn time<'a>(word: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<Duration, String> {
    Ok(Duration::from_millis(number(word, words)?.unwrap_or(0)))
}

/// A number that cannot be negative.
fn count<'a>(word: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<u64, String> {
    number(word, words)?.ok_or_else(|| format!("`{word}` cannot be negative"))
}

fn count_u32<'a>(word: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<u32, String> {
    Ok(count(word, words)?.try_into().unwrap_or(u32::MAX))
}

/// Reads what follows a word as a number and cuts its fraction; `None` where it is negative.
///
/// # Errors
/// Fails if nothing follows, or no number, or one that no 64 bits hold.
fn number<'a>(word: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<Option<u64>, String> {
    // The next keyword is a limit of its own.
    let Some(text) = words.next_if(|next| !KEYWORDS.contains(next)) else {
        return Err(format!("`{word}` needs a number after it"));
    };
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_number = [whole, fraction].iter().all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number || whole.len() + fraction.len() == 0 {
        return Err(format!("`{word}` needs a number after it, not `{}`", quote(text)));
    }
    if text.starts_with('-') {
        return Ok(None);
    }
    let digits = if whole.is_empty() { "0" } else { whole };
    let number: u64 = digits.parse().map_err(|_| format!("the number `{}` after `{word}` is too long", quote(text)))?;
    Ok(Some(number.min(i64::MAX.unsigned_abs())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a `go` of which nothing is left out.
    fn read(text: &str) -> Go {
        let go = Go::read(text.split_whitespace());
        assert_eq!(go.left_out, LeftOut::default(), "{text}");
        go
    }

    /// The limits that remain, and the sentence about what was left out.
    fn remains(text: &str) -> (Limits, String) {
        let Go { mut limits, left_out, .. } = Go::read(text.split_whitespace());
        let said = left_out.settle(&mut limits).unwrap_or_else(|| panic!("`{text}` is read as a whole"));
        (limits, said)
    }

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn clocks() {
        let limits = read("wtime 1000 winc 10 btime 2000 binc 20 movestogo 5").limits;
        assert_eq!(limits.white, Some(SideClock { remaining: ms(1000), increment: ms(10) }));
        assert_eq!(limits.black, Some(SideClock { remaining: ms(2000), increment: ms(20) }));
        assert_eq!(limits.moves_to_go, Some(5));
    }

    #[test]
    fn one_clock_negative_clocks_and_no_moves_to_go() {
        let limits = read("wtime -30 movestogo 0").limits;
        assert_eq!(limits.white, Some(SideClock::default()));
        assert_eq!((limits.black, limits.moves_to_go), (None, None));
        assert_eq!(read("movetime -1").limits.move_time, Some(ms(0)));
        assert_eq!(read("wtime -99999999999999999999999").limits.white, Some(SideClock::default()));
    }

    #[test]
    fn ponder_and_movetime_keep_the_clock_beside_them() {
        let limits = read("ponder wtime 1000 btime 1000 movetime 50").limits;
        assert!(limits.ponder);
        assert_eq!(limits.move_time, Some(ms(50)));
        assert_eq!(limits.black, Some(SideClock { remaining: ms(1000), increment: ms(0) }));
    }

    #[test]
    fn fractions_are_cut() {
        let limits = read("wtime 1000.5 btime 1000 movetime 333.3333333333333 depth 5. nodes 1.9").limits;
        assert_eq!(limits.white, Some(SideClock { remaining: ms(1000), increment: ms(0) }));
        assert_eq!((limits.move_time, limits.depth, limits.nodes), (Some(ms(333)), Some(5), Some(1)));
        assert_eq!(read("movetime .75").limits.move_time, Some(ms(0)));
    }

    #[test]
    fn numbers_below_the_least_are_raised_to_it() {
        let limits = read("depth 0 nodes 0 mate 0").limits;
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(1), Some(1), Some(1)));
        assert_eq!(read("perft 0").perft, Some(0));
    }

    #[test]
    fn large_numbers() {
        let limits = read("depth 1000 mate 256 movestogo 999 nodes 1234567890123").limits;
        assert_eq!(
            (limits.depth, limits.mate, limits.moves_to_go, limits.nodes),
            (Some(1000), Some(256), Some(999), Some(1234567890123))
        );
        assert_eq!(read("depth 9999999999999999999").limits.depth, Some(i32::MAX));
        assert_eq!(read("movetime 18446744073709551615").limits.move_time, Some(ms(i64::MAX as u64)));
    }

    #[test]
    fn search_moves_end_at_the_next_keyword() {
        let go = read("searchmoves e2e4 d2d4 depth 3 infinite");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.limits.depth, Some(3));
        assert!(go.limits.infinite);
    }

    #[test]
    fn what_cannot_be_read_is_named_and_left_out_and_the_rest_holds() {
        for (text, said) in [
            ("depth nodes 7", "`depth` needs a number after it; left out"),
            ("depth five nodes 7", "`depth` needs a number after it, not `five`; left out"),
            ("nodes 7 wtime -", "`wtime` needs a number after it, not `-`; left out"),
            ("nodes 7 movetime .", "`movetime` needs a number after it, not `.`; left out"),
            ("nodes 7 movetime 1.5.2", "`movetime` needs a number after it, not `1.5.2`; left out"),
            ("nodes 7 movetime 1e3", "`movetime` needs a number after it, not `1e3`; left out"),
            ("depth -3 nodes 7", "`depth` cannot be negative; left out"),
            (
                "depth 99999999999999999999999 nodes 7",
                "the number `99999999999999999999999` after `depth` is too long; left out",
            ),
            ("nodes 7 searchmoves", "`searchmoves` names no move; left out"),
        ] {
            assert_eq!(remains(text), (Limits { nodes: Some(7), ..Limits::default() }, said.to_owned()), "{text}");
        }
        let (limits, said) = remains("nodes 7 a b c d e");
        assert_eq!(limits.nodes, Some(7));
        assert!(said.starts_with("`a` is not known here, expected one of wtime"), "{said}");
        assert!(said.ends_with("; 2 more; left out"), "{said}");
    }

    #[test]
    fn where_no_limit_remains_the_search_takes_a_second_unless_it_is_to_be_infinite() {
        for text in ["depth", "movetime x", "infinit", "searchmoves", "ponder wtime x", "searchmoves e2e4 depth"] {
            let (limits, said) = remains(text);
            assert_eq!(limits.move_time, Some(ms(1000)), "{text}");
            assert!(!limits.infinite && said.ends_with("; left out, and the search takes a second"), "{said}");
        }
        let (limits, said) = remains("infinite depth x");
        assert!(limits.infinite && limits.move_time.is_none() && said.ends_with("; left out"), "{said}");
        assert_eq!(remains("btime 9 wtime x").0.move_time, None, "one clock is both sides'");
        assert_eq!(remains("winc x btime 9").0.move_time, None);
        assert_eq!(remains("wtime x winc 5").0.white, None, "no clock that has run out");
    }
}
