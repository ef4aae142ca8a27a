//! `pgn-read`, `pgn-list` and `pgn-write`.

use shakmaty::{CastlingMode, Chess, Outcome, Position as _};

use super::Answered;
use super::position::{game, legal_move, result, uci};
use crate::chess::notation::san;
use crate::engine::{Game, Score};
use crate::games::pgn::NumberedError;
use crate::games::reader::read_trees;
use crate::games::reader::{GameFault, ReadTree};
use crate::games::tags::Tags;
use crate::games::tree::{Eval, EvalScore, GameTree, NodeId, Notes};
use crate::games::write::is_tag_name;
use crate::personalities::classical::chances;
use crate::studio::message::{Fields, units, within};
use crate::studio::page::Page;
use crate::studio::protocol::faults::{Fault, FaultPlace};
use crate::studio::protocol::pgn::{
    EvalFields, MOST_NAME, MOST_NODES, MOST_VALUE, Pgn, PgnListAsk, PgnReadAsk, PgnTitle, PgnTitles, PgnWriteAsk,
    TreeEval, TreeMove, TreeMoveFields, WrittenPgn,
};

impl Answered for PgnReadAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<Pgn, Fault> {
        let (ReadTree { tree, .. }, games) = find(&self.text, self.game)?;
        let nodes = described(&tree);
        let main = |part: fn(&TreeMove) -> &String| {
            tree.main_line().map(|id| part(&nodes[id.index() - 1]).clone()).collect::<Vec<String>>()
        };
        let is_usual = tree.start == Chess::default();
        Ok(Pgn {
            headers: tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            games,
            fen: (!is_usual).then(|| Game::from_position(tree.start.clone()).fen()),
            chess960: tree.start.castles().mode() == CastlingMode::Chess960,
            moves: main(|node| &node.uci),
            san: main(|node| &node.san),
            comment: comment_of(tree.notes(NodeId::ROOT)),
            nodes,
            result: tree.outcome.to_string(),
        })
    }
}

/// One game of a text, and how many there are in it.
///
/// # Errors
/// Fails if there is no such game, or it cannot be read.
pub fn find(text: &str, number: usize) -> Result<(ReadTree, usize), Fault> {
    let games = read_trees(text).count_rest() as usize;
    let mut read = match read_trees(text).numbered(number as u64) {
        Ok(read) => read,
        Err(NumberedError::Refused(fault)) => return Err(described_fault(&fault, None, text)),
        Err(_) => {
            let message = match games {
                0 => "there is no game in the text: expected is PGN".to_owned(),
                games => format!("there is no game {number}: the text has {games}"),
            };
            return Err(Fault::of_field(if games == 0 { "text" } else { "game" }, message));
        }
    };
    if let Some(fault) = read.fault.take() {
        return Err(described_fault(&fault, Some(&read.tree), text));
    }
    if read.tree.len() > MOST_NODES {
        let message = format!("game {number} has more than {MOST_NODES} moves, all variations together");
        return Err(Fault::of_field("text", message));
    }
    Ok((read, games))
}

impl Answered for PgnListAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<PgnTitles, Fault> {
        let title = |read: Result<ReadTree, GameFault>| match read {
            Ok(ReadTree { tree, fault, .. }) => {
                let fault = fault.map(|fault| fault.to_string());
                PgnTitle { plies: tree.main_line().count(), ..titled(&tree.tags, tree.outcome, fault) }
            }
            Err(fault) => titled(&Tags::default(), Outcome::Unknown, Some(fault.to_string())),
        };
        Ok(PgnTitles { games: read_trees(self.text).map(title).collect() })
    }
}

fn titled(tags: &Tags, outcome: Outcome, fault: Option<String>) -> PgnTitle {
    let tag = |name: &str| tags.get(name).filter(|value| !value.starts_with('?')).unwrap_or_default().to_owned();
    let (white, black, date, event) = (tag("White"), tag("Black"), tag("Date"), tag("Event"));
    PgnTitle { white, black, result: outcome.to_string(), date, event, plies: 0, fault }
}

/// Every move of a tree, in the order of its nodes.
fn described(tree: &GameTree) -> Vec<TreeMove> {
    let mode = tree.start.castles().mode();
    let mut nodes: Vec<Option<TreeMove>> = vec![None; tree.len() - 1];
    tree.visit(|id, before, mv| {
        let notes = tree.notes(id);
        let parent = tree.parent(id).and_then(|parent| parent.index().checked_sub(1));
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        nodes[id.index() - 1] = Some(TreeMove {
            parent,
            uci: uci(mv, mode),
            san: san(before, mv),
            number: before.fullmoves().get(),
            turn: before.turn().into(),
            before: some(notes.before.join("\n")),
            comment: some(comment_of(notes)),
            glyphs: Some(notes.nags.clone()).filter(|glyphs| !glyphs.is_empty()),
            clock: notes.clock().map(|tenths| f64::from(tenths) / 10.0),
            eval: notes.eval().map(eval),
        });
    });
    nodes.into_iter().flatten().collect()
}

/// The comments behind a move, a line each. Commands that the page does not show stand in the first.
fn comment_of(notes: &Notes) -> String {
    let is_known =
        |name: &str| (name == "clk" && notes.clock().is_some()) || (name == "eval" && notes.eval().is_some());
    let left = notes.commands.iter().filter(|(name, _)| !is_known(name));
    let commands: Vec<String> = left.map(|(name, value)| format!("[%{name} {value}]").replace(" ]", "]")).collect();
    let mut lines = notes.comments.clone();
    match (commands.join(" "), lines.first_mut()) {
        (commands, _) if commands.is_empty() => {}
        (commands, Some(first)) => *first = format!("{commands} {first}"),
        (commands, None) => lines.push(commands),
    }
    lines.join("\n")
}

fn eval(Eval { score, depth }: Eval) -> TreeEval {
    let (cp, mate, white) = match score {
        EvalScore::Centipawns(centipawns) => {
            let limit = Score::EVAL_LIMIT.0;
            let chances = chances(Score(centipawns.clamp(-limit, limit)));
            (Some(centipawns), None, f64::from(chances.win) / 1000.0 + f64::from(chances.draw) / 2000.0)
        }
        EvalScore::Mate(moves) => (None, Some(moves), if moves < 0 { 0.0 } else { 1.0 }),
    };
    TreeEval { cp, mate, depth, white }
}

/// Why a game cannot be read, with the place of its word, and the moves of the main line as far as they can be played
/// from the usual start.
fn described_fault(fault: &GameFault, tree: Option<&GameTree>, text: &str) -> Fault {
    let mut place = FaultPlace::field("text");
    let (from, to) = (fault.place.start as usize, fault.place.end as usize);
    if from < to && text.is_char_boundary(from) && text.is_char_boundary(to) {
        (place.from, place.to) = (Some(units(text, from)), Some(units(text, to)));
    }
    let usual = tree.filter(|tree| tree.start == Chess::default());
    let mode = CastlingMode::Standard;
    let moves = usual.map(|tree| {
        let moves = tree.main_line().filter_map(|id| tree.mv(id));
        moves.map(|mv| uci(mv, mode)).collect::<Vec<_>>()
    });
    place.ply = moves.as_ref().map(|moves| moves.len() + 1);
    Fault { moves: moves.filter(|moves| !moves.is_empty()), ..Fault::new(fault).at(place) }
}

impl Answered for PgnWriteAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<WrittenPgn, Fault> {
        let mut played = game(&self.game)?;
        let mut tree = if self.nodes.is_empty() {
            GameTree::of_moves(played.start().clone(), played.moves())
        } else {
            let tree = tree_of(played.start(), self.nodes)?;
            played = Game::from_position(played.start().clone());
            tree.main_line().filter_map(|id| tree.mv(id)).for_each(|mv| played.play(mv));
            tree
        };
        tree.notes_mut(NodeId::ROOT).comments = lines(&self.comment);
        headers(&self.headers)?.into_iter().for_each(|(name, value)| tree.tags.push(name, value));
        let result = self.result.unwrap_or_else(|| result(&played));
        tree.outcome = Outcome::from_ascii(result.as_bytes()).unwrap_or(Outcome::Unknown);
        Ok(WrittenPgn { text: tree.to_string() })
    }
}

/// The headers of a game, names and values.
pub fn headers(fields: &Fields) -> Result<Vec<(&str, &str)>, Fault> {
    let mut headers = Vec::new();
    for (name, value) in fields.entries() {
        let field = fields.path(name);
        within(name, &field, MOST_NAME)?;
        if !is_tag_name(name) {
            let message = "the name of a header has letters, digits and underscores alone";
            return Err(Fault::of_field(&field, message));
        }
        let value = value.as_str().ok_or_else(|| Fault::of_field(&field, "the value of a header is a text"))?;
        headers.push((name, within(value, &field, MOST_VALUE)?));
    }
    Ok(headers)
}

/// The tree of the moves of a request.
fn tree_of(start: &Chess, moves: Vec<TreeMoveFields>) -> Result<GameTree, Fault> {
    if moves.len() > MOST_NODES {
        return Err(Fault::of_field("nodes", format!("a game has {MOST_NODES} moves at most")));
    }
    let mut tree = GameTree::new(start.clone());
    let mut nodes: Vec<(NodeId, Chess)> = Vec::new();
    for (index, entry) in moves.into_iter().enumerate() {
        let refuse = |message: String| Fault::new(message).at(FaultPlace::entry("nodes", index));
        let (parent, mut position) = match entry.parent {
            None => (NodeId::ROOT, start.clone()),
            Some(parent) => {
                let earlier = || refuse(format!("entry {index} follows an entry before it, not entry {parent}"));
                nodes.get(parent).cloned().ok_or_else(earlier)?
            }
        };
        let mv = legal_move(&position, &entry.uci).map_err(refuse)?;
        position.play_unchecked(mv);
        let id = tree.add(parent, mv);
        note(tree.notes_mut(id), entry);
        nodes.push((id, position));
    }
    Ok(tree)
}

fn note(notes: &mut Notes, entry: TreeMoveFields) {
    notes.before = lines(&entry.before);
    notes.comments = lines(&entry.comment);
    notes.nags = entry.glyphs;
    notes.set_clock(entry.clock.map(|seconds| (10.0 * seconds).round() as u32));
    let EvalFields { cp, mate, depth } = entry.eval;
    let mate = mate.map(|moves| EvalScore::Mate(moves as i32));
    let score = mate.or(cp.map(|centipawns| EvalScore::Centipawns(centipawns.round() as i32)));
    notes.set_eval(score.map(|score| Eval { score, depth }));
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
