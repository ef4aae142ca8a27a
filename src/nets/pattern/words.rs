//! Moves as words: what a net that reads games hears (seed 002).

use std::fmt::Write as _;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position as _, Role, Square};

/// The longest word is "@exd8=q+" or "@qa1xb2+", and one of the parts of a move.
pub type Word = ArrayString<12>;
/// The words of one move; never more than [`Form::PARTS`].
pub type Words = ArrayVec<Word, { Form::PARTS }>;

/// How a move is put into words. In every form a word tells the side: `@` White, `~` Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One word, the move in algebraic notation and lower case, as the seed's tokenizer left it: bxc3 and Bxc3 are one word.
    Seed,
    /// One word, the move in algebraic notation.
    San,
    /// A word each for the man, the square it left, the one it reached, what it captured, what it became, and check or mate.
    Parts,
}

impl Form {
    /// Words of the form that has the most.
    const PARTS: usize = 6;

    /// Words a move has room for; those that say nothing are left out at the end or stand as padding.
    pub const fn words_a_move(self) -> usize {
        match self {
            Form::Seed | Form::San => 1,
            Form::Parts => Form::PARTS,
        }
    }

    /// The words of a legal move; empty ones where there is nothing to say.
    pub fn words(self, position: &Chess, mv: Move) -> Words {
        match self {
            Form::San => Words::from_iter([san(position, mv)]),
            Form::Seed => {
                let mut word = san(position, mv);
                word.make_ascii_lowercase();
                Words::from_iter([word])
            }
            Form::Parts => parts(position, mv),
        }
    }

    /// Every word that the form can have, where they are few enough to be listed.
    pub fn all_words(self) -> Option<Vec<String>> {
        if self != Form::Parts {
            return None;
        }
        let mut words: Vec<String> =
            ["@", "~"].iter().flat_map(|side| Role::ALL.map(|role| format!("{side}{}", role.upper_char()))).collect();
        words.extend(Square::ALL.map(|square| format!("{square}-")));
        words.extend(Square::ALL.map(|square| format!("-{square}")));
        words.extend([Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| format!("x{}", role.upper_char())));
        words.extend([Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| format!("={}", role.upper_char())));
        words.extend(["+".to_owned(), "#".to_owned()]);
        Some(words)
    }
}

fn side(position: &Chess) -> char {
    if position.turn().is_white() { '@' } else { '~' }
}

fn san(position: &Chess, mv: Move) -> Word {
    written(format_args!("{}{}", side(position), SanPlus::from_move(position.clone(), mv)))
}

/// Castling is the king's step of two squares, as in UCI.
fn parts(position: &Chess, mv: Move) -> Words {
    let (from, to) = match mv {
        Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_queen_side(rook < king);
            (king, side.king_to(position.turn()))
        }
        _ => (mv.from().unwrap_or_else(|| mv.to()), mv.to()),
    };
    let mut after = position.clone();
    after.play_unchecked(mv);
    let mark = match after.is_check() {
        false => "",
        true if after.legal_moves().is_empty() => "#",
        true => "+",
    };
    let role = |sign: char, role: Option<Role>| role.map_or_else(Word::new, |role| written(format_args!("{sign}{}", role.upper_char())));
    Words::from([
        written(format_args!("{}{}", side(position), mv.role().upper_char())),
        written(format_args!("{from}-")),
        written(format_args!("-{to}")),
        role('x', mv.capture()),
        role('=', mv.promotion()),
        written(format_args!("{mark}")),
    ])
}

fn written(text: std::fmt::Arguments<'_>) -> Word {
    let mut word = Word::new();
    word.write_fmt(text).expect("no word is longer");
    word
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;

    fn words(form: Form, fen: &str, uci: &str) -> Vec<String> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        form.words(&position, mv).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_seed_hears_no_difference_between_pawn_and_bishop() {
        let fen = "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1";
        let both = |form| (words(form, fen, "b2c3"), words(form, "4k3/8/8/8/8/2n5/1B6/4K3 w - - 0 1", "b2c3"));
        let (pawn, bishop) = both(Form::San);
        assert_eq!((pawn[0].as_str(), bishop[0].as_str()), ("@bxc3", "@Bxc3"));
        let (pawn, bishop) = both(Form::Seed);
        assert_eq!(pawn, bishop);
        let (pawn, bishop) = both(Form::Parts);
        assert_eq!((pawn[0].as_str(), bishop[0].as_str()), ("@P", "@B"));
    }

    #[test]
    fn parts_tell_captures_promotions_checks_and_castling() {
        assert_eq!(words(Form::Parts, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q"), ["@P", "a7-", "-b8", "xN", "=Q", "+"]);
        assert_eq!(words(Form::Parts, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8"), ["~K", "e8-", "-g8", "", "", ""]);
        assert_eq!(words(Form::Parts, "7k/5Q2/7K/8/8/8/8/8 w - - 0 1", "f7g7"), ["@Q", "f7-", "-g7", "", "", "#"]);
        assert_eq!(words(Form::San, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8"), ["~O-O"]);
    }

    #[test]
    fn the_longest_moves_fit_into_words() {
        assert_eq!(words(Form::San, "7k/8/8/8/8/Q1r5/8/Q1Q4K w - - 0 1", "a1c3"), ["@Qa1xc3+"]);
        assert_eq!(words(Form::San, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q"), ["@axb8=Q+"]);
    }

    #[test]
    fn all_parts_are_listed_once() {
        let all = Form::Parts.all_words().unwrap();
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert_eq!((all.len(), different.len()), (151, 151));
        for word in ["@P", "~K", "a1-", "-h8", "xQ", "=N", "+", "#"] {
            assert!(all.iter().any(|other| other == word), "{word}");
        }
    }
}
