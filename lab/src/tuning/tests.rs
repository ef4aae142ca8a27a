//! The tuner from a file of games to a file of weights, on a set small enough for a test.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Chess, Color, Move, Position, Role};

use super::model::{PARAMETERS, Parameters, SCALES, SHIFTS};
use super::samples::{TuningData, read};
use super::train::start;
use super::train::{fit_score_scale, train};
use super::write::source;
use super::{SampleSelection, Settings, groups_named};
use motley::personalities::classical::eval::handmade::terms::{self, GROUPS};

/// A file that is deleted when the test is over.
struct TempFile(PathBuf);

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const PAWN_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// White's material less Black's, in centipawns: what the recorded scores of the test follow.
fn material(position: &Chess) -> i32 {
    let value = |color: Color| -> i32 {
        let pieces = position.board().material_side(color);
        Role::ALL.iter().zip(PAWN_VALUES).map(|(&role, value)| i32::from(pieces[role]) * value).sum()
    };
    value(Color::White) - value(Color::Black)
}

fn packed(mv: Move) -> u16 {
    let (from, to) = (mv.from().unwrap().to_u32(), mv.to().to_u32());
    (from | to << 6 | mv.promotion().map_or(0, |role| role as u32) << 12) as u16
}

/// Games of random moves in the form of `games::selfplay`, scored by material alone and won by it.
fn games(name: &str, count: u64) -> TempFile {
    let mut bytes = Vec::new();
    for seed in 0..count {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut position, mut plies) = (Chess::default(), Vec::new());
        for _ in 0..80 {
            let legal: Vec<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|mv| !mv.is_castle() && !mv.is_en_passant() && !mv.is_promotion())
                .collect();
            let takes: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
            let chosen = if rng.random_bool(0.5) { takes.choose(&mut rng) } else { None };
            let Some(&mv) = chosen.or(legal.choose(&mut rng)) else { break };
            plies.push((packed(mv), material(&position) as i16));
            position.play_unchecked(mv);
        }
        let result = (material(&position).signum() + 1) as u8;
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend([result, 4]);
        for (mv, score) in plies {
            bytes.extend(mv.to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
    }
    let file = TempFile(std::env::temp_dir().join(format!("motley-tune-{name}-{}.zst", std::process::id())));
    fs::File::create(&file.0).unwrap().write_all(&zstd::encode_all(&*bytes, 1).unwrap()).unwrap();
    file
}

fn data(name: &str) -> TuningData {
    let file = games(name, 120);
    let selection = SampleSelection { per_game: 20, positions: 100_000, held_out: 0.2, seed: 1 };
    let mut reported = 0;
    let data = read(&file.0, &selection, |taken| reported = taken).unwrap();
    assert_eq!(reported, data.training.len() + data.held_out.len());
    data
}

fn settings() -> Settings {
    Settings { epochs: 12, rate: 8.0, lambda: 0.0, shrink: 0.0, seed: 1, without: Vec::new() }
}

#[test]
fn games_are_read_whole_and_split_by_game() {
    let data = data("read");
    assert_eq!(data.games, 120);
    assert!(data.training.len() > 1_000 && data.held_out.len() > 200);
    assert!(data.training.len() + data.held_out.len() <= 120 * 20);
}

#[test]
fn the_loss_falls_epoch_by_epoch_on_games_that_were_not_learnt_too() {
    let data = data("loss");
    let scale = fit_score_scale(&data.training);
    assert!(scale.is_finite() && scale > 0.0);
    let mut epochs = Vec::new();
    let learnt = train(&data, scale, &settings(), |epoch| epochs.push(epoch));
    assert_eq!(epochs.len(), 12);
    let (first, last) = (epochs[0], epochs[11]);
    assert!(last.training.target < first.training.target * 0.9, "{first:?} {last:?}");
    assert!(last.held_out.target < first.held_out.target, "{first:?} {last:?}");
    assert_ne!(learnt, start());

    let again = train(&data, scale, &settings(), |_| {});
    assert_eq!(learnt, again, "the same seed learns the same");
}

#[test]
fn groups_that_are_left_out_stay_at_zero() {
    let data = data("frozen");
    let without = groups_named("mobility");
    assert_eq!(without.len(), 4);
    let learnt = train(&data, 200.0, &Settings { without, epochs: 2, ..settings() }, |_| {});
    let weights = |start: usize, len: usize| &learnt[2 * start..2 * (start + len)];
    for group in groups_named("mobility") {
        assert!(weights(group.start, group.len).iter().all(|&weight| weight == 0.0), "{}", group.name);
    }
    assert!(weights(terms::PAWN_SQUARE.start, terms::PAWN_SQUARE.len).iter().any(|&weight| weight != 0.0));
}

/// The numbers of a weights file in the order of the parameters.
fn numbers(source: &str) -> Vec<i32> {
    let arrays = source.split("pub const ").skip(1).map(|array| array.split_once("= [").unwrap().1);
    arrays
        .flat_map(|array| array.split_once("];").unwrap().0.split(|c: char| c != '-' && !c.is_ascii_digit()))
        .filter_map(|number| number.parse().ok())
        .collect()
}

#[test]
fn a_written_file_of_weights_holds_every_parameter_under_its_name() {
    let row: Parameters = (0..PARAMETERS).map(|index| (index as f32 - 900.0) / 2.0).collect();
    let text = source(&row, &["made by a test".to_owned()]);
    assert!(text.contains("//! made by a test\n"));
    let expected: Vec<i32> = row.iter().map(|value| value.round() as i32).collect();
    assert_eq!(numbers(&text), expected);
    for group in GROUPS {
        assert!(text.contains(&format!("pub const {}: [Tapered; {}]", group.name, group.len)), "{}", group.name);
    }
    assert!(text.contains(&format!("pub const SCALE: [i32; {}]", SHIFTS - SCALES)));
}

#[test]
fn the_weights_in_use_are_written_as_the_writer_writes() {
    let in_use = include_str!("../../../src/personalities/classical/eval/handmade/weights.rs");
    let row: Parameters = numbers(in_use).into_iter().map(|number| number as f32).collect();
    assert_eq!(row.len(), PARAMETERS);
    // Comments aside: they may have been reworded since.
    let code = |text: &str| {
        text.lines().filter(|line| !line.starts_with("//")).flat_map(str::split_whitespace).collect::<String>()
    };
    assert!(code(&source(&row, &[])) == code(in_use));
}
