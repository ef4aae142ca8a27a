//! The first meetings of constraints in a game.

use shakmaty::{Bitboard, Board, ByRole, Color, Position};

use crate::chess::PieceCount;
use crate::games::pgn::PgnGame;

/// The constraints of one side that games are searched for. Each has a slot: its number in the order given.
#[derive(Clone, Debug)]
pub struct ConstraintSet {
    side: Color,
    constraints: Vec<PieceCount>,
    /// Slots by [`PieceCount::index`].
    slots: [Option<u16>; PieceCount::NUMBER],
}

/// The first position of a game in which a side has exactly the pieces that a constraint asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub slot: usize,
    /// Plies played before: 0 is the start position.
    pub half_moves: usize,
    /// The squares of the side's pieces.
    pub men: ByRole<Bitboard>,
}

impl ConstraintSet {
    /// Looks for constraints of one side; one that is named twice gets a single slot.
    pub fn new(side: Color, constraints: impl IntoIterator<Item = PieceCount>) -> ConstraintSet {
        let mut set = ConstraintSet { side, constraints: Vec::new(), slots: [None; PieceCount::NUMBER] };
        for constraint in constraints {
            // Constraints beyond the start's pieces have no index: Petrželka has none such.
            if let Some(index) = constraint.index()
                && set.slots[index].is_none()
            {
                set.slots[index] = Some(set.constraints.len() as u16);
                set.constraints.push(constraint);
            }
        }
        set
    }

    pub fn side(&self) -> Color {
        self.side
    }

    /// The constraints by slot.
    pub fn constraints(&self) -> &[PieceCount] {
        &self.constraints
    }

    /// The meetings of a game, in the order of its moves; a constraint that is met again later is not met a second
    /// time.
    pub fn meetings(&self, game: &PgnGame) -> Vec<Meeting> {
        let mut met = vec![false; self.constraints.len()];
        let mut found = Vec::new();
        let mut position = game.start.clone();
        let mut look = |board: &Board, half_moves| {
            let slot = PieceCount::of(board, self.side).index().and_then(|index| self.slots[index]).map(usize::from);
            if let Some(slot) = slot.filter(|&slot| !std::mem::replace(&mut met[slot], true)) {
                let ours = board.by_color(self.side);
                found.push(Meeting { slot, half_moves, men: ByRole::new_with(|role| board.by_role(role) & ours) });
            }
        };
        look(position.board(), 0);
        for (played, &mv) in game.moves.iter().enumerate() {
            position.play_unchecked(mv);
            // Pieces only come and go by captures and promotions.
            if mv.is_capture() || mv.is_promotion() {
                look(position.board(), played + 1);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;
    use shakmaty::{Chess, Outcome, Square};

    use super::*;
    use crate::games::pgn::PgnReader;

    fn game(moves: &str) -> PgnGame {
        let mut games = PgnReader::new(Cursor::new(format!("{moves} *\n\n"))).expect("memory can be read");
        games.next().expect("a game").expect("that can be read")
    }

    /// Constraint and ply of all meetings.
    fn met(side: Color, moves: &str) -> Vec<(String, usize)> {
        let set = ConstraintSet::new(side, PieceCount::all());
        set.meetings(&game(moves)).iter().map(|m| (set.constraints()[m.slot].to_string(), m.half_moves)).collect()
    }

    fn named(meetings: &[(&str, usize)]) -> Vec<(String, usize)> {
        meetings.iter().map(|&(name, half_moves)| (name.to_owned(), half_moves)).collect()
    }

    #[test]
    fn the_start_position_meets_the_full_count_at_half_move_0() {
        for side in Color::ALL {
            assert_eq!(met(side, "e4 e5"), named(&[("1,2,2,2,8", 0)]));
        }
    }

    #[test]
    fn a_side_meets_a_constraint_when_the_other_side_takes() {
        let moves = "e4 d5 exd5 Qxd5 Nc3 Qe5+";
        assert_eq!(met(Color::White, moves), named(&[("1,2,2,2,8", 0), ("1,2,2,2,7", 4)]));
        assert_eq!(met(Color::Black, moves), named(&[("1,2,2,2,8", 0), ("1,2,2,2,7", 3)]));
    }

    #[test]
    fn en_passant_takes_a_pawn() {
        assert_eq!(met(Color::Black, "e4 a6 e5 d5 exd6"), named(&[("1,2,2,2,8", 0), ("1,2,2,2,7", 5)]));
    }

    #[test]
    fn a_promotion_meets_constraints_with_the_sides_own_move_and_nothing_is_met_twice() {
        // White's pawn becomes a knight after a knight was lost: both knights are there again, with a pawn less.
        let moves = "Nc3 b5 Nxb5 c6 Nxa7 Rxa7 b4 Ra6 b5 Ra5 b6 Ra4 b7 Ra5 bxc8=N Qxc8 a3";
        let meetings = met(Color::White, moves);
        assert_eq!(meetings, named(&[("1,2,2,2,8", 0), ("1,2,2,1,8", 6), ("1,2,2,2,7", 15), ("1,2,2,1,7", 16)]));
    }

    #[test]
    fn the_squares_are_those_of_the_side_at_that_moment() {
        let set = ConstraintSet::new(Color::White, [PieceCount([1, 2, 2, 2, 7])]);
        let meetings = set.meetings(&game("e4 d5 Nf3 dxe4 Nc3"));
        assert_eq!((meetings.len(), meetings[0].half_moves), (1, 4));
        assert_eq!(meetings[0].men.knight, Bitboard::from(Square::B1) | Square::F3);
        assert_eq!(meetings[0].men.pawn, Bitboard::from(shakmaty::Rank::Second) & !Bitboard::from(Square::E2));
        assert_eq!(meetings[0].men.king, Bitboard::from(Square::E1));
    }

    proptest! {
        #[test]
        fn every_meeting_is_the_first_position_with_its_count(
            choices in prop::collection::vec(any::<u16>(), 0..200),
            white: bool,
        ) {
            let mut position = Chess::default();
            let mut moves = Vec::new();
            let mut boards = vec![position.board().clone()];
            for choice in choices {
                let legal = position.legal_moves();
                let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
                position.play_unchecked(mv);
                moves.push(mv);
                boards.push(position.board().clone());
            }
            let game = PgnGame::of_moves(Chess::default(), moves, Outcome::Unknown);
            let set = ConstraintSet::new(Color::from_white(white), PieceCount::all());
            let found: Vec<(usize, usize)> =
                set.meetings(&game).iter().map(|meeting| (meeting.slot, meeting.half_moves)).collect();
            let first_board = |constraint: PieceCount| {
                boards.iter().position(|board| PieceCount::of(board, set.side()) == constraint)
            };
            let mut expected: Vec<(usize, usize)> = set
                .constraints()
                .iter()
                .enumerate()
                .filter_map(|(slot, &constraint)| Some((slot, first_board(constraint)?)))
                .collect();
            expected.sort_by_key(|&(_, half_moves)| half_moves);
            prop_assert_eq!(found, expected);
        }
    }
}
