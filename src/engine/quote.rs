//! Input that is repeated in an error.

/// Characters of input that an error line repeats at most.
const QUOTE: usize = 90;

/// Shortens input, so that an error stays one readable line.
///
/// ```
/// use motley::engine::quote;
///
/// assert_eq!(quote("e2e5"), "e2e5");
/// assert_eq!(quote(&"x".repeat(1000)).chars().count(), 91);
/// ```
pub fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
