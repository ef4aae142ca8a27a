//! Puzzles for other programs and for paper: PGN, EPD, and a sheet of diagrams.

use shakmaty::{EnPassantMode, Position as _, fen::Fen};

use super::attempt::{Attempt, Unreadable, prompt, source};
use crate::chess::notation::{parse_move, san};
use crate::games::movetext::{tag_pair, wrapped};
use crate::picture::{Diagram, Sheet};
use crate::record::Puzzle;

/// One game for each puzzle: it begins with the position (tags `SetUp` and `FEN`), the question is a comment before the
/// first move, and the moves are the solution.
///
/// # Errors
/// The first puzzle that cannot be played.
pub fn puzzles_as_pgn(puzzles: &[Puzzle]) -> Result<String, Unreadable> {
    puzzles.iter().map(as_game).collect()
}

fn as_game(puzzle: &Puzzle) -> Result<String, Unreadable> {
    let attempt = Attempt::new(puzzle.id, &puzzle.puzzle)?;
    let source = &puzzle.puzzle.source;
    let known = |text: &str, unknown: &str| if text.is_empty() { unknown } else { text }.to_owned();
    let tags = [
        ("Event", known(&source.event, "?")),
        ("Site", known(&source.site, "?")),
        ("Date", known(&source.date, "????.??.??")),
        ("Round", "?".to_owned()),
        ("White", known(&source.white, "?")),
        ("Black", known(&source.black, "?")),
        ("Result", "*".to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", puzzle.puzzle.fen.clone()),
        ("Annotator", "Motley".to_owned()),
    ];
    // A tag is one line, whatever its value holds.
    let tags: String = tags.map(|(name, value)| tag_pair(name, &value.replace(char::is_control, " "))).concat();
    let mut words: Vec<String> = comment(&prompt(&puzzle.puzzle, &attempt));
    words.extend(attempt.solution().split(' ').map(str::to_owned));
    let remarks = [theme(puzzle), puzzle.puzzle.sentence.clone()];
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    if !remarks.is_empty() {
        words.extend(comment(&remarks.join(". ")));
    }
    words.push("*".to_owned());
    Ok(format!("{tags}\n{}\n\n", wrapped(&words)))
}

/// The words of a comment; a closing brace would end it.
fn comment(text: &str) -> Vec<String> {
    format!("{{{}}}", text.replace('}', ")")).split_whitespace().map(str::to_owned).collect()
}

/// "Fork", where there is a theme.
fn theme(puzzle: &Puzzle) -> Option<String> {
    let theme = puzzle.puzzle.theme.as_ref()?;
    let mut letters = theme.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// One line for each puzzle, with the operations `bm` (the first move), `id` (the game), `pv` (the solution) and `c0`
/// (the theme).
///
/// # Errors
/// The first puzzle that cannot be played.
pub fn puzzles_as_epd(puzzles: &[Puzzle]) -> Result<String, Unreadable> {
    puzzles.iter().map(as_line).collect()
}

fn as_line(puzzle: &Puzzle) -> Result<String, Unreadable> {
    let attempt = Attempt::new(puzzle.id, &puzzle.puzzle)?;
    let fen = Fen::from_position(attempt.start(), EnPassantMode::Legal).to_string();
    let fields = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let line: Vec<String> =
        attempt.solution().split(' ').filter(|word| !word.ends_with('.')).map(str::to_owned).collect();
    // A quotation mark or a line end would end the text.
    let quoted = |text: &str| text.replace(['"', '\n', '\r'], "'");
    let theme = puzzle.puzzle.theme.as_ref().map(|theme| format!(" c0 \"{}\";", quoted(theme))).unwrap_or_default();
    let id = quoted(&source(&puzzle.puzzle));
    Ok(format!("{fields} bm {}; id \"{id}\"; pv {};{theme}\n", line[0], line.join(" ")))
}

/// Numbered diagrams, and the solutions on a page of their own.
///
/// # Errors
/// The first puzzle that cannot be played.
pub fn puzzles_as_sheet(title: &str, puzzles: &[Puzzle]) -> Result<Sheet, Unreadable> {
    let mut sheet = Sheet { title: title.to_owned(), ..Sheet::default() };
    for (index, puzzle) in puzzles.iter().enumerate() {
        let attempt = Attempt::new(puzzle.id, &puzzle.puzzle)?;
        let turn = attempt.start().turn();
        let caption = source(&puzzle.puzzle);
        sheet.diagrams.push(Diagram { board: attempt.start().board().clone(), viewer: turn, turn, caption });
        let played = parse_move(attempt.start(), &puzzle.puzzle.played).map(|mv| san(attempt.start(), mv));
        let played = played.map(|played| format!(" (played: {played})")).unwrap_or_default();
        let theme = theme(puzzle).map(|theme| format!(" {theme}.")).unwrap_or_default();
        sheet.solutions.push(format!("{}. {}{played}.{theme}", index + 1, attempt.solution()));
    }
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::epd::Epd;
    use crate::games::pgn::PgnReader;
    use crate::lessons::puzzles::attempt::tests::{missed_mate, two_moves};
    use crate::record::{Answers, NewPuzzle};

    fn kept(id: i64, puzzle: NewPuzzle) -> Puzzle {
        Puzzle { id, puzzle, found_at: 0, answers: Answers::default(), due: 0 }
    }

    fn both() -> Vec<Puzzle> {
        let mut odd = two_moves();
        odd.source.white = "An \"A\" {x}\n".to_owned();
        odd.sentence = Some("The queen {on e8} is given.".to_owned());
        vec![kept(1, missed_mate()), kept(2, odd)]
    }

    #[test]
    fn puzzles_as_pgn_are_games_from_their_positions() {
        let text = puzzles_as_pgn(&both()).expect("sound");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("[SetUp \"1\"]") && line.contains("{White to move. Your opponent has just"), "{text}");
        assert!(line.contains("30. Qe8+ Rxe8 31. Rxe8# {Mate. The queen {on e8) is given.} *"), "{text}");
        let games: Vec<_> = PgnReader::new(Cursor::new(text)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(
            games.iter().map(|game| (game.moves.len(), game.is_cut())).collect::<Vec<_>>(),
            [(1, false), (3, false)]
        );
        assert_eq!(games[1].tags.get("FEN"), Some(two_moves().fen.as_str()));
    }

    #[test]
    fn puzzles_as_epd_name_the_best_move_and_the_game() {
        let text = puzzles_as_epd(&both()).expect("sound");
        let lines: Vec<Epd> = text.lines().map(|line| Epd::parse(line).expect("a record")).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].id.as_deref(), Some("Ann – Bob, Club, 2026.01.02, move 4"));
        assert_eq!(lines[1].best.len(), 1);
        assert!(text.lines().nth(1).is_some_and(|line| line.contains("pv Qe8+ Rxe8 Rxe8#; c0 \"mate\";")), "{text}");
    }

    #[test]
    fn the_sheet_has_a_diagram_and_a_solution_for_each() {
        let sheet = puzzles_as_sheet("Ann's puzzles", &both()).expect("sound");
        assert_eq!((sheet.diagrams.len(), sheet.solutions[0].as_str()), (2, "1. 4. Qxf7# (played: d3). Mate."));
        let svg = sheet.svg();
        assert!(svg.contains("White to move") && svg.contains("Ann's puzzles"), "{svg}");
    }
}
