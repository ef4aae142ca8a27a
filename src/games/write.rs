//! Games as PGN.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _};

use super::movetext::{tag_pair, wrapped};
use crate::chess::notation::numbered_line;

/// The tags that every game has, in their order, with what stands for a value that is not known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// A game to be written: `Display` is its text in PGN's export format, with an empty line behind it.
///
/// The tags of the roster come first, and those that follow from the game (`Result`, `SetUp`, `FEN`, `Variant`) are not
/// taken from `tags`.
///
/// ```
/// use motley::chess::notation::parse_moves;
/// use motley::games::write::WrittenGame;
/// use shakmaty::Chess;
///
/// let moves = parse_moves("e4 e5").unwrap();
/// let game = WrittenGame { tags: &[("White", "Ann")], start: &Chess::default(), moves: &moves, result: "*" };
/// assert!(game.to_string().contains("[White \"Ann\"]\n") && game.to_string().ends_with("\n\n1. e4 e5 *\n\n"));
/// ```
pub struct WrittenGame<'a> {
    pub tags: &'a [(&'a str, &'a str)],
    pub start: &'a Chess,
    pub moves: &'a [Move],
    pub result: &'a str,
}

/// Returns true if a tag may have this name.
pub fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The tags of a game in their order, each on a line of its own.
pub(super) fn tag_section(tags: &[(&str, &str)], start: &Chess, result: &str) -> String {
    // A tag is one line, whatever its value holds.
    let tag = |name: &str, value: &str| tag_pair(name, &value.replace(char::is_control, " "));
    let given = |name: &str| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let mut text: String = ROSTER.iter().map(|(name, unknown)| tag(name, given(name).unwrap_or(unknown))).collect();
    text.push_str(&tag("Result", result));
    start_tags(start).iter().for_each(|(name, value)| text.push_str(&tag(name, value)));
    let is_written = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
    let follows = |name: &str| ["Result", "SetUp", "FEN", "Variant"].contains(&name);
    for (name, value) in tags.iter().filter(|(name, _)| !is_written(name) && !follows(name)) {
        text.push_str(&tag(name, value));
    }
    text
}

/// The tags that say where a game began; none for the usual start position.
fn start_tags(start: &Chess) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if *start == Chess::default() {
        return tags;
    }
    if start.castles().mode() == CastlingMode::Chess960 {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    let fen = Fen::from_position(start, EnPassantMode::Legal).to_string();
    tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
    tags
}

impl fmt::Display for WrittenGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tag_section(self.tags, self.start, self.result))?;
        let line = numbered_line(self.start, self.moves);
        let words: Vec<String> = line.split_whitespace().chain([self.result]).map(str::to_owned).collect();
        write!(f, "\n{}\n\n", wrapped(&words))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::games::pgn::PgnReader;

    fn read_back(text: &str) -> crate::games::pgn::PgnGame {
        PgnReader::new(Cursor::new(text.to_owned())).expect("text").next().expect("a game").expect("reads")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let moves = parse_moves(&"Nf3 Nf6 Ng1 Ng8 ".repeat(40)).expect("legal");
        let tags = [("Black", "B \"x\" \\ y"), ("Annotator", "two\nlines"), ("Result", "0-1")];
        let text = WrittenGame { tags: &tags, start: &Chess::default(), moves: &moves, result: "1-0" }.to_string();
        let game = read_back(&text);
        assert_eq!((game.moves, game.tags.get("Black")), (moves, Some("B \"x\" \\ y")));
        assert_eq!((game.tags.get("Result"), game.tags.get("Annotator")), (Some("1-0"), Some("two lines")));
        assert_eq!(text.matches("[Result ").count(), 1);
    }

    #[test]
    fn another_start_is_written_with_its_castling_mode() {
        for (fen, mode) in [
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9", CastlingMode::Standard),
            ("1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1", CastlingMode::Chess960),
        ] {
            let start: Chess = fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("a position");
            let text = WrittenGame { tags: &[], start: &start, moves: &[], result: "*" }.to_string();
            assert_eq!(read_back(&text).start, start, "{text}");
        }
    }
}
