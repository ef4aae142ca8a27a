//! Options: each is declared once, in an [`crate::option_table!`], and is a typed value from then on.

use std::convert::Infallible;
use std::time::Duration;

use thiserror::Error;

use crate::book::BookSelection;
use crate::nets::{NetRuntime, RuntimeChoice};

/// The kind of an option with its range, as a GUI shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
    Text { default: &'static str, names: Names },
    Button,
}

/// The kind of thing that the value of a text option names, and so who may set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Nothing outside of the program.
    Nothing,
    /// A file or folder that is read.
    File,
    /// A library whose code is run.
    Library,
    /// A file that is written.
    Log,
}

/// The part of players that an option concerns: a player that is started alone, and the page, offer the shared options
/// of the parts that the player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Search,
    /// The endgame tables, wherever they are asked.
    Tablebases,
    /// Options of the protocol, and those that chess programs and lichess-bot's default configuration set for every
    /// engine; some of them stop at an option that is not offered.
    Gui,
    /// The program and the session, and no player.
    Program,
    /// A transposition table that can be emptied.
    Table,
    /// The rules by which the search asks tablebases.
    Probing,
    Book,
    /// Play at a rating.
    Level,
    HumanClock,
    Nets,
    MoveStats,
    /// Something that one player alone has.
    Own,
}

impl Part {
    /// Returns true if every player has it.
    pub fn is_everyones(self) -> bool {
        matches!(self, Part::Search | Part::Tablebases | Part::Gui)
    }
}

/// An option's name and kind. The list of all of them never changes while the engine runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    pub name: &'static str,
    pub kind: OptionKind,
    pub part: Part,
    /// One sentence for the option table of the README and for `help`.
    pub about: &'static str,
}

impl OptionKind {
    /// The default as a GUI writes it; nothing for a button.
    pub fn default_text(&self) -> String {
        match self {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default, .. } => (*default).to_owned(),
            OptionKind::Button => String::new(),
        }
    }

    /// A value of this kind as a GUI writes it.
    pub fn text(&self, value: &OptionValue) -> String {
        match (self, value) {
            (_, OptionValue::Check(on)) => on.to_string(),
            (_, OptionValue::Spin(number)) => number.to_string(),
            (OptionKind::Combo { choices, .. }, OptionValue::Combo(index)) => choices[*index].to_owned(),
            (_, OptionValue::Text(text)) => text.clone(),
            (_, OptionValue::Combo(_) | OptionValue::Button) => String::new(),
        }
    }
}

/// A value that fits its option's kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    Check(bool),
    Spin(i64),
    /// Index into the option's choices.
    Combo(usize),
    Text(String),
    Button,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    #[error("no option is called `{0}`")]
    Unknown(String),
    #[error("option {name}: `{given}` is not {expected}")]
    Value { name: &'static str, given: String, expected: String },
    #[error("option {name}: `{old}` is now called `{new}`")]
    Renamed { name: &'static str, old: &'static str, new: &'static str },
}

/// Values that had another name: the option, the old name, the new one.
const RENAMED: &[(&str, &str, &str)] = &[("Evaluation", "Network", "Nnue")];

/// Reads an option of the command line, NAME=VALUE; a button has a name only.
///
/// # Errors
/// None: every text has a name.
pub fn read_assignment(text: &str) -> Result<(String, String), Infallible> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Ok((name.trim().to_owned(), value.to_owned()))
}

impl OptionSpec {
    /// The kind of thing that its value names; nothing unless it is a text.
    pub const fn names(&self) -> Names {
        match self.kind {
            OptionKind::Text { names, .. } => names,
            _ => Names::Nothing,
        }
    }

    /// Reads a value as a GUI sends it.
    ///
    /// # Errors
    /// [`OptionError::Value`] names what was expected, [`OptionError::Renamed`] the new name of a value.
    pub fn parse(&self, raw: &str) -> Result<OptionValue, OptionError> {
        let raw = raw.trim();
        let is_renamed = |(name, old, _): &&(&str, &str, &str)| self.name == *name && raw.eq_ignore_ascii_case(old);
        if let Some(&(_, old, new)) = RENAMED.iter().find(is_renamed) {
            return Err(OptionError::Renamed { name: self.name, old, new });
        }
        let expected = match self.kind {
            OptionKind::Check { .. } => match raw {
                _ if raw.eq_ignore_ascii_case("true") => return Ok(OptionValue::Check(true)),
                _ if raw.eq_ignore_ascii_case("false") => return Ok(OptionValue::Check(false)),
                _ => "true or false".to_owned(),
            },
            OptionKind::Spin { min, max, .. } => match raw.parse() {
                Ok(number) if (min..=max).contains(&number) => return Ok(OptionValue::Spin(number)),
                _ => format!("a whole number from {min} to {max}"),
            },
            OptionKind::Combo { choices, .. } => match choices.iter().position(|c| c.eq_ignore_ascii_case(raw)) {
                Some(index) => return Ok(OptionValue::Combo(index)),
                None => format!("one of {}", choices.join(", ")),
            },
            // UCI writes an empty string as `<empty>`.
            OptionKind::Text { .. } => {
                return Ok(OptionValue::Text(if raw == "<empty>" { String::new() } else { raw.to_owned() }));
            }
            OptionKind::Button => return Ok(OptionValue::Button),
        };
        Err(OptionError::Value { name: self.name, given: raw.to_owned(), expected })
    }
}

/// An enumeration that a combo option chooses from; [`crate::option_choice!`] implements it.
pub trait OptionChoice: Copy + PartialEq + 'static {
    /// Names without spaces, in the order of [`OptionChoice::ALL`].
    const NAMES: &'static [&'static str];
    const ALL: &'static [Self];
}

/// Makes an enumeration the choices of a combo option: `option_choice!(Type: First, Second);`. Each choice is named as
/// its variant. The default comes first: some GUIs take the first for it.
#[macro_export]
macro_rules! option_choice {
    ($choice:ty: $($variant:ident),+) => {
        impl $crate::engine::options::OptionChoice for $choice {
            const NAMES: &'static [&'static str] = &[$(stringify!($variant)),+];
            const ALL: &'static [Self] = &[$(<$choice>::$variant),+];
        }
    };
}

option_choice!(BookSelection: Weighted, Best, Uniform);
option_choice!(NetRuntime: Own, Onnx, Auto);

crate::option_table! {
    /// The options that all players share.
    pub struct SharedOptions {
        hash: spin usize "Hash" = 16, in 1..=65536, for Search, "Size of the transposition table in MiB.";
        threads: spin usize "Threads" = 1, in 1..=256, for Search, "Search threads (Lazy SMP).";
        ponder: check "Ponder" = false, for Gui, "Accepted for compatibility; has no effect.";
        multi_pv: spin usize "MultiPV" = 1, in 1..=256, for Search, "How many best lines to report.";
        move_overhead: spin u64 "Move Overhead" = 10, in 0..=5000, for Gui,
            "Time lost per move to the GUI and the connection, in ms.";
        chess960: check "UCI_Chess960" = false, for Gui, "Reads and writes castling as king takes rook (Chess960).";
        analyse_mode: check "UCI_AnalyseMode" = false, for Book, "Analyses: plays no book moves.";
        show_wdl: check "UCI_ShowWDL" = false, for Gui, "Adds the probabilities of win, draw and loss to the score.";
        explain: check "Explain" = false, for Program,
            "Says before the best move what its line wins and how, if the line proves it.";
        syzygy_path: file "SyzygyPath" = "", for Tablebases,
            "Folders with Syzygy tables, separated by `:` (`;` on Windows).";
        syzygy_probe_depth: spin i32 "SyzygyProbeDepth" = 1, in 1..=100, for Probing,
            "Probes tables of the largest size only if at least this much depth remains.";
        syzygy_50_move_rule: check "Syzygy50MoveRule" = true, for Probing,
            "Counts wins that the fifty-move rule prevents as draws.";
        syzygy_probe_limit: spin usize "SyzygyProbeLimit" = 7, in 0..=7, for Probing,
            "Probes positions with at most this many pieces; 0 turns the tablebases off.";
        limit_strength: check "UCI_LimitStrength" = false, for Level, "Limits the strength to the rating in `UCI_Elo`.";
        elo: spin u16 "UCI_Elo" = 1500, in 600..=2800, for Level,
            "The rating to play at if `UCI_LimitStrength` is on, on the scale of Lichess rapid.";
        human_clock: check "HumanClock" = false, for HumanClock,
            "Takes as long for a move as people of that rating, in games with a clock.";
        own_book: check "OwnBook" = true, for Book,
            "Plays from the opening book in games on a clock, but not in analysis (`infinite`, `MultiPV`).";
        book_without_clock: check "BookWithoutClock" = false, for Book,
            "Plays from the opening book under a fixed time, depth or number of nodes too; these are analysis \
             otherwise.";
        book_file: file "BookFile" = "", for Book, "A Polyglot book to use instead of the built-in book.";
        book_selection: combo BookSelection "BookSelection" = Weighted, for Book,
            "Chooses a book move at random by weight (Weighted), the heaviest (Best) or any (Uniform).";
        book_depth: spin usize "BookDepth" = 255, in 0..=255, for Book, "Leaves the book after this many half moves.";
        net_runtime: combo NetRuntime "NetRuntime" = Own, for Nets,
            "Runs the nets with Motley's own runtime (Own), with ONNX Runtime (Onnx), or with ONNX Runtime \
             if it is found (Auto).";
        onnx_library: library "OnnxLibrary" = "", for Nets,
            "The library of ONNX Runtime; if empty, ORT_DYLIB_PATH and the system's loader are asked.";
        verbose_move_stats: check "VerboseMoveStats" = false, for MoveStats,
            "Lists the probability of every move as lc0 does, where people's moves are predicted (Mockfish and the \
             levels).";
        seed: spin u64 "Seed" = 0, in 0..=2147483647, for Search,
            "Random seed: 0 takes a new one each time; with any other value every choice repeats itself (one thread).";
        debug_log_file: log "Debug Log File" = "", for Program, "Appends all input and output to this file.";
    }
}

impl SharedOptions {
    /// These for a quiet searcher, which works for another player or for a study: one line at full strength, at once,
    /// on one thread and without a book, with so many MiB.
    #[must_use]
    pub fn quiet(&self, hash: usize) -> SharedOptions {
        SharedOptions {
            hash,
            threads: 1,
            multi_pv: 1,
            own_book: false,
            limit_strength: false,
            human_clock: false,
            ..self.clone()
        }
    }

    /// The time that the GUI and the connection cost each move.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead)
    }

    /// The runtime for nets.
    pub fn runtime(&self) -> RuntimeChoice {
        RuntimeChoice { runtime: self.net_runtime, library: self.onnx_library.clone() }
    }

    /// The rating to play at, where the strength is limited.
    pub fn level(&self) -> Option<u16> {
        self.limit_strength.then_some(self.elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(name: &str) -> &'static OptionSpec {
        SharedOptions::SPECS.iter().find(|spec| spec.name == name).expect("a shared option")
    }

    #[test]
    fn a_value_that_was_renamed_is_answered_with_its_new_name() {
        let kind = OptionKind::Combo { default: "Nnue", choices: &["Nnue", "Handmade"] };
        let spec = OptionSpec { name: "Evaluation", kind, part: Part::Own, about: "" };
        let error = spec.parse("network").expect_err("it has another name").to_string();
        assert_eq!(error, "option Evaluation: `Network` is now called `Nnue`");
    }

    #[test]
    fn values_are_read_as_guis_send_them() {
        for (name, raw, value) in [
            ("Ponder", "TRUE", OptionValue::Check(true)),
            ("Hash", " 65536 ", OptionValue::Spin(65536)),
            ("BookSelection", "uniform", OptionValue::Combo(2)),
            ("BookFile", "<empty>", OptionValue::Text(String::new())),
            ("BookFile", "my books/a.bin", OptionValue::Text("my books/a.bin".to_owned())),
        ] {
            assert_eq!(spec(name).parse(raw), Ok(value), "{name} {raw}");
        }
        for (name, raw, expected) in [
            ("Ponder", "yes", "true or false"),
            ("Hash", "0", "a whole number from 1 to 65536"),
            ("Seed", "2147483648", "a whole number from 0 to 2147483647"),
            ("BookSelection", "", "one of Weighted, Best, Uniform"),
        ] {
            let error =
                OptionError::Value { name: spec(name).name, given: raw.to_owned(), expected: expected.to_owned() };
            assert_eq!(spec(name).parse(raw), Err(error));
        }
    }

    #[test]
    fn a_table_takes_values_of_its_kinds_and_ranges_only() {
        let mut options = SharedOptions::default();
        assert_eq!((options.hash, options.book_selection), (16, BookSelection::Weighted));
        for (name, value) in [
            ("Hash", OptionValue::Spin(8)),
            ("BookSelection", OptionValue::Combo(1)),
            ("OwnBook", OptionValue::Check(false)),
            ("BookFile", OptionValue::Text("a.bin".to_owned())),
        ] {
            assert_eq!(options.set(name, &value), Ok(()));
        }
        let expected = SharedOptions {
            hash: 8,
            book_selection: BookSelection::Best,
            own_book: false,
            book_file: "a.bin".to_owned(),
            ..SharedOptions::default()
        };
        assert_eq!(options, expected);

        for (name, value) in [
            ("Hash", OptionValue::Spin(0)),
            ("Hash", OptionValue::Spin(65537)),
            ("Hash", OptionValue::Check(true)),
            ("hash", OptionValue::Spin(4)),
        ] {
            assert_eq!(options.set(name, &value), Err(OptionError::Unknown(name.to_owned())));
        }
        assert_eq!(options, expected);
    }
}
