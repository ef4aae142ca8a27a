//! The effect of each option of a character: games of a player with it against one without, counted move by move.

use std::time::Duration;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Bitboard, Chess, Color, Position as _};

use motley::engine::options::{OptionError, OptionValue, SharedOptions};
use motley::engine::{Clock, Ending, Game, Limits, Stop};
use motley::personalities::rated::{Before, Character, Decision, LevelPlayer, PersonMove, Strength};
use motley::personalities::searcher;

/// A game of this many plies is drawn.
const MOST_PLIES: usize = 240;
/// Trades and places are counted up to this ply.
const EARLY: usize = 40;
/// Pieces of both sides at the start that are neither pawns nor kings.
const PIECES: f64 = 14.0;
/// Centipawns that a blunder loses by the level's deeper search.
const BLUNDER: i32 = 200;

/// The settings of the games.
#[derive(Clone, Copy, Debug)]
pub struct CharacterSettings {
    pub elo: u16,
    /// Games of each character, half of them with White.
    pub games: usize,
    pub seed: u64,
}

/// Averages of a player.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Manner {
    /// Percentage of the points against the player without a character.
    pub score: f64,
    /// Plies of a game.
    pub plies: f64,
    /// Pieces (not pawns) that are off the board after twenty moves.
    pub traded: f64,
    /// Moves of a game that give up at least a pawn by exchange and lose less than two by the search.
    pub sacrifices: f64,
    /// Squares between the own pieces and the enemy king, in the first forty plies.
    pub king_distance: f64,
    /// Own pieces and pawns in the opponent's half, in the same plies.
    pub in_enemy_half: f64,
    /// Moves in 100 that lose two pawns or more by the search.
    pub blunders: f64,
    /// Percentage of mates in one that were played; none without such positions.
    pub mates: Option<f64>,
    /// Moves in 100 that were made at once.
    pub at_once: f64,
}

/// A character with what it did.
#[derive(Clone, Debug, Serialize)]
pub struct CharacterRow {
    pub name: String,
    #[serde(flatten)]
    pub manner: Manner,
}

/// The usual player first, then each option at both ends of its range.
///
/// # Errors
/// None: the options are the program's own.
pub fn study_options(settings: &CharacterSettings, done: impl Fn() + Sync) -> Result<Vec<CharacterRow>, OptionError> {
    let mut rows = vec![study_character(settings, "none", &Character::default(), &done)];
    for (name, _) in Character::default().entries() {
        let values: &[i64] = if name == "StyleHaste" { &[100] } else { &[-100, 100] };
        for &value in values {
            let mut character = Character::default();
            character.set(name, &OptionValue::Spin(value))?;
            rows.push(study_character(settings, &format!("{name} {value:+}"), &character, &done));
        }
    }
    Ok(rows)
}

/// Plays the games of one character.
pub fn study_character(
    settings: &CharacterSettings,
    name: &str,
    character: &Character,
    done: &(impl Fn() + Sync),
) -> CharacterRow {
    let games = (0..settings.games).into_par_iter().map(|number| {
        done();
        play(settings, character, number)
    });
    CharacterRow { name: name.to_owned(), manner: games.reduce(Counts::default, Counts::plus).manner() }
}

/// Plays one game and counts what the character did.
fn play(settings: &CharacterSettings, character: &Character, number: usize) -> Counts {
    let own = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    let player = |character: Character, offset: u64| {
        let mut player = LevelPlayer::new(searcher());
        let seed = 2 * (settings.seed + number as u64) + offset;
        player.configure(&SharedOptions { seed, own_book: false, ..SharedOptions::default() });
        player.set_character(character);
        player
    };
    let mut players = [player(character.clone(), 1), player(Character::default(), 2)];
    let (strength, untimed) = (Strength::of(settings.elo), Limits::default());
    let (mut game, mut counts) = (Game::default(), Counts::default());
    while Ending::of(&game).is_none() && game.moves().len() < MOST_PLIES {
        let turn = game.position().turn();
        let clock = Clock::start(&untimed, turn, Duration::ZERO);
        let player = &mut players[usize::from(turn != own)];
        let decision = player.decide(strength, &game, &untimed, &clock, &Stop::new()).expect("the game goes on");
        if turn == own {
            counts.add_move(&game, &decision);
        }
        game.play(decision.candidates[decision.sampled].scored.mv);
        if game.moves().len() == EARLY {
            counts.traded = Mean::of(PIECES - pieces(game.position()));
        }
    }
    let winner = Ending::of(&game).and_then(Ending::winner);
    counts.points = Mean::of(winner.map_or(0.5, |winner| one_if(winner == own)));
    counts.plies = Mean::of(game.moves().len() as f64);
    counts
}

/// Pieces of both sides that are neither pawns nor kings.
fn pieces(position: &Chess) -> f64 {
    let board = position.board();
    (board.occupied() & !board.pawns() & !board.kings()).count() as f64
}

fn one_if(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// A sum with the number of what was added up.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn of(number: f64) -> Mean {
        Mean { sum: number, count: 1.0 }
    }

    fn add(&mut self, number: f64) {
        *self = self.plus(Mean::of(number));
    }

    fn plus(self, other: Mean) -> Mean {
        Mean { sum: self.sum + other.sum, count: self.count + other.count }
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}

/// Counts over games or moves.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    points: Mean,
    plies: Mean,
    traded: Mean,
    gave: Mean,
    distance: Mean,
    in_enemy_half: Mean,
    blunders: Mean,
    mates: Mean,
    at_once: Mean,
}

impl Counts {
    fn add_move(&mut self, game: &Game, Decision { candidates, sampled, is_at_once }: &Decision) {
        let position = game.position();
        let PersonMove { scored, .. } = &candidates[*sampled];
        let best = candidates.iter().map(|candidate| candidate.scored.score().0).max().unwrap_or_default();
        let is_blunder = best - scored.score().0 >= BLUNDER;
        let after = position.clone().play(scored.mv).expect("the move is legal");
        let gives = Before::of(position, game.moves().last()).pawns_given(scored.mv, &after) >= 1;
        self.blunders.add(one_if(is_blunder));
        self.gave.add(one_if(gives && !is_blunder));
        self.at_once.add(one_if(*is_at_once));
        let is_mate = |one: &PersonMove| position.clone().play(one.scored.mv).is_ok_and(|after| after.is_checkmate());
        if candidates.iter().any(is_mate) {
            self.mates.add(one_if(after.is_checkmate()));
        }
        if game.moves().len() < EARLY {
            self.add_places(&after, position.turn());
        }
    }

    /// Counts the places of the pieces of the side that has moved.
    fn add_places(&mut self, after: &Chess, side: Color) {
        let board = after.board();
        let king = board.king_of(!side).expect("both sides have a king");
        let own = board.by_color(side);
        self.in_enemy_half.add((own & side.fold_wb(Bitboard::NORTH, Bitboard::SOUTH)).count() as f64);
        for square in own & !board.pawns() & !board.kings() {
            self.distance.add(f64::from(square.distance(king)));
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            points: self.points.plus(other.points),
            plies: self.plies.plus(other.plies),
            traded: self.traded.plus(other.traded),
            gave: self.gave.plus(other.gave),
            distance: self.distance.plus(other.distance),
            in_enemy_half: self.in_enemy_half.plus(other.in_enemy_half),
            blunders: self.blunders.plus(other.blunders),
            mates: self.mates.plus(other.mates),
            at_once: self.at_once.plus(other.at_once),
        }
    }

    fn manner(&self) -> Manner {
        Manner {
            score: 100.0 * self.points.mean(),
            plies: self.plies.mean(),
            traded: self.traded.mean(),
            sacrifices: self.gave.sum / self.points.count.max(1.0),
            king_distance: self.distance.mean(),
            in_enemy_half: self.in_enemy_half.mean(),
            blunders: 100.0 * self.blunders.mean(),
            mates: (self.mates.count > 0.0).then(|| 100.0 * self.mates.mean()),
            at_once: 100.0 * self.at_once.mean(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_moves_at_once_does_so_and_the_usual_player_does_not() {
        let settings = CharacterSettings { elo: 1000, games: 2, seed: 3 };
        let manner = |haste| {
            let character = Character { haste, ..Character::default() };
            study_character(&settings, "", &character, &|| ()).manner
        };
        let (usual, hasty) = (manner(0), manner(100));
        assert!(usual.at_once == 0.0 && hasty.at_once > 5.0, "{usual:?}, {hasty:?}");
        assert!((0.0..=100.0).contains(&usual.score) && usual.plies > 10.0, "{usual:?}");
        assert!((1.0..=7.0).contains(&usual.king_distance), "{usual:?}");
    }
}
