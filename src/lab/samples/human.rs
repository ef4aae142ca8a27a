//! Positions in games of people, with all that may decide about the move: the last eight half moves, who plays whom,
//! where, how fast, and the clocks.

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::games::{GameRecord, UNKNOWN, replay};
use super::moves::{LEGAL, MoveSample, label};
use crate::chess::key::position_key;
use crate::chess::view::seen_move;
use crate::nets::features::FEATURES;

/// How many half moves before the position a sample holds.
pub const HISTORY: usize = 8;
/// In place of the squares of a half move that was not played.
const NO_SQUARE: u8 = 255;
/// In the third byte of a half move: it captured en passant.
const EN_PASSANT: u8 = 8;

/// One position with the move that was played in it, in the mover's view. Fields that [`MoveSample`] has too mean the
/// same. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct HumanSample {
    pub board: [u8; 32],
    pub castling: u8,
    pub en_passant: u8,
    /// Half moves since the last capture or pawn move, at most 255.
    pub quiet: u8,
    /// How often the position stood on the board before, at most 255.
    pub repetitions: u8,
    /// The last half moves, the latest first, three bytes each: from, to, and what happened (the kind of the captured
    /// man, 0 none to 5 queen; +8 en passant; the kind that a pawn became << 4). With it the boards before can be
    /// restored.
    pub history: [u8; 3 * HISTORY],
    pub features: [u64; FEATURES],
    pub legal: [u16; LEGAL],
    pub from: u8,
    pub to: u8,
    pub role: u8,
    pub promotion: u8,
    /// How the game ended for the mover: 1 won, 0 drawn, −1 lost; 2 unknown.
    pub result: i8,
    pub ply: u16,
    pub elo: u16,
    pub opponent_elo: u16,
    /// As in [`GameRecord`], like the four below.
    pub source: u8,
    pub file: u8,
    pub time_class: u8,
    pub base: u16,
    pub increment: u16,
    /// Tenths of seconds that the mover and the opponent have left before the move, and that the move took;
    /// [`UNKNOWN`].
    pub clock: u16,
    pub opponent_clock: u16,
    pub spent: u16,
    /// The number of the game.
    pub game: u32,
}

/// A half move as it happened, for those that come after it.
#[derive(Clone, Copy)]
struct Played {
    mv: Move,
    mover: Color,
}

/// The samples of some half moves of a game, in its order.
pub struct Expansion<'a> {
    pub record: &'a GameRecord,
    /// The number of the game.
    pub number: u32,
    pub moves: &'a [u16],
    /// Empty where the game has no clock times.
    pub clocks: &'a [u16],
}

impl Expansion<'_> {
    /// Gives the sample of each of `plies`, which rise, to `take`. Returns whether all moves up to the last were legal.
    pub fn samples(&self, plies: &[u16], mut take: impl FnMut(HumanSample)) -> bool {
        let mut wanted = plies.iter().map(|&ply| usize::from(ply)).peekable();
        let (mut keys, mut history) = (Vec::new(), Vec::<Played>::new());
        for (ply, before, mv) in replay(self.moves) {
            let Some(&next) = wanted.peek() else { break };
            if before.halfmoves() == 0 {
                keys.clear();
            }
            let key = position_key(&before);
            if ply == next {
                let repetitions = keys.iter().filter(|&&known| known == key).count();
                take(self.sample(ply, &before, mv, &history, repetitions));
                wanted.next();
            }
            keys.push(key);
            history.push(Played { mv, mover: before.turn() });
        }
        wanted.peek().is_none()
    }

    fn sample(&self, ply: usize, before: &Chess, mv: Move, history: &[Played], repetitions: usize) -> HumanSample {
        let MoveSample { board, castling, en_passant, features, legal, from, to, role, promotion, .. } =
            label(before, &[], mv);
        let (elo, opponent_elo) = self.record.ratings(ply);
        let (clock, opponent_clock, spent) = self.times(ply);
        HumanSample {
            board,
            castling,
            en_passant,
            quiet: before.halfmoves().min(255) as u8,
            repetitions: repetitions.min(255) as u8,
            history: recent(before.turn(), history),
            features,
            legal,
            from,
            to,
            role,
            promotion,
            result: result(self.record.result, before.turn()),
            ply: ply as u16,
            elo,
            opponent_elo,
            source: self.record.source,
            file: self.record.file,
            time_class: self.record.time_class,
            base: self.record.base,
            increment: self.record.increment,
            clock,
            opponent_clock,
            spent,
            game: self.number,
        }
    }

    /// What the mover and the opponent have left before a half move, and what it took, in tenths of seconds.
    fn times(&self, ply: usize) -> (u16, u16, u16) {
        if self.clocks.is_empty() {
            return (UNKNOWN, UNKNOWN, UNKNOWN);
        }
        let known = |seconds: u16| (seconds != UNKNOWN).then(|| 10 * u32::from(seconds));
        let base = known(self.record.base);
        let after = |plies: usize| match ply.checked_sub(plies) {
            Some(earlier) => Some(u32::from(self.clocks[earlier])),
            None => base,
        };
        let (own, now) = (after(2), self.clocks[ply]);
        let spent = own.zip(known(self.record.increment)).map(|(own, added)| {
            // The increment comes after the move; a clock that was given time besides shows less than nothing.
            (own + added).saturating_sub(u32::from(now))
        });
        let tenths = |time: Option<u32>| time.map_or(UNKNOWN, |time| time.min(u32::from(UNKNOWN) - 1) as u16);
        (tenths(own), tenths(after(1)), tenths(spent))
    }
}

fn result(white_half_points: u8, mover: Color) -> i8 {
    match white_half_points {
        points @ 0..=2 => (points as i8 - 1) * if mover.is_white() { 1 } else { -1 },
        _ => 2,
    }
}

/// The last half moves in the view of `viewer`, who is to move.
fn recent(viewer: Color, history: &[Played]) -> [u8; 3 * HISTORY] {
    let mut bytes = [0; 3 * HISTORY];
    let mut latest = history.iter().rev();
    for slot in bytes.chunks_exact_mut(3) {
        match latest.next() {
            None => slot.copy_from_slice(&[NO_SQUARE, NO_SQUARE, 0]),
            Some(&Played { mv, mover }) => {
                let (from, to) = seen_move(viewer, mover, mv);
                slot.copy_from_slice(&[from as u8, to as u8, what_happened(mv)]);
            }
        }
    }
    bytes
}

fn what_happened(mv: Move) -> u8 {
    let code = |role: Option<Role>| role.map_or(0, |role| role as u8);
    let en_passant = if mv.is_en_passant() { EN_PASSANT } else { 0 };
    code(mv.capture()) | en_passant | code(mv.promotion()) << 4
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::Square;

    use super::*;
    use crate::games::pgn::{PgnGame, PgnReader};
    use crate::lab::samples::games::{Source, packed_clocks, packed_moves, record};

    fn samples(text: &str, plies: &[u16]) -> (Vec<HumanSample>, bool) {
        let game: PgnGame = PgnReader::new(Cursor::new(text.as_bytes().to_vec())).unwrap().next().unwrap().unwrap();
        let moves: Vec<u16> = packed_moves(&game).collect();
        let clocks: Vec<u16> = packed_clocks(&game).collect();
        let record = record(&game, Source::Lichess, 2, 0, 0);
        let mut samples = Vec::new();
        let expansion = Expansion { record: &record, number: 9, moves: &moves, clocks: &clocks };
        let is_sound = expansion.samples(plies, |sample| samples.push(sample));
        (samples, is_sound)
    }

    const TAGS: &str = "[WhiteElo \"1500\"]\n[BlackElo \"1600\"]\n[TimeControl \"60+2\"]\n[Result \"0-1\"]\n\n";

    #[test]
    fn history_tells_captures_en_passant_and_promotion_in_the_movers_view() {
        let text = "e4 a6 e5 d5 exd6 a5 dxc7 a4 cxd8=Q+ Kxd8 *\n\n";
        let (samples, is_sound) = samples(text, &[0, 6, 9]);
        assert!(is_sound);
        assert_eq!(samples[0].history[..3], [255, 255, 0]);
        let (pawn, queen) = (Role::Pawn as u8, Role::Queen as u8);
        let squares = |a: Square, b: Square| [a as u8, b as u8];
        // Before 4. dxc7: ...a5, and before it the capture en passant.
        assert_eq!(samples[1].history[..2], squares(Square::A6, Square::A5));
        assert_eq!(samples[1].history[3..5], squares(Square::E5, Square::D6));
        assert_eq!((samples[1].history[2], samples[1].history[5]), (0, pawn | EN_PASSANT));
        // Black to move sees White's pawn come from the other side.
        assert_eq!(samples[2].history[..2], squares(Square::C2, Square::D1));
        assert_eq!(samples[2].history[2], queen | queen << 4);
        assert_eq!((samples[2].ply, samples[2].game, samples[2].role), (9, 9, Role::King as u8));
    }

    #[test]
    fn clocks_before_the_move_and_the_time_it_took_follow_from_those_after_moves() {
        let moves = "e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} Nf3 {[%clk 0:00:57]} Nc6 {[%clk 0:00:51]} *\n\n";
        let (samples, _) = samples(&format!("{TAGS}{moves}"), &[0, 1, 3]);
        let times = |sample: &HumanSample| (sample.clock, sample.opponent_clock, sample.spent);
        assert_eq!(times(&samples[0]), (600, 600, 20), "the increment shows what the first move took");
        assert_eq!(times(&samples[1]), (600, 600, 30));
        assert_eq!(times(&samples[2]), (590, 570, 100));
        let about = |sample: &HumanSample| (sample.elo, sample.opponent_elo, sample.result, sample.base, sample.file);
        assert_eq!(about(&samples[0]), (1500, 1600, -1, 60, 2));
        assert_eq!(about(&samples[1]), (1600, 1500, 1, 60, 2));
    }

    #[test]
    fn repetitions_and_quiet_moves_are_counted() {
        let (samples, _) = samples("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 *\n\n", &[0, 1, 4, 8, 9]);
        assert_eq!(samples.iter().map(|sample| sample.repetitions).collect::<Vec<_>>(), [0, 0, 1, 2, 0]);
        assert_eq!(samples.iter().map(|sample| sample.quiet).collect::<Vec<_>>(), [0, 1, 4, 8, 0]);
        assert!(samples.iter().all(|sample| (sample.clock, sample.spent, sample.result) == (UNKNOWN, UNKNOWN, 2)));
    }

    #[test]
    fn an_illegal_move_before_a_wanted_one_is_told() {
        let record = record(
            &PgnReader::new(Cursor::new(TAGS.to_owned() + "e4 *\n\n")).unwrap().next().unwrap().unwrap(),
            Source::Lichess,
            0,
            0,
            0,
        );
        let broken = [0xFFFF, 0];
        let expansion = Expansion { record: &record, number: 0, moves: &broken, clocks: &[] };
        assert!(!expansion.samples(&[1], |_| panic!("there is no sample")));
        assert!(expansion.samples(&[], |_| panic!("none was wanted")));
    }
}
