//! A book from games: what was played in each position, and how it scored.

use std::collections::HashMap;

use shakmaty::{Color, KnownOutcome, Position};

use super::entry::{Entry, PolyglotMove};
use super::reader::{Book, BookError};
use super::results::ResultShares;
use crate::chess::key::polyglot_key;
use crate::chess::replay::positions;
use crate::games::filter::{GameFilter, StartRule, Unrated};
use crate::games::pgn::PgnGame;

/// The most moves of positions counted at once (some 140 MB). Beyond it the rarest are dropped: what is rare in the
/// first million games seldom becomes a book move in the next.
const MAX_COUNTED: usize = 3_500_000;

/// The rules for games that count, and for moves that become book moves.
#[derive(Clone, Debug, PartialEq)]
pub struct BookRules {
    /// Games a move must have been played in.
    pub min_count: u32,
    /// Plies of each game that count.
    pub max_ply: usize,
    /// Rating that both players must have; 0 asks for no rating.
    pub min_elo: u16,
    /// Least score of the mover's side, wins and half the draws over all, from 0 to 1.
    pub min_score: f64,
    /// Least share of the games in the same position, from 0 to 1.
    pub min_share: f64,
    /// Every move weighs the same, instead of twice its wins plus its draws.
    pub uniform: bool,
}

/// The games and positions that a book was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookSummary {
    /// Games that count.
    pub games: u64,
    /// Games without a result, of another variant, or with players below the rating.
    pub passed_over: u64,
    /// Plies counted.
    pub plies: u64,
    /// Positions in the book.
    pub positions: usize,
    /// Moves of these positions, one entry each.
    pub entries: usize,
}

/// Results of the games in which a move was played, from the mover's side.
#[derive(Clone, Copy, Default)]
struct MoveResults {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl MoveResults {
    fn record(&mut self, outcome: KnownOutcome, mover: Color) {
        match outcome.winner() {
            None => self.draws += 1,
            Some(winner) if winner == mover => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    fn count(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Twice the points, as Polyglot weighs a move.
    fn points(self) -> u64 {
        2 * u64::from(self.wins) + u64::from(self.draws)
    }

    fn shares(self) -> ResultShares {
        ResultShares::of_games(self.wins, self.draws, self.losses)
    }

    fn score(self) -> f64 {
        self.points() as f64 / (2.0 * f64::from(self.count()))
    }
}

/// Counts games and makes a book of them. The same games in the same order make the same bytes.
pub struct BookBuilder {
    rules: BookRules,
    counted: HashMap<(u64, PolyglotMove), MoveResults>,
    summary: BookSummary,
}

impl BookBuilder {
    pub fn new(rules: BookRules) -> BookBuilder {
        BookBuilder { rules, counted: HashMap::new(), summary: BookSummary::default() }
    }

    /// Counts the opening of a game, if the game counts.
    pub fn add(&mut self, game: &PgnGame) {
        let Some(outcome) = self.counted_outcome(game) else {
            self.summary.passed_over += 1;
            return;
        };
        self.summary.games += 1;

        for (_, position, mv) in positions(&game.start, &game.moves).take(self.rules.max_ply) {
            let results = self.counted.entry((polyglot_key(&position), PolyglotMove::pack(mv))).or_default();
            results.record(outcome, position.turn());
            self.summary.plies += 1;
        }
        if self.counted.len() > MAX_COUNTED {
            self.drop_the_rarest();
        }
    }

    /// The book of all games so far.
    ///
    /// # Errors
    /// [`BookError::Empty`] when no move keeps the rules; `name` stands in the error.
    pub fn finish(mut self, name: &str) -> Result<(Book, BookSummary), BookError> {
        let mut moves: Vec<(u64, PolyglotMove, MoveResults)> =
            self.counted.drain().map(|((key, mv), results)| (key, mv, results)).collect();
        moves.sort_unstable_by_key(|&(key, mv, _)| (key, mv));

        let mut bytes = Vec::new();
        for position in moves.chunk_by(|a, b| a.0 == b.0) {
            let entries = self.entries_of(position);
            self.summary.positions += usize::from(!entries.is_empty());
            self.summary.entries += entries.len();
            bytes.extend(entries.iter().flat_map(|entry| entry.to_bytes()));
        }
        Ok((Book::from_bytes(bytes, name)?, self.summary))
    }

    /// The result of a game that counts.
    fn counted_outcome(&self, game: &PgnGame) -> Option<KnownOutcome> {
        let filter = GameFilter {
            min_elo: self.rules.min_elo,
            unrated: Unrated::Reject,
            start: StartRule::Standard,
            accept_cut: true,
            ..GameFilter::ALL
        };
        game.outcome.known().filter(|_| filter.accepts(game))
    }

    /// One position's entries, the heaviest first.
    fn entries_of(&self, moves: &[(u64, PolyglotMove, MoveResults)]) -> Vec<Entry> {
        let rules = &self.rules;
        let games: u64 = moves.iter().map(|(.., results)| u64::from(results.count())).sum();
        let keeps_the_rules = |results: MoveResults| {
            results.points() > 0
                && results.count() >= rules.min_count
                && results.score() >= rules.min_score
                && f64::from(results.count()) >= rules.min_share * games as f64
        };

        let mut kept: Vec<_> = moves.iter().filter(|&&(.., results)| keeps_the_rules(results)).collect();
        kept.sort_by_key(|(_, mv, results)| (std::cmp::Reverse(results.points()), *mv));
        let heaviest = kept.first().map_or(0, |(.., results)| results.points());
        kept.into_iter()
            .map(|&(key, mv, results)| {
                let weight = if rules.uniform { 1 } else { scaled(results.points(), heaviest) };
                Entry { key, mv, weight, learn: results.shares().to_learn() }
            })
            .collect()
    }

    /// Halves the number of counted moves at least, dropping those seen once, then twice, and so on.
    fn drop_the_rarest(&mut self) {
        let mut least = 2;
        while self.counted.len() > MAX_COUNTED / 2 {
            self.counted.retain(|_, results| results.count() >= least);
            least += 1;
        }
    }
}

/// Points as a weight of 16 bits: unchanged where a position's heaviest move fits, in proportion to it otherwise, and
/// never 0.
fn scaled(points: u64, heaviest: u64) -> u16 {
    let weight = if heaviest <= u64::from(u16::MAX) { points } else { points * u64::from(u16::MAX) / heaviest };
    u16::try_from(weight).unwrap_or(u16::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::{CastlingMode, Chess};

    use super::*;
    use crate::games::pgn::PgnReader;

    const EVERYTHING: BookRules =
        BookRules { min_count: 1, max_ply: 100, min_elo: 0, min_score: 0.0, min_share: 0.0, uniform: false };

    fn build(rules: BookRules, games: &[(&str, &str)]) -> Result<(Book, BookSummary), BookError> {
        let text: String =
            games.iter().map(|(moves, result)| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n")).collect();
        let mut builder = BookBuilder::new(rules);
        for game in PgnReader::new(Cursor::new(text)).expect("text in memory can be read") {
            builder.add(&game.expect("text in memory can be read"));
        }
        builder.finish("test")
    }

    /// The moves of a position after some moves in UCI form, with their weights.
    fn weights(book: &Book, line: &[&str]) -> Vec<(String, u16)> {
        let mut position = Chess::default();
        for uci in line {
            let uci: shakmaty::uci::UciMove = uci.parse().expect("a move");
            position.play_unchecked(uci.to_move(&position).expect("a legal move"));
        }
        book.moves(&position).iter().map(|m| (m.mv.to_uci(CastlingMode::Standard).to_string(), m.weight)).collect()
    }

    #[test]
    fn weights_are_twice_the_movers_wins_plus_draws() {
        let games = [("e4 e5", "1-0"), ("e4 e5", "1-0"), ("e4 c5", "0-1"), ("e4 e5", "1/2-1/2"), ("d4 d5", "0-1")];
        let (book, summary) = build(EVERYTHING, &games).expect("a book");

        // d4 only lost: it has no weight and no entry. Black's replies are counted from Black's side.
        assert_eq!(weights(&book, &[]), [("e2e4".to_owned(), 5)]);
        assert_eq!(weights(&book, &["e2e4"]), [("c7c5".to_owned(), 2), ("e7e5".to_owned(), 1)]);
        assert_eq!(weights(&book, &["d2d4"]), [("d7d5".to_owned(), 2)]);
        assert_eq!(summary, BookSummary { games: 5, passed_over: 0, plies: 10, positions: 3, entries: 4 });
    }

    #[test]
    fn moves_keep_the_results_of_their_games_from_the_movers_side() {
        let games = [("e4 e5", "1-0"), ("e4 e5", "0-1"), ("e4 e5", "0-1"), ("e4 e5", "1/2-1/2")];
        let (book, _) = build(EVERYTHING, &games).expect("a book");
        let mut position = Chess::default();
        let [first] = book.moves(&position)[..] else { panic!("one move") };
        assert_eq!(first.results(), Some(ResultShares::of_games(1, 1, 2)));
        position.play_unchecked(first.mv);
        assert_eq!(book.moves(&position)[0].results(), Some(ResultShares::of_games(2, 1, 1)));
    }

    #[test]
    fn transpositions_are_one_position() {
        let (book, _) =
            build(EVERYTHING, &[("d4 Nf6 c4 e6", "1-0"), ("c4 Nf6 d4 g6", "0-1"), ("c4 Nf6 d4 e6", "1/2-1/2")])
                .expect("a book");
        assert_eq!(weights(&book, &["d2d4", "g8f6", "c2c4"]), [("g7g6".to_owned(), 2), ("e7e6".to_owned(), 1)]);
    }

    #[test]
    fn every_rule_leaves_moves_out() {
        let games =
            [("e4 e5 Nf3", "1-0"), ("e4 e5 Nf3", "1-0"), ("e4 e5 f4", "0-1"), ("e4 e5 f4", "1-0"), ("d4 d5", "1-0")];
        let first = |rules: BookRules| weights(&build(rules, &games).expect("a book").0, &[]);
        let third = |rules: BookRules| weights(&build(rules, &games).expect("a book").0, &["e2e4", "e7e5"]);

        assert_eq!(first(BookRules { min_count: 2, ..EVERYTHING }), [("e2e4".to_owned(), 6)]);
        assert_eq!(first(BookRules { min_share: 0.3, ..EVERYTHING }), [("e2e4".to_owned(), 6)]);
        assert_eq!(third(BookRules { min_score: 0.6, ..EVERYTHING }), [("g1f3".to_owned(), 4)]);
        assert_eq!(third(BookRules { max_ply: 2, ..EVERYTHING }), []);
        assert_eq!(third(BookRules { uniform: true, ..EVERYTHING }), [("g1f3".to_owned(), 1), ("f2f4".to_owned(), 1)]);
    }

    #[test]
    fn games_without_result_and_weak_players_do_not_count() {
        let games = [("e4", "*"), ("d4", "1-0")];
        let (book, summary) = build(EVERYTHING, &games).expect("a book");
        assert_eq!(weights(&book, &[]), [("d2d4".to_owned(), 2)]);
        assert_eq!((summary.games, summary.passed_over), (1, 1));

        let nothing = build(BookRules { min_elo: 2000, ..EVERYTHING }, &games);
        assert!(matches!(nothing, Err(BookError::Empty { .. })), "no ratings, no book");
    }

    #[test]
    fn heavy_positions_are_scaled_and_keep_their_proportions() {
        assert_eq!(scaled(65_535, 65_535), 65_535);
        assert_eq!(scaled(200_000, 200_000), 65_535);
        assert_eq!(scaled(100_000, 200_000), 32_767);
        assert_eq!(scaled(1, 200_000), 1);
    }

    #[test]
    fn the_same_games_make_the_same_bytes() {
        let games =
            [("e4 e5 Nf3 Nc6 Bb5", "1-0"), ("e4 c5 Nf3 d6", "0-1"), ("d4 Nf6 c4 g6", "1/2-1/2"), ("c4 e5", "1-0")];
        let bytes = || build(EVERYTHING, &games).expect("a book").0.as_bytes().to_vec();
        assert_eq!(bytes(), bytes());
    }
}
