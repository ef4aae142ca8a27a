//! Moves played one after another from a position.

use shakmaty::{Chess, Move, Position as _};

/// Each move of a line with the plies played before it, from 0, and the position in which it is played. The moves must
/// be legal one after another.
///
/// ```
/// use motley::chess::notation::parse_moves;
/// use motley::chess::replay::positions;
/// use shakmaty::{Chess, Color, Position as _};
///
/// let moves = parse_moves("1. e4 e5 2. Nf3").unwrap();
/// let turns: Vec<(usize, Color)> =
///     positions(&Chess::default(), &moves).map(|(ply, before, _)| (ply, before.turn())).collect();
/// assert_eq!(turns, [(0, Color::White), (1, Color::Black), (2, Color::White)]);
/// ```
pub fn positions<'a>(start: &Chess, moves: &'a [Move]) -> impl Iterator<Item = (usize, Chess, Move)> + use<'a> {
    read_moves(start.clone(), moves, |_, &mv| Some(mv))
}

/// The same for moves in a form of their own, up to the first that `read` finds not to be legal in its position.
pub fn read_moves<M>(
    start: Chess,
    moves: &[M],
    read: impl Fn(&Chess, &M) -> Option<Move>,
) -> impl Iterator<Item = (usize, Chess, Move)> {
    let mut position = start;
    moves.iter().enumerate().map_while(move |(ply, packed)| {
        let mv = read(&position, packed)?;
        let before = position.clone();
        position.play_unchecked(mv);
        Some((ply, before, mv))
    })
}

/// The position after all `moves`, which must be legal one after another.
///
/// ```
/// use motley::chess::notation::parse_moves;
/// use motley::chess::replay::position_after;
/// use shakmaty::{Chess, Color, Position as _};
///
/// let moves = parse_moves("1. e4 e5 2. Nf3").unwrap();
/// assert_eq!(position_after(&Chess::default(), &moves).turn(), Color::Black);
/// assert_eq!(position_after(&Chess::default(), &[]), Chess::default());
/// ```
pub fn position_after(start: &Chess, moves: &[Move]) -> Chess {
    let mut position = start.clone();
    moves.iter().for_each(|&mv| position.play_unchecked(mv));
    position
}
