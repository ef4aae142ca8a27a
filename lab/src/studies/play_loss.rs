//! The loss of players by their moves, by rating: the source of the table in [`motley::lessons::review`].

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Move};

use motley::games::file::GamesError;
use motley::games::inputs::OpenGames;
use motley::lessons::review::{Judge, rating};

/// The selection of games to measure.
#[derive(Clone, Copy, Debug)]
pub struct PlayLossSettings {
    /// Width of a band of ratings, in Elo.
    pub band: u16,
    pub games_per_band: usize,
    /// Plies of each game.
    pub plies: usize,
}

/// The play of games whose players have ratings of one band.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BandLoss {
    /// Elo, the first and the last.
    pub from: u16,
    pub to: u16,
    pub games: usize,
    /// The mean over the games of a move's mean loss, in centipawns, and its standard error.
    pub loss: f64,
    pub error: f64,
    /// The rating that [`rating`] derives from that loss.
    pub rated: u32,
}

/// Moves of games by the number of their band.
type Bands = BTreeMap<u16, Vec<Vec<Move>>>;

/// Measures the first games of each band; none where no game has two ratings of one band.
///
/// # Errors
/// Fails if a file cannot be read.
pub fn measure_play(
    files: &[PathBuf],
    settings: &PlayLossSettings,
    open: &mut OpenGames<'_>,
) -> Result<Vec<BandLoss>, GamesError> {
    let bands = read_bands(files, settings, open)?;
    Ok(bands.into_iter().map(|(number, games)| measure(settings, number, &games)).collect())
}

fn measure(settings: &PlayLossSettings, number: u16, games: &[Vec<Move>]) -> BandLoss {
    let losses: Vec<f64> = games.par_iter().map_init(Judge::default, |judge, moves| judge.mean_loss(moves)).collect();
    let count = losses.len() as f64;
    let loss = losses.iter().sum::<f64>() / count;
    let variance = losses.iter().map(|other| (other - loss).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let from = number * settings.band;
    BandLoss {
        from,
        to: from + (settings.band - 1),
        games: losses.len(),
        loss,
        error: (variance / count).sqrt(),
        rated: rating(loss),
    }
}

/// The first games of each band, from the initial position on, cut to the length of the settings; shorter ones are left
/// out.
fn read_bands(files: &[PathBuf], settings: &PlayLossSettings, open: &mut OpenGames<'_>) -> Result<Bands, GamesError> {
    let mut bands = Bands::new();
    for path in files {
        for game in open(path)? {
            let game = game?.game;
            let (Some(white), Some(black)) = (game.tags.white_elo(), game.tags.black_elo()) else { continue };
            let number = white / settings.band;
            if number != black / settings.band
                || game.start != Chess::default()
                || game.moves.len() < settings.plies.max(1)
            {
                continue;
            }
            let games = bands.entry(number).or_default();
            if games.len() < settings.games_per_band {
                games.push(game.moves[..settings.plies].to_vec());
            }
        }
    }
    Ok(bands)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use motley::games::file::GameFile;

    #[test]
    fn games_are_measured_in_the_band_of_both_players() {
        let game = |white: u16, black: u16, moves: &str| {
            format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n{moves} *\n\n")
        };
        let text = [
            game(1000, 1199, "e4 e5 Nf3 Nc6"),
            game(1000, 1200, "d4 d5 c4 e6"),
            game(1250, 1300, "e4 c5 Nf3 d6"),
            game(1250, 1300, "e4"),
        ]
        .concat();
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.clone()));
        let mut measured = |plies| {
            let settings = PlayLossSettings { band: 200, games_per_band: 100, plies };
            measure_play(&["games.pgn".into()], &settings, &mut open).expect("memory can be read")
        };
        let bands = measured(3);
        assert_eq!(
            bands.iter().map(|band| (band.from, band.to, band.games)).collect::<Vec<_>>(),
            [(1000, 1199, 1), (1200, 1399, 1)]
        );
        assert!(bands.iter().all(|band| band.loss >= 0.0 && band.rated >= 900));
        assert!(measured(30).is_empty());
    }
}
