//! A game that goes on with the moves that Pattern's policy expects: what Kumar calls the generative model.

use thiserror::Error;

use crate::engine::{Ending, Game, SeededRng};
use crate::nets::pattern::{ExpectedMove, Reader};
use crate::nets::{NEVER, NetError};
use crate::personalities::mockfish::sample_share;

/// The choice of each move from those that the net expects.
pub struct MoveChoice {
    /// In the unit of the option `MockfishTemperature`; at 0 it is the move that the net expects most.
    temperature: u8,
    rng: SeededRng,
}

impl MoveChoice {
    /// `seed` is as in the option `Seed`: 0 takes one from the system.
    pub fn new(temperature: u8, seed: u64) -> MoveChoice {
        let mut rng = SeededRng::default();
        rng.configure(seed);
        MoveChoice { temperature, rng }
    }

    /// One of the moves, of which the first is expected most.
    fn choose(&mut self, expected: &[ExpectedMove]) -> ExpectedMove {
        let probabilities = expected.iter().map(|one| one.probability);
        expected[sample_share(probabilities, self.temperature, &mut *self.rng)]
    }
}

/// Why a game cannot go on.
#[derive(Debug, Error)]
pub enum ContinueError {
    #[error("the game is over ({0}): no move can follow")]
    Over(Ending),
    #[error("this net proposes no moves: expected one of the form board, such as WholeGame")]
    ProposesNothing,
    #[error(transparent)]
    Net(#[from] NetError),
}

/// As many plies after the game as are asked for; fewer where the rules end it before, or where a draw can be claimed.
///
/// # Errors
/// Fails if the game is over already, or the net proposes no moves or fails.
pub fn continue_game(
    reader: &mut Reader,
    game: &Game,
    half_moves: usize,
    choice: &mut MoveChoice,
) -> Result<Vec<ExpectedMove>, ContinueError> {
    if let Some(ending) = Ending::of(game) {
        return Err(ContinueError::Over(ending));
    }
    let sequence = reader.encode(game.start(), game.moves());
    let mut state = reader.read(&sequence, 0)?;
    let (mut game, mut continued) = (game.clone(), Vec::new());
    while continued.len() < half_moves && Ending::of(&game).is_none() {
        let position = game.position();
        let expected = reader.expected_moves(&state, position).ok_or(ContinueError::ProposesNothing)?;
        let chosen = choice.choose(&expected);
        state = reader.read_move(&state, position, chosen.mv, NEVER)?;
        continued.push(chosen);
        game.play(chosen.mv);
    }
    Ok(continued)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Move};

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::nets::RuntimeChoice;
    use crate::nets::pattern::PatternNet;

    fn reader(net: PatternNet) -> Reader {
        Reader::embedded(net, &RuntimeChoice::default()).expect("the built-in net")
    }

    fn after(moves: &str) -> Game {
        let mut game = Game::default();
        parse_moves(moves).expect("legal moves").into_iter().for_each(|mv| game.play(mv));
        game
    }

    fn most_expected() -> MoveChoice {
        MoveChoice::new(0, 0)
    }

    fn sampled(seed: u64, temperature: u8) -> Vec<Move> {
        let mut choice = MoveChoice::new(temperature, seed);
        let continued = continue_game(&mut reader(PatternNet::WholeGame), &after("e4 e5"), 12, &mut choice);
        continued.expect("the net runs").iter().map(|one| one.mv).collect()
    }

    #[test]
    fn a_game_goes_on_with_legal_moves_the_most_expected_each_time() {
        let (mut reader, game) = (reader(PatternNet::WholeGame), after("e4 e5 Nf3 Nc6 Bb5 a6"));
        let continued = continue_game(&mut reader, &game, 10, &mut most_expected()).expect("the net runs");
        assert_eq!(continued.len(), 10);
        let mut going_on = game;
        for ExpectedMove { mv, probability } in continued {
            let sequence = reader.encode(going_on.start(), going_on.moves());
            let state = reader.read(&sequence, 0).expect("the net runs");
            let best = reader.expected_moves(&state, going_on.position()).expect("it proposes moves")[0];
            assert_eq!(best.mv, mv, "{:?}", going_on.moves());
            assert!((best.probability - probability).abs() < 1e-3, "{best:?} and {probability}");
            going_on.play(mv);
        }
    }

    #[test]
    fn a_seed_repeats_a_sampled_game_and_a_temperature_of_0_samples_nothing() {
        assert_eq!(sampled(7, 100), sampled(7, 100));
        assert!((1..6).any(|seed| sampled(seed, 100) != sampled(7, 100)), "seeds differ");
        assert_eq!(sampled(7, 0), sampled(8, 0));
    }

    /// Two kings and a pawn: the game ends long before its four hundredth ply.
    #[test]
    fn it_ends_where_the_rules_end_the_game() {
        let game = Game::from_fen("7k/8/8/8/8/8/1p6/K7 w - - 0 1", CastlingMode::Standard).expect("a position");
        let mut reader = reader(PatternNet::WholeGame);
        let continued = continue_game(&mut reader, &game, 400, &mut most_expected()).expect("the net runs");
        let mut after = game;
        for ExpectedMove { mv, .. } in &continued {
            assert_eq!(Ending::of(&after), None, "it goes on only where the game does");
            after.play(*mv);
        }
        assert!(continued.len() < 400 && Ending::of(&after).is_some(), "{} {:?}", continued.len(), after.moves());
        let beyond = continue_game(&mut reader, &after, 1, &mut most_expected());
        assert!(matches!(beyond, Err(ContinueError::Over(_))), "{beyond:?}");
    }

    #[test]
    fn a_net_that_proposes_no_moves_cannot_go_on() {
        let refused = continue_game(&mut reader(PatternNet::Kumar), &after("e4"), 3, &mut most_expected());
        assert!(matches!(refused, Err(ContinueError::ProposesNothing)), "{refused:?}");
    }
}
