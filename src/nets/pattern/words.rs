//! Moves as words: the input of a net that reads games (after Kumar).

use std::fmt::Write as _;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Chess, Color, Move, Position as _, Role, Square};

/// The longest word is "@exd8=q+" or "@qa1xb2+", and one of the parts of a move.
pub type Word = ArrayString<12>;
/// The words of one move; never more than six.
pub type Words = ArrayVec<Word, { Form::PARTS }>;

/// The form of a move as words. In every form the side is marked: `@` White, `~` Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One word, the move in algebraic notation and lower case, as Kumar's tokenizer left it: bxc3 and Bxc3 are one
    /// word.
    Lowercase,
    /// One word, the move in algebraic notation.
    San,
    /// A word each for the piece, the square it left, the one it reached, what it captured, what it became, and check
    /// or mate.
    Parts,
    /// A word each for the piece that leaves a square, the one that arrives, the one that is captured, for the rook
    /// where it castles too, and for check or mate: their sum over a game gives the board.
    Squares,
    /// As [`Form::Squares`]; and a game may begin in any position, with rows of words that set up its pieces and one
    /// that says who is to move.
    Board,
}

impl Form {
    /// Words of the form that has the most.
    const PARTS: usize = 6;

    /// Numbers that a move has in the net's input; missing words are padding.
    pub const fn words_a_move(self) -> usize {
        match self {
            Form::Lowercase | Form::San => 1,
            Form::Parts | Form::Squares | Form::Board => Form::PARTS,
        }
    }

    /// The words of a legal move; an empty one for each part that the move does not have.
    pub fn words(self, position: &Chess, mv: Move) -> Words {
        match self {
            Form::San => Words::from_iter([san(position, mv)]),
            Form::Lowercase => {
                let mut word = san(position, mv);
                word.make_ascii_lowercase();
                Words::from_iter([word])
            }
            Form::Parts => parts(position, mv),
            Form::Squares | Form::Board => squares(position, mv),
        }
    }

    /// Every word that the form can have, where they are few enough to be listed.
    pub fn all_words(self) -> Option<Vec<String>> {
        let men =
            || ["@", "~"].into_iter().flat_map(|side| Role::ALL.map(|role| format!("{side}{}", role.upper_char())));
        let mut words: Vec<String> = match self {
            Form::Lowercase | Form::San => return None,
            Form::Parts => {
                let captured = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
                    .map(|role| format!("x{}", role.upper_char()));
                let promoted =
                    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| format!("={}", role.upper_char()));
                let left = Square::ALL.map(|square| format!("{square}-"));
                let reached = Square::ALL.map(|square| format!("-{square}"));
                men().chain(left).chain(reached).chain(captured).chain(promoted).collect()
            }
            Form::Squares | Form::Board => {
                let on_squares =
                    |sign: char| men().flat_map(move |man| Square::ALL.map(|square| format!("{man}{square}{sign}")));
                ['+', '-', 'x'].into_iter().flat_map(on_squares).collect()
            }
        };
        words.extend([CHECK.to_owned(), MATE.to_owned()]);
        if self == Form::Board {
            words.extend([SET_UP.to_owned(), mark(Color::White).to_string(), mark(Color::Black).to_string()]);
        }
        Some(words)
    }

    /// The rows of words before the first move of a game: for [`Form::Board`] the pieces that stand on the board, up to
    /// five in a row with `=`, and then who is to move; for the others one row without words.
    pub fn beginning(self, position: &Chess) -> Vec<Words> {
        if self != Form::Board {
            return vec![Words::new()];
        }
        let men: Vec<Word> = position
            .board()
            .iter()
            .map(|(square, piece)| written(format_args!("{}{}{square}+", mark(piece.color), piece.role.upper_char())))
            .collect();
        let rows = men.chunks(Form::PARTS - 1).map(|men| {
            let mut row = Words::from_iter(men.iter().copied());
            row.extend(std::iter::repeat_n(Word::new(), Form::PARTS - 1 - men.len()));
            row.push(written(format_args!("{SET_UP}")));
            row
        });
        let turn = Words::from_iter([written(format_args!("{}", mark(position.turn())))]);
        rows.chain([turn]).collect()
    }
}

const CHECK: &str = "+";
const MATE: &str = "#";
/// The row sets up pieces.
const SET_UP: &str = "=";

fn mark(side: Color) -> char {
    side.fold_wb('@', '~')
}

fn san(position: &Chess, mv: Move) -> Word {
    written(format_args!("{}{}", mark(position.turn()), SanPlus::from_move(position.clone(), mv)))
}

/// The squares that a piece leaves and reaches; castling is the king's step of two squares, as in UCI.
fn way(position: &Chess, mv: Move) -> (Square, Square) {
    match mv {
        Move::Castle { king, rook } => (king, CastlingSide::from_queen_side(rook < king).king_to(position.turn())),
        _ => (mv.from().unwrap_or_else(|| mv.to()), mv.to()),
    }
}

fn check(position: &Chess, mv: Move) -> Word {
    let mut after = position.clone();
    after.play_unchecked(mv);
    match after.is_check() {
        false => Word::new(),
        true if after.legal_moves().is_empty() => written(format_args!("{MATE}")),
        true => written(format_args!("{CHECK}")),
    }
}

fn squares(position: &Chess, mv: Move) -> Words {
    let side = position.turn();
    let (from, to) = way(position, mv);
    let word = |side: Color, role: Role, square: Square, sign: char| {
        written(format_args!("{}{}{square}{sign}", mark(side), role.upper_char()))
    };
    let captured = match mv {
        Move::EnPassant { from, to } => word(!side, Role::Pawn, Square::from_coords(to.file(), from.rank()), 'x'),
        _ => mv.capture().map_or_else(Word::new, |role| word(!side, role, to, 'x')),
    };
    let (rook_leaves, rook_arrives) = match mv {
        Move::Castle { king, rook } => {
            let target = CastlingSide::from_queen_side(rook < king).rook_to(side);
            (word(side, Role::Rook, rook, '-'), word(side, Role::Rook, target, '+'))
        }
        _ => (Word::new(), Word::new()),
    };
    let arrives = word(side, mv.promotion().unwrap_or(mv.role()), to, '+');
    Words::from([word(side, mv.role(), from, '-'), arrives, captured, rook_leaves, rook_arrives, check(position, mv)])
}

fn parts(position: &Chess, mv: Move) -> Words {
    let (from, to) = way(position, mv);
    let role = |sign: char, role: Option<Role>| {
        role.map_or_else(Word::new, |role| written(format_args!("{sign}{}", role.upper_char())))
    };
    Words::from([
        written(format_args!("{}{}", mark(position.turn()), mv.role().upper_char())),
        written(format_args!("{from}-")),
        written(format_args!("-{to}")),
        role('x', mv.capture()),
        role('=', mv.promotion()),
        check(position, mv),
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
    fn lower_case_makes_pawn_and_bishop_one_word() {
        let fen = "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1";
        let both = |form| (words(form, fen, "b2c3"), words(form, "4k3/8/8/8/8/2n5/1B6/4K3 w - - 0 1", "b2c3"));
        let (pawn, bishop) = both(Form::San);
        assert_eq!((pawn[0].as_str(), bishop[0].as_str()), ("@bxc3", "@Bxc3"));
        let (pawn, bishop) = both(Form::Lowercase);
        assert_eq!(pawn, bishop);
        let (pawn, bishop) = both(Form::Parts);
        assert_eq!((pawn[0].as_str(), bishop[0].as_str()), ("@P", "@B"));
    }

    #[test]
    fn parts_hold_captures_promotions_checks_and_castling() {
        assert_eq!(
            words(Form::Parts, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q"),
            ["@P", "a7-", "-b8", "xN", "=Q", "+"]
        );
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
    fn squares_hold_who_leaves_who_arrives_and_who_is_captured() {
        let squares = |fen, uci| words(Form::Squares, fen, uci);
        assert_eq!(squares("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q"), ["@Pa7-", "@Qb8+", "~Nb8x", "", "", "+"]);
        assert_eq!(squares("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8"), ["~Ke8-", "~Kc8+", "", "~Ra8-", "~Rd8+", ""]);
        assert_eq!(squares("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), ["@Pe5-", "@Pd6+", "~Pd5x", "", "", ""]);
    }

    #[test]
    fn a_position_is_set_up_man_by_man_and_then_somebody_is_to_move() {
        let position = |fen: &str| fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let rows = Form::Board.beginning(&position("4k3/pppp4/8/8/8/8/8/4K3 b - - 0 1"));
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(Word::as_str).collect()).collect();
        assert_eq!(
            rows,
            [vec!["@Ke1+", "~Pa7+", "~Pb7+", "~Pc7+", "~Pd7+", "="], vec!["~Ke8+", "", "", "", "", "="], vec!["~"]]
        );
        let all = Form::Board.all_words().unwrap();
        assert!(rows.iter().flatten().all(|word| word.is_empty() || all.iter().any(|known| known == word)));
        assert_eq!(Form::Board.beginning(&Chess::default()).len(), 8, "32 men in seven rows, and who is to move");
        assert_eq!(Form::Squares.beginning(&Chess::default()), [Words::new()]);
    }

    #[test]
    fn all_words_are_listed_once() {
        for (form, count) in [(Form::Parts, 151), (Form::Squares, 3 * 12 * 64 + 2), (Form::Board, 3 * 12 * 64 + 5)] {
            let all = form.all_words().unwrap();
            let mut different = all.clone();
            different.sort();
            different.dedup();
            assert_eq!((all.len(), different.len()), (count, count));
        }
        let all = Form::Parts.all_words().unwrap();
        for word in ["@P", "~K", "a1-", "-h8", "xQ", "=N", "+", "#"] {
            assert!(all.iter().any(|other| other == word), "{word}");
        }
    }
}
