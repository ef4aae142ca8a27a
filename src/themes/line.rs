//! A line of moves with all its positions. The side that moves first in it is the one that wins something by it.

use shakmaty::{Board, Chess, Color, Move, Position as _, Role, Square};

use crate::chess::notation::printed_line;

/// A line from a position; moves with even numbers are the winner's, those with odd numbers the loser's.
#[derive(Clone, Debug)]
pub struct TacticLine {
    /// One more than moves.
    positions: Vec<Chess>,
    moves: Vec<Move>,
    /// The move before the first, where it belongs to what is told.
    lead: Option<(Chess, Move)>,
}

impl TacticLine {
    /// The legal beginning of these moves.
    pub fn new(start: &Chess, moves: &[Move]) -> TacticLine {
        let mut line = TacticLine { positions: vec![start.clone()], moves: Vec::new(), lead: None };
        for &mv in moves {
            let mut position = line.end().clone();
            if !position.is_legal(mv) {
                break;
            }
            position.play_unchecked(mv);
            line.positions.push(position);
            line.moves.push(mv);
        }
        line
    }

    /// The line behind a move that must be legal.
    pub fn after(before: &Chess, lead: Move, moves: &[Move]) -> TacticLine {
        let mut start = before.clone();
        start.play_unchecked(lead);
        TacticLine { lead: Some((before.clone(), lead)), ..TacticLine::new(&start, moves) }
    }

    /// The line with further legal moves at its end.
    pub fn extended(&self, moves: &[Move]) -> TacticLine {
        let all = [&self.moves[..], moves].concat();
        TacticLine { lead: self.lead.clone(), ..TacticLine::new(&self.positions[0], &all) }
    }

    /// The first `moves` moves of the line.
    pub fn cut(&self, moves: usize) -> TacticLine {
        TacticLine {
            positions: self.positions[..=moves].to_vec(),
            moves: self.moves[..moves].to_vec(),
            lead: self.lead.clone(),
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn mv(&self, number: usize) -> Move {
        self.moves[number]
    }

    /// The move before the first and the position in which it was played.
    pub fn lead(&self) -> Option<(&Chess, Move)> {
        self.lead.as_ref().map(|(position, mv)| (position, *mv))
    }

    /// The position before the move of this number, or after the last.
    pub fn position(&self, number: usize) -> &Chess {
        &self.positions[number]
    }

    pub fn board(&self, number: usize) -> &Board {
        self.positions[number].board()
    }

    pub fn end(&self) -> &Chess {
        &self.positions[self.positions.len() - 1]
    }

    pub fn winner(&self) -> Color {
        self.positions[0].turn()
    }

    pub fn loser(&self) -> Color {
        !self.winner()
    }

    /// The numbers of the winner's moves.
    pub fn winners(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        (0..self.len()).step_by(2)
    }

    /// The position after the move of this number.
    pub fn after_move(&self, number: usize) -> &Chess {
        &self.positions[number + 1]
    }

    /// "23...Nf3+".
    pub fn numbered(&self, number: usize) -> String {
        numbered(self.position(number), self.mv(number))
    }

    /// The moves up to and with this one, the lead included: "23. Kg1 Nf3+".
    pub fn text_to(&self, number: usize) -> String {
        let moves = &self.moves[..=number];
        match &self.lead {
            Some((before, lead)) => printed_line(before, &[&[*lead], moves].concat()),
            None => printed_line(&self.positions[0], moves),
        }
    }

    /// The moves from the one of number `from` to that of number `to`.
    pub fn text_between(&self, from: usize, to: usize) -> String {
        printed_line(self.position(from), &self.moves[from..=to])
    }

    /// The squares of the piece that stands on `square` before the move of number `at`, before each earlier move and
    /// then; the last is `square` itself.
    pub fn trace(&self, at: usize, square: Square) -> Vec<Square> {
        let mut squares = vec![square];
        let mut here = square;
        for number in (0..at).rev() {
            let mv = self.mv(number);
            let came = match mv {
                Move::Castle { king, rook } => {
                    let (color, side) = (self.position(number).turn(), mv.castling_side());
                    match side {
                        Some(side) if side.king_to(color) == here => Some(king),
                        Some(side) if side.rook_to(color) == here => Some(rook),
                        _ => None,
                    }
                }
                mv if mv.to() == here => mv.from(),
                _ => None,
            };
            here = came.unwrap_or(here);
            squares.push(here);
        }
        squares.reverse();
        squares
    }
}

/// A move with its number: "24. Nxd2", "23...Nf3+".
pub fn numbered(position: &Chess, mv: Move) -> String {
    printed_line(position, &[mv])
}

/// The square on which the piece that a move takes stands.
pub fn taken_on(mv: Move) -> Option<Square> {
    match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        mv if mv.is_capture() => Some(mv.to()),
        _ => None,
    }
}

/// The square of the piece that moved after the move: that of the king if it castled.
pub fn lands_on(mv: Move, mover: Color) -> Square {
    mv.castling_side().map_or(mv.to(), |side| side.king_to(mover))
}

/// The role of the piece that moved as it stands after the move.
pub fn role_after(mv: Move) -> Role {
    mv.promotion().unwrap_or(mv.role())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    #[test]
    fn a_line_ends_where_a_move_is_not_legal() {
        let moves = parse_moves("e4 e5 Nf3").unwrap();
        let start = Chess::default();
        assert_eq!(TacticLine::new(&start, &moves).len(), 3);
        assert_eq!(TacticLine::new(&start, &moves[1..]).len(), 0);
        assert_eq!(TacticLine::after(&start, moves[0], &[moves[1], moves[1]]).len(), 1);
    }

    #[test]
    fn moves_are_written_with_their_numbers() {
        let moves = parse_moves("e4 e5 Nf3").unwrap();
        let line = TacticLine::after(&Chess::default(), moves[0], &moves[1..]);
        assert_eq!(line.numbered(0), "1...e5");
        assert_eq!(line.text_to(1), "1. e4 e5 2. Nf3");
        assert_eq!(line.text_between(0, 1), "1...e5 2. Nf3");
    }

    #[test]
    fn a_piece_is_followed_back_to_its_first_square() {
        let moves = parse_moves("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6").unwrap();
        let line = TacticLine::new(&Chess::default(), &moves);
        let trace = line.trace(8, Square::F1);
        assert_eq!((trace.len(), trace[0], trace[8]), (9, Square::H1, Square::F1), "the rook that castled");
        assert_eq!(line.trace(8, Square::G1)[..7], [Square::E1; 7]);
        assert_eq!(line.trace(8, Square::C4)[0], Square::F1);
        assert_eq!(line.trace(8, Square::A2), [Square::A2; 9]);
    }
}
