//! `hello`: what the program has.

use std::collections::BTreeMap;

use super::declare::request;
use crate::message::{message, variants};

request! {
    /// Asks what there is; sent once, after the socket has opened.
    pub struct HelloAsk {}
}

message! {
    /// A description of the program.
    pub struct Hello {
        /// of the program
        pub version: &'static str,
        /// the asks that this program answers
        pub asks: Vec<&'static str>,
        /// in the order of the registry, the default one first
        pub players: Vec<Player>,
        /// the range of `UCI_Elo`
        pub rating: Rating,
        /// the characters with a name, for players that have these options
        pub presets: Vec<CharacterPreset>,
        /// the features of openings, in the order of `parameters` and `weights`
        pub features: Vec<&'static str>,
        /// of a feature
        pub weight: Weight,
        /// the nets that can be asked about
        pub nets: Nets,
        /// the ways to look for positions to order
        pub modes: Vec<&'static str>,
    }

    /// A player.
    pub struct Player {
        /// its name in requests
        pub name: &'static str,
        /// one sentence
        pub about: &'static str,
        /// it plays at a rating when `UCI_LimitStrength` is true and `UCI_Elo` set
        pub rated: bool,
        /// its own options, and those shared ones that matter to it
        pub options: Vec<PlayerOption>,
    }

    /// An option of a player.
    pub struct PlayerOption {
        /// its name in requests
        pub name: &'static str,
        /// one sentence
        pub about: &'static str,
        /// null, or why a page may not set it: it names a file, and the program was started without `--allow-files`
        pub locked: Option<String>,
        #[serde(flatten)]
        pub value: OptionForm,
    }

    /// A character with a name.
    pub struct CharacterPreset {
        /// for the page
        pub name: String,
        /// one sentence
        pub about: String,
        /// the options that it sets
        pub options: BTreeMap<&'static str, i64>,
    }

    /// The range of ratings.
    pub struct Rating {
        /// the least
        pub min: i64,
        /// the most
        pub max: i64,
        /// without a choice
        pub default: i64,
    }

    /// The range of a weight, from 0.
    pub struct Weight {
        /// the most
        pub max: f64,
    }

    /// The nets that can be asked about.
    pub struct Nets {
        /// of Mockfish
        pub mockfish: &'static [&'static str],
        /// of Pattern
        pub pattern: &'static [&'static str],
    }
}

variants! {
    /// The values that an option may have. `default` is the value at the start, as `motley studio --option NAME=VALUE`
    /// may have set it.
    pub enum OptionForm by "kind" {
        /// yes or no
        Check = "check" {
            /// the value at the start
            default: bool,
        }
        /// a whole number
        Spin = "spin" {
            /// the value at the start
            default: i64,
            /// the least
            min: i64,
            /// the most
            max: i64,
        }
        /// one of several words
        Combo = "combo" {
            /// the value at the start
            default: String,
            /// all values
            choices: &'static [&'static str],
        }
        /// a text
        Text = "text" {
            /// the value at the start
            default: String,
        }
    }
}
