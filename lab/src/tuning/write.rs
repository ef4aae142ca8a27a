//! Writes the weights as the source file that play is compiled with.

use std::fmt::Write;

use super::model::{Parameters, SCALES, SHIFTS, forward};
use super::samples::TuningSet;
use super::train::SIGMOID_SCALE;
use motley::personalities::classical::eval::handmade::FULL_PHASE;
use motley::personalities::classical::eval::handmade::terms::{self, GROUPS, TermGroup, Topic};

/// Tables of which every piece of a kind counts exactly one entry: their mean belongs to the material value of the
/// kind.
const EXHAUSTIVE: &[(usize, &[&TermGroup])] = &[
    (0, &[&terms::PAWN_SQUARE]),
    (1, &[&terms::KNIGHT_SQUARE, &terms::KNIGHT_MOBILITY, &terms::KNIGHT_TO_KING]),
    (2, &[&terms::BISHOP_SQUARE, &terms::BISHOP_MOBILITY, &terms::BISHOP_TO_KING, &terms::BISHOP_PAWNS]),
    (3, &[&terms::ROOK_SQUARE, &terms::ROOK_MOBILITY, &terms::ROOK_TO_KING]),
    (4, &[&terms::QUEEN_SQUARE, &terms::QUEEN_MOBILITY, &terms::QUEEN_TO_KING]),
];

/// Brings the weights into a comparable form, in three steps: the means of the exhaustive tables go into
/// the material; the endgame halves take up the mean of the scales, which is full then; and all weights are stretched
/// until a centipawn is worth as many points as one of the recorded scores. The first two change no evaluation, the
/// last all in the same proportion.
pub fn normalise(row: &mut Parameters, samples: &TuningSet, score_scale: f32) {
    let frequency = frequencies(samples);
    for &(kind, tables) in EXHAUSTIVE {
        for table in tables {
            for half in 0..2 {
                let places = || (table.start..table.start + table.len).map(|index| 2 * index + half);
                let weight: f32 = places().map(|place| frequency[place / 2]).sum();
                let mean = places().map(|place| row[place] * frequency[place / 2]).sum::<f32>() / weight.max(1.0);
                places().filter(|place| frequency[place / 2] > 0.0).for_each(|place| row[place] -= mean);
                row[2 * (terms::MATERIAL.start + kind) + half] += mean;
            }
        }
    }
    let typical = typical_scale(row, samples);
    row[SCALES..].iter_mut().for_each(|scale| *scale /= typical);
    row[..SCALES].iter_mut().skip(1).step_by(2).for_each(|endgame| *endgame *= typical);

    let stretch = score_scale / SIGMOID_SCALE;
    for group in GROUPS {
        for [middlegame, endgame] in row.as_chunks_mut().0[group.start..group.start + group.len].iter_mut() {
            // Danger is squared in the middlegame.
            *middlegame *= if group.topic == Topic::Danger { stretch.sqrt() } else { stretch };
            *endgame *= stretch;
        }
    }
}

/// The frequency of each term, by the sums of its counts without sign.
fn frequencies(samples: &TuningSet) -> Vec<f32> {
    let mut sums = vec![0.0; terms::COUNT];
    for index in 0..samples.len() {
        samples.get(index).linear.iter().for_each(|(term, count)| sums[term] += count.abs());
    }
    sums
}

/// The mean share of the endgame score that counts, by how much of an endgame the positions are.
fn typical_scale(row: &[f32], samples: &TuningSet) -> f32 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for sample in (0..samples.len()).map(|index| samples.get(index)) {
        let endgame = f64::from(1.0 - sample.phase / FULL_PHASE as f32);
        sum += endgame * f64::from(forward(row, &sample).scale);
        weight += endgame;
    }
    (sum / weight.max(1.0)) as f32
}

/// The source file; `origin` says how and from what it was made, one line each.
pub fn source(row: &[f32], origin: &[String]) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation in centipawns, `S(middlegame, endgame)`. Written by the tuner: edit nothing \
         here.\n//!\n",
    );
    for line in origin {
        let _ = writeln!(text, "//! {line}");
    }
    text.push_str("\nuse super::tapered::{S, Tapered};\n");
    let mut topic = None;
    for group in GROUPS {
        if topic != Some(group.topic) {
            topic = Some(group.topic);
            let _ = writeln!(text, "\n// {}", group.topic.title());
        }
        write_group(&mut text, group, row);
    }
    let _ = writeln!(text, "\n// The share of an endgame advantage that counts, out of 128, by `ScaleClass`");
    write_row(&mut text, "SCALE", &row[SCALES..SHIFTS]);
    let _ = writeln!(
        text,
        "\n// What moves the scale: pawns on both wings, no pieces, kings that have advanced, passed pawns"
    );
    write_row(&mut text, "SCALE_SHIFT", &row[SHIFTS..]);
    text
}

/// A doc comment in lines of at most 120 columns.
fn write_comment(text: &mut String, about: &str) {
    let mut columns = 0;
    for word in about.split(' ') {
        let width = 1 + word.chars().count();
        if columns == 0 || columns + width > 120 {
            text.push_str(if columns == 0 { "///" } else { "\n///" });
            columns = 3;
        }
        text.push(' ');
        text.push_str(word);
        columns += width;
    }
    text.push('\n');
}

fn write_row(text: &mut String, name: &str, values: &[f32]) {
    let values: Vec<String> = values.iter().map(|value| format!("{}", value.round() as i32)).collect();
    let _ = writeln!(text, "pub const {name}: [i32; {}] = [{}];", values.len(), values.join(", "));
}

fn write_group(text: &mut String, group: &TermGroup, row: &[f32]) {
    let weight = |index: usize| {
        let half = |half: usize| row[2 * (group.start + index) + half].round() as i32;
        format!("S({}, {})", half(0), half(1))
    };
    write_comment(text, group.about);
    let _ = write!(text, "pub const {}: [Tapered; {}] = [", group.name, group.len);
    if group.len <= 8 {
        let _ = writeln!(text, "{}];", (0..group.len).map(weight).collect::<Vec<_>>().join(", "));
        return;
    }
    text.push('\n');
    for first in (0..group.len).step_by(8) {
        let cells: Vec<String> =
            (first..group.len.min(first + 8)).map(|index| format!("{:>13}", format!("{},", weight(index)))).collect();
        let _ = writeln!(text, "    {}", cells.join(" ").trim_end());
    }
    text.push_str("];\n");
}
