//! The letters that stand for pieces in the languages that games are written in.

use shakmaty::Role;

/// A language's letters for the pieces. Pawns have none in moves.
#[derive(Debug, PartialEq, Eq)]
pub struct Letters {
    /// The language in English, or several that share the letters.
    pub language: &'static str,
    king: &'static str,
    queen: &'static str,
    rook: &'static str,
    bishop: &'static str,
    knight: &'static str,
}

const fn letters(language: &'static str, [king, queen, rook, bishop, knight]: [&'static str; 5]) -> Letters {
    Letters { language, king, queen, rook, bishop, knight }
}

/// The letters of SAN.
pub static ENGLISH: Letters = letters("English", ["K", "Q", "R", "B", "N"]);

/// Other languages, those that games are most often written in first. Most of the letters are in the PGN standard,
/// section 8.2.3.2.
pub static OTHERS: [Letters; 17] = [
    letters("German or Scandinavian", ["K", "D", "T", "L", "S"]),
    letters("French", ["R", "D", "T", "F", "C"]),
    letters("Spanish or Italian", ["R", "D", "T", "A", "C"]),
    letters("Dutch", ["K", "D", "T", "L", "P"]),
    letters("Portuguese", ["R", "D", "T", "B", "C"]),
    letters("Polish", ["K", "H", "W", "G", "S"]),
    letters("Czech or Slovak", ["K", "D", "V", "S", "J"]),
    letters("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    letters("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    letters("Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    letters("Hungarian", ["K", "V", "B", "F", "H"]),
    letters("Romanian", ["R", "D", "T", "N", "C"]),
    letters("Finnish", ["K", "D", "T", "L", "R"]),
    letters("Estonian", ["K", "L", "V", "O", "R"]),
    letters("Icelandic", ["K", "D", "H", "B", "R"]),
    letters("Turkish", ["Ş", "V", "K", "F", "A"]),
    letters("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
];

/// So many of [`OTHERS`], from the first, are the languages of most games.
pub const COMMON: usize = 8;

/// White's and Black's figurines begin at U+2654 and U+265A in this order.
const FIGURINES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// Asks for a figurine to be shown as text or as a picture.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

impl Letters {
    fn of(&self, role: Role) -> &'static str {
        match role {
            Role::King => self.king,
            Role::Queen => self.queen,
            Role::Rook => self.rook,
            Role::Bishop => self.bishop,
            Role::Knight => self.knight,
            // In no language's list above, and never left out by mistake for another piece.
            Role::Pawn => "P",
        }
    }

    /// The piece whose letter or figurine `text` begins with, and the bytes that stand for it.
    pub fn piece(&self, text: &str) -> Option<(Role, usize)> {
        let first = text.chars().next()?;
        // The file of a square, most often.
        if first.is_ascii_lowercase() {
            return None;
        }
        if let Some(place) = u32::from(first).checked_sub(0x2654).filter(|&place| place < 12) {
            let bytes = first.len_utf8();
            let selector = text[bytes..].chars().next().filter(|next| VARIATION_SELECTORS.contains(next));
            return Some((FIGURINES[place as usize % 6], bytes + selector.map_or(0, char::len_utf8)));
        }
        // The king first: in Russian its letters begin with the knight's.
        let by_letter = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let role = by_letter.into_iter().find(|&role| text.starts_with(self.of(role)))?;
        Some((role, self.of(role).len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_a_letter_of_its_own_for_each_piece() {
        for letters in OTHERS.iter().chain([&ENGLISH]) {
            for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let text = format!("{}f3", letters.of(role));
                assert_eq!(letters.piece(&text), Some((role, letters.of(role).len())), "{}", letters.language);
            }
        }
        assert!(
            OTHERS.iter().all(|letters| OTHERS
                .iter()
                .filter(|other| letters.king == other.king
                    && letters.queen == other.queen
                    && letters.rook == other.rook
                    && letters.bishop == other.bishop
                    && letters.knight == other.knight)
                .count()
                == 1),
            "two entries are the same"
        );
    }

    #[test]
    fn figurines_are_pieces_in_every_language() {
        for (figurine, role) in
            [("♘f3", Role::Knight), ("♞f6", Role::Knight), ("♕d1", Role::Queen), ("♟e5", Role::Pawn)]
        {
            assert_eq!(ENGLISH.piece(figurine), Some((role, 3)), "{figurine}");
        }
        assert_eq!(OTHERS[0].piece("♔\u{fe0e}g1"), Some((Role::King, 6)));
        assert_eq!(ENGLISH.piece("e4"), None);
    }
}
