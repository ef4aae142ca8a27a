//! Move text and tags as PGN's export format defines them.

/// Lines are kept within this width.
const WIDTH: usize = 79;

/// A tag with its value, in a line of its own.
///
/// ```
/// use motley::games::movetext::tag_pair;
///
/// assert_eq!(tag_pair("Opening", "the \"Fried Liver\""), "[Opening \"the \\\"Fried Liver\\\"\"]\n");
/// ```
pub fn tag_pair(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words in lines.
pub fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_wide() {
        let words: Vec<String> = (0..200).map(|number| "x".repeat(1 + number % 9)).collect();
        let text = wrapped(&words);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().rev().skip(1).all(|line| line.len() > WIDTH - 10));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
    }
}
