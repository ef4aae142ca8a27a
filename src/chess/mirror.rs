//! The same position with the colours exchanged.

use shakmaty::{Chess, EnPassantMode, FromSetup as _, Position as _, PositionError};

/// The position in which Black has what White had, and moves where White did; castling rights and en passant too. As
/// legal as the given one.
pub fn mirrored(position: &Chess) -> Chess {
    let setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    Chess::from_setup(setup, position.castles().mode())
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("what is legal for one colour is for the other")
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn mirrored_fen(fen: &str, mode: CastlingMode) -> String {
        let position: Chess = fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("a position");
        let mirror = mirrored(&position);
        assert_eq!(mirrored(&mirror), position);
        Fen::from_position(&mirror, EnPassantMode::Legal).to_string()
    }

    #[test]
    fn colours_rights_and_en_passant_are_exchanged() {
        let standard = |fen| mirrored_fen(fen, CastlingMode::Standard);
        assert_eq!(
            standard("rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQk c3 0 3"),
            "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w Kkq c6 0 3"
        );
        assert_eq!(
            mirrored_fen("1r2k1r1/8/8/8/8/8/8/4K1R1 w Gb - 4 9", CastlingMode::Chess960),
            "4k1r1/8/8/8/8/8/8/1R2K1R1 b Qk - 4 9"
        );
    }
}
