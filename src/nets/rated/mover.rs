//! The two players, the site and the clocks, as the numbers that the rated net takes.

use crate::games::tags::Tags;
use crate::games::time_control::{TimeClass, TimeControl};

/// The number of values that [`MoverContext::numbers`] returns.
pub const MOVER_FEATURES: usize = 2 * KNOTS + 1 + Source::ALL.len() + TimeClass::ALL.len() + 5;

/// Ratings with a number of their own: every 200 points from 600 to 2800. Between two of them both numbers count.
const KNOTS: usize = 12;
const FIRST_KNOT: f32 = 600.0;
const BETWEEN_KNOTS: f32 = 200.0;
/// Logarithms of seconds are divided by this: those of three hours become 1.2.
const LOGARITHM: f32 = 8.0;

/// The place where a game was played; the scales of the ratings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Lichess,
    OverTheBoard,
    /// Another site, or sites that are not told apart.
    OtherSite,
}

impl Source {
    /// In the order of their numbers.
    pub const ALL: [Source; 3] = [Source::Lichess, Source::OverTheBoard, Source::OtherSite];

    /// By the names of sites on the internet in the tags `Site` and `Event`: Lichess calls its events "Rated Blitz
    /// game". Games without such a name, but with a time control, are taken for Lichess's.
    pub fn of(tags: &Tags) -> Source {
        let text = ["Site", "Event"].map(|tag| tags.get(tag).unwrap_or_default().to_ascii_lowercase()).join(" ");
        let has = |names: &[&str]| names.iter().any(|name| text.contains(name));
        match TimeControl::of(tags) {
            _ if has(&["lichess", "rated "]) => Source::Lichess,
            _ if has(&["chess.com", "live chess"]) => Source::OtherSite,
            Some(_) => Source::Lichess,
            None => Source::OverTheBoard,
        }
    }
}

/// The clocks before a move, and the time control; all in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clocks {
    pub mover: f32,
    pub opponent: f32,
    pub base: f32,
    pub increment: f32,
}

impl Clocks {
    /// The longest time in the games that the net learnt from, in seconds.
    const LONGEST: f32 = 10_800.0;

    /// Each time within what the net has seen.
    #[must_use]
    pub fn within_range(self) -> Clocks {
        let Clocks { mover, opponent, base, increment } = self;
        let [mover, opponent, base, increment] =
            [mover, opponent, base, increment].map(|seconds| seconds.clamp(0.0, Clocks::LONGEST));
        Clocks { mover, opponent, base, increment }
    }
}

/// The rated net's input besides the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverContext {
    /// The mover's rating on the scale of `source`; below 600 and above 2800 as these.
    pub elo: u16,
    /// `None` where it is not known.
    pub opponent_elo: Option<u16>,
    pub source: Source,
    pub time_class: TimeClass,
    pub clocks: Option<Clocks>,
}

impl MoverContext {
    /// A strong player over the board: who moves where nothing else is said.
    pub const STRONG: MoverContext = MoverContext {
        elo: 2400,
        opponent_elo: None,
        source: Source::OverTheBoard,
        time_class: TimeClass::Unknown,
        clocks: None,
    };

    /// A player against another of the same rating at Lichess rapid, the scale of `UCI_Elo`.
    pub fn rapid(elo: u16) -> MoverContext {
        let (source, time_class) = (Source::Lichess, TimeClass::Rapid);
        MoverContext { elo, opponent_elo: Some(elo), source, time_class, clocks: None }
    }

    /// The same with both ratings changed by so many points.
    pub fn shifted(self, points: i16) -> MoverContext {
        let shift = |elo: u16| elo.saturating_add_signed(points);
        MoverContext { elo: shift(self.elo), opponent_elo: self.opponent_elo.map(shift), ..self }
    }

    /// The numbers as `who` of `scripts/train/rated_samples.py` makes them: the mover's rating by knots, the
    /// opponent's, whether it is known, source and time class as one of each, and the clocks.
    pub fn numbers(&self) -> [f32; MOVER_FEATURES] {
        let mut numbers = [0.0; MOVER_FEATURES];
        let (own, rest) = numbers.split_at_mut(KNOTS);
        let (opponent, rest) = rest.split_at_mut(KNOTS);
        let (known, rest) = rest.split_at_mut(1);
        let (source, rest) = rest.split_at_mut(Source::ALL.len());
        let (time_class, clocks) = rest.split_at_mut(TimeClass::ALL.len());

        put_rating(self.elo, own);
        if let Some(elo) = self.opponent_elo {
            put_rating(elo, opponent);
            known[0] = 1.0;
        }
        source[self.source as usize] = 1.0;
        time_class[self.time_class as usize] = 1.0;
        if let Some(Clocks { mover, opponent, base, increment }) = self.clocks {
            let scaled = [mover, opponent, base, increment].map(|seconds| seconds.ln_1p() / LOGARITHM);
            clocks[0] = 1.0;
            clocks[1..].copy_from_slice(&scaled);
        }
        numbers
    }
}

/// A rating as the weights of its two neighbouring knots, which add up to 1.
fn put_rating(elo: u16, knots: &mut [f32]) {
    let last = (knots.len() - 1) as f32;
    let place = ((f32::from(elo) - FIRST_KNOT) / BETWEEN_KNOTS).clamp(0.0, last);
    for (index, knot) in knots.iter_mut().enumerate() {
        *knot = (1.0 - (place - index as f32).abs()).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: MoverContext = MoverContext {
        elo: 1500,
        opponent_elo: None,
        source: Source::Lichess,
        time_class: TimeClass::Unknown,
        clocks: None,
    };

    fn set(who: MoverContext) -> Vec<(usize, f32)> {
        who.numbers().into_iter().enumerate().filter(|&(_, number)| number != 0.0).collect()
    }

    #[test]
    fn the_place_of_a_game_follows_from_its_tags() {
        let source = |pairs: &[(&str, &str)]| {
            let mut tags = Tags::default();
            pairs.iter().for_each(|(name, value)| tags.push(name, value));
            Source::of(&tags)
        };
        assert_eq!(source(&[("Site", "https://lichess.org/abc")]), Source::Lichess);
        assert_eq!(source(&[("Event", "Rated Blitz game")]), Source::Lichess);
        assert_eq!(source(&[("Event", "Live Chess"), ("Site", "Chess.com"), ("TimeControl", "60")]), Source::OtherSite);
        assert_eq!(source(&[("Event", "Hastings"), ("Site", "Hastings ENG")]), Source::OverTheBoard);
        assert_eq!(source(&[("TimeControl", "180+2")]), Source::Lichess);
        assert_eq!(source(&[("TimeControl", "-")]), Source::OverTheBoard);
    }

    #[test]
    fn a_rating_lies_between_two_knots() {
        assert_eq!(set(UNKNOWN), [(4, 0.5), (5, 0.5), (25, 1.0), (28, 1.0)]);
        assert_eq!(set(MoverContext { elo: 1450, ..UNKNOWN })[..2], [(4, 0.75), (5, 0.25)]);
        assert_eq!(set(MoverContext { elo: 100, ..UNKNOWN })[0], (0, 1.0));
        assert_eq!(set(MoverContext { elo: 3100, ..UNKNOWN })[0], (11, 1.0));
    }

    #[test]
    fn what_is_known_besides_is_marked_as_known() {
        let clocks = Some(Clocks { mover: 0.0, opponent: 0.0, base: 180.0, increment: 0.0 });
        let who = MoverContext {
            opponent_elo: Some(600),
            source: Source::OtherSite,
            time_class: TimeClass::Blitz,
            ..UNKNOWN
        };
        let expected = [(4, 0.5), (5, 0.5), (12, 1.0), (24, 1.0), (27, 1.0), (30, 1.0)];
        assert_eq!(set(who), expected);
        let base = 181_f32.ln() / 8.0;
        assert_eq!(set(MoverContext { clocks, ..who }), [&expected[..], &[(33, 1.0), (36, base)]].concat());
    }
}
