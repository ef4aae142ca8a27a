//! `manners`: whether a player resigns, or offers, accepts or claims a draw.

use super::Answered;
use super::position::game;
use crate::engine::Ending;
use crate::sparring::manners::{Decision, Manners, MannersContext};
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::manners::{Manner, MannersAnswer, MannersAsk};

impl Answered for MannersAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<MannersAnswer, Fault> {
        let game = game(&self.game)?;
        let expected: Vec<f32> = self.expected.iter().map(|&expected| expected as f32).collect();
        let situation = MannersContext {
            position: game.position(),
            expected: &expected,
            since_offer: self.since_offer,
            is_offered: self.offered,
            may_claim: Ending::of(&game).is_some_and(|ending| !ending.is_forced()),
        };
        let does = match (Manners { rating: self.rating }).decide(&situation) {
            Decision::PlaysOn => Manner::Plays,
            Decision::Resigns => Manner::Resigns,
            Decision::Offers => Manner::Offers,
            Decision::Accepts => Manner::Accepts,
            Decision::Claims => Manner::Claims,
        };
        Ok(MannersAnswer { does })
    }
}
