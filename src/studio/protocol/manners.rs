//! `manners`: whether a player resigns, or offers, accepts or claims a draw.

use super::declare::request;
use super::faults::Fault;
use super::position::Where;
use super::readers::{Boolean, Complete, Whole};
use crate::message::description::Type;
use crate::message::{message, words};
use crate::studio::message::Fields;

/// A list of numbers from 0 to 1.
struct Shares;

impl Complete for Shares {
    type Value = Vec<f64>;

    fn read(&self, fields: &Fields, name: &str) -> Result<Vec<f64>, Fault> {
        fields.numbers(name, 0.0..=1.0)
    }

    fn kind(&self) -> Type {
        Type::List { of: Box::new(Type::Number(Some([0.0, 1.0]))), length: None }
    }
}

request! {
    /// Asks what a player does besides moving, as people of its rating do. The program does not keep what a player
    /// expected at its turns: the page sends it.
    pub struct MannersAsk {
        pub game: Where;
        /// the player's rating
        pub rating: Option<u16> = Whole(0..=4000), usual("full strength: it never resigns or offers");
        /// the player's expected scores at its own turns, from its reports (win 1, draw 1/2); the last turn last
        pub expected: Vec<f64> = Shares, complete;
        /// half moves since a draw was last offered
        pub since_offer: Option<usize> = Whole(0..=10_000), usual("none was offered");
        /// the other side offers a draw now
        pub offered: bool = Boolean, or(false);
    }
}

words! {
    /// An action of a player besides moving. `plays` declines an offer; `offers` goes with its next move.
    pub enum Manner {
        Plays = "plays",
        Resigns = "resigns",
        Offers = "offers",
        Accepts = "accepts",
        Claims = "claims",
    }
}

message! {
    /// The action of a player besides moving.
    pub struct MannersAnswer {
        /// the action
        pub does: Manner,
    }
}
