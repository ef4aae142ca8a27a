//! The error of ratings estimated from the moves of a game, and how often the interval holds the player's.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use motley::engine::Stop;
use motley::games::file::GamesError;
use motley::games::filter::GameFilter;
use motley::games::inputs::{InputCounts, InputError, OpenGames, PartFilter, visit_games};
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::lessons::review::{Likelihood, RatingModel, ReviewGame, people_seen};
use motley::personalities::rated::Predictor;
use motley::personalities::searcher;
use motley::statistics::clustered::mean_by_game;

use crate::studies::share_calibration::{ShareRow, StatedMove, share_rows};

/// The least plies of a game: shorter ones say next to nothing.
const LEAST_PLIES: usize = 30;
/// The selection of games to measure.
#[derive(Clone, Copy, Debug)]
pub struct RatingEstimateSettings {
    /// Width of a band of ratings, in Elo.
    pub band: u16,
    /// Games of each band, by the mean of both ratings.
    pub games_per_band: usize,
    pub part: PartFilter,
}

/// A player in a game: the rating, and what the moves say.
#[derive(Clone, Debug)]
pub struct RatedPlayer {
    game: usize,
    elo: u16,
    likelihood: Likelihood,
    /// The legal moves of the positions with their shares among people of the rating.
    stated: Vec<StatedMove>,
}

/// The quality of estimates, over players of a band or over all.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EstimateRow {
    /// Elo, the first and the last.
    pub from: u16,
    pub to: u16,
    pub players: usize,
    /// The mean of the estimate less the rating, in Elo, and its standard error by game.
    pub bias: f64,
    pub bias_error: f64,
    /// The mean distance between them, and its standard error.
    pub distance: f64,
    pub distance_error: f64,
    /// The mean width of the interval.
    pub width: f64,
    /// The share of the intervals that hold the rating, and its standard error.
    pub held: f64,
    pub held_error: f64,
}

/// The estimates by a model.
#[derive(Clone, Debug, Serialize)]
pub struct EstimateReport {
    /// The weight of the logarithm of the likelihood.
    pub evidence: f64,
    /// The share by which the interval reaches farther.
    pub stretch: f64,
    pub all: EstimateRow,
    pub bands: Vec<EstimateRow>,
    /// The shares that a review names, beside those that were played.
    pub shares: Vec<ShareRow>,
}

/// The players of the files' games with what their moves say.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn read_players(
    files: &[PathBuf],
    settings: &RatingEstimateSettings,
    open: &mut OpenGames<'_>,
    begin: impl Fn(usize),
    done: impl Fn() + Sync,
) -> Result<(Vec<RatedPlayer>, InputCounts), InputError> {
    let (games, counts) = read(files, settings, open)?;
    begin(games.len());
    let players = |predictor: &mut Predictor, (number, game): (usize, &PgnGame)| {
        let players = players(predictor, number, game);
        done();
        players
    };
    let predictor = || Predictor::new(searcher());
    let players: Vec<Vec<RatedPlayer>> = games.par_iter().enumerate().map_init(predictor, players).collect();
    Ok((players.concat(), counts))
}

fn read(
    files: &[PathBuf],
    settings: &RatingEstimateSettings,
    open: &mut OpenGames<'_>,
) -> Result<(Vec<PgnGame>, InputCounts), InputError> {
    const WHOLE: GameFilter = GameFilter { min_plies: LEAST_PLIES, ..GameFilter::WHOLE };
    let (mut games, mut counts) = (Vec::new(), InputCounts::default());
    let mut bands = BTreeMap::<u16, usize>::new();
    visit_games(files, open, u64::MAX, &mut counts, |scored, _| {
        let game = scored.game;
        let (Some(white), Some(black)) = (game.tags.white_elo(), game.tags.black_elo()) else { return Ok(false) };
        if !WHOLE.accepts(&game) || !settings.part.accepts(split::of_moves(&game)) {
            return Ok::<_, GamesError>(false);
        }
        let band = bands.entry((white + black) / 2 / settings.band).or_default();
        let is_used = *band < settings.games_per_band;
        if is_used {
            *band += 1;
            games.push(game);
        }
        Ok(is_used)
    })?;
    Ok((games, counts))
}

/// Both players of a game.
fn players(predictor: &mut Predictor, number: usize, game: &PgnGame) -> Vec<RatedPlayer> {
    let elos = [game.tags.white_elo(), game.tags.black_elo()].map(|elo| elo.expect("games without are left out"));
    let game = ReviewGame::try_from(game.clone()).expect("whole games can be reviewed");
    let player = |elo| RatedPlayer { game: number, elo, likelihood: Likelihood::default(), stated: Vec::new() };
    let mut players = elos.map(player);
    let stop = Stop::new();
    for (ply, _, mv) in game.positions() {
        let Some(seen) = people_seen(predictor, &game, ply, &stop) else { continue };
        let [white, black] = &mut players;
        let player = if game.mover(ply) == Color::White { white } else { black };
        seen.by_rating(mv).iter().for_each(|by_rating| player.likelihood.add(by_rating));
        let stated = |(other, share)| StatedMove { game: number, share, is_played: other == mv };
        player.stated.extend(seen.shares(player.elo).map(stated));
    }
    players.to_vec()
}

/// The quality of the estimates of a model; `None` where no player made enough moves.
pub fn measure(players: &[RatedPlayer], band: u16, model: &RatingModel) -> Option<EstimateReport> {
    let mut rows: Vec<Measured> = players.iter().filter_map(|player| measured(player, model)).collect();
    let all = row(&rows, 0, u16::MAX)?;
    rows.sort_by_key(|measured| (measured.elo / band, measured.game));
    let bands = rows.chunk_by(|a, b| a.elo / band == b.elo / band).filter_map(|rows| {
        let from = rows[0].elo / band * band;
        row(rows, from, from + (band - 1))
    });
    let stated: Vec<StatedMove> = players.iter().flat_map(|player| player.stated.iter().copied()).collect();
    Some(EstimateReport {
        evidence: model.evidence,
        stretch: model.stretch,
        all,
        bands: bands.collect(),
        shares: share_rows(&stated),
    })
}

/// One estimate beside the rating.
#[derive(Clone, Copy)]
struct Measured {
    game: usize,
    elo: u16,
    difference: f64,
    width: f64,
    is_held: bool,
}

fn measured(player: &RatedPlayer, model: &RatingModel) -> Option<Measured> {
    let estimate = model.estimate(&player.likelihood)?;
    Some(Measured {
        game: player.game,
        elo: player.elo,
        difference: f64::from(estimate.elo) - f64::from(player.elo),
        width: f64::from(estimate.high - estimate.low),
        is_held: (estimate.low..=estimate.high).contains(&player.elo),
    })
}

fn row(rows: &[Measured], from: u16, to: u16) -> Option<EstimateRow> {
    if rows.is_empty() {
        return None;
    }
    let mean = |number: fn(&Measured) -> f64| mean_by_game(rows, |measured| measured.game, number);
    let (bias, bias_error) = mean(|measured| measured.difference);
    let (distance, distance_error) = mean(|measured| measured.difference.abs());
    let (held, held_error) = mean(|measured| f64::from(u8::from(measured.is_held)));
    let width = mean(|measured| measured.width).0;
    let players = rows.len();
    Some(EstimateRow { from, to, players, bias, bias_error, distance, distance_error, width, held, held_error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motley::lessons::review::GRID;

    fn player(game: usize, elo: u16, looks_like: u16) -> RatedPlayer {
        let mut likelihood = Likelihood::default();
        let by_rating = GRID.map(|knot| if knot == looks_like { 0.9 } else { 0.01 });
        (0..40).for_each(|_| likelihood.add(&by_rating));
        RatedPlayer { game, elo, likelihood, stated: Vec::new() }
    }

    #[test]
    fn estimates_are_measured_by_band() {
        let players = [player(0, 1400, 1400), player(0, 1410, 1400), player(1, 2000, 1400)];
        let model = RatingModel { evidence: 1.0, prior: (1600.0, 400.0), stretch: 0.0 };
        let report = measure(&players, 200, &model).expect("players");
        let bands: Vec<(u16, usize, f64)> = report.bands.iter().map(|row| (row.from, row.players, row.held)).collect();
        // Moves that look so much like 1400 leave no room for 1410.
        assert_eq!(bands, [(1400, 2, 0.5), (2000, 1, 0.0)]);
        assert!(report.bands[0].distance < 30.0 && report.bands[1].bias < -500.0, "{report:?}");
        assert!(measure(&[], 200, &model).is_none());
    }
}
