//! `hello`: what the program has.

use serde_json::{Value, json};

use super::ASKS;
use crate::engine::options::{OptionChoice as _, OptionKind, OptionSpec, SharedOptions};
use crate::nets::pattern::PatternNet;
use crate::openings::FEATURE_NAMES;
use crate::personalities::explorer::MAX_WEIGHT;
use crate::personalities::mockfish::NetChoice;
use crate::personalities::{PERSONALITIES, PersonalityInfo};
use crate::studio::players::options;

pub fn hello() -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "asks": ASKS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "players": PERSONALITIES.iter().map(player).collect::<Vec<_>>(),
        "rating": rating(),
        "features": FEATURE_NAMES,
        "weight": { "max": MAX_WEIGHT },
        "nets": { "mockfish": NetChoice::NAMES, "pattern": PatternNet::NAMES },
        "modes": ["distance", "network"],
    })
}

fn player(info: &PersonalityInfo) -> Value {
    json!({
        "name": info.name,
        "about": info.about,
        "rated": info.shared.contains(&"UCI_Elo"),
        "options": options(info).iter().map(option).collect::<Vec<_>>(),
    })
}

fn option(spec: &OptionSpec) -> Value {
    let (name, about) = (spec.name, spec.about);
    match spec.kind {
        OptionKind::Check { default } => json!({"name": name, "kind": "check", "default": default, "about": about}),
        OptionKind::Spin { default, min, max } => {
            json!({"name": name, "kind": "spin", "default": default, "min": min, "max": max, "about": about})
        }
        OptionKind::Combo { default, choices } => {
            json!({"name": name, "kind": "combo", "default": default, "choices": choices, "about": about})
        }
        OptionKind::Text { default } => json!({"name": name, "kind": "text", "default": default, "about": about}),
        OptionKind::Button => json!({"name": name, "kind": "button", "about": about}),
    }
}

/// The range of `UCI_Elo`.
fn rating() -> Value {
    let kind = SharedOptions::SPECS.iter().find(|spec| spec.name == "UCI_Elo").map(|spec| spec.kind);
    match kind {
        Some(OptionKind::Spin { default, min, max }) => json!({"min": min, "max": max, "default": default}),
        _ => Value::Null,
    }
}
