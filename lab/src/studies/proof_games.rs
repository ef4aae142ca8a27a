//! For how many positions of real games a proof is found.

use std::time::{Duration, Instant};

use serde::Serialize;
use shakmaty::{Chess, EnPassantMode, Position as _};
use thiserror::Error;

use crate::studies::reservoir::Reservoir;
use crate::studies::threads::divide_work;
use motley::chess::replay::position_after;
use motley::constraint::{Unreachable, reachable_position};
use motley::games::filter::{GameFilter, StartRule};
use motley::games::sources::{GameSource, SourceError, read_games};
use motley::lessons::generation::ProofGame;
use motley::lessons::proof_game::{ProofLimits, Target, find_proof};
use motley::statistics::estimate::Estimate;

/// The positions to prove, and the effort for each.
#[derive(Clone, Debug)]
pub struct ProofStudySettings {
    /// The plies of a game after which positions are sampled.
    pub plies: Vec<usize>,
    /// Positions for each of these numbers.
    pub positions: usize,
    /// For each position.
    pub time: Duration,
    /// Positions that are worked on at once, each by one thread.
    pub threads: usize,
    pub seed: u64,
}

/// The proofs of the positions after so many plies.
#[derive(Clone, Debug, Serialize)]
pub struct PlyProofs {
    pub ply: usize,
    pub positions: usize,
    pub proved: usize,
    /// The share that was proved, from 0 to 1.
    pub share: Estimate,
    /// The mean plies of the proofs.
    pub half_moves: f64,
    /// Seconds for a position: the median and the most, of those that were proved.
    pub median_seconds: f64,
    pub most_seconds: f64,
}

/// One position with what was found.
#[derive(Clone, Debug)]
pub struct StudiedProof {
    pub ply: usize,
    pub position: Chess,
    pub proof: Option<ProofGame>,
    pub time: Duration,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum ProofStudyError {
    #[error(transparent)]
    Games(#[from] SourceError),
    #[error("no game from the start position has {0} half moves: try other files")]
    NoGames(usize),
    /// The rules refuse a position of a legal game: a fault of the rules.
    #[error("a position of a game was refused: {0}")]
    Refused(#[from] Unreachable),
}

/// Samples positions at random from all games that begin at the start position, and searches a proof for each; `done`
/// is called after each.
///
/// # Errors
/// Fails if the games cannot be read, or too few are long enough.
pub fn proof_study(
    sources: Vec<GameSource>,
    settings: &ProofStudySettings,
    done: impl Fn() + Sync,
) -> Result<Vec<StudiedProof>, ProofStudyError> {
    let positions = sample_positions(sources, settings)?;
    let limits = ProofLimits { time: settings.time, threads: 1, seed: settings.seed };
    let mut workers = vec![(); settings.threads.max(1)];
    divide_work(&mut workers, &positions, |(), positions| {
        positions.iter().map(|(ply, position)| prove(*ply, position, limits, &done)).collect::<Result<Vec<_>, _>>()
    })
    .map(|parts| parts.concat())
}

fn prove(ply: usize, position: &Chess, limits: ProofLimits, done: impl Fn()) -> Result<StudiedProof, ProofStudyError> {
    // As a FEN would name it: an en passant square only where a pawn can capture.
    let position = reachable_position(&position.to_setup(EnPassantMode::Legal))?;
    let start = Instant::now();
    let proof = find_proof(&Target::new(&position), limits).ok().map(|moves| ProofGame::new(String::new(), moves));
    done();
    Ok(StudiedProof { ply, position, proof, time: start.elapsed() })
}

/// Positions with their plies, those of different numbers in turn, so that threads have work of all kinds.
fn sample_positions(
    sources: Vec<GameSource>,
    settings: &ProofStudySettings,
) -> Result<Vec<(usize, Chess)>, ProofStudyError> {
    let filter = GameFilter { start: StartRule::Initial, accept_cut: true, ..GameFilter::ALL };
    let longest = settings.plies.iter().copied().max().unwrap_or_default();
    let reservoir = |index: u64| Reservoir::new(settings.positions, settings.seed.wrapping_add(index));
    let mut sampled: Vec<Reservoir<Chess>> = (0..settings.plies.len() as u64).map(reservoir).collect();
    read_games::<SourceError>(sources, longest, |game| {
        if filter.accepts(&game) {
            for (&ply, sampled) in settings.plies.iter().zip(&mut sampled).filter(|(ply, _)| **ply <= game.moves.len())
            {
                sampled.offer(|| position_after(&game.start, &game.moves[..ply]));
            }
        }
        Ok(())
    })?;
    if let Some((&ply, _)) = settings.plies.iter().zip(&sampled).find(|(_, sampled)| sampled.kept.is_empty()) {
        return Err(ProofStudyError::NoGames(ply));
    }
    let positions = (0..settings.positions).flat_map(|index| {
        let of_ply = |(&ply, sampled): (&usize, &Reservoir<Chess>)| Some((ply, sampled.kept.get(index)?.clone()));
        settings.plies.iter().zip(&sampled).filter_map(of_ply).collect::<Vec<_>>()
    });
    Ok(positions.collect())
}

impl PlyProofs {
    /// One row for each number of plies, in order.
    pub fn of(studied: &[StudiedProof]) -> Vec<PlyProofs> {
        let mut plies: Vec<usize> = studied.iter().map(|studied| studied.ply).collect();
        plies.sort_unstable();
        plies.dedup();
        plies.into_iter().map(|ply| PlyProofs::of_ply(studied, ply)).collect()
    }

    fn of_ply(studied: &[StudiedProof], ply: usize) -> PlyProofs {
        let of_ply = || studied.iter().filter(|studied| studied.ply == ply);
        let found: Vec<(&ProofGame, Duration)> =
            of_ply().filter_map(|studied| Some((studied.proof.as_ref()?, studied.time))).collect();
        let mut seconds: Vec<f64> = found.iter().map(|(_, time)| time.as_secs_f64()).collect();
        seconds.sort_by(f64::total_cmp);
        let half_moves: usize = found.iter().map(|(proof, _)| proof.moves.len()).sum();
        PlyProofs {
            ply,
            positions: of_ply().count(),
            proved: found.len(),
            share: Estimate::share(found.len() as u64, of_ply().count() as u64),
            half_moves: half_moves as f64 / found.len().max(1) as f64,
            median_seconds: seconds.get(seconds.len() / 2).copied().unwrap_or_default(),
            most_seconds: seconds.last().copied().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn study(text: &'static str, plies: &[usize]) -> Result<Vec<StudiedProof>, ProofStudyError> {
        let time = Duration::from_secs(60);
        let settings = ProofStudySettings { plies: plies.to_vec(), positions: 2, time, threads: 2, seed: 1 };
        proof_study(vec![GameSource::new("text", Cursor::new(text))], &settings, || ())
    }

    #[test]
    fn positions_of_games_are_proved_row_by_row() {
        let games = "e4 e5 Nf3 Nc6 Bb5 *\n\nd4 d5 c4 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\nKe2 Ke7 Ke1 *\n";
        let studied = study(games, &[3, 5]).expect("two games from the start");
        for StudiedProof { position, proof, .. } in &studied {
            assert_eq!(proof.as_ref().expect("a proof").placement(), position.board().to_string());
        }
        let rows = PlyProofs::of(&studied);
        assert_eq!(
            rows.iter().map(|row| (row.ply, row.positions, row.proved)).collect::<Vec<_>>(),
            [(3, 2, 2), (5, 1, 1)]
        );
        assert!(matches!(study(games, &[9]), Err(ProofStudyError::NoGames(9))));
    }
}
