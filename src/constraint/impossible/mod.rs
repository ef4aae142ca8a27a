//! Requests that no game can meet, with the reason.
//!
//! A goal that is called impossible here is so for certain: each reason counts what no legal play can change. One that
//! is not found to be impossible may still be.

mod counts;
mod moment;
mod places;

use shakmaty::{Color, Role, Square};
use thiserror::Error;

use super::condition::Condition;
use super::goal::{Goal, Placement, TooManyWays};
use super::range::Range;

/// Pieces of each kind at the start, in the order of [`Role::ALL`].
pub(super) const AT_THE_START: [u32; 6] = [8, 2, 2, 2, 1, 1];
/// Pieces of a side at the start.
const ALL_AT_THE_START: u32 = 16;
/// Pawns of a side at the start.
const PAWNS: u32 = 8;

/// Why a goal cannot be met.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Impossible {
    #[error("{side} {what}: at least {min} and at most {max} contradict each other")]
    Contradiction { side: &'static str, what: String, min: u32, max: u32 },
    #[error("{count} pawns of {side}: there are never more than eight")]
    Pawns { side: &'static str, count: u32 },
    #[error("{side} always has exactly one king")]
    King { side: &'static str },
    #[error("{what} need {}: {allowed} allowed", promotions(*needed))]
    Promotions { what: String, needed: u32, allowed: u32 },
    #[error("{} and {kept} pawns of {side}: together there are never more than eight", promotions(*needed))]
    PawnsForPromotions { side: &'static str, needed: u32, kept: u32 },
    #[error("{count} pieces of {side}: there are never more than sixteen")]
    Pieces { side: &'static str, count: u32 },
    #[error("pawns never stand on the first or the last rank")]
    PawnOnEdge,
    #[error("two pieces on {0}")]
    Crowded(Square),
    #[error("{what} asks for more pieces than have room: {min} on {room} squares")]
    NoRoom { what: String, min: u32, room: u32 },
    #[error("{side}'s {what} in these places are {needed}: there are never more than {most}")]
    TooManyPlaces { side: &'static str, what: String, needed: u32, most: u32 },
    #[error("kings may not touch, and nothing else is left for them here")]
    KingsTouch,
    #[error("no square is left for {side}'s king")]
    NoSquareForKing { side: &'static str },
    #[error("{side}'s pawns cannot have come to these squares: a pawn goes forward only, and one file aside a rank")]
    PawnsAside { side: &'static str },
    #[error("{side}'s pawns made {captures} captures at least, and {gone} pieces of the other side can be gone")]
    PawnCaptures { side: &'static str, captures: u32, gone: u32 },
    #[error("{side}'s bishop cannot have left {home}: the pawns beside it have not moved")]
    BishopLockedIn { side: &'static str, home: Square },
    #[error("a pawn is doubled by another one, so {side} never has exactly one doubled pawn")]
    OneDoubledPawn { side: &'static str },
    #[error("White is never more than {most} pawns ahead here, and {least} are asked for")]
    TooFarAhead { most: i32, least: i32 },
    #[error("Black is never more than {most} pawns ahead here, and {least} are asked for")]
    TooFarBehind { most: i32, least: i32 },
    #[error("no number is in every range of `{0}`")]
    NoNumber(&'static str),
    #[error("only the side to move can be in check")]
    CheckAfterMove,
    #[error("both kings in check at once")]
    BothInCheck,
    #[error("{0} has only a king, and a king gives no check")]
    NoChecker(&'static str),
    #[error("{side} cannot give mate: {reason}")]
    NoMate { side: &'static str, reason: &'static str },
    #[error("{0} and {1} exclude each other")]
    Exclusive(&'static str, &'static str),
    #[error("{side} can castle {wing} only with the king on its first square and a rook on {rook}")]
    Castling { side: &'static str, wing: &'static str, rook: Square },
    #[error("{captures} captures by {by} take {needed} half moves at least: the last allowed is {last}")]
    TooSoon { captures: u32, by: &'static str, needed: u32, last: u32 },
    #[error("{side} {what} after {needed} half moves at the earliest: the last allowed is {last}")]
    TooSoonFor { side: &'static str, what: &'static str, needed: u32, last: u32 },
    #[error("{0} is to move after an even number of half moves only")]
    Parity(&'static str),
    #[error("no half move is within the range")]
    NoPly,
}

fn promotions(number: u32) -> String {
    if number == 1 { "1 promotion".to_owned() } else { format!("{number} promotions") }
}

/// Why a condition leaves nothing to search for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoGoal {
    #[error(transparent)]
    TooManyWays(#[from] TooManyWays),
    #[error("impossible: {}", in_words(.0))]
    Impossible(Vec<Impossible>),
}

impl NoGoal {
    /// Why, without the word that it is impossible.
    pub fn reason(&self) -> String {
        match self {
            NoGoal::TooManyWays(reason) => reason.to_string(),
            NoGoal::Impossible(reasons) => in_words(reasons),
        }
    }
}

/// Each reason once: ways to meet a condition often fail alike.
fn in_words(reasons: &[Impossible]) -> String {
    let mut words: Vec<String> = Vec::new();
    for reason in reasons {
        let text = reason.to_string();
        if !words.contains(&text) {
            words.push(text);
        }
    }
    words.join("; or: ")
}

impl Condition {
    /// The ways that are not known to be impossible with so many promotions.
    ///
    /// # Errors
    /// [`NoGoal`], with the reason of each way where all are impossible.
    pub fn possible_goals(&self, promotions: u32) -> Result<Vec<Goal>, NoGoal> {
        self.possible_goals_within(promotions, u32::MAX)
    }

    /// The same for games of so many plies at most.
    ///
    /// # Errors
    /// As [`Condition::possible_goals`].
    pub fn possible_goals_within(&self, promotions: u32, last: u32) -> Result<Vec<Goal>, NoGoal> {
        let mut reasons = Vec::new();
        let mut goals = self.goals()?;
        goals.retain(|goal| goal.check(promotions, last).map_err(|reason| reasons.push(reason)).is_ok());
        if goals.is_empty() { Err(NoGoal::Impossible(reasons)) } else { Ok(goals) }
    }
}

impl Goal {
    /// Checks whether any game with at most `promotions` promotions and `last` plies can meet this goal: what is found
    /// here is certain, what is not found may still be impossible.
    ///
    /// # Errors
    /// The first reason.
    pub fn check(&self, promotions: u32, last: u32) -> Result<(), Impossible> {
        for side in Color::ALL {
            self.check_counts(side, promotions)?;
            self.check_castling(side)?;
        }
        self.check_all_promotions(promotions)?;
        self.check_places(promotions)?;
        self.check_kings()?;
        for side in Color::ALL {
            self.check_sums(side, promotions)?;
            self.check_pawn_places(side, promotions)?;
            self.check_formations(side)?;
        }
        self.check_ranges(promotions)?;
        self.check_moment()?;
        self.check_attackers(last)?;
        self.check_plies(promotions, last)
    }

    /// The fewest pieces that a side must have.
    fn fewest(&self, side: Color) -> u32 {
        let kinds: u32 =
            Role::ALL.into_iter().map(|role| self.men(side, role).min.max(u32::from(role == Role::King))).sum();
        self.totals(side).map(|range| range.min).fold(kinds, u32::max)
    }

    /// The most pieces that a side can have.
    fn most(&self, side: Color, promotions: u32) -> u32 {
        let kinds: u32 = Role::ALL.into_iter().map(|role| self.most_of(side, role, promotions)).sum();
        self.totals(side).map(|range| range.max).fold(kinds.min(ALL_AT_THE_START), u32::min)
    }

    /// The most pieces of a kind that a side can have.
    fn most_of(&self, side: Color, role: Role, promotions: u32) -> u32 {
        let begun = AT_THE_START[role as usize - 1];
        let ever = if matches!(role, Role::Pawn | Role::King) { begun } else { begun + promotions.min(PAWNS) };
        self.men(side, role).max.min(ever)
    }

    /// The requirements on all pieces of a side together.
    fn totals(&self, side: Color) -> impl Iterator<Item = Range> {
        let is_total = move |place: &&Placement| place.side == side && place.role.is_none() && place.region.is_board();
        self.placements.iter().filter(is_total).map(|place| place.range)
    }
}

pub(super) fn name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// "knights"; "pieces" for all kinds together.
fn plural(role: Option<Role>) -> String {
    role.map_or_else(|| "pieces".to_owned(), |role| format!("{role:?}s").to_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::constraint::Condition;

    fn check(text: &str, promotions: u32) -> Result<(), String> {
        let condition: Condition = text.parse().expect(text);
        condition.possible_goals(promotions).map(|_| ()).map_err(|none| none.reason())
    }

    #[test]
    fn impossible_requests_have_their_reason() {
        for (text, reason) in [
            ("white pawns = 9", "9 pawns of white: there are never more than eight"),
            ("white bishops on light squares = 2", "white's bishops on light squares need 1 promotion: 0 allowed"),
            ("white queens = 2", "white's 2 queens need 1 promotion: 0 allowed"),
            ("white pawns >= 6 and white pawns <= 5", "at least 6 and at most 5 contradict"),
            ("black kings = 0", "black always has exactly one king"),
            ("white kings = 2", "white always has exactly one king"),
            ("white men = 17", "17 pieces of white"),
            ("white pawn on rank 1", "pawns never stand"),
            ("white pawn on e8", "pawns never stand"),
            ("white knight on f5 and black knight on f5", "two pieces on f5"),
            ("white knight on f5 and white rook on f5", "two pieces on f5"),
            ("white knights on f5 = 2", "2 on 1 squares"),
            ("white knights = 1 and white knights on file e = 2", "contradict"),
            ("white in check and black to move", "only the side to move"),
            ("white in check and black in check", "both kings"),
            ("checkmate and stalemate", "exclude each other"),
            ("stalemate and white in check", "exclude each other"),
            ("white to move and black to move", "exclude each other"),
            ("checkmate and not checkmate", "contrary"),
            ("checkmate and not check", "checkmate and not in check exclude each other"),
            ("white can castle short and white rooks = 0", "can castle short only with"),
            ("white can castle both and white rooks = 1", "can castle"),
            ("black can castle long and black king on g8", "can castle long only with"),
            (
                "white queens = 0 and white rooks = 0 and ply <= 7",
                "3 captures by black take 8 half moves at least: the last allowed is 7",
            ),
            ("white to move and ply = 7", "even number"),
            ("ply >= 9 and ply <= 3", "no half move"),
            ("white king on e4 and black king on d5", "kings may not touch"),
            ("white king on a1,a2 and black king on b1,b2", "kings may not touch"),
            ("white king on e4 and white king on e4 = 0", "no square is left for white's king"),
            ("white men <= 0", "white always has exactly one king"),
            ("white men = 3 and white pawns = 3", "white pieces: at least 4 and at most 3 contradict"),
            ("white men = 12 and white pawns = 0", "white pieces: at least 12 and at most 8 contradict"),
            (
                "white men on rank 1 = 8 and white men on rank 2 = 8 and white men on rank 3 = 1",
                "pieces in these places are 17",
            ),
            ("black pawns on file a = 5 and black pawns on file b = 4", "black's pawns in these places are 9"),
            ("white pawn on a2 and white pawn on a3 and white pawn on b2", "white's pawns cannot have come"),
            (
                "white pawn on a3,a4 and white pawn on h2 and black men = 16 and white doubled pawns >= 2",
                "1 captures at least",
            ),
            ("white pawn on c3 and white pawn on c2 and black men >= 16", "1 captures at least, and 0 pieces"),
            ("white bishop on c4 and white pawn on e2 and white pawn on g2", "cannot have left f1"),
            ("black doubled pawns = 1", "never has exactly one doubled pawn"),
            ("black isolated pawns >= 2 and black pawns = 1", "black isolated pawns: at least 2 and at most 1"),
            ("white passed pawns >= 3 and white passed pawns < 2", "white passed pawns: at least 3 and at most 1"),
            ("material >= 40", "White is never more than 39 pawns ahead here, and 40 are asked for"),
            (
                "material <= -10 and white queens = 1 and white rooks = 2 and black pawns = 0 and black rooks = 0",
                "Black is never",
            ),
            ("material >= 3 and material <= 2", "no number is in every range of `material`"),
            ("evaluation > 1 and evaluation < 1", "no number is in every range of `evaluation`"),
            ("rating >= 2000 and rating <= 1000", "no number is in every range of `rating`"),
            ("one winning move and mate", "one winning move and checkmate exclude"),
            ("one winning move and stalemate", "one winning move and stalemate exclude"),
            ("white in check and black men = 1", "black has only a king"),
            ("mate and black to move and white men = 1", "white cannot give mate: a king alone"),
            ("black checkmated and white 0,0,0,1,0 and black 0,0,0,0,0", "white cannot give mate: a knight alone"),
            ("black checkmated and white 0,0,1,0,0 and black 0,1,0,0,0", "white cannot give mate: a bishop alone"),
            ("both 0,0,0,0,0 and mate", "cannot give mate: a king alone"),
            ("mate and ply <= 3", "mate after 4 half moves at the earliest"),
            ("black mated and ply <= 4", "white gives mate after 5 half moves at the earliest"),
            ("black in check and ply <= 2", "white gives check after 3 half moves"),
            ("white in check and ply <= 3", "black gives check after 4 half moves"),
            ("opposite bishops and white bishops = 2", "contradict"),
            (
                "not opposite bishops and white bishops on light squares=1 and black bishops=0 and opposite bishops",
                "contr",
            ),
            ("white pawns = 0 and ply <= 17", "8 captures by black take 18 half moves at least"),
        ] {
            let reason_given = check(text, 0).expect_err(text);
            assert!(reason_given.contains(reason), "{text}: {reason_given}");
        }
    }

    #[test]
    fn the_last_half_move_of_the_search_counts_too() {
        let goals = "0,0,0,0,0".parse::<Condition>().expect("a condition").goals().expect("few ways");
        assert_eq!(goals[0].check(0, 101), Ok(()));
        let reason = goals[0].check(0, 10).expect_err("no time for fifteen captures").to_string();
        assert_eq!(reason, "15 captures by black take 32 half moves at least: the last allowed is 10");
    }

    #[test]
    fn promotions_of_both_sides_count_together() {
        assert_eq!(check("white queens = 2 and black queens = 2", 2), Ok(()));
        let reason = check("white queens = 2 and black queens = 2", 1).unwrap_err();
        assert_eq!(reason, "both sides' pieces need 2 promotions: 1 allowed");
    }

    #[test]
    fn reasons_are_given_once() {
        let condition: Condition = "either pawns = 9 and (check or white pawns = 9)".parse().expect("a condition");
        let none = condition.possible_goals(0).expect_err("nine pawns");
        assert_eq!(none.reason().matches("9 pawns of white").count(), 1, "{none}");
        assert_eq!(none.to_string(), format!("impossible: {}", none.reason()));
    }

    #[test]
    fn promotions_make_some_of_it_possible() {
        assert_eq!(check("white bishops on light squares = 2", 1), Ok(()));
        assert_eq!(check("white queens = 3 and white pawns = 6", 2), Ok(()));
        assert!(check("white queens = 3 and white pawns = 7", 2).unwrap_err().contains("never more than eight"));
    }

    #[test]
    fn possible_requests_pass() {
        for count in crate::chess::PieceCount::all() {
            assert_eq!(check(&count.to_string(), 0), Ok(()), "{count}");
        }
        for text in [
            "checkmate and black king on rank 8",
            "white in check",
            "white can castle both and black queens = 0",
            "white knight on f5 and white men on f5 = 1",
            "ply = 7 and black to move",
            "white king on e4 and black king on e6",
            "white king on e4 and black king on rank 5",
            "white pawn on a3 and white pawn on b3 and white pawn on c2",
            "white bishop on c4 and white pawn on e2",
            "white bishops on light squares = 1 and white pawn on e2 and white pawn on g2",
            "black checkmated and white 0,0,0,2,0 and black 0,0,0,0,0",
            "black checkmated and white 0,0,0,1,0 and black 0,0,0,0,1",
            "black checkmated and white 0,0,1,0,0 and black 0,0,1,0,0",
            "mate and white men = 1",
            "mate and ply = 4",
            "black doubled pawns = 2 and white men = 15",
            "opposite bishops and material = 0 and evaluation -0.5..0.5",
            "material >= 39",
            "white to move and one winning move and not stalemate and not mate",
        ] {
            assert_eq!(check(text, 0), Ok(()), "{text}");
        }
    }
}
