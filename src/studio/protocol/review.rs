//! The review of a game: `review`.

use std::marker::PhantomData;

use shakmaty::Color;

use super::declare::request;
use super::pgn::{MOST_NAME, MOST_PGN, MOST_VALUE};
use super::position::{SIDES, Where};
use super::readers::{Choice, Entries, Nested, Text, Whole};
use crate::lessons::review::{MoveReview, OpeningReview, SideRating, SideReview};
use crate::message::description::Type;
use crate::message::message;
use crate::studio::message::Fields;

request! {
    /// The limits of the search of each position; all hold together, and none at all is the usual number of nodes.
    pub struct ReviewLimits {
        /// half moves to look ahead
        pub depth: Option<u32> = Whole(1..=60);
        /// positions to look at
        pub nodes: Option<u64> = Whole(1..=u64::MAX);
        /// milliseconds
        pub movetime: Option<u64> = Whole(1..=3_600_000);
    }

    /// Asks what each move of a game lost, and what people of the rating play there.
    pub struct ReviewAsk {
        pub game: Where;
        /// the game in PGN, in place of `fen`, `moves` and `headers`
        pub text: Option<String> = Text(MOST_PGN), usual("the other fields");
        /// the number of the game in the text, from 1
        pub number: usize = Whole(1..=1_000_000), or(1);
        /// the headers of the game as texts by their names: ratings, site and time control count
        pub headers: Fields =
            Entries { keys: Type::Text(Some(MOST_NAME)), values: Type::Text(Some(MOST_VALUE)) }, complete;
        /// the rating of White
        pub white_elo: Option<u16> = Whole(600..=2800), usual("from the headers, else estimated");
        /// the rating of Black
        pub black_elo: Option<u16> = Whole(600..=2800), usual("from the headers, else estimated");
        /// whose moves are reviewed
        pub side: Option<Color> = Choice(SIDES), usual("both");
        /// the limits at which the search of a position ends
        pub limits: ReviewLimits = Nested(PhantomData), complete;
    }
}

message! {
    /// The ratings with which both sides are compared.
    pub struct ComparedRatings {
        /// White's
        pub white: SideRating,
        /// Black's
        pub black: SideRating,
    }

    /// A finding of a review: the ratings, once and first, then each move.
    pub struct ReviewInfo {
        /// with whom the sides are compared
        pub ratings: Option<ComparedRatings>,
        /// the next move
        pub reviewed: Option<MoveReview>,
    }

    /// The progress of a review.
    pub struct ReviewProgress {
        /// moves that were looked at, twice where a rating is estimated
        pub done: usize,
        /// the number at the end
        pub of: usize,
        /// milliseconds
        pub time: f64,
    }

    /// The review of the whole game.
    pub struct Review {
        /// of the game
        pub opening: OpeningReview,
        /// the sides that were reviewed, White first
        pub sides: Vec<SideReview>,
        /// the game as PGN with comments, glyphs, evaluations and better lines
        pub pgn: String,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// milliseconds
        pub time: f64,
    }
}
