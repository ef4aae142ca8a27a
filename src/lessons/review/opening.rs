//! The opening of a game: its name, and where it left the named lines.

use shakmaty::{CastlingMode, Chess, Position as _};

use super::game::ReviewGame;
use super::words::capitalised;
use crate::chess::notation::{color_name, san};
use crate::message::message;
use crate::openings::{Continuation, Graph, OnLines, TheoryEntry};

message! {
    /// The opening of a game.
    #[derive(Default)]
    pub struct OpeningReview {
        /// The code of the Encyclopaedia of Chess Openings.
        pub eco: Option<String>,
        /// Family and variation.
        pub name: Option<String>,
        /// The half move after which the game had the name.
        pub named_at: usize,
        /// Half moves until the game left the named lines for good.
        pub in_theory: usize,
        /// Null where it never left them, or never was in them.
        pub left: Option<LeftTheory>,
    }

    /// The move that left the named lines.
    pub struct LeftTheory {
        /// The half move, from 1.
        pub ply: usize,
        /// The move that is played most there, in algebraic notation; null where the lines end.
        pub popular: Option<String>,
        /// The same in UCI form.
        pub popular_uci: Option<String>,
        /// Its share of the games that stay in the lines; 0 where none were counted.
        pub share: f64,
        /// The number of these games.
        pub games: u32,
        /// A sentence.
        pub text: String,
    }
}

impl OpeningReview {
    pub fn of(graph: &Graph, game: &ReviewGame) -> OpeningReview {
        if game.start.castles().mode() == CastlingMode::Chess960 {
            return OpeningReview::default();
        }
        let OnLines { named, last_known: in_theory } = OnLines::of(graph, &game.start, &game.moves);
        OpeningReview {
            eco: named.map(|(_, line)| line.eco.clone()),
            name: named.map(|(_, line)| line.name()),
            named_at: named.map_or(0, |(ply, _)| ply),
            in_theory: in_theory.unwrap_or(0),
            left: in_theory.filter(|&ply| ply < game.moves.len()).map(|ply| LeftTheory::of(graph, game, ply)),
        }
    }
}

impl LeftTheory {
    /// The game left the lines with the ply after `known` ones.
    fn of(graph: &Graph, game: &ReviewGame, known: usize) -> LeftTheory {
        let before = game.before(known);
        let position = before.position();
        let entry = TheoryEntry::of(graph, &game.start, &game.moves[..known]);
        let played = format!("{}{}", number(position), san(position, game.moves[known]));
        let after = match known.checked_sub(1) {
            Some(last) => {
                let before_last = game.before(last);
                let last_move = san(before_last.position(), game.moves[last]);
                format!("after {}{last_move}", number(before_last.position()))
            }
            None => "in the first position".to_owned(),
        };
        let games = entry.moves.iter().map(|mv| mv.games).sum();
        let counted = entry.moves.iter().filter(|mv| mv.games > 0).count();
        let side = color_name(position.turn());
        let popular = entry.moves.first();
        let text = match popular {
            // Games that left the lines here are not counted: a share says something only between several moves.
            Some(Continuation { san, share, .. }) if counted > 1 => {
                let (share, popular) = ((100.0 * share).round(), format!("{}{san}", number(position)));
                format!(
                    "{after} {share} % of the {games} games that stay in named lines go on with {popular}; \
                     {side} left the named lines with {played}."
                )
            }
            Some(Continuation { san, .. }) => {
                format!("{after} the named lines go on with {}{san}; {side} left them with {played}.", number(position))
            }
            None => format!("{after} the named lines end; {side} went on with {played}."),
        };
        LeftTheory {
            ply: known + 1,
            popular: popular.map(|mv| mv.san.clone()),
            popular_uci: popular.map(|mv| mv.uci.clone()),
            share: popular.map_or(0.0, |mv| mv.share),
            games,
            text: capitalised(&text),
        }
    }
}

/// The number before the next move: "4. " or "3...".
fn number(position: &Chess) -> String {
    format!("{}{}", position.fullmoves(), position.turn().fold_wb(". ", "..."))
}

#[cfg(test)]
mod tests {
    use shakmaty::Outcome;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::games::tags::Tags;
    use crate::openings::{Identity, embedded};

    fn opening(moves: &str) -> OpeningReview {
        let moves = parse_moves(moves).expect("legal");
        let game = ReviewGame {
            start: Chess::default(),
            moves,
            clocks: Vec::new(),
            tags: Tags::default(),
            outcome: Outcome::Unknown,
        };
        OpeningReview::of(&Graph::new(embedded(), Identity::Position, true), &game)
    }

    #[test]
    fn the_move_that_left_the_lines_is_told_beside_the_popular_one() {
        let opening = opening("e4 e5 Nf3 Nc6 Bc4 Nf6 a4 h5");
        let name = opening.name.as_deref();
        assert!(name.is_some_and(|name| name.starts_with("Italian Game")), "{name:?}");
        let left = opening.left.expect("4. a4 is in no line");
        assert_eq!((left.ply, left.games > 100), (7, true), "{left:?}");
        assert!(left.text.starts_with("After 3...Nf6 "), "{}", left.text);
        assert!(left.text.contains(" games that stay in named lines go on with 4. "), "{}", left.text);
        assert!(left.text.ends_with("White left the named lines with 4. a4."), "{}", left.text);
    }

    #[test]
    fn no_share_is_told_where_the_lines_know_a_single_move() {
        let left = opening("e4 c6 d4 d5 exd5 cxd5 Bd3 Nf6").left.expect("4...Nf6 is in no line");
        let expected = "After 4. Bd3 the named lines go on with 4...Nc6; Black left them with 4...Nf6.";
        assert_eq!(left.text, expected);
        // The lines know others, but no game of them.
        let left = opening("e4 e6 Nf3 d5 e5 c5 c3").left.expect("4. c3 is in no line");
        let expected = "After 3...c5 the named lines go on with 4. b4; White left them with 4. c3.";
        assert_eq!(left.text, expected);
    }

    #[test]
    fn a_game_that_ends_in_the_lines_has_not_left_them() {
        let opening = opening("e4 c5");
        assert_eq!((opening.in_theory, opening.left), (2, None));
    }
}
