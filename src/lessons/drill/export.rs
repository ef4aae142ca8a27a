//! The drilled lines as PGN, with names and counts as comments.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use super::record_key;
use crate::chess::notation::parse_moves;
use crate::games::movetext::{tag_pair, wrapped};
use crate::openings::{Graph, NamedLine};
use crate::record::Counts;

/// One game for each line that was drilled.
pub fn drilled_lines_as_pgn(counts: &Counts, graph: &Graph) -> String {
    counts.lines().filter_map(|(moves, times)| game(moves, times, counts, graph)).collect()
}

/// `None` for moves that are not legal, which a file edited by hand may have.
fn game(uci: &str, times: u32, counts: &Counts, graph: &Graph) -> Option<String> {
    let moves = parse_moves(uci).ok()?;
    let mut position = Chess::default();
    let mut words = Vec::new();
    let mut deepest: Option<&NamedLine> = None;
    let mut after_comment = true;
    for mv in moves {
        if position.turn().is_white() {
            words.push(format!("{}.", position.fullmoves()));
        } else if after_comment {
            words.push(format!("{}...", position.fullmoves()));
        }
        let answers = counts.answers(&record_key(&position));
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

    let tags = [("Event", "Drilled repertoire"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    let mut tags: Vec<(&str, &str)> =
        tags.into_iter().chain([("White", "?"), ("Black", "?"), ("Result", "*")]).collect();
    if let Some(line) = deepest {
        tags.extend([("ECO", line.eco.as_str()), ("Opening", &line.opening)]);
        tags.extend((!line.variation.is_empty()).then_some(("Variation", line.variation.as_str())));
    }
    let annotator = format!("Motley: drilled {times} times");
    tags.push(("Annotator", &annotator));
    let text: String = tags.into_iter().map(|(name, value)| tag_pair(name, value)).collect();
    words.push("*".to_owned());
    Some(format!("{text}\n{}\n\n", wrapped(&words)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;
    use crate::openings::{Identity, embedded};
    use crate::record::Answers;

    #[test]
    fn drilled_lines_are_games_with_names_and_counts() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let mut counts = Counts::default();
        counts.set_line("e2e4 e7e5 b1c3 g8f6".to_owned(), 2);
        counts.set_line("e2e4 nonsense".to_owned(), 1);
        counts.set(record_key(&Chess::default()), Answers { right: 1, wrong: 1, streak: 0 });
        let text = drilled_lines_as_pgn(&counts, &graph);
        assert!(
            text.contains("[ECO \"C26\"]")
                && text.contains("[Opening \"Vienna Game\"]")
                && text.contains("drilled 2 times"),
            "{text}"
        );
        assert!(text.contains("1. e4 {King's Pawn Game;") && text.contains("1 right, 1 wrong}"), "{text}");

        let games: Vec<_> = PgnReader::new(Cursor::new(text)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(games.iter().map(|game| (game.moves.len(), game.is_cut())).collect::<Vec<_>>(), [(4, false)]);
    }
}
