//! Samples for the network evaluation without games of their own: what an engine makes of positions one move beside
//! games.

use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::{Chess, Move, Position as _};

use crate::engines::uci_engine::{PATIENCE, UciEngine};
use crate::training::nnue::sample::{MAX_SCORE, NnueSample};
use crate::training::nnue::searcher::PositionVisitor;
use crate::training::nnue::visit_sampled;
use crate::training::unique::UniqueSamples;
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::chess::key::position_key;
use motley::engine::ScoreKind;
use motley::games::inputs::OpenGames;
use motley::games::split::Part;

/// Share of the positions that a search visited whose moves are weighed: neighbours in a tree are alike.
const VISITED_SHARE: f64 = 0.01;

/// A walk ends where one side is so much better, in centipawns: a search cuts such lines off.
const DECIDED: i32 = 1000;

/// The positions to weigh, and the engine that weighs them.
#[derive(Clone, Debug)]
pub struct WeighedMoves {
    /// An engine that speaks UCI and lists all moves with its option MultiPV.
    pub engine: PathBuf,
    /// Names and values of its options.
    pub options: Vec<(String, String)>,
    /// The share of the games' positions that are taken, from 0 to 1.
    pub share: f64,
    /// Moves of each at most, among those that leave nothing to capture.
    pub moves: usize,
    /// Centipawns: moves that the engine finds so much worse than the best one are left out.
    pub within: Option<u16>,
    /// Nodes of a search of Motley's own. Where they are given, moves of 1 % of the positions that it visited are
    /// weighed instead of those of the position itself.
    pub visited: Option<u64>,
    /// Take every move, with the score of a search of this depth.
    pub every: Option<u8>,
    /// Plies played on from each position, the engine's best move or any legal one with equal probability.
    pub walk: usize,
}

impl WeighedMoves {
    /// Returns true if a move with this score is to be taken, where the best one has the other score.
    fn takes(&self, score: i32, best: Option<i32>) -> bool {
        self.within.is_none_or(|within| best.is_some_and(|best| best - score <= i32::from(within)))
    }
}

/// Samples under way.
struct Gathered<'a> {
    engine: UciEngine,
    searcher: PositionVisitor,
    settings: &'a WeighedMoves,
    samples: UniqueSamples<NnueSample>,
    rng: StdRng,
}

impl Gathered<'_> {
    /// Weighs the moves of a position of a game after `ply` plies, and of those on a walk from there, or instead those
    /// of positions that a search visits.
    fn gather(&mut self, part: Part, ply: usize, position: &Chess) -> Result<(), DatasetError> {
        let Some(nodes) = self.settings.visited else { return self.walk(part, ply, position.clone()) };
        let visited = self.searcher.visited(position, nodes, VISITED_SHARE, &mut self.rng);
        visited.iter().try_for_each(|position| self.weigh(part, ply, position).map(drop))
    }

    fn walk(&mut self, part: Part, ply: usize, mut position: Chess) -> Result<(), DatasetError> {
        for ply in ply..=ply + self.settings.walk {
            let Some(best) = self.weigh(part, ply, &position)? else { break };
            let any = *position.legal_moves().choose(&mut self.rng).unwrap_or(&best);
            position.play_unchecked(if self.rng.random_bool(0.5) { best } else { any });
        }
        Ok(())
    }

    /// Weighs the moves of a position after `ply` plies; the best one, unless the game is decided.
    fn weigh(&mut self, part: Part, ply: usize, position: &Chess) -> Result<Option<Move>, DatasetError> {
        if let Some(depth) = self.settings.every {
            return self.search(part, ply, position, depth);
        }
        let weighed = self.engine.weigh_moves(position)?;
        let is_taken = |&(_, score): &(Move, i32)| self.settings.takes(score, weighed.best);
        let moves: Vec<(Move, i32)> = weighed.quiet.into_iter().filter(is_taken).collect();
        for &(mv, score) in moves.sample(&mut self.rng, self.settings.moves) {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let score = position.turn().fold_wb(score, -score);
            if !after.is_check() && score.abs() <= i32::from(MAX_SCORE) {
                let sample = NnueSample::new(&after, ply as u32 + 1, score as i16, None);
                self.samples.add(position_key(&after), part, sample);
            }
        }
        Ok(weighed.best_move.filter(|_| weighed.best.is_some_and(|best| best.abs() <= DECIDED)))
    }
}

impl Gathered<'_> {
    /// As [`Gathered::weigh`], for every move and with the scores of a search: most moves lose something, and what they
    /// leave to be captured is to be seen.
    fn search(&mut self, part: Part, ply: usize, position: &Chess, depth: u8) -> Result<Option<Move>, DatasetError> {
        let searched = self.engine.search_moves(position, depth)?;
        let bounded = |score| match score {
            ScoreKind::Centipawns(score) => score.clamp(-i32::from(MAX_SCORE), i32::from(MAX_SCORE)),
            ScoreKind::Mate(moves) => i32::from(MAX_SCORE) * if moves > 0 { 1 } else { -1 },
        };
        for &(mv, score) in searched.scores.sample(&mut self.rng, self.settings.moves) {
            let mut after = position.clone();
            after.play_unchecked(mv);
            // The rules know what a position without a move is worth.
            if after.legal_moves().is_empty() {
                continue;
            }
            let score = position.turn().fold_wb(bounded(score), -bounded(score));
            let sample = NnueSample::new(&after, ply as u32 + 1, score as i16, None);
            self.samples.add(position_key(&after), part, sample);
        }
        let best = searched.scores.iter().map(|&(_, score)| bounded(score)).max();
        Ok(searched.best.filter(|_| best.is_some_and(|best| best.abs() <= DECIDED)))
    }
}

/// Positions after moves from sampled positions of games, with the engine's evaluation of them and no result, as
/// [`NnueSample`]: positions that no game would reach are among them, so a net learns what a bad move costs. Each is
/// taken once; each part is shuffled as a whole by the seed of the split, which also samples the positions. Memory
/// holds all samples, 32 bytes each, and their keys, 9 to 18 bytes each.
///
/// # Errors
/// Fails if a file or the engine cannot be used, no sample was made, or the folder cannot be written.
pub fn weighed_moves(
    job: &DatasetJob,
    settings: &WeighedMoves,
    open: &mut OpenGames<'_>,
) -> Result<Summary, DatasetError> {
    let mut engine = UciEngine::start_with(&settings.engine, &settings.options, PATIENCE)?;
    engine.set_option("MultiPV", "256")?;
    make(job, |Collector { writer, counts, .. }| {
        let mut gathered = Gathered {
            engine,
            searcher: PositionVisitor::new(),
            settings,
            samples: UniqueSamples::default(),
            rng: StdRng::seed_from_u64(job.split.seed),
        };
        visit_sampled(job, job.split.seed, settings.share, open, counts, |part, ply, position| {
            gathered.gather(part, ply, position)
        })?;
        gathered.samples.write(writer, &mut gathered.rng).map_err(|source| unwritable(job, source))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_left_out_that_are_too_much_worse_than_the_best() {
        let settings = |within| WeighedMoves {
            engine: PathBuf::new(),
            options: Vec::new(),
            share: 1.0,
            moves: 40,
            within,
            visited: None,
            every: None,
            walk: 0,
        };
        assert!(settings(None).takes(-900, Some(30)) && settings(None).takes(-900, None));
        assert!(settings(Some(150)).takes(-120, Some(30)));
        assert!(!settings(Some(150)).takes(-121, Some(30)));
        // The best move mates.
        assert!(!settings(Some(150)).takes(2000, None));
    }
}
