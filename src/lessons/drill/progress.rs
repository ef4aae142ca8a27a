//! The progress of a learner, by opening.

use std::collections::BTreeMap;

use shakmaty::{CastlingMode, Chess};

use crate::chess::fen::read_fen;
use crate::chess::notation::{numbered_line, parse_moves};
use crate::chess::replay::positions;
use crate::openings::{Graph, NamedLine, deepest_name};
use crate::record::{Answers, Counts};

/// A learner's answers in one opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningProgress {
    /// Positions that were asked.
    pub positions: u32,
    pub right: u32,
    pub wrong: u32,
    /// Lines that were played to their end.
    pub lines: u32,
}

/// The progress in each opening of the record, by its name. A position belongs to the opening that names it, or that
/// names the deepest position before it on the first line that passes there.
pub fn progress(counts: &Counts, graph: &Graph) -> BTreeMap<String, OpeningProgress> {
    let mut openings: BTreeMap<String, OpeningProgress> = BTreeMap::new();
    let name =
        |line: Option<&NamedLine>| line.map_or_else(|| "no named position".to_owned(), |line| line.opening.clone());
    for (fen, Answers { right, wrong, .. }) in counts.positions() {
        let progress = openings.entry(name(opening_of(fen, graph))).or_default();
        progress.positions += 1;
        progress.right += right;
        progress.wrong += wrong;
    }
    for (moves, _) in counts.lines() {
        // A file edited by hand may have others.
        let Ok(moves) = parse_moves(moves) else { continue };
        let line = deepest_name(graph, &Chess::default(), &moves).map(|(_, line)| line);
        openings.entry(name(line)).or_default().lines += 1;
    }
    openings
}

/// The line that names a position of the record, or the deepest position before it; `None` where the graph does not
/// have it, or nothing on the way has a name.
pub fn opening_of<'a>(fen: &str, graph: &'a Graph) -> Option<&'a NamedLine> {
    let position = read_fen(fen, CastlingMode::Standard).ok()?.position;
    let passage = graph.passages(graph.find(&position)?)[0];
    let moves = &graph.line(passage.line).moves[..passage.ply as usize];
    deepest_name(graph, &Chess::default(), moves).map(|(_, line)| line)
}

/// The moves to a position of the record, "1. e4 e5 2. Nc3": those of the first named line that passes there, or of the
/// first drilled line that does. `None` where neither does.
pub fn line_to(fen: &str, graph: &Graph, counts: &Counts) -> Option<String> {
    let position = read_fen(fen, CastlingMode::Standard).ok()?.position;
    if let Some(id) = graph.find(&position) {
        let passage = graph.passages(id)[0];
        let moves = &graph.line(passage.line).moves[..passage.ply as usize];
        return Some(numbered_line(&Chess::default(), moves)).filter(|line| !line.is_empty());
    }
    counts.lines().find_map(|(moves, _)| {
        let moves = parse_moves(moves).ok()?;
        let (ply, ..) = positions(&Chess::default(), &moves).find(|(_, before, _)| super::record_key(before) == fen)?;
        Some(numbered_line(&Chess::default(), &moves[..ply]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::replay::position_after;
    use crate::lessons::drill::record_key;
    use crate::openings::{Identity, embedded};

    #[test]
    fn answers_and_lines_are_counted_under_their_opening() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        let key = |moves: &str| record_key(&position_after(&Chess::default(), &parse_moves(moves).expect("legal")));
        let mut counts = Counts::default();
        counts.set(key("e4 e5 Nc3"), Answers { right: 1, wrong: 0, streak: 1 });
        counts.set(key("e4 e5 Nc3 Nf6"), Answers { right: 1, wrong: 1, streak: 1 });
        counts.set("no position".to_owned(), Answers { right: 0, wrong: 1, streak: 0 });
        counts.set_line("e2e4 e7e5 b1c3 g8f6".to_owned(), 1);
        counts.set_line("nonsense".to_owned(), 1);
        let found = progress(&counts, &graph);
        let vienna = OpeningProgress { positions: 2, right: 2, wrong: 1, lines: 1 };
        assert_eq!(found.get("Vienna Game"), Some(&vienna), "{found:?}");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn positions_are_told_by_their_moves() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let key = |moves: &str| record_key(&position_after(&Chess::default(), &parse_moves(moves).expect("legal")));
        let mut counts = Counts::default();
        counts.set_line("a2a3 h7h6 a3a4 h6h5".to_owned(), 1);
        let line = |moves: &str| line_to(&key(moves), &graph, &counts);
        assert_eq!(line("e4 e5 Nc3").as_deref(), Some("1. e4 e5 2. Nc3"));
        assert_eq!(line("a3 h6 a4").as_deref(), Some("1. a3 h6 2. a4"), "a line that was drilled");
        assert_eq!(line("h4 h6 a4"), None);
        assert_eq!(line_to("no position", &graph, &counts), None);
    }
}
