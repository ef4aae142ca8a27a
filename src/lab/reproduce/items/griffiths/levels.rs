//! Mockfish against Stockfish at eight levels, with equal time (Griffiths' protocol) and with the levels' own time.

use std::time::Duration;

use shakmaty::Color;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use crate::engine::Limits;
use crate::lab::pairing::{Side, play};
use crate::lab::threads::divide_work;
use crate::lab::uci_engine::UciEngine;

/// Skill, depth and seconds of Lichess's levels.
const LEVELS: [(u8, u32, f64); 8] =
    [(3, 1, 0.05), (6, 2, 0.1), (9, 3, 0.15), (11, 4, 0.2), (14, 6, 0.25), (17, 8, 0.3), (20, 10, 0.35), (20, 12, 0.4)];
/// After so many moves a game is a draw.
const LONGEST: usize = 300;
/// What Mockfish takes for a move: "the time Mockfish took […] was the time allotted to Stockfish".
const EQUAL_TIME: f64 = 0.003;

/// Wins, draws and losses of Mockfish.
type Score = [u64; 3];

fn mockfish() -> Side {
    Side::player("Mockfish", Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() })
}

fn stockfish(setting: &Setting, (skill, depth, _): (u8, u32, f64), seconds: f64) -> Result<Side, ItemError> {
    let mut engine = UciEngine::start(&setting.stockfish)?;
    engine.set_option("Skill Level", &skill.to_string())?;
    let time = Duration::from_secs_f64(seconds);
    Ok(Side::Engine { engine, go: format!("depth {depth} movetime {}", time.as_millis().max(1)), time })
}

/// A match, half of it with White, the games divided among the threads.
fn result(setting: &Setting, level: (u8, u32, f64), seconds: f64, games: usize) -> Result<Score, ItemError> {
    let pair = |_| Ok((mockfish(), stockfish(setting, level, seconds)?));
    let mut pairs = (0..setting.threads.get()).map(pair).collect::<Result<Vec<_>, ItemError>>()?;
    let numbers: Vec<usize> = (0..games).collect();
    let parts = divide_work(&mut pairs, &numbers, |(mockfish, stockfish), numbers| {
        let mut score = [0; 3];
        for number in numbers {
            let side = if number % 2 == 0 { Color::White } else { Color::Black };
            let played = match side {
                Color::White => play(mockfish, stockfish, LONGEST)?,
                Color::Black => play(stockfish, mockfish, LONGEST)?,
            };
            score[played.winner.map_or(1, |winner| if winner == side { 0 } else { 2 })] += 1;
        }
        Ok::<Score, crate::lab::uci_engine::EngineError>(score)
    })?;
    Ok(std::array::from_fn(|which| parts.iter().map(|part| part[which]).sum()))
}

pub fn eight_levels(setting: &Setting) -> Result<Findings, ItemError> {
    let mut rows = Vec::new();
    for (index, &level) in LEVELS.iter().enumerate() {
        let games = setting.sized(4, if index == 0 { 1_000 } else { 200 });
        let equal = result(setting, level, EQUAL_TIME, games)?;
        let own = result(setting, level, level.2, games)?;
        for (which, name) in ["won", "drawn", "lost"].into_iter().enumerate() {
            let share = |score: Score| Estimate::percentage(score[which], games as u64);
            rows.push(Row::both(format!("level {}, {name}", index + 1), share(equal), share(own)));
        }
    }
    Ok(Findings::new(rows).with_note(
        "By its method: Stockfish has as long as Mockfish takes, 3 ms. By default: the seconds that Lichess gives \
         its levels. Both with the level's skill and depth, from the start position, half the games with White.",
    ))
}
