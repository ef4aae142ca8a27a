//! Named lines by their names, and by the positions that they pass.

use shakmaty::Chess;

use crate::openings::names::nearest;
use crate::openings::{Graph, NamedLine};

/// Every opening (Saarmann's family) with the number of its lines, by name.
pub fn families(lines: &[NamedLine]) -> Vec<(&str, usize)> {
    let mut names: Vec<&str> = lines.iter().map(|line| line.opening.as_str()).collect();
    names.sort_unstable();
    names.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

/// The lines in whose name or ECO code every word of a text occurs, upper and lower case alike: shorter ones first, at
/// most `most`. Where there is none, the names that are most alike.
pub fn find_by_name<'a>(lines: &'a [NamedLine], text: &str, most: usize) -> Result<Vec<&'a NamedLine>, Vec<String>> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |line: &&NamedLine| {
        let name = format!("{} {}", line.eco, line.name()).to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let mut found: Vec<&NamedLine> = lines.iter().filter(has_all).collect();
    if found.is_empty() {
        let mut names: Vec<String> = lines.iter().map(NamedLine::name).collect();
        names.sort_unstable();
        names.dedup();
        return Err(nearest(text, names));
    }
    found.sort_by_key(|line| line.moves.len());
    found.truncate(most);
    Ok(found)
}

/// The lines through a position, shorter ones first, at most `most`.
pub fn through<'a>(graph: &'a Graph, position: &Chess, most: usize) -> Vec<&'a NamedLine> {
    let Some(id) = graph.find(position) else { return Vec::new() };
    let mut numbers: Vec<u32> = graph.passages(id).iter().map(|passage| passage.line).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut found: Vec<&NamedLine> = numbers.into_iter().map(|number| graph.line(number)).collect();
    found.sort_by_key(|line| line.moves.len());
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::openings::{Identity, embedded};

    #[test]
    fn every_word_counts_in_any_order_and_case() {
        let lines = embedded();
        let names =
            |text: &str| find_by_name(&lines, text, 50).map(|found| found.iter().map(|line| line.name()).collect());
        let found: Vec<String> = names("exchange RUY").expect("there is one");
        assert!(found.iter().any(|name| name.starts_with("Ruy Lopez: Exchange")), "{found:?}");
        assert!(names("c25").is_ok_and(|found: Vec<String>| found.iter().all(|name| name.starts_with("Vienna"))));
        let near = names("Rui Lopes").expect_err("no such name");
        assert!(near.contains(&"Ruy Lopez".to_owned()), "{near:?}");
        assert_eq!(find_by_name(&lines, "", 7).map(|found| found.len()), Ok(7));
    }

    #[test]
    fn families_and_lines_through_a_position_are_counted_once() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        let families = families(graph.lines());
        assert_eq!(families.iter().map(|(_, lines)| lines).sum::<usize>(), graph.lines().len());
        assert!(families.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let after = position_after(&Chess::default(), &parse_moves("e4 e5 Nc3").expect("legal"));
        let found = through(&graph, &after, 1000);
        assert_eq!(found.len() as u32, graph.node(graph.find(&after).expect("known")).lines);
        assert!(found[0].moves.len() <= found[1].moves.len());
    }
}
