//! Positions in games of people, with all that may decide about the move: the last eight plies, who plays whom, where,
//! how fast, and the clocks.

use shakmaty::{Chess, Color, Move, Position as _};

use crate::training::games::{GameRecord, UNKNOWN, replay};
use crate::training::moves::sample::{LEGAL, MoveLabel};
use motley::chess::key::position_key;
use motley::games::time_control::TimeClass;
use motley::nets::features::FEATURES;
use motley::nets::rated::{Clocks, HISTORY, MoverContext, RatedPosition, Source};

/// One position with the move that was played in it, in the mover's view. Fields that [`RatedPosition`] or
/// [`crate::training::moves::sample::MoveSample`] has too mean the same. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct RatedSample {
    pub board: [u8; 32],
    pub castling: u8,
    pub en_passant: u8,
    pub quiet: u8,
    pub repetitions: u8,
    pub history: [u8; 3 * HISTORY],
    pub features: [u64; FEATURES],
    pub legal: [u16; LEGAL],
    pub from: u8,
    pub to: u8,
    pub role: u8,
    pub promotion: u8,
    /// The result for the mover: 1 won, 0 drawn, −1 lost; 2 unknown.
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

/// The samples of some plies of a game, in its order.
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
    pub fn samples(&self, plies: &[u16], mut take: impl FnMut(RatedSample)) -> bool {
        let mut wanted = plies.iter().map(|&ply| usize::from(ply)).peekable();
        let (mut keys, mut played) = (Vec::new(), Vec::new());
        for (ply, before, mv) in replay(self.moves) {
            let Some(&next) = wanted.peek() else { break };
            if before.halfmoves() == 0 {
                keys.clear();
            }
            keys.push(position_key(&before));
            if ply == next {
                take(self.sample(ply, &before, mv, RatedPosition::of(&before, &played, &keys)));
                wanted.next();
            }
            played.push(mv);
        }
        wanted.peek().is_none()
    }

    fn sample(&self, ply: usize, before: &Chess, mv: Move, seen: RatedPosition) -> RatedSample {
        let RatedPosition { board, castling, en_passant, quiet, repetitions, history, features } = seen;
        let MoveLabel { from, to, role, promotion, legal } = MoveLabel::of(before, mv);
        let (elo, opponent_elo) = self.record.ratings(ply);
        let (clock, opponent_clock, spent) = self.times(ply);
        RatedSample {
            board: board.0,
            castling,
            en_passant,
            quiet,
            repetitions,
            history,
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

    /// The player of a ply and the opponent. A rating that is not known is that of [`MoverContext::STRONG`].
    pub fn who(&self, ply: usize) -> MoverContext {
        let (elo, opponent) = self.record.ratings(ply);
        let GameRecord { source, time_class, base, increment, .. } = *self.record;
        let (clock, opponent_clock, _) = self.times(ply);
        let clocks = (![clock, opponent_clock, base, increment].contains(&UNKNOWN)).then(|| Clocks {
            mover: f32::from(clock) / 10.0,
            opponent: f32::from(opponent_clock) / 10.0,
            base: f32::from(base),
            increment: f32::from(increment),
        });
        MoverContext {
            elo: if elo > 0 { elo } else { MoverContext::STRONG.elo },
            opponent_elo: (opponent > 0).then_some(opponent),
            source: Source::ALL.get(usize::from(source)).copied().unwrap_or(Source::OtherSite),
            time_class: TimeClass::ALL.get(usize::from(time_class)).copied().unwrap_or(TimeClass::Unknown),
            clocks,
        }
    }

    /// The clocks of the mover and the opponent before a ply, and the time that it took, in tenths of seconds.
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::{Role, Square};

    use super::*;
    use crate::training::games::{packed_clocks, packed_moves, record};
    use motley::games::pgn::{PgnGame, PgnReader};
    use motley::nets::rated::MoveInput;

    fn samples(text: &str, plies: &[u16]) -> (Vec<RatedSample>, bool) {
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
    fn a_sample_holds_the_half_moves_before_it() {
        let (samples, is_sound) = samples("e4 a6 e5 d5 exd6 a5 dxc7 *\n\n", &[0, 6]);
        assert!(is_sound);
        assert_eq!(samples[0].history[..3], [255, 255, 0]);
        assert_eq!(samples[1].history[..2], [Square::A6 as u8, Square::A5 as u8]);
        assert_eq!((samples[1].ply, samples[1].game, samples[1].role), (6, 9, Role::Pawn as u8));
    }

    #[test]
    fn clocks_before_the_move_and_the_time_it_took_follow_from_those_after_moves() {
        let moves = "e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} Nf3 {[%clk 0:00:57]} Nc6 {[%clk 0:00:51]} *\n\n";
        let (samples, _) = samples(&format!("{TAGS}{moves}"), &[0, 1, 3]);
        let times = |sample: &RatedSample| (sample.clock, sample.opponent_clock, sample.spent);
        assert_eq!(times(&samples[0]), (600, 600, 20), "the increment shows what the first move took");
        assert_eq!(times(&samples[1]), (600, 600, 30));
        assert_eq!(times(&samples[2]), (590, 570, 100));
        let about = |sample: &RatedSample| (sample.elo, sample.opponent_elo, sample.result, sample.base, sample.file);
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
    /// A sample, as `scripts/train/rated_fixture.py` has it.
    #[derive(serde::Deserialize)]
    struct Expected {
        game: u32,
        ply: u16,
        who: Vec<f32>,
        planes: Vec<f32>,
    }

    /// The games of `rated.pgn`, of each source in turn, as the command in rated_fixture.py makes them.
    fn games_of_fixture() -> Vec<(Source, PgnGame)> {
        let games = || PgnReader::new(Cursor::new(include_bytes!("rated.pgn"))).unwrap().map(Result::unwrap);
        Source::ALL.into_iter().flat_map(|source| games().map(move |game| (source, game))).collect()
    }

    #[test]
    fn the_net_takes_the_same_numbers_in_play_as_in_training() {
        let games = games_of_fixture();
        let lines = include_str!("rated.json").lines();
        let expected: Vec<Expected> = lines.map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        assert!(expected.len() >= 30);
        for Expected { game, ply, who: numbers, planes } in expected {
            let (source, pgn) = &games[game as usize];
            let (moves, clocks) = (packed_moves(pgn).collect::<Vec<_>>(), packed_clocks(pgn).collect::<Vec<_>>());
            let record = record(pgn, *source, 0, 0, 0);
            let expansion = Expansion { record: &record, number: game, moves: &moves, clocks: &clocks };
            let who = expansion.who(usize::from(ply));
            let input = MoveInput::of(&pgn.start, &pgn.moves[..usize::from(ply)], who).rated();
            expansion.samples(&[ply], |sample| {
                let RatedPosition { repetitions, history, features, .. } = input.position;
                assert_eq!((sample.repetitions, sample.history, sample.features), (repetitions, history, features));
            });
            let sum = |plane: &[f32]| (1..).zip(plane).map(|(place, number)| place as f32 * number).sum::<f32>();
            let sums: Vec<f32> = input.planes().chunks_exact(64).map(sum).collect();
            for (found, wanted) in [(who.numbers().to_vec(), numbers), (sums, planes)] {
                assert_eq!(found.len(), wanted.len());
                for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                    let message = format!("game {game}, half move {ply}, number {index}: {found}, not {wanted}");
                    assert!((found - wanted).abs() < 1e-3, "{message}");
                }
            }
        }
    }
}
