//! A position with those before it, for nets of every kind.

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position as _};

use super::{HISTORY, MoverContext, RatedInput, RatedPosition};
use crate::chess::key::position_key;
use crate::chess::replay::positions;
use crate::nets::input::NetInput;

/// A position, those before it and who moves, of which each kind of net takes what it knows.
#[derive(Clone, Debug)]
pub struct MoveInput {
    /// The latest first, each with how often it had been on the board before.
    positions: ArrayVec<(Chess, usize), HISTORY>,
    /// The last plies, the latest last.
    played: ArrayVec<Move, HISTORY>,
    pub who: MoverContext,
}

impl MoveInput {
    /// The position after `moves`, which must be legal one after another.
    pub fn of(start: &Chess, moves: &[Move], who: MoverContext) -> MoveInput {
        let mut last = start.clone();
        let mut course: Vec<Chess> = positions(start, moves).map(|(_, before, _)| before).collect();
        if let Some(&mv) = moves.last() {
            last = course.last().expect("a position for each move").clone();
            last.play_unchecked(mv);
        }
        course.push(last);
        let keys: Vec<u64> = course.iter().map(position_key).collect();
        let repetitions = |index: usize| keys[..index].iter().filter(|&&key| key == keys[index]).count();
        let latest = course.into_iter().enumerate().rev().take(HISTORY);
        MoveInput {
            positions: latest.map(|(index, position)| (position, repetitions(index))).collect(),
            played: moves[moves.len().saturating_sub(HISTORY)..].iter().copied().collect(),
            who,
        }
    }

    /// The position to move in.
    pub fn position(&self) -> &Chess {
        &self.positions[0].0
    }

    /// The position and those before it, as far as a net may take them, the latest first; each with how often it had
    /// been on the board before.
    pub fn positions(&self) -> impl Iterator<Item = (&Chess, usize)> {
        self.positions.iter().map(|(position, repetitions)| (position, *repetitions))
    }

    /// The input of the nets of strong players.
    pub fn plain(&self) -> NetInput {
        NetInput::of(self.position(), &self.played)
    }

    /// The input of the net that knows who moves.
    pub fn rated(&self) -> RatedInput {
        let (position, repetitions) = &self.positions[0];
        RatedInput { position: RatedPosition::repeated(position, &self.played, *repetitions), who: self.who }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    #[test]
    fn the_last_positions_and_moves_are_kept() {
        let moves = parse_moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4").expect("legal");
        let input = MoveInput::of(&Chess::default(), &moves, MoverContext::STRONG);
        assert_eq!(input.positions().map(|(_, repetitions)| repetitions).collect::<Vec<_>>(), [0, 2, 1, 1, 1, 1, 0, 0]);
        assert_eq!(input.plain(), NetInput::of(input.position(), &moves));
        let before = MoveInput::of(&Chess::default(), &moves[..8], MoverContext::STRONG).rated().position;
        assert_eq!((before.repetitions, before.quiet), (2, 8));
        assert_eq!(MoveInput::of(&Chess::default(), &[], MoverContext::STRONG).position(), &Chess::default());
    }
}
