//! Time controls: the tag `TimeControl`, and the classes that chess sites sort games into.

use super::pgn::Tags;

/// A base time with an increment a move, both in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    pub base: u32,
    pub increment: u32,
}

impl TimeControl {
    /// The first period of a tag such as `300+8` or `180`; the moves of a period ("40/7200:3600") and an hourglass
    /// ("*60") are passed over. `None` where the tag is missing, unknown ("?") or says that there is no clock ("-").
    pub fn of(tags: &Tags) -> Option<TimeControl> {
        let first = tags.get("TimeControl")?.split(':').next()?;
        let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
        let base = base.rsplit('/').next()?.trim().trim_start_matches('*').parse().ok()?;
        Some(TimeControl { base, increment: increment.trim().parse().unwrap_or(0) })
    }
}

/// The class of a game's time control, with Lichess's bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeClass {
    Unknown,
    /// Less than three minutes for a game of forty moves.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// Longer, and games by correspondence.
    Classical,
}

impl TimeClass {
    /// In the order of their numbers.
    pub const ALL: [TimeClass; 5] =
        [TimeClass::Unknown, TimeClass::Bullet, TimeClass::Blitz, TimeClass::Rapid, TimeClass::Classical];

    /// By the time control; where the file states none, by the name of the event ("Rated Blitz game").
    pub fn of(tags: &Tags) -> TimeClass {
        TimeControl::of(tags).map_or_else(|| TimeClass::named(tags), TimeClass::of_control)
    }

    pub fn of_control(TimeControl { base, increment }: TimeControl) -> TimeClass {
        const MOVES: u32 = 40;
        match base.saturating_add(increment.saturating_mul(MOVES)) {
            0..180 => TimeClass::Bullet,
            180..480 => TimeClass::Blitz,
            480..1500 => TimeClass::Rapid,
            _ => TimeClass::Classical,
        }
    }

    fn named(tags: &Tags) -> TimeClass {
        let event = tags.get("Event").unwrap_or_default().to_ascii_lowercase();
        let names = [
            ("bullet", TimeClass::Bullet),
            ("blitz", TimeClass::Blitz),
            ("rapid", TimeClass::Rapid),
            ("correspondence", TimeClass::Classical),
        ];
        names.iter().find(|(name, _)| event.contains(name)).map_or(TimeClass::Unknown, |&(_, class)| class)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    fn tags(event: &str, control: &str) -> Tags {
        let text = format!("[Event \"{event}\"]\n[TimeControl \"{control}\"]\n\ne4 *\n\n");
        PgnReader::new(Cursor::new(text)).unwrap().next().unwrap().unwrap().tags
    }

    #[test]
    fn base_and_increment_of_the_first_period_are_read() {
        let control = |text| TimeControl::of(&tags("", text)).map(|control| (control.base, control.increment));
        assert_eq!(control("300+8"), Some((300, 8)));
        assert_eq!(control("180"), Some((180, 0)));
        assert_eq!(control("40/7200:3600"), Some((7200, 0)));
        assert_eq!(control("*60"), Some((60, 0)));
        for none in ["-", "?", "a blink", ""] {
            assert_eq!(control(none), None, "{none}");
        }
    }

    #[test]
    fn the_class_follows_the_control_and_else_the_name_of_the_event() {
        let class = |event, control| TimeClass::of(&tags(event, control));
        for (control, expected) in [
            ("15+0", TimeClass::Bullet),
            ("120+1", TimeClass::Bullet),
            ("180+0", TimeClass::Blitz),
            ("300+5", TimeClass::Rapid),
            ("900+10", TimeClass::Rapid),
            ("1500+0", TimeClass::Classical),
            ("1/86400", TimeClass::Classical),
        ] {
            assert_eq!(class("Rated Blitz game", control), expected, "{control}");
        }
        assert_eq!(class("Rated Blitz game", "-"), TimeClass::Blitz);
        assert_eq!(class("Hourly HyperBullet Arena", "?"), TimeClass::Bullet);
        // On Lichess "Classical" meant from eight minutes on until 2017, and 25 minutes since.
        assert_eq!(class("Rated Classical game", "?"), TimeClass::Unknown);
        assert_eq!(class("Hastings", "?"), TimeClass::Unknown);
    }
}
