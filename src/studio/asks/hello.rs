//! `hello`: what the program has.

use serde_json::{Value, json};

use super::ASKS;
use crate::engine::options::{OptionChoice as _, OptionKind, OptionSpec, OptionValue, SharedOptions};
use crate::nets::pattern::PatternNet;
use crate::openings::FEATURE_NAMES;
use crate::personalities::explorer::MAX_WEIGHT;
use crate::personalities::mockfish::NetChoice;
use crate::personalities::{PERSONALITIES, PersonalityInfo};
use crate::studio::players::{StartOptions, options};

pub fn hello(start: &StartOptions) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "asks": ASKS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "players": PERSONALITIES.iter().map(|info| player(info, start)).collect::<Vec<_>>(),
        "rating": rating(),
        "features": FEATURE_NAMES,
        "weight": { "max": MAX_WEIGHT },
        "nets": { "mockfish": NetChoice::NAMES, "pattern": PatternNet::NAMES },
        "modes": ["distance", "network"],
    })
}

fn player(info: &PersonalityInfo, start: &StartOptions) -> Value {
    json!({
        "name": info.name,
        "about": info.about,
        "rated": info.shared.contains(&"UCI_Elo"),
        "options": options(info).iter().map(|spec| option(spec, start)).collect::<Vec<_>>(),
    })
}

/// An option with its value at the start, and why pages may not set it where they may not.
fn option(spec: &OptionSpec, start: &StartOptions) -> Value {
    let (kind, more) = match spec.kind {
        OptionKind::Check { .. } => ("check", json!({})),
        OptionKind::Spin { min, max, .. } => ("spin", json!({"min": min, "max": max})),
        OptionKind::Combo { choices, .. } => ("combo", json!({"choices": choices})),
        OptionKind::Text { .. } => ("text", json!({})),
        OptionKind::Button => ("button", json!({})),
    };
    let default = match start.value(spec) {
        OptionValue::Check(on) => json!(on),
        OptionValue::Spin(number) => json!(number),
        value => json!(spec.kind.text(&value)),
    };
    let mut option = more;
    option["name"] = json!(spec.name);
    option["kind"] = json!(kind);
    option["about"] = json!(spec.about);
    option["default"] = default;
    option["locked"] = json!(start.locks(spec.name));
    option
}

/// The range of `UCI_Elo`.
fn rating() -> Value {
    let kind = SharedOptions::SPECS.iter().find(|spec| spec.name == "UCI_Elo").map(|spec| spec.kind);
    match kind {
        Some(OptionKind::Spin { default, min, max }) => json!({"min": min, "max": max, "default": default}),
        _ => Value::Null,
    }
}
