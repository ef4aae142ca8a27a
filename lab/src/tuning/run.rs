//! A tuning run from the games to the weights: reading, training, measuring what each topic is worth, the source file.

use std::path::Path;

use thiserror::Error;

use super::model::Parameters;
use super::samples::{self, SampleSelection, TuningData};
use super::train::{self, Epoch, Settings};
use super::write;
use motley::games::selfplay::SelfPlayError;

/// Positions of each part without which nothing can be learnt or measured.
const FEWEST: usize = 100;

/// Why a run could not begin.
#[derive(Debug, Error)]
pub enum TuneError {
    #[error(transparent)]
    Games(#[from] SelfPlayError),
    #[error("the games hold too few quiet positions: {training} to learn from, {held_out} to measure on")]
    TooFew { training: usize, held_out: usize },
}

/// The positions of a run.
pub struct TuningRun {
    split: TuningData,
    score_scale: f32,
}

/// The result of the training.
pub struct Trained {
    row: Parameters,
    /// The losses of the last epoch.
    pub last: Epoch,
}

impl TuningRun {
    /// Reads the positions. `progress` gets how many have been taken so far.
    ///
    /// # Errors
    /// Fails if the games cannot be read or hold too few quiet positions.
    pub fn read(file: &Path, choice: &SampleSelection, progress: impl FnMut(usize)) -> Result<TuningRun, TuneError> {
        let split = samples::read(file, choice, progress)?;
        let (training, held_out) = (split.training.len(), split.held_out.len());
        if training.min(held_out) < FEWEST {
            return Err(TuneError::TooFew { training, held_out });
        }
        let score_scale = train::fit_score_scale(&split.training);
        Ok(TuningRun { split, score_scale })
    }

    /// Positions to learn from, and to measure on.
    pub fn sizes(&self) -> [usize; 2] {
        [self.split.training.len(), self.split.held_out.len()]
    }

    /// The scale K for which `sigmoid(score / K)` predicts the results of the games best, in centipawns.
    pub fn score_scale(&self) -> f32 {
        self.score_scale
    }

    /// Trains from the start values on. `report` gets every epoch.
    pub fn train(&self, settings: &Settings, mut report: impl FnMut(Epoch)) -> Trained {
        let mut last = Epoch { number: 0, training: Default::default(), held_out: Default::default() };
        let row = train::train(&self.split, self.score_scale, settings, |epoch| {
            last = epoch;
            report(epoch);
        });
        Trained { row, last }
    }

    /// Trains once more without each topic in turn. `report` gets the title of the topic and the last epoch without it.
    pub fn ablate(&self, settings: &Settings, mut report: impl FnMut(&str, Epoch)) {
        for title in train::topics() {
            let without = [settings.without.clone(), train::groups_named(title)].concat();
            report(title, self.train(&Settings { without, ..settings.clone() }, |_| {}).last);
        }
    }

    /// The weights as a source file. Its head repeats `command`, the lines of the call, and the losses.
    pub fn source(&self, trained: &Trained, command: &[String]) -> String {
        let Trained { row, last } = trained;
        let mut row = row.clone();
        write::normalise(&mut row, &self.split.training, self.score_scale);
        let [training, held_out] = self.sizes();
        let figures = [
            format!("{training} positions of {} games; mean squared error", self.split.games),
            format!(
                "{:.6} in training, {:.6} on {held_out} positions of other games.",
                last.training.target, last.held_out.target
            ),
        ];
        write::source(&row, &[command, &figures].concat())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shakmaty::{Chess, Position as _};

    use super::*;
    use motley::chess::notation::parse_moves;

    /// Games in the form of [`motley::games::selfplay`], White a little better throughout.
    pub fn selfplay(games: usize) -> Vec<u8> {
        let lines = ["d4 d5 Nf3 Nf6 c3 e6 Bg5 Be7 e3 O-O", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 d6 O-O Nf6"];
        let mut bytes = Vec::new();
        for game in 0..games {
            let moves = parse_moves(lines[game % 2]).expect("legal moves");
            bytes.extend((moves.len() as u16).to_le_bytes());
            bytes.extend([if game % 3 == 0 { 1 } else { 2 }, 2]);
            let mut position = Chess::default();
            for (ply, mv) in moves.into_iter().enumerate() {
                let uci = mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
                let square = |text: &str| text.parse::<shakmaty::Square>().expect("a square") as u16;
                bytes.extend((square(&uci[..2]) | square(&uci[2..4]) << 6).to_le_bytes());
                bytes.extend((20 + 5 * (ply as i16)).to_le_bytes());
                position.play_unchecked(mv);
            }
        }
        zstd::encode_all(&bytes[..], 1).expect("memory can be written")
    }

    #[test]
    fn a_run_learns_and_writes_its_weights() {
        let file = std::env::temp_dir().join(format!("motley-tuning-run-{}.bin.zst", std::process::id()));
        let read = |games: usize| {
            fs::write(&file, selfplay(games)).expect("a file for the test");
            let choice = SampleSelection { per_game: 8, positions: 10_000, held_out: 0.5, seed: 1 };
            TuningRun::read(&file, &choice, |_| {})
        };
        assert!(matches!(read(4), Err(TuneError::TooFew { .. })));
        let run = read(100).expect("enough positions");
        fs::remove_file(&file).expect("the test's own file");

        let settings = Settings { epochs: 3, rate: 1.0, lambda: 0.3, shrink: 0.0, seed: 1, without: Vec::new() };
        let mut epochs = Vec::new();
        let trained = run.train(&settings, |epoch| epochs.push(epoch));
        assert_eq!(epochs.len(), 3);
        assert!(epochs[2].training.target < epochs[0].training.target, "{epochs:?}");

        let source = run.source(&trained, &["`motley-lab tune`:".to_owned()]);
        assert!(source.contains("`motley-lab tune`:") && source.contains("positions of 100 games"), "{source}");
        let mut topics = 0;
        run.ablate(&Settings { epochs: 1, ..settings }, |_, epoch| topics += usize::from(epoch.number == 1));
        assert_eq!(topics, train::topics().count());
    }
}
