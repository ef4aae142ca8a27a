//! The commands that a page shows: in blocks of code, and between backquotes in a sentence or a table.

/// A command, with what the page prints below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub page: String,
    /// The line on the page, from 1.
    pub line: usize,
    /// As it stands there, with its continuation lines.
    pub text: String,
    /// In a transcript, where commands begin with `$`, the lines between this command and the next.
    pub output: Vec<String>,
    /// In a block of code, not in a sentence.
    pub is_block: bool,
}

/// The commands of one block, from top to bottom: later ones may need the files of earlier ones.
pub type Block = Vec<Shown>;

/// The blocks of a page in Markdown that name no language, and each command in a sentence as a block of its own, where
/// `is_command` says that its text is one.
pub fn blocks(page: &str, markdown: &str, is_command: impl Fn(&str) -> bool) -> Vec<Block> {
    let (mut blocks, mut sentences, mut fence) = (Vec::new(), String::new(), None);
    for (number, line) in (1..).zip(markdown.lines()) {
        match (line.trim_start().strip_prefix("```"), &mut fence) {
            (Some(_), Some(_)) => {
                let (language, start, lines): (&str, usize, Vec<&str>) = fence.take().expect("a block is open");
                if language.is_empty() {
                    blocks.push(block(page, start, &lines));
                }
            }
            (Some(language), none) => *none = Some((language, number + 1, Vec::new())),
            (None, Some((_, _, lines))) => lines.push(line),
            (None, None) => sentences += line,
        }
        sentences.push('\n');
    }
    blocks.retain(|block| !block.is_empty());
    blocks.extend(
        spans(&sentences)
            .filter(|(_, text)| is_command(text))
            .map(|(line, text)| vec![Shown { page: page.to_owned(), line, text, output: Vec::new(), is_block: false }]),
    );
    blocks
}

fn block(page: &str, start: usize, lines: &[&str]) -> Block {
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines = lines.iter().map(|line| line.get(indent..).unwrap_or_default());
    let is_transcript = lines.clone().any(|line| line.starts_with("$ "));
    let (mut commands, mut is_open): (Block, bool) = (Vec::new(), false);
    for (line, text) in (start..).zip(lines) {
        let text = if is_transcript { text.strip_prefix("$ ").ok_or(text) } else { Ok(text) };
        match (text, commands.last_mut()) {
            (Ok(text) | Err(text), Some(last)) if is_open => {
                last.text = format!("{}\n{text}", last.text);
            }
            (Ok(text), _) if !text.trim().is_empty() && !text.starts_with('#') => {
                let (page, text) = (page.to_owned(), text.to_owned());
                commands.push(Shown { page, line, text, output: Vec::new(), is_block: true });
            }
            (Err(text), Some(last)) => last.output.push(text.to_owned()),
            _ => {}
        }
        is_open = commands.last().is_some_and(|last| goes_on(&last.text));
    }
    commands
}

/// Returns true if the next line belongs to this command too.
fn goes_on(text: &str) -> bool {
    let last = text.lines().next_back().unwrap_or_default().trim_end();
    let is_loop = text.starts_with("for ") && !text.lines().any(|line| line == "done");
    last.ends_with('\\') || last.ends_with("&&") || is_loop
}

/// The texts between single backquotes, each with its line; a line break in it is a space.
fn spans(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut line = 1;
    let parts = text.split('`').enumerate().map(move |(index, part)| {
        let start = line;
        line += part.matches('\n').count();
        (index, start, part)
    });
    let inside = parts.filter(|(index, ..)| index % 2 == 1);
    inside.map(|(_, line, part)| (line, part.split_whitespace().collect::<Vec<_>>().join(" ").replace("\\|", "|")))
}

#[test]
fn commands_are_found_in_blocks_and_in_sentences() {
    let page = "Try `motley a\nb` or `c`.\n\n```\nmotley x \\\n  y\n# a remark\nfor i in 1; do\n  z\ndone\n```\n\n\
                ```json\n{}\n```\n\n  ```\n  $ motley q\n  one\n\n  $ w\n  ```\n| `motley d \\| e` |\n";
    let found: Vec<(usize, String)> = blocks("p", page, |text| text.starts_with("motley"))
        .concat()
        .into_iter()
        .map(|shown| (shown.line, [vec![shown.text], shown.output].concat().join("/")))
        .collect();
    let expected = [
        (5, "motley x \\\n  y"),
        (8, "for i in 1; do\n  z\ndone"),
        (18, "motley q/one/"),
        (21, "w"),
        (1, "motley a b"),
        (23, "motley d | e"),
    ];
    assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
}
