//! Moves as text: SAN or UCI, with or without move numbers.

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

/// Reads moves from the start position, SAN or UCI, move numbers and results allowed: "1. e4 e5 2. Nc3".
///
/// # Errors
/// The word that is no legal move there.
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

/// A move of `position`, SAN or UCI.
pub fn parse_move(position: &Chess, word: &str) -> Option<Move> {
    // Castling with zeros is no SAN, but people write it.
    let letters = if word.starts_with("0-0") { word.replace('0', "O") } else { word.to_owned() };
    let san = || letters.parse::<SanPlus>().ok()?.san.to_move(position).ok();
    let uci = || word.parse::<UciMove>().ok()?.to_move(position).ok();
    san().or_else(uci)
}

/// The words of a move text that should be moves: no numbers, results, annotation glyphs.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty() && !is_ornament(word))
}

/// "12...Nf6" is "Nf6".
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // A result or a castling with zeros begins with a digit too, but no point follows.
    if rest.len() < word.len() && (rest.is_empty() || rest.starts_with('.')) {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn is_ornament(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "…")
        || word.starts_with('$')
        || word.chars().all(|letter| letter == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_usual_form() {
        let usual = parse_moves("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O").expect("legal");
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 3...Nf6 4. O-O $1 1/2-1/2",
            "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
            "  e2e4\te5 2. Nf3 Nc6 3. Bb5 3... Nf6 0-0 *",
        ] {
            assert_eq!(parse_moves(text).as_ref(), Ok(&usual), "{text}");
        }
        assert_eq!(parse_moves("1. e4 e5 2. Ke3"), Err("Ke3".to_owned()));
        assert_eq!(parse_moves("nonsense"), Err("nonsense".to_owned()));
    }
}
