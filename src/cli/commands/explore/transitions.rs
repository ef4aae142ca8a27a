//! `motley explore graph`: the moves between positions as a graph, the first moves of a drawing (the seed's figure 13).

use std::collections::BTreeMap;

use clap::value_parser;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Text};

use super::ExploreError;
use super::report::numbered;
use super::run::{Place, SettingArgs, TheoryArgs, draw_all};
use crate::openings::{Identity, NodeId};
use crate::personalities::explorer::LineSample;

/// Pixels from one half move to the next, between nodes of one, and around.
const COLUMN: f32 = 230.0;
const ROW: f32 = 30.0;
const MARGIN: f32 = 60.0;
const RADIUS: f32 = 9.0;

const PAPER: &str = "#fdf8ee";
const INK: &str = "#3d405b";
const FLOW: &str = "#2a6f97";

#[derive(clap::Args, Clone, Debug)]
pub struct GraphArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    #[command(flatten)]
    settings: SettingArgs,
    /// Half moves to draw
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(1..=8))]
    plies: u16,
}

/// A position in the drawing.
struct Spot {
    column: usize,
    /// How many drawn lines pass.
    drawn: u64,
    position: Chess,
    y: f32,
}

/// Lines that go from one position to another.
struct Flow {
    from: usize,
    to: usize,
    mv: Move,
    drawn: u64,
}

pub fn run(args: &GraphArgs) -> Result<String, ExploreError> {
    let place = args.theory.place()?;
    let outcomes = draw_all(&place, &args.settings)?;
    let sample = &outcomes[0].sample;
    let (mut spots, flows) = gather(&place, sample, usize::from(args.plies));
    arrange(&mut spots, &flows);
    Ok(draw(&place, sample, &spots, &flows))
}

/// The positions that the sample passes, and the moves between them: positions that meet are one.
fn gather(place: &Place, sample: &LineSample, plies: usize) -> (Vec<Spot>, Vec<Flow>) {
    let start = place.graph.position(place.at);
    let mut spots = vec![Spot { column: 0, drawn: sample.iterations, position: start.clone(), y: 0.0 }];
    let mut known: BTreeMap<(usize, u64), usize> = BTreeMap::new();
    let mut flows: BTreeMap<(usize, usize), Flow> = BTreeMap::new();
    for way in &sample.lines {
        let (mut from, mut position) = (0, start.clone());
        for (ply, &mv) in way.moves.iter().take(plies).enumerate() {
            position.play_unchecked(mv);
            let to = *known.entry((ply + 1, Identity::Position.key(&position))).or_insert_with(|| {
                spots.push(Spot { column: ply + 1, drawn: 0, position: position.clone(), y: 0.0 });
                spots.len() - 1
            });
            spots[to].drawn += way.drawn;
            flows.entry((from, to)).or_insert(Flow { from, to, mv, drawn: 0 }).drawn += way.drawn;
            from = to;
        }
    }
    (spots, flows.into_values().collect())
}

/// Puts the spots of each column under each other, each near those that lead to it, so that few ways cross.
fn arrange(spots: &mut [Spot], flows: &[Flow]) {
    let columns = spots.iter().map(|spot| spot.column).max().unwrap_or_default();
    let of_column = |spots: &[Spot], column: usize| {
        (0..spots.len()).filter(|&index| spots[index].column == column).collect::<Vec<_>>()
    };
    let tallest = (0..=columns).map(|column| of_column(spots, column).len()).max().unwrap_or(1);
    for column in 0..=columns {
        let mut order = of_column(spots, column);
        let pull = |index: usize| {
            let leading = flows.iter().filter(|flow| flow.to == index);
            let (sum, drawn) = leading.fold((0.0, 0.0), |(sum, drawn), flow| {
                (sum + flow.drawn as f32 * spots[flow.from].y, drawn + flow.drawn as f32)
            });
            sum / f32::max(drawn, 1.0)
        };
        let pulls: Vec<f32> = (0..spots.len()).map(pull).collect();
        order.sort_by(|&a, &b| pulls[a].total_cmp(&pulls[b]).then(spots[b].drawn.cmp(&spots[a].drawn)));
        let gap = tallest as f32 * ROW / order.len() as f32;
        for (place, index) in order.into_iter().enumerate() {
            spots[index].y = MARGIN + (place as f32 + 0.5) * gap;
        }
    }
}

fn draw(place: &Place, sample: &LineSample, spots: &[Spot], flows: &[Flow]) -> String {
    let x = |spot: &Spot| MARGIN + spot.column as f32 * COLUMN;
    let width = spots.iter().map(x).fold(0.0, f32::max) + COLUMN;
    let height = spots.iter().map(|spot| spot.y).fold(0.0, f32::max) + MARGIN;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("font-family", "DejaVu Sans, sans-serif")
        .set("font-size", 12)
        .set("fill", INK)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", PAPER));
    let title = format!(
        "{} lines drawn from {}",
        sample.iterations,
        if place.moves.is_empty() { "the start".to_owned() } else { numbered(&place.moves) }
    );
    document = document.add(Text::new(title).set("x", 16).set("y", 24).set("font-size", 16).set("font-weight", "bold"));

    for flow in flows {
        let (from, to) = (&spots[flow.from], &spots[flow.to]);
        let share = flow.drawn as f32 / from.drawn.max(1) as f32;
        let middle = (x(from) + x(to)) / 2.0;
        let curve = format!(
            "M{} {} C{middle} {} {middle} {} {} {}",
            x(from) + RADIUS,
            from.y,
            from.y,
            to.y,
            x(to) - RADIUS,
            to.y
        );
        let line = Path::new()
            .set("d", curve)
            .set("fill", "none")
            .set("stroke", FLOW)
            .set("stroke-width", 0.8 + 6.0 * share)
            .set("opacity", 0.55);
        let san = SanPlus::from_move(from.position.clone(), flow.mv);
        let label = Text::new(format!("{san} {share:.2}"))
            .set("x", x(to) - RADIUS - 4.0)
            .set("y", to.y - 5.0)
            .set("text-anchor", "end");
        document = document.add(Group::new().add(line).add(label));
    }
    for spot in spots {
        let named = place
            .graph
            .find(&spot.position)
            .and_then(|id: NodeId| place.graph.name(id))
            .map(|line| line.name())
            .unwrap_or_default();
        let dot = Circle::new().set("cx", x(spot)).set("cy", spot.y).set("r", RADIUS).set("fill", FLOW);
        let name = Text::new(named)
            .set("x", x(spot) + RADIUS + 4.0)
            .set("y", spot.y + 14.0)
            .set("font-size", 10)
            .set("opacity", 0.8);
        document = document.add(Group::new().add(dot).add(name));
    }
    format!("{document}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    #[test]
    fn shares_leave_every_position_whole_and_ways_meet() {
        let args: GraphArgs = parsed(&["--plies", "4", "--at", "d4 Nf6", "--iterations", "400"]);
        let place = args.theory.place().unwrap();
        let outcomes = draw_all(&place, &args.settings).unwrap();
        let (spots, flows) = gather(&place, &outcomes[0].sample, 4);
        // All lines that were drawn leave the first position.
        assert_eq!(flows.iter().filter(|flow| flow.from == 0).map(|flow| flow.drawn).sum::<u64>(), 400);
        for (index, spot) in spots.iter().enumerate().skip(1) {
            assert_eq!(flows.iter().filter(|flow| flow.to == index).map(|flow| flow.drawn).sum::<u64>(), spot.drawn);
        }
        // c4 e6 Nf3 and Nf3 e6 c4 are one position: more flows than a tree has.
        assert!(flows.len() > spots.len() - 1);
        assert!(run(&args).unwrap().starts_with("<svg"));
    }
}
