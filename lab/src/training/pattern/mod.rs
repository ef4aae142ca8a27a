//! Samples of won games, for Pattern's nets: the words of their moves, and random positions with the winner.

pub mod sample;
mod words;

use std::io;

use shakmaty::Color;

use crate::training::SampleWriter;
use crate::training::arrays::write_array;
use crate::training::pattern::sample::{DRAWN, WindowSample, balanced, positions};
use crate::training::pattern::words::GameWords;
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::games::file::{NO_SCORE, ScoredGame};
use motley::games::filter::{GameFilter, ResultRule};
use motley::games::inputs::{OpenGames, WON_GAMES, visit_games};
use motley::games::split::{self, Part};
use motley::nets::pattern::Form;

/// The settings by which games become samples.
#[derive(Clone, Copy, Debug)]
pub struct WindowSettings {
    /// Plies before a position that the net will read; 0: the whole game.
    pub window: usize,
    /// The form of moves as words.
    pub form: Form,
    /// Positions to sample from each game.
    pub positions: usize,
    /// In each file, leave out games of the side that won more often, until both have won equally often.
    pub balance: bool,
    /// Take drawn games too.
    pub draws: bool,
    /// Words that the games of the part `train` hold less often are unknown.
    pub min_count: u32,
}

/// A game, as it is kept until its file is read.
struct EndedGame {
    /// Plies of all games before it.
    first: u64,
    plies: usize,
    /// None: it was drawn.
    winner: Option<Color>,
    /// A part and a ply for each position.
    positions: Vec<(Part, usize)>,
}

/// Writes besides the samples `words.npy` (for each ply of all games the numbers of its words), `scores.npy` (an
/// engine's score before it) and `vocabulary.json`. Memory holds all words and scores, two bytes each.
///
/// # Errors
/// Fails if a file cannot be opened, no sample was made, or the folder cannot be written.
pub fn windows_from_games(
    job: &DatasetJob,
    settings: &WindowSettings,
    open: &mut OpenGames<'_>,
) -> Result<Summary, DatasetError> {
    make(job, |Collector { folder, writer, counts }| {
        let mut words = GameWords::new(settings.form);
        let mut scores: Vec<i16> = Vec::new();
        let mut number = 0;
        for (source, file) in job.files.iter().enumerate() {
            let mut games = Vec::new();
            visit_games(std::slice::from_ref(file), open, job.max_games, counts, |game, _| {
                let Some(ended) = ended_game(job, settings, &game, words.moves()) else {
                    return Ok::<_, DatasetError>(false);
                };
                words.push(&game.game, ended.positions.iter().any(|(part, _)| *part == Part::Train));
                scores.extend((0..ended.plies).map(|ply| game.scores.get(ply).copied().unwrap_or(NO_SCORE)));
                games.push(ended);
                Ok(true)
            })?;
            if settings.balance {
                balance(&mut games, job.split.seed);
            }
            for game in &games {
                push(writer, game, number, source).map_err(|source| unwritable(job, source))?;
                number += 1;
            }
        }
        let write = || -> io::Result<()> {
            write_array(&folder.path().join("scores.npy"), scores.iter().copied())?;
            words.write(folder.path(), settings.window, settings.min_count)
        };
        write().map_err(|source| unwritable(job, source))
    })
}

/// The data that the samples need of a game from the initial position on that one side won, or that may be drawn;
/// `first` plies precede it.
fn ended_game(
    job: &DatasetJob,
    settings: &WindowSettings,
    ScoredGame { game, .. }: &ScoredGame,
    first: u64,
) -> Option<EndedGame> {
    let (winner, plies) = (game.outcome.winner(), game.moves.len());
    let result = if settings.draws { ResultRule::Known } else { ResultRule::Decisive };
    let filter = GameFilter { result, ..WON_GAMES };
    if !filter.accepts(game) || plies > usize::from(u16::MAX) {
        return None;
    }
    let sampled_plies = positions(game, settings.positions, job.split.seed);
    let parts = job.split.parts(split::of_moves(game));
    Some(EndedGame { first, plies, winner, positions: parts.zip(sampled_plies).collect() })
}

/// Drawn games stay.
fn balance(games: &mut Vec<EndedGame>, seed: u64) {
    let winners: Vec<Color> = games.iter().filter_map(|game| game.winner).collect();
    let mut stays = balanced(&winners, seed).into_iter();
    games.retain(|game| game.winner.is_none() || stays.next().unwrap_or_default());
}

fn push(writer: &mut SampleWriter<WindowSample>, game: &EndedGame, number: u32, source: usize) -> io::Result<()> {
    game.positions.iter().try_for_each(|&(part, ply)| {
        let sample = WindowSample {
            first: game.first,
            plies: game.plies as u16,
            ply: ply as u16,
            white_won: game.winner.map_or(DRAWN, |winner| u8::from(winner == Color::White)),
            game: number,
            source: source as u8,
        };
        writer.push(part, &sample)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Cursor;
    use std::path::Path;

    use shakmaty::{Chess, Position as _};

    use super::*;
    use motley::chess::notation::parse_move;
    use motley::games::file::GameFile;
    use motley::games::split::{Split, Unit};
    use motley::nets::pattern::Vocabulary;
    use motley::nets::pattern::vocabulary::{PADDING, UNKNOWN};

    const GAMES: &str = "[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n\
                         [Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n[Result \"1-0\"]\n\nd4 f5 c4 1-0\n\n";
    const SETTINGS: WindowSettings =
        WindowSettings { window: 50, form: Form::San, positions: 1, balance: false, draws: false, min_count: 0 };

    struct Made {
        samples: Vec<WindowSample>,
        words: Vec<u16>,
        scores: Vec<i16>,
        vocabulary: Vocabulary,
    }

    fn made(name: &str, settings: &WindowSettings) -> Made {
        let out = std::env::temp_dir().join(format!("motley-windows-{name}-{}", std::process::id()));
        let split = Split { unit: Unit::Game, validation: 0.0, test: 0.0, seed: 1 };
        let job = DatasetJob {
            files: vec!["in.pgn".into()],
            out: out.clone(),
            overwrite: motley::files::Overwrite::Nothing,
            split,
            max_games: u64::MAX,
            shard: None,
        };
        windows_from_games(&job, settings, &mut |path: &Path| GameFile::new(path, Cursor::new(GAMES)))
            .expect("sound games");
        let read = |name: &str| fs::read(out.join(name)).expect("the file is there");
        let made = Made {
            samples: npyz::NpyFile::new(&read("train.npy")[..]).unwrap().into_vec().unwrap(),
            words: npyz::NpyFile::new(&read("words.npy")[..]).unwrap().into_vec().unwrap(),
            scores: npyz::NpyFile::new(&read("scores.npy")[..]).unwrap().into_vec().unwrap(),
            vocabulary: Vocabulary::open(&out.join("vocabulary.json")).unwrap(),
        };
        fs::remove_dir_all(&out).expect("the test's own folder");
        made
    }

    #[test]
    fn decisive_games_become_words_and_positions() {
        let made = made("san", &WindowSettings { positions: 3, ..SETTINGS });
        assert_eq!((made.samples.len(), made.words.len()), (9, 11), "three games of 4, 4 and 3 half moves");
        assert_eq!(made.scores, [NO_SCORE; 11]);
        let second = made.samples[3];
        assert_eq!((second.first, second.plies, second.white_won), (4, 4, 0));
        let mut position = Chess::default();
        for (san, number) in ["f3", "e5", "g4", "Qh4#"].iter().zip(&made.words[4..8]) {
            let mv = parse_move(&position, san).expect("a legal move");
            assert_eq!(made.vocabulary.numbers(&position, mv).next(), Some(*number), "{san}");
            position.play_unchecked(mv);
        }
        assert_eq!(made.words[5], made.words[1], "both games hold ~e5");
        assert_eq!(made.words[1], 2, "the word that comes most often is the first");
    }

    #[test]
    fn balancing_leaves_as_many_games_of_each_side() {
        let samples = made("balanced", &WindowSettings { balance: true, ..SETTINGS }).samples;
        assert_eq!(samples.iter().map(|sample| u32::from(sample.white_won)).sum::<u32>(), 1);
        assert_eq!(samples.len(), 2);
    }

    #[test]
    fn drawn_games_are_taken_where_they_are_asked_for() {
        let samples = made("drawn", &WindowSettings { balance: true, draws: true, ..SETTINGS }).samples;
        let mut results: Vec<u8> = samples.iter().map(|sample| sample.white_won).collect();
        results.sort_unstable();
        assert_eq!(results, [0, 1, DRAWN]);
    }

    #[test]
    fn words_of_the_form_parts_stand_in_their_columns() {
        let made = made("parts", &WindowSettings { form: Form::Parts, ..SETTINGS });
        assert_eq!(made.words.len(), 11 * Form::Parts.words_a_move());
        let mate = &made.words[7 * 6..8 * 6];
        let known = |words: &[u16]| words.iter().all(|&word| word > UNKNOWN);
        assert!(known(&mate[..3]) && mate[3..5] == [PADDING; 2] && known(&mate[5..]), "{mate:?}");
    }

    #[test]
    fn rare_words_are_unknown() {
        let made = made("rare", &WindowSettings { min_count: 2, ..SETTINGS });
        assert_eq!(made.words.iter().filter(|&&word| word != UNKNOWN).count(), 2, "only ~e5 comes twice");
    }
}
