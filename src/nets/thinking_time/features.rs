//! The features that a person's thinking time depends on, as numbers: the clocks, the times of the last moves, the
//! ratings, and features of the board and of the last move.

use shakmaty::{Chess, Move};

use super::board::{BOARD_FEATURES, board_features};

/// The number of values that [`features`] returns.
pub const FEATURES: usize = TIME_FEATURES + BOARD_FEATURES;
const TIME_FEATURES: usize = 20;

/// Plies of each side whose times are features of their own.
const RECENT: usize = 3;
/// Plies of each side whose times are averaged.
const AVERAGED: usize = 20;
/// Moves that a clock without increment is divided by to get the [`Times::unit`].
pub const MOVES: f32 = 40.0;
/// Added to times before their logarithm is taken: clocks of most games have whole seconds or tenths.
const RESOLUTION: f32 = 0.1;

/// The clocks before a move, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Times<'a> {
    pub own: f32,
    pub opponent: f32,
    /// The time at the beginning of the game, and what each move adds.
    pub base: f32,
    pub increment: f32,
    /// The times of the plies up to here, the last one last; `None` where it is not known. It may begin later than the
    /// game.
    pub spent: &'a [Option<f32>],
}

/// A move that a person is to think about.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    pub position: &'a Chess,
    /// The moves that led here, the last one last; it may begin later than the game.
    pub moves: &'a [Move],
    /// Plies since the beginning of the game.
    pub ply: usize,
    pub elo: u16,
    /// That of the mover where it is not known.
    pub opponent_elo: u16,
    pub times: Times<'a>,
}

impl Times<'_> {
    /// The time in seconds that a move would take if all took the same: the scale on which thinking times are measured.
    pub fn unit(&self) -> f32 {
        (self.own / MOVES + self.increment).max(RESOLUTION / MOVES)
    }

    /// The times of the plies of one side, the last one first; `own`: of the mover, otherwise of the opponent.
    fn of_side(&self, own: bool) -> impl Iterator<Item = Option<f32>> {
        self.spent.iter().rev().skip(usize::from(own)).step_by(2).copied()
    }

    /// The logarithms of the last times of one side in units, 0 where one is not known; then their mean over more
    /// plies, and whether the last one is known.
    fn recent(&self, own: bool) -> [f32; RECENT + 2] {
        let in_units = |time: f32| logarithm(time) - self.unit().ln();
        let mut numbers = [0.0; RECENT + 2];
        for (number, time) in numbers.iter_mut().take(RECENT).zip(self.of_side(own)) {
            *number = time.map_or(0.0, in_units);
        }
        let known: Vec<f32> = self.of_side(own).take(AVERAGED).flatten().map(in_units).collect();
        if !known.is_empty() {
            numbers[RECENT] = known.iter().sum::<f32>() / known.len() as f32;
        }
        numbers[RECENT + 1] = f32::from(u8::from(self.of_side(own).next().flatten().is_some()));
        numbers
    }
}

fn logarithm(seconds: f32) -> f32 {
    (seconds.max(0.0) + RESOLUTION).ln()
}

/// The numbers that the net takes:
///
/// | numbers | what |
/// |---|---|
/// | 0–4 | logarithms of the mover's clock, the opponent's, the base time, a second and the increment, the unit |
/// | 5–9 | the mover's last three times in units, as logarithms, their mean over 20 moves, whether the last is known |
/// | 10–14 | the same of the opponent |
/// | 15, 16 | ratings of mover and opponent in thousands |
/// | 17–19 | plies in hundreds, how much of the first twenty are to come, whether it is one of the first two |
/// | 20– | the board and the last move: see `board_features` |
pub fn features(situation: &MoveContext<'_>) -> [f32; FEATURES] {
    let MoveContext { position, moves, ply, elo, opponent_elo, times } = situation;
    let ply = *ply as f32;
    let mut numbers = Vec::with_capacity(FEATURES);
    numbers.extend([
        logarithm(times.own),
        logarithm(times.opponent),
        logarithm(times.base),
        times.increment.ln_1p(),
        times.unit().ln(),
    ]);
    numbers.extend(times.recent(true));
    numbers.extend(times.recent(false));
    numbers.extend([f32::from(*elo) / 1000.0, f32::from(*opponent_elo) / 1000.0]);
    numbers.extend([(ply / 100.0).min(2.0), (1.0 - ply / 20.0).max(0.0), f32::from(u8::from(ply < 2.0))]);
    debug_assert_eq!(numbers.len(), TIME_FEATURES);
    numbers.extend(board_features(position, moves));
    numbers.try_into().expect("FEATURES numbers")
}
