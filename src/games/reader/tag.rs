//! Tags: `[Name "value"]` in a line.

use memchr::memchr2;

/// Bytes of a line of tags or of markup.
pub const MOST_LINE: usize = 16 << 10;

/// Places in a text at which a tag stands behind an empty line.
pub fn begins_of_tags(text: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
    let is_begin = |&at: &usize| {
        let before = &text[..at];
        let is_behind = before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n") || before.ends_with(b"\r\r");
        is_behind && read_tag(&text[at..text.len().min(at + MOST_LINE)]).is_some()
    };
    (1..text.len()).filter(|&at| text[at] == b'[').filter(is_begin)
}

/// A tag in a line: offsets and lengths in bytes.
pub struct TagPlace {
    pub name: (usize, usize),
    pub value: (usize, usize),
    pub length: usize,
}

/// Reads the tag that a line begins with: `[Name "value"]`. The value ends at the quotation mark before a closing
/// bracket, so that it may have others; one that is not closed ends with its line.
pub fn read_tag(line: &[u8]) -> Option<TagPlace> {
    let line = &line[..memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
    let blanks = |from: usize| line[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let begin = 1 + blanks(1);
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'#' | b':');
    let name = line[begin..].iter().take_while(is_name).count();
    if name == 0 || !line[begin].is_ascii_alphabetic() && line[begin] != b'_' {
        return None;
    }
    let behind_name = begin + name;
    let quote = behind_name + blanks(behind_name);
    if line.get(quote) != Some(&b'"') {
        return bare_value(line, (begin, name), quote);
    }
    let mut at = quote + 1;
    while at < line.len() {
        match line[at] {
            b'\\' if matches!(line.get(at + 1), Some(b'"' | b'\\')) => at += 2,
            b'"' => {
                let closing = at + 1 + blanks(at + 1);
                if line.get(closing) == Some(&b']') {
                    let value = (quote + 1, at - quote - 1);
                    return Some(TagPlace { name: (begin, name), value, length: closing + 1 });
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    // Not closed: to the end of the line.
    let mut end = line.len();
    while end > quote + 1 && matches!(line[end - 1], b' ' | b'\t' | b']' | b'"') {
        end -= 1;
    }
    Some(TagPlace { name: (begin, name), value: (quote + 1, end - quote - 1), length: line.len() })
}

/// `[Name value]`, alone in its line: without quotation marks, as some programs write it.
fn bare_value(line: &[u8], name: (usize, usize), from: usize) -> Option<TagPlace> {
    let trimmed = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'))?;
    let is_alone = line[trimmed] == b']' && !line[..trimmed].contains(&b']') && line[name.0].is_ascii_uppercase();
    let value = (from.min(trimmed), trimmed.saturating_sub(from));
    is_alone.then_some(TagPlace { name, value, length: trimmed + 1 })
}
