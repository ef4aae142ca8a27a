//! The choice of the promotion piece: the nets choose squares only (Griffiths does not treat promotions).

use shakmaty::{Chess, Move, Position as _, Role};

/// Of several promotions between the same squares, the one that is played: a knight where it mates and the queen does
/// not; a rook, or else a bishop, where the queen gives stalemate and it does not; else the highest piece.
pub fn best(position: &Chess, choices: &[Move]) -> Option<Move> {
    let highest = choices.iter().copied().max_by_key(|mv| mv.promotion())?;
    let ends = |role: Role, how: fn(&Chess) -> bool| {
        choices.iter().copied().find(|mv| mv.promotion() == Some(role)).is_some_and(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            how(&after)
        })
    };
    let of = |role: Role| choices.iter().copied().find(|mv| mv.promotion() == Some(role));
    let Some(role) = highest.promotion() else { return Some(highest) };
    if ends(Role::Knight, Chess::is_checkmate) && !ends(role, Chess::is_checkmate) {
        return of(Role::Knight);
    }
    if ends(role, Chess::is_stalemate) {
        let alive = [Role::Rook, Role::Bishop]
            .into_iter()
            .filter_map(of)
            .find(|mv| mv.promotion().is_some_and(|role| !ends(role, Chess::is_stalemate)));
        return alive.or(Some(highest));
    }
    Some(highest)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn promoted(fen: &str) -> Option<Role> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let promotions: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| mv.is_promotion() && !mv.is_capture()).collect();
        best(&position, &promotions)?.promotion()
    }

    #[test]
    fn a_queen_unless_it_would_be_a_mistake() {
        assert_eq!(promoted("8/P6k/8/8/8/8/8/K7 w - - 0 1"), Some(Role::Queen));
    }

    #[test]
    fn a_rook_where_the_queen_stalemates() {
        assert_eq!(promoted("8/5P1k/5K2/8/8/8/8/8 w - - 0 1"), Some(Role::Rook));
        assert_eq!(promoted("8/k1P5/2K5/8/8/8/8/8 w - - 0 1"), Some(Role::Rook));
    }

    #[test]
    fn a_knight_where_it_mates() {
        assert_eq!(
            promoted("8/3P1ppk/5pnp/5pqp/8/8/8/1K6 w - - 0 1"),
            Some(Role::Queen),
            "a knight on d8 gives no mate"
        );
        assert_eq!(promoted("6nr/5Ppk/6pp/8/8/8/8/1K6 w - - 0 1"), Some(Role::Knight));
    }

    #[test]
    fn only_the_choices_that_are_allowed() {
        let position: Chess =
            "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let minor: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| mv.promotion() == Some(Role::Bishop)).collect();
        assert_eq!(best(&position, &minor), Some(minor[0]));
        assert_eq!(best(&position, &[]), None);
    }
}
