//! Figures 6.1 and 6.2: positions that were found.

use shakmaty::Color;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::experiments::{as_worded, by_default};
use motley::chess::PieceCount;
use motley::constraint::Verdict;
use motley::engine::Stop;
use motley::lessons::generation::{NamedCondition, PositionSearch, ProofGame, SearchOptions};
use motley::nets::cooperative::Experiment;
use motley::personalities::cooperative::FinderError;
use motley::picture::board::{Board, boards};

/// Games that are played at most until one meets the constraint.
const TRIES: u64 = 20;

pub fn first(_: &Setting) -> Result<Findings, ItemError> {
    found(Experiment::First, [[0, 2, 2, 2, 8], [1, 2, 1, 2, 8], [1, 2, 2, 1, 7]])
}

pub fn second(_: &Setting) -> Result<Findings, ItemError> {
    found(Experiment::Second, [[0, 2, 2, 2, 7], [1, 2, 1, 1, 7], [1, 2, 2, 0, 7]])
}

fn found(experiment: Experiment, constraints: [[u8; 5]; 3]) -> Result<Findings, ItemError> {
    let mut rows = Vec::new();
    let (mut by_network, mut by_distance) = (Vec::new(), Vec::new());
    for constraint in constraints.map(PieceCount) {
        let [network, distance] = [as_worded(experiment), by_default(experiment)];
        let (network, distance) = (position(constraint, network)?, position(constraint, distance)?);
        rows.push(Row::both(
            format!("{constraint}: a position that meets it"),
            Estimate::fact(network.is_some()),
            Estimate::fact(distance.is_some()),
        ));
        by_network.extend(network.as_ref().map(picture));
        by_distance.extend(distance.as_ref().map(picture));
    }
    Ok(Findings::new(rows)
        .with_note("The first position in twenty games that meets the constraint.")
        .with_picture("network", "Positions made by the mode Network", boards(&by_network))
        .with_picture("distance", "Positions made by the mode Distance", boards(&by_distance)))
}

/// The first game of some random seeds that meets the constraint.
fn position(constraint: PieceCount, options: SearchOptions) -> Result<Option<ProofGame>, ItemError> {
    let wanted = NamedCondition { name: constraint.to_string(), condition: constraint.into() };
    let goals = wanted.condition.possible_goals(options.promotions)?;
    for seed in 1..=TRIES {
        let options = SearchOptions { seed, ..options };
        let search = PositionSearch { wanted: &wanted, goals: &goals, options, count: 1, unique: false, tables: "" };
        let mut found = None;
        search.run(&Stop::new(), |outcome| {
            found = outcome.filter(|game| game.meets(&wanted.condition, Verdict::default()));
            Ok::<(), FinderError>(())
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn picture(game: &ProofGame) -> Board {
    Board::new(format!("{}, {} half moves", game.name, game.moves.len())).with_men(game.board(), Color::White)
}
