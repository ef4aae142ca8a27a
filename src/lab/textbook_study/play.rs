//! Games of players that are called in this process, and the settings that they share.

use std::time::Duration;

use shakmaty::{ByColor, Color, Move, Position as _};

use crate::engine::{Game, Limits, SideClock, is_drawn};

/// How often a position must stand on the board to end a game.
const REPETITIONS: usize = 3;

/// Chooses a move; called only where there is one.
pub type Mover<'a> = &'a mut dyn FnMut(&Game) -> Move;

/// Plays a game on to its end by the rules. Returns the winner, `None` for a draw.
pub fn play_out(mut game: Game, mut movers: ByColor<Mover<'_>>) -> Option<Color> {
    loop {
        let position = game.position();
        if position.is_checkmate() {
            return Some(!position.turn());
        }
        let times = game.keys().iter().filter(|key| **key == game.key()).count();
        if is_drawn(position) || times >= REPETITIONS {
            return None;
        }
        let mv = movers.get_mut(position.turn())(&game);
        game.play(mv);
    }
}

/// A clock that ends no search: it makes a `go` a move of a game, where the book answers.
pub fn hours() -> Limits {
    let clock = Some(SideClock { remaining: Duration::from_secs(24 * 3600), increment: Duration::ZERO });
    Limits { white: clock, black: clock, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn winner(moves: &str) -> Option<Color> {
        let mut moves = moves.split_whitespace();
        let mut next = |game: &Game| game.read_uci(moves.next().expect("the game has ended")).unwrap();
        let next = std::cell::RefCell::new(&mut next);
        let (mut white, mut black) = (|game: &Game| next.borrow_mut()(game), |game: &Game| next.borrow_mut()(game));
        play_out(Game::default(), ByColor { white: &mut white, black: &mut black })
    }

    #[test]
    fn games_end_with_mate_and_with_the_third_repetition() {
        assert_eq!(winner("f2f3 e7e5 g2g4 d8h4"), Some(Color::Black));
        assert_eq!(winner("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), None);
    }
}
