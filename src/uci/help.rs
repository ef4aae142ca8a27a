//! `help`: the commands, the personalities and the options.

use crate::engine::options::{OptionKind, OptionSpec};
use crate::personalities;
use crate::uci::command::USAGES;
use crate::uci::options::Options;

/// The whole help text.
pub fn text(options: &Options) -> String {
    let mut text = String::from("Commands\n");
    for (_, usage, about) in USAGES {
        text += &format!("  {usage}\n      {about}\n");
    }
    text += "\nPersonalities\n";
    for info in personalities::PERSONALITIES {
        text += &format!("  {:<12} {}\n", info.name, info.about);
    }
    text += "\nOptions\n";
    for spec in options.offered() {
        text += &format!("  {:<20} {:<28} {}\n", spec.name, range(spec), spec.about);
    }
    text.trim_end().to_owned()
}

/// The values of an option, its default first.
fn range(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Check { default } => format!("{default} (true or false)"),
        OptionKind::Spin { default, min, max } => format!("{default} ({min} to {max})"),
        OptionKind::Combo { default, choices } => format!("{default} ({})", choices.join(", ")),
        OptionKind::Text { default: "", .. } => "empty".to_owned(),
        OptionKind::Text { default, .. } => default.to_owned(),
        OptionKind::Button => "button".to_owned(),
    }
}
