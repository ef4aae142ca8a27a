//! The players of a page, kept between its searches, so that nets are not loaded and tables not emptied for each move.

use serde_json::Value;

use super::message::{Fault, Fields};
use crate::engine::options::{OptionKind, OptionSpec, OptionValue, SharedOptions};
use crate::engine::{Personality, Reporter, quote};
use crate::personalities::{PERSONALITIES, PersonalityInfo};

/// Shared options that a page may set whoever plays.
const ALWAYS: [&str; 5] = ["MultiPV", "Seed", "Hash", "Threads", "SyzygyPath"];
/// A shared option that no page may set: it names a library whose code is run.
const LIBRARY: &str = "OnnxLibrary";
/// MiB of a page's transposition table at most: several pages may have one.
const MOST_HASH: i64 = 256;
/// Players that are kept; each may have a table of its own.
const MOST_PLAYERS: usize = 8;
/// Characters of a seat's name.
const MOST_SEAT: usize = 40;

/// The options that a page may set for a player: its own, and the shared ones that matter to it.
pub fn options(info: &PersonalityInfo) -> Vec<OptionSpec> {
    let matters =
        |spec: &&OptionSpec| ALWAYS.contains(&spec.name) || info.shared.contains(&spec.name) && spec.name != LIBRARY;
    let shared = SharedOptions::SPECS.iter().filter(matters).copied();
    info.options.iter().copied().chain(shared).map(bounded).collect()
}

/// The same, with a range that suits a page.
fn bounded(mut spec: OptionSpec) -> OptionSpec {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as i64);
    if let OptionKind::Spin { max, .. } = &mut spec.kind {
        match spec.name {
            "Hash" => *max = MOST_HASH,
            "Threads" => *max = cores(),
            _ => {}
        }
    }
    spec
}

/// A player as a request names it: which one, in which place, with which options.
#[derive(Clone, Debug)]
pub struct PlayerChoice {
    pub info: &'static PersonalityInfo,
    /// Tells players of the same kind apart.
    seat: String,
    shared: SharedOptions,
    /// Its own options and those of its fallbacks, every one of them.
    own: Vec<(&'static str, OptionValue)>,
    new_game: bool,
}

impl PlayerChoice {
    /// Reads `player`, `seat`, `options` and `new_game`, for a game of ordinary chess or of Chess960.
    ///
    /// # Errors
    /// For a player or an option that does not exist, or a value that it cannot have.
    pub fn read(fields: &Fields, chess960: bool) -> Result<PlayerChoice, Fault> {
        let name = fields.needed_text("player")?;
        let info = PERSONALITIES.iter().find(|info| info.name == name);
        let info = info
            .ok_or_else(|| Fault::of_field(&fields.path("player"), format!("no player is called `{}`", quote(name))))?;
        let shared = SharedOptions { chess960, ..SharedOptions::default() };
        let seat = fields.text("seat")?.unwrap_or_default().chars().take(MOST_SEAT).collect();
        let own = own_options(info).map(|spec| (spec.name, default_of(spec))).collect();
        let mut choice = PlayerChoice { info, seat, shared, own, new_game: fields.flag("new_game")? };
        let options = fields.object("options")?;
        for (name, value) in options.entries() {
            choice.set(&options.path(name), name, value)?;
        }
        Ok(choice)
    }

    /// Sets an option, which `field` holds.
    fn set(&mut self, field: &str, name: &str, value: &Value) -> Result<(), Fault> {
        let offered = options(self.info).into_iter().find(|spec| spec.name == name);
        let spec = offered.or_else(|| own_options(self.info).find(|spec| spec.name == name).copied());
        let unknown = || Fault::of_field(field, format!("{} has no option `{}`", self.info.name, quote(name)));
        let spec = spec.ok_or_else(unknown)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value = spec.parse(&quote_if_no_text(&spec, text)).map_err(|error| Fault::of_field(field, error))?;
        if self.shared.set(spec.name, &value).is_ok() {
            return Ok(());
        }
        self.own.iter_mut().filter(|(own, _)| *own == spec.name).for_each(|(_, old)| *old = value.clone());
        Ok(())
    }
}

/// An error repeats a value that is no text; a text may be as long as it likes.
fn quote_if_no_text(spec: &OptionSpec, text: String) -> String {
    if matches!(spec.kind, OptionKind::Text { .. }) { text } else { quote(&text) }
}

/// The options of a player and of those that it hands over to, without buttons.
fn own_options(info: &PersonalityInfo) -> impl Iterator<Item = &'static OptionSpec> {
    let all = PERSONALITIES.iter().flat_map(|other| other.options);
    all.filter(|spec| info.takes(spec.name) && spec.kind != OptionKind::Button)
}

fn default_of(spec: &OptionSpec) -> OptionValue {
    spec.parse(&spec.kind.default_text()).expect("a default fits its option")
}

/// A player that was built.
struct BuiltPlayer {
    choice: PlayerChoice,
    player: Box<dyn Personality>,
}

/// The players of a page, the last used last.
#[derive(Default)]
pub struct Players(Vec<BuiltPlayer>);

impl Players {
    /// The player of a choice with its options set; built where it was not used lately.
    pub fn get(&mut self, choice: &PlayerChoice, report: &mut dyn Reporter) -> &mut dyn Personality {
        let is_same =
            |built: &BuiltPlayer| built.choice.info.name == choice.info.name && built.choice.seat == choice.seat;
        let mut built = match self.0.iter().position(is_same) {
            Some(index) => {
                let mut built = self.0.remove(index);
                if built.choice.shared != choice.shared {
                    built.player.configure(&choice.shared, report);
                }
                built
            }
            None => {
                let mut player = choice.info.player();
                player.configure(&choice.shared, report);
                let own = own_options(choice.info).map(|spec| (spec.name, default_of(spec))).collect();
                BuiltPlayer { player, choice: PlayerChoice { own, ..choice.clone() } }
            }
        };
        for ((name, value), (_, before)) in choice.own.iter().zip(&built.choice.own) {
            if value != before
                && let Err(error) = built.player.set_option(name, value)
            {
                report.message(&format!("error: {error}"));
            }
        }
        built.choice = choice.clone();
        if choice.new_game {
            built.player.new_game();
        }
        if self.0.len() >= MOST_PLAYERS {
            self.0.remove(0);
        }
        self.0.push(built);
        &mut *self.0.last_mut().expect("one was put there").player
    }

    /// Forgets the player that was used last: it failed.
    pub fn forget_last(&mut self) {
        self.0.pop();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::Silent;
    use crate::studio::message::Request;

    fn choice(more: &Value) -> Result<PlayerChoice, Fault> {
        let mut request = json!({"id": 1, "ask": "go", "player": "Mockfish"});
        for (name, value) in more.as_object().expect("an object") {
            request[name] = value.clone();
        }
        PlayerChoice::read(&Request::read(&request.to_string()).expect("a request").fields, false)
    }

    #[test]
    fn options_are_set_and_those_that_are_not_named_have_their_defaults() {
        let options = json!({"MockfishTemperature": 50, "UCI_LimitStrength": true, "UCI_Elo": "1400"});
        let set = choice(&json!({"options": options})).expect("known options");
        assert_eq!(set.shared.level(), Some(1400));
        let value = |name: &str| set.own.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone());
        assert_eq!(value("MockfishTemperature"), Some(OptionValue::Spin(50)));
        assert_eq!(value("MockfishNets"), Some(OptionValue::Combo(0)));
    }

    #[test]
    fn what_does_not_exist_is_named_with_its_field() {
        for (more, field) in [
            (json!({"player": "Nobody"}), "player"),
            (json!({"options": {"Debug Log File": "x"}}), "options.Debug Log File"),
            (json!({"options": {"PatternDepth": 2}}), "options.PatternDepth"),
            (json!({"options": {"MockfishTemperature": 201}}), "options.MockfishTemperature"),
            (json!({"options": {"Hash": 65536}}), "options.Hash"),
            (json!({"options": {"OnnxLibrary": "x"}}), "options.OnnxLibrary"),
        ] {
            let answer = choice(&more).expect_err("refused").answer(Some(1));
            assert_eq!(answer["at"]["field"], json!(field));
        }
    }

    #[test]
    fn players_are_kept_by_name_and_seat() {
        let mut players = Players::default();
        let random = |seat: &str| choice(&json!({"player": "Random", "seat": seat})).expect("a player");
        for seat in ["white", "black", "white"] {
            players.get(&random(seat), &mut Silent);
        }
        assert_eq!(players.0.len(), 2);
        assert_eq!(players.0.last().map(|built| built.choice.seat.as_str()), Some("white"));
        for seat in 0..20 {
            players.get(&random(&seat.to_string()), &mut Silent);
        }
        assert_eq!(players.0.len(), MOST_PLAYERS);
        players.forget_last();
        assert_eq!(players.0.len(), MOST_PLAYERS - 1);
    }
}
