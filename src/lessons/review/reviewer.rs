//! Reviews a game, move after move.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use shakmaty::{ByColor, Chess, Color};
use thiserror::Error;

use super::closer::{MoveLooks, Played};
use super::draft::Drafts;
use super::estimate::{Likelihood, RatingModel};
use super::game::ReviewGame;
use super::lent::Lent;
use super::parallel::in_order;
use super::params::{DEFAULT_NODES, UNKNOWN_ELO};
use super::people::{PeopleSeen, people_seen};
use super::reasons::{Slip, reasons};
use super::report::{GameReview, MoveReview, RatingSource, SideRating};
use super::search::{Engine, Look, LookLimits};
use super::summary::summarise;
use crate::engine::options::SharedOptions;
use crate::engine::{Limits, Stop};
use crate::files::io_error::reason;
use crate::openings::Graph;
use crate::personalities::rated::Predictor;
use crate::tablebase::Tablebase;
use crate::themes::Finding;

/// Why a review could not be made.
#[derive(Debug, Error)]
pub enum ReviewError {
    #[error("no thread could be started: {}", reason(.0))]
    NoThread(#[from] io::Error),
}

/// The settings of a review.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// The ratings of the players, where the user says them; otherwise those of the tags count.
    pub elo: ByColor<Option<u16>>,
    /// The sides that are reviewed.
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

/// An event in the course of a review.
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

/// The engine and the model of one thread.
struct Worker {
    engine: Engine,
    predictor: Predictor,
}

impl<'a> Reviewer<'a> {
    /// Prepares engines and nets; where `SyzygyPath` of the options holds no tables, there are none.
    pub fn new(settings: ReviewSettings, graph: &'a Graph) -> Reviewer<'a> {
        let tables = Tablebase::open(&settings.options.syzygy_path).ok();
        let worker = || {
            let [for_engine, for_people] = Lent::pair();
            let mut predictor = Predictor::new(Box::new(for_people));
            predictor.configure(&settings.options);
            let engine = Engine::new(for_engine, &settings.options, LookLimits::of(settings.limits()));
            Worker { engine: engine.with_tables(tables.clone()), predictor }
        };
        let workers = (0..settings.threads.max(1)).map(|_| worker()).collect();
        Reviewer { settings, graph, tables, workers }
    }

    /// Reviews a game, and tells `take` what is found as soon as it is. Once `stop` is set it ends with what it has.
    ///
    /// # Errors
    /// Fails if the system gives no thread.
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
        let of = if needs_estimate { 2 * game.moves.len() } else { game.moves.len() };
        let mut done = 0;
        take(ReviewEvent::Progress { done, of });
        let mut step = |take: &mut dyn FnMut(ReviewEvent<'_>)| {
            done += 1;
            take(ReviewEvent::Progress { done, of });
        };

        let sides = self.settings.sides;
        let ask = |predictor: &mut Predictor, ply: usize| {
            let is_asked = ply < game.moves.len() && *sides.get(game.mover(ply));
            is_asked.then(|| people_seen(predictor, game, ply, stop)).flatten()
        };
        let mut people: Vec<Option<PeopleSeen>> = Vec::new();
        if needs_estimate {
            let work = |worker: &mut Worker, ply| ask(&mut worker.predictor, ply);
            in_order(&mut self.workers, game.moves.len(), stop, work, |_, seen| {
                people.push(seen);
                step(take);
            })?;
        }
        let ratings = ratings(game, &known, &people);
        take(ReviewEvent::Ratings(ratings));

        let mut drafts = Drafts::new(game, self.graph, self.tables.as_ref(), sides, ratings);
        let first: Vec<OnceLock<Look>> = (0..count).map(|_| OnceLock::new()).collect();
        let work = |worker: &mut Worker, ply: usize| {
            let seen = if needs_estimate { None } else { ask(&mut worker.predictor, ply) };
            let mut look = |ply: usize| {
                first[ply].get_or_init(|| worker.engine.first_look(&game.before(ply), ply == game.moves.len(), stop))
            };
            // The later one first: the thread of the next move is not kept waiting.
            let (after, before) = (look(ply + 1), look(ply));
            let looks = MoveLooks::first(before, after);
            let mv = game.moves[ply];
            if !*sides.get(game.mover(ply)) || !looks.is_worth_a_look(mv) {
                return (looks, seen);
            }
            let before = game.before(ply);
            let played = Played { before: &before, mv, is_last: ply + 1 == game.moves.len() };
            let known = seen.as_ref().or_else(|| people.get(ply)?.as_ref());
            let elo = ratings.get(game.mover(ply)).elo;
            let aside = known.and_then(|seen| seen.best_played(elo)).map(|(mv, _)| mv);
            let mut looks = looks.closer(&mut worker.engine, played, aside, stop);
            if looks.is_error() {
                looks.findings = findings(&mut worker.engine, (game, ply), before.position(), &looks, stop);
            }
            (looks, seen)
        };
        in_order(&mut self.workers, game.moves.len(), stop, work, |ply, (looks, seen)| {
            let seen = seen.or_else(|| people.get(ply)?.clone());
            take(ReviewEvent::Move(drafts.add(looks, seen)));
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

/// Why a move of a game lost something, that at a ply from `before`.
fn findings(
    engine: &mut Engine,
    (game, ply): (&ReviewGame, usize),
    before: &Chess,
    looks: &MoveLooks,
    stop: &Stop,
) -> Vec<Finding> {
    let slip = Slip {
        before,
        played: game.moves[ply],
        best: &looks.before,
        after: &looks.after,
        history: &game.moves[..ply],
        is_usual_start: game.start == Chess::default(),
        is_settled: looks.is_settled,
    };
    reasons(&slip, &mut |position| engine.glance(position, stop))
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

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Outcome};

    use super::*;
    use crate::chess::fen::read_fen;
    use crate::chess::notation::{parse_move, parse_moves};
    use crate::games::tags::Tags;
    use crate::lessons::review::Mark;
    use crate::lessons::review::params::{INACCURACY, MISTAKE};
    use crate::openings::{Identity, embedded};

    fn game(moves: &str, tags: &[(&str, &str)]) -> ReviewGame {
        let mut known = Tags::default();
        tags.iter().for_each(|(name, value)| known.push(name, value));
        let moves = parse_moves(moves).expect("legal");
        ReviewGame { start: Chess::default(), moves, clocks: Vec::new(), tags: known, outcome: Outcome::Unknown }
    }

    fn graph() -> Graph {
        Graph::new(embedded(), Identity::Position, true)
    }

    fn settings(threads: usize) -> ReviewSettings {
        ReviewSettings { nodes: Some(2000), threads, ..ReviewSettings::default() }
    }

    #[test]
    fn a_plain_reason_is_said_whatever_the_number_of_nodes() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        for (fen, played, reason) in [
            (
                "r4rk1/2p2pp1/p1pq1bp1/3p4/6PP/NPP1P3/P4P2/R1BQK2R b KQ - 0 16",
                "Qg3",
                "where the pawn on f2 can take it",
            ),
            (
                "r5k1/5ppp/5b2/8/8/2P5/P4PPP/RN2K3 w - - 0 1",
                "Na3",
                "the bishop on c3 attacks the king on e1 and the rook",
            ),
            (
                "rn2k2r/pp3bpp/2p5/2q5/4n3/1BP2P2/P5PP/RNBQ1RK1 w kq - 1 13",
                "Kh1",
                "the knight on f2 attacks the king on h1 and the queen on d1",
            ),
            ("r4rk1/2p2pp1/p1pq1bp1/8/7P/N1P1P3/P4P2/R2QK2R b KQ - 0 16", "Qg3", "where the pawn on f2 can take it"),
            (
                "r2q1rk1/2p2ppp/p1p2b2/3p3b/8/NPP1PN1P/P4PP1/R1BQK2R w KQ - 1 13",
                "g4",
                "the bishop on c3 attacks the king on e1 and the rook on a1",
            ),
        ] {
            let start = read_fen(fen, CastlingMode::Standard).expect(fen).position;
            let mv = parse_move(&start, played).expect(played);
            let mut tags = Tags::default();
            ["WhiteElo", "BlackElo"].into_iter().for_each(|name| tags.push(name, "1000"));
            let moves = vec![mv];
            let game = ReviewGame { start, moves, clocks: Vec::new(), tags, outcome: Outcome::Unknown };
            for nodes in [20_000, 100_000, 300_000] {
                let settings = ReviewSettings { nodes: Some(nodes), ..ReviewSettings::default() };
                let mut reviewer = Reviewer::new(settings, &graph);
                let review = reviewer.review(&game, &Stop::new(), &mut |_| {}).expect("a thread");
                let sentences = &review.moves[0].sentences;
                assert!(sentences.iter().any(|said| said.contains(reason)), "{played}, {nodes}: {sentences:#?}");
            }
        }
    }

    #[test]
    fn a_blunder_is_marked_with_the_line_and_the_people_and_threads_change_nothing() {
        let (game, graph) = (game("f3 e5 g4 Qh4#", &[("WhiteElo", "900")]), graph());
        let review = |threads| {
            let mut told = Vec::new();
            let mut take = |event: ReviewEvent<'_>| match event {
                ReviewEvent::Ratings(ratings) => told.push(format!("{ratings:?}")),
                ReviewEvent::Move(review) => told.push(review.numbered()),
                ReviewEvent::Progress { .. } => {}
            };
            let mut reviewer = Reviewer::new(settings(threads), &graph);
            (reviewer.review(&game, &Stop::new(), &mut take).expect("threads"), told)
        };
        let ((one, told), (two, _)) = (review(1), review(2));
        assert_eq!(one, two);
        assert_eq!(told[1..], ["1. f3", "1...e5", "2. g4", "2...Qh4#"]);
        let blunder = &one.moves[2];
        assert_eq!((blunder.mark, blunder.after.mate), (Some(Mark::Blunder), Some(-1)), "{blunder:?}");
        let people = blunder.people.expect("White is reviewed");
        assert!((0.0..0.5).contains(&people.played) && people.loss > 0.0, "{people:?}");
        assert!(blunder.sentences.iter().any(|text| text.contains("of players rated 900 play this")), "{blunder:?}");
        assert_eq!(one.moves[3].after.white, 0.0);
        let [white, black] = &one.sides[..] else { panic!("both sides are reviewed") };
        assert_eq!((white.rating.source, black.rating.source), (RatingSource::File, RatingSource::Assumed));
        assert_eq!((white.moments.last(), white.blunders, black.blunders), (Some(&3), 1, 0));
        assert!(white.accuracy < black.accuracy);
    }

    #[test]
    fn a_better_move_is_named_for_a_large_loss_and_preferred_for_a_small_one() {
        let (game, graph) = (game("f3 e5 a3 a6 g4 Qh4#", &[]), graph());
        let review = Reviewer::new(settings(1), &graph).review(&game, &Stop::new(), &mut |_| {}).expect("a thread");
        let mut named = 0;
        for mv in &review.moves {
            let says = |words: &str| mv.sentences.iter().any(|said| said.starts_with(words));
            assert!(!says("Better is") || mv.loss >= MISTAKE, "{mv:?}");
            assert!(!says("The search prefers") || (INACCURACY..MISTAKE).contains(&mv.loss), "{mv:?}");
            named += usize::from(says("Better is") || says("The search prefers"));
        }
        assert!(named > 0, "the last move of White loses the game");
    }

    #[test]
    fn one_side_alone_has_marks_and_people() {
        let sides = ByColor { white: false, black: true };
        let settings = ReviewSettings { sides, elo: ByColor { white: None, black: Some(1200) }, ..settings(1) };
        let (game, graph) = (game("f3 e6 g4 Qh4#", &[]), graph());
        let review = Reviewer::new(settings, &graph).review(&game, &Stop::new(), &mut |_| {}).expect("a thread");
        let (white, black) = (&review.moves[2], &review.moves[3]);
        assert!(white.mark.is_none() && white.people.is_none() && white.loss > 0.4, "{white:?}");
        assert_eq!(black.people.map(|people| people.elo), Some(1200));
        assert_eq!(review.sides.len(), 1);
    }

    #[test]
    fn a_stop_ends_the_review_with_what_it_has() {
        let (stop, graph) = (Stop::new(), graph());
        let game = game("e4 e5 Nf3 Nc6 Bc4 Nf6", &[("WhiteElo", "900"), ("BlackElo", "900")]);
        let mut take = |event: ReviewEvent<'_>| {
            if let ReviewEvent::Move(_) = event {
                stop.stop();
            }
        };
        let review = Reviewer::new(settings(1), &graph).review(&game, &stop, &mut take).expect("a thread");
        assert!(review.stopped && (1..game.moves.len()).contains(&review.moves.len()), "{}", review.moves.len());
    }
}
