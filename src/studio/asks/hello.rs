//! `hello`: what the program has.

use super::Answered;
use crate::engine::options::{OptionChoice as _, OptionKind, OptionSpec, OptionValue, Part, SharedOptions};
use crate::nets::pattern::PatternNet;
use crate::openings::FEATURE_NAMES;
use crate::personalities::explorer::MAX_WEIGHT;
use crate::personalities::mockfish::NetChoice;
use crate::personalities::rated::character::Preset;
use crate::personalities::{PERSONALITIES, PersonalityInfo};
use crate::studio::page::Page;
use crate::studio::players::{StartOptions, options};
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::hello::{
    CharacterPreset, Hello, HelloAsk, Nets, OptionForm, Player, PlayerOption, Rating, Weight,
};
use crate::studio::table::ASKS;

impl Answered for HelloAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Hello, Fault> {
        let start = &page.studio.options;
        Ok(Hello {
            version: env!("CARGO_PKG_VERSION"),
            asks: ASKS.iter().map(|ask| ask.name).collect(),
            players: PERSONALITIES.iter().map(|info| player(info, start)).collect(),
            rating: rating(),
            presets: Preset::embedded().into_iter().map(preset).collect(),
            features: FEATURE_NAMES.to_vec(),
            weight: Weight { max: MAX_WEIGHT },
            nets: Nets { mockfish: NetChoice::NAMES, pattern: PatternNet::NAMES },
            modes: vec!["distance", "network"],
        })
    }
}

fn player(info: &PersonalityInfo, start: &StartOptions) -> Player {
    Player {
        name: info.name,
        about: info.about,
        rated: info.has(Part::Level),
        options: options(info).iter().filter_map(|spec| option(spec, start)).collect(),
    }
}

/// An option with its value at the start, and why pages may not set it where they may not. A button has no value.
fn option(spec: &OptionSpec, start: &StartOptions) -> Option<PlayerOption> {
    let text = |value: &OptionValue| spec.kind.text(value);
    let value = match (spec.kind, start.value(spec)) {
        (OptionKind::Spin { min, max, .. }, OptionValue::Spin(default)) => OptionForm::Spin { default, min, max },
        (_, OptionValue::Check(default)) => OptionForm::Check { default },
        (OptionKind::Combo { choices, .. }, value) => OptionForm::Combo { default: text(&value), choices },
        (OptionKind::Text { .. }, value) => OptionForm::Text { default: text(&value) },
        _ => return None,
    };
    Some(PlayerOption { name: spec.name, about: spec.about, locked: start.locks(spec), value })
}

fn preset(Preset { name, about, character, .. }: Preset) -> CharacterPreset {
    CharacterPreset { name, about, options: character.entries().filter(|(_, value)| *value != 0).collect() }
}

/// The range of `UCI_Elo`.
fn rating() -> Rating {
    let range = |spec: &OptionSpec| match spec.kind {
        OptionKind::Spin { default, min, max } if spec.name == "UCI_Elo" => Some(Rating { min, max, default }),
        _ => None,
    };
    SharedOptions::SPECS.iter().find_map(range).expect("every player has the option")
}
