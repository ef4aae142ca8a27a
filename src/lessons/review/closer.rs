//! The searches about one move of a game: a first look at the positions before and after it and, where it may be a
//! mistake, closer ones at the positions after it and after better moves, until they agree.

use shakmaty::{Color, Move};

use super::mark::{Mark, absolute};
use super::params::{AGREEMENT, BLUNDER, INACCURACY, MISTAKE, ROUNDS, WORTH_A_LOOK};
use super::search::{Engine, Look};
use crate::engine::{Game, Stop};
use crate::themes::Finding;

/// The positions before and after a move.
pub struct MoveLooks {
    /// Its chance is that after the best move, and its line begins with that.
    pub before: Look,
    pub after: Look,
    /// True if the searches agree on the best move and its worth; always for a move that loses nothing worth a look.
    pub is_settled: bool,
    /// The mover's chance after the move that was to be looked at too, where the move was looked at closer.
    pub aside: Option<f64>,
    /// The reasons of an error, the most important first.
    pub findings: Vec<Finding>,
}

/// A move of a game with its position.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    pub before: &'a Game,
    pub mv: Move,
    /// True if the game ended with it.
    pub is_last: bool,
}

impl MoveLooks {
    /// The first looks as they are.
    pub fn first(before: &Look, after: &Look) -> MoveLooks {
        MoveLooks { before: before.clone(), after: after.clone(), is_settled: true, aside: None, findings: Vec::new() }
    }

    /// Returns true if the move may have lost so much, or a forced mate, that it is worth a closer look.
    pub fn is_worth_a_look(&self, played: Move) -> bool {
        let is_best = self.before.line.first().is_none_or(|&best| best == played);
        !is_best && (self.loss() >= WORTH_A_LOOK || self.is_error_by_bounds())
    }

    /// Returns true if the move is to be explained, unless it is the best one.
    pub fn is_error(&self) -> bool {
        self.loss() >= INACCURACY || self.is_error_by_bounds()
    }

    /// Returns true if the move is a mistake by fixed bounds, such as a mate that is let go.
    fn is_error_by_bounds(&self) -> bool {
        let mark = absolute(self.before.shown(), self.after.shown(), self.before.turn, false);
        matches!(mark, Some(Mark::Mistake | Mark::Blunder))
    }

    /// Looks closer at a move and at the moves that the search calls better, each after it has been played: what is
    /// said about them then rests on searches of equal length. Of an error, `aside` is looked at too.
    pub fn closer(self, engine: &mut Engine, played: Played<'_>, aside: Option<Move>, stop: &Stop) -> MoveLooks {
        engine.forget();
        let mut known = Known { played, side: self.before.turn, moves: Vec::new() };
        known.look_after(engine, played.mv, stop);
        let (before, is_agreed) = known.agree(engine, self.before, stop);
        let is_settled = known.confirm(engine, stop) && is_agreed;
        let aside = aside.filter(|_| known.loss() >= INACCURACY);
        aside.into_iter().for_each(|mv| known.look_after(engine, mv, stop));

        let (best, look) = known.best();
        let is_named = is_agreed && before.line.first() == Some(best);
        let chance = known.chance(look);
        let mut before = if is_named { Look { chance, ..before } } else { look.one_ply_before(*best) };
        let mut after = known.moves[0].1.clone();
        engine.lengthen(played.before, &mut before.line, stop);
        engine.lengthen(&played.after(played.mv), &mut after.line, stop);
        let aside = aside.and_then(|mv| known.find(mv)).map(|look| known.chance(look));
        MoveLooks { before, after, is_settled, aside, findings: Vec::new() }
    }

    /// The mover's loss.
    pub fn loss(&self) -> f64 {
        self.before.chance - self.after.chance_of(self.before.turn)
    }
}

impl Played<'_> {
    fn after(&self, mv: Move) -> Game {
        let mut game = self.before.clone();
        game.play(mv);
        game
    }
}

/// The moves that have been looked at in a position, the played one first, each with the position after it.
struct Known<'a> {
    played: Played<'a>,
    side: Color,
    moves: Vec<(Move, Look)>,
}

impl Known<'_> {
    fn find(&self, mv: Move) -> Option<&Look> {
        self.moves.iter().find(|(other, _)| *other == mv).map(|(_, look)| look)
    }

    /// The mover's chance.
    fn chance(&self, look: &Look) -> f64 {
        look.chance_of(self.side)
    }

    /// The best of the moves; of equal ones the first.
    fn best(&self) -> &(Move, Look) {
        let by_chance = |a: &&(Move, Look), b: &&(Move, Look)| self.chance(&a.1).total_cmp(&self.chance(&b.1));
        self.moves.iter().rev().max_by(by_chance).expect("the played move is known")
    }

    /// The loss of the played move.
    fn loss(&self) -> f64 {
        self.chance(&self.best().1) - self.chance(&self.moves[0].1)
    }

    /// Looks at the position after a move, unless it is known.
    fn look_after(&mut self, engine: &mut Engine, mv: Move, stop: &Stop) {
        if self.find(mv).is_none() {
            let look = self.look(engine, mv, stop);
            self.moves.push((mv, look));
        }
    }

    fn look(&self, engine: &mut Engine, mv: Move, stop: &Stop) -> Look {
        engine.look(&self.played.after(mv), self.played.is_last && mv == self.played.mv, stop)
    }

    /// Looks at the position and at the moves that the search calls best, in turn, until both agree. Returns the last
    /// look at the position, and whether they agree.
    fn agree(&mut self, engine: &mut Engine, mut before: Look, stop: &Stop) -> (Look, bool) {
        for _ in 0..ROUNDS {
            let Some(&named) = before.line.first() else { break };
            self.look_after(engine, named, stop);
            before = engine.look(self.played.before, false, stop);
            let named = before.line.first().and_then(|&named| self.find(named)).map(|look| self.chance(look));
            let best = self.chance(&self.best().1);
            let agrees = |chance: f64| (best - chance).abs() <= AGREEMENT;
            if agrees(before.chance) && named.is_some_and(agrees) {
                return (before, true);
            }
            if stop.is_stopped() {
                break;
            }
        }
        (before, false)
    }

    /// Where the played move is an error near the bound of a mark, looks once more at it and at the best move, until
    /// the loss stays what it was; returns whether it does. Far from all bounds a little more or less changes no mark.
    fn confirm(&mut self, engine: &mut Engine, stop: &Stop) -> bool {
        for _ in 0..ROUNDS {
            let loss = self.loss();
            if loss < INACCURACY || !is_near_bound(loss) || stop.is_stopped() {
                return true;
            }
            let best = self.best().0;
            for mv in [self.played.mv, best] {
                let look = self.look(engine, mv, stop);
                self.moves.iter_mut().filter(|(other, _)| *other == mv).for_each(|(_, known)| *known = look.clone());
            }
            if (self.loss() - loss).abs() <= AGREEMENT {
                return true;
            }
        }
        false
    }
}

/// Returns true if a loss might as well be another mark's.
fn is_near_bound(loss: f64) -> bool {
    [INACCURACY, MISTAKE, BLUNDER].iter().any(|bound| (loss - bound).abs() <= AGREEMENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_loss_near_a_bound_is_looked_at_again() {
        assert_eq!([0.08, 0.11, 0.2, 0.28, 0.6].map(is_near_bound), [true, true, false, true, false]);
    }
}
