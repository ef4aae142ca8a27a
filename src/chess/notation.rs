//! Moves as text: SAN, long algebraic or UCI, with or without move numbers.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position, Role};

use super::replay::positions;
use super::spelling::letters::ENGLISH;
use super::spelling::{Part, parts, plain, read_move};

/// Reads moves from the start position in any form of [`parse_move`]; move numbers, annotation glyphs and results are
/// skipped.
///
/// # Errors
/// The word that is no legal move there.
///
/// ```
/// use motley::chess::notation::parse_moves;
///
/// assert_eq!(parse_moves("1. e4 e5 2. Nc3"), parse_moves("e2e4 e7e5 b1c3 *"));
/// assert_eq!(parse_moves("1. e4 Ke7"), Err("Ke7".to_owned()));
/// ```
pub fn parse_moves(text: &str) -> Result<Vec<Move>, String> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in words(text) {
        let mv = parse_move(&position, word).ok_or_else(|| word.to_owned())?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// The legal move of `position` that a word stands for: SAN ("Bxd6+"), UCI ("f4d6") or long algebraic ("Bf4-d6"), with
/// the habits that [`spelling`](super::spelling) knows. `None` where it stands for none, or for more than one.
///
/// ```
/// use motley::chess::notation::parse_move;
/// use shakmaty::Chess;
///
/// let start = Chess::default();
/// for word in ["Nf3", "g1f3", "Ng1-f3!"] {
///     assert_eq!(parse_move(&start, word), parse_move(&start, "Nf3"), "{word}");
/// }
/// assert_eq!(parse_move(&start, "Nd2"), None);
/// ```
pub fn parse_move(position: &Chess, word: &str) -> Option<Move> {
    read_move(position, word).ok()
}

/// "White".
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// "knight".
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A legal move of `position` in SAN, with "+" or "#" where it gives check or mate.
///
/// ```
/// use motley::chess::notation::{parse_move, san};
/// use shakmaty::Chess;
///
/// let start = Chess::default();
/// assert_eq!(san(&start, parse_move(&start, "g1f3").unwrap()), "Nf3");
/// ```
pub fn san(position: &Chess, mv: Move) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

/// The moves of a line in SAN, with "+" and "#". They must be legal one after another from `start` on.
///
/// ```
/// use motley::chess::notation::{line_to_san, parse_moves};
/// use shakmaty::Chess;
///
/// let moves = parse_moves("f2f3 e7e5 g2g4 d8h4").unwrap();
/// assert_eq!(line_to_san(&Chess::default(), &moves), ["f3", "e5", "g4", "Qh4#"]);
/// ```
pub fn line_to_san(start: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    moves.iter().map(|&mv| SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string()).collect()
}

/// Plies before a position, as it counts them.
pub fn plies_before(position: &Chess) -> usize {
    2 * (position.fullmoves().get() as usize - 1) + usize::from(position.turn() == Color::Black)
}

/// The moves of a line in SAN with move numbers: "1. e4 e5 2. Nf3", or "1... e5 2. Nf3" where Black moves first.
///
/// ```
/// use motley::chess::notation::{numbered_line, parse_moves};
/// use motley::chess::replay::position_after;
/// use shakmaty::Chess;
///
/// let moves = parse_moves("e4 e5 Nf3").unwrap();
/// assert_eq!(numbered_line(&Chess::default(), &moves), "1. e4 e5 2. Nf3");
/// let after_e4 = position_after(&Chess::default(), &moves[..1]);
/// assert_eq!(numbered_line(&after_e4, &moves[1..]), "1... e5 2. Nf3");
/// ```
pub fn numbered_line(start: &Chess, moves: &[Move]) -> String {
    let mut words = Vec::new();
    for (ply, position, mv) in positions(start, moves) {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmoves())),
            Color::Black if ply == 0 => words.push(format!("{}...", position.fullmoves())),
            Color::Black => {}
        }
        words.push(san(&position, mv));
    }
    words.join(" ")
}

/// [`numbered_line`] as books print it, the dots at Black's move: "14...Nxe4 15. Qe3".
pub fn printed_line(start: &Chess, moves: &[Move]) -> String {
    numbered_line(start, moves).replace("... ", "...")
}

/// The words of a move text that should be moves, with the numbers that stick to them: no numbers alone, results,
/// annotation glyphs.
///
/// ```
/// use motley::chess::notation::words;
///
/// assert_eq!(words("1. e4 e5 2.Nf3 $1 2... Nc6 ! 1/2-1/2").collect::<Vec<_>>(), ["e4", "e5", "2.Nf3", "Nc6"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| !word.starts_with('$') && is_meant_as_move(word))
}

fn is_meant_as_move(word: &str) -> bool {
    // Nearly all of them, and nothing else, without a closer look.
    if let [b'A'..=b'Z' | b'a'..=b'z', .., b'1'..=b'8'] = word.as_bytes() {
        return true;
    }
    let mut found = false;
    parts(&plain(word.as_bytes()), &ENGLISH, &mut |part| {
        found |= matches!(part, Part::Move(..) | Part::Null(_) | Part::Unreadable(_));
    });
    found
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    fn uci(position: &Chess, word: &str) -> Option<String> {
        parse_move(position, word).map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
    }

    #[test]
    fn moves_are_read_in_every_usual_form() {
        let usual = parse_moves("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O").expect("legal");
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 3...Nf6 4. O-O $1 1/2-1/2",
            "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
            "  e2e4\te5 2. Nf3 Nc6 3. Bb5 3... Nf6 0-0 *",
            "e2-e4 e7-e5 Ng1-f3! Nb8-c6 Bf1-b5?! Ng8-f6 O-O!",
        ] {
            assert_eq!(parse_moves(text).as_ref(), Ok(&usual), "{text}");
        }
        assert_eq!(parse_moves("1. e4 e5 2. Ke3"), Err("Ke3".to_owned()));
        assert_eq!(parse_moves("nonsense"), Err("nonsense".to_owned()));
    }

    #[test]
    fn captures_and_promotions_are_read_without_their_signs() {
        let capture = position("4bk2/ppp3p1/2np3p/2b5/2B2Bnq/2N5/PP4PP/4RR1K w - - 0 1");
        for word in ["Bxd6", "Bd6", "Bf4xd6+", "Bf4-d6", "f4d6", "Bxd6!"] {
            assert_eq!(uci(&capture, word).as_deref(), Some("f4d6"), "{word}");
        }
        assert_eq!(uci(&capture, "Bxe5"), None, "there is nothing to capture");
        let promotion = position("5r2/4P1k1/8/8/8/8/8/K7 w - - 0 1");
        for (word, expected) in [("e7xf8N+", "e7f8n"), ("e7-e8Q", "e7e8q"), ("exf8=R", "e7f8r"), ("e8B", "e7e8b")] {
            assert_eq!(uci(&promotion, word).as_deref(), Some(expected), "{word}");
        }
        assert_eq!(uci(&promotion, "e8"), None, "the piece that the pawn becomes is missing");
    }

    #[test]
    fn a_word_that_fits_several_moves_is_none_until_it_names_a_file_or_rank() {
        let knights = position("4k3/8/8/1N6/8/1N3N2/8/4K3 w - - 0 1");
        assert_eq!(uci(&knights, "Nd4"), None);
        assert_eq!(uci(&knights, "Nf3-d4").as_deref(), Some("f3d4"));
        assert_eq!(uci(&knights, "Nf-d4").as_deref(), Some("f3d4"));
        assert_eq!(uci(&knights, "Nb-d4"), None, "both knights on the b-file");
        assert_eq!(uci(&knights, "N5-d4").as_deref(), Some("b5d4"));
        assert_eq!(uci(&knights, "N3-d4"), None, "two knights on the third rank");
    }
}
