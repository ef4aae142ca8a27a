//! The check of a repertoire for what is missing, and what does not agree.

use rustc_hash::FxHashSet;
use shakmaty::{Color, Position as _};

use super::gaps::{Flow, Gap, gaps};
use super::losing::LosingMove;
use super::{ChapterNode, KnownPosition, Repertoire, ReplyModel};
use crate::chess::notation::numbered_line;
use crate::games::tree::NodeId;
use crate::message::message;

/// From which share on something is reported.
#[derive(Clone, Copy, Debug)]
pub struct CheckSettings {
    /// Of the people who reach a position: rarer replies are no gaps.
    pub least_share: f64,
    /// Of all games: what is reached more seldom is left out.
    pub least_reach: f64,
    /// Lines are to go on up to this move.
    pub moves: u32,
}

impl CheckSettings {
    /// The settings of the command and of the page, where nothing else is asked for.
    pub const USUAL: CheckSettings = CheckSettings { least_share: 0.05, least_reach: 0.005, moves: 6 };
}

message! {
    /// A position in which the repertoire has several moves for the learner.
    pub struct Conflict {
        /// The moves before it, with their numbers.
        pub line: String,
        /// The first move, which is asked for, and its chapter.
        pub chosen: [String; 2],
        /// The other moves with their chapters.
        pub others: Vec<[String; 2]>,
    }

    /// A line that ends although games go on.
    pub struct EarlyEnd {
        /// The name of the chapter.
        pub chapter: String,
        /// The moves, with their numbers.
        pub line: String,
        /// The share of the learner's games that come to its end, from 0 to 1.
        pub reach: f64,
    }

    /// A line whose end another line has too.
    pub struct Duplicate {
        /// The name of the chapter.
        pub chapter: String,
        /// The moves, with their numbers.
        pub line: String,
        /// The chapter that has it first, and the line there.
        pub first: [String; 2],
    }

    /// The findings of a check.
    pub struct Check {
        /// The learner's side: `white` or `black`.
        pub side: String,
        /// The rating of the people whose replies were counted with.
        pub elo: u16,
        /// The number of games of the text.
        pub chapters: usize,
        /// The number of moves, variations included.
        pub moves: usize,
        /// The number of ends of lines.
        pub branches: usize,
        /// The number of positions in which the learner has an answer.
        pub answers: usize,
        /// Replies without an answer, the most frequent first.
        pub gaps: Vec<Gap>,
        /// Positions with several moves for the learner.
        pub conflicts: Vec<Conflict>,
        /// Lines that end early, the most frequent first.
        pub ends: Vec<EarlyEnd>,
        /// Lines that come twice.
        pub duplicates: Vec<Duplicate>,
        /// Lines to moves of the learner that glyphs mark as mistakes: they are left out, with their sequels.
        pub left_out: Vec<String>,
        /// The learner's moves that a search refutes, where that was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub losing: Option<Vec<LosingMove>>,
    }
}

/// Checks a repertoire. `goes_on` is told how many of the positions are done, and ends the work where it returns false.
pub fn check(
    repertoire: &Repertoire,
    model: &mut ReplyModel,
    settings: CheckSettings,
    goes_on: impl FnMut(usize) -> bool,
) -> Check {
    let flow = Flow::of(repertoire, model, goes_on);
    Check {
        side: repertoire.side().fold_wb("white", "black").to_owned(),
        elo: model.elo(),
        chapters: repertoire.chapters().len(),
        moves: repertoire.move_count(),
        branches: repertoire.branch_count(),
        answers: repertoire.questions().filter(|known| !known.moves.is_empty()).count(),
        gaps: gaps(repertoire, &flow, settings.least_share, settings.least_reach),
        conflicts: conflicts(repertoire),
        ends: early_ends(repertoire, &flow, settings),
        duplicates: duplicates(repertoire),
        left_out: repertoire.mistakes().iter().map(|&place| repertoire.line_to(place)).collect(),
        losing: None,
    }
}

fn conflicts(repertoire: &Repertoire) -> Vec<Conflict> {
    let conflict = |known: &KnownPosition| {
        let mut moves = known
            .moves
            .iter()
            .map(|own| [numbered_line(&known.position, &[own.mv]), repertoire.chapter_name(own.places[0].chapter)]);
        Some(Conflict { line: repertoire.line_to(known.place), chosen: moves.next()?, others: moves.collect() })
    };
    repertoire.questions().filter(|known| known.moves.len() > 1).filter_map(conflict).collect()
}

/// Lines that end with the learner's move before the move up to which they should go.
fn early_ends(repertoire: &Repertoire, flow: &Flow, settings: CheckSettings) -> Vec<EarlyEnd> {
    let ends_early = |&(number, known): &(usize, &KnownPosition)| {
        let position = &known.position;
        // The number of the move that led here.
        let last = position.fullmoves().get() - u32::from(position.turn() == Color::White);
        known.moves.is_empty()
            && position.turn() != repertoire.side()
            && last < settings.moves
            && flow.reach[number] >= settings.least_reach
            && !position.legal_moves().is_empty()
    };
    let end = |(number, known): (usize, &KnownPosition)| EarlyEnd {
        chapter: repertoire.chapter_name(known.place.chapter),
        line: repertoire.line_to(known.place),
        reach: flow.reach[number],
    };
    let mut ends: Vec<EarlyEnd> = repertoire.positions().iter().enumerate().filter(ends_early).map(end).collect();
    ends.sort_by(|a, b| b.reach.total_cmp(&a.reach));
    ends
}

/// Ends of lines that another line reaches by the same move.
fn duplicates(repertoire: &Repertoire) -> Vec<Duplicate> {
    let mut seen: FxHashSet<ChapterNode> = FxHashSet::default();
    let mut duplicates = Vec::new();
    for known in repertoire.positions() {
        for played in &known.moves {
            let first = played.places[0];
            for &place in &played.places[1..] {
                let is_end = repertoire.chapters()[place.chapter].children(place.node).is_empty();
                if place.node == NodeId::ROOT || !is_end || !seen.insert(place) {
                    continue;
                }
                duplicates.push(Duplicate {
                    chapter: repertoire.chapter_name(place.chapter),
                    line: repertoire.line_to(place),
                    first: [repertoire.chapter_name(first.chapter), repertoire.line_to(first)],
                });
            }
        }
    }
    duplicates
}
