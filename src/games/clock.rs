//! Clock times in the comments of PGN: `{[%clk 0:09:57]}`, what the mover has left after the move.

/// Tenths of seconds that a comment states. `None` where it states none, or in a form that leaves digits open: minutes
/// and seconds have two digits, as some collections do not have them.
pub fn tenths_left(comment: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(comment).ok()?;
    let (_, clock) = text.split_once("[%clk ")?;
    let (clock, _) = clock.split_once(']')?;
    let mut parts = clock.trim().split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if parts.next().is_some() || minutes.len() != 2 || seconds.len() != 2 {
        return None;
    }
    let number = |text: &str| text.parse::<u32>().ok();
    let whole = number(hours)?.checked_mul(60)?.checked_add(number(minutes)?)?.checked_mul(60)?;
    whole.checked_add(number(seconds)?)?.checked_mul(10)?.checked_add(number(fraction.get(..1)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_minutes_seconds_and_tenths_are_read() {
        for (comment, expected) in [
            ("[%clk 0:09:57]", Some(5970)),
            (" good [%clk 1:30:00] [%eval 0.3]", Some(54_000)),
            ("[%clk 0:00:04.7]", Some(47)),
            ("[%clk 0:00:04.75]", Some(47)),
        ] {
            assert_eq!(tenths_left(comment.as_bytes()), expected, "{comment}");
        }
    }

    #[test]
    fn what_leaves_digits_open_is_not_read() {
        for comment in ["", "best by test", "[%clk 0:09:5]", "[%clk 9:57]", "[%clk 0:9:57]", "[%clk 0:00:04.]", "[%clk"]
        {
            assert_eq!(tenths_left(comment.as_bytes()), None, "{comment}");
        }
        assert_eq!(tenths_left(b"[%clk 99999999:00:00]"), None);
    }
}
