//! The accuracy of the seven networks on games and puzzles.

use std::sync::Arc;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::files::{HUMAN_2000, PUZZLES};
use crate::games::file::GameFile;
use crate::games::filter::{GameFilter, Unrated};
use crate::lab::accuracy::{
    AccuracyCounts, AccuracyJob, MovePredictor, PlayedMoveFilter, Ratings, Sampling, accuracy_boards, measure_accuracy,
};
use crate::lab::inputs::PartFilter;
use crate::lab::policy::PolicyNets;
use crate::lab::samples::split::{Part, Split, Unit};
use crate::nets::mockfish::NETWORKS;
use crate::personalities::mockfish::NetChoice;

/// The split of the nets that were trained on games.
const GAMES: Split = Split { unit: Unit::Game, validation: 0.02, test: 0.02, seed: 1 };
/// The split of those that were trained on puzzles.
const OF_PUZZLES: Split = Split { unit: Unit::Game, validation: 0.05, test: 0.1, seed: 1 };
/// The puzzles that they were not trained on.
pub const HELD_OUT_PUZZLES: PartFilter = PartFilter(Some((OF_PUZZLES, Part::Test)));

fn counted(
    setting: &Setting,
    file: &super::super::super::DataFile,
    nets: NetChoice,
    split: Split,
    positions: usize,
) -> Result<AccuracyCounts, ItemError> {
    let load = |_| Ok(MovePredictor::of_nets(PolicyNets::load(nets, None)?));
    let mut loaded = (0..setting.threads.get()).map(load).collect::<Result<Vec<_>, ItemError>>()?;
    let job = AccuracyJob {
        files: vec![setting.data.path(file)],
        filter: PlayedMoveFilter {
            games: GameFilter { unrated: Unrated::Reject, ..GameFilter::ALL },
            part: PartFilter(Some((split, Part::Test))),
            source: None,
            without_file: None,
        },
        sampling: Some(Sampling { positions, per_band: false, seed: 1 }),
        ratings: Ratings::default(),
    };
    Ok(measure_accuracy(&mut loaded, &job, &mut GameFile::open, |_, _| ())?.0)
}

/// A row of each network.
fn rows(counts: &AccuracyCounts) -> Vec<Row> {
    let report = counts.report();
    let row = |name: &&str| {
        let found = report.networks[name];
        let right = (found.accuracy * found.positions as f64).round() as u64;
        Row::by_default(*name, Estimate::percentage(right, found.positions))
    };
    NETWORKS.iter().map(row).collect()
}

/// The standard networks on games, which two items show.
struct OnGames(AccuracyCounts);

fn on_games(setting: &Setting) -> Result<Arc<OnGames>, ItemError> {
    let positions = setting.sized(2_000, 20_000);
    setting.shared.get(|| Ok(OnGames(counted(setting, &HUMAN_2000, NetChoice::Standard, GAMES, positions)?)))
}

pub fn games(setting: &Setting) -> Result<Findings, ItemError> {
    Ok(Findings::new(rows(&on_games(setting)?.0)).with_note(
        "The best of all 64 squares, legal or not. Our test games are held out whole; Griffiths' positions come from \
         the games that he trained on.",
    ))
}

pub fn puzzles(setting: &Setting) -> Result<Findings, ItemError> {
    let counts = counted(setting, &PUZZLES, NetChoice::Puzzle, OF_PUZZLES, setting.sized(2_000, 20_000))?;
    Ok(Findings::new(rows(&counts)).with_note("Puzzles whose games are held out."))
}

pub fn squares(setting: &Setting) -> Result<Findings, ItemError> {
    let on_games = on_games(setting)?;
    let counts = &on_games.0;
    let share = |network: usize, squares: &[usize]| {
        let of = counts.squares(network);
        let total: u64 = squares.iter().map(|&square| of[square].total()).sum();
        let right: f64 = squares.iter().map(|&square| of[square].share() * of[square].total() as f64).sum();
        Estimate::percentage(if total == 0 { 0 } else { right.round() as u64 }, total)
    };
    let all: Vec<usize> = (0..64).collect();
    // a2, b2, g2 and h2; the eighth rank; c1 and g1, where the king castles to.
    let (flanks, last, castled) = ([8, 9, 14, 15], (56..64).collect::<Vec<_>>(), [2, 6]);
    let (selector, pawn, king) = (0, 1, 6);
    let less = |a: Estimate, b: Estimate| Estimate::fact(a.value < b.value);
    let rows = vec![
        Row::by_default(
            "the selector is reluctant on a2, b2, g2 and h2",
            less(share(selector, &flanks), share(selector, &all)),
        ),
        Row::by_default(
            "the selector is accurate on the eighth rank",
            less(share(selector, &all), share(selector, &last)),
        ),
        Row::by_default("the pawn network promotes accurately", less(share(pawn, &all), share(pawn, &last))),
        Row::by_default("the king network castles accurately", less(share(king, &all), share(king, &castled))),
        Row::by_default("selector, a2, b2, g2 and h2", share(selector, &flanks)),
        Row::by_default("selector, eighth rank", share(selector, &last)),
        Row::by_default("pawn, eighth rank", share(pawn, &last)),
        Row::by_default("king, c1 and g1", share(king, &castled)),
    ];
    let picture = accuracy_boards(counts);
    Ok(Findings::new(rows)
        .with_note("Squares in the mover's view; the last four rows are per cent, in which nothing is printed.")
        .with_picture("squares", "The accuracy of each network for each square", picture))
}
