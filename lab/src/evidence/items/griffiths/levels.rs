//! Mockfish against Stockfish: at eight levels, at skill 11, and with the networks of puzzles.

use std::time::Duration;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::matches::{EQUAL_TIME, Level, Player, Score, result};
use super::networks::{OF_GAMES, OF_SOLVERS};

/// Skill, depth and milliseconds of Lichess's levels.
const LEVELS: [(u8, u32, u64); 8] =
    [(3, 1, 50), (6, 2, 100), (9, 3, 150), (11, 4, 200), (14, 6, 250), (17, 8, 300), (20, 10, 350), (20, 12, 400)];
const ENDS: [&str; 3] = ["won", "drawn", "lost"];

/// A level with another time for a move.
fn level((skill, depth, _): (u8, u32, u64), time: Duration) -> Level {
    Level { skill, depth, time }
}

const LEVELS_NOTE: &str = "Stockfish 15.1 (Griffiths: 15) has the skill and depth of Lichess's levels and as much \
    time as Mockfish takes. Games begin at the start position, and Mockfish has White in half of them. By its \
    method: 100 games at each level, where the thesis has 1,000. By default: the nets that ship, which take 3 ms a \
    move, in 1,000 games at level 1 and 200 at each other level; below, the same with the time that Lichess gives \
    its levels.";

pub fn eight_levels(setting: &Setting) -> Result<Findings, ItemError> {
    let mut rows = Vec::new();
    let mut with_own_time = Vec::new();
    let seven = OF_GAMES.folder(&setting.data);
    let his_time = seven.as_deref().map(|folder| Player::Seven(folder).time()).transpose()?;
    for (index, &printed) in LEVELS.iter().enumerate() {
        let his = match (&seven, his_time) {
            (Some(folder), Some(time)) => {
                Some(result(setting, Player::Seven(folder), level(printed, time), setting.sized(4, 100))?)
            }
            _ => None,
        };
        let games = setting.sized(4, if index == 0 { 1_000 } else { 200 });
        let ours = result(setting, Player::Default, level(printed, EQUAL_TIME), games)?;
        let own = result(setting, Player::Default, level(printed, Duration::from_millis(printed.2)), games)?;
        for (which, end) in ENDS.into_iter().enumerate() {
            rows.push(Row {
                name: format!("level {}, {end}", index + 1),
                by_method: his.map(|score| score.share(which)),
                by_default: Some(ours.share(which)),
            });
            let name = format!("level {} with Lichess's time, {end}, per cent", index + 1);
            with_own_time.push(Row::by_default(name, own.share(which)));
        }
    }
    rows.append(&mut with_own_time);
    Ok(Findings::new(rows).with_note(format!("{LEVELS_NOTE} {}", OF_GAMES.note(&setting.data))))
}

/// "Mockfish has demonstrated ability to beat Stockfish 15 up to skill level 11/20 at a search depth of 6" (abstract).
const SKILL_11: (u8, u32, u64) = (11, 6, 0);

pub fn skill_11(setting: &Setting) -> Result<Findings, ItemError> {
    let games = setting.sized(10, 400);
    let seven = OF_GAMES.folder(&setting.data);
    let his = seven.as_deref().map(|folder| -> Result<Score, ItemError> {
        let player = Player::Seven(folder);
        result(setting, player, level(SKILL_11, player.time()?), games)
    });
    let his = his.transpose()?;
    let ours = result(setting, Player::Default, level(SKILL_11, EQUAL_TIME), games)?;
    let beaten = |score: Score| Estimate::fact(score.wins() > 0);
    let mut rows = vec![Row {
        name: "a game is won at skill 11 and depth 6".to_owned(),
        by_method: his.map(beaten),
        by_default: Some(beaten(ours)),
    }];
    rows.extend(ENDS.into_iter().enumerate().map(|(which, end)| Row {
        name: format!("{end}, per cent"),
        by_method: his.map(|score| score.share(which)),
        by_default: Some(ours.share(which)),
    }));
    Ok(Findings::new(rows).with_note(format!(
        "Stockfish 15.1 (Griffiths: 15) with as long as Mockfish takes for a move. {}",
        OF_GAMES.note(&setting.data)
    )))
}

pub fn puzzle_engine(setting: &Setting) -> Result<Findings, ItemError> {
    let games = setting.sized(10, 200);
    let against = |player, time| result(setting, player, level(LEVELS[0], time), games);
    let ours = [against(Player::Nets("Puzzle"), EQUAL_TIME)?, against(Player::Nets("Standard"), EQUAL_TIME)?];
    let his = match (OF_SOLVERS.folder(&setting.data), OF_GAMES.folder(&setting.data)) {
        (Some(puzzle), Some(standard)) => {
            let time = Player::Seven(&puzzle).time()?;
            Some([against(Player::Seven(&puzzle), time)?, against(Player::Seven(&standard), time)?])
        }
        _ => None,
    };
    let row = |name: &str, of: &dyn Fn(&[Score; 2]) -> Estimate| Row {
        name: name.to_owned(),
        by_method: his.as_ref().map(of),
        by_default: Some(of(&ours)),
    };
    let mut rows = vec![
        row("the puzzle engine wins no game at level 1", &|[puzzle, _]| Estimate::fact(puzzle.wins() == 0)),
        row("it fares worse there than the standard engine", &|[puzzle, standard]| {
            Estimate::fact(puzzle.half_points() < standard.half_points())
        }),
    ];
    for (player, name) in ["puzzle", "standard"].into_iter().enumerate() {
        rows.extend(ENDS.into_iter().enumerate().map(|(which, end)| {
            row(&format!("{name} engine, {end}, per cent"), &|scores: &[Score; 2]| scores[player].share(which))
        }));
    }
    Ok(Findings::new(rows).with_note(format!(
        "Stockfish 15.1 (Griffiths: 15) at level 1 with as long as Mockfish takes for a move. By default: our puzzle \
         networks and our standard ones, both by the product of the seven outputs, and 3 ms. {} {}",
        OF_GAMES.note(&setting.data),
        OF_SOLVERS.note(&setting.data)
    )))
}
