//! The moves between positions as a graph, the first moves of a sample: Saarmann's figure 13.

use std::collections::BTreeMap;

use shakmaty::{Chess, Move, Position};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Text};

use super::TheoryPosition;
use crate::chess::notation::san;
use crate::openings::{Identity, NamedLine};
use crate::personalities::explorer::LineSample;
use crate::picture::{ACCENT, INK, PAPER};

/// Pixels from one ply to the next, between nodes of one, and around.
const COLUMN: f32 = 230.0;
const ROW: f32 = 30.0;
const MARGIN: f32 = 60.0;
const RADIUS: f32 = 9.0;

/// A position in the picture.
struct PositionPoint {
    column: usize,
    /// The number of sampled lines that pass.
    sampled: u64,
    position: Chess,
    y: f32,
}

/// Lines that go from one position to another.
struct Flow {
    from: usize,
    to: usize,
    mv: Move,
    sampled: u64,
}

/// The positions and moves of the first `plies` plies of a sample, as SVG.
pub fn transitions_chart(theory: &TheoryPosition, sample: &LineSample, plies: usize) -> String {
    let (mut points, flows) = gather(theory, sample, plies);
    arrange(&mut points, &flows);
    picture(theory, sample, &points, &flows)
}

/// The positions that the sample passes, and the moves between them: positions that meet are one.
fn gather(theory: &TheoryPosition, sample: &LineSample, plies: usize) -> (Vec<PositionPoint>, Vec<Flow>) {
    let start = theory.position();
    let mut points = vec![PositionPoint { column: 0, sampled: sample.iterations, position: start.clone(), y: 0.0 }];
    let mut known: BTreeMap<(usize, u64), usize> = BTreeMap::new();
    let mut flows: BTreeMap<(usize, usize), Flow> = BTreeMap::new();
    for way in &sample.lines {
        let (mut from, mut position) = (0, start.clone());
        for (ply, &mv) in way.moves.iter().take(plies).enumerate() {
            position.play_unchecked(mv);
            let to = *known.entry((ply + 1, Identity::Position.key(&position))).or_insert_with(|| {
                points.push(PositionPoint { column: ply + 1, sampled: 0, position: position.clone(), y: 0.0 });
                points.len() - 1
            });
            points[to].sampled += way.sampled;
            flows.entry((from, to)).or_insert(Flow { from, to, mv, sampled: 0 }).sampled += way.sampled;
            from = to;
        }
    }
    (points, flows.into_values().collect())
}

/// Puts the points of each column under each other, each near those that lead to it, so that few ways cross.
fn arrange(points: &mut [PositionPoint], flows: &[Flow]) {
    let columns = points.iter().map(|point| point.column).max().unwrap_or_default();
    let of_column = |points: &[PositionPoint], column: usize| {
        (0..points.len()).filter(|&index| points[index].column == column).collect::<Vec<_>>()
    };
    let tallest = (0..=columns).map(|column| of_column(points, column).len()).max().unwrap_or(1);
    for column in 0..=columns {
        let mut order = of_column(points, column);
        let pull = |index: usize| {
            let leading = flows.iter().filter(|flow| flow.to == index);
            let (sum, sampled) = leading.fold((0.0, 0.0), |(sum, sampled), flow| {
                (sum + flow.sampled as f32 * points[flow.from].y, sampled + flow.sampled as f32)
            });
            sum / f32::max(sampled, 1.0)
        };
        let pulls: Vec<f32> = (0..points.len()).map(pull).collect();
        order.sort_by(|&a, &b| pulls[a].total_cmp(&pulls[b]).then(points[b].sampled.cmp(&points[a].sampled)));
        let gap = tallest as f32 * ROW / order.len() as f32;
        for (place, index) in order.into_iter().enumerate() {
            points[index].y = MARGIN + (place as f32 + 0.5) * gap;
        }
    }
}

fn picture(theory: &TheoryPosition, sample: &LineSample, points: &[PositionPoint], flows: &[Flow]) -> String {
    let width = points.iter().map(x).fold(0.0, f32::max) + COLUMN;
    let height = points.iter().map(|point| point.y).fold(0.0, f32::max) + MARGIN;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("font-family", "DejaVu Sans, sans-serif")
        .set("font-size", 12)
        .set("fill", INK)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", PAPER));
    let line = theory.title();
    let title =
        format!("{} lines sampled from {}", sample.iterations, if line.is_empty() { "the start" } else { &line });
    document = document.add(Text::new(title).set("x", 16).set("y", 24).set("font-size", 16).set("font-weight", "bold"));

    for flow in flows {
        document = document.add(flow_group(flow, &points[flow.from], &points[flow.to]));
    }
    for point in points {
        let name = theory.graph.find(&point.position).and_then(|id| theory.graph.name(id)).map(NamedLine::name);
        document = document.add(point_group(point, name.unwrap_or_default()));
    }
    format!("{document}\n")
}

fn x(point: &PositionPoint) -> f32 {
    MARGIN + point.column as f32 * COLUMN
}

/// A curve whose width is the share of the lines that take it, with the move and the share at its end.
fn flow_group(flow: &Flow, from: &PositionPoint, to: &PositionPoint) -> Group {
    let share = flow.sampled as f32 / from.sampled.max(1) as f32;
    let (left, right, middle) = (x(from) + RADIUS, x(to) - RADIUS, (x(from) + x(to)) / 2.0);
    let curve = format!("M{left} {} C{middle} {} {middle} {} {right} {}", from.y, from.y, to.y, to.y);
    let line = Path::new()
        .set("d", curve)
        .set("fill", "none")
        .set("stroke", ACCENT)
        .set("stroke-width", 0.8 + 6.0 * share)
        .set("opacity", 0.55);
    let label = Text::new(format!("{} {share:.2}", san(&from.position, flow.mv)))
        .set("x", right - 4.0)
        .set("y", to.y - 5.0)
        .set("text-anchor", "end");
    Group::new().add(line).add(label)
}

fn point_group(point: &PositionPoint, name: String) -> Group {
    let dot = Circle::new().set("cx", x(point)).set("cy", point.y).set("r", RADIUS).set("fill", ACCENT);
    let name = Text::new(name)
        .set("x", x(point) + RADIUS + 4.0)
        .set("y", point.y + 14.0)
        .set("font-size", 10)
        .set("opacity", 0.8);
    Group::new().add(dot).add(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::engine::Game;
    use crate::openings::{FEATURES, embedded};
    use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
    use crate::studies::explore::{SampleSetting, sample_all};

    #[test]
    fn what_enters_a_position_leaves_it_and_transpositions_meet() {
        let mut game = Game::default();
        parse_moves("d4 Nf6").expect("legal").into_iter().for_each(|mv| game.play(mv));
        let theory = TheoryPosition::new(embedded(), Identity::Position, true, &game).expect("in theory");
        let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
        let sampler = LineSampler { kind, weights, iterations: 400, chains: 4, seed: 1 };
        let setting = SampleSetting { parameters: [false; FEATURES], weights: [0.2; FEATURES], sampler };
        let sample = sample_all(&theory, vec![setting]).remove(0).sample;
        let (points, flows) = gather(&theory, &sample, 4);
        assert_eq!(flows.iter().filter(|flow| flow.from == 0).map(|flow| flow.sampled).sum::<u64>(), 400);
        for (index, point) in points.iter().enumerate().skip(1) {
            assert_eq!(
                flows.iter().filter(|flow| flow.to == index).map(|flow| flow.sampled).sum::<u64>(),
                point.sampled
            );
        }
        // c4 e6 Nf3 and Nf3 e6 c4 are one position: more flows than a tree has.
        assert!(flows.len() > points.len() - 1);
        assert!(transitions_chart(&theory, &sample, 4).starts_with("<svg"));
    }
}
