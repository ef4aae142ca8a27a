//! Notes on a move: comments, glyphs, and the commands in comments (`[%clk 0:09:57]`).

use crate::games::clock::tenths_left;

/// The comments and glyphs of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Comments before the move, where it begins a variation. Commands in them are left as they are.
    pub before: Vec<String>,
    /// Numeric annotation glyphs in their order: 1 is "!", 2 "?".
    pub nags: Vec<u8>,
    /// The commands of the comments behind the move, names and values: `[%clk 0:09:57]` is ("clk", "0:09:57").
    pub commands: Vec<(String, String)>,
    /// Comments behind the move, without their commands. White space in them is one space.
    pub comments: Vec<String>,
    /// Variations to the move that could not be read, with their brackets: they are written as they were.
    pub unread: Vec<String>,
}

/// An engine's evaluation of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    pub score: EvalScore,
    /// Of the search, where it is stated.
    pub depth: Option<u16>,
}

/// From White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalScore {
    Centipawns(i32),
    /// Mate in so many moves; Black mates where it is negative.
    Mate(i32),
}

impl Notes {
    /// Returns true if nothing is said.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
            && self.nags.is_empty()
            && self.commands.is_empty()
            && self.comments.is_empty()
            && self.unread.is_empty()
    }

    /// The value of a command.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.commands.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a command, or leaves the command out.
    pub fn set_command(&mut self, name: &str, value: Option<String>) {
        match (self.commands.iter().position(|(known, _)| known == name), value) {
            (Some(place), Some(value)) => self.commands[place].1 = value,
            (Some(place), None) => drop(self.commands.remove(place)),
            (None, Some(value)) => self.commands.push((name.to_owned(), value)),
            (None, None) => {}
        }
    }

    /// The mover's clock, in tenths of seconds.
    pub fn clock(&self) -> Option<u32> {
        tenths_left(format!("[%clk {}]", self.command("clk")?).as_bytes())
    }

    /// Sets what the mover had left on the clock, in tenths of seconds.
    pub fn set_clock(&mut self, tenths: Option<u32>) {
        self.set_command("clk", tenths.map(clock_text));
    }

    pub fn eval(&self) -> Option<Eval> {
        let value = self.command("eval")?;
        let (score, depth) = value.split_once(',').map_or((value, None), |(score, depth)| (score, Some(depth)));
        let depth = depth.map(|depth| depth.trim().parse()).transpose().ok()?;
        let score = match score.trim().strip_prefix('#') {
            Some(moves) => EvalScore::Mate(moves.parse().ok()?),
            None => {
                let pawns: f64 = score.trim().parse().ok()?;
                let range = -1e6..=1e6;
                range.contains(&pawns).then(|| EvalScore::Centipawns((pawns * 100.0).round() as i32))?
            }
        };
        Some(Eval { score, depth })
    }

    pub fn set_eval(&mut self, eval: Option<Eval>) {
        let text = |Eval { score, depth }: Eval| {
            let score = match score {
                EvalScore::Centipawns(score) => format!("{:.2}", f64::from(score) / 100.0),
                EvalScore::Mate(moves) => format!("#{moves}"),
            };
            depth.map_or_else(|| score.clone(), |depth| format!("{score},{depth}"))
        };
        self.set_command("eval", eval.map(text));
    }

    /// Takes a comment that stands behind the move: its commands, and the rest of its text.
    pub(in crate::games) fn take_comment(&mut self, comment: &str) {
        let mut rest = String::new();
        let mut left = comment;
        while let Some((before, begun)) = left.split_once("[%") {
            rest.push_str(before);
            let Some((command, behind)) = begun.split_once(']') else {
                rest.push_str("[%");
                left = begun;
                continue;
            };
            let command = comment_text(command);
            let (name, value) = command.split_once(' ').unwrap_or((&command, ""));
            self.commands.push((name.to_owned(), value.to_owned()));
            rest.push(' ');
            left = behind;
        }
        rest.push_str(left);
        let text = comment_text(&rest);
        if !text.is_empty() {
            self.comments.push(text);
        }
    }

    /// The comment behind the move: the commands, then the texts, in one comment. Of two comments in a row some readers
    /// refuse the whole game (chess.js 1.4.0).
    pub(super) fn written_comment(&self) -> String {
        let command = |(name, value): &(String, String)| match value.as_str() {
            "" => format!("[%{name}]"),
            value => format!("[%{name} {value}]"),
        };
        let last = self.comments.len().saturating_sub(1);
        let texts = self.comments.iter().enumerate().map(|(number, text)| match number == last {
            true => text.clone(),
            false => without_open_command(text),
        });
        let texts = self.commands.iter().map(command).chain(texts);
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// A command that nobody closed is text, and must not be closed by the text of a comment behind it.
fn without_open_command(text: &str) -> String {
    let closed = text.rfind(']').map_or(0, |end| end + 1);
    text[..closed].to_owned() + &text[closed..].replace("[%", "[ %")
}

/// The words with one space between them.
pub(in crate::games) fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same of a comment, in which a closing brace would be the end: it becomes a bracket.
pub(in crate::games) fn comment_text(text: &str) -> String {
    one_space(text).replace('}', ")")
}

/// "0:09:57", with tenths of a second where there are any.
fn clock_text(tenths: u32) -> String {
    let (seconds, rest) = (tenths / 10, tenths % 10);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { text } else { format!("{text}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(comments: &[&str]) -> Notes {
        let mut notes = Notes::default();
        comments.iter().for_each(|comment| notes.take_comment(comment));
        notes
    }

    #[test]
    fn commands_are_told_from_the_text_of_a_comment() {
        let notes =
            noted(&[" [%eval 0.17,22] [%clk 0:00:30.5]\n a\n  good move ", "[%csl Gd4,Re5]", "open [%cal Ge2e4"]);
        assert_eq!(notes.comments, ["a good move", "open [%cal Ge2e4"]);
        assert_eq!(notes.clock(), Some(305));
        assert_eq!(notes.eval(), Some(Eval { score: EvalScore::Centipawns(17), depth: Some(22) }));
        assert_eq!(notes.command("csl"), Some("Gd4,Re5"));
        let written = notes.written_comment();
        assert_eq!(written, "[%eval 0.17,22] [%clk 0:00:30.5] [%csl Gd4,Re5] a good move open [%cal Ge2e4");
        assert_eq!(noted(&[&written]).written_comment(), written);
    }

    #[test]
    fn a_command_that_is_not_closed_stays_text_before_a_bracket_of_another_comment() {
        let written = noted(&["[%clk 0:01:20", "]"]).written_comment();
        assert_eq!(written, "[ %clk 0:01:20 ]");
        assert_eq!(noted(&[&written]).written_comment(), written);
        let kept = Notes { comments: vec!["[%csl Gd4] [% solid".to_owned(), "]".to_owned()], ..Notes::default() };
        assert_eq!(kept.written_comment(), "[%csl Gd4] [ % solid ]");
    }

    #[test]
    fn clocks_and_evals_are_set_and_read_back() {
        let mut notes = Notes::default();
        for tenths in [0, 5, 600, 35_999, 54_321] {
            notes.set_clock(Some(tenths));
            assert_eq!(notes.clock(), Some(tenths));
        }
        for (score, text) in
            [(EvalScore::Centipawns(-5), "-0.05"), (EvalScore::Centipawns(1234), "12.34"), (EvalScore::Mate(-3), "#-3")]
        {
            notes.set_eval(Some(Eval { score, depth: None }));
            assert_eq!((notes.command("eval"), notes.eval()), (Some(text), Some(Eval { score, depth: None })));
        }
        notes.set_clock(None);
        notes.set_eval(None);
        assert!(notes.is_empty());
    }

    #[test]
    fn evals_that_are_none_are_left_as_text() {
        for value in ["", "#", "x", "0.1,x", "1e99", "NaN"] {
            let mut notes = Notes::default();
            notes.set_command("eval", Some(value.to_owned()));
            assert_eq!(notes.eval(), None, "{value}");
        }
    }
}
