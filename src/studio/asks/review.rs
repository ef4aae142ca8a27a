//! `review`: what each move of a game lost, told as soon as it is known.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::{ByColor, Outcome};

use super::go::milliseconds;
use super::pgn::{find, headers};
use super::position::{game, result};
use super::{Plan, Searched};
use crate::engine::options::{Part, SharedOptions};
use crate::games::tags::Tags;
use crate::lessons::review::{ReviewEvent, ReviewGame, ReviewSettings, Reviewer, written};
use crate::studio::page::Page;
use crate::studio::players::StartOptions;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::review::{ComparedRatings, Review, ReviewAsk, ReviewInfo, ReviewProgress};

/// Threads of a review at most: a page is not alone.
const MOST_THREADS: usize = 8;

impl Searched for ReviewAsk {
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<ReviewAsk>, Fault> {
        let game = game_of(&self)?;
        let settings = settings(&self, &page.studio.options);
        let graph = page.studio.names();
        Ok(Box::new(move |work| {
            let start = Instant::now();
            let mut take = |event: ReviewEvent<'_>| {
                let is_there = match event {
                    ReviewEvent::Ratings(ratings) => {
                        let ratings = ComparedRatings { white: ratings.white, black: ratings.black };
                        work.channel.info(&ReviewInfo { ratings: Some(ratings), reviewed: None })
                    }
                    ReviewEvent::Move(reviewed) => {
                        work.channel.info(&ReviewInfo { ratings: None, reviewed: Some(reviewed.clone()) })
                    }
                    ReviewEvent::Progress { done, of } => {
                        work.channel.progress(&ReviewProgress { done, of, time: milliseconds(start.elapsed()) })
                    }
                };
                if !is_there {
                    work.stop.stop();
                }
            };
            let review = Reviewer::new(settings, &graph).review(&game, work.stop, &mut take).map_err(Fault::new)?;
            Ok(Review {
                pgn: written(game.tree(), &game, &review),
                opening: review.opening,
                sides: review.sides,
                stopped: review.stopped,
                time: milliseconds(start.elapsed()),
            })
        }))
    }
}

/// The game that a request describes.
fn game_of(asked: &ReviewAsk) -> Result<ReviewGame, Fault> {
    if let Some(text) = &asked.text {
        let (found, _) = find(text, asked.number)?;
        let refuse = |error| Fault::of_field("text", format!("game {}: {error}", asked.number));
        return ReviewGame::try_from(found).map_err(refuse);
    }
    let played = game(&asked.game)?;
    if played.moves().is_empty() {
        return Err(Fault::of_field("moves", "the game has no moves"));
    }
    let mut tags = Tags::default();
    headers(&asked.headers)?.into_iter().for_each(|(name, value)| tags.push(name, value));
    let result = tags.get("Result").map_or_else(|| result(&played), str::trim);
    let outcome = Outcome::from_ascii(result.as_bytes()).unwrap_or(Outcome::Unknown);
    let (start, moves) = (played.start().clone(), played.moves().to_vec());
    Ok(ReviewGame { start, moves, clocks: Vec::new(), tags, outcome })
}

fn settings(asked: &ReviewAsk, start: &StartOptions) -> ReviewSettings {
    let mut options = SharedOptions::default();
    // Of the options with which the program was started a review obeys those that name what is on the machine.
    for spec in SharedOptions::SPECS.iter().filter(|spec| matches!(spec.part, Part::Tablebases | Part::Nets)) {
        // The values fit: they were read by the same table.
        drop(options.set(spec.name, &start.value(spec)));
    }
    let limits = &asked.limits;
    ReviewSettings {
        elo: ByColor { white: asked.white_elo, black: asked.black_elo },
        sides: ByColor::new_with(|color| asked.side.is_none_or(|side| side == color)),
        depth: limits.depth.map(|depth| depth as i32),
        nodes: limits.nodes,
        move_time: limits.movetime.map(Duration::from_millis),
        threads: thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS),
        options,
    }
}
