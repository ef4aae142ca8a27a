//! The list of bad lines, `bad_lines.txt`, which says how it is written. `scripts/windows` reads it too.

const LIST: &str = include_str!("bad_lines.txt");

/// The lines of one section, each with a part of its answer.
pub fn section(name: &str) -> Vec<(Vec<u8>, &'static str)> {
    let header = format!("[{name}]");
    let lines = LIST.lines().skip_while(|line| *line != header).skip(1);
    let cases = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty());
    cases.map(case).collect()
}

fn case(line: &'static str) -> (Vec<u8>, &'static str) {
    let (pattern, expected) = line.split_once(" => ").expect("a line and its answer");
    (expand(pattern), expected)
}

/// Writes out `{N TEXT}` and `\xHH`.
fn expand(pattern: &str) -> Vec<u8> {
    let Some((before, rest)) = pattern.split_once('{') else { return unescape(pattern) };
    let (repeated, after) = rest.split_once('}').expect("a closing brace");
    let (count, text) = repeated.split_once(' ').expect("a count and a text");
    [unescape(before), unescape(text).repeat(count.parse().expect("a count")), expand(after)].concat()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, plain) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend_from_slice(plain.as_bytes());
    }
    bytes
}
