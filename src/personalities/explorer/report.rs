//! Reports of the lines that Explorer knows, in words and as results.

use shakmaty::Position as _;

use super::opening_theory::OpeningTheory;
use super::sample::{LineSample, MoveShare};
use crate::chess::notation::san;
use crate::engine::{Game, ResultProbabilities};
use crate::openings::{Edge, NodeId, Results};

/// Names that are reported for each move.
const NAMES_REPORTED: usize = 3;
/// Pseudocounts beside the real games, losses, draws, wins: a single real win is no certainty.
const PSEUDOCOUNTS: [f64; 3] = [1.0, 2.0, 1.0];

/// "Nc3 8.1 %: Vienna Game: Falkbeer Variation 5.2 %, Vienna Game 2.9 %".
pub fn describe(theory: &OpeningTheory, sample: &LineSample, share: &MoveShare, game: &Game) -> String {
    let mut names: Vec<(String, u64)> = Vec::new();
    for line in sample.lines.iter().filter(|line| line.moves[0] == share.mv) {
        let name = theory.graph.line(line.line).name();
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sampled)) => *sampled += line.sampled,
            None => names.push((name, line.sampled)),
        }
    }
    names.sort_by_key(|(_, sampled)| std::cmp::Reverse(*sampled));
    let percent = |sampled: u64| 100.0 * sampled as f64 / sample.iterations as f64;
    let lines: Vec<String> =
        names.iter().take(NAMES_REPORTED).map(|(name, sampled)| format!("{name} {:.1} %", percent(*sampled))).collect();
    format!("{} {:.1} %: {}", san(game.position(), share.mv), 100.0 * share.share, lines.join(", "))
}

/// The end of theory in a game: the continuations that there were, right after the other side has left it.
pub fn leaving(theory: &OpeningTheory, game: &Game) -> String {
    let Some((ply, at)) = theory.last_known(game) else {
        return "this game never was in theory".to_owned();
    };
    let known = game.moves().len() - ply;
    if known == 0 {
        return match theory.name_of(game) {
            Some(line) => format!("theory ends here: {} {}", line.eco, line.name()),
            None => "theory ends here".to_owned(),
        };
    }
    let edges = theory.graph.edges(at);
    // Our own move cannot leave theory unless theory had ended, or the fallback played.
    if known > 1 || edges.is_empty() {
        return format!("out of theory since half move {}", ply + 1);
    }
    let position = theory.graph.position(at);
    let lines: u32 = edges.iter().map(|edge| edge.lines).sum();
    let described = |edge: &Edge| {
        let share = 100.0 * f64::from(edge.lines) / f64::from(lines.max(1));
        format!("{} ({:.0} % of the lines)", san(&position, edge.mv), share)
    };
    let had: Vec<String> = edges.iter().filter(|edge| edge.lines > 0).take(NAMES_REPORTED).map(described).collect();
    let left = san(&position, game.moves()[ply]);
    let name = theory.name_of(game).map_or_else(String::new, |line| format!(" in the {}", line.name()));
    format!("{left} leaves theory{name}: it had {}", had.join(", "))
}

/// The results of the games in which a move of a known position was played, or, for a transposition, of the games from
/// where it lands; from the view of the side that plays it.
pub fn results(theory: &OpeningTheory, at: NodeId, edge: &Edge) -> Option<ResultProbabilities> {
    let side = theory.graph.position(at).turn();
    let mut results = edge.results;
    if results.games() == 0 {
        for next in theory.graph.edges(edge.to) {
            let Results { white, draws, black } = next.results;
            results =
                Results { white: results.white + white, draws: results.draws + draws, black: results.black + black };
        }
    }
    let games = f64::from(results.games());
    let added: f64 = PSEUDOCOUNTS.iter().sum();
    results.shares(side).map(|shares| {
        ResultProbabilities(std::array::from_fn(|index| {
            ((shares[index] * games + PSEUDOCOUNTS[index]) / (games + added)) as f32
        }))
    })
}

/// " (C25 Vienna Game)": the line that names a position, or else the first that passes.
pub fn deepest_name(theory: &OpeningTheory, at: NodeId) -> Option<String> {
    let passage = theory.graph.passages(at).first()?;
    let line = theory.graph.name(at).unwrap_or_else(|| theory.graph.line(passage.line));
    Some(format!(" ({} {})", line.eco, line.name()))
}
