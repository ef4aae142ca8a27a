//! The predictions of Pattern's nets: who wins, after each move of a game and after each legal move of a position. If
//! the rules end the game, they say it, and the nets are not asked.

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move, Position as _};
use thiserror::Error;

use crate::engine::{Ending, Game};
use crate::nets::pattern::{Reader, ReaderState};
use crate::nets::{NEVER, NetError};

/// The prediction for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// That White wins, if one side does, from 0 to 1; where the game ended, what White got of the point.
    pub white: f64,
    /// Of a draw, from 0 to 1; 0 where the net knows none.
    pub draw: f64,
    #[serde(flatten)]
    pub ended: Option<Ended>,
}

impl Chance {
    /// The net's prediction, or the result where the game ended.
    fn of(state: &ReaderState, ending: Option<Ending>) -> Chance {
        match ending {
            None => Chance { white: probability(state.logit), draw: f64::from(state.draw), ended: None },
            Some(ending) => ending.into(),
        }
    }

    /// The points that White can expect, from 0 to 1.
    pub fn points(&self) -> f64 {
        self.white * (1.0 - self.draw) + self.draw / 2.0
    }
}

impl From<Ending> for Chance {
    fn from(ending: Ending) -> Chance {
        let (white, draw) = match ending.winner() {
            Some(winner) => (winner.fold_wb(1.0, 0.0), 0.0),
            None => (0.5, 1.0),
        };
        Chance { white, draw, ended: Some(ending.into()) }
    }
}

/// The prediction after a move of a game.
#[derive(Clone, Debug, Serialize)]
pub struct WinChance {
    /// Plies so far.
    pub ply: usize,
    pub san: String,
    #[serde(flatten)]
    pub chance: Chance,
}

/// Why a net does not read a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnreadableGame {
    #[error("it is a game of Chess960: the nets have learnt none")]
    Chess960,
    #[error("it does not begin in the initial position: this net reads such games only")]
    SetUp,
}

/// Checks that the net reads a game that begins as this one does.
///
/// # Errors
/// Fails if it does not.
pub fn check_beginning(reader: &Reader, game: &Game) -> Result<(), UnreadableGame> {
    if game.castling_mode() == CastlingMode::Chess960 {
        return Err(UnreadableGame::Chess960);
    }
    let is_usual = game.start().board() == Chess::default().board() && game.start().turn().is_white();
    if is_usual || reader.reads_positions() { Ok(()) } else { Err(UnreadableGame::SetUp) }
}

/// The end of a game by the rules.
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

/// The end of a game by its last move. Draws that have to be claimed count there alone: where play goes on, nobody
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
        WinChance { ply, san, chance: Chance::of(&state, ending(&game, ply == moves.len())) }
    };
    Ok(plies.iter().zip(states).zip(moves).map(chance).collect())
}

/// The net's prediction for the position in which a game begins, or its result if the rules end the game there.
///
/// # Errors
/// [`NetError::Run`].
pub fn chance_before(reader: &mut Reader, game: &Game) -> Result<Chance, NetError> {
    let beginning = reader.encode(game.start(), &[]);
    let state = reader.read(&beginning, 0)?;
    Ok(Chance::of(&state, Ending::of(&Game::from_position(game.start().clone()))))
}

/// A legal move with White's chance after it.
#[derive(Clone, Debug)]
pub struct MoveChance {
    pub mv: Move,
    pub chance: Chance,
}

/// The net's prediction after each legal move of the position at the end of a game, and the result where the move ends
/// the game.
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
        let chance = match ending(&after, true) {
            Some(ending) => ending.into(),
            None => Chance::of(&reader.read_move(&state, position, mv, NEVER)?, None),
        };
        Ok(MoveChance { mv, chance })
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
        let chances: Vec<Chance> = chances.into_iter().map(|one| one.chance).collect();
        assert!(chances[..4].iter().all(|chance| (0.0..1.0).contains(&chance.white) && chance.ended.is_none()));
        assert_eq!((chances[4].white, chances[4].ended.clone()), (1.0, Some(ended("1-0", "checkmate"))));
    }

    #[test]
    fn a_position_that_was_set_up_is_judged_before_its_first_move() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let mut before = |fen: &str| {
            let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
            assert_eq!(check_beginning(&reader, &game), Ok(()));
            chance_before(&mut reader, &game).expect("the net runs")
        };
        let ahead = before("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
        assert!(ahead.white > 0.8 && ahead.draw > 0.0 && ahead.ended.is_none(), "{ahead:?}");
        let points = (1.0 - ahead.draw) * ahead.white + 0.5 * ahead.draw;
        assert!((ahead.points() - points).abs() < 1e-9 && ahead.points() < ahead.white);
        let bare = before("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let drawn = ended("1/2-1/2", "insufficient material");
        assert_eq!(bare, Chance { white: 0.5, draw: 1.0, ended: Some(drawn) });
    }

    #[test]
    fn games_that_a_net_does_not_read_are_told_apart() {
        let [whole_game, kumar] =
            PatternNet::ALL.map(|net| Reader::embedded(net, &RuntimeChoice::default()).expect("the built-in net"));
        let set_up = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", CastlingMode::Standard).expect("a position");
        assert_eq!(check_beginning(&kumar, &set_up), Err(UnreadableGame::SetUp));
        assert_eq!(
            (check_beginning(&kumar, &Game::default()), check_beginning(&whole_game, &set_up)),
            (Ok(()), Ok(()))
        );
        let chess960 = Game::from_start_position(CastlingMode::Chess960);
        assert_eq!(check_beginning(&whole_game, &chess960), Err(UnreadableGame::Chess960));
    }

    fn ended(result: &'static str, reason: &str) -> Ended {
        Ended { result, reason: reason.to_owned() }
    }

    fn last(moves: &str) -> Chance {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves(moves).expect("legal moves");
        win_chances(&mut reader, &game_of(&moves)).expect("the net runs").pop().expect("a move").chance
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
            let Chance { white, ended: found, .. } = last(moves);
            assert_eq!((white, found), (1.0, Some(ended("1-0", "checkmate"))), "{moves}");
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
            let Chance { white, ended: found, .. } = last(moves);
            assert_eq!((white, found), (0.5, Some(ended("1/2-1/2", reason))), "{moves}");
        }
    }

    #[test]
    fn a_draw_that_nobody_claimed_does_not_end_the_game() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let moves = parse_moves(&format!("{}e4", "Nf3 Nf6 Ng1 Ng8 ".repeat(2))).expect("legal moves");
        let chances = win_chances(&mut reader, &game_of(&moves)).expect("the net runs");
        assert!(chances.iter().all(|one| one.chance.ended.is_none()), "{chances:?}");
    }

    #[test]
    fn a_move_that_ends_the_game_has_its_result() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let mut game = Game::default();
        parse_moves("f3 e5 g4").expect("legal moves").into_iter().for_each(|mv| game.play(mv));
        let chances = move_chances(&mut reader, &game).expect("the net runs");
        let over: Vec<&MoveChance> = chances.iter().filter(|one| one.chance.ended.is_some()).collect();
        assert_eq!(over.len(), 1, "{over:?}");
        assert_eq!((over[0].chance.white, over[0].mv.to()), (0.0, shakmaty::Square::H4));
    }
}
