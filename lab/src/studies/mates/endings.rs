//! Queen or rook against a bare king: how often people won it, and how often the level does.

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Color, Position as _};

use motley::engine::{self, Game, Limits, Silent, Stop};
use motley::games::pgn::PgnGame;
use motley::personalities::rated::{LevelPlayer, Searcher, Strength};
use motley::personalities::searcher;

/// The fifty-move rule, in half moves.
const MOST_PLIES: usize = 100;
/// Half moves that the bare king looks ahead.
const DEFENCE: i32 = 6;

/// A game that reached king and queen, or king and rook, against a king.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Where the stronger side is to move for the first time.
    game: Game,
    elo: u16,
    pub has_queen: bool,
    /// Whether the stronger side won in the end.
    is_won: bool,
}

/// How often the ending was won.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Conversion {
    pub people_games: usize,
    /// Percentage that people won.
    pub people: f64,
    pub engine_games: usize,
    /// Percentage that the level won within fifty moves.
    pub engine: f64,
    /// Moves that it took, on average.
    pub engine_moves: f64,
}

impl Ending {
    #[cfg(test)]
    pub fn at(game: Game, elo: u16, has_queen: bool, is_won: bool) -> Ending {
        Ending { game, elo, has_queen, is_won }
    }

    /// The first such ending of a game, if it is the one of this side.
    pub fn of(pgn: &PgnGame, (side, elo): (usize, u16)) -> Option<Ending> {
        let stronger = if side == 0 { Color::White } else { Color::Black };
        let mut game = Game::default();
        for &mv in &pgn.moves {
            if game.position().turn() == stronger
                && let Some(has_queen) = pieces(game.position(), stronger)
            {
                // Without the moves before: the fifty-move rule counts from here.
                let start = Game::from_fen(&game.fen(), game.castling_mode()).ok()?;
                let is_won = pgn.outcome.winner() == Some(stronger);
                return Some(Ending { game: start, elo, has_queen, is_won });
            }
            game.play(mv);
        }
        None
    }
}

/// Whether the stronger side has a queen, or else a rook, and nobody anything else but the king.
fn pieces(position: &Chess, stronger: Color) -> Option<bool> {
    let board = position.board();
    if board.occupied().count() != 3 || board.by_color(stronger).count() != 2 {
        return None;
    }
    if board.queens().any() { Some(true) } else { board.rooks().any().then_some(false) }
}

/// `None` without endings. Every one counts for people; the level plays `most` of them.
pub fn convert(endings: &[&Ending], most: usize) -> Option<Conversion> {
    if endings.is_empty() {
        return None;
    }
    let played = endings.par_iter().take(most).map_init(players, |players, ending| play(players, ending));
    let moves: Vec<Option<usize>> = played.collect();
    let won: Vec<usize> = moves.iter().copied().flatten().collect();
    let percent = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    Some(Conversion {
        people_games: endings.len(),
        people: percent(endings.iter().filter(|ending| ending.is_won).count(), endings.len()),
        engine_games: moves.len(),
        engine: percent(won.len(), moves.len()),
        engine_moves: won.iter().sum::<usize>() as f64 / won.len().max(1) as f64,
    })
}

fn players() -> (LevelPlayer, Searcher) {
    (LevelPlayer::new(searcher()), Searcher::new(searcher()))
}

/// The moves in which the level mates a king that defends itself; `None` where it does not.
fn play((level, defender): &mut (LevelPlayer, Searcher), ending: &Ending) -> Option<usize> {
    let mut game = ending.game.clone();
    level.new_game();
    let untimed = Limits { depth: Some(1), ..Limits::default() };
    for ply in 0..MOST_PLIES {
        let moves = game.legal_moves();
        let mv = if ply % 2 == 0 {
            level.choose(Strength::of(ending.elo), &game, &untimed, &Stop::new(), &mut Silent).best?
        } else {
            let limits = Limits { depth: Some(DEFENCE), ..Limits::default() };
            let scores = defender.last_scores(&game, &moves, limits, &Stop::new());
            *moves.iter().zip(scores).max_by_key(|(_, score)| *score)?.0
        };
        game.play(mv);
        if let Some(end) = engine::Ending::of(&game) {
            return end.winner().map(|_| ply / 2 + 1);
        }
    }
    None
}
