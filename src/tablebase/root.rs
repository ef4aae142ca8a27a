//! The moves of the root position, ranked by the tables, so that wins are not only kept but completed within fifty
//! moves.

use std::cmp::Reverse;
use std::collections::HashSet;

use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::{Dtz, MaybeRounded, SyzygyError, Wdl};

use super::Tablebase;
use crate::chess::key::position_key;

/// Rank of a win that is in no danger. Larger than any distance, so that every win outranks every draw.
const CERTAIN: i32 = 100_000;

/// Plies without capture or pawn move after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// A legal move of the root and its result by the tables, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    pub mv: Move,
    /// The result with the fifty-move clock and the repetitions of this game taken into account.
    pub result: Wdl,
    /// Higher is better, draws are 0. Only moves of the highest rank keep the result for certain; which of them is
    /// played is the search's choice.
    pub rank: i32,
    /// Plies from the root to the next capture or pawn move (or mate) of best play, negative for the losing side; it
    /// may be one too small. `None` where only results were available.
    pub dtz: Option<i32>,
}

/// All legal moves of the root, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRanking {
    pub moves: Vec<RankedMove>,
    /// The ranks come from distances: a search confined to the best moves makes progress by itself. Without it the
    /// ranks come from results alone, and a winning search has to make progress with the tables in its tree.
    pub by_distance: bool,
}

impl RootRanking {
    /// The moves that share the highest rank.
    pub fn best(&self) -> &[RankedMove] {
        let highest = self.moves.first().map_or(0, |best| best.rank);
        &self.moves[..self.moves.partition_point(|ranked| ranked.rank >= highest)]
    }
}

impl Tablebase {
    /// Ranks all legal moves of `position`.
    ///
    /// `history` are the Zobrist keys of the game's positions, the current one last (en passant counted where legal, as
    /// in `engine::Game`); with `fifty_moves` wins and losses that the fifty-move rule spoils are cursed. The ranking
    /// follows Stockfish's root probe:
    /// - wins that come in time rank alike, so that the search may choose the natural one;
    /// - once a position has repeated, or time grows short, the shorter way to the next capture or pawn move ranks
    ///   higher;
    /// - losses rank alike unless the fifty-move rule may save the game, then the longer way ranks higher.
    ///
    /// `None` where the tables do not cover the position, and where there is no legal move.
    pub fn rank_root_moves(&self, position: &Chess, history: &[u64], fifty_moves: bool) -> Option<RootRanking> {
        if !self.covers(position) || position.legal_moves().is_empty() {
            return None;
        }

        let root = RootProber { tablebase: self, position, reversible: reversible(history, position), fifty_moves };
        let (mut moves, by_distance) = match root.rank_by_distance() {
            Ok(moves) => (moves, true),
            // Tables of distances are often left out for their size.
            Err(_) => (root.rank_by_result().ok()?, false),
        };
        moves.sort_by_key(|ranked| Reverse(ranked.rank));
        Some(RootRanking { moves, by_distance })
    }
}

/// The keys that a repetition can still meet: those since the last capture or pawn move.
fn reversible<'a>(history: &'a [u64], position: &Chess) -> &'a [u64] {
    let reach = position.halfmoves() as usize + 1;
    &history[history.len().saturating_sub(reach)..]
}

struct RootProber<'a> {
    tablebase: &'a Tablebase,
    position: &'a Chess,
    reversible: &'a [u64],
    fifty_moves: bool,
}

impl RootProber<'_> {
    fn rank_by_distance(&self) -> Result<Vec<RankedMove>, SyzygyError> {
        let repeated = self.has_repeated();
        let clock = self.position.halfmoves().min(i32::MAX as u32 / 2) as i32;
        self.children()
            .map(|(mv, child)| {
                let (dtz, rounding) = self.distance(&child)?;
                let end = dtz.abs() + clock;
                let in_time = end + rounding <= FIFTY_MOVES;
                let rank = match dtz {
                    0 => 0,
                    1.. if in_time && !repeated => CERTAIN,
                    1.. => CERTAIN - end,
                    // Twice the distance: the winner may be unable to make progress as fast as the tables would.
                    _ if 2 * dtz.abs() + clock < FIFTY_MOVES => -CERTAIN,
                    _ => -CERTAIN + end,
                };
                let result = match (dtz.signum(), in_time || !self.fifty_moves) {
                    (0, _) => Wdl::Draw,
                    (1, true) => Wdl::Win,
                    (1, false) => Wdl::CursedWin,
                    (_, true) => Wdl::Loss,
                    (_, false) => Wdl::BlessedLoss,
                };
                Ok(RankedMove { mv, result, rank, dtz: Some(dtz) })
            })
            .collect()
    }

    fn rank_by_result(&self) -> Result<Vec<RankedMove>, SyzygyError> {
        self.children()
            .map(|(mv, child)| {
                let result = if self.is_drawn_by_rule(&child) {
                    Wdl::Draw
                } else {
                    -self.tablebase.tables.probe_wdl_after_zeroing(&child)?
                };
                let result = match result {
                    Wdl::CursedWin if !self.fifty_moves => Wdl::Win,
                    Wdl::BlessedLoss if !self.fifty_moves => Wdl::Loss,
                    result => result,
                };
                let rank = match result {
                    Wdl::Win => CERTAIN,
                    Wdl::CursedWin => CERTAIN - FIFTY_MOVES,
                    Wdl::Draw => 0,
                    Wdl::BlessedLoss => -CERTAIN + FIFTY_MOVES,
                    Wdl::Loss => -CERTAIN,
                };
                Ok(RankedMove { mv, result, rank, dtz: None })
            })
            .collect()
    }

    /// Plies from the root through `child` to the next capture or pawn move, for the side that moves at the root; and
    /// by how much that may be too small, because some tables round.
    fn distance(&self, child: &Chess) -> Result<(i32, i32), SyzygyError> {
        let tables = &self.tablebase.tables;
        if child.is_checkmate() {
            return Ok((1, 0));
        }
        if self.is_drawn_by_rule(child) {
            return Ok((0, 0));
        }
        if child.halfmoves() == 0 {
            let Dtz(dtz) = Dtz::before_zeroing(-tables.probe_wdl_after_zeroing(child)?);
            return Ok((dtz, 0));
        }
        let (Dtz(dtz), rounding) = match tables.probe_dtz(child)? {
            MaybeRounded::Precise(dtz) => (-dtz, 0),
            MaybeRounded::Rounded(dtz) => (-dtz, 1),
        };
        Ok((dtz + dtz.signum(), rounding))
    }

    fn children(&self) -> impl Iterator<Item = (Move, Chess)> {
        self.position.legal_moves().into_iter().map(|mv| {
            let mut child = self.position.clone();
            child.play_unchecked(mv);
            (mv, child)
        })
    }

    /// Returns true if the move into `child` ends the game as a draw by the fifty-move rule or by the third occurrence
    /// of a position.
    fn is_drawn_by_rule(&self, child: &Chess) -> bool {
        if self.fifty_moves && child.halfmoves() as i32 >= FIFTY_MOVES && !child.is_checkmate() {
            return true;
        }
        if child.halfmoves() == 0 {
            return false;
        }
        let key = position_key(child);
        self.reversible.iter().filter(|&&earlier| earlier == key).count() >= 2
    }

    /// Returns true if any position since the last capture or pawn move came twice: a sign that the winning side is not
    /// making progress.
    fn has_repeated(&self) -> bool {
        let mut seen = HashSet::new();
        !self.reversible.iter().all(|key| seen.insert(key))
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Color, FromSetup, Piece, Role, Setup, Square};

    use super::super::tests::{TempFolder, open, position};
    use super::super::three_men;
    use super::position_key as key;
    use super::*;

    fn rank(tablebase: &Tablebase, position: &Chess, history: &[u64]) -> RootRanking {
        tablebase.rank_root_moves(position, history, true).expect("a covered position")
    }

    fn ranked(ranking: &RootRanking, uci: &str) -> RankedMove {
        *ranking.moves.iter().find(|m| m.mv.to_uci(CastlingMode::Standard).to_string() == uci).expect("a legal move")
    }

    /// A position of king and rook against a bare king, White to move and winning.
    fn random_rook_ending(tablebase: &Tablebase, rng: &mut SmallRng) -> Chess {
        loop {
            let mut setup = Setup::empty();
            for (color, role) in [(Color::White, Role::King), (Color::White, Role::Rook), (Color::Black, Role::King)] {
                setup.board.set_piece_at(Square::new(rng.random_range(0..64)), Piece { color, role });
            }
            let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) else { continue };
            if position.board().occupied().count() == 3 && tablebase.probe_wdl(&position) == Some(Wdl::Win) {
                return position;
            }
        }
    }

    /// The attacker takes the longest way that the ranking allows, the defender the longest that it shows: still
    /// it is mate in time, and never a third repetition.
    #[test]
    fn any_choice_among_the_best_mates_with_the_rook() {
        let folder = three_men::folder("mates");
        let tablebase = open(&folder.0);
        let mut rng = SmallRng::seed_from_u64(3);
        for game in 0..40 {
            let mut position = random_rook_ending(&tablebase, &mut rng);
            let mut history = vec![key(&position)];
            while !position.is_checkmate() {
                let ranking = rank(&tablebase, &position, &history);
                let mv = match (position.turn(), game % 2) {
                    (Color::White, 0) => ranking.best().iter().max_by_key(|m| m.dtz).expect("a best move").mv,
                    (Color::White, _) => ranking.best().choose(&mut rng).expect("a best move").mv,
                    (Color::Black, _) => ranking.best().iter().min_by_key(|m| m.dtz).expect("a best move").mv,
                };
                position.play_unchecked(mv);
                history.push(key(&position));

                assert!(position.halfmoves() <= 100 && !position.is_stalemate(), "the win is gone: {position:?}");
                assert!(position.is_checkmate() || position.halfmoves() < 100, "drawn by the fifty-move rule");
                assert!(
                    history.iter().filter(|&&k| k == history[history.len() - 1]).count() < 3,
                    "drawn by repetition"
                );
            }
        }
    }

    #[test]
    fn a_mate_in_one_has_distance_one_and_wins() {
        let folder = three_men::folder("mate-in-one");
        let tablebase = open(&folder.0);
        let position = position("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
        let ranking = rank(&tablebase, &position, &[]);
        let mate = ranked(&ranking, "g1g8");
        assert_eq!((mate.result, mate.rank, mate.dtz), (Wdl::Win, CERTAIN, Some(1)));
        // Stalemate throws the win away.
        let stalemate = ranked(&ranking, "g1g3");
        assert_eq!((stalemate.result, stalemate.rank), (Wdl::Draw, 0));
        assert!(ranking.by_distance);
    }

    #[test]
    fn a_pawn_is_pushed_only_where_the_win_stays() {
        let folder = three_men::folder("pawn");
        let tablebase = open(&folder.0);
        let ranking = rank(&tablebase, &position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), &[]);
        for ranked in &ranking.moves {
            let mut child = position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
            child.play_unchecked(ranked.mv);
            let truth = tablebase.tables.probe_wdl_after_zeroing(&child).expect("a covered position");
            assert_eq!(ranked.result, -truth, "{}", ranked.mv);
        }
    }

    #[test]
    fn a_win_that_comes_too_late_is_cursed_and_a_loss_blessed() {
        let folder = three_men::folder("too-late");
        let tablebase = open(&folder.0);
        let fresh = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let late = position("8/8/8/3k4/8/8/8/KR6 w - - 80 90");
        assert_eq!(rank(&tablebase, &fresh, &[]).best()[0].result, Wdl::Win);

        let ranking = rank(&tablebase, &late, &[]);
        assert_eq!(ranking.best()[0].result, Wdl::CursedWin);
        assert_eq!(ranking.best()[0].dtz, ranking.moves.iter().filter_map(|m| m.dtz).filter(|&dtz| dtz > 0).min());
        let unlimited = tablebase.rank_root_moves(&late, &[], false).expect("a covered position");
        assert_eq!(unlimited.best()[0].result, Wdl::Win);

        let ranking = rank(&tablebase, &position("8/8/8/3k4/8/8/8/KR6 b - - 80 90"), &[]);
        assert_eq!(ranking.best()[0].result, Wdl::BlessedLoss);
        assert_eq!(ranking.best()[0].dtz, ranking.moves.iter().filter_map(|m| m.dtz).min(), "the longest way");
    }

    #[test]
    fn after_a_repetition_only_progress_ranks_first() {
        let folder = three_men::folder("progress");
        let tablebase = open(&folder.0);
        let mut position = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let mut history = vec![key(&position)];
        let relaxed = rank(&tablebase, &position, &history);
        assert!(relaxed.best().len() > 5, "far from the limit many moves win");

        for uci in ["a1b2", "d5d4", "b2a1", "d4d5"] {
            let uci: UciMove = uci.parse().expect("a move");
            position.play_unchecked(uci.to_move(&position).expect("a legal move"));
            history.push(key(&position));
        }
        let hurried = rank(&tablebase, &position, &history);
        let shortest = hurried.moves.iter().filter_map(|m| m.dtz).filter(|&dtz| dtz > 0).min();
        assert!(hurried.best().iter().all(|m| m.dtz == shortest && m.result == Wdl::Win), "{:?}", hurried.best());
    }

    #[test]
    fn a_third_repetition_is_a_draw() {
        let folder = three_men::folder("third");
        let tablebase = open(&folder.0);
        let mut position = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let mut history = vec![key(&position)];
        for uci in ["a1b2", "d5d4", "b2a1", "d4d5", "a1b2", "d5d4", "b2a1", "d4d5"] {
            let uci: UciMove = uci.parse().expect("a move");
            position.play_unchecked(uci.to_move(&position).expect("a legal move"));
            history.push(key(&position));
        }
        let again = ranked(&rank(&tablebase, &position, &history), "a1b2");
        assert_eq!((again.result, again.rank), (Wdl::Draw, 0));
    }

    #[test]
    fn results_rank_where_distances_are_missing() {
        let folder = TempFolder::new("results-only");
        folder.write("KQvK.rtbw", three_men::file("KQvK.rtbw"));

        let ranking = rank(&open(&folder.0), &position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1"), &[]);
        assert!(!ranking.by_distance);
        assert!(ranking.best().iter().all(|m| m.result == Wdl::Win && m.dtz.is_none()));
        assert_eq!(ranking.moves.last().map(|m| m.result), Some(Wdl::Draw), "some moves lose the queen");
    }

    #[test]
    fn finished_games_have_no_ranking() {
        let folder = three_men::folder("finished");
        let mated = position("k6Q/8/1K6/8/8/8/8/8 b - - 0 1");
        assert!(mated.is_checkmate());
        assert!(open(&folder.0).rank_root_moves(&mated, &[], true).is_none());
    }
}
