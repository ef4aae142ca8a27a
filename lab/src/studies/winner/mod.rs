//! The accuracy of Pattern's nets in naming the side that will win, on games that they have not seen.

mod blunders;
mod charts;
mod report;

use std::path::PathBuf;

use shakmaty::{Chess, Color, Position as _, Role};

use crate::studies::threads::divide_work;
use crate::training::pattern::sample::{balanced, positions};
use motley::chess::material;
use motley::games::file::GamesError;
use motley::games::inputs::{InputCounts, InputError, OpenGames, PartFilter, WON_GAMES, visit_games};
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::nets::NetError;
use motley::nets::pattern::Reader;

pub use self::blunders::{BlunderReport, study_blunders};
pub use self::charts::charts;
pub use self::report::{Baselines, CalibrationBin, EvenMen, PlyBand, PredictionReport};

/// The games to read, and the number of their positions.
#[derive(Clone, Copy, Debug)]
pub struct PredictionSettings {
    /// Positions to sample from each game.
    pub positions: usize,
    /// Games to use at most, the first of each file.
    pub max_games: u64,
    /// In each file, leave out games of the side that won more often, until both have won equally often.
    pub balance: bool,
    pub part: PartFilter,
    /// The random seed of the positions and of the balance.
    pub seed: u64,
}

/// A net's prediction for one position, with the result of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinPrediction {
    /// The logarithm of the odds that White wins.
    pub logit: f32,
    pub white_won: bool,
    /// Plies before the position, and after it.
    pub ply: usize,
    pub left: usize,
    /// White's pieces minus Black's, in pawns.
    pub material: i32,
}

/// The games of the files that one side won, as many as the settings allow.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn read_won_games(
    files: &[PathBuf],
    settings: &PredictionSettings,
    open: &mut OpenGames<'_>,
) -> Result<(Vec<PgnGame>, InputCounts), InputError> {
    let (mut all, mut counts) = (Vec::new(), InputCounts::default());
    for file in files {
        let mut games = Vec::new();
        let most = counts.taken.saturating_add(settings.max_games);
        visit_games(std::slice::from_ref(file), open, most, &mut counts, |game, _| {
            let accepted = WON_GAMES.accepts(&game.game) && settings.part.accepts(split::of_moves(&game.game));
            if accepted {
                games.push(game.game);
            }
            Ok::<_, GamesError>(accepted)
        })?;
        if settings.balance {
            let winners: Vec<Color> = games.iter().filter_map(|game| game.outcome.winner()).collect();
            let mut stays = balanced(&winners, settings.seed).into_iter();
            games.retain(|_| stays.next().unwrap_or_default());
            let left_out = (winners.len() - games.len()) as u64;
            counts.taken -= left_out;
            counts.filtered += left_out;
        }
        all.append(&mut games);
    }
    Ok((all, counts))
}

/// The predictions for random positions of the games; each of `readers` works on a thread of its own.
///
/// # Errors
/// [`NetError::Run`].
pub fn predict_winners(
    readers: &mut [Reader],
    games: &[PgnGame],
    settings: &PredictionSettings,
) -> Result<Vec<WinPrediction>, NetError> {
    let parts = divide_work(readers, games, |reader, games| {
        let mut predictions = Vec::new();
        for game in games {
            let plies = positions(game, settings.positions, settings.seed);
            predictions.extend(predict_winner(reader, game, &plies)?);
        }
        Ok(predictions)
    })?;
    Ok(parts.concat())
}

/// The predictions after so many plies of a game, with the material on the board then.
fn predict_winner(reader: &mut Reader, game: &PgnGame, plies: &[usize]) -> Result<Vec<WinPrediction>, NetError> {
    let sequence = reader.encode(&game.start, &game.moves);
    let logits = reader.logits(&sequence, plies)?;
    let mut materials = vec![material(&game.start)];
    let mut position = game.start.clone();
    for &mv in &game.moves {
        position.play_unchecked(mv);
        materials.push(material(&position));
    }
    let white_won = game.outcome.winner() == Some(Color::White);
    let left = |ply: usize| game.moves.len() - ply;
    let predictions = plies.iter().zip(logits).map(|(&ply, logit)| WinPrediction {
        logit,
        white_won,
        ply,
        left: left(ply),
        material: materials[ply],
    });
    Ok(predictions.collect())
}

/// White's material less Black's: pawns 1, knights and bishops 3, rooks 5, queens 9.
fn material(position: &Chess) -> i32 {
    material::balance(position.board(), Color::White) / material::value(Role::Pawn)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use motley::games::file::GameFile;
    use motley::nets::RuntimeChoice;
    use motley::nets::pattern::PatternNet;

    const GAMES: &str = "[Result \"1-0\"]\n\ne4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0\n\n\
                         [Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n\
                         [Result \"1-0\"]\n\ne4 d5 exd5 Qxd5 Nc3 Qd8 1-0\n\n\
                         [Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n";
    const SETTINGS: PredictionSettings =
        PredictionSettings { positions: 3, max_games: u64::MAX, balance: false, part: PartFilter(None), seed: 1 };

    fn read(settings: &PredictionSettings) -> (Vec<PgnGame>, InputCounts) {
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(GAMES));
        read_won_games(&["games.pgn".into()], settings, &mut open).expect("memory can be read")
    }

    #[test]
    fn games_are_read_balanced_and_as_many_as_allowed() {
        let (games, counts) = read(&PredictionSettings { balance: true, ..SETTINGS });
        assert_eq!((games.len(), counts.taken, counts.filtered), (2, 2, 2), "one of White's games and the drawn one");
        let (games, counts) = read(&PredictionSettings { max_games: 1, ..SETTINGS });
        assert_eq!((games.len(), counts.taken), (1, 1));
    }

    #[test]
    fn every_position_gets_a_prediction_with_its_result() {
        let games = read(&SETTINGS).0;
        let mut readers = [(); 2]
            .map(|()| Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net"));
        let predictions = predict_winners(&mut readers, &games, &SETTINGS).expect("the net runs");
        assert_eq!(predictions.len(), 9);
        assert!(predictions.iter().skip(3).take(3).all(|prediction| !prediction.white_won && prediction.ply < 4));
        assert!(predictions.iter().all(|prediction| prediction.left > 0 && prediction.ply > 0));
    }

    #[test]
    fn material_counts_in_pawns() {
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
        assert_eq!(material(&fen.into_position(shakmaty::CastlingMode::Standard).unwrap()), 8);
    }
}
