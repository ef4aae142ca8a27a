//! Play that people might play (Petrželka, section 2.6): moves are drawn from the net that imitates strong players,
//! turned towards the goal only as much as is needed.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::{Chess, Move, Position};

use super::beam::{self, Bounds};
use super::distance::{Distance, distance};
use crate::constraint::{Goal, Situation};
use crate::nets::input::{NetInput, RECENT};
use crate::nets::mockfish::{Embedded, MoveNet, RankedMove, Rule, rank_moves};
use crate::nets::{NEVER, NetError, RuntimeChoice};

/// Half moves that a capture or promotion may take before play is bent: about what games between people take early on.
const PATIENCE: f32 = 6.0;
/// The exponent by which a move is preferred for each half move that it is nearer to the goal, once patience is at an
/// end; it grows in proportion to the half moves since the last step forward.
const BEND: f32 = 0.35;
/// Half moves for each capture or promotion that is still needed, below which nothing is left to chance and the beam
/// search takes over.
const FINAL_PLIES: u32 = 4;
/// Games that are begun before giving up.
const GAMES: u32 = 4;

/// Plays as people do, towards a goal.
pub struct Human {
    net: MoveNet,
}

impl Human {
    /// # Errors
    /// None; see [`crate::nets::Net::embedded`].
    pub fn new(choice: &RuntimeChoice) -> Result<Human, NetError> {
        Ok(Human { net: MoveNet::embedded(Embedded::Standard, choice)? })
    }

    /// Moves from `start` to a position that meets one of the goals; `None` when that failed in all games, or `stopped`
    /// was true.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn find(
        &mut self,
        start: &Chess,
        past: &[Move],
        goals: &[Goal],
        bounds: Bounds,
        seed: u64,
        stopped: impl Fn() -> bool,
    ) -> Result<Option<Vec<Move>>, NetError> {
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..GAMES {
            if stopped() {
                return Ok(None);
            }
            if let Some(moves) = self.game(start, past, goals, bounds, &mut rng, &stopped)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    fn game(
        &mut self,
        start: &Chess,
        past: &[Move],
        goals: &[Goal],
        bounds: Bounds,
        rng: &mut StdRng,
        stopped: &impl Fn() -> bool,
    ) -> Result<Option<Vec<Move>>, NetError> {
        let mut position = start.clone();
        let mut played = past.to_vec();
        let (mut idle, mut promotions) = (0.0, bounds.promotions);
        while !stopped() {
            let ply = played.len() as u32;
            if goals.iter().any(|goal| goal.is_met(Situation::new(&position, ply))) {
                return Ok(Some(played.split_off(past.len())));
            }
            let Some(here) = nearest(&position, goals, promotions) else { return Ok(None) };
            if ply + FINAL_PLIES * (here.changes + 1) >= bounds.max_plies {
                let rest = beam::find(
                    &position,
                    ply,
                    goals,
                    Bounds { promotions, detour: 0, ..bounds },
                    rng.random(),
                    stopped,
                );
                return Ok(rest.map(|rest| [&played[past.len()..], &rest].concat()));
            }
            let bend = BEND * f32::max(0.0, (idle - PATIENCE) / PATIENCE);
            let Some((mv, there)) = self.choose(&position, &played, goals, promotions, bend, rng)? else {
                return Ok(None);
            };
            idle = if there.changes < here.changes { 0.0 } else { idle + 1.0 };
            promotions -= u32::from(mv.is_promotion());
            position.play_unchecked(mv);
            played.push(mv);
        }
        Ok(None)
    }

    /// Draws a move: probability × exp(−bend × distance after it). Moves that make the goal impossible are not played.
    fn choose(
        &mut self,
        position: &Chess,
        played: &[Move],
        goals: &[Goal],
        promotions: u32,
        bend: f32,
        rng: &mut StdRng,
    ) -> Result<Option<(Move, Distance)>, NetError> {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(None);
        }
        let recent = &played[played.len().saturating_sub(RECENT)..];
        let output = self.net.predict(&NetInput::of(position, recent), NEVER)?;
        let open = |candidate: RankedMove| {
            let left = if candidate.mv.is_promotion() { promotions.checked_sub(1)? } else { promotions };
            let mut after = position.clone();
            after.play_unchecked(candidate.mv);
            Some((candidate, nearest(&after, goals, left)?))
        };
        let moves: Vec<(RankedMove, Distance)> =
            rank_moves(position, &legal, &output, Rule::Moves).into_iter().filter_map(open).collect();
        let weights: Vec<f32> = moves
            .iter()
            .map(|(candidate, distance)| {
                (candidate.probability + f32::MIN_POSITIVE) * (-bend * distance.estimate).exp()
            })
            .collect();
        let mut point = rng.random::<f32>() * weights.iter().sum::<f32>();
        let drawn = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        Ok(moves.get(drawn.unwrap_or(0)).map(|(candidate, distance)| (candidate.mv, *distance)))
    }
}

/// The distance to the goal that is nearest.
fn nearest(position: &Chess, goals: &[Goal], promotions: u32) -> Option<Distance> {
    goals
        .iter()
        .filter_map(|goal| distance(position, goal, promotions))
        .min_by(|a, b| a.estimate.total_cmp(&b.estimate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Condition;

    const BOUNDS: Bounds = Bounds { max_plies: 101, promotions: 0, tries: 4, detour: 0 };

    #[test]
    fn the_goal_is_met_and_the_game_begins_like_a_game() {
        let mut human = Human::new(&RuntimeChoice::default()).expect("built-in nets");
        for (seed, text) in ["1,2,2,1,7", "0,2,2,2,8", "1,2,0,2,6"].into_iter().enumerate() {
            let condition: Condition = text.parse().unwrap();
            let moves = human
                .find(&Chess::default(), &[], &condition.goals().unwrap(), BOUNDS, seed as u64, || false)
                .unwrap()
                .expect(text);
            let mut position = Chess::default();
            for &mv in &moves {
                assert!(position.is_legal(mv));
                position.play_unchecked(mv);
            }
            assert!(condition.holds(Situation::new(&position, moves.len() as u32)), "{text}");
            // Nobody strong begins with the rook's pawn twice: the first move is one of the usual.
            let first = moves[0].to_uci(shakmaty::CastlingMode::Standard).to_string();
            assert!(
                ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "g2g3", "f2f4", "b1c3", "e2e3"].contains(&first.as_str()),
                "{first}"
            );
        }
    }

    #[test]
    fn a_stop_ends_the_search() {
        let mut human = Human::new(&RuntimeChoice::default()).expect("built-in nets");
        let goals = "0,0,0,0,0".parse::<Condition>().unwrap().goals().unwrap();
        assert_eq!(human.find(&Chess::default(), &[], &goals, BOUNDS, 1, || true).unwrap(), None);
    }
}
