//! Reviews a game, move after move.

use std::io;
use std::time::Duration;

use shakmaty::{ByColor, CastlingMode, Chess, Color, Move};
use thiserror::Error;

use super::endings::TableVerdict;
use super::estimate::{GRID, Likelihood, RatingModel};
use super::game::ReviewGame;
use super::mark::Mark;
use super::opening::OpeningReview;
use super::parallel::in_order;
use super::params::{DEFAULT_NODES, SHOWN_PLIES, UNKNOWN_ELO};
use super::people::{PeopleSeen, people_seen};
use super::phase::Phase;
use super::report::{GameReview, MoveReview, RatingSource, ReviewLine, SideRating};
use super::search::{Engine, Look};
use super::summary::summarise;
use super::words;
use crate::chess::notation::{line_to_san, numbered_line, san};
use crate::engine::options::SharedOptions;
use crate::engine::{Limits, Stop};
use crate::io_error::reason;
use crate::openings::Graph;
use crate::personalities::rated::Predictor;
use crate::personalities::searcher;
use crate::tablebase::Tablebase;
use crate::themes::{self, Mistake};

/// Why a review could not be made.
#[derive(Debug, Error)]
pub enum ReviewError {
    #[error("no thread could be started: {}", reason(.0))]
    NoThread(#[from] io::Error),
}

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// The ratings of the players, where the user says them; otherwise those of the tags count.
    pub elo: ByColor<Option<u16>>,
    /// Which sides are reviewed.
    pub sides: ByColor<bool>,
    /// Limits of the search in each position, all that are set together; none: [`DEFAULT_NODES`].
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// Positions that are searched at the same time.
    pub threads: usize,
    /// The tablebases and the runtime for nets.
    pub options: SharedOptions,
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings {
            elo: ByColor::default(),
            sides: ByColor { white: true, black: true },
            depth: None,
            nodes: None,
            move_time: None,
            threads: 1,
            options: SharedOptions::default(),
        }
    }
}

impl ReviewSettings {
    fn limits(&self) -> Limits {
        let nodes = if self.depth.is_none() && self.move_time.is_none() { Some(DEFAULT_NODES) } else { None };
        Limits { depth: self.depth, nodes: self.nodes.or(nodes), move_time: self.move_time, ..Limits::default() }
    }
}

/// What a review tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum ReviewEvent<'a> {
    /// With whom the sides are compared; comes before the first move.
    Ratings(ByColor<SideRating>),
    /// The next move of the game.
    Move(&'a MoveReview),
    /// Steps of the work that are done, of all.
    Progress { done: usize, of: usize },
}

/// Reviews games.
pub struct Reviewer<'a> {
    settings: ReviewSettings,
    /// The named lines, which know openings.
    graph: &'a Graph,
    tables: Option<Tablebase>,
    workers: Vec<Worker>,
}

/// What one thread works with.
struct Worker {
    engine: Engine,
    predictor: Predictor,
}

impl<'a> Reviewer<'a> {
    /// Prepares engines and nets; where `SyzygyPath` of the options holds no tables, there are none.
    pub fn new(settings: ReviewSettings, graph: &'a Graph) -> Reviewer<'a> {
        let worker = || {
            let mut predictor = Predictor::new(searcher());
            predictor.configure(&settings.options);
            Worker { engine: Engine::new(&settings.options, settings.limits()), predictor }
        };
        let workers = (0..settings.threads.max(1)).map(|_| worker()).collect();
        let tables = Tablebase::open(&settings.options.syzygy_path).ok();
        Reviewer { settings, graph, tables, workers }
    }

    /// Reviews a game, and tells `take` what is found as soon as it is. Once `stop` is set it ends with what it has.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn review(
        &mut self,
        game: &ReviewGame,
        stop: &Stop,
        take: &mut dyn FnMut(ReviewEvent<'_>),
    ) -> Result<GameReview, ReviewError> {
        let known = self.known_ratings(game);
        let is_estimated = |color: Color| *self.settings.sides.get(color) && known.get(color).is_none();
        let needs_estimate = Color::ALL.into_iter().any(is_estimated);
        let count = game.moves.len() + 1;
        let of = if needs_estimate { 2 * count - 1 } else { count };
        let mut done = 0;
        let mut step = |take: &mut dyn FnMut(ReviewEvent<'_>)| {
            done += 1;
            take(ReviewEvent::Progress { done, of });
        };

        let sides = self.settings.sides;
        let ask = |predictor: &mut Predictor, ply: usize, elo: u16| {
            let is_asked = ply < game.moves.len() && *sides.get(game.mover(ply));
            is_asked.then(|| people_seen(predictor, game, ply, elo, stop)).flatten()
        };
        let mut people: Vec<Option<PeopleSeen>> = Vec::new();
        if needs_estimate {
            let work = |worker: &mut Worker, ply| ask(&mut worker.predictor, ply, UNKNOWN_ELO);
            in_order(&mut self.workers, game.moves.len(), stop, work, |_, seen| {
                people.push(seen);
                step(take);
            })?;
        }
        let ratings = ratings(game, &known, &people);
        take(ReviewEvent::Ratings(ratings));

        let mut drafts = Drafts {
            game,
            graph: self.graph,
            tables: self.tables.as_ref(),
            sides,
            ratings,
            opening: OpeningReview::of(self.graph, game),
            before: None,
            moves: Vec::new(),
            people: Vec::new(),
        };
        let is_asked_now = !needs_estimate;
        let work = |worker: &mut Worker, ply: usize| {
            let seen = if is_asked_now && ply < game.moves.len() {
                ask(&mut worker.predictor, ply, ratings.get(game.mover(ply)).elo)
            } else {
                None
            };
            (worker.engine.look(&game.before(ply), ply == game.moves.len(), stop), seen)
        };
        in_order(&mut self.workers, count, stop, work, |ply, (look, seen)| {
            let seen = seen.or_else(|| people.get_mut(ply).and_then(Option::take));
            if let Some(review) = drafts.add(ply, look, seen) {
                take(ReviewEvent::Move(review));
            }
            step(take);
        })?;
        let stopped = drafts.moves.len() < game.moves.len();
        Ok(summarise(drafts.opening, drafts.moves, &drafts.people, sides, ratings, stopped))
    }

    /// The ratings that the user or the file says.
    fn known_ratings(&self, game: &ReviewGame) -> ByColor<Option<SideRating>> {
        let in_file = game.ratings();
        ByColor::new_with(|color| {
            let given = self.settings.elo.get(color).map(|elo| SideRating { elo, source: RatingSource::Given });
            given.or(in_file.get(color).map(|elo| SideRating { elo, source: RatingSource::File }))
        })
    }
}

/// The ratings that are known, else what the moves look like, else the usual one.
fn ratings(
    game: &ReviewGame,
    known: &ByColor<Option<SideRating>>,
    people: &[Option<PeopleSeen>],
) -> ByColor<SideRating> {
    let of_side = |color: Color| {
        let moves = people.iter().enumerate().filter(|(ply, _)| game.mover(*ply) == color);
        let mut likelihood = Likelihood::default();
        moves.filter_map(|(ply, seen)| seen.as_ref()?.by_rating(game.moves[ply])).for_each(|mv| likelihood.add(&mv));
        let estimate = RatingModel::CALIBRATED.estimate(&likelihood);
        let estimated = estimate.map(|estimate| SideRating { elo: estimate.elo, source: RatingSource::Estimated });
        estimated.unwrap_or(SideRating { elo: UNKNOWN_ELO, source: RatingSource::Assumed })
    };
    ByColor::new_with(|color| known.get(color).unwrap_or_else(|| of_side(color)))
}

/// The moves that are reviewed so far.
struct Drafts<'a> {
    game: &'a ReviewGame,
    graph: &'a Graph,
    tables: Option<&'a Tablebase>,
    sides: ByColor<bool>,
    ratings: ByColor<SideRating>,
    opening: OpeningReview,
    /// The position before the next move, and what people do there.
    before: Option<(Look, Option<PeopleSeen>)>,
    moves: Vec<MoveReview>,
    /// For each of the moves its probability by people of every rating, where it is known.
    people: Vec<Option<[f64; GRID.len()]>>,
}

impl Drafts<'_> {
    /// Takes the position after `ply` half moves; returns the review of the move that led there.
    fn add(&mut self, ply: usize, look: Look, seen: Option<PeopleSeen>) -> Option<&MoveReview> {
        let before = self.before.replace((look, seen));
        let (before, seen) = before?;
        let review = self.review(ply - 1, &before, seen.as_ref());
        self.people.push(seen.and_then(|seen| seen.by_rating(review.mv)));
        self.moves.push(review);
        self.moves.last()
    }

    fn review(&self, ply: usize, before: &Look, seen: Option<&PeopleSeen>) -> MoveReview {
        let (game, mv) = (self.game, self.game.moves[ply]);
        let start = game.before(ply);
        let mut after_game = start.clone();
        after_game.play(mv);
        let (position, mode) = (start.position(), start.castling_mode());
        let after = &self.before.as_ref().expect("the position after the move was taken").0;
        let side = before.turn;
        let best = before.line.first().copied().unwrap_or(mv);
        let is_best = best == mv;
        let loss = if is_best { 0.0 } else { (before.chance - after.chance_of(side)).max(0.0) };
        let people = seen.map(|seen| seen.there(self.ratings.get(side).elo, mv, best, loss));
        let is_reviewed = *self.sides.get(side);
        let mut review = MoveReview {
            ply: ply + 1,
            number: number(position),
            side,
            mv,
            san: san(position, mv),
            uci: mv.to_uci(mode).to_string(),
            phase: Phase::of(position, ply),
            theory: self.graph.find(after_game.position()).is_some(),
            before: before.shown(),
            after: after.shown(),
            loss,
            best: line(position, mode, &before.line),
            refutation: line(after_game.position(), mode, &after.line),
            people,
            mark: Mark::of(loss, is_best, people.as_ref()).filter(|_| is_reviewed),
            themes: Vec::new(),
            sentences: Vec::new(),
            tables: self.tables.and_then(|tables| TableVerdict::of(tables, &start, mv)),
        };
        // What everybody knows is not praised.
        if review.theory && review.mark == Some(Mark::Good) {
            review.mark = None;
        }
        if is_reviewed {
            self.explain(&mut review, position);
        }
        review
    }

    /// Adds themes and sentences.
    fn explain(&self, review: &mut MoveReview, before: &Chess) {
        let is_shared = review.people.is_some_and(|people| words::is_shared_error(review, &people));
        if is_shared || review.mark.is_some_and(Mark::is_error) {
            let usual_start = self.game.start == Chess::default();
            let findings = themes::explain(&Mistake {
                before,
                played: review.mv,
                refutation: &review.refutation.moves,
                better: &review.best.moves,
                history: if usual_start { &self.game.moves[..review.ply - 1] } else { &[] },
            });
            review.sentences = match findings.is_empty() {
                true => words::lines(before, review),
                false => findings.iter().map(|finding| finding.text.clone()).collect(),
            };
            review.themes = findings.iter().map(|finding| finding.theme.name().to_owned()).collect();
        }
        if let Some(people) = &review.people {
            let best = review.best.moves.first().map_or(review.mv, |&best| best);
            review.sentences.extend(words::people(review, people, &numbered_line(before, &[best])));
        }
        review.sentences.extend(review.tables.and_then(TableVerdict::sentence));
        if let Some(left) = self.opening.left.as_ref().filter(|left| left.ply == review.ply) {
            review.sentences.push(left.text.clone());
        }
    }
}

fn number(position: &Chess) -> u32 {
    use shakmaty::Position as _;
    position.fullmoves().get()
}

fn line(start: &Chess, mode: CastlingMode, moves: &[Move]) -> ReviewLine {
    ReviewLine {
        moves: moves.to_vec(),
        uci: moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect(),
        san: line_to_san(start, moves),
        text: numbered_line(start, &moves[..moves.len().min(SHOWN_PLIES)]),
    }
}
