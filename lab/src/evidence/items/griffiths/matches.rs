//! Matches of Mockfish against Stockfish at a level, by Griffiths' protocol (section 4.2.4).

use std::path::Path;
use std::time::{Duration, Instant};

use shakmaty::Color;

use super::super::super::{Estimate, ItemError, Setting};
use crate::engines::pairing::{Side, play};
use crate::engines::uci_engine::{EngineError, UciEngine};
use crate::studies::threads::divide_work;
use motley::engine::{Game, Limits, PlayerOptions, Silent, Stop};
use motley::personalities;

/// After so many moves a game is a draw.
const LONGEST: usize = 300;
/// The time that Mockfish takes for a move with the nets that ship.
pub const EQUAL_TIME: Duration = Duration::from_millis(3);
/// The time that Mockfish has at most; it takes what its nets need.
const MOST: Duration = Duration::from_millis(500);

/// Stockfish's level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// `Skill Level`, from 0 to 20.
    pub skill: u8,
    /// Plies.
    pub depth: u32,
    /// For a move.
    pub time: Duration,
}

/// The Mockfish that plays.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// As it plays by default.
    Default,
    /// The set of nets with a name of the option `MockfishNets`, by default otherwise.
    Nets(&'static str),
    /// Seven networks in a folder, and Griffiths' choice among the moves.
    Seven(&'a Path),
}

/// Wins, draws and losses of Mockfish.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score([u64; 3]);

impl Score {
    /// Wins, draws or losses (0, 1 or 2), in per cent.
    pub fn share(self, which: usize) -> Estimate {
        Estimate::percentage(self.0[which], self.games())
    }

    pub fn wins(self) -> u64 {
        self.0[0]
    }

    /// Half points.
    pub fn half_points(self) -> u64 {
        2 * self.0[0] + self.0[1]
    }

    pub fn games(self) -> u64 {
        self.0.iter().sum()
    }
}

impl Player<'_> {
    /// The options that differ from the default ones, with their values.
    fn options(self) -> Vec<(&'static str, String)> {
        match self {
            Player::Default => Vec::new(),
            Player::Nets(nets) => vec![("MockfishNets", nets.to_owned())],
            Player::Seven(folder) => vec![
                ("MockfishNets", "Standard".to_owned()),
                ("MockfishFile", folder.display().to_string()),
                ("MockfishTemperature", "100".to_owned()),
                ("MockfishSampling", "Softmax".to_owned()),
                ("MockfishRepetition", "Allow".to_owned()),
                ("MockfishEndings", "Net".to_owned()),
            ],
        }
    }

    fn side(self) -> Result<Side, ItemError> {
        let mut options = PlayerOptions::default();
        for (name, value) in self.options() {
            let spec = personalities::find_option(name).ok_or("Mockfish has no such option")?;
            options.set(name, spec.parse(&value)?);
        }
        Ok(Side::player("Mockfish", &options, Limits { move_time: Some(MOST), ..Limits::default() }))
    }

    /// The time for its first move, the mean of ten.
    pub fn time(self) -> Result<Duration, ItemError> {
        const TIMES: u32 = 10;
        let Side::Player { mut player, limits } = self.side()? else { return Ok(EQUAL_TIME) };
        let start = Instant::now();
        for _ in 0..TIMES {
            player.choose(&Game::default(), &limits, &Stop::new(), &mut Silent);
        }
        Ok(start.elapsed() / TIMES)
    }
}

fn stockfish(setting: &Setting, level: Level) -> Result<Side, ItemError> {
    let mut engine = UciEngine::start(&setting.stockfish)?;
    engine.set_option("Skill Level", &level.skill.to_string())?;
    let milliseconds = level.time.as_millis().max(1);
    Ok(Side::Engine { engine, go: format!("depth {} movetime {milliseconds}", level.depth), time: level.time })
}

/// A match from the start position, half of it with White, the games divided among the threads.
pub fn result(setting: &Setting, player: Player, level: Level, games: usize) -> Result<Score, ItemError> {
    let pair = |_| Ok((player.side()?, stockfish(setting, level)?));
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
        Ok::<_, EngineError>(score)
    })?;
    Ok(Score(std::array::from_fn(|which| parts.iter().map(|part| part[which]).sum())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_options_that_mockfish_takes() {
        for player in [Player::Default, Player::Nets("Puzzle"), Player::Seven(Path::new("nowhere"))] {
            assert!(player.side().is_ok(), "{player:?}");
        }
        assert!(Player::Nets("Sevenfold").side().is_err());
    }
}
