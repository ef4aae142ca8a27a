//! The errors of the levels beside those of people: what people of a rating lose by their moves, and what the engine at
//! that level can be expected to lose in the same positions.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Move, Position as _};

use motley::engine::{Clock, Game, Limits, Score, Stop};
use motley::games::file::GamesError;
use motley::games::filter::GameFilter;
use motley::games::inputs::{InputCounts, InputError, OpenGames, PartFilter, visit_games};
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::games::time_control::TimeClass;
use motley::lessons::review::{GamePhase, WORST};
use motley::personalities::rated::{LevelPlayer, MoveScorer, Strength};
use motley::personalities::searcher;
use motley::statistics::clustered::mean_by_game;

/// A move that loses so much is a blunder, in centipawns.
const BLUNDER: i32 = 200;

/// The selection of positions to judge.
#[derive(Clone, Copy, Debug)]
pub struct LevelSettings {
    /// Width of a band of ratings, in Elo.
    pub band: u16,
    pub positions_per_band: usize,
    /// Positions of one player in one game at most.
    pub per_game: usize,
    /// Games at this speed only.
    pub time_class: Option<TimeClass>,
    pub part: PartFilter,
    /// Plies that the judge searches.
    pub depth: i32,
    /// The random seed of the positions.
    pub seed: u64,
}

/// The average loss of people or of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Errors {
    /// Centipawns a move.
    pub loss: f64,
    /// Blunders in 100 moves.
    pub blunders: f64,
    /// Moves in 100 that are the strongest, by the judge.
    pub best: f64,
}

/// One group of positions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LevelRow {
    pub positions: usize,
    pub people: Errors,
    pub engine: Errors,
    /// Standard errors of the people's figures, by game.
    pub people_error: Errors,
}

/// A band of ratings.
#[derive(Clone, Debug, Serialize)]
pub struct LevelBand {
    /// Elo, the first and the last.
    pub from: u16,
    pub to: u16,
    pub all: LevelRow,
    /// By [`GamePhase`].
    pub opening: Option<LevelRow>,
    pub middlegame: Option<LevelRow>,
    pub endgame: Option<LevelRow>,
}

/// A position before a move of a game.
struct Place {
    game: usize,
    ply: usize,
    elo: u16,
}

/// The loss in one position.
#[derive(Clone, Copy)]
struct Judged {
    game: usize,
    phase: GamePhase,
    people: Errors,
    engine: Errors,
}

/// Judges positions of the files' games, band by band.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn study_levels(
    files: &[PathBuf],
    settings: &LevelSettings,
    open: &mut OpenGames<'_>,
    done: impl Fn() + Sync,
) -> Result<(Vec<LevelBand>, InputCounts), InputError> {
    let (games, bands, counts) = read(files, settings, open)?;
    let rows = bands.into_iter().map(|(number, places)| {
        let judge_place = |judge: &mut Judge, place: &Place| {
            done();
            judge.judge(&games[place.game], place)
        };
        let judged: Vec<Judged> = places.par_iter().map_init(|| Judge::new(settings.depth), judge_place).collect();
        let of_phase = |phase| row(&judged.iter().copied().filter(|judged| judged.phase == phase).collect::<Vec<_>>());
        let from = number * settings.band;
        LevelBand {
            from,
            to: from + (settings.band - 1),
            all: row(&judged).expect("no band is empty"),
            opening: of_phase(GamePhase::Opening),
            middlegame: of_phase(GamePhase::Middlegame),
            endgame: of_phase(GamePhase::Endgame),
        }
    });
    Ok((rows.collect(), counts))
}

/// The games, and the places of each band.
type Read = (Vec<PgnGame>, BTreeMap<u16, Vec<Place>>, InputCounts);

fn read(files: &[PathBuf], settings: &LevelSettings, open: &mut OpenGames<'_>) -> Result<Read, InputError> {
    const WHOLE: GameFilter = GameFilter { min_plies: 2, ..GameFilter::WHOLE };
    let (mut games, mut bands, mut counts) = (Vec::new(), BTreeMap::<u16, Vec<Place>>::new(), InputCounts::default());
    let mut rng = StdRng::seed_from_u64(settings.seed);
    visit_games(files, open, u64::MAX, &mut counts, |scored, _| {
        let game = scored.game;
        let speed = settings.time_class.is_none_or(|class| TimeClass::of(&game.tags) == class);
        if !speed || !WHOLE.accepts(&game) || !settings.part.accepts(split::of_moves(&game)) {
            return Ok::<_, GamesError>(false);
        }
        let ratings = [game.tags.white_elo(), game.tags.black_elo()];
        let mut is_used = false;
        for (side, elo) in ratings.into_iter().enumerate() {
            let Some(elo) = elo.filter(|&elo| elo > 0) else { continue };
            let places = bands.entry(elo / settings.band).or_default();
            for ply in plies(game.moves.len(), side, settings.per_game, &mut rng) {
                if places.len() < settings.positions_per_band {
                    places.push(Place { game: games.len(), ply, elo });
                    is_used = true;
                }
            }
        }
        if is_used {
            games.push(game);
        }
        Ok(is_used)
    })?;
    bands.retain(|_, places| !places.is_empty());
    Ok((games, bands, counts))
}

/// Some of the plies of one side, each once.
fn plies(length: usize, side: usize, most: usize, rng: &mut StdRng) -> Vec<usize> {
    let moves = (length + 1 - side) / 2;
    let mut plies: Vec<usize> =
        (0..most).filter(|_| moves > 0).map(|_| 2 * rng.random_range(0..moves) + side).collect();
    plies.sort_unstable();
    plies.dedup();
    plies
}

/// Judges moves by a search of Classical over all of them.
struct Judge {
    player: LevelPlayer,
    searcher: MoveScorer,
    depth: i32,
}

impl Judge {
    fn new(depth: i32) -> Judge {
        let (player, searcher) = (LevelPlayer::new(searcher()), MoveScorer::new(searcher()));
        Judge { player, searcher, depth }
    }

    fn judge(&mut self, pgn: &PgnGame, place: &Place) -> Judged {
        let mut game = Game::default();
        pgn.moves[..place.ply].iter().for_each(|&mv| game.play(mv));
        let moves = game.legal_moves();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let scores = self.searcher.last_scores(&game, &moves, limits, &Stop::new());
        let centipawns: Vec<i32> =
            scores.into_iter().map(|score| score.unwrap_or(Score::DRAW).0.clamp(-WORST, WORST)).collect();
        let best = centipawns.iter().copied().max().unwrap_or_default();
        let errors = |mv: Move| {
            let index = moves.iter().position(|&other| other == mv).unwrap_or_default();
            let loss = best - centipawns[index];
            let percent = |is: bool| if is { 100.0 } else { 0.0 };
            Errors { loss: f64::from(loss), blunders: percent(loss >= BLUNDER), best: percent(loss == 0) }
        };
        let clock = Clock::start(&Limits::default(), game.position().turn(), Duration::ZERO);
        let candidates = self.player.candidates(Strength::of(place.elo), &game, &moves, &clock, &Stop::new());
        let expected = candidates
            .iter()
            .map(|candidate| errors(candidate.scored.mv).times(f64::from(candidate.probability)))
            .fold(Errors::default(), Errors::plus);
        let phase = GamePhase::of(game.position(), place.ply);
        Judged { game: place.game, phase, people: errors(pgn.moves[place.ply]), engine: expected }
    }
}

impl Errors {
    fn plus(self, other: Errors) -> Errors {
        Errors { loss: self.loss + other.loss, blunders: self.blunders + other.blunders, best: self.best + other.best }
    }

    fn times(self, factor: f64) -> Errors {
        Errors { loss: self.loss * factor, blunders: self.blunders * factor, best: self.best * factor }
    }
}

/// The means of some positions; `None` without any.
fn row(judged: &[Judged]) -> Option<LevelRow> {
    if judged.is_empty() {
        return None;
    }
    let measured = |of: fn(&Judged) -> Errors| {
        let mean =
            |number: fn(&Errors) -> f64| mean_by_game(judged, |judged| judged.game, |judged| number(&of(judged)));
        let (loss, blunders, best) =
            (mean(|errors| errors.loss), mean(|errors| errors.blunders), mean(|errors| errors.best));
        let error = Errors { loss: loss.1, blunders: blunders.1, best: best.1 };
        (Errors { loss: loss.0, blunders: blunders.0, best: best.0 }, error)
    };
    let ((people, people_error), (engine, _)) = (measured(|judged| judged.people), measured(|judged| judged.engine));
    Some(LevelRow { positions: judged.len(), people, engine, people_error })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use motley::games::file::GameFile;

    fn study(text: &str, settings: &LevelSettings) -> Vec<LevelBand> {
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.to_owned()));
        study_levels(&["games.pgn".into()], settings, &mut open, || ()).expect("memory can be read").0
    }

    const SETTINGS: LevelSettings = LevelSettings {
        band: 200,
        positions_per_band: 100,
        per_game: 30,
        time_class: None,
        part: PartFilter(None),
        depth: 3,
        seed: 1,
    };

    fn game(white: u16, black: u16, moves: &str) -> String {
        format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[TimeControl \"600+0\"]\n\n{moves} *\n\n")
    }

    #[test]
    fn those_who_give_men_away_lose_more() {
        let text = game(1000, 2300, "e4 d5 Qg4 Bxg4 f3 Bh5 g4 Bg6 b3 dxe4 c3 exf3")
            + &game(1000, 2300, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
        let bands = study(&text, &SETTINGS);
        assert_eq!(bands.iter().map(|band| (band.from, band.to)).collect::<Vec<_>>(), [(1000, 1199), (2200, 2399)]);
        let [weak, strong] = [&bands[0].all, &bands[1].all];
        assert!(weak.people.loss > strong.people.loss + 30.0, "{weak:?}, {strong:?}");
        assert!(weak.people.blunders > 5.0 && weak.people_error.loss > 0.0);
        assert!(weak.engine.loss > 0.0 && weak.engine.best > 0.0);
        assert!(bands[0].opening.is_some() && bands[0].endgame.is_none());
    }

    #[test]
    fn games_at_another_speed_are_left_out() {
        let text = game(1000, 1500, "e4 e5 Nf3 Nc6");
        let rapid = LevelSettings { time_class: Some(TimeClass::Rapid), ..SETTINGS };
        assert_eq!(study(&text, &rapid).len(), 2);
        assert!(study(&text, &LevelSettings { time_class: Some(TimeClass::Bullet), ..SETTINGS }).is_empty());
    }
}
