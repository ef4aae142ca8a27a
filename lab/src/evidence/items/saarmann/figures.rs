//! The distributions of chapter 5, sampled by the published program's rule and by ours.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rustc_hash::FxHashMap;
use shakmaty::Chess;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::lines::{lines, long_lines};
use super::program::{LineWalk, Rule, shifted_lines};
use motley::chess::notation::parse_moves;
use motley::chess::replay::position_after;
use motley::openings::{FEATURES, Graph, Identity, NamedLine, NodeId};
use motley::personalities::explorer::{FeatureWeights, Saarmann};
use motley::picture::chart::Bars;
use motley::statistics::distance::total_variation;

pub const SEED: u64 = 1;
const FIRST_MOVES: [&str; 4] = ["e4", "d4", "c4", "Nf3"];
/// State 900: what stands before it, and the move that leads there.
const SICILIAN: (&str, &str) = ("e4 c5", "Nf3");
/// State 985.
const KAN: &str = "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3";
/// State 2679.
const CLOSED_RUY_LOPEZ: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d6";

/// Section 5.1's parameters and weights: gambit, c4 and e4.
pub const SECTION_5_1: [f64; FEATURES] = [0.2, 0.0, 0.05, 0.0, 0.05];
/// Section 5.2's five sets of weights, with the names of the figures' key.
const WEIGHT_SETS: [(&str, [f64; FEATURES]); 5] = [
    ("equal (0.1)", [0.1; FEATURES]),
    ("c4 (0.3), gambits (0.2)", [0.2, 0.05, 0.3, 0.05, 0.05]),
    ("e4 (0.6)", [0.05, 0.05, 0.05, 0.05, 0.6]),
    ("d4 (0.8), gambits (0.4)", [0.4, 0.05, 0.05, 0.8, 0.05]),
    ("d4 (0.4), gambits (0.2)", [0.2, 0.05, 0.05, 0.4, 0.05]),
];
/// Section 5.3's parameters, one at a time.
pub const PARAMETERS: [(&str, [f64; FEATURES]); 5] = [
    ("e4", [0.0, 0.0, 0.0, 0.0, 0.4]),
    ("d4", [0.0, 0.0, 0.0, 0.4, 0.0]),
    ("c4", [0.0, 0.0, 0.4, 0.0, 0.0]),
    ("uncommon", [0.0, 0.4, 0.0, 0.0, 0.0]),
    ("gambits", [0.4, 0.0, 0.0, 0.0, 0.0]),
];

/// Shares of positions, by the program's rule or by ours.
pub type Shares = FxHashMap<NodeId, f64>;

/// Our sampler's graph: all lines of a length.
pub fn our_graph(setting: &Setting, moves: usize) -> Result<Graph, ItemError> {
    sampler_graph(lines(setting)?, moves)
}

/// The graph of the lines that have a length, as our sampler walks them.
pub fn sampler_graph(lines: Vec<NamedLine>, moves: usize) -> Result<Graph, ItemError> {
    Ok(Graph::new(long_lines(lines, moves)?, Identity::Placement, true))
}

/// The program's lines of a length.
pub fn program_lines(setting: &Setting, moves: usize) -> Result<Vec<NamedLine>, ItemError> {
    long_lines(shifted_lines(&lines(setting)?), moves)
}

pub fn node(graph: &Graph, moves: &str) -> Result<NodeId, ItemError> {
    let position = position_after(&Chess::default(), &parse_moves(moves)?);
    graph.find(&position).ok_or_else(|| format!("no line reaches {moves}").into())
}

/// The exact share of a move from the start by the program's rule.
pub fn program_share(walk: &LineWalk, san: &str) -> Result<f64, ItemError> {
    Ok(walk.shares(walk.start(), None).get(&node(walk.graph(), san)?).copied().unwrap_or_default())
}

/// The exact shares after a position by our sampler.
pub fn our_shares(graph: &Graph, at: NodeId, weights: [f64; FEATURES]) -> Result<Shares, ItemError> {
    let shares = Saarmann::new(graph, &FeatureWeights::new([true; FEATURES], weights)?).exact(at);
    Ok(graph.edges(at).iter().map(|edge| edge.to).zip(shares).collect())
}

pub fn our_share(graph: &Graph, san: &str, weights: [f64; FEATURES]) -> Result<f64, ItemError> {
    let shares = our_shares(graph, node(graph, "")?, weights)?;
    Ok(shares.get(&node(graph, san)?).copied().unwrap_or_default())
}

/// The frequency of each position after `at` in `count` lines, and the number of lines that come there.
fn sampled_after(walk: &LineWalk, at: NodeId, count: u64, seed: u64) -> (FxHashMap<NodeId, u64>, u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut counts, mut visits) = (FxHashMap::default(), 0);
    for _ in 0..count {
        let path = walk.walk(&mut rng);
        let before = std::iter::once(walk.start()).chain(path.iter().copied());
        if let Some((_, &to)) = before.zip(&path).find(|(from, _)| *from == at) {
            *counts.entry(to).or_default() += 1;
            visits += 1;
        }
    }
    (counts, visits)
}

pub fn distance(a: &Shares, b: &Shares) -> f64 {
    let of = |shares: &Shares, id| shares.get(id).copied().unwrap_or_default();
    let mut ids: Vec<&NodeId> = a.keys().chain(b.keys()).collect();
    ids.sort_unstable();
    ids.dedup();
    total_variation(ids.into_iter().map(|id| (of(a, id), of(b, id))))
}

/// The exact shares after `before` and one more move by the program's rule, under each set of weights.
fn program_shares(
    lines: &[NamedLine],
    sets: &[(&str, [f64; FEATURES])],
    (before, mv): (&str, &str),
) -> Result<Vec<Shares>, ItemError> {
    let under = |(_, weights): &(&str, [f64; FEATURES])| -> Result<Shares, ItemError> {
        let walk = LineWalk::new(lines.to_vec(), Rule::Program, *weights);
        let last = walk.lines_onward(node(walk.graph(), before)?);
        Ok(walk.shares(node(walk.graph(), &format!("{before} {mv}"))?, Some(last)))
    };
    sets.iter().map(under).collect()
}

/// The exact shares after a position by our sampler, under each set of weights.
fn our_shares_under(graph: &Graph, moves: &str, sets: &[(&str, [f64; FEATURES])]) -> Result<Vec<Shares>, ItemError> {
    let at = node(graph, moves)?;
    sets.iter().map(|(_, weights)| our_shares(graph, at, *weights)).collect()
}

/// The greatest distance of any from the first.
fn spread(shares: &[Shares]) -> f64 {
    shares.iter().map(|other| distance(&shares[0], other)).fold(0.0, f64::max)
}

fn first_move_bars(title: &str, series: Vec<(String, Vec<f64>)>) -> String {
    Bars { title: title.to_owned(), categories: FIRST_MOVES.map(String::from).to_vec(), series }.svg()
}

pub fn first_move(setting: &Setting) -> Result<Findings, ItemError> {
    let walk = LineWalk::new(program_lines(setting, 7)?, Rule::Program, SECTION_5_1);
    let ours = our_graph(setting, 7)?;
    let (c4, knight) = (node(walk.graph(), "c4")?, node(walk.graph(), "Nf3")?);
    let mut rows = Vec::new();
    let mut series = Vec::new();
    let mut knights = 0;
    for lines in [100, 1_000, 10_000] {
        let (counts, visits) = sampled_after(&walk, walk.start(), lines, SEED);
        let count = |id| counts.get(&id).copied().unwrap_or_default();
        if lines > 100 {
            let name = format!("state 110 (c4) after {lines} lines");
            let exact = Estimate::exact(our_share(&ours, "c4", SECTION_5_1)?);
            rows.push(Row::both(name, Estimate::share(count(c4), visits), exact));
        }
        knights += count(knight);
        let shares = |san: &&str| Ok(count(node(walk.graph(), san)?) as f64 / visits as f64);
        series.push((format!("{lines} lines"), FIRST_MOVES.iter().map(shares).collect::<Result<_, ItemError>>()?));
    }
    let lines = 11_100.0;
    let expected = lines * program_share(&walk, "Nf3")?;
    let of_ours = Estimate::exact(lines * our_share(&ours, "Nf3", SECTION_5_1)?);
    let poisson = Estimate::with_error(expected, expected.sqrt(), 11_100);
    rows.push(Row::both("visits of state 58 (Nf3) in all 11,100 lines", poisson, of_ours));
    rows.push(Row::by_method("visits of state 58 in our run", Estimate::exact(knights as f64)));
    let common = program_share(&walk, "e4")? + program_share(&walk, "d4")?;
    let of_ours = our_share(&ours, "e4", SECTION_5_1)? + our_share(&ours, "d4", SECTION_5_1)?;
    rows.push(Row::both(
        "states 327 (e4) and 297 (d4) are highly likely",
        Estimate::fact(common > 0.9),
        Estimate::fact(of_ours > 0.9),
    ));
    Ok(Findings::new(rows)
        .with_note(
            "The words of the thesis call state 58 c4 and state 110 Nf3; its program numbers them the other way \
             round, and the figures agree only that way. Our sampler proposes positions and not lines, so it \
             proposes c4, whose few lines all have its feature, once in twenty times.",
        )
        .with_picture(
            "first-move",
            "The first move by the program's rule after 100, 1,000 and 10,000 lines",
            first_move_bars("The first move by the number of lines sampled", series),
        ))
}

pub fn closed_ruy_lopez(setting: &Setting) -> Result<Findings, ItemError> {
    let walk = LineWalk::new(program_lines(setting, 7)?, Rule::Program, SECTION_5_1);
    let at = node(walk.graph(), CLOSED_RUY_LOPEZ)?;
    let sample = |lines: u64| {
        let (counts, visits) = sampled_after(&walk, at, lines, SEED);
        let shares: Shares = counts.iter().map(|(&id, &count)| (id, count as f64 / visits as f64)).collect();
        (shares, visits)
    };
    let most_lines = setting.sized(20_000, 100_000);
    let ((fewer, fewer_visits), (more, visits), (most, _)) = (sample(1_000), sample(10_000), sample(most_lines));
    let apart = distance(&fewer, &more);
    let rows = vec![
        Row::by_method(
            "the shares after 1,000 and 10,000 lines are relatively close",
            Estimate { samples: Some(fewer_visits), ..Estimate::fact(apart < 0.1) },
        ),
        Row::by_method(
            "distance of the two distributions",
            Estimate { samples: Some(fewer_visits), ..Estimate::exact(apart) },
        ),
        Row::by_method(
            format!("distance of 10,000 and {},000 lines", most_lines / 1_000),
            Estimate { samples: Some(visits), ..Estimate::exact(distance(&more, &most)) },
        ),
        Row::by_method("different moves seen after 1,000 lines", Estimate::exact(fewer.len() as f64)),
        Row::by_method("different moves seen after 10,000 lines", Estimate::exact(more.len() as f64)),
    ];
    Ok(Findings::new(rows).with_note(
        "State 2679 of the author's program is the closed Ruy Lopez after 8. c3 d6 (9. h3 and four others). The \
         distance is half the sum of the differences.",
    ))
}

pub fn sicilian(setting: &Setting) -> Result<Findings, ItemError> {
    let program = program_shares(&program_lines(setting, 8)?, &WEIGHT_SETS, SICILIAN)?;
    let default = our_shares_under(&our_graph(setting, 8)?, &format!("{} {}", SICILIAN.0, SICILIAN.1), &WEIGHT_SETS)?;
    let rows = vec![
        Row::both(
            "the weights play virtually no role",
            Estimate::fact(spread(&program) < 0.05),
            Estimate::fact(spread(&default) < 0.05),
        ),
        Row::both(
            "greatest distance from equal weights",
            Estimate::exact(spread(&program)),
            Estimate::exact(spread(&default)),
        ),
    ];
    Ok(Findings::new(rows).with_note(
        "State 900 of the author's program is 1. e4 c5 2. Nf3. Its rule accepts every line there, whatever the \
         weights; our sampler adds the weights to every move, as the figure is worded.",
    ))
}

pub fn first_move_by_weights(setting: &Setting) -> Result<Findings, ItemError> {
    let lines = program_lines(setting, 8)?;
    let ours = our_graph(setting, 8)?;
    let walks: Vec<LineWalk> =
        WEIGHT_SETS.iter().map(|(_, weights)| LineWalk::new(lines.clone(), Rule::Program, *weights)).collect();
    let program: Vec<Shares> = walks.iter().map(|walk| walk.shares(walk.start(), None)).collect();
    let default = our_shares_under(&ours, "", &WEIGHT_SETS)?;
    let nearer =
        |shares: &[Shares]| Estimate::fact(distance(&shares[0], &shares[2]) < distance(&shares[0], &shares[1]));
    let alike = |shares: &[Shares]| Estimate::fact(distance(&shares[3], &shares[4]) < 0.15);
    let mut rows = vec![
        Row::both("the third set is nearer to equal weights than the second", nearer(&program), nearer(&default)),
        Row::both("the fourth and the fifth set give similar shares", alike(&program), alike(&default)),
    ];
    let shares_of = |index: usize, san: &str| -> Result<Row, ItemError> {
        let name = format!("{san}, {}", WEIGHT_SETS[index].0);
        let program = program_share(&walks[index], san)?;
        Ok(Row::both(name, Estimate::exact(program), Estimate::exact(our_share(&ours, san, WEIGHT_SETS[index].1)?)))
    };
    for index in 0..WEIGHT_SETS.len() {
        rows.push(shares_of(index, "e4")?);
        rows.push(shares_of(index, "d4")?);
    }
    Ok(Findings::new(rows).with_note(
        "The thesis says \"d4\" of the set that comes nearer and \"e4\" of the two that are alike. In its list of \
         weights the third set prefers e4 and the last two d4: the words follow the key of the figure, in which the \
         two names are exchanged.",
    ))
}

pub fn first_move_by_parameter(setting: &Setting) -> Result<Findings, ItemError> {
    let lines = program_lines(setting, 5)?;
    let ours = our_graph(setting, 5)?;
    let sampled = 2_100;
    let mut rows = Vec::new();
    let mut series = Vec::new();
    for (name, weights) in PARAMETERS {
        let walk = LineWalk::new(lines.clone(), Rule::Program, weights);
        let shares = FIRST_MOVES.iter().map(|san| program_share(&walk, san)).collect::<Result<Vec<_>, _>>()?;
        let preferred = match name {
            "c4" => Some("c4"),
            "uncommon" => Some("Nf3"),
            _ => None,
        };
        if let Some(san) = preferred {
            let (counts, visits) = sampled_after(&walk, walk.start(), sampled, SEED);
            let count = counts.get(&node(walk.graph(), san)?).copied().unwrap_or_default();
            let exact = Estimate::exact(100.0 * our_share(&ours, san, weights)?);
            rows.push(Row::both(
                format!("{san} with the {name} parameter"),
                Estimate::percentage(count, visits),
                exact,
            ));
        }
        series.push((name.to_owned(), shares));
    }
    Ok(Findings::new(rows)
        .with_note("Our sampler comes to some 30 %: it proposes each position once, however many lines it has.")
        .with_picture(
            "first-move",
            "The first move with one parameter at a time, by the program's rule",
            first_move_bars("The first move with one parameter at a time", series),
        ))
}

pub fn kan(setting: &Setting) -> Result<Findings, ItemError> {
    let lines = program_lines(setting, 5)?;
    let runs = setting.sized(20, 200);
    let mut rows = Vec::new();
    let mut means = Vec::new();
    for (name, weights) in PARAMETERS {
        let walk = LineWalk::new(lines.clone(), Rule::Program, weights);
        let at = node(walk.graph(), KAN)?;
        let seen: Vec<f64> = (0..runs).map(|seed| sampled_after(&walk, at, 2_100, seed).0.len() as f64).collect();
        means.push(seen.iter().sum::<f64>() / seen.len() as f64);
        rows.push(Row::by_method(format!("continuations seen with the {name} parameter"), Estimate::mean(&seen)));
    }
    let least = (0..PARAMETERS.len()).min_by(|&a, &b| means[a].total_cmp(&means[b]));
    rows.push(Row::by_method(
        "the c4 parameter leaves the fewest",
        Estimate::fact(least.is_some_and(|least| PARAMETERS[least].0 == "c4")),
    ));
    Ok(Findings::new(rows).with_note(
        "State 985 of the author's program is a Kan Sicilian after 5. Bd3 with three continuations in one line each; \
         means over runs of 2,100 lines. The figure is one run.",
    ))
}

pub fn reply_to_e4(setting: &Setting) -> Result<Findings, ItemError> {
    let program = program_shares(&program_lines(setting, 5)?, &PARAMETERS, ("", "e4"))?;
    let default = our_shares_under(&our_graph(setting, 5)?, "e4", &PARAMETERS)?;
    let rows = vec![
        Row::both(
            "very limited variance",
            Estimate::fact(spread(&program) < 0.05),
            Estimate::fact(spread(&default) < 0.05),
        ),
        Row::both("greatest distance of two", Estimate::exact(spread(&program)), Estimate::exact(spread(&default))),
    ];
    Ok(Findings::new(rows).with_note(
        "After 1. e4 fewer lines go on than before it, so the program's P(this move) / P(last move) is more than 1 \
         and every proposal is accepted. Our sampler adds the weights there too: e4's own parameter makes rare \
         replies likelier.",
    ))
}
