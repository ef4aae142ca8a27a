//! Lines as a table with tabs: Lichess's form (eco, name, pgn), and ours with features and results.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Chess, Move, Position};

use super::collector::Collector;
use super::fault::FaultKind;
use super::line::{NamedLine, Results};
use crate::chess::notation::{parse_move, words};

/// The columns of our own form.
pub const HEADER: &str = "eco\tname\tuci\tfeatures\tresults";

/// Reads a table by the names of its columns.
pub struct TableReader {
    columns: usize,
    eco: usize,
    name: usize,
    moves: usize,
    results: Option<usize>,
    /// The last line's positions: files are mostly sorted, so most lines begin like the one before.
    trail: Vec<(Move, Chess)>,
}

impl TableReader {
    /// Returns true if a first line names the columns of such a table.
    pub fn recognises(header: &str) -> bool {
        let has = |name: &str| column(header, name).is_some();
        has("eco") && has("name") && (has("pgn") || has("uci"))
    }

    /// A reader for the columns of a header that [`TableReader::recognises`].
    pub fn new(header: &str) -> TableReader {
        let at = |name| column(header, name).unwrap_or_default();
        TableReader {
            columns: header.split('\t').count(),
            eco: at("eco"),
            name: at("name"),
            moves: column(header, "uci").or(column(header, "pgn")).unwrap_or_default(),
            results: column(header, "results"),
            trail: Vec::new(),
        }
    }

    /// Collects the line of every row behind the header.
    pub fn read(mut self, text: &str, collector: &mut Collector) {
        let rows = text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty());
        for (index, row) in rows.skip(1) {
            if collector.is_full() {
                return;
            }
            match self.row(index + 1, row.trim_end_matches('\r'), collector) {
                Ok(Some(line)) => collector.add(index + 1, line),
                Ok(None) => {}
                Err(kind) => collector.report(index + 1, kind),
            }
        }
    }

    /// `None` where the fault is reported already.
    fn row(&mut self, number: usize, row: &str, collector: &mut Collector) -> Result<Option<NamedLine>, FaultKind> {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells.len() != self.columns {
            return Err(FaultKind::Columns { found: cells.len(), expected: self.columns });
        }
        let Some(eco) = collector.eco(number, cells[self.eco].trim()) else { return Ok(None) };
        let name = collector.clean(number, "the name", cells[self.name]);
        if name.is_empty() {
            return Err(FaultKind::Missing("the opening's name"));
        }
        let (opening, variation) = name.split_once(": ").unwrap_or((&name, ""));
        let moves = self.moves_of(cells[self.moves])?;
        let mut line = NamedLine::new(eco, opening.to_owned(), variation.to_owned(), moves);
        if let Some(column) = self.results {
            line.results = results_of(cells[column], line.moves.len())
                .ok_or_else(|| FaultKind::BadResults(cells[column].to_owned()))?;
        }
        Ok(Some(line))
    }

    fn moves_of(&mut self, text: &str) -> Result<Vec<Move>, FaultKind> {
        let mut matched = 0;
        for word in words(text) {
            let known = self.trail.get(matched).map(|(mv, _)| mv.to_uci(CastlingMode::Standard));
            if known.is_some() && word.parse().ok() == known {
                matched += 1;
                continue;
            }
            let position = if matched == 0 { Chess::default() } else { self.trail[matched - 1].1.clone() };
            self.trail.truncate(matched);
            let mv = parse_move(&position, word).ok_or_else(|| FaultKind::BadMove(word.to_owned()))?;
            let mut after = position;
            after.play_unchecked(mv);
            self.trail.push((mv, after));
            matched += 1;
        }
        self.trail.truncate(matched);
        Ok(self.trail.iter().map(|(mv, _)| *mv).collect())
    }
}

fn column(header: &str, name: &str) -> Option<usize> {
    header.trim_start_matches('\u{feff}').split('\t').position(|column| column.trim().eq_ignore_ascii_case(name))
}

fn results_of(text: &str, moves: usize) -> Option<Vec<Results>> {
    let result = |triple: &str| {
        let mut counts = triple.split('/').map(|count| count.parse().ok());
        let results = Results { white: counts.next()??, draws: counts.next()??, black: counts.next()?? };
        counts.next().is_none().then_some(results)
    };
    // No games were counted.
    if matches!(text.trim(), "" | "-") {
        return Some(Vec::new());
    }
    let results = text.split_whitespace().map(result).collect::<Option<Vec<_>>>()?;
    (results.len() == moves).then_some(results)
}

/// Lines in our own form, sorted by their moves: the same lines make the same bytes.
pub fn write_table(lines: &[NamedLine]) -> String {
    let uci = |line: &NamedLine| {
        line.moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut rows: Vec<(String, &NamedLine)> = lines.iter().map(|line| (uci(line), line)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));

    let mut table = format!("{HEADER}\n");
    for (uci, line) in rows {
        let results: Vec<String> =
            line.results.iter().map(|r| format!("{}/{}/{}", r.white, r.draws, r.black)).collect();
        let results = if results.is_empty() { "-".to_owned() } else { results.join(" ") };
        let _ = writeln!(table, "{}\t{}\t{uci}\t{}\t{results}", line.eco, line.name(), line.features.names());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::LineFault;

    fn read(text: &str) -> (Vec<NamedLine>, Vec<String>) {
        let text = text.trim_start_matches('\u{feff}');
        let mut collector = Collector::default();
        collector.file = "x.tsv".to_owned();
        TableReader::new(text.lines().next().unwrap_or_default()).read(text, &mut collector);
        let Collector { lines, faults, .. } = collector;
        (lines, faults.iter().map(LineFault::to_string).collect())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut line = NamedLine::new(
            "C44".into(),
            "Scotch".into(),
            "Gambit: Dubious, 4...x".into(),
            parse_moves("e4 e5 Nf3 Nc6 d4").unwrap(),
        );
        line.results = (0..5).map(|n| Results { white: 9 - n, draws: n, black: 2 }).collect();
        let bare = NamedLine::new("A04".into(), "Reti".into(), String::new(), parse_moves("Nf3").unwrap());
        let castling = NamedLine::new(
            "C65".into(),
            "Ruy Lopez".into(),
            "Berlin".into(),
            parse_moves("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O").unwrap(),
        );
        let table = write_table(&[bare.clone(), castling.clone(), line.clone()]);
        assert!(table.contains("e1g1") && table.contains("gambit,e4"), "{table}");
        assert_eq!(read(&table), (vec![line, castling, bare], vec![]));
    }

    #[test]
    fn lichess_tables_are_read() {
        let (lines, faults) = read(
            "eco\tname\tpgn\n\
             C25\tVienna Game\t1. e4 e5 2. Nc3\n\
             C25\tVienna Game: Max Lange Defense\t1. e4 e5 2. Nc3 Nc6\n",
        );
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(
            lines.iter().map(|line| (line.opening.as_str(), line.variation.as_str())).collect::<Vec<_>>(),
            [("Vienna Game", ""), ("Vienna Game", "Max Lange Defense")]
        );
    }

    #[test]
    fn bad_rows_are_reported_with_their_number() {
        let rows = [
            ("C25\tGood\te2e4\t1/2/3", ""),
            ("C25\tToo many results\td2d4\t1/2/3 4/5/6", "`1/2/3 4/5/6` are no results"),
            ("C25\tNo numbers\tc2c4\ta/b/c", "`a/b/c` are no results"),
            ("C25\tFour numbers\tg1f3\t1/2/3/4", "`1/2/3/4` are no results"),
            ("C25\tBad move\te2e5\t-", "`e2e5` is no legal move"),
            ("X99\tBad code\tb2b4\t-", "`X99` is no ECO code"),
            ("C25\tShort", "2 columns where 4 are expected"),
            ("C25\t\tb2b3\t-", "the opening's name is missing"),
            ("C25\tAgain\te2e4\t-", "the same moves as in line 2"),
        ];
        let text: String = rows.iter().map(|(row, _)| format!("{row}\r\n")).collect();
        let (lines, faults) = read(&format!("\u{feff}eco\tname\tuci\tresults\r\n{text}"));
        assert_eq!(lines.iter().map(NamedLine::name).collect::<Vec<_>>(), ["Good"]);
        assert_eq!(faults.len(), 8, "{faults:#?}");
        for (index, (fault, (_, expected))) in faults.iter().zip(&rows[1..]).enumerate() {
            assert!(fault.starts_with(&format!("x.tsv:{}: {expected}", index + 3)), "{fault}");
        }
    }
}
