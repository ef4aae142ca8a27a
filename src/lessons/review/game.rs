//! A game to be reviewed.

use shakmaty::{ByColor, Chess, Color, Move, Outcome, Position as _};
use thiserror::Error;

use crate::chess::replay::positions;
use crate::engine::Game;
use crate::games::pgn::PgnGame;
use crate::games::reader::{GameFault, ReadTree};
use crate::games::tags::Tags;
use crate::games::time_control::{TimeClass, TimeControl};
use crate::games::tree::{GameTree, NodeId};
use crate::nets::rated::{Clocks, MoverContext, Source};

/// Why a game cannot be reviewed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReviewGameError {
    #[error("the game has no moves")]
    Empty,
    #[error(transparent)]
    Unreadable(GameFault),
}

/// A game to be reviewed.
#[derive(Clone, Debug)]
pub struct ReviewGame {
    pub start: Chess,
    /// At least one, legal one after another.
    pub moves: Vec<Move>,
    /// The mover's time left after each move, in tenths of seconds; empty where that is not known.
    pub clocks: Vec<u32>,
    pub tags: Tags,
    /// The outcome of the game.
    pub outcome: Outcome,
}

impl TryFrom<PgnGame> for ReviewGame {
    type Error = ReviewGameError;

    /// # Errors
    /// Fails if the game has no moves that can be read.
    fn try_from(game: PgnGame) -> Result<ReviewGame, ReviewGameError> {
        let PgnGame { tags, start, moves, clocks, outcome, fault, .. } = game;
        match (moves.is_empty(), fault) {
            (true, Some(fault)) => Err(ReviewGameError::Unreadable(fault)),
            (true, None) => Err(ReviewGameError::Empty),
            (false, _) => Ok(ReviewGame { start, moves, clocks, tags, outcome }),
        }
    }
}

impl TryFrom<ReadTree> for ReviewGame {
    type Error = ReviewGameError;

    /// The main line of a game as far as it can be read.
    ///
    /// # Errors
    /// Fails if it has no moves.
    fn try_from(read: ReadTree) -> Result<ReviewGame, ReviewGameError> {
        let ReadTree { tree, fault, .. } = read;
        let main: Vec<NodeId> = tree.main_line().collect();
        let moves: Vec<Move> = main.iter().filter_map(|&id| tree.mv(id)).collect();
        let clocks: Option<Vec<u32>> = main.iter().map(|&id| tree.notes(id).clock()).collect();
        let GameTree { tags, start, outcome, .. } = tree;
        match (moves.is_empty(), fault) {
            (true, Some(fault)) => Err(ReviewGameError::Unreadable(fault)),
            (true, None) => Err(ReviewGameError::Empty),
            (false, _) => Ok(ReviewGame { start, moves, clocks: clocks.unwrap_or_default(), tags, outcome }),
        }
    }
}

impl ReviewGame {
    /// The moves of the game, without comments and variations.
    pub fn tree(&self) -> GameTree {
        GameTree::of_moves(self.start.clone(), &self.moves)
    }

    /// The game before the move at `ply`, from 0.
    pub fn before(&self, ply: usize) -> Game {
        let mut game = Game::from_position(self.start.clone());
        self.moves[..ply].iter().for_each(|&mv| game.play(mv));
        game
    }

    /// The side that moves at `ply`.
    pub fn mover(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.start.turn() } else { !self.start.turn() }
    }

    /// Every ply with the position before it.
    pub fn positions(&self) -> impl Iterator<Item = (usize, Chess, Move)> + '_ {
        positions(&self.start, &self.moves)
    }

    /// The ratings in the tags.
    pub fn ratings(&self) -> ByColor<Option<u16>> {
        let known = |elo: Option<u16>| elo.filter(|&elo| elo > 0);
        ByColor { white: known(self.tags.white_elo()), black: known(self.tags.black_elo()) }
    }

    /// A player of rating `elo` who moves at `ply`, against another of the same rating, as the rated net takes it: with
    /// the place of the game and the clocks, where the tags have them. A game without such tags counts as one of
    /// Lichess rapid, the scale of `UCI_Elo`.
    pub fn who(&self, ply: usize, elo: u16) -> MoverContext {
        let is_placed = ["Site", "Event", "TimeControl", "WhiteElo", "BlackElo"]
            .iter()
            .any(|tag| self.tags.get(tag).is_some_and(|value| !["", "?", "-"].contains(&value.trim())));
        if !is_placed {
            return MoverContext::rapid(elo);
        }
        let (source, time_class) = (Source::of(&self.tags), TimeClass::of(&self.tags));
        MoverContext { elo, opponent_elo: Some(elo), source, time_class, clocks: self.clocks_before(ply) }
    }

    fn clocks_before(&self, ply: usize) -> Option<Clocks> {
        let TimeControl { base, increment } = TimeControl::of(&self.tags)?;
        if self.clocks.is_empty() {
            return None;
        }
        let left = |back: usize| {
            let tenths = ply.checked_sub(back).and_then(|index| self.clocks.get(index));
            tenths.map_or(base as f32, |&tenths| tenths as f32 / 10.0)
        };
        let clocks = Clocks { mover: left(2), opponent: left(1), base: base as f32, increment: increment as f32 };
        Some(clocks.within_range())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    fn read(text: &str) -> Result<ReviewGame, ReviewGameError> {
        let game = PgnReader::new(Cursor::new(text.to_owned())).expect("text").next().expect("a game").expect("reads");
        game.try_into()
    }

    #[test]
    fn a_game_is_reviewed_as_far_as_it_can_be_read() {
        assert_eq!(read("1. e4 e5 2. -- Nc6 *").expect("two moves").moves.len(), 2);
        let error = |text: &str| read(text).expect_err("refused").to_string();
        assert_eq!(
            error("1. Ke4 e5 *"),
            "game 1 (line 1, before the first move): cannot read Ke4: no king can go there"
        );
        assert_eq!(error("[Event \"x\"]\n\n*"), "the game has no moves");
    }

    #[test]
    fn the_clocks_before_a_move_are_those_after_the_last_ones() {
        let text = "[TimeControl \"600+5\"]\n\ne4 {[%clk 0:10:00]} e5 {[%clk 0:09:30]} Nf3 {[%clk 0:09:00]} *";
        let game = read(text).expect("a game");
        let clocks = |ply| game.who(ply, 1500).clocks.map(|clocks| (clocks.mover, clocks.opponent));
        assert_eq!([0, 1, 2].map(clocks), [Some((600.0, 600.0)), Some((600.0, 600.0)), Some((600.0, 570.0))]);
        assert_eq!(game.who(2, 1500).time_class, TimeClass::Rapid);
        let bare = read("e4 e5 *").expect("a game");
        assert_eq!(bare.who(1, 1234), MoverContext::rapid(1234));
    }
}
