//! What was drilled as PGN, with names and counts as comments.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use super::record::Record;
use super::session::key;
use crate::chess::notation::parse_moves;
use crate::games::movetext::wrapped;
use crate::openings::{Graph, Line};

/// One game for each line that was drilled.
pub fn as_pgn(record: &Record, graph: &Graph) -> String {
    record.lines().filter_map(|(moves, times)| game(moves, times, record, graph)).collect()
}

/// `None` for moves that are not legal, which a file edited by hand may hold.
fn game(uci: &str, times: u32, record: &Record, graph: &Graph) -> Option<String> {
    let moves = parse_moves(uci).ok()?;
    let mut position = Chess::default();
    let mut words = Vec::new();
    let mut deepest: Option<&Line> = None;
    let mut after_comment = true;
    for mv in moves {
        if position.turn().is_white() {
            words.push(format!("{}.", position.fullmoves()));
        } else if after_comment {
            words.push(format!("{}...", position.fullmoves()));
        }
        let answers = record.answers(&key(&position));
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());

        let mut remarks = Vec::new();
        if let Some(line) = graph.find(&position).and_then(|id| graph.name(id)) {
            deepest = Some(line);
            remarks.push(line.name());
            remarks.extend(line.results.last().map(|results| format!("{} games", results.games())));
        }
        if answers.right + answers.wrong > 0 {
            remarks.push(format!("{} right, {} wrong", answers.right, answers.wrong));
        }
        after_comment = !remarks.is_empty();
        if after_comment {
            // A closing brace would end the comment.
            words.extend(format!("{{{}}}", remarks.join("; ").replace('}', ")")).split(' ').map(str::to_owned));
        }
    }

    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    tag("Event", "Drilled repertoire");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    tag("White", "?");
    tag("Black", "?");
    tag("Result", "*");
    if let Some(line) = deepest {
        tag("ECO", &line.eco);
        tag("Opening", &line.opening);
        if !line.variation.is_empty() {
            tag("Variation", &line.variation);
        }
    }
    tag("Annotator", &format!("Motley: drilled {times} times"));
    words.push("*".to_owned());
    Some(format!("{text}\n{}\n\n", wrapped(&words)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;
    use crate::openings::{Identity, embedded};

    #[test]
    fn drilled_lines_are_games_with_names_and_counts() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let mut record = Record::default();
        record.note_line("e2e4 e7e5 b1c3 g8f6");
        record.note_line("e2e4 e7e5 b1c3 g8f6");
        record.note_line("e2e4 nonsense");
        record.note(&key(&Chess::default()), true);
        record.note(&key(&Chess::default()), false);
        let text = as_pgn(&record, &graph);
        assert!(
            text.contains("[ECO \"C26\"]")
                && text.contains("[Opening \"Vienna Game\"]")
                && text.contains("drilled 2 times"),
            "{text}"
        );
        assert!(text.contains("1. e4 {King's Pawn Game;") && text.contains("1 right, 1 wrong}"), "{text}");

        let games: Vec<_> = PgnReader::new(Cursor::new(text)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(games.iter().map(|game| (game.moves.len(), game.cut)).collect::<Vec<_>>(), [(4, false)]);
    }
}
