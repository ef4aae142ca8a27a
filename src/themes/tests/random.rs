//! Properties on random lines.

use proptest::prelude::*;
use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::super::words::role_name;
use super::super::{Mistake, explain, idea};

/// Legal moves chosen by numbers.
fn play(start: &Chess, choices: &[u8]) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        // Captures and checks more often than by chance, so that something happens.
        let captures: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
        let pool = if choice % 2 == 0 && !captures.is_empty() { &captures[..] } else { &legal[..] };
        let mv = pool[usize::from(choice / 2) % pool.len()];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// The positions along a line.
fn along(start: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    for &mv in moves {
        let mut next = positions[positions.len() - 1].clone();
        next.play_unchecked(mv);
        positions.push(next);
    }
    positions
}

/// The pieces that a text puts on squares: "knight on f3".
fn named(text: &str) -> Vec<(Role, Square)> {
    let words: Vec<&str> = text.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let read = |triple: &[&str]| {
        let role = Role::ALL.into_iter().find(|&role| role_name(role) == triple[0])?;
        let square = triple[2].parse().ok()?;
        (triple[1] == "on").then_some((role, square))
    };
    words.windows(3).filter_map(read).collect()
}

#[test]
fn pieces_are_found_in_a_text() {
    let text = "After 1. e4 the knight on f3 attacks the king on g1, and the queen from d1 goes.";
    assert_eq!(named(text), [(Role::Knight, Square::F3), (Role::King, Square::G1)]);
}

proptest! {
    #[test]
    fn no_text_names_a_piece_that_is_not_there(
        game in proptest::collection::vec(any::<u8>(), 1..80),
        refutation in proptest::collection::vec(any::<u8>(), 0..14),
        better in proptest::collection::vec(any::<u8>(), 0..14),
    ) {
        let history = play(&Chess::default(), &game);
        let (&played, history) = history.split_last().expect("a move");
        let before = crate::chess::replay::position_after(&Chess::default(), history);
        let mut after = before.clone();
        after.play_unchecked(played);
        let (refutation, better) = (play(&after, &refutation), play(&before, &better));
        let mistake = Mistake { before: &before, played, refutation: &refutation, better: &better, history };
        let mut positions = along(&after, &refutation);
        positions.extend(along(&before, &better));
        let ideas = idea(&after, &refutation, Some((&before, played)));
        for finding in explain(&mistake).into_iter().chain(ideas) {
            for (role, square) in named(&finding.text) {
                let stands = positions.iter().any(|position| position.board().role_at(square) == Some(role));
                prop_assert!(stands, "no {role:?} on {square}: {}", finding.text);
            }
            prop_assert!(finding.text.ends_with('.') && !finding.text.contains("  "), "{}", finding.text);
        }
    }
}
