//! Queen or rook against a bare king: how often people won it in their games, and how often the level wins it.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Board, CastlingMode, Chess, Color, Position as _, Role, Square};

use motley::engine::{self, Game, Limits, Silent, Stop};
use motley::games::pgn::PgnGame;
use motley::personalities::rated::{LevelPlayer, MoveScorer, Strength};
use motley::personalities::searcher;

/// The fifty-move rule, in plies.
const MOST_PLIES: usize = 100;
/// Plies that the bare king looks ahead.
const DEFENCE: i32 = 6;

/// A game that reached king and queen, or king and rook, against a king.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The piece beside the stronger side's king.
    pub piece: Role,
    /// True if the stronger side won in the end.
    is_won: bool,
}

/// The results of an ending.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Conversion {
    pub people_games: usize,
    /// Percentage that people won; `None` without games.
    pub people: Option<f64>,
    pub engine_games: usize,
    /// Percentage of random positions that the level won within fifty moves.
    pub engine: f64,
    /// Moves that it took, on average.
    pub engine_moves: f64,
}

impl Ending {
    /// The first such ending of a game, if it is the one of this side (0 for White).
    pub fn of(pgn: &PgnGame, side: usize) -> Option<Ending> {
        let stronger = if side == 0 { Color::White } else { Color::Black };
        let mut game = Game::default();
        for &mv in &pgn.moves {
            game.play(mv);
            if let Some(piece) = piece_against_bare_king(game.position(), stronger) {
                return Some(Ending { piece, is_won: pgn.outcome.winner() == Some(stronger) });
            }
        }
        None
    }
}

/// The queen or rook of the stronger side, if there is nothing else beside the kings.
fn piece_against_bare_king(position: &Chess, stronger: Color) -> Option<Role> {
    let board = position.board();
    if board.occupied().count() != 3 || board.by_color(stronger).count() != 2 {
        return None;
    }
    [Role::Queen, Role::Rook].into_iter().find(|&role| board.by_role(role).any())
}

/// Counts the games of people, and lets a level play as many random positions of the kind.
pub fn convert(endings: &[Ending], piece: Role, elo: u16, count: usize) -> Conversion {
    let own: Vec<&Ending> = endings.iter().filter(|ending| ending.piece == piece).collect();
    let players = || (LevelPlayer::new(searcher()), MoveScorer::new(searcher()));
    let play_one =
        |players: &mut (LevelPlayer, MoveScorer), seed: u64| play(players, random_position(piece, seed), elo);
    let moves: Vec<Option<usize>> = (0..count as u64).into_par_iter().map_init(players, play_one).collect();
    let won: Vec<usize> = moves.iter().copied().flatten().collect();
    let percent = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    let people = percent(own.iter().filter(|ending| ending.is_won).count(), own.len());
    Conversion {
        people_games: own.len(),
        people: (!own.is_empty()).then_some(people),
        engine_games: count,
        engine: percent(won.len(), count),
        engine_moves: won.iter().sum::<usize>() as f64 / won.len().max(1) as f64,
    }
}

/// White to move with this piece and the king against the king; nothing is attacked.
pub fn random_position(piece: Role, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    loop {
        let mut square = || Square::new(rng.random_range(0..64));
        let mut board = Board::empty();
        board.set_piece_at(square(), Role::King.of(Color::White));
        board.set_piece_at(square(), piece.of(Color::White));
        board.set_piece_at(square(), Role::King.of(Color::Black));
        let game = Game::from_fen(&format!("{board} w - - 0 1"), CastlingMode::Standard);
        if let Some(game) = game.ok().filter(|game| game.position().board().occupied().count() == 3)
            && !is_attacked(&board)
        {
            return game;
        }
    }
}

/// Returns true if the black king attacks the white piece.
fn is_attacked(board: &Board) -> bool {
    let pieces = board.by_color(Color::White) & !board.kings();
    pieces.into_iter().any(|square| board.attacks_to(square, Color::Black, board.occupied()).any())
}

/// The moves in which the level mates a king that defends itself; `None` where it does not.
fn play((level, defender): &mut (LevelPlayer, MoveScorer), mut game: Game, elo: u16) -> Option<usize> {
    level.new_game();
    let untimed = Limits { depth: Some(1), ..Limits::default() };
    for ply in 0..MOST_PLIES {
        let moves = game.legal_moves();
        let mv = if ply % 2 == 0 {
            level.choose(Strength::of(elo), &game, &untimed, &Stop::new(), &mut Silent).best?
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
