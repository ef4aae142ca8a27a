//! Time spent badly: an error played at once with time in hand, or without time.
//!
//! Proof: the clock times of the game. A clock that runs backwards says nothing.

use super::super::game::ReviewGame;
use super::super::params::{HASTE_LEFT, HASTE_SPENT, TROUBLE_LEFT};
use crate::games::time_control::TimeControl;
use crate::themes::{Cause, Finding, Theme};

/// "Played within 2 seconds, with 5:12 left on the clock." or "Played with 7 seconds left on the clock."; `None` where
/// the clocks say nothing of the kind.
pub fn hurry(game: &ReviewGame, ply: usize) -> Option<Finding> {
    let control = TimeControl::of(&game.tags)?;
    let left = f64::from(*game.clocks.get(ply)?) / 10.0;
    let before = ply.checked_sub(2).map_or(Some(f64::from(control.base)), |earlier| {
        game.clocks.get(earlier).map(|&tenths| f64::from(tenths) / 10.0)
    })?;
    let spent = before + f64::from(control.increment) - left;
    let (theme, text) = if before <= TROUBLE_LEFT.min(f64::from(control.base) / 6.0) {
        (Theme::TimeTrouble, format!("Played with {} left on the clock.", told(before)))
    } else if (0.0..=HASTE_SPENT).contains(&spent) && left >= HASTE_LEFT && 2.0 * left >= f64::from(control.base) {
        (Theme::Haste, format!("Played within {}, with {} left on the clock.", told(spent.ceil().max(1.0)), told(left)))
    } else {
        return None;
    };
    Some(Finding { theme, cause: Cause::Allowed, text, line: Vec::new(), squares: Vec::new() })
}

/// "7 seconds", "1 second", "5:12".
fn told(seconds: f64) -> String {
    match seconds.round() as u32 {
        1 => "1 second".to_owned(),
        seconds @ 0..60 => format!("{seconds} seconds"),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    fn game(control: &str, clocks: [&str; 4]) -> ReviewGame {
        let [a, b, c, d] = clocks;
        let text = format!(
            "[TimeControl \"{control}\"]\n\ne4 {{[%clk {a}]}} e5 {{[%clk {b}]}} Nf3 {{[%clk {c}]}} Nc6 {{[%clk {d}]}} *"
        );
        let game = PgnReader::new(Cursor::new(text)).expect("text").next().expect("a game").expect("reads");
        game.try_into().expect("moves")
    }

    #[test]
    fn haste_and_time_trouble_are_told_by_the_clocks() {
        let text = |game: &ReviewGame, ply| hurry(game, ply).map(|finding| finding.text);
        let quick = game("600", ["0:10:00", "0:09:30", "0:09:58", "0:08:00"]);
        assert_eq!(text(&quick, 2).as_deref(), Some("Played within 2 seconds, with 9:58 left on the clock."));
        assert_eq!(text(&quick, 3), None, "a minute and a half");
        let late = game("60", ["0:00:07", "0:00:30", "0:00:01", "0:00:20"]);
        assert_eq!(text(&late, 2).as_deref(), Some("Played with 7 seconds left on the clock."));
        let backwards = game("600", ["0:09:00", "0:09:30", "0:09:58", "0:08:00"]);
        assert_eq!(text(&backwards, 2), None);
        assert_eq!(text(&game("-", ["0:10:00", "0:09:30", "0:09:58", "0:08:00"]), 2), None);
    }
}
