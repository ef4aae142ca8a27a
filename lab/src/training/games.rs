//! Whole games in two bytes a ply, with what is known of their players and clocks: the form in which games of people
//! are kept for training. [`crate::training::rated::sample`] makes samples of them.

use shakmaty::Color::{Black, White};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, KnownOutcome, Move, Outcome};

use motley::chess::packed::unpacked;
use motley::chess::replay::read_moves;
use motley::chess::view::seen_move;
use motley::games::filter::GameFilter;
use motley::games::pgn::PgnGame;
use motley::games::time_control::{TimeClass, TimeControl};
use motley::nets::rated::Source;

/// In place of a clock time, an increment or a base time that is not known.
pub const UNKNOWN: u16 = u16::MAX;
/// In [`GameRecord::first_clock`]: the game has no clock times.
pub const NO_CLOCKS: u64 = u64::MAX;

/// One game; its moves and clock times lie in two other arrays. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct GameRecord {
    /// Plies of all games before it: its first in the array of moves.
    pub first: u64,
    /// Its first in the array of clock times, which has one for each ply; [`NO_CLOCKS`].
    pub first_clock: u64,
    pub plies: u16,
    /// Ratings, 0 where unknown.
    pub white_elo: u16,
    pub black_elo: u16,
    /// The time control in seconds, [`UNKNOWN`] without one.
    pub base: u16,
    pub increment: u16,
    /// As [`TimeClass`] counts.
    pub time_class: u8,
    /// As [`Source`] counts.
    pub source: u8,
    /// The number of the file among the sources.
    pub file: u8,
    /// Points for White, doubled: 0, 1 or 2; 3 where the end is not known.
    pub result: u8,
}

impl GameRecord {
    /// The moves of the game in the array of all moves.
    pub fn moves<'a>(&self, moves: &'a [u16]) -> Option<&'a [u16]> {
        part(moves, self.first, self.plies)
    }

    /// The clock times of the game in the array of all of them; empty where it has none.
    pub fn clocks<'a>(&self, clocks: &'a [u16]) -> Option<&'a [u16]> {
        if self.first_clock == NO_CLOCKS { Some(&[]) } else { part(clocks, self.first_clock, self.plies) }
    }

    /// The rating of the side that moves at `ply`, and of the other.
    pub fn ratings(&self, ply: usize) -> (u16, u16) {
        if ply.is_multiple_of(2) { (self.white_elo, self.black_elo) } else { (self.black_elo, self.white_elo) }
    }
}

fn part(array: &[u16], first: u64, length: u16) -> Option<&[u16]> {
    let first = usize::try_from(first).ok()?;
    array.get(first..first.checked_add(usize::from(length))?)
}

/// Returns true if a game can be kept: from the initial position, read to its end, with at least one rating.
pub fn can_be_kept(game: &PgnGame) -> bool {
    let is_rated = [game.tags.white_elo(), game.tags.black_elo()].into_iter().any(|elo| elo.unwrap_or(0) > 0);
    is_rated && game.moves.len() <= usize::from(u16::MAX) && GameFilter::WHOLE.accepts(game)
}

/// The record of a game that [`can_be_kept`]; `first` plies and `first_clock` clock times precede it.
pub fn record(game: &PgnGame, source: Source, file: u8, first: u64, first_clock: u64) -> GameRecord {
    let control = TimeControl::of(&game.tags);
    let seconds = |number: u32| u16::try_from(number).unwrap_or(UNKNOWN);
    GameRecord {
        first,
        first_clock: if game.clocks.is_empty() { NO_CLOCKS } else { first_clock },
        plies: game.moves.len() as u16,
        white_elo: game.tags.white_elo().unwrap_or_default(),
        black_elo: game.tags.black_elo().unwrap_or_default(),
        base: control.map_or(UNKNOWN, |control| seconds(control.base)),
        increment: control.map_or(UNKNOWN, |control| seconds(control.increment)),
        time_class: TimeClass::of(&game.tags) as u8,
        source: source as u8,
        file,
        result: match game.outcome {
            Outcome::Unknown => 3,
            Outcome::Known(KnownOutcome::Draw) => 1,
            Outcome::Known(KnownOutcome::Decisive { winner: White }) => 2,
            Outcome::Known(KnownOutcome::Decisive { winner: Black }) => 0,
        },
    }
}

/// The moves of a game as in the files of self-play games: from | to << 6 | promotion << 12, castling as the king's
/// step.
pub fn packed_moves(game: &PgnGame) -> impl Iterator<Item = u16> + '_ {
    let movers = [White, Black].into_iter().cycle();
    game.moves.iter().zip(movers).map(|(&mv, mover)| {
        let (from, to) = seen_move(White, mover, mv);
        from as u16 | (to as u16) << 6 | mv.promotion().map_or(0, |role| role as u16) << 12
    })
}

/// The movers' clocks after each move, in tenths of seconds; more than 6,553.4 s is written as that.
pub fn packed_clocks(game: &PgnGame) -> impl Iterator<Item = u16> + '_ {
    game.clocks.iter().map(|&tenths| u16::try_from(tenths).unwrap_or(UNKNOWN).min(UNKNOWN - 1))
}

/// Each ply of a packed game with the position before it, up to the first that is not legal.
pub fn replay(moves: &[u16]) -> impl Iterator<Item = (usize, Chess, Move)> + '_ {
    read_moves(Chess::default(), moves, |position, &bits| {
        let (from, to, promotion) = unpacked(bits)?;
        UciMove::Normal { from, to, promotion }.to_move(position).ok()
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use motley::games::pgn::PgnReader;

    fn game(text: &str) -> PgnGame {
        PgnReader::new(Cursor::new(text.as_bytes().to_vec())).unwrap().next().unwrap().unwrap()
    }

    #[test]
    fn a_record_holds_players_time_control_and_result() {
        let tags = "[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n[TimeControl \"300+3\"]\n[Result \"0-1\"]\n\n";
        let game = game(&format!("{tags}e4 {{[%clk 0:05:03]}} e5 {{[%clk 2:00:00]}} *\n\n"));
        assert!(can_be_kept(&game));
        let record = record(&game, Source::Lichess, 3, 10, 20);
        assert_eq!((record.first, record.first_clock, record.plies), (10, 20, 2));
        assert_eq!((record.ratings(0), record.ratings(1)), ((1500, 0), (0, 1500)));
        assert_eq!((record.base, record.increment, record.time_class), (300, 3, TimeClass::Blitz as u8));
        assert_eq!((record.source, record.file, record.result), (0, 3, 0));
        assert_eq!(packed_clocks(&game).collect::<Vec<_>>(), [3030, UNKNOWN - 1]);
    }

    #[test]
    fn what_is_not_known_is_marked() {
        let game = game("[WhiteElo \"2500\"]\n\nd4 *\n\n");
        let record = record(&game, Source::OverTheBoard, 0, 0, 5);
        assert_eq!((record.first_clock, record.base, record.increment), (NO_CLOCKS, UNKNOWN, UNKNOWN));
        assert_eq!((record.black_elo, record.time_class, record.result), (0, TimeClass::Unknown as u8, 3));
        assert_eq!(record.clocks(&[1, 2, 3]), Some(&[][..]));
        assert_eq!(record.moves(&[]), None, "the array is too short");
    }

    #[test]
    fn unrated_games_and_other_starts_are_left_out() {
        assert!(!can_be_kept(&game("e4 e5 *\n\n")));
        assert!(!can_be_kept(&game("[WhiteElo \"1500\"]\n\n*\n\n")));
        let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[WhiteElo \"1500\"]\n\nO-O *\n\n";
        assert!(!can_be_kept(&game(fen)));
    }

    #[test]
    fn packed_games_are_replayed_with_castling_en_passant_and_promotion() {
        let text = "e4 a6 e5 d5 exd6 Bf5 dxc7 Nc6 Nf3 Qd7 Be2 O-O-O O-O e6 cxd8=N *\n\n";
        let game = game(text);
        let packed: Vec<u16> = packed_moves(&game).collect();
        let moves: Vec<Move> = replay(&packed).map(|(_, _, mv)| mv).collect();
        assert_eq!(moves, game.moves);
        let broken = [&packed[..3], &packed[..1]].concat();
        assert_eq!(replay(&broken).count(), 3, "e2-e4 is not legal a second time");
    }
}
