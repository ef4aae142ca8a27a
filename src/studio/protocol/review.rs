//! The review of a game: `review`.

use std::marker::PhantomData;

use shakmaty::Color;

use super::declare::{message, request, words};
use super::description::Type;
use super::pgn::{MOST_NAME, MOST_PGN, MOST_VALUE};
use super::position::{SIDES, Side, Where};
use super::readers::{Choice, Entries, Nested, Text, Whole};
use crate::studio::message::Fields;

request! {
    /// The limits of the search of each position; all hold together, and none at all is the usual number of nodes.
    pub struct ReviewLimits {
        /// half moves to look ahead
        pub depth: Option<u32> = Whole(1..=60);
        /// positions to look at
        pub nodes: Option<u64> = Whole(1..=u64::MAX);
        /// milliseconds
        pub movetime: Option<u64> = Whole(1..=3_600_000);
    }

    /// Asks what each move of a game lost, and what people of the rating play there.
    pub struct ReviewAsk {
        pub game: Where;
        /// the game in PGN, in place of `fen`, `moves` and `headers`
        pub text: Option<String> = Text(MOST_PGN), usual("the other fields");
        /// which game of the text, from 1
        pub number: usize = Whole(1..=1_000_000), or(1);
        /// the headers of the game as texts by their names: ratings, site and time control count
        pub headers: Fields =
            Entries { keys: Type::Text(Some(MOST_NAME)), values: Type::Text(Some(MOST_VALUE)) }, complete;
        /// the rating of White
        pub white_elo: Option<u16> = Whole(600..=2800), usual("from the headers, else estimated");
        /// the rating of Black
        pub black_elo: Option<u16> = Whole(600..=2800), usual("from the headers, else estimated");
        /// whose moves are reviewed
        pub side: Option<Color> = Choice(SIDES), usual("both");
        /// when the search of a position ends
        pub limits: ReviewLimits = Nested(PhantomData), complete;
    }
}

words! {
    /// Where a rating comes from: the request, the headers, what the moves look like, or nowhere.
    pub enum RatingOrigin { Given = "given", File = "file", Estimated = "estimated", Assumed = "assumed" }

    /// A phase of a game.
    pub enum GamePhase { Opening = "opening", Middlegame = "middlegame", Endgame = "endgame" }

    /// The mark of a move.
    pub enum MoveMark { Good = "!", Inaccuracy = "?!", Mistake = "?", Blunder = "??" }

    /// The result of a position with best play, from the mover's view.
    pub enum BestResult { Lost = "lost", Drawn = "drawn", Won = "won" }
}

message! {
    /// How a position is scored, from White's view.
    pub struct ReviewedScore {
        /// centipawns; null for a mate
        pub cp: Option<i32>,
        /// moves to the mate, negative where Black gives it; 0 on the board
        pub mate: Option<i32>,
        /// White's chance of winning, a draw counted half, from 0 to 1
        pub white: f64,
        /// half moves that the search looked ahead; 0 where the game is over
        pub depth: i32,
    }

    /// Moves one after another.
    pub struct ReviewedLine {
        /// the moves in UCI form
        pub uci: Vec<String>,
        /// the moves in algebraic notation
        pub san: Vec<String>,
        /// the beginning with the numbers of the moves
        pub text: String,
    }

    /// What people of a rating do in a position; shares from 0 to 1.
    pub struct PeopleOfRating {
        /// their rating
        pub elo: u16,
        /// the share that plays the move of the game
        pub played: f64,
        /// the share that plays the best move
        pub best: f64,
        /// the share that loses about as much as the move of the game, or more
        pub as_bad: f64,
        /// what they lose there on average, in chance of winning: how hard the position is
        pub loss: f64,
    }

    /// What a move did to the result by tablebase.
    pub struct TableChange {
        /// before the move
        pub before: BestResult,
        /// after it, still from the mover's view
        pub after: BestResult,
    }

    /// A move of the game and what is to be said about it.
    pub struct ReviewedMove {
        /// which half move of the game, from 1
        pub ply: usize,
        /// the number of the move
        pub number: u32,
        /// who played it
        pub side: Side,
        /// the move in algebraic notation
        pub san: String,
        /// the move in UCI form
        pub uci: String,
        /// of the game
        pub phase: GamePhase,
        /// the named lines have the position after the move
        pub theory: bool,
        /// the position before the move
        pub before: ReviewedScore,
        /// the position after the move
        pub after: ReviewedScore,
        /// what the move lost in the mover's chance of winning, from 0 to 1
        pub loss: f64,
        /// the best line in place of the move; begins with the move where that is the best one
        pub best: ReviewedLine,
        /// best play after the move
        pub refutation: ReviewedLine,
        /// null for a side that is not reviewed, and for an only move
        pub people: Option<PeopleOfRating>,
        /// null where nothing is remarkable
        pub mark: Option<MoveMark>,
        /// what the lines prove about the mistake, the most important first
        pub themes: Vec<String>,
        /// what is to be said, a sentence or two each
        pub sentences: Vec<String>,
        /// null where no tablebase has the position
        pub tables: Option<TableChange>,
    }

    /// The rating with which a side is compared.
    pub struct ComparedRating {
        /// on the scale of the place of the game
        pub elo: u16,
        /// where it comes from
        pub source: RatingOrigin,
    }

    /// The ratings with which both sides are compared.
    pub struct ComparedRatings {
        /// White's
        pub white: ComparedRating,
        /// Black's
        pub black: ComparedRating,
    }

    /// What a review found: the ratings, once and first, then each move.
    pub struct ReviewInfo {
        /// with whom the sides are compared
        pub ratings: Option<ComparedRatings>,
        /// the next move
        pub reviewed: Option<ReviewedMove>,
    }

    /// How far a review is.
    pub struct ReviewProgress {
        /// positions that were looked at
        pub done: usize,
        /// all positions
        pub of: usize,
        /// milliseconds
        pub time: f64,
    }

    /// What a side lost in a phase of the game.
    pub struct PhaseLoss {
        /// of the game
        pub phase: GamePhase,
        /// moves of the side
        pub moves: usize,
        /// in all, in chances of winning
        pub loss: f64,
        /// what people of the rating lose in the same positions
        pub people_loss: f64,
    }

    /// What a side lost by mistakes of a theme.
    pub struct ThemeLoss {
        /// as in the field `themes` of a move
        pub theme: String,
        /// mistakes
        pub times: usize,
        /// in all, in chances of winning
        pub loss: f64,
    }

    /// A rating that moves look like.
    pub struct EstimatedRating {
        /// the most likely one
        pub elo: u16,
        /// where the interval begins
        pub low: u16,
        /// where it ends
        pub high: u16,
        /// how often such an interval holds the rating, from 0 to 1
        pub confidence: f64,
        /// moves by which it was estimated
        pub moves: usize,
    }

    /// How a side played.
    pub struct ReviewedSide {
        /// which
        pub side: Side,
        /// with whom it is compared
        pub rating: ComparedRating,
        /// moves of the side
        pub moves: usize,
        /// from 0 to 100; null without moves
        pub accuracy: Option<f64>,
        /// what a move lost on average, in chance of winning
        pub loss: f64,
        /// what people of the rating lose in the same positions
        pub people_loss: f64,
        /// moves with the mark `!`
        pub good: usize,
        /// moves with the mark `?!`
        pub inaccuracies: usize,
        /// moves with the mark `?`
        pub mistakes: usize,
        /// moves with the mark `??`
        pub blunders: usize,
        /// up to three half moves from which there is most to learn
        pub moments: Vec<usize>,
        /// the phases in which the side moved
        pub phases: Vec<PhaseLoss>,
        /// the greatest loss first
        pub themes: Vec<ThemeLoss>,
        /// null with too few moves
        pub looks_like: Option<EstimatedRating>,
    }

    /// The move that left the named lines.
    pub struct LeftLines {
        /// which half move, from 1
        pub ply: usize,
        /// the move that is played most there, in algebraic notation; null where the lines end
        pub popular: Option<String>,
        /// the same in UCI form
        pub popular_uci: Option<String>,
        /// its share of the games that stay in the lines
        pub share: f64,
        /// how many games they are
        pub games: u32,
        /// a sentence
        pub text: String,
    }

    /// The opening of a game.
    pub struct ReviewedOpening {
        /// the code of the Encyclopaedia of Chess Openings
        pub eco: Option<String>,
        /// family and variation
        pub name: Option<String>,
        /// after which half move the game had the name
        pub named_at: usize,
        /// half moves until the game left the named lines for good
        pub in_theory: usize,
        /// null where it never did
        pub left: Option<LeftLines>,
    }

    /// What a review says about the whole game.
    pub struct Review {
        /// of the game
        pub opening: ReviewedOpening,
        /// the sides that were reviewed, White first
        pub sides: Vec<ReviewedSide>,
        /// the game as PGN with comments, glyphs, evaluations and better lines
        pub pgn: String,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// milliseconds
        pub time: f64,
    }
}
