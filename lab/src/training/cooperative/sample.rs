//! The share of games through a position that meet constraints: the samples of Cooperative's nets (Petrželka,
//! *Generating valid chess positions using AI methods*, section 4.5.1).
//!
//! Every visit of a game to a position is kept in 36 bytes; after sorting, the visits to one position are neighbours
//! and are counted. Memory is therefore bounded by 36 bytes for each ply that was read, however often positions recur.

use rustc_hash::FxHashSet;
use shakmaty::Color::White;
use shakmaty::{Chess, Position as _};

use motley::chess::PieceCount;
use motley::chess::view::PackedBoard;
use motley::games::pgn::PgnGame;

/// One position, and how often the games through it met each constraint. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct ShareSample {
    /// As in [`PackedBoard`], but seen by White whichever side is to move.
    pub board: [u8; 32],
    /// The side to move: 0 White, 1 Black.
    pub turn: u8,
    /// White's queens, rooks, bishops, knights and pawns.
    pub men: [u8; 5],
    /// The number of games through the position.
    pub games: u32,
    /// The share of these games in which White met the constraint here or later, in 255ths, in the order of
    /// [`PieceCount::SEVENTEEN`].
    pub shares: [u8; PieceCount::SEVENTEEN.len()],
}

/// A game came through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Visit {
    board: [u8; 32],
    /// Bit n: the game met constraint n here or later; the highest bit: Black is to move. So visits to one position are
    /// neighbours when sorted.
    marks: u32,
}

impl Visit {
    const BLACK: u32 = 1 << 31;

    /// With the constraints that are met on the board.
    fn to(position: &Chess) -> Visit {
        let has = PieceCount::of(position.board(), White);
        let met = (0..).zip(PieceCount::SEVENTEEN).filter(|(_, constraint)| *constraint == has);
        let turn = if position.turn().is_white() { 0 } else { Visit::BLACK };
        Visit {
            board: PackedBoard::seen_by(White, position.board()).0,
            marks: met.fold(turn, |marks, (bit, _)| marks | 1 << bit),
        }
    }

    /// The identity of the position: the board, and true if Black is to move.
    fn position(&self) -> ([u8; 32], bool) {
        (self.board, self.marks & Visit::BLACK != 0)
    }
}

/// The positions of a game in its order, the first one too; one that comes again counts where it came first.
pub fn visits(game: &PgnGame) -> Vec<Visit> {
    let mut position = game.start.clone();
    let mut visits = vec![Visit::to(&position)];
    for &mv in &game.moves {
        position.play_unchecked(mv);
        visits.push(Visit::to(&position));
    }

    // From the last to the first: a constraint that is met later counts for every position before.
    let mut met = 0;
    for visit in visits.iter_mut().rev() {
        met |= visit.marks & !Visit::BLACK;
        visit.marks |= met;
    }

    let mut known = FxHashSet::default();
    visits.retain(|visit| known.insert(visit.position()));
    visits
}

/// The visits of many games.
#[derive(Clone, Debug, Default)]
pub struct Visits(Vec<Visit>);

impl Visits {
    pub fn push(&mut self, visit: Visit) {
        self.0.push(visit);
    }

    /// Passes a sample for every position, in the order of the boards' bytes, to `take`.
    ///
    /// # Errors
    /// The first that `take` returns.
    pub fn into_samples<E>(mut self, take: impl FnMut(ShareSample) -> Result<(), E>) -> Result<(), E> {
        self.0.sort_unstable();
        self.0.chunk_by(|a, b| a.position() == b.position()).map(sample).try_for_each(take)
    }
}

/// The sample of all visits to one position.
fn sample(visits: &[Visit]) -> ShareSample {
    let (board, black) = visits[0].position();
    let share = |bit: usize| {
        let met = visits.iter().filter(|visit| visit.marks >> bit & 1 == 1).count();
        (255.0 * met as f64 / visits.len() as f64).round() as u8
    };
    ShareSample {
        board,
        turn: u8::from(black),
        men: men(&board),
        games: visits.len() as u32,
        shares: std::array::from_fn(share),
    }
}

/// White's pieces without the king, in the order of [`PieceCount`].
fn men(board: &[u8; 32]) -> [u8; 5] {
    let codes = || board.iter().flat_map(|pair| [pair & 15, pair >> 4]);
    motley::chess::ROLES.map(|role| codes().filter(|code| *code == role as u8).count() as u8)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::Cursor;

    use super::*;
    use motley::games::pgn::PgnReader;

    fn counted(text: &str) -> Vec<ShareSample> {
        let mut all = Visits::default();
        for game in PgnReader::new(Cursor::new(text.as_bytes().to_vec())).unwrap() {
            visits(&game.unwrap()).into_iter().for_each(|visit| all.push(visit));
        }
        let mut samples = Vec::new();
        let Ok(()) = all.into_samples(|sample| {
            samples.push(sample);
            Ok::<(), Infallible>(())
        });
        samples
    }

    fn at<'s>(samples: &'s [ShareSample], moves: &str) -> &'s ShareSample {
        let game = PgnReader::new(Cursor::new(format!("{moves} *\n\n").into_bytes())).unwrap().next().unwrap().unwrap();
        let (board, black) = visits(&game).last().unwrap().position();
        samples
            .iter()
            .find(|sample| sample.board == board && sample.turn == u8::from(black))
            .expect("the position was visited")
    }

    #[test]
    fn shares_count_the_games_that_meet_a_constraint_here_or_later() {
        // White loses a pawn in the first game, nothing in the second, a pawn and then a knight in the third.
        let samples = counted("e4 d5 Nf3 dxe4 *\n\ne4 e5 *\n\ne4 d5 Nc3 dxe4 Nf3 exf3 *\n\n");
        let first = at(&samples, "e4");
        assert_eq!((first.games, first.turn, first.men), (3, 1, [1, 2, 2, 2, 8]));
        assert_eq!(first.shares[0], 170, "two of three games lose just a pawn");
        assert_eq!(first.shares[4], 85, "one of three a knight and a pawn");
        let third = at(&samples, "e4 d5 Nc3 dxe4 Nf3 exf3");
        assert_eq!(
            (third.games, third.men, third.shares[0], third.shares[4]),
            (1, [1, 2, 2, 1, 7], 0, 255),
            "the constraint of a lost pawn alone was met before"
        );
        let shared = at(&samples, "e4 d5");
        assert_eq!((shared.games, shared.shares[0], shared.shares[4]), (2, 255, 128));
    }

    #[test]
    fn a_position_that_comes_again_counts_once() {
        let samples = counted("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 *\n\n");
        assert_eq!(samples.len(), 4);
        assert!(samples.iter().all(|sample| sample.games == 1));
    }

    #[test]
    fn the_side_to_move_makes_another_position_of_a_board() {
        let samples = counted("e3 e6 e4 e5 *\n\ne4 e6 d3 d6 d4 *\n\nd4 d6 e3 e6 e4 *\n\ne4 e5 *\n\n");
        let (white, black) = (at(&samples, "e4 e5"), at(&samples, "d4 d6 e3 e6 e4"));
        assert_eq!((white.turn, white.games), (0, 2), "transpositions are one position");
        assert_eq!((black.turn, black.games), (1, 2));
    }
}
