//! The resignations and agreed draws of people, by rating: the source of the tables in [`motley::sparring::manners`].

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Color, KnownOutcome, Outcome, Position as _};

use motley::engine::{Ending, Game, Limits, Personality, Recorder, ResultProbabilities, Stop};
use motley::games::file::GamesError;
use motley::games::filter::GameFilter;
use motley::games::inputs::{InputCounts, InputError, OpenGames, PartFilter, visit_games};
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::games::time_control::TimeClass;
use motley::personalities::searcher;
use motley::sparring::manners::{MaterialPhase, params::HOPELESS};

/// The selection of games to study.
#[derive(Clone, Copy, Debug)]
pub struct ResignationSettings {
    /// Width of a band of ratings, in Elo.
    pub band: u16,
    /// Games of each band at most.
    pub games: usize,
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// Games at this speed only.
    pub time_class: Option<TimeClass>,
    pub part: PartFilter,
}

/// Upper ends of the classes of hopeless expected scores, for the side in question.
const HOPELESS_CLASSES: [f32; 6] = [0.005, 0.02, HOPELESS, 0.1, 0.2, 0.4];
/// Expected scores that count as even.
const EVEN: std::ops::RangeInclusive<f32> = 0.45..=0.55;
/// Plies from which on positions count: before, people leave games for reasons of their own.
const FIRST_PLY: usize = 12;

/// The rate of games that ended where they could.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rate {
    /// Turns of a player.
    pub turns: usize,
    /// Turns at which the game ended in the way in question.
    pub ended: usize,
}

impl Rate {
    fn count(&mut self, ended: bool) {
        self.turns += 1;
        self.ended += usize::from(ended);
    }

    /// The share of the turns, from 0 to 1.
    pub fn share(self) -> f64 {
        self.ended as f64 / self.turns.max(1) as f64
    }
}

/// The ends of the games of a band.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ResignationBand {
    /// Elo, the first and the last.
    pub from: u16,
    pub to: u16,
    /// Players whose game is counted; a game counts once for each of its players in the band.
    pub players: usize,
    /// Of these, those that lost by mate, by resignation and on time, and those that drew by agreement and by rule.
    pub mated: usize,
    pub resigned: usize,
    pub timed_out: usize,
    pub agreed: usize,
    pub drawn_by_rule: usize,
    /// Resignations, by the class of the expected score at the turn: where it was not yet hopeless at the turn before,
    /// and where it was.
    pub hopeless: Vec<[Rate; 2]>,
    /// Agreed draws at turns of an even score, by the phase of the game.
    pub even: [Rate; 3],
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Mate,
    Resignation { loser: Color },
    Time,
    Agreement,
    Rule,
    Unknown,
}

/// A turn of a player: what it could expect, and what the position was like.
#[derive(Clone, Copy, Debug)]
struct Turn {
    expected: f32,
    phase: MaterialPhase,
    /// The game ended here.
    is_last: bool,
}

/// Studies games, band by band.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn study_resignations(
    files: &[PathBuf],
    settings: &ResignationSettings,
    open: &mut OpenGames<'_>,
    done: impl Fn() + Sync,
) -> Result<(Vec<ResignationBand>, InputCounts), InputError> {
    let (bands, counts) = read(files, settings, open)?;
    let studied = bands.into_iter().map(|(number, games)| {
        let turns = games.par_iter().map_init(searcher, |player, (game, side)| {
            done();
            (end_of(game), *side, turns(game, *side, settings.nodes, &mut **player))
        });
        let turns: Vec<(End, Color, Vec<Turn>)> = turns.collect();
        let from = number * settings.band;
        let mut band = ResignationBand { from, to: from + (settings.band - 1), ..ResignationBand::default() };
        band.hopeless = vec![[Rate::default(); 2]; HOPELESS_CLASSES.len()];
        turns.iter().for_each(|(end, side, turns)| band.count(*end, *side, turns));
        band
    });
    Ok((studied.collect(), counts))
}

impl ResignationBand {
    fn count(&mut self, end: End, side: Color, turns: &[Turn]) {
        self.players += 1;
        match end {
            End::Mate => self.mated += 1,
            End::Resignation { loser } => self.resigned += usize::from(loser == side),
            End::Time => self.timed_out += 1,
            End::Agreement => self.agreed += 1,
            End::Rule => self.drawn_by_rule += 1,
            End::Unknown => {}
        }
        let mut was_hopeless = false;
        for turn in turns {
            let resigned = turn.is_last && end == End::Resignation { loser: side };
            if let Some(class) = HOPELESS_CLASSES.iter().position(|&most| turn.expected <= most) {
                self.hopeless[class][usize::from(was_hopeless)].count(resigned);
            }
            was_hopeless = turn.expected <= HOPELESS;
            if EVEN.contains(&turn.expected) {
                self.even[turn.phase as usize].count(turn.is_last && end == End::Agreement);
            }
        }
    }
}

/// Games by the number of their band, each with the side whose rating lies in it.
type Bands = BTreeMap<u16, Vec<(PgnGame, Color)>>;

fn read(
    files: &[PathBuf],
    settings: &ResignationSettings,
    open: &mut OpenGames<'_>,
) -> Result<(Bands, InputCounts), InputError> {
    const WHOLE: GameFilter = GameFilter { min_plies: FIRST_PLY, ..GameFilter::WHOLE };
    let (mut bands, mut counts) = (Bands::new(), InputCounts::default());
    visit_games(files, open, u64::MAX, &mut counts, |scored, _| {
        let game = scored.game;
        let speed = settings.time_class.is_none_or(|class| TimeClass::of(&game.tags) == class);
        if !speed || !WHOLE.accepts(&game) || !settings.part.accepts(split::of_moves(&game)) {
            return Ok::<_, GamesError>(false);
        }
        let mut is_used = false;
        for (side, elo) in Color::ALL.into_iter().zip([game.tags.white_elo(), game.tags.black_elo()]) {
            let Some(elo) = elo.filter(|&elo| elo > 0) else { continue };
            let games = bands.entry(elo / settings.band).or_default();
            if games.len() < settings.games {
                games.push((game.clone(), side));
                is_used = true;
            }
        }
        Ok(is_used)
    })?;
    Ok((bands, counts))
}

/// The end of a game. Lichess states a loss on time and a game that was left; every other end is normal.
fn end_of(game: &PgnGame) -> End {
    let termination = game.tags.get("Termination").unwrap_or("Normal");
    let mut replayed = Game::from_position(game.start.clone());
    game.moves.iter().for_each(|&mv| replayed.play(mv));
    match (termination, game.outcome, Ending::of(&replayed)) {
        ("Time forfeit", _, _) => End::Time,
        ("Normal", Outcome::Known(KnownOutcome::Decisive { .. }), Some(Ending::Checkmate { .. })) => End::Mate,
        ("Normal", Outcome::Known(KnownOutcome::Decisive { winner }), _) => End::Resignation { loser: !winner },
        ("Normal", Outcome::Known(KnownOutcome::Draw), None) => End::Agreement,
        ("Normal", Outcome::Known(KnownOutcome::Draw), Some(_)) => End::Rule,
        _ => End::Unknown,
    }
}

/// The turns of a side, and the last position of the game where the other side is to move: people resign there too.
fn turns(game: &PgnGame, side: Color, nodes: u64, player: &mut dyn Personality) -> Vec<Turn> {
    player.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut replayed = Game::from_position(game.start.clone());
    let mut turns = Vec::new();
    for ply in 0..=game.moves.len() {
        let (is_own, is_last) = (replayed.position().turn() == side, ply == game.moves.len());
        if ply >= FIRST_PLY && (is_own || is_last) && !replayed.legal_moves().is_empty() {
            let mut recorder = Recorder::default();
            player.choose(&replayed, &limits, &Stop::new(), &mut recorder);
            let score = recorder.infos.last().map(|info| if is_own { info.score } else { -info.score });
            let expected = score.map(|score| ResultProbabilities::of_score(score).expected());
            turns.extend(expected.map(|expected| Turn {
                expected,
                phase: MaterialPhase::of(replayed.position()),
                is_last,
            }));
        }
        if let Some(&mv) = game.moves.get(ply) {
            replayed.play(mv);
        }
    }
    turns
}

/// The upper ends of the classes in [`ResignationBand::hopeless`], in percent.
pub fn hopeless_classes() -> [f32; HOPELESS_CLASSES.len()] {
    HOPELESS_CLASSES.map(|most| 100.0 * most)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use motley::games::file::GameFile;

    fn study(text: &str) -> Vec<ResignationBand> {
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.to_owned()));
        let settings =
            ResignationSettings { band: 200, games: 10, nodes: 50, time_class: None, part: PartFilter(None) };
        study_resignations(&["games.pgn".into()], &settings, &mut open, || ()).expect("memory can be read").0
    }

    fn game(tags: &str, result: &str, moves: &str) -> String {
        format!("[WhiteElo \"1500\"]\n[BlackElo \"1900\"]\n{tags}[Result \"{result}\"]\n\n{moves} {result}\n\n")
    }

    /// Black has lost the queen for nothing at move 6.
    const BLUNDER: &str = "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Qe7 O-O Qa3 bxa3 h6 Nc3";

    #[test]
    fn ends_are_told_apart_by_tag_result_and_position() {
        let mate = "e4 e5 Bc4 Nc6 Nc3 a6 Qh5 a5 d3 a4 h3 h6 Qxf7#";
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        let text = [
            game("", "1-0", BLUNDER),
            game("", "1-0", mate),
            game("[Termination \"Time forfeit\"]\n", "1-0", BLUNDER),
            game("[Termination \"Abandoned\"]\n", "1-0", BLUNDER),
            game("", "1/2-1/2", BLUNDER),
            game("", "1/2-1/2", shuffle),
        ]
        .concat();
        let bands = study(&text);
        let ends = |band: &ResignationBand| {
            [band.players, band.resigned, band.mated, band.timed_out, band.agreed, band.drawn_by_rule]
        };
        assert_eq!(bands.iter().map(|band| band.from).collect::<Vec<_>>(), [1400, 1800]);
        assert_eq!([ends(&bands[0]), ends(&bands[1])], [[6, 0, 1, 1, 1, 1], [6, 1, 1, 1, 1, 1]]);
    }

    #[test]
    fn a_resignation_counts_at_the_turn_and_in_the_class_of_what_was_expected() {
        let [white, black] = study(&game("", "1-0", BLUNDER)).try_into().expect("two bands");
        let resigned = |band: &ResignationBand| band.hopeless.iter().flatten().map(|rate| rate.ended).sum::<usize>();
        assert_eq!((resigned(&white), resigned(&black)), (0, 1));
        let lost: usize = black.hopeless[..3].iter().flatten().map(|rate| rate.ended).sum();
        assert_eq!(lost, 1, "{:?}", black.hopeless);
    }
}
