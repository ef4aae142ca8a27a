//! A condition as goals for a search: each goal is one way to meet it, a list of things that must hold together.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, Position as _, Role};
use thiserror::Error;

use super::condition::{Atom, Condition, JudgedPosition, Region};
use super::range::Range;

/// A condition that falls into more ways than this is refused: a search would have to measure its distance to each.
const MOST_WAYS: usize = 64;

/// A condition with too many ways to meet it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the condition falls into more than {MOST_WAYS} ways to meet it: write it with fewer `or`")]
pub struct TooManyWays;

/// An atom that must hold, or must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub atom: Atom,
    pub required: bool,
}

/// Pieces of a side in a part of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub side: Color,
    /// `None` for all kinds together.
    pub role: Option<Role>,
    pub region: Region,
    pub range: Range,
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.required { "" } else { "not " }, self.atom)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_atom().fmt(f)
    }
}

/// One way to meet a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The number of pieces of each side and kind on the whole board, White first, kinds as in [`Role::ALL`].
    pub men: [[Range; 6]; 2],
    /// Pieces in parts of the board, or of all kinds together.
    pub placements: Vec<Placement>,
    /// Conditions that are neither: checks, castling, mate, the side to move.
    pub others: Vec<Literal>,
    /// The plies at which it may be met.
    pub plies: Range,
}

const ANYTHING: Range = Range { min: 0, max: u32::MAX };

impl Condition {
    /// The ways to meet the condition: its disjunctive normal form.
    ///
    /// # Errors
    /// [`TooManyWays`].
    pub fn goals(&self) -> Result<Vec<Goal>, TooManyWays> {
        Ok(ways(self, true)?.iter().map(|way| Goal::of(way)).collect())
    }
}

/// Conjunctions of literals, one of which must hold.
fn ways(condition: &Condition, required: bool) -> Result<Vec<Vec<Literal>>, TooManyWays> {
    match (condition, required) {
        (Condition::Not(inner), _) => ways(inner, !required),
        // As counts, of which a search knows how far they are.
        (Condition::Is(Atom::OppositeBishops), true) => ways(&opposite_bishops(), true),
        (Condition::Is(atom), _) => Ok(literals(atom, required)),
        // De Morgan: where not all parts may hold, one of them at least must fail.
        (Condition::All(parts), true) | (Condition::Any(parts), false) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let more = ways(part, required)?;
                all = all
                    .iter()
                    .flat_map(|way: &Vec<Literal>| more.iter().map(move |other| [way.as_slice(), other].concat()))
                    .collect();
                if all.len() > MOST_WAYS {
                    return Err(TooManyWays);
                }
            }
            Ok(all)
        }
        (Condition::Any(parts), true) | (Condition::All(parts), false) => {
            let mut any = Vec::new();
            for part in parts {
                any.extend(ways(part, required)?);
                if any.len() > MOST_WAYS {
                    return Err(TooManyWays);
                }
            }
            Ok(any)
        }
    }
}

/// One bishop for each side, and of the four by side and colour of square either pair that fits.
fn opposite_bishops() -> Condition {
    let bishops = |side: Color, region: Region, number: u32| {
        let range = Range::exactly(number);
        Condition::Is(Atom::Count { side, role: Some(Role::Bishop), region, range })
    };
    let pair = |white_on_light: bool| {
        let one = |side: Color, on_light: bool| {
            let (squares, words) = if on_light {
                (Bitboard::LIGHT_SQUARES, "on light squares")
            } else {
                (Bitboard::DARK_SQUARES, "on dark squares")
            };
            let region = Region { squares, words: words.to_owned() };
            [bishops(side, Region::board(), 1), bishops(side, region, 1)]
        };
        Condition::All([one(Color::White, white_on_light), one(Color::Black, !white_on_light)].concat())
    };
    Condition::Any(vec![pair(true), pair(false)])
}

/// Numbers that are not in a range are below it or above it; all else is kept as it is.
fn literals(atom: &Atom, required: bool) -> Vec<Vec<Literal>> {
    let is = |atom: Atom| vec![Literal { atom, required: true }];
    match (atom, required) {
        (Atom::Count { side, role, region, range }, false) => {
            let other = |range| is(Atom::Count { side: *side, role: *role, region: region.clone(), range });
            range.outside().into_iter().map(other).collect()
        }
        (Atom::Pawns { side, kind, range }, false) => {
            range.outside().into_iter().map(|range| is(Atom::Pawns { side: *side, kind: *kind, range })).collect()
        }
        (Atom::Material(range), false) => range.outside().into_iter().map(|range| is(Atom::Material(range))).collect(),
        (Atom::Evaluation(range), false) => {
            range.outside().into_iter().map(|range| is(Atom::Evaluation(range))).collect()
        }
        (Atom::Ply(range), false) => range.outside().into_iter().map(|range| is(Atom::Ply(range))).collect(),
        (Atom::Rating(range), false) => range.outside().into_iter().map(|range| is(Atom::Rating(range))).collect(),
        (Atom::Turn(side), false) => vec![is(Atom::Turn(!*side))],
        _ => vec![vec![Literal { atom: atom.clone(), required }]],
    }
}

impl Goal {
    fn of(literals: &[Literal]) -> Goal {
        let mut goal = Goal { men: [[ANYTHING; 6]; 2], placements: Vec::new(), others: Vec::new(), plies: ANYTHING };
        for literal in literals {
            match &literal.atom {
                Atom::Count { side, role: Some(role), region, range } if region.is_board() => {
                    let known = goal.men_mut(*side, *role);
                    *known = both(*known, *range);
                }
                Atom::Count { side, role, region, range } => {
                    goal.placements.push(Placement { side: *side, role: *role, region: region.clone(), range: *range });
                }
                Atom::Ply(range) => goal.plies = both(goal.plies, *range),
                _ => goal.others.push(literal.clone()),
            }
        }
        goal
    }

    /// The number of pieces of a kind that one side may have.
    pub fn men(&self, side: Color, role: Role) -> Range {
        self.men[side as usize ^ 1][role as usize - 1]
    }

    fn men_mut(&mut self, side: Color, role: Role) -> &mut Range {
        &mut self.men[side as usize ^ 1][role as usize - 1]
    }

    /// Returns true if a position with its past meets this goal, as far as it is known.
    pub fn is_met(&self, situation: JudgedPosition) -> bool {
        let board = situation.position.board();
        let counts = |side: Color| {
            let has = board.material_side(side);
            Role::ALL.into_iter().all(|role| self.men(side, role).contains(u32::from(*has.get(role))))
        };
        self.plies.contains(situation.ply)
            && counts(Color::White)
            && counts(Color::Black)
            && self.placements.iter().all(|placement| placement.is_met(situation))
            && self.others.iter().all(|literal| literal.may_hold(situation))
    }

    /// Returns true if a right to castle is asked for.
    pub fn requires_castling(&self, side: Color, wing: CastlingSide) -> bool {
        self.others.iter().any(|literal| literal.required && literal.atom == Atom::Castle { side, wing })
    }

    /// The required value of check, mate, stalemate or the side to move.
    pub fn required(&self, atom: &Atom) -> Option<bool> {
        self.others.iter().find(|literal| literal.atom == *atom).map(|literal| literal.required)
    }
}

impl Literal {
    /// Returns true if it holds, or may hold where nobody has judged the position.
    pub fn may_hold(&self, situation: JudgedPosition) -> bool {
        self.atom.holds(situation).is_none_or(|holds| holds == self.required)
    }
}

impl Placement {
    pub fn is_met(&self, situation: JudgedPosition) -> bool {
        self.as_atom().holds(situation) == Some(true)
    }

    fn as_atom(&self) -> Atom {
        Atom::Count { side: self.side, role: self.role, region: self.region.clone(), range: self.range }
    }
}

/// The intersection of two ranges; one that ends before it begins where it is empty.
fn both(a: Range, b: Range) -> Range {
    Range { min: a.min.max(b.min), max: a.max.min(b.max) }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;

    fn goals(text: &str) -> Vec<Goal> {
        text.parse::<Condition>().expect("a condition").goals().expect("few ways")
    }

    #[test]
    fn each_way_is_one_goal() {
        assert_eq!(goals("1,2,2,1,8").len(), 1);
        assert_eq!(goals("either knight on f5 and (checkmate or stalemate)").len(), 4);
        assert_eq!(goals("not (white pawns = 5)").len(), 2, "below five or above");
        assert_eq!(goals("not (checkmate or check)").len(), 1);
        assert_eq!(
            goals("white pawns >= 3 and white pawns <= 5")[0].men(Color::White, Role::Pawn),
            Range { min: 3, max: 5 }
        );
        assert_eq!((goals("opposite bishops").len(), goals("not opposite bishops").len()), (2, 1));
        assert_eq!((goals("not evaluation -1..1").len(), goals("not one winning move").len()), (2, 1));
        assert_eq!(goals("not white to move")[0].others, [Literal { atom: Atom::Turn(Color::Black), required: true }]);
    }

    #[test]
    fn a_goal_is_met_where_its_condition_holds() {
        let position = Chess::default();
        for text in [
            "1,2,2,2,8",
            "white knight on b1 and not check",
            "both pawns = 7 or white can castle",
            "ply 3..9",
            "not ply 3..9",
            "white men on rank 1 = 8",
            "black queens = 0",
            "opposite bishops",
            "not opposite bishops",
            "material = 0 and not white isolated pawns",
            "not material -3..3",
            "either doubled pawns or not both passed pawns = 0",
        ] {
            let condition: Condition = text.parse().unwrap();
            for ply in [0, 3, 9, 10] {
                let situation = JudgedPosition::new(&position, ply);
                let met = goals(text).iter().any(|goal| goal.is_met(situation));
                assert_eq!(met, condition.holds(situation), "{text} at half move {ply}");
            }
        }
    }

    #[test]
    fn conditions_with_too_many_ways_are_refused() {
        let text = ["(pawns = 1 or knights = 1 or rooks = 1)"; 5].join(" and ");
        assert_eq!(text.parse::<Condition>().unwrap().goals(), Err(TooManyWays));
        let ways = |text: String| text.parse::<Condition>().unwrap().goals().map(|goals| goals.len());
        let either = |times| vec!["(pawns = 1 or knights = 1)"; times].join(" and ");
        assert_eq!((ways(either(6)), ways(either(7))), (Ok(64), Err(TooManyWays)));
        let any = |times| vec!["pawns = 1"; times].join(" or ");
        assert_eq!((ways(any(64)), ways(any(65))), (Ok(64), Err(TooManyWays)));
    }
}
