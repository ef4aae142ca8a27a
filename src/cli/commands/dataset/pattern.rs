//! `motley dataset pattern`: games as sentences, and who won.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use npyz::{NpyWriter, WriterBuilder as _};
use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Position as _};

use super::{DatasetError, OutputArgs, Sink, Summary, unwritable};
use crate::cli::terminal::files_bar;
use crate::games::file::{GameFile, NO_SCORE, ScoredGame};
use crate::lab::samples::split::{self, Part};
use crate::lab::samples::windows::{WindowSample, balanced, positions};
use crate::nets::pattern::vocabulary::{Index, PADDING, UNKNOWN};
use crate::nets::pattern::{Form, Vocabulary};

#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Besides train.npy, validation.npy and test.npy (positions: where their games begin, how many half moves precede them, who won)
the folder gets words.npy (for each half move of all games the numbers of its words), scores.npy (what an engine thought
before it, where that is known) and vocabulary.json."
)]
pub struct PatternArgs {
    /// Files of games: PGN, plain or compressed with zstd, or an engine's scored games (a name with .bin)
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Half moves before a position that the net will hear; 0: the whole game
    #[arg(long, value_name = "PLIES", default_value_t = 50)]
    window: usize,
    /// How moves are put into words
    #[arg(long, value_enum, default_value_t = Form::San)]
    form: Form,
    /// Positions to draw from each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: usize,
    /// In each file, leave out games of the side that won more often, until both have won equally often
    #[arg(long)]
    balance: bool,
    /// Words that the games of the part `train` hold less often are unknown
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_count: u32,
    /// Games to take at most
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    max_games: u32,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What is kept of a game until its file is read.
struct Taken {
    first: u64,
    plies: usize,
    winner: Color,
    /// A part and a ply for each position.
    positions: Vec<(Part, usize)>,
}

/// Memory holds the words of all games, two bytes each.
pub fn from_games(args: &PatternArgs) -> Result<Summary, DatasetError> {
    let mut summary = Summary::new(&args.output, &args.games);
    let mut sink = Sink::create(&args.output.out)?;
    let mut text = Text::new(args.form);
    let mut scores = Scores::create(&args.output.out)?;
    let mut number = 0;
    let bar = files_bar(&args.games);
    for (source, path) in args.games.iter().enumerate() {
        let mut taken = Vec::new();
        let mut games = GameFile::open(path)?;
        for game in games.by_ref() {
            if summary.taken == args.max_games {
                break;
            }
            match game {
                Err(e) => summary.broken.push(e.to_string()),
                // Counted by the reader.
                Ok(game) if game.game.cut => {}
                Ok(game) => match take(args, &game, text.moves) {
                    Some(of_game) => {
                        let learns = of_game.positions.iter().any(|(part, _)| *part == Part::Train);
                        text.push(&game, learns);
                        scores.push(&game)?;
                        taken.push(of_game);
                        summary.taken += 1;
                    }
                    None => summary.filtered += 1,
                },
            }
        }
        summary.unreadable += games.faults().skipped;
        summary.illegal += games.faults().cut;
        bar.inc(path.metadata().map_or(0, |metadata| metadata.len()));

        let stays = if args.balance {
            balanced(&taken.iter().map(|game| game.winner).collect::<Vec<_>>(), args.output.split.seed)
        } else {
            vec![true; taken.len()]
        };
        for (game, _) in taken.iter().zip(stays).filter(|(_, stays)| *stays) {
            for &(part, ply) in &game.positions {
                let sample = WindowSample {
                    first: game.first,
                    plies: game.plies as u16,
                    ply: ply as u16,
                    white_won: u8::from(game.winner == Color::White),
                    game: number,
                    source: source as u8,
                };
                sink.push(part, &sample)?;
            }
            number += 1;
        }
    }
    bar.finish_and_clear();
    scores.finish()?;
    text.write(args)?;
    sink.finish(summary)
}

/// What the samples need of a game that somebody won, from the start position on.
fn take(args: &PatternArgs, ScoredGame { game, .. }: &ScoredGame, first: u64) -> Option<Taken> {
    let winner = game.outcome.winner()?;
    let plies = game.moves.len();
    if game.start != Chess::default() || !(2..=usize::from(u16::MAX)).contains(&plies) {
        return None;
    }
    let plies_drawn = positions(game, args.positions, args.output.split.seed);
    let parts = args.output.split.split().parts(split::of_moves(game));
    Some(Taken { first, plies, winner, positions: parts.zip(plies_drawn).collect() })
}

/// The words of all games, numbered as they come.
struct Text {
    form: Form,
    words: Vec<u16>,
    moves: u64,
    numbers: FxHashMap<String, u16>,
    /// How often each word stands in games to learn from.
    counts: Vec<u32>,
}

/// In [`Text::words`]: no word, and one beyond what 16 bits can number.
const NOTHING: u16 = u16::MAX;
const BEYOND: u16 = u16::MAX - 1;

impl Text {
    fn new(form: Form) -> Text {
        let mut text = Text { form, words: Vec::new(), moves: 0, numbers: FxHashMap::default(), counts: Vec::new() };
        for word in form.all_words().unwrap_or_default() {
            text.number(&word);
        }
        text
    }

    fn number(&mut self, word: &str) -> u16 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        if self.counts.len() == usize::from(BEYOND) {
            return BEYOND;
        }
        let number = self.counts.len() as u16;
        self.numbers.insert(word.to_owned(), number);
        self.counts.push(0);
        number
    }

    fn push(&mut self, ScoredGame { game, .. }: &ScoredGame, learns: bool) {
        let mut position = game.start.clone();
        for &mv in &game.moves {
            for word in self.form.words(&position, mv) {
                let number = if word.is_empty() { NOTHING } else { self.number(&word) };
                if let Some(count) = self.counts.get_mut(usize::from(number)) {
                    *count += u32::from(learns);
                }
                self.words.push(number);
            }
            position.play_unchecked(mv);
        }
        self.moves += game.moves.len() as u64;
    }

    /// Numbers the words anew, the most frequent first, and writes them with their vocabulary. Where a form lists its
    /// words, they stay as they are.
    fn write(self, args: &PatternArgs) -> Result<(), DatasetError> {
        let mut words: Vec<(String, u16)> = self.numbers.into_iter().collect();
        if args.form.all_words().is_some() {
            words.sort_by_key(|(_, number)| *number);
        } else {
            let count = |number: u16| self.counts[usize::from(number)];
            words.retain(|(_, number)| count(*number) >= args.min_count.max(1));
            words.sort_by(|a, b| (count(b.1), &a.0).cmp(&(count(a.1), &b.0)));
        }
        let mut renumbered = vec![UNKNOWN; usize::from(u16::MAX) + 1];
        renumbered[usize::from(NOTHING)] = PADDING;
        for (index, (_, number)) in words.iter().enumerate() {
            renumbered[usize::from(*number)] = PADDING + 2 + index as Index;
        }
        let vocabulary = Vocabulary::new(args.form, args.window, words.into_iter().map(|(word, _)| word).collect());

        let folder = &args.output.out;
        let write = || -> io::Result<()> {
            fs::write(folder.join("vocabulary.json"), vocabulary.to_json())?;
            let mut file = array::<u16>(&folder.join("words.npy"))?;
            self.words.iter().try_for_each(|&word| file.push(&renumbered[usize::from(word)]))?;
            file.finish()
        };
        write().map_err(|source| unwritable(folder, source))
    }
}

fn array<T: npyz::AutoSerialize>(path: &Path) -> io::Result<NpyWriter<T, BufWriter<File>>> {
    npyz::WriteOptions::new().default_dtype().writer(BufWriter::new(File::create(path)?)).begin_1d()
}

/// What an engine thought, one number for each half move.
struct Scores<'a> {
    folder: &'a Path,
    file: NpyWriter<i16, BufWriter<File>>,
}

impl Scores<'_> {
    fn create(folder: &Path) -> Result<Scores<'_>, DatasetError> {
        let file = array(&folder.join("scores.npy")).map_err(|source| unwritable(folder, source))?;
        Ok(Scores { folder, file })
    }

    fn push(&mut self, game: &ScoredGame) -> Result<(), DatasetError> {
        let scores = (0..game.game.moves.len()).map(|ply| game.scores.get(ply).copied().unwrap_or(NO_SCORE));
        self.file.extend(scores).map_err(|source| unwritable(self.folder, source))
    }

    fn finish(self) -> Result<(), DatasetError> {
        self.file.finish().map_err(|source| unwritable(self.folder, source))
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use super::*;

    const GAMES: &str = "[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n[Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n\
                         [Result \"1-0\"]\n\nd4 f5 c4 1-0\n\n";

    struct Made {
        samples: Vec<WindowSample>,
        words: Vec<u16>,
        vocabulary: Vocabulary,
    }

    fn made(name: &str, flags: &[&str]) -> Made {
        let folder = std::env::temp_dir().join(format!("motley-pattern-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("games.pgn"), GAMES).unwrap();
        let (games, out) = (folder.join("games.pgn").display().to_string(), folder.display().to_string());
        let fixed = ["pattern", &games, "--out", &out, "--min-count", "0", "--validation", "0", "--test", "0"];
        assert_eq!(super::super::run(&crate::cli::terminal::parsed(&[&fixed, flags].concat())), ExitCode::SUCCESS);
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        let made = Made {
            samples: npyz::NpyFile::new(&read("train.npy")[..]).unwrap().into_vec().unwrap(),
            words: npyz::NpyFile::new(&read("words.npy")[..]).unwrap().into_vec().unwrap(),
            vocabulary: Vocabulary::open(&folder.join("vocabulary.json")).unwrap(),
        };
        fs::remove_dir_all(&folder).unwrap();
        made
    }

    #[test]
    fn decisive_games_become_words_and_positions() {
        let made = made("san", &["--positions", "3"]);
        assert_eq!((made.samples.len(), made.words.len()), (9, 11), "three games of 4, 4 and 3 half moves");
        let second = made.samples[3];
        assert_eq!((second.first, second.plies, second.white_won), (4, 4, 0));
        let mut position = Chess::default();
        for (san, number) in ["f3", "e5", "g4", "Qh4#"].iter().zip(&made.words[4..8]) {
            let mv = san
                .parse::<shakmaty::san::San>()
                .unwrap_or_else(|_| "Qh4".parse().unwrap())
                .to_move(&position)
                .unwrap();
            assert_eq!(made.vocabulary.numbers(&position, mv).next(), Some(*number), "{san}");
            position.play_unchecked(mv);
        }
        assert_eq!(made.words[5], made.words[1], "both games hold ~e5");
        assert_eq!(made.words[1], 2, "the word that comes most often is the first");
    }

    #[test]
    fn balancing_leaves_as_many_games_of_each_side() {
        let samples = made("balanced", &["--positions", "1", "--balance"]).samples;
        assert_eq!(samples.iter().map(|sample| u32::from(sample.white_won)).sum::<u32>(), 1);
        assert_eq!(samples.len(), 2);
    }

    #[test]
    fn parts_stand_in_their_places() {
        let made = made("parts", &["--form", "parts"]);
        assert_eq!(made.words.len(), 11 * Form::Parts.words_a_move());
        let mate = &made.words[7 * 6..8 * 6];
        assert!(
            mate[..3].iter().all(|&word| word > UNKNOWN) && mate[3..5] == [PADDING; 2] && mate[5] > UNKNOWN,
            "{mate:?}"
        );
    }
}
