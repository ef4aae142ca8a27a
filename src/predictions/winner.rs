//! What Pattern's nets predict: who wins, after each move of a game and after each legal move of a position. Where the
//! rules end the game, they say it, and the nets are not asked.

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Move, Position as _};

use crate::engine::{Ending, Game};
use crate::nets::pattern::{Reader, ReaderState};
use crate::nets::{NEVER, NetError};

/// The prediction after a move of a game.
#[derive(Clone, Debug, Serialize)]
pub struct WinChance {
    /// Half moves so far.
    pub ply: usize,
    pub san: String,
    /// That White wins, if one side does, from 0 to 1; where the game ended, what White got of the point.
    pub white: f64,
    /// Of a draw, from 0 to 1; 0 where the net knows none.
    pub draw: f64,
    #[serde(flatten)]
    pub ended: Option<Ended>,
}

/// How a game ended by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// "checkmate", "stalemate", "insufficient material", "threefold repetition" or "fifty moves".
    pub reason: String,
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Ended {
        Ended { result: ending.result(), reason: ending.to_string() }
    }
}

/// What White gets of the point.
fn points(ending: Ending) -> f64 {
    ending.winner().map_or(0.5, |winner| winner.fold_wb(1.0, 0.0))
}

/// How a game ended with its last move. Draws that have to be claimed count there alone: where play goes on, nobody
/// claimed one.
fn ending(game: &Game, is_last: bool) -> Option<Ending> {
    Ending::of(game).filter(|ending| is_last || ending.is_forced())
}

/// A logit as a probability.
pub fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + f64::from(-logit).exp())
}

/// The net's prediction after every move of a game, and the result where the rules end it.
///
/// # Errors
/// [`NetError::Run`].
pub fn win_chances(reader: &mut Reader, whole: &Game) -> Result<Vec<WinChance>, NetError> {
    let moves = whole.moves();
    let sequence = reader.encode(whole.start(), moves);
    let plies: Vec<usize> = (1..=moves.len()).collect();
    let states = reader.states(&sequence, &plies)?;
    let mut game = Game::from_position(whole.start().clone());
    let chance = |((&ply, state), &mv): ((&usize, ReaderState), &Move)| {
        let san = SanPlus::from_move(game.position().clone(), mv).to_string();
        game.play(mv);
        let ending = ending(&game, ply == moves.len());
        let white = ending.map_or_else(|| probability(state.logit), points);
        let draw = ending.map_or(f64::from(state.draw), |ending| f64::from(u8::from(ending.winner().is_none())));
        WinChance { ply, san, white, draw, ended: ending.map(Ended::from) }
    };
    Ok(plies.iter().zip(states).zip(moves).map(chance).collect())
}

/// A legal move with White's chance after it.
#[derive(Clone, Debug)]
pub struct MoveChance {
    pub mv: Move,
    /// As [`WinChance::white`].
    pub white: f64,
    pub ended: Option<Ended>,
}

/// The net's prediction after each legal move of the position at the end of a game from the initial position on, and
/// the result where the move ends the game.
///
/// # Errors
/// [`NetError::Run`].
pub fn move_chances(reader: &mut Reader, game: &Game) -> Result<Vec<MoveChance>, NetError> {
    // Room for one move more, which a net with a window needs.
    let state = reader.read(&reader.encode(game.start(), game.moves()), 1)?;
    let position = game.position();
    let chance = |mv: Move| {
        let mut after = game.clone();
        after.play(mv);
        let (white, ended) = match ending(&after, true) {
            Some(ending) => (points(ending), Some(ending.into())),
            None => (probability(reader.read_move(&state, position, mv, NEVER)?.logit), None),
        };
        Ok(MoveChance { mv, white, ended })
    };
    position.legal_moves().into_iter().map(chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::nets::RuntimeChoice;
    use crate::nets::pattern::PatternNet;

    fn game_of(moves: &[Move]) -> Game {
        let mut game = Game::default();
        moves.iter().for_each(|&mv| game.play(mv));
        game
    }

    #[test]
    fn chances_follow_the_moves_of_a_game() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves("e4 e5 Qh5 Ke7 Qxe5#").expect("legal moves");
        let chances = win_chances(&mut reader, &game_of(&moves)).expect("the net runs");
        assert_eq!(chances.iter().map(|chance| chance.san.as_str()).collect::<Vec<_>>()[3..], ["Ke7", "Qxe5#"]);
        assert!(chances[..4].iter().all(|chance| (0.0..1.0).contains(&chance.white) && chance.ended.is_none()));
        assert_eq!((chances[4].white, chances[4].ended.clone()), (1.0, Some(ended("1-0", "checkmate"))));
    }

    fn ended(result: &'static str, reason: &str) -> Ended {
        Ended { result, reason: reason.to_owned() }
    }

    fn last(moves: &str) -> WinChance {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves(moves).expect("legal moves");
        win_chances(&mut reader, &game_of(&moves)).expect("the net runs").pop().expect("a move")
    }

    /// Morphy against the Duke and Isouard, and Anderssen's Immortal Game.
    #[test]
    fn famous_mates_are_won() {
        for moves in [
            "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 \
             Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
            "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 \
             Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
        ] {
            let WinChance { san, white, ended: found, .. } = last(moves);
            assert_eq!((white, found), (1.0, Some(ended("1-0", "checkmate"))), "{san}");
        }
        assert_eq!((last("f3 e5 g4 Qh4#").white, last("f3 e5 g4 Qh4#").ended), (0.0, Some(ended("0-1", "checkmate"))));
    }

    #[test]
    fn draws_by_the_rules_are_even() {
        // Sam Loyd's stalemate in ten moves.
        let loyd = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
        let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let fifty = format!("e4 e5 {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(25));
        for (moves, reason) in
            [(loyd, "stalemate"), (&there_and_back, "threefold repetition"), (&fifty, "threefold repetition")]
        {
            let WinChance { white, ended: found, .. } = last(moves);
            assert_eq!((white, found), (0.5, Some(ended("1/2-1/2", reason))), "{moves}");
        }
    }

    #[test]
    fn a_draw_that_nobody_claimed_does_not_end_the_game() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves(&format!("{}e4", "Nf3 Nf6 Ng1 Ng8 ".repeat(2))).expect("legal moves");
        let chances = win_chances(&mut reader, &game_of(&moves)).expect("the net runs");
        assert!(chances.iter().all(|chance| chance.ended.is_none()), "{chances:?}");
    }

    #[test]
    fn a_move_that_ends_the_game_has_its_result() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let mut game = Game::default();
        parse_moves("f3 e5 g4").expect("legal moves").into_iter().for_each(|mv| game.play(mv));
        let chances = move_chances(&mut reader, &game).expect("the net runs");
        let over: Vec<&MoveChance> = chances.iter().filter(|chance| chance.ended.is_some()).collect();
        assert_eq!(over.len(), 1, "{over:?}");
        assert_eq!((over[0].white, over[0].mv.to()), (0.0, shakmaty::Square::H4));
    }
}
