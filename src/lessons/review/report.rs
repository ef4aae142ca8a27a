//! The report of a review. Scores are from White's view, shares and chances from 0 to 1.

use shakmaty::{Color, Move};

use super::endings::TableVerdict;
use super::estimate::RatingEstimate;
use super::mark::Mark;
use super::opening::OpeningReview;
use super::phase::GamePhase;
use crate::message::{message, side_name, words};

words! {
    /// The source of a rating: the request, the headers, the moves, or none.
    pub enum RatingSource { Given = "given", File = "file", Estimated = "estimated", Assumed = "assumed" }
}

message! {
    /// A move of the game and what is to be said about it.
    pub struct MoveReview {
        /// The half move of the game, from 1.
        pub ply: usize,
        /// The number of the move.
        pub number: u32,
        /// The side that played it.
        #[serde(with = "side_name")]
        pub side: Color,
        #[serde(skip)]
        pub mv: Move,
        /// The move in algebraic notation.
        pub san: String,
        /// The move in UCI form.
        pub uci: String,
        /// The phase of the game.
        pub phase: GamePhase,
        /// The named lines have the position after the move.
        pub theory: bool,
        /// The position before the move.
        pub before: ReviewScore,
        /// The position after the move.
        pub after: ReviewScore,
        /// The loss of the move in the mover's chance of winning, from 0 to 1.
        pub loss: f64,
        /// The best line in place of the move; it begins with the move where that is the best one.
        pub best: ReviewLine,
        /// Best play after the move.
        pub refutation: ReviewLine,
        /// Null for a side that is not reviewed, and for an only move.
        pub people: Option<PeopleThere>,
        /// The mark beside people of the rating; null where nothing is remarkable.
        pub mark: Option<Mark>,
        /// The mark by fixed bounds of the loss, those of lichess; null where it has none.
        pub absolute: Option<Mark>,
        /// The searches agree on the better move and on the loss.
        pub settled: bool,
        /// The best move that people of the rating play, where it is not the best one and does much better than the
        /// played one.
        pub for_you: Option<MoveForYou>,
        /// The themes that the lines prove about the mistake, the most important first.
        pub themes: Vec<String>,
        /// The sentences about the move.
        pub sentences: Vec<String>,
        /// Null where no tablebase has the position.
        pub tables: Option<TableVerdict>,
    }

    /// A good move that people of a rating find.
    pub struct MoveForYou {
        /// The move in algebraic notation.
        pub san: String,
        /// The move in UCI form.
        pub uci: String,
        /// The share of people of the rating that plays it, from 0 to 1.
        pub share: f64,
        /// Its loss, in the mover's chance of winning.
        pub loss: f64,
    }

    /// The score of a position, from White's view.
    #[derive(Copy, Default)]
    pub struct ReviewScore {
        /// Centipawns; null for a mate.
        pub cp: Option<i32>,
        /// Moves to the mate, negative where Black gives it; 0 on the board.
        pub mate: Option<i32>,
        /// White's chance of winning, a draw counted half, from 0 to 1.
        pub white: f64,
        /// Half moves that the search looked ahead; 0 where the game is over.
        pub depth: i32,
    }

    /// Moves one after another.
    #[derive(Default)]
    pub struct ReviewLine {
        #[serde(skip)]
        pub moves: Vec<Move>,
        /// The moves in UCI form.
        pub uci: Vec<String>,
        /// The moves in algebraic notation.
        pub san: Vec<String>,
        /// The beginning with the numbers of the moves.
        pub text: String,
    }

    /// The play of people of a rating in a position, by the rated model; shares from 0 to 1.
    #[derive(Copy)]
    pub struct PeopleThere {
        /// Their rating.
        pub elo: u16,
        /// The share that plays the move of the game.
        pub played: f64,
        /// The share that plays the best move.
        pub best: f64,
        /// The share that loses about as much as the move of the game, or more.
        pub as_bad: f64,
        /// Their mean loss there, in chance of winning: how hard the position is.
        pub loss: f64,
    }

    /// The rating with which a side is compared.
    #[derive(Copy, Eq)]
    pub struct SideRating {
        /// On the scale of the site of the game.
        pub elo: u16,
        /// The source of the rating.
        pub source: RatingSource,
    }

    /// A review as a whole.
    pub struct GameReview {
        /// The opening of the game.
        pub opening: OpeningReview,
        /// Every move of the game.
        pub moves: Vec<MoveReview>,
        /// The sides that are reviewed, White first.
        pub sides: Vec<SideReview>,
        /// It was ended before the last move.
        pub stopped: bool,
    }

    /// The play of a side.
    pub struct SideReview {
        /// White or Black.
        #[serde(with = "side_name")]
        pub side: Color,
        /// The rating with which it is compared.
        pub rating: SideRating,
        /// Moves of the side.
        pub moves: usize,
        /// From 0 to 100; null without moves.
        pub accuracy: Option<f64>,
        /// The mean loss of a move, in chance of winning.
        pub loss: f64,
        /// The mean loss of people of the rating in the same positions.
        pub people_loss: f64,
        /// Moves with the mark `!`.
        pub good: usize,
        /// Moves with the mark `?!`.
        pub inaccuracies: usize,
        /// Moves with the mark `?`.
        pub mistakes: usize,
        /// Moves with the mark `??`.
        pub blunders: usize,
        /// Up to three half moves from which there is most to learn, in the order of the game.
        pub moments: Vec<usize>,
        /// The phases in which the side moved.
        pub phases: Vec<PhaseLosses>,
        /// The greatest loss first.
        pub themes: Vec<ThemeLosses>,
        /// The rating that the moves look like; null with too few moves.
        pub looks_like: Option<RatingEstimate>,
    }

    /// The losses of a side in a phase of the game.
    pub struct PhaseLosses {
        /// The phase.
        pub phase: GamePhase,
        /// Moves of the side.
        pub moves: usize,
        /// The sum, in chances of winning.
        pub loss: f64,
        /// The sum for people of the rating in the same positions.
        pub people_loss: f64,
    }

    /// The losses of a side by mistakes of a theme.
    pub struct ThemeLosses {
        /// As in the field `themes` of a move.
        pub theme: String,
        /// The number of mistakes.
        pub times: usize,
        /// The sum, in chances of winning.
        pub loss: f64,
    }
}

impl MoveReview {
    /// The move with its number: "14. Qd2", "14...Nxe4".
    pub fn numbered(&self) -> String {
        let dots = self.side.fold_wb(". ", "...");
        format!("{}{dots}{}", self.number, self.san)
    }
}
