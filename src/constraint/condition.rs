//! Conditions on positions: atoms, and how they are combined. Petrželka's (section 1.1) are the counts of one side's
//! pieces.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square};

use super::pawns::PawnKind;
use super::range::{Range, SignedRange};
use super::verdict::{Judgement, Verdict};
use crate::chess::PieceCount;
use crate::chess::material::balance;

/// Centipawns of a pawn, as material is counted.
const PAWN: i32 = 100;

/// A position with what a condition may ask about the play that led there.
#[derive(Clone, Copy, Debug)]
pub struct JudgedPosition<'a> {
    pub position: &'a Chess,
    /// Plies since the start of the game.
    pub ply: u32,
    pub verdict: Verdict,
}

impl<'a> JudgedPosition<'a> {
    /// A position that nobody has judged.
    pub fn new(position: &'a Chess, ply: u32) -> JudgedPosition<'a> {
        JudgedPosition { position, ply, verdict: Verdict::default() }
    }
}

/// A condition that has no parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// The number of one side's pieces in a region is in a range: `role` `None` counts all kinds.
    Count {
        side: Color,
        role: Option<Role>,
        region: Region,
        range: Range,
    },
    /// The right to castle, whether or not it is possible at once.
    Castle {
        side: Color,
        wing: CastlingSide,
    },
    /// The number of one side's pawns of a kind is in a range.
    Pawns {
        side: Color,
        kind: PawnKind,
        range: Range,
    },
    /// Each side has exactly one bishop, on squares of different colours.
    OppositeBishops,
    /// White's material less Black's is in a range, in pawns.
    Material(SignedRange),
    /// This side is in check.
    Check(Color),
    Checkmate,
    Stalemate,
    /// This side is to move.
    Turn(Color),
    /// Plies since the start.
    Ply(Range),
    /// The play is that of players with ratings in a range, in Elo.
    Rating(Range),
    /// The score by a search is in a range, in centipawns from White's view.
    Evaluation(SignedRange),
    /// By a search, exactly one of several legal moves wins.
    OneWinningMove,
}

/// A part of the board, with the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub squares: Bitboard,
    /// "on f5"; empty for the whole board.
    pub words: String,
}

impl Region {
    pub fn board() -> Region {
        Region { squares: Bitboard::FULL, words: String::new() }
    }

    pub fn is_board(&self) -> bool {
        self.squares == Bitboard::FULL
    }

    /// The only square, where there is just one.
    pub fn square(&self) -> Option<Square> {
        self.squares.single_square()
    }
}

impl Atom {
    /// `None` where a search must tell, and nobody has asked one.
    pub fn holds(&self, situation: JudgedPosition) -> Option<bool> {
        let position = situation.position;
        let board = position.board();
        Some(match self {
            Atom::Count { side, role, region, range } => {
                let men = role.map_or(board.by_color(*side), |role| board.by_color(*side) & board.by_role(role));
                range.contains((men & region.squares).count() as u32)
            }
            Atom::Castle { side, wing } => position.castles().has(*side, *wing),
            Atom::Pawns { side, kind, range } => range.contains(kind.of(board, *side).count() as u32),
            Atom::OppositeBishops => {
                let [white, black] =
                    [Color::White, Color::Black].map(|side| board.by_piece(side.bishop()).single_square());
                matches!((white, black), (Some(white), Some(black)) if white.is_light() != black.is_light())
            }
            Atom::Material(range) => range.contains(balance(board, Color::White) / PAWN),
            Atom::Check(side) => position.turn() == *side && position.is_check(),
            Atom::Checkmate => position.is_checkmate(),
            Atom::Stalemate => position.is_stalemate(),
            Atom::Turn(side) => position.turn() == *side,
            Atom::Ply(range) => range.contains(situation.ply),
            Atom::Rating(range) => range.contains(situation.verdict.rating?),
            Atom::Evaluation(range) => range.contains(situation.verdict.evaluation?),
            Atom::OneWinningMove => situation.verdict.one_winning_move?,
        })
    }

    fn needs(&self) -> Judgement {
        let mut needs = Judgement::default();
        match self {
            Atom::Rating(_) => needs.play = true,
            Atom::Evaluation(_) => needs.evaluation = true,
            Atom::OneWinningMove => needs.winning_moves = true,
            _ => {}
        }
        needs
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Color| side.fold_wb("white", "black");
        match self {
            Atom::Count { side, role, region, range } => {
                let role = role.map_or_else(|| "pieces".to_owned(), |role| format!("{role:?}s").to_lowercase());
                let space = if region.words.is_empty() { "" } else { " " };
                write!(f, "{} {role}{space}{} {range}", name(side), region.words)
            }
            Atom::Castle { side, wing } => {
                write!(
                    f,
                    "{} can castle {}",
                    name(side),
                    if *wing == CastlingSide::KingSide { "short" } else { "long" }
                )
            }
            Atom::Pawns { side, kind, range } => write!(f, "{} {} pawns {range}", name(side), kind.word()),
            Atom::OppositeBishops => f.write_str("opposite bishops"),
            Atom::Material(range) => write!(f, "material {range}"),
            Atom::Check(side) => write!(f, "{} in check", name(side)),
            Atom::Checkmate => f.write_str("checkmate"),
            Atom::Stalemate => f.write_str("stalemate"),
            Atom::Turn(side) => write!(f, "{} to move", name(side)),
            Atom::Ply(range) => write!(f, "ply {range}"),
            Atom::Rating(range) => write!(f, "rating {range}"),
            Atom::Evaluation(range) => write!(f, "evaluation {}", range.in_pawns()),
            Atom::OneWinningMove => f.write_str("one winning move"),
        }
    }
}

/// Atoms, combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Is(Atom),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |f: &mut fmt::Formatter<'_>, parts: &[Condition], between: &str| {
            for (index, part) in parts.iter().enumerate() {
                let between = if index == 0 { "" } else { between };
                match part {
                    Condition::Is(_) | Condition::Not(_) => write!(f, "{between}{part}")?,
                    Condition::All(_) | Condition::Any(_) => write!(f, "{between}({part})")?,
                }
            }
            Ok(())
        };
        match self {
            Condition::Is(atom) => atom.fmt(f),
            Condition::Not(inner) => match **inner {
                Condition::Is(_) => write!(f, "not {inner}"),
                _ => write!(f, "not ({inner})"),
            },
            Condition::All(all) => parts(f, all, " and "),
            Condition::Any(any) => parts(f, any, " or "),
        }
    }
}

impl Condition {
    /// Returns true if it holds, or may hold where what a search must tell is not known.
    pub fn holds(&self, situation: JudgedPosition) -> bool {
        self.is_known_to_hold(situation).unwrap_or(true)
    }

    /// Kleene's logic of three values: a part that is not known decides nothing where the other parts do.
    fn is_known_to_hold(&self, situation: JudgedPosition) -> Option<bool> {
        let among = |parts: &[Condition], decisive: bool| {
            let mut known = Some(!decisive);
            for part in parts {
                match part.is_known_to_hold(situation) {
                    Some(holds) if holds == decisive => return Some(decisive),
                    Some(_) => {}
                    None => known = None,
                }
            }
            known
        };
        match self {
            Condition::Is(atom) => atom.holds(situation),
            Condition::Not(inner) => inner.is_known_to_hold(situation).map(|holds| !holds),
            Condition::All(parts) => among(parts, false),
            Condition::Any(parts) => among(parts, true),
        }
    }

    /// The parts that have to be judged by a search.
    pub fn needs(&self) -> Judgement {
        match self {
            Condition::Is(atom) => atom.needs(),
            Condition::Not(inner) => inner.needs(),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().map(Condition::needs).fold(Judgement::default(), Judgement::and)
            }
        }
    }

    /// The piece count, where the condition is nothing else.
    pub fn as_count(&self) -> Option<PieceCount> {
        let Condition::All(parts) = self else { return None };
        let counts: Option<Vec<u8>> = parts
            .iter()
            .zip(crate::chess::ROLES)
            .map(|(part, required)| match part {
                Condition::Is(Atom::Count { side: Color::White, role: Some(role), region, range })
                    if *role == required && region.is_board() =>
                {
                    (range.min == range.max).then_some(range.min as u8)
                }
                _ => None,
            })
            .collect();
        counts.filter(|_| parts.len() == 5)?.try_into().ok().map(PieceCount)
    }
}

impl From<PieceCount> for Condition {
    /// Petrželka's constraint: White has exactly these pieces.
    fn from(count: PieceCount) -> Condition {
        side_has(Color::White, count)
    }
}

/// One side has exactly these pieces.
pub fn side_has(side: Color, count: PieceCount) -> Condition {
    let part = |(role, count): (Role, u8)| {
        Condition::Is(Atom::Count {
            side,
            role: Some(role),
            region: Region::board(),
            range: Range::exactly(u32::from(count)),
        })
    };
    Condition::All(crate::chess::ROLES.into_iter().zip(count.0).map(part).collect())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn condition(text: &str) -> Condition {
        text.parse().expect(text)
    }

    #[test]
    fn a_check_is_of_the_side_to_move() {
        let fen: Fen = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1".parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let holds = |text: &str| condition(text).holds(JudgedPosition::new(&position, 0));
        assert_eq!((holds("black in check"), holds("white in check"), holds("check")), (true, false, true));
    }

    #[test]
    fn a_rating_is_asked_for_at_any_depth() {
        for (text, expected) in [
            ("rating 1500..2000", true),
            ("not rating 1500..2000", true),
            ("checkmate or (1,2,2,1,7 and not (rating > 2000))", true),
            ("not (checkmate or ply 3..9)", false),
        ] {
            assert_eq!(condition(text).needs(), Judgement { play: expected, ..Judgement::default() }, "{text}");
        }
        let both = condition("evaluation >= 1 or not (rating > 2000 and one winning move)").needs();
        assert_eq!(both, Judgement { play: true, evaluation: true, winning_moves: true });
    }

    #[test]
    fn a_rating_bounds_only_play_that_is_judged() {
        let start = Chess::default();
        let holds = |text: &str, rating| {
            let verdict = Verdict { rating, ..Verdict::default() };
            condition(text).holds(JudgedPosition { verdict, ..JudgedPosition::new(&start, 0) })
        };
        for (rating, expected) in [(None, true), (Some(1499), false), (Some(1500), true), (Some(2001), false)] {
            assert_eq!(holds("rating 1500..2000", rating), expected, "{rating:?}");
        }
        assert!(holds("not rating 1500..2000", None), "what is not known may be");
        assert!(!holds("rating 1500..2000 and checkmate", None), "the start is no mate, whatever the rating");
        assert!(!holds("not (rating 1500..2000 or white to move)", None));
    }

    #[test]
    fn evaluations_and_winning_moves_are_those_of_the_verdict() {
        let start = Chess::default();
        let holds = |text: &str, evaluation, one_winning_move| {
            let verdict =
                Verdict { rating: None, evaluation: Some(evaluation), one_winning_move: Some(one_winning_move) };
            condition(text).holds(JudgedPosition { verdict, ..JudgedPosition::new(&start, 0) })
        };
        assert!(holds("evaluation 0.5..1.5", 50, false) && holds("evaluation 0.5..1.5", 150, false));
        assert!(!holds("evaluation 0.5..1.5", 151, false) && !holds("black evaluation >= 0.5", 50, false));
        assert!(holds("black evaluation >= 0.5", -50, false) && holds("evaluation < -0.25", -26, true));
        assert!(holds("one winning move", 0, true) && !holds("exactly one winning move", 0, false));
    }

    #[test]
    fn pawns_bishops_and_material_are_counted_by_side() {
        for (text, fen, expected) in [
            ("white isolated pawns = 2", "4k3/p7/8/8/8/8/P1P2PP1/4K3 w - - 0 1", true),
            ("black isolated pawns = 1", "4k3/p7/8/8/8/8/P1P2PP1/4K3 w - - 0 1", true),
            ("white doubled pawns = 2", "4k3/8/8/8/8/P7/P1PP4/4K3 w - - 0 1", true),
            ("white doubled pawns = 3", "4k3/8/8/8/P7/P7/P1PP4/4K3 w - - 0 1", true),
            ("black doubled pawns", "4k3/p1p5/8/8/8/P7/P1PP4/4K3 w - - 0 1", false),
            ("white passed pawns = 1", "4k3/p7/8/8/8/8/1P2P3/4K3 w - - 0 1", true),
            ("black passed pawns = 0", "4k3/p7/8/8/8/8/1P2P3/4K3 w - - 0 1", true),
            ("opposite bishops", "4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("opposite bishops", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("opposite bishops", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("opposite-coloured bishops", "2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("material = 2", "4k3/8/8/8/8/8/b7/R3K3 w - - 0 1", true),
            ("black material -3..-1", "4k3/8/8/8/8/8/b7/R3K3 w - - 0 1", true),
            ("black material > 0", "4k3/8/8/8/8/8/b7/R3K3 w - - 0 1", false),
            ("mate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", true),
            ("black mated", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", true),
            ("white mated", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", false),
        ] {
            let position: Chess = fen.parse::<Fen>().expect(fen).into_position(CastlingMode::Standard).expect(fen);
            assert_eq!(condition(text).holds(JudgedPosition::new(&position, 0)), expected, "{text}: {fen}");
        }
    }

    #[test]
    fn only_five_exact_counts_of_white_are_a_piece_count() {
        let four = "rooks = 2 and bishops = 2 and knights = 2 and pawns = 8";
        assert_eq!(condition(&format!("queens = 1 and {four}")).as_count(), Some(PieceCount([1, 2, 2, 2, 8])));
        for other in ["queens >= 1 and ", "queens 0..1 and ", "black queens = 1 and ", "queen on d1 = 1 and ", ""] {
            assert_eq!(condition(&format!("{other}{four}")).as_count(), None, "{other}");
        }
        assert_eq!(condition(&format!("queens = 1 and {four} and check")).as_count(), None);
    }
}
