//! What a review says, as JSON has it. Scores are from White's view, shares and chances from 0 to 1.

use serde::Serialize;
use shakmaty::{Color, Move};

use super::endings::TableVerdict;
use super::estimate::RatingEstimate;
use super::mark::Mark;
use super::opening::OpeningReview;
use super::phase::Phase;
use super::side_name;

/// A move of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReview {
    /// Which half move of the game, from 1.
    pub ply: usize,
    /// The number of the move.
    pub number: u32,
    #[serde(with = "side_name")]
    pub side: Color,
    #[serde(skip)]
    pub mv: Move,
    pub san: String,
    pub uci: String,
    pub phase: Phase,
    /// Whether the named lines have the position after the move.
    pub theory: bool,
    pub before: ReviewScore,
    pub after: ReviewScore,
    /// What the move lost in the mover's chance of winning.
    pub loss: f64,
    /// The best line instead of the move; it begins with the move where that is the best one.
    pub best: ReviewLine,
    /// Best play after the move.
    pub refutation: ReviewLine,
    /// `None` for a side that is not reviewed and for an only move.
    pub people: Option<PeopleThere>,
    pub mark: Option<Mark>,
    /// What the lines prove about the mistake, the most important first.
    pub themes: Vec<String>,
    /// What is to be said about the move, a sentence each.
    pub sentences: Vec<String>,
    /// Where tablebases are set and have the position.
    pub tables: Option<TableVerdict>,
}

impl MoveReview {
    /// The move with its number: "14. Qd2", "14...Nxe4".
    pub fn numbered(&self) -> String {
        let dots = self.side.fold_wb(". ", "...");
        format!("{}{dots}{}", self.number, self.san)
    }
}

/// How a position is scored, from White's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ReviewScore {
    /// Centipawns; `None` for a mate.
    pub cp: Option<i32>,
    /// Moves to the mate, negative where Black gives it; 0 on the board.
    pub mate: Option<i32>,
    /// White's chance of winning, a draw counted half.
    pub white: f64,
    /// Half moves that the search looked ahead; 0 where the game is over.
    pub depth: i32,
}

/// Moves one after another.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReviewLine {
    #[serde(skip)]
    pub moves: Vec<Move>,
    pub uci: Vec<String>,
    pub san: Vec<String>,
    /// With the numbers of the moves.
    pub text: String,
}

/// What people of a rating do in a position, by the rated model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PeopleThere {
    /// Their rating.
    pub elo: u16,
    /// The share that plays the move of the game.
    pub played: f64,
    /// The share that plays the best move.
    pub best: f64,
    /// The share that loses about as much as the move of the game, or more.
    pub as_bad: f64,
    /// What they lose there on average, in chance of winning: how hard the position is.
    pub loss: f64,
}

/// Where the rating of a player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RatingSource {
    /// The user said it.
    Given,
    /// It stands in the game.
    File,
    /// The moves look like it.
    Estimated,
    /// Nothing is known.
    Assumed,
}

/// The rating with which a side is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SideRating {
    pub elo: u16,
    pub source: RatingSource,
}

/// A review as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReview {
    pub opening: OpeningReview,
    pub moves: Vec<MoveReview>,
    /// The sides that are reviewed, White first.
    pub sides: Vec<SideReview>,
    /// It was ended before the last move.
    pub stopped: bool,
}

/// How a side played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideReview {
    #[serde(with = "side_name")]
    pub side: Color,
    /// With whom it is compared.
    pub rating: SideRating,
    pub moves: usize,
    /// From 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// What a move lost on average, and what people of the rating lose in the same positions.
    pub loss: f64,
    pub people_loss: f64,
    /// How many moves have the marks `!`, `?!`, `?` and `??`.
    pub good: usize,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    /// The half moves from which there is most to learn, in the order of the game.
    pub moments: Vec<usize>,
    pub phases: Vec<PhaseLosses>,
    pub themes: Vec<ThemeLosses>,
    /// The rating that the moves look like; `None` with too few moves.
    pub looks_like: Option<RatingEstimate>,
}

/// What a side lost in a phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseLosses {
    pub phase: Phase,
    pub moves: usize,
    /// In all.
    pub loss: f64,
    /// What people of the rating lose in the same positions.
    pub people_loss: f64,
}

/// What a side lost by mistakes of a theme.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThemeLosses {
    pub theme: String,
    pub times: usize,
    /// In all.
    pub loss: f64,
}
