//! The theory of a position or a game: its name, its continuations, how they scored.

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::graph::{Edge, Graph, NodeId};
use super::line::{NamedLine, Results};
use crate::chess::notation::san;
use crate::chess::replay::position_after;
use crate::games::pgn::PgnGame;

/// The theory of a position.
#[derive(Clone, Debug, Serialize)]
pub struct TheoryEntry {
    /// The deepest name on the way, with the ply at which it stands.
    pub eco: Option<String>,
    pub name: Option<String>,
    pub named_at: Option<usize>,
    /// True if the position itself is in theory.
    pub known: bool,
    /// Lines that pass here.
    pub lines: u32,
    pub moves: Vec<Continuation>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Continuation {
    pub san: String,
    pub uci: String,
    /// Lines that play it; 0 for a transposition.
    pub lines: u32,
    pub games: u32,
    /// Of the games that played on in theory, from 0 to 1.
    pub share: f64,
    /// White's wins, draws and Black's wins as shares, where there are games.
    pub results: Option<[f64; 3]>,
    /// The name that the move leads to, where it has one of its own.
    pub name: Option<String>,
    pub transposition: bool,
}

impl TheoryEntry {
    /// The entry of the position after `moves`, which must be legal one after another.
    pub fn of(graph: &Graph, start: &Chess, moves: &[Move]) -> TheoryEntry {
        let named = deepest_name(graph, start, moves);
        let position = position_after(start, moves);
        let node = graph.find(&position);
        TheoryEntry {
            eco: named.map(|(_, line)| line.eco.clone()),
            name: named.map(|(_, line)| line.name()),
            named_at: named.map(|(ply, _)| ply),
            known: node.is_some(),
            lines: node.map_or(0, |id| graph.node(id).lines),
            moves: node.map(|id| continuations(graph, id, &position)).unwrap_or_default(),
        }
    }
}

/// The way of a game along the lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnLines<'a> {
    /// The last position that a line names, with its ply.
    pub named: Option<(usize, &'a NamedLine)>,
    /// Plies after which the game was last in a position of the lines.
    pub last_known: Option<usize>,
}

impl<'a> OnLines<'a> {
    pub fn of(graph: &'a Graph, start: &Chess, moves: &[Move]) -> OnLines<'a> {
        let mut found = OnLines::default();
        let mut see = |ply: usize, position: &Chess| {
            let Some(id) = graph.find(position) else { return };
            found.last_known = Some(ply);
            found.named = graph.name(id).map(|line| (ply, line)).or(found.named);
        };
        let mut position = start.clone();
        see(0, &position);
        for (index, &mv) in moves.iter().enumerate() {
            position.play_unchecked(mv);
            see(index + 1, &position);
        }
        found
    }
}

/// The last position of a game that a line names, with its ply.
pub fn deepest_name<'a>(graph: &'a Graph, start: &Chess, moves: &[Move]) -> Option<(usize, &'a NamedLine)> {
    OnLines::of(graph, start, moves).named
}

fn continuations(graph: &Graph, id: NodeId, position: &Chess) -> Vec<Continuation> {
    let games: u32 = graph.edges(id).iter().map(|edge| edge.results.games()).sum();
    let continuation = |edge: &Edge| {
        let Results { white, draws, black } = edge.results;
        let played = f64::from(edge.results.games());
        Continuation {
            san: san(position, edge.mv),
            uci: edge.mv.to_uci(CastlingMode::Standard).to_string(),
            lines: edge.lines,
            games: edge.results.games(),
            share: played / f64::from(games.max(1)),
            results: (played > 0.0).then(|| [white, draws, black].map(|count| f64::from(count) / played)),
            name: graph.name(edge.to).map(NamedLine::name),
            transposition: edge.lines == 0,
        }
    };
    let mut moves: Vec<Continuation> = graph.edges(id).iter().map(continuation).collect();
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.games, mv.lines)));
    moves
}

/// The opening of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameOpening {
    /// Its number in its file, from 1.
    pub game: u64,
    pub white: String,
    pub black: String,
    pub eco: Option<String>,
    pub name: Option<String>,
    /// Ply of the deepest named position.
    pub named_at: usize,
    /// Plies until the game left theory for good.
    pub in_theory: usize,
}

impl GameOpening {
    /// Names the opening of a game. One that began at another position has the names of the positions that it reaches.
    pub fn of(graph: &Graph, game: &PgnGame) -> GameOpening {
        let player = |tag: &str| game.tags.get(tag).unwrap_or("?").to_owned();
        let OnLines { named, last_known } = OnLines::of(graph, &game.start, &game.moves);
        GameOpening {
            game: game.number,
            white: player("White"),
            black: player("Black"),
            eco: named.map(|(_, line)| line.eco.clone()),
            name: named.map(|(_, line)| line.name()),
            named_at: named.map_or(0, |(ply, _)| ply),
            in_theory: last_known.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::read_fen;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Identity, embedded};

    fn entry_from(start: &Chess, moves: &str) -> TheoryEntry {
        let moves = parse_moves(moves).expect("legal");
        TheoryEntry::of(&Graph::new(embedded(), Identity::Position, true), start, &moves)
    }

    fn entry(moves: &str) -> TheoryEntry {
        entry_from(&Chess::default(), moves)
    }

    #[test]
    fn a_named_position_has_its_name_and_its_continuations() {
        let entry = entry("1. e4 e5 2. Nc3");
        let named = (entry.eco.as_deref(), entry.name.as_deref(), entry.named_at);
        assert_eq!(named, (Some("C25"), Some("Vienna Game"), Some(3)));
        assert_eq!(entry.moves[0].san, "Nf6", "the most played reply stands first");
        let shares: f64 = entry.moves.iter().map(|mv| mv.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_position_has_its_name_without_the_moves_that_led_to_it() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2";
        let position = read_fen(fen, CastlingMode::Standard).expect("a position").position;
        let entry = entry_from(&position, "");
        assert_eq!((entry.name.as_deref(), entry.named_at), (Some("Vienna Game"), Some(0)));
    }

    #[test]
    fn outside_theory_the_deepest_name_remains() {
        let entry = entry("e4 e5 Nc3 h5 a3 a6 a4");
        assert_eq!((entry.name.as_deref(), entry.named_at, entry.known), (Some("Vienna Game"), Some(3), false));
    }
}
