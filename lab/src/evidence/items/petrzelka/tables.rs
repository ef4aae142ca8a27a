//! Tables 2.1, 3.1 and 3.2.

use shakmaty::Chess;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting, printed_rows};
use super::games::lichess;
use motley::bench::perft::{distinct_positions, leaves_below};
use motley::chess::{FULL, PieceCount};

/// Plies after which transpositions are merged before leaves are counted.
const MERGED: u32 = 5;

pub fn tree(setting: &Setting) -> Result<Findings, ItemError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(setting.threads.get()).build()?;
    let start = Chess::default();
    let mut distinct = Vec::new();
    let mut rows = Vec::new();
    for plies in 1..=MERGED {
        let reached = distinct_positions(&start, plies);
        rows.push(Row::by_method(games_after(plies), Estimate::exact(reached.values().sum::<u64>() as f64)));
        distinct
            .push(Row::by_method(format!("different positions after {plies}"), Estimate::exact(reached.len() as f64)));
        if plies < MERGED {
            continue;
        }
        for plies in MERGED + 1..=setting.sized(7, 8) {
            let leaves = pool.install(|| leaves_below(&reached, plies - MERGED));
            rows.push(Row::by_method(games_after(plies), Estimate::exact(leaves as f64)));
        }
    }
    rows.extend((rows.len() as u32 + 1..=11).map(|plies| Row {
        name: games_after(plies),
        by_method: None,
        by_default: None,
    }));
    rows.append(&mut distinct);
    Ok(Findings::new(rows).with_note(
        "The table's caption speaks of positions, but its numbers are those of games (ways of play); from the third \
         half move on, fewer positions are different. Each further row takes some thirty times as long as the one \
         before; what is not counted here is left empty.",
    ))
}

fn games_after(plies: u32) -> String {
    format!("after {plies} half move{}", if plies == 1 { "" } else { "s" })
}

pub fn filter(setting: &Setting) -> Result<Findings, ItemError> {
    let games = lichess(setting)?;
    let counts = games.study.counts;
    let numbers = [
        ("original size", counts.games()),
        ("low ranked games", counts.rating),
        ("unallowed time control", counts.time_control),
        ("too short games", counts.too_short),
        ("final size", counts.kept),
    ];
    let mut rows = Vec::new();
    for data_set in ["for analysis", "for training"] {
        let row =
            |(name, count): &(&str, u64)| Row::by_method(format!("{data_set}: {name}"), Estimate::exact(*count as f64));
        rows.extend(numbers.iter().map(row));
    }
    let kept = Estimate::share(counts.kept, counts.games());
    rows.push(Row::by_method("about one half of the games are kept", Estimate::fact((0.4..0.6).contains(&kept.value))));
    rows.push(Row::by_method("games kept", kept));
    Ok(Findings::new(rows).with_note(
        "Ours are the 115,299 Lichess games of January 2013. Petrželka's numbers of games are, but for one game too \
         many in each, those that Lichess states for February 2017 (10,194,939) and September 2013 (325,098, whose \
         first game figure 3.1 shows), so that anyone can take the same games. The printed exclusions leave 5,618,973 \
         and 179,008 games and not the printed sizes. How short is too short is not stated; here it is less than ten \
         half moves, of which our file has none. The 166,663,835 data points of section 4.5.1 are the product of \
         two printed numbers, 9,803,755 positions and 17 constraints, and are not judged.",
    ))
}

pub fn constraints(_: &Setting) -> Result<Findings, ItemError> {
    let meaning = |name: &str| {
        let (constraint, missing) = name.split_once(" lacks ")?;
        let constraint: PieceCount = constraint.parse().ok()?;
        let known = PieceCount::SEVENTEEN.contains(&constraint);
        let lacks = PieceCount(FULL).difference(constraint).map(i8::unsigned_abs);
        Some(Row::by_method(name, Estimate::fact(known && lacks == men_named(missing))))
    };
    let mut rows: Vec<Row> =
        printed_rows("petrzelka-table3.2").iter().filter_map(|printed| meaning(printed.row)).collect();
    rows.push(Row::by_method("constraints in all", Estimate::exact(PieceCount::all().count() as f64)));
    rows.push(Row::by_method("constraints chosen", Estimate::exact(PieceCount::SEVENTEEN.len() as f64)));
    Ok(Findings::new(rows).with_note("Definitions: nothing is measured, so that nothing is judged."))
}

/// Queens, rooks, bishops, knights and pawns in words like "1 Bishop, 1 Knight and 2 Pawns".
fn men_named(text: &str) -> [u8; 5] {
    const NAMES: [&str; 5] = ["Queen", "Rook", "Bishop", "Knight", "Pawn"];
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and").collect();
    NAMES.map(|name| {
        let named = words.windows(2).find(|pair| pair[1].trim_end_matches('s') == name);
        named.and_then(|pair| pair[0].parse().ok()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_read_from_words() {
        assert_eq!(men_named("1 Bishop 1 Knight and 2 Pawns"), [0, 0, 1, 1, 2]);
        assert_eq!(men_named("1 Queen"), [1, 0, 0, 0, 0]);
    }
}
