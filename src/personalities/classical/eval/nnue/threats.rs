//! Threats: the attacked pieces, as inputs of the network beside those for the squares of all pieces.
//!
//! The worth of an attacked piece depends on whether it is defended and on what attacks it, and a sum over single
//! pieces cannot say that. These inputs do not depend on the region of the king. `scripts/train/nnue_threats.py`
//! computes the same.

use shakmaty::{Bitboard, Board};

use super::features::Perspective;
use super::lanes::LINE;
use crate::personalities::classical::attacked::Attacked;

/// Hidden neurons to which threats lead, the first ones: few, because each position's threats are added up anew.
pub const THREAT_NEURONS: usize = THREAT_LINES * LINE;
pub const THREAT_LINES: usize = 4;
/// All inputs of one perspective.
pub const THREAT_INPUTS: usize = STATES * STATE;
/// A piece is attacked by a pawn, a knight or bishop, or only by greater pieces; and it is defended, or not.
const STATES: usize = 6;
/// Inputs of the pieces in one state: two colours, five kinds of pieces, 64 squares. The king is none of them, because
/// a position whose mover is in check is not evaluated.
pub const STATE: usize = 2 * 5 * 64;

/// The threats of a position.
#[derive(Debug)]
pub struct Threats {
    /// As White sees them, and Black.
    inputs: [[usize; 64]; 2],
    count: usize,
}

impl Threats {
    pub fn new() -> Threats {
        Threats { inputs: [[0; 64]; 2], count: 0 }
    }

    /// The inputs of White's perspective, and of Black's.
    #[inline]
    pub fn inputs(&self) -> [&[usize]; 2] {
        self.inputs.each_ref().map(|inputs| &inputs[..self.count])
    }
}

/// Finds the threats for White's perspective and Black's. `attacked` is what White attacks, and Black.
#[inline]
pub fn find_threats(board: &Board, perspectives: [Perspective; 2], attacked: [&Attacked; 2], threats: &mut Threats) {
    let [turned_for_white, turned_for_black] = perspectives.map(Perspective::turned);
    let [by_white, by_black] = attacked;
    let (white, black) = (board.white(), board.black());
    let by_pawns = white & by_black.by_pawns | black & by_white.by_pawns;
    let by_minors = white & by_black.by_minors | black & by_white.by_minors;
    let defended = white & by_white.by_any() | black & by_black.by_any();
    let victims = (white & by_black.by_any() | black & by_white.by_any()) & !board.kings();
    // The digits of state and kind in base two: fewer than there are states and kinds.
    let (by_minors, by_majors) = (by_minors & !by_pawns, !(by_minors | by_pawns));
    let (odd, upper) = (board.knights() | board.rooks(), board.bishops() | board.rooks());
    threats.count = victims.count();
    let [for_white, for_black] = &mut threats.inputs;
    // One loop, and no condition in it: how many pieces are attacked, and which, no processor foresees.
    for ((square, for_white), for_black) in victims.into_iter().zip(for_white).zip(for_black) {
        let is = |men: Bitboard| (men.0 >> square.to_usize()) as usize & 1;
        let state = is(defended) + 2 * is(by_minors) + 4 * is(by_majors);
        let kind = is(odd) + 2 * is(upper) + 4 * is(board.queens());
        let (man, is_black) = (state * STATE + kind * 64 + square.to_usize(), is(black));
        *for_white = (man + is_black * (STATE / 2)) ^ turned_for_white;
        *for_black = (man + (1 - is_black) * (STATE / 2)) ^ turned_for_black;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::personalities::classical::attacked::attacked_by_both;

    fn inputs(fen: &str) -> [Vec<usize>; 2] {
        let board = fen.parse::<Fen>().unwrap().into_setup().board;
        let mut threats = Threats::new();
        let perspectives = Perspective::of_both(&board);
        find_threats(&board, perspectives, attacked_by_both(&board).each_ref(), &mut threats);
        threats.inputs().map(<[usize]>::to_vec)
    }

    /// White's inputs by name; its king stands on the files a to d.
    fn found(fen: &str) -> Vec<(String, usize)> {
        let name = |input: usize| {
            let (own, letter) = (input % STATE < STATE / 2, b"pnbrq"[input % (STATE / 2) / 64] as char);
            let letter = if own { letter.to_ascii_uppercase() } else { letter };
            format!("{letter}{}", Square::new(input as u32 % 64))
        };
        inputs(fen)[0].iter().map(|&input| (name(input), input / STATE)).collect()
    }

    fn expected<const N: usize>(men: [(&str, usize); N]) -> Vec<(String, usize)> {
        men.map(|(man, state)| (man.to_owned(), state)).to_vec()
    }

    #[test]
    fn a_man_is_in_the_state_of_its_least_attacker() {
        // The knight is attacked by a bishop, the rook by a pawn, the pawn by a queen; nothing is defended.
        let men = found("4k3/7p/8/3r4/2P1n3/5B2/7Q/3K4 w - - 0 1");
        assert_eq!(men, expected([("ne4", 2), ("rd5", 0), ("ph7", 4)]));
        // The queen attacks a rook, a pawn and a bishop; the bishop is attacked by the other bishop too.
        let men = found("3rk3/8/2n5/8/4b3/1Pq2B2/1R2R3/2K5 w - - 0 1");
        assert_eq!(men, expected([("Rb2", 5), ("Pb3", 5), ("Bf3", 2), ("be4", 2)]));
        let defended = found("4k3/8/3p4/4n3/3P1P2/8/8/3K4 b - - 0 1");
        assert_eq!(defended, expected([("ne5", 1)]));
    }

    #[test]
    fn kings_are_no_threats_and_attack_as_great_men() {
        assert_eq!(found("8/8/8/8/8/2k5/3P4/K2r4 w - - 0 1"), expected([("Pd2", 4)]));
        assert_eq!(found("8/8/8/8/8/2k5/3P4/3K4 w - - 0 1"), expected([("Pd2", 5)]));
    }

    #[test]
    fn both_sides_see_attacked_men_from_their_own_side() {
        // Black's king stands on the king's side, and so it sees the files the other way round.
        let [white, black] = inputs("6k1/8/8/3p4/4P3/8/8/1K6 w - - 0 1");
        assert_eq!(white[..], [28, STATE / 2 + 35]);
        assert_eq!(black[..], [STATE / 2 + 35, 28]);
    }
}
