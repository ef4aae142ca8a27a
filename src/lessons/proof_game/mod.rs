//! Proof games: legal games that lead from the start position to a given one.
//!
//! Petrželka, *Generating valid chess positions using AI methods*, section 4.1, names this as the first of two
//! approaches, and takes the second because such games are "often computationally impossible" to find. Both sides play
//! together here (`search`), guided by the moves that each still needs (`estimate`).

mod captures;
mod estimate;
mod exhaustive;
mod men;
mod search;
mod target;
mod ways;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use shakmaty::Move;
use thiserror::Error;

pub use target::Target;

use self::exhaustive::{Exhaustive, search_everything};
use self::search::{Outcome, search};

/// The limits of a search for a proof game, and its seed.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    pub time: Duration,
    /// Threads, each with a search of its own; one repeats itself exactly with the same seed.
    pub threads: usize,
    pub seed: u64,
}

/// Why there is no proof game; only the last shows that the position is illegal.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum NotFound {
    #[error("not found: time is up after {} s; the position may be legal all the same", seconds(*.0))]
    TimeUp(Duration),
    #[error(
        "not found: searched everything up to {plies} half moves; the estimates that guide longer searches see no \
         way to this position, which is no proof that it is illegal"
    )]
    NoWay { plies: u32 },
    #[error("no game reaches this position: all games that might were searched")]
    Never,
}

/// As short as it can be written: "10", "0.05".
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The moves of a game that ends in the target, by the thread that is first.
///
/// # Errors
/// [`NotFound`].
pub fn find_proof(target: &Target, limits: ProofLimits) -> Result<Vec<Move>, NotFound> {
    let start = Instant::now();
    let found = AtomicBool::new(false);
    let stopped = || found.load(Ordering::Relaxed) || start.elapsed() >= limits.time;
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for thread in 0..limits.threads.max(1) as u64 {
            let (sender, found, stopped) = (sender.clone(), &found, &stopped);
            let work = move || {
                let outcome = search(target, limits.seed.wrapping_add(thread << 32), stopped);
                if let Outcome::Found(_) = outcome {
                    found.store(true, Ordering::Relaxed);
                }
                // The receiver outlives the threads.
                let _ = sender.send(outcome);
            };
            // Those that were started search; where none was, this one does.
            if Builder::new().spawn_scoped(scope, work.clone()).is_err() {
                if thread == 0 {
                    work();
                }
                break;
            }
        }
    });
    drop(sender);
    let outcomes: Vec<Outcome> = receiver.iter().collect();
    let sees_no_way = outcomes.contains(&Outcome::NoWay);
    if let Some(moves) = outcomes.into_iter().find_map(Outcome::moves) {
        return Ok(moves);
    }
    if !sees_no_way {
        return Err(NotFound::TimeUp(limits.time));
    }
    // What the estimates rule out is tried without them, as far as that goes.
    match search_everything(target, || start.elapsed() >= limits.time) {
        Exhaustive::Found(moves) => Ok(moves),
        Exhaustive::Nothing { plies } => Err(NotFound::NoWay { plies }),
        Exhaustive::Never => Err(NotFound::Never),
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use shakmaty::fen::{Epd, Fen};
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::constraint::reachable_position;

    const LIMITS: ProofLimits = ProofLimits { time: Duration::from_secs(60), threads: 1, seed: 1 };

    fn fields(position: &Chess, mode: EnPassantMode) -> String {
        Epd::from_position(position, mode).to_string()
    }

    /// Proves a position by its FEN and replays the game from the start.
    fn assert_proved(fen: &str) {
        let setup = fen.parse::<Fen>().expect(fen).into_setup();
        let target = Target::new(&reachable_position(&setup).expect(fen));
        let moves = find_proof(&target, LIMITS).unwrap_or_else(|reason| panic!("{fen}: {reason}"));
        let mut position = Chess::default();
        for mv in moves {
            assert!(position.is_legal(mv), "{fen}: {mv:?}");
            position.play_unchecked(mv);
        }
        let reached = [EnPassantMode::Legal, EnPassantMode::Always].map(|mode| fields(&position, mode));
        let wanted = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert!(reached.contains(&wanted), "{reached:?}, not {wanted}");
    }

    fn assert_line_proved(moves: &str) {
        let position = position_after(&Chess::default(), &parse_moves(moves).expect(moves));
        assert_proved(&Fen::from_position(&position, EnPassantMode::Legal).to_string());
    }

    #[test]
    fn openings_with_castling_and_exchanges_are_proved() {
        for moves in [
            "",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7",
            "d4 d5 Nf3 Nf6 c4 dxc4 e3 e6 Bxc4 c5 O-O a6 dxc5 Bxc5 Qxd8+ Kxd8",
            "e4 d6 d4 g6 Nc3 Bg7 Be3 Nc6 Qd2 Bd7 O-O-O",
            // Castled, with the bishop at home again.
            "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Bf1 Nxe5 Rxe5 O-O",
        ] {
            assert_line_proved(moves);
        }
    }

    #[test]
    fn moves_that_were_lost_are_lost_again() {
        // White to move after an odd number of moves of both sides, rights gone though all stand at home.
        for moves in ["e3 e5 e4", "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8", "e4 e5 Ke2 Ke7 Ke1 Ke8", "Nc3 Nf6 Nb1"] {
            assert_line_proved(moves);
        }
    }

    #[test]
    fn promoted_men_are_proved() {
        assert_line_proved("a4 b5 axb5 a6 bxa6 Bb7 axb7 h6 bxa8=Q");
        assert_line_proved("g4 h5 gxh5 g6 hxg6 Nf6 g7 Nh5 gxh8=N");
    }

    #[test]
    fn an_en_passant_square_needs_the_advance_as_the_last_move() {
        assert_proved("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        assert_proved("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3");
        assert_proved("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3");
    }

    #[test]
    fn positions_of_random_games_are_proved() {
        for seed in 0..6 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut position = Chess::default();
            for _ in 0..14 {
                let legal = position.legal_moves();
                if !legal.is_empty() {
                    position.play_unchecked(legal[rng.random_range(0..legal.len())]);
                }
            }
            assert_proved(&Fen::from_position(&position, EnPassantMode::Legal).to_string());
        }
    }

    #[test]
    fn a_seed_repeats_itself_and_what_cannot_be_is_not_found() {
        let target = |fen: &str| {
            let setup = fen.parse::<Fen>().expect(fen).into_setup();
            Target::new(&reachable_position(&setup).expect(fen))
        };
        let italian = target("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
        assert_eq!(find_proof(&italian, LIMITS), find_proof(&italian, LIMITS));
        // Locked in by pawns and king that never moved, the rook of h1 cannot stand on h5.
        let fen: Fen = "rnbqkbnr/pppppppp/8/7R/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1".parse().expect("a FEN");
        let locked = Target::new(&fen.into_position(CastlingMode::Standard).expect("a position"));
        let refused = find_proof(&locked, ProofLimits { threads: 2, ..LIMITS }).expect_err("it is locked in");
        let NotFound::NoWay { plies } = refused else { panic!("{refused}") };
        assert!(plies >= 3, "{refused}");
        assert!(refused.to_string().starts_with(&format!("not found: searched everything up to {plies} half moves")));
    }

    #[test]
    fn a_search_that_runs_out_of_time_says_so() {
        let fen = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11";
        let target = Target::new(&reachable_position(&fen.parse::<Fen>().expect(fen).into_setup()).expect(fen));
        let refused = find_proof(&target, ProofLimits { time: Duration::ZERO, ..LIMITS });
        assert_eq!(refused, Err(NotFound::TimeUp(Duration::ZERO)));
        let words = |millis| NotFound::TimeUp(Duration::from_millis(millis)).to_string();
        assert!(words(10_000).contains("after 10 s") && words(50).contains("after 0.05 s"), "{}", words(50));
    }
}
