//! Play that people might play (Petrželka, section 2.6): moves are sampled from the net that imitates strong players,
//! turned towards the goal only as much as is needed.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::{Chess, Move, Position};

use super::beam;
use super::distance::Distance;
use super::finder::PlanTask;
use super::problem::{Bounds, Problem};
use crate::nets::input::{NetInput, RECENT};
use crate::nets::mockfish::{Embedded, MoveNet, RankedMove, Rule, rank_moves};
use crate::nets::{NEVER, NetError, RuntimeChoice};

/// Plies that a capture or promotion may take before play is bent: about what games between people take early on.
const PATIENCE: f32 = 6.0;
/// The exponent by which a move is preferred for each ply that it is nearer to the goal, once patience is at an end; it
/// grows in proportion to the plies since the last step forward.
const BEND: f32 = 0.35;
/// Plies for each capture or promotion that is still needed, below which nothing is left to chance and the beam search
/// takes over.
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

    /// Moves from the position of a task on to one that meets a goal; `None` when that failed in all games, or
    /// `stopped` was true.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn find(&mut self, task: &PlanTask, stopped: impl Fn() -> bool) -> Result<Option<Vec<Move>>, NetError> {
        let mut rng = StdRng::seed_from_u64(task.seed);
        for _ in 0..GAMES {
            if stopped() {
                return Ok(None);
            }
            if let Some(moves) = self.game(task, &mut rng, &stopped)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    fn game(
        &mut self,
        task: &PlanTask,
        rng: &mut StdRng,
        stopped: &impl Fn() -> bool,
    ) -> Result<Option<Vec<Move>>, NetError> {
        let (past, max_plies) = (task.past.len(), task.problem.bounds.max_plies);
        let mut game = Underway { position: task.position.clone(), played: task.past.to_vec(), problem: task.problem };
        let mut idle = 0.0;
        while !stopped() {
            let ply = game.played.len() as u32;
            if game.problem.is_met(&game.position, ply) {
                return Ok(Some(game.played.split_off(past)));
            }
            let Some(here) = game.problem.nearest(&game.position) else { return Ok(None) };
            if ply + FINAL_PLIES * (here.changes + 1) >= max_plies {
                let bounds = Bounds { detour: 0, ..game.problem.bounds };
                let straight = Problem { bounds, ..game.problem };
                let rest = beam::find(straight, &game.position, ply, rng.random(), stopped);
                return Ok(rest.map(|rest| [&game.played[past..], &rest].concat()));
            }
            let bend = BEND * f32::max(0.0, (idle - PATIENCE) / PATIENCE);
            let Some((mv, there)) = self.choose(&game, bend, rng)? else { return Ok(None) };
            idle = if there.changes < here.changes { 0.0 } else { idle + 1.0 };
            game.play(mv);
        }
        Ok(None)
    }

    /// Samples a move: probability × exp(−bend × distance after it). Moves that make the goal impossible are not
    /// played.
    fn choose(&mut self, game: &Underway, bend: f32, rng: &mut StdRng) -> Result<Option<(Move, Distance)>, NetError> {
        let Underway { position, played, problem } = game;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(None);
        }
        let recent = &played[played.len().saturating_sub(RECENT)..];
        let output = self.net.predict(&NetInput::of(position, recent), NEVER)?;
        let open = |candidate: RankedMove| {
            let problem = problem.after(candidate.mv)?;
            let mut after = position.clone();
            after.play_unchecked(candidate.mv);
            Some((candidate, problem.nearest(&after)?))
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
        let chosen = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        Ok(moves.get(chosen.unwrap_or(0)).map(|(candidate, distance)| (candidate.mv, *distance)))
    }
}

/// A game on its way to a goal.
struct Underway<'a> {
    position: Chess,
    /// All moves, those of the past too.
    played: Vec<Move>,
    problem: Problem<'a>,
}

impl Underway<'_> {
    fn play(&mut self, mv: Move) {
        self.problem.promotions -= u32::from(mv.is_promotion());
        self.position.play_unchecked(mv);
        self.played.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::constraint::{Condition, Goal, JudgedPosition};

    const BOUNDS: Bounds = Bounds { max_plies: 101, promotions: 0, tries: 4, detour: 0 };

    fn task(goals: &[Goal], seed: u64) -> PlanTask<'_> {
        static START: LazyLock<Chess> = LazyLock::new(Chess::default);
        let problem = Problem::new(goals, BOUNDS);
        PlanTask { position: &START, past: &[], problem, count: None, network_moves: 0, seed }
    }

    #[test]
    fn the_goal_is_met_and_the_game_begins_like_a_game() {
        let mut human = Human::new(&RuntimeChoice::default()).expect("built-in nets");
        for (seed, text) in ["1,2,2,1,7", "0,2,2,2,8", "1,2,0,2,6"].into_iter().enumerate() {
            let condition: Condition = text.parse().unwrap();
            let moves = human.find(&task(&condition.goals().unwrap(), seed as u64), || false).unwrap().expect(text);
            let mut position = Chess::default();
            for &mv in &moves {
                assert!(position.is_legal(mv));
                position.play_unchecked(mv);
            }
            assert!(condition.holds(JudgedPosition::new(&position, moves.len() as u32)), "{text}");
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
        assert_eq!(human.find(&task(&goals, 1), || true).unwrap(), None);
    }
}
