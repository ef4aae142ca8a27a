//! Figures 2.1 to 2.3: what must have happened before a position.

use std::time::Duration;

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, fen::Fen};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use crate::evidence::retro::retractions;
use motley::chess::notation::numbered_line;
use motley::chess::pawns::{PawnJourney, PawnPlan, pawn_rank};
use motley::constraint::reachable_position;
use motley::lessons::proof_game::{ProofLimits, Target, find_proof};

/// A position with what the text says of figure 2.1: White lacks the queen and the h pawn, Black a rook; Black's pawns
/// have taken on a6 and g6, and a knight stands on h8. The figure is a picture, and its other pieces are not named.
const FIGURE_2_1: &str = "rnbqkb1n/p1ppppp1/p5p1/8/8/4P3/PPPP1PP1/RNB1KBNR w - - 0 1";
/// Two positions of the same pieces with what the text says of figure 2.3: a king that has castled or moved in no
/// visible way, and a bishop that can have checked it; with the rights to castle, and without.
const FIGURE_2_3: [&str; 2] = [
    "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/5N2/PPP1BPPP/RNBQK2R w KQkq - 0 1",
    "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/5N2/PPP1BPPP/RNBQK2R w kq - 0 1",
];
/// Searching takes seconds; what a busy machine does not find in ten minutes counts as not found.
const LIMITS: ProofLimits = ProofLimits { time: Duration::from_secs(600), threads: 1, seed: 1 };

pub fn figures(_: &Setting) -> Result<Findings, ItemError> {
    let position = read(FIGURE_2_1)?;
    let lacking = |side: Color| 16 - position.board().by_color(side).count() as u32;
    let pawns = position.board().by_piece(Color::Black.pawn());
    let plan = PawnPlan::new(Color::Black, Bitboard::from(pawn_rank(Color::Black)), pawns, |_| true);
    let captures = plan.map_or(0, |plan| plan.captures());
    let to_a6 = PawnJourney { side: Color::White, from: Square::H2, to: Square::A6 };
    let game = find_proof(&Target::new(&position), LIMITS).ok();
    let of_figure = |name: &str| format!("figure 2.1: {name}");
    let mut rows = vec![
        Row::by_method(
            of_figure("Black's pawns took both men that White lacks"),
            Estimate::fact(captures == 2 && lacking(Color::White) == 2),
        ),
        Row::by_method(
            of_figure("the h pawn cannot have been taken on a6 as a pawn"),
            Estimate::fact(to_a6.captures() > lacking(Color::Black)),
        ),
        Row::by_method(of_figure("the knight came to h8 before h7xg6"), Estimate::fact(knight_came_first(&position))),
        Row::by_method(
            of_figure("the h pawn took the rook on g8 and was taken as a promoted man"),
            Estimate::fact(game.as_deref().is_some_and(shows_the_theme)),
        ),
        Row::by_method(
            of_figure("half moves of the game that was found"),
            Estimate::exact(game.as_ref().map_or(0.0, |moves| moves.len() as f64)),
        ),
    ];
    let mut proofs = Vec::new();
    for fen in FIGURE_2_3 {
        proofs.push(find_proof(&Target::new(&read(fen)?), LIMITS).ok());
    }
    rows.push(Row::by_method(
        "figure 2.3: whether castling is possible cannot be told from the men",
        Estimate::fact(proofs.iter().all(Option::is_some)),
    ));
    let line = |moves: &Option<Vec<Move>>| {
        moves.as_ref().map_or("none".to_owned(), |moves| numbered_line(&Chess::default(), moves))
    };
    Ok(Findings::new(rows).with_note(format!(
        "The thesis shows its figures as pictures. We set up figure 2.1 as `{FIGURE_2_1}` and figure 2.3 as `{}`, \
         from what the text says of them. Figure 2.2, with four such promotions, is not measured, because the text \
         names none of its pieces. The first two rows of figure 2.1 count captures, the third takes moves back, and \
         the fourth looks at a game that leads there: {}. One game leads to the pieces of figure 2.3 with White's \
         right to castle ({} and one without ({}).",
        FIGURE_2_3[0],
        line(&game),
        line(&proofs[0]),
        line(&proofs[1]),
    )))
}

fn read(fen: &str) -> Result<Chess, ItemError> {
    Ok(reachable_position(&fen.parse::<Fen>()?.into_setup())?)
}

/// Returns true if the knight on h8 cannot be taken back while Black's pawn stands on g6, and can once that pawn is
/// back on h7, the only square that it can have come from.
fn knight_came_first(position: &Chess) -> bool {
    let is_knight = |mv: Move| mv.to() == Square::H8 && mv.role() == Role::Knight;
    let last = retractions(position);
    let mut before_pawn = last.iter().filter(|found| found.mv.to() == Square::G6).peekable();
    if last.iter().any(|found| is_knight(found.mv)) || before_pawn.peek().is_none() {
        return false;
    }
    before_pawn.all(|found| {
        let after_white = retractions(&found.before);
        let mut earlier = after_white.iter().flat_map(|white| retractions(&white.before));
        found.mv.from() == Some(Square::H7) && earlier.any(|black| is_knight(black.mv))
    })
}

/// Returns true if White's h pawn promotes by taking a rook on g8, and the piece that it becomes is taken by a pawn.
fn shows_the_theme(moves: &[Move]) -> bool {
    let mut position = Chess::default();
    let mut promoted = None;
    for &mv in moves {
        let is_white = position.turn() == Color::White;
        if promoted == Some(mv.to()) && !is_white {
            return mv.role() == Role::Pawn;
        }
        let takes_rook = mv.capture() == Some(Role::Rook) && mv.to() == Square::G8;
        let promotes = mv.is_promotion() && takes_rook && mv.from() == Some(Square::H7);
        let is_promoted = promoted.is_some() && promoted == mv.from();
        if is_white && (promotes || is_promoted) {
            promoted = Some(mv.to());
        }
        position.play_unchecked(mv);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use motley::chess::notation::parse_moves;

    #[test]
    fn the_theme_is_a_promotion_on_g8_whose_man_a_pawn_takes() {
        let begin = "e3 Nf6 Qh5 Nd5 Qg6 Nf6 h4 Ng8 h5 Nf6 Qd3 Ng8 h6 Nf6 hxg7 Ng8 gxh8=Q Nf6";
        assert!(!shows_the_theme(&parse_moves(begin).expect("legal")), "the promotion is on h8, from g7");
        let whole = "e3 Nf6 Qh5 Nd5 Kd1 Nf4 Ke1 Ng6 Qb5 Nc6 Qa6 Rb8 Ne2 Ra8 Ng1 Nb8 h4 Rg8 h5 Nh8 Qg6 hxg6 h6 Na6 h7 \
                     Nb4 hxg8=Q Na6 Qh7 Nb8 Qh2 Na6 Qd6 Nb8 Qa6";
        assert!(!shows_the_theme(&parse_moves(whole).expect("legal")), "nothing takes the queen yet");
        assert!(shows_the_theme(&parse_moves(&format!("{whole} bxa6")).expect("legal")));
    }

    #[test]
    fn the_knight_is_locked_in_by_the_pawn_on_g6_alone() {
        assert!(knight_came_first(&read(FIGURE_2_1).expect("a position")));
        // Here f7 is free, and the knight can have come from there at any time.
        let free = "rnbqkb1n/p1ppp1p1/p4pp1/8/8/4P3/PPPP1PP1/RNB1KBNR w - - 0 1";
        assert!(!knight_came_first(&read(free).expect("a position")));
    }
}
