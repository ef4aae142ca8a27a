//! The popularity of each move of an opening, by rating: counted in games, also where no named line has the move.

use std::fmt::Write as _;
use std::io::Read as _;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move};

use crate::chess::key::position_key;
use crate::chess::packed::PackedMove;
use crate::chess::replay::positions;
use crate::files::{Shipped, shipped};
use crate::games::pgn::PgnGame;

/// Ratings of the mover from which the second, third and fourth band begin.
pub const BAND_EDGES: [u16; 3] = [1250, 1550, 1850];
/// Bands of ratings.
pub const BANDS: usize = BAND_EDGES.len() + 1;

/// Plies of a game that are counted.
pub const COUNTED_PLIES: usize = 20;
/// A position is kept with so many games, a move with so many of them and with this share.
const LEAST_GAMES: u32 = 40;
const LEAST_PLAYED: u32 = 5;
const LEAST_SHARE: f64 = 0.01;

/// A move that so many of the games play, and this share of them, is popular: people play it, whatever it is called.
pub const POPULAR_GAMES: u32 = 20;
pub const POPULAR_SHARE: f64 = 0.1;

/// Made by `motley openings popular`; `books/README.md` says from what.
const TABLE: Shipped = shipped!("books/popular.txt.zst");

static EMBEDDED: LazyLock<PopularMoves> = LazyLock::new(|| {
    // Where it lies beside the program and cannot be had, no move is popular.
    let Ok(table) = TABLE.read() else { return PopularMoves::default() };
    let mut text = String::new();
    zstd::Decoder::new(&*table)
        .and_then(|mut decoder| decoder.read_to_string(&mut text))
        .expect("the embedded table is read by a test");
    PopularMoves::read(&text).expect("the embedded table is read by a test")
});

/// A move with the games that played it, by band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    mv: PackedMove,
    games: [u32; BANDS],
}

/// Counts of moves by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PopularMoves {
    moves: FxHashMap<u64, Vec<Counted>>,
}

/// The frequency of a move in its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Popularity {
    pub games: u32,
    /// Of the games that were counted there, from 0 to 1.
    pub share: f64,
}

impl Popularity {
    /// Returns true if people play it often, whatever it is called.
    pub fn is_popular(self) -> bool {
        self.games >= POPULAR_GAMES && self.share >= POPULAR_SHARE
    }
}

/// The band of a rating.
fn band(elo: u16) -> usize {
    BAND_EDGES.iter().filter(|&&edge| elo >= edge).count()
}

impl PopularMoves {
    /// The counts inside the program.
    pub fn embedded() -> &'static PopularMoves {
        &EMBEDDED
    }

    /// Reads a table: in each line a key in hexadecimal digits, then moves with their games by band,
    /// `e2e4:12/30/40/5`. `None` where a line is none.
    pub fn read(text: &str) -> Option<PopularMoves> {
        let mut moves = FxHashMap::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let key = u64::from_str_radix(words.next()?, 16).ok()?;
            let counted = |word: &str| {
                let (mv, games) = word.split_once(':')?;
                let games: Vec<u32> = games.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
                Some(Counted { mv: PackedMove::read(mv)?, games: games.try_into().ok()? })
            };
            moves.insert(key, words.map(counted).collect::<Option<Vec<_>>>()?);
        }
        Some(PopularMoves { moves })
    }

    /// The same counts make the same text.
    pub fn write(&self) -> String {
        let mut rows: Vec<_> = self.moves.iter().collect();
        rows.sort_by_key(|(key, _)| **key);
        let mut text = String::new();
        for (key, moves) in rows {
            let _ = write!(text, "{key:016x}");
            for Counted { mv, games } in moves {
                let _ = write!(text, " {}:{}", mv.text(), games.map(|games| games.to_string()).join("/"));
            }
            text.push('\n');
        }
        text
    }

    /// Positions that are kept.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Games in which players of a rating's band played a move in a position.
    pub fn near(&self, position: &Chess, mv: Move, elo: u16) -> f64 {
        let packed = PackedMove::new(mv);
        let counted = self.counted(position).iter().find(|counted| counted.mv == packed);
        counted.map_or(0.0, |counted| f64::from(counted.games[band(elo)]))
    }

    /// The frequency of a move in a position among people of all ratings; `None` where it is not kept.
    pub fn popularity(&self, position: &Chess, mv: Move) -> Option<Popularity> {
        let packed = PackedMove::new(mv);
        let all = self.all(position);
        let games = |counted: &Counted| counted.games.iter().sum::<u32>();
        let found = self.counted(position).iter().find(|counted| counted.mv == packed)?;
        Some(Popularity { games: games(found), share: f64::from(games(found)) / f64::from(all.max(1)) })
    }

    /// The popular moves of a position, the most played first.
    pub fn popular(&self, position: &Chess) -> Vec<(Move, Popularity)> {
        let known = self.counted(position).iter().filter_map(|counted| {
            let mv = counted.mv.unpack(position)?;
            Some((mv, self.popularity(position, mv)?))
        });
        let mut popular: Vec<_> = known.filter(|(_, popularity)| popularity.is_popular()).collect();
        popular.sort_by_key(|(_, popularity)| std::cmp::Reverse(popularity.games));
        popular
    }

    /// The games that were counted in a position, as far as its moves are kept.
    fn all(&self, position: &Chess) -> u32 {
        self.counted(position).iter().flat_map(|counted| counted.games).sum()
    }

    fn counted(&self, position: &Chess) -> &[Counted] {
        self.moves.get(&position_key(position)).map_or(&[], Vec::as_slice)
    }
}

/// Counts the moves of games.
#[derive(Default)]
pub struct MoveCounter {
    moves: FxHashMap<(u64, u16), [u32; BANDS]>,
    games: u64,
}

impl MoveCounter {
    /// Counts the first moves of a game from the usual start position, each for the band of its mover. A player without
    /// a rating counts for nothing.
    pub fn add(&mut self, game: &PgnGame) {
        if game.start != Chess::default() {
            return;
        }
        self.games += 1;
        let ratings = [game.tags.white_elo(), game.tags.black_elo()];
        let counted = game.moves.len().min(COUNTED_PLIES);
        for (ply, position, mv) in positions(&Chess::default(), &game.moves[..counted]) {
            let Some(elo) = ratings[usize::from(Color::from_white(ply % 2 == 0) == Color::Black)] else { continue };
            let entry = self.moves.entry((position_key(&position), PackedMove::new(mv).bits())).or_default();
            entry[band(elo)] += 1;
        }
    }

    /// Games that were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The moves that were played often enough.
    pub fn finish(self) -> PopularMoves {
        let mut totals: FxHashMap<u64, u32> = FxHashMap::default();
        for ((key, _), games) in &self.moves {
            *totals.entry(*key).or_default() += games.iter().sum::<u32>();
        }
        let mut moves: FxHashMap<u64, Vec<Counted>> = FxHashMap::default();
        for ((key, bits), games) in self.moves {
            let (all, played) = (totals[&key], games.iter().sum::<u32>());
            if all >= LEAST_GAMES && played >= LEAST_PLAYED && f64::from(played) >= LEAST_SHARE * f64::from(all) {
                moves.entry(key).or_default().push(Counted { mv: PackedMove::from_bits(bits), games });
            }
        }
        let order = |counted: &Counted| (std::cmp::Reverse(counted.games.iter().sum::<u32>()), counted.mv.bits());
        moves.values_mut().for_each(|moves| moves.sort_by_key(order));
        PopularMoves { moves }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::chess::notation::{parse_moves, san};
    use crate::chess::replay::position_after;
    use crate::games::pgn::PgnReader;

    fn after(moves: &str) -> Chess {
        position_after(&Chess::default(), &parse_moves(moves).expect("legal"))
    }

    #[test]
    fn moves_are_counted_by_position_and_by_the_rating_of_their_mover() {
        let game = |elo: u16, moves: &str| format!("[WhiteElo \"{elo}\"]\n[BlackElo \"2000\"]\n\n{moves} *\n\n");
        let text = game(1000, "e4 e5").repeat(30) + &game(1400, "d4 d5").repeat(25) + &game(1600, "c4").repeat(4);
        let mut counter = MoveCounter::default();
        for game in PgnReader::new(Cursor::new(text)).expect("text") {
            counter.add(&game.expect("reads"));
        }
        assert_eq!(counter.games(), 59);
        let counted = counter.finish();
        let start = Chess::default();
        let move_of = |text: &str| parse_moves(text).expect("legal")[0];
        assert_eq!(counted.near(&start, move_of("e4"), 1200), 30.0);
        assert_eq!(counted.near(&start, move_of("e4"), 1250), 0.0, "another band");
        assert_eq!(counted.near(&start, move_of("d4"), 1400), 25.0);
        assert!(counted.popularity(&start, move_of("c4")).is_none(), "four games are too few");
        let popularity = counted.popularity(&start, move_of("e4")).expect("kept");
        assert!(popularity.games == 30 && (popularity.share - 30.0 / 55.0).abs() < 1e-9, "{popularity:?}");
        assert!(counted.counted(&after("e4")).is_empty(), "30 games are too few for a position");
        assert_eq!(PopularMoves::read(&counted.write()), Some(counted));
    }

    #[test]
    fn the_embedded_counts_have_what_people_play() {
        let counted = PopularMoves::embedded();
        assert!(counted.len() > 1000, "{}", counted.len());
        let first = |moves: &str| {
            let position = after(moves);
            counted.popular(&position).first().map(|(mv, _)| san(&position, *mv))
        };
        assert_eq!(first("").as_deref(), Some("e4"));
        let vienna = after("e4 e5 Nc3 Bc5");
        let names: Vec<String> = counted.popular(&vienna).iter().map(|(mv, _)| san(&vienna, *mv)).collect();
        assert!(names.contains(&"f4".to_owned()), "{names:?}");
    }

    #[test]
    fn damaged_tables_are_refused() {
        for text in ["x", "0123 e2e4", "0123 e2e4:1/2/3", "0123 e2e4:1/2/3/x", "0123 e2e9:1/2/3/4"] {
            assert_eq!(PopularMoves::read(text), None, "{text}");
        }
    }
}
