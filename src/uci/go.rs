//! `go`, read word by word.
//!
//! Limits may stand in any order, beside `ponder` and `movetime` too, and numbers of any size are read.

use std::time::Duration;

use crate::engine::{Limits, SideClock, quote};
use crate::uci::fault::Fault;

/// What a `go` asks for. Root moves are still text: only the session has the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub limits: Limits,
    pub search_moves: Vec<String>,
    /// Count the leaves to this depth instead of searching.
    pub perft: Option<u32>,
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
    /// Reads the words after `go`. Numbers below the least that makes sense count as that least (a clock may run
    /// negative); the last of repeated words holds; `movestogo 0` means the rest of the game.
    ///
    /// # Errors
    /// [`Fault::Go`] names the word that does not fit.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, Fault> {
        let mut words = words.peekable();
        let mut go = Go::default();
        let limits = &mut go.limits;
        while let Some(word) = words.next() {
            // `number(least)` is what follows the word.
            let mut number = |least: i64| whole_number(word, words.next(), least);
            match word {
                "wtime" => clock(&mut limits.white).remaining = milliseconds(number(0)?),
                "btime" => clock(&mut limits.black).remaining = milliseconds(number(0)?),
                "winc" => clock(&mut limits.white).increment = milliseconds(number(0)?),
                "binc" => clock(&mut limits.black).increment = milliseconds(number(0)?),
                "movestogo" => limits.moves_to_go = Some(clamp_u32(number(0)?)).filter(|&moves| moves > 0),
                "depth" => limits.depth = Some(number(1)?.try_into().unwrap_or(i32::MAX)),
                "nodes" => limits.nodes = Some(number(1)?.unsigned_abs()),
                "mate" => limits.mate = Some(clamp_u32(number(1)?)),
                "movetime" => limits.move_time = Some(milliseconds(number(0)?)),
                "perft" => go.perft = Some(clamp_u32(number(0)?)),
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|next| !KEYWORDS.contains(next)) {
                        go.search_moves.push(mv.to_owned());
                    }
                    if go.search_moves.is_empty() {
                        return Err(Fault::Go("`searchmoves` names no move".to_owned()));
                    }
                }
                _ => {
                    return Err(Fault::Go(format!(
                        "`{}` is not known here, expected one of {}",
                        quote(word),
                        KEYWORDS.join(", ")
                    )));
                }
            }
        }
        Ok(go)
    }
}

fn clock(side: &mut Option<SideClock>) -> &mut SideClock {
    side.get_or_insert_default()
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.unsigned_abs())
}

fn clamp_u32(number: i64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// Reads a whole number and raises it to `least`. Numbers beyond 64 bits are the largest there are: they mean "without
/// limit".
fn whole_number(word: &str, next: Option<&str>, least: i64) -> Result<i64, Fault> {
    let Some(text) = next else {
        return Err(Fault::Go(format!("`{word}` needs a whole number after it")));
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::Go(format!("`{word}` needs a whole number after it, not `{}`", quote(text))));
    }
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(beyond).max(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        Go::read(text.split_whitespace()).unwrap()
    }

    fn refusal(text: &str) -> String {
        Go::read(text.split_whitespace()).unwrap_err().to_string()
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
    }

    #[test]
    fn ponder_and_movetime_keep_the_clock_beside_them() {
        let limits = read("ponder wtime 1000 btime 1000 movetime 50").limits;
        assert!(limits.ponder);
        assert_eq!(limits.move_time, Some(ms(50)));
        assert_eq!(limits.black, Some(SideClock { remaining: ms(1000), increment: ms(0) }));
    }

    #[test]
    fn numbers_below_the_least_are_raised_to_it() {
        let limits = read("depth 0 nodes -5 mate 0 movetime -1").limits;
        assert_eq!(
            (limits.depth, limits.nodes, limits.mate, limits.move_time),
            (Some(1), Some(1), Some(1), Some(ms(0)))
        );
        assert_eq!(read("perft 0").perft, Some(0));
    }

    #[test]
    fn large_numbers() {
        let limits = read("depth 1000 mate 256 movestogo 999 nodes 1234567890123").limits;
        assert_eq!(
            (limits.depth, limits.mate, limits.moves_to_go, limits.nodes),
            (Some(1000), Some(256), Some(999), Some(1234567890123))
        );
        assert_eq!(read("nodes 99999999999999999999999").limits.nodes, Some(i64::MAX as u64));
        assert_eq!(read("depth 99999999999999999999999").limits.depth, Some(i32::MAX));
        assert_eq!(read("wtime -99999999999999999999999").limits.white, Some(SideClock::default()));
    }

    #[test]
    fn search_moves_end_at_the_next_keyword() {
        let go = read("searchmoves e2e4 d2d4 depth 3 infinite");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.limits.depth, Some(3));
        assert!(go.limits.infinite);
    }

    #[test]
    fn words_that_do_not_fit_are_named() {
        assert_eq!(refusal("depth"), "go: `depth` needs a whole number after it");
        assert_eq!(refusal("depth five"), "go: `depth` needs a whole number after it, not `five`");
        assert_eq!(refusal("wtime -"), "go: `wtime` needs a whole number after it, not `-`");
        assert_eq!(refusal("nodes 1e6"), "go: `nodes` needs a whole number after it, not `1e6`");
        assert_eq!(refusal("searchmoves depth 5"), "go: `searchmoves` names no move");
        assert!(refusal("infinit").starts_with("go: `infinit` is not known here, expected one of wtime"));
    }
}
