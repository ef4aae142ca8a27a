//! What Pattern's nets predict: who wins, after each move of a game and after each legal move of a position.

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position as _};

use crate::engine::Game;
use crate::nets::pattern::Reader;
use crate::nets::{NEVER, NetError};

/// The prediction after a move of a game.
#[derive(Clone, Debug, Serialize)]
pub struct WinChance {
    /// Half moves so far.
    pub ply: usize,
    pub san: String,
    /// That White wins, if one side does, from 0 to 1.
    pub white: f64,
}

/// A logit as a probability.
pub fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + f64::from(-logit).exp())
}

/// The net's prediction after every move of a game from the initial position on.
///
/// # Errors
/// [`NetError::Run`].
pub fn win_chances(reader: &mut Reader, moves: &[Move]) -> Result<Vec<WinChance>, NetError> {
    let mut position = Chess::default();
    let sequence = reader.encode(&position, moves);
    let plies: Vec<usize> = (1..=moves.len()).collect();
    let logits = reader.logits(&sequence, &plies)?;
    let chance = |((&ply, logit), &mv): ((&usize, f32), &Move)| {
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        WinChance { ply, san, white: probability(logit) }
    };
    Ok(plies.iter().zip(logits).zip(moves).map(chance).collect())
}

/// The net's prediction after each legal move of the position at the end of a game from the initial position on.
///
/// # Errors
/// [`NetError::Run`].
pub fn move_chances(reader: &mut Reader, game: &Game) -> Result<Vec<(Move, f64)>, NetError> {
    // Room for one move more, which a net with a window needs.
    let state = reader.read(&reader.encode(game.start(), game.moves()), 1)?;
    let position = game.position();
    let chance = |mv: Move| Ok((mv, probability(reader.read_move(&state, position, mv, NEVER)?.logit)));
    position.legal_moves().into_iter().map(chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::nets::RuntimeChoice;
    use crate::nets::pattern::PatternNet;

    #[test]
    fn chances_follow_the_moves_of_a_game() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves("e4 e5 Qh5 Ke7 Qxe5#").expect("legal moves");
        let chances = win_chances(&mut reader, &moves).expect("the net runs");
        assert_eq!(chances.iter().map(|chance| chance.san.as_str()).collect::<Vec<_>>()[3..], ["Ke7", "Qxe5#"]);
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(&chance.white)));
        assert!(chances[4].white > chances[0].white, "{chances:?}");
    }
}
