//! The tasks that the levels and people of their rating solve: mates in one and two, a queen that hangs, and the win
//! with queen or rook against a bare king.

mod endings;
mod places;

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Role;

pub use self::endings::Conversion;
use self::endings::{Ending, convert};
use self::places::{MateTask, TaskPosition, tasks};
use motley::engine::Game;
use motley::games::file::GamesError;
use motley::games::filter::GameFilter;
use motley::games::inputs::{InputCounts, InputError, OpenGames, PartFilter, visit_games};
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::games::time_control::TimeClass;
use motley::personalities::rated::{LevelPlayer, MoveScorer};
use motley::personalities::searcher;
use motley::statistics::clustered::mean_by_game;

/// The selection of positions.
#[derive(Clone, Copy, Debug)]
pub struct MatesSettings {
    /// Width of a band of ratings, in Elo.
    pub band: u16,
    /// Positions of each kind and band at most.
    pub positions: usize,
    /// Games of each band at most.
    pub games: usize,
    /// Random endings of each kind that the level of each band plays.
    pub endings: usize,
    /// Games at this speed only.
    pub time_class: Option<TimeClass>,
    pub part: PartFilter,
}

/// The rates at which a task was solved.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Found {
    pub positions: usize,
    /// Percentage that people solved, and its standard error by game.
    pub people: f64,
    pub people_error: f64,
    /// Percentage that the level at the mover's rating is expected to solve.
    pub engine: f64,
}

/// A band of ratings.
#[derive(Clone, Debug, Serialize)]
pub struct MatesBand {
    /// Elo, the first and the last.
    pub from: u16,
    pub to: u16,
    pub mate_in_one: Option<Found>,
    /// Among them, mates by a queen or rook on the last rank.
    pub back_rank_mate: Option<Found>,
    pub mate_in_two: Option<Found>,
    pub hanging_queen: Option<Found>,
    /// King and queen, king and rook, against a bare king.
    pub queen_ending: Conversion,
    pub rook_ending: Conversion,
}

/// A task in a game, with what came of it.
#[derive(Clone, Copy)]
struct Solved {
    task: MateTask,
    game: usize,
    people: f64,
    engine: f64,
}

/// The games of a band; each with the sides whose rating lies in it.
type Bands = BTreeMap<u16, Vec<(PgnGame, Vec<(usize, u16)>)>>;

/// Measures games, band by band.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn study_mates(
    files: &[PathBuf],
    settings: &MatesSettings,
    open: &mut OpenGames<'_>,
    done: impl Fn() + Sync,
) -> Result<(Vec<MatesBand>, InputCounts), InputError> {
    let (bands, counts) = read(files, settings, open)?;
    let measured = bands.into_iter().map(|(number, games)| {
        let found = games.par_iter().map_init(
            || MoveScorer::new(searcher()),
            |searcher, (game, sides)| {
                done();
                sides.iter().flat_map(|&(side, elo)| tasks(game, side, elo, searcher)).collect::<Vec<TaskPosition>>()
            },
        );
        let found: Vec<Vec<TaskPosition>> = found.collect();
        let of_game = |(game, sides): &(PgnGame, Vec<(usize, u16)>)| {
            sides.iter().filter_map(|&(side, _)| Ending::of(game, side)).collect::<Vec<Ending>>()
        };
        let endings: Vec<Ending> = games.iter().flat_map(of_game).collect();
        band(settings, number, &games, &found, &endings)
    });
    Ok((measured.collect(), counts))
}

fn read(
    files: &[PathBuf],
    settings: &MatesSettings,
    open: &mut OpenGames<'_>,
) -> Result<(Bands, InputCounts), InputError> {
    const WHOLE: GameFilter = GameFilter { min_plies: 2, ..GameFilter::WHOLE };
    let (mut bands, mut counts) = (Bands::new(), InputCounts::default());
    visit_games(files, open, u64::MAX, &mut counts, |scored, _| {
        let game = scored.game;
        let speed = settings.time_class.is_none_or(|class| TimeClass::of(&game.tags) == class);
        if !speed || !WHOLE.accepts(&game) || !settings.part.accepts(split::of_moves(&game)) {
            return Ok::<_, GamesError>(false);
        }
        let mut sides = BTreeMap::<u16, Vec<(usize, u16)>>::new();
        for (side, elo) in [game.tags.white_elo(), game.tags.black_elo()].into_iter().enumerate() {
            if let Some(elo) = elo.filter(|&elo| elo > 0) {
                sides.entry(elo / settings.band).or_default().push((side, elo));
            }
        }
        let mut is_used = false;
        for (number, sides) in sides {
            let games = bands.entry(number).or_default();
            if games.len() < settings.games {
                games.push((game.clone(), sides));
                is_used = true;
            }
        }
        Ok(is_used)
    })?;
    Ok((bands, counts))
}

fn band(
    settings: &MatesSettings,
    number: u16,
    games: &[(PgnGame, Vec<(usize, u16)>)],
    found: &[Vec<TaskPosition>],
    endings: &[Ending],
) -> MatesBand {
    let of_task = |task: MateTask| {
        let places = found.iter().enumerate().flat_map(|(game, places)| places.iter().map(move |place| (game, place)));
        let places: Vec<(usize, &TaskPosition)> =
            places.filter(|(_, place)| place.task == task).take(settings.positions).collect();
        let solve = |level: &mut LevelPlayer, &(game, place): &(usize, &TaskPosition)| {
            solved(level, game, &games[game].0, place)
        };
        places.par_iter().map_init(|| LevelPlayer::new(searcher()), solve).collect::<Vec<Solved>>()
    };
    let in_one = of_task(MateTask::MateInOne { on_back_rank: false });
    let on_back_rank = of_task(MateTask::MateInOne { on_back_rank: true });
    let from = number * settings.band;
    let ending = |piece| convert(endings, piece, from + settings.band / 2, settings.endings);
    MatesBand {
        from,
        to: from + (settings.band - 1),
        mate_in_one: rate(&[in_one, on_back_rank.clone()].concat()),
        back_rank_mate: rate(&on_back_rank),
        mate_in_two: rate(&of_task(MateTask::MateInTwo)),
        hanging_queen: rate(&of_task(MateTask::HangingQueen)),
        queen_ending: ending(Role::Queen),
        rook_ending: ending(Role::Rook),
    }
}

/// The success of people in one place, and that of the level.
fn solved(level: &mut LevelPlayer, number: usize, pgn: &PgnGame, place: &TaskPosition) -> Solved {
    let mut game = Game::default();
    pgn.moves[..place.ply].iter().for_each(|&mv| game.play(mv));
    let candidates = level.candidates_at(place.elo, &game);
    let right = candidates.iter().filter(|candidate| place.solutions.contains(&candidate.scored.mv));
    let engine = right.map(|candidate| f64::from(candidate.probability)).sum();
    let people = if place.solutions.contains(&pgn.moves[place.ply]) { 1.0 } else { 0.0 };
    Solved { task: place.task, game: number, people, engine }
}

/// `None` without positions.
fn rate(solved: &[Solved]) -> Option<Found> {
    if solved.is_empty() {
        return None;
    }
    debug_assert!(solved.iter().all(|one| one.task.is_like(solved[0].task)));
    let mean = |of: fn(&Solved) -> f64| mean_by_game(solved, |one| one.game, of);
    let ((people, people_error), (engine, _)) = (mean(|one| one.people), mean(|one| one.engine));
    let [people, people_error, engine] = [people, people_error, engine].map(|share| 100.0 * share);
    Some(Found { positions: solved.len(), people, people_error, engine })
}

#[cfg(test)]
mod tests;
