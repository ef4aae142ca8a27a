//! Makes puzzles from the games of a player.

use std::io;
use std::num::NonZeroUsize;

use shakmaty::{CastlingMode, Color, Move, Position as _};
use thiserror::Error;

use super::find::{Finder, FoundPuzzle, PuzzleKind, Thresholds, fen};
use super::judge::Judge;
use super::player::{NameMatch, NoPlayer};
use super::rating::FoundShare;
use super::theme::theme;
use crate::chess::replay::position_after;
use crate::engine::{Game, Stop};
use crate::files::io_error::reason;
use crate::games::pgn::{PgnFaults, PgnGame, PgnReader};
use crate::games::sources::{GameSource, SourceError, read_games_with};
use crate::games::tags::Tags;
use crate::lessons::review::in_order;
use crate::record::{NewPuzzle, PuzzleSource};

/// Plies of a game that are read.
const MOST_PLIES: usize = 1000;
/// The share of the players of a rating, in thousandths, beyond which a puzzle that they solve is too easy.
const TOO_EASY: u16 = 900;

/// The settings of making puzzles.
#[derive(Clone, Debug)]
pub struct MakeSettings {
    pub kinds: Vec<PuzzleKind>,
    pub thresholds: Thresholds,
    /// The rating for which the share of players who find the first move is stated; puzzles that nearly all of them
    /// find are left out. `None` takes what the game's tags say, and leaves nothing out.
    pub elo: Option<u16>,
    pub jobs: NonZeroUsize,
}

/// Why no puzzles could be made.
#[derive(Debug, Error)]
pub enum MakeError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    NoPlayer(#[from] NoPlayer),
    #[error("no thread could be started: {}", reason(.0))]
    NoThread(io::Error),
}

/// The games of a player, read.
pub struct OwnGames {
    /// With the sides that are the player's.
    games: Vec<(PgnGame, Vec<Color>)>,
    pub faults: PgnFaults,
    /// Games of the player with Chess960's castling, of which no puzzles are made.
    pub chess960: usize,
}

impl OwnGames {
    /// Reads the games of the player as the tags White and Black name him, without regard to case: the first ones, up
    /// to `most`. Without a player, both sides of every game count.
    ///
    /// # Errors
    /// Fails if a source cannot be read, or no game is the player's.
    pub fn read(sources: Vec<GameSource>, player: Option<&str>, most: Option<usize>) -> Result<OwnGames, MakeError> {
        let (mut names, mut games, mut chess960) = (NameMatch::new(player), Vec::new(), 0);
        let filter = player.map(str::to_owned);
        let set_up = |reader: PgnReader| {
            reader.with_max_plies(MOST_PLIES).with_moves_where(NameMatch::filter(filter.as_deref()))
        };
        let faults = read_games_with::<MakeError>(sources, set_up, |game| {
            let sides = names.sides(&game.tags);
            if sides.is_empty() || most.is_some_and(|most| games.len() >= most) {
                return Ok(());
            }
            match game.start.castles().mode() {
                CastlingMode::Standard => games.push((game, sides)),
                CastlingMode::Chess960 => chess960 += 1,
            }
            Ok(())
        })?;
        if games.is_empty() && chess960 == 0 {
            return Err(names.missing().into());
        }
        Ok(OwnGames { games, faults, chess960 })
    }

    /// Keeps one side's mistakes alone.
    #[must_use]
    pub fn of_side(mut self, side: Color) -> OwnGames {
        self.games.iter_mut().for_each(|(_, sides)| sides.retain(|&one| one == side));
        self
    }

    pub fn count(&self) -> usize {
        self.games.len()
    }
}

/// Makes the puzzles of some games. `done` is called for each game in their order, with its number and its puzzles. A
/// stop ends the work; the puzzles of games that were begun are dropped.
///
/// # Errors
/// [`MakeError::NoThread`].
pub fn make_puzzles(
    own: &OwnGames,
    settings: &MakeSettings,
    stop: &Stop,
    done: impl FnMut(usize, Vec<NewPuzzle>) + Send,
) -> Result<(), MakeError> {
    let worker = |_| (Finder { judge: Judge::new(stop), thresholds: settings.thresholds }, FoundShare::default());
    let mut workers: Vec<_> = (0..settings.jobs.get().min(own.games.len().max(1))).map(worker).collect();
    let work = |(finder, share): &mut (Finder, FoundShare), index: usize| {
        let (game, sides) = &own.games[index];
        of_game(game, sides, settings, finder, share)
    };
    in_order(&mut workers, own.games.len(), stop, work, done).map_err(MakeError::NoThread)
}

fn of_game(
    game: &PgnGame,
    sides: &[Color],
    settings: &MakeSettings,
    finder: &mut Finder,
    share: &mut FoundShare,
) -> Vec<NewPuzzle> {
    let found = finder.puzzles(&game.start, &game.moves, sides);
    let wanted = found.into_iter().filter(|puzzle| settings.kinds.contains(&puzzle.kind));
    let described = wanted.map(|puzzle| described(game, &puzzle, settings.elo, share));
    let is_easy = |puzzle: &NewPuzzle| settings.elo.is_some() && puzzle.found.is_some_and(|found| found > TOO_EASY);
    described.filter(|puzzle| !is_easy(puzzle)).collect()
}

/// A puzzle as the record keeps it.
fn described(game: &PgnGame, puzzle: &FoundPuzzle, elo: Option<u16>, share: &mut FoundShare) -> NewPuzzle {
    let mut before = Game::from_position(game.start.clone());
    game.moves[..puzzle.ply].iter().for_each(|&mv| before.play(mv));
    let position = before.position();
    let uci = |mv: Move| mv.to_uci(CastlingMode::Standard).to_string();
    // The mistake stands before the position of a refutation, and is played in that of the others.
    let mistaken = match puzzle.kind {
        PuzzleKind::Refutation => position_after(&game.start, &game.moves[..puzzle.ply - 1]),
        _ => position.clone(),
    };
    let color = mistaken.turn();
    let tag = |name: &str| game.tags.get(name).unwrap_or_default().trim().to_owned();
    let elo = elo.or_else(|| color.fold_wb(game.tags.white_elo(), game.tags.black_elo()));
    let earlier =
        puzzle.ply.checked_sub(1).map(|last| (position_after(&game.start, &game.moves[..last]), game.moves[last]));
    let last = earlier.as_ref().map(|(position, mv)| (position, *mv));
    let (theme, sentence) = theme(position, &puzzle.solution, last).unzip();
    NewPuzzle {
        fen: fen(position),
        before: puzzle.ply.checked_sub(1).map(|last| uci(game.moves[last])),
        solution: puzzle.solution.iter().map(|&mv| uci(mv)).collect(),
        kind: puzzle.kind.word().to_owned(),
        played: uci(puzzle.played),
        loss: puzzle.loss.clamp(0, 1000) as u16,
        found: elo.and_then(|elo| share.of(&before, puzzle.solution[0], elo, &game.tags)),
        theme,
        sentence,
        source: PuzzleSource {
            player: tag(color.fold_wb("White", "Black")),
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            site: tag("Site"),
            date: date(&game.tags),
        },
    }
}

fn date(tags: &Tags) -> String {
    let known = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
    ["UTCDate", "Date"].iter().find_map(|tag| tags.get(tag).filter(known)).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Two games of Ann's: a mate that she missed, and one without mistakes; and one of others.
    const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2026.01.02\"]\n[WhiteElo \"1400\"]\n\n\
        1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n\n\
        [White \"Bob\"]\n[Black \"ann\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n\
        [White \"Bob\"]\n[Black \"Chris\"]\n\n1. f3 e5 2. g4 d6 *\n\n";

    fn source(text: &str) -> Vec<GameSource> {
        vec![GameSource::new("text", Cursor::new(text.to_owned()))]
    }

    fn settings(jobs: usize) -> MakeSettings {
        MakeSettings {
            kinds: PuzzleKind::ALL.to_vec(),
            thresholds: Thresholds { nodes: 30_000, ..Thresholds::default() },
            elo: None,
            jobs: NonZeroUsize::new(jobs).expect("one at least"),
        }
    }

    fn made(own: &OwnGames, settings: &MakeSettings, stop: &Stop) -> Vec<(usize, Vec<NewPuzzle>)> {
        let mut all = Vec::new();
        make_puzzles(own, settings, stop, |index, puzzles| all.push((index, puzzles))).expect("a thread");
        all
    }

    #[test]
    fn puzzles_are_made_of_the_players_games_whatever_the_threads() {
        let own = OwnGames::read(source(GAMES), Some("ANN"), None).expect("her games");
        let (alone, together) = (made(&own, &settings(1), &Stop::new()), made(&own, &settings(2), &Stop::new()));
        assert_eq!(alone, together);
        let [(0, puzzles), (1, none)] = &alone[..] else { panic!("{alone:?}") };
        assert!(none.is_empty() && puzzles.len() == 1, "{alone:?}");
        let NewPuzzle { fen, before, solution, kind, played, found, source, .. } = &puzzles[0];
        assert!(fen.ends_with(" w KQkq - 4 4"), "{fen}");
        assert_eq!((before.as_deref(), kind.as_str(), played.as_str()), (Some("g8f6"), "missed", "d2d3"));
        assert_eq!(
            (solution.join(" ").as_str(), source.player.as_str(), source.date.as_str()),
            ("h5f7", "Ann", "2026.01.02")
        );
        assert!(found.is_some_and(|found| found > 300), "most players of 1400 see it: {found:?}");
    }

    #[test]
    fn one_side_of_a_game_is_chosen_without_a_name() {
        let of_side = |side| {
            let own = OwnGames::read(source(GAMES), None, Some(1)).expect("a game").of_side(side);
            made(&own, &settings(1), &Stop::new()).remove(0).1
        };
        let [white, black] = [Color::White, Color::Black].map(of_side);
        assert_eq!((white.len(), white[0].played.as_str()), (1, "d2d3"));
        assert!(black.iter().all(|puzzle| puzzle.source.player == "Bob"), "{black:?}");
    }

    #[test]
    fn what_nearly_everybody_of_the_rating_finds_is_left_out() {
        let own = OwnGames::read(source(GAMES), Some("Ann"), None).expect("her games");
        let easy = MakeSettings { elo: Some(2600), ..settings(1) };
        assert!(made(&own, &easy, &Stop::new()).iter().all(|(_, puzzles)| puzzles.is_empty()));
        let other = MakeSettings { kinds: vec![PuzzleKind::Refutation], ..settings(1) };
        assert!(made(&own, &other, &Stop::new()).iter().all(|(_, puzzles)| puzzles.is_empty()));
    }

    #[test]
    fn games_are_counted_up_to_the_limit_and_a_stop_ends_the_work() {
        let read = |most| OwnGames::read(source(GAMES), Some("ann"), most).expect("her games");
        assert_eq!((read(None).count(), read(Some(1)).count()), (2, 1));
        assert_eq!(OwnGames::read(source(GAMES), None, None).expect("all games").count(), 3);
        let stop = Stop::new();
        stop.stop();
        assert_eq!(made(&read(None), &settings(1), &stop), []);
    }

    #[test]
    fn who_does_not_play_is_told_who_does() {
        let missing = |name| OwnGames::read(source(GAMES), Some(name), None).err().expect("nobody").to_string();
        assert_eq!(missing("Anne"), "no game of `Anne`: did you mean `Ann` or `ann`?");
        let refused = |text| OwnGames::read(source(text), Some("Ann"), None).err().expect("no games").to_string();
        assert_eq!(refused("\u{0} no games"), "no game in it has a player's name");
        assert_eq!(refused("%PDF-1.4 \u{0} no games"), "text: this is no PGN: it looks like a PDF document");
    }
}
