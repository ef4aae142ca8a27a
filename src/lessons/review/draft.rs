//! From two searched positions to the review of the move between them.

use shakmaty::{ByColor, CastlingMode, Chess, Move, Position as _};

use super::closer::MoveLooks;
use super::endings::TableVerdict;
use super::estimate::GRID;
use super::game::ReviewGame;
use super::mark::{Mark, absolute};
use super::opening::OpeningReview;
use super::params::{SHOWN_FINDINGS, WELL_PLAYED};
use super::people::PeopleSeen;
use super::phase::GamePhase;
use super::reasons::hurry;
use super::report::{MoveForYou, MoveReview, ReviewLine, SideRating};
use super::terms::terms;
use super::words;
use crate::chess::notation::{line_to_san, printed_line, san};
use crate::openings::Graph;
use crate::tablebase::Tablebase;
use crate::themes::{Cause, Finding, Theme};

/// The moves that are reviewed so far.
pub struct Drafts<'a> {
    game: &'a ReviewGame,
    graph: &'a Graph,
    tables: Option<&'a Tablebase>,
    sides: ByColor<bool>,
    ratings: ByColor<SideRating>,
    pub opening: OpeningReview,
    pub moves: Vec<MoveReview>,
    /// For each of the moves its probability by people of every rating, where it is known.
    pub people: Vec<Option<[f64; GRID.len()]>>,
}

impl<'a> Drafts<'a> {
    /// No moves yet.
    pub fn new(
        game: &'a ReviewGame,
        graph: &'a Graph,
        tables: Option<&'a Tablebase>,
        sides: ByColor<bool>,
        ratings: ByColor<SideRating>,
    ) -> Drafts<'a> {
        let opening = OpeningReview::of(graph, game);
        Drafts { game, graph, tables, sides, ratings, opening, moves: Vec::new(), people: Vec::new() }
    }

    /// Takes the next move; returns its review.
    pub fn add(&mut self, looks: MoveLooks, seen: Option<PeopleSeen>) -> &MoveReview {
        let review = self.review(self.moves.len(), &looks, seen.as_ref());
        self.people.push(seen.and_then(|seen| seen.by_rating(review.mv)));
        self.moves.push(review);
        &self.moves[self.moves.len() - 1]
    }

    fn review(&self, ply: usize, looks: &MoveLooks, seen: Option<&PeopleSeen>) -> MoveReview {
        let (game, mv) = (self.game, self.game.moves[ply]);
        let start = game.before(ply);
        let mut after_game = start.clone();
        after_game.play(mv);
        let (position, mode) = (start.position(), start.castling_mode());
        let MoveLooks { before, after, .. } = looks;
        let side = before.turn;
        let best = before.line.first().copied().unwrap_or(mv);
        let is_best = best == mv;
        let loss = if is_best { 0.0 } else { (before.chance - after.chance_of(side)).max(0.0) };
        let people = seen.map(|seen| seen.there(self.ratings.get(side).elo, mv, best, loss));
        let is_reviewed = *self.sides.get(side);
        let mut review = MoveReview {
            ply: ply + 1,
            number: position.fullmoves().get(),
            side,
            mv,
            san: san(position, mv),
            uci: mv.to_uci(mode).to_string(),
            phase: GamePhase::of(position, ply),
            theory: self.graph.find(after_game.position()).is_some(),
            before: before.shown(),
            after: after.shown(),
            loss,
            best: line(position, mode, &before.line),
            refutation: line(after_game.position(), mode, &after.line),
            people,
            mark: Mark::of(loss, is_best, looks.is_settled, people.as_ref()).filter(|_| is_reviewed),
            absolute: absolute(before.shown(), after.shown(), side, is_best).filter(|_| is_reviewed),
            settled: looks.is_settled,
            for_you: for_you(looks, seen, self.ratings.get(side).elo, position, mode).filter(|_| is_reviewed),
            themes: Vec::new(),
            sentences: Vec::new(),
            tables: TableVerdict::of(self.tables, &start, mv),
        };
        // What everybody knows is not praised.
        if review.theory && review.mark == Some(Mark::Good) {
            review.mark = None;
        }
        if is_reviewed {
            self.explain(&mut review, position, &looks.findings);
        }
        review
    }

    /// Adds themes and sentences; where the searches do not agree, none about a better move.
    fn explain(&self, review: &mut MoveReview, before: &Chess, findings: &[Finding]) {
        let is_shared = review.people.is_some_and(|people| words::is_shared_error(review, &people));
        if is_shared || [review.mark, review.absolute].into_iter().flatten().any(Mark::is_error) {
            // Where nothing is proved, or only a threat that was missed, there is the line too.
            let is_missed_threat = |finding: &Finding| (finding.theme, finding.cause) == (Theme::Threat, Cause::Missed);
            if findings.iter().all(is_missed_threat) {
                review.sentences.extend(words::refutation(before, review));
            }
            review.sentences.extend(findings.iter().take(SHOWN_FINDINGS).map(|finding| finding.text.clone()));
            if review.settled && findings.iter().take(SHOWN_FINDINGS).all(|finding| finding.cause == Cause::Allowed) {
                review.sentences.extend(words::better(before, review));
            }
            if review.settled && findings.is_empty() {
                review.sentences.extend(terms(before, review));
            }
            let hurry = hurry(self.game, review.ply - 1);
            review.sentences.extend(hurry.iter().map(|finding| finding.text.clone()));
            review.themes = findings.iter().chain(&hurry).map(|finding| finding.theme.name().to_owned()).collect();
        }
        if let Some(people) = &review.people {
            let best = review.best.moves.first().map_or(review.mv, |&best| best);
            review.sentences.extend(words::people(review, people, &printed_line(before, &[best])));
        }
        if let Some(people) = review.people.filter(|_| review.mark.is_some_and(Mark::is_error)) {
            review.sentences.extend(words::for_you(review, &people));
        }
        let by_tables = review.tables.and_then(TableVerdict::sentence);
        let is_error = review.mark.is_some_and(Mark::is_error);
        let turn = || words::turn_of_the_game(review).filter(|_| is_error);
        let turn = by_tables.or_else(turn);
        review.sentences.extend(turn);
        if let Some(left) = self.opening.left.as_ref().filter(|left| left.ply == review.ply) {
            review.sentences.push(left.text.clone());
        }
    }
}

/// The best move that people of the rating play, where it is told.
fn for_you(
    looks: &MoveLooks,
    seen: Option<&PeopleSeen>,
    elo: u16,
    position: &Chess,
    mode: CastlingMode,
) -> Option<MoveForYou> {
    let (mv, share) = seen?.best_played(elo)?;
    let loss = (looks.before.chance - looks.aside?).max(0.0);
    let is_good = loss <= WELL_PLAYED && looks.aside? >= looks.after.chance_of(looks.before.turn) + WELL_PLAYED;
    let is_told = is_good && looks.is_settled && looks.before.line.first() != Some(&mv);
    is_told.then(|| MoveForYou { san: san(position, mv), uci: mv.to_uci(mode).to_string(), share, loss })
}

fn line(start: &Chess, mode: CastlingMode, moves: &[Move]) -> ReviewLine {
    ReviewLine {
        moves: moves.to_vec(),
        uci: moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect(),
        san: line_to_san(start, moves),
        text: words::shown(start, moves),
    }
}
