//! The players of a page, kept between its searches, so that nets are not loaded and tables not emptied for each move;
//! and the options that pages may set for them.

use serde_json::Value;

use super::message::within;
use super::protocol::faults::Fault;
use super::protocol::game::{MOST_OPTION, PlayerChoiceFields};
use crate::engine::options::{Names, OptionError, OptionKind, OptionSpec, OptionValue, Part, SharedOptions};
use crate::engine::{Personality, PlayerOptions, Reporter, quote};
use crate::personalities::{self, PERSONALITIES, PersonalityInfo};

/// Players that are kept.
const MOST_PLAYERS: usize = 8;
/// MiB that all players of a page together use at most. Those that were not used for the longest time are given up.
const MOST_MEMORY: usize = 512;
/// MiB of one player's transposition table, so that there is room for two such players.
const MOST_HASH: i64 = 224;
/// MiB that a player uses for nets, graphs and smaller tables: measured were at most 25.
const OTHER_MEMORY: usize = 28;
/// MiB that a thread of a search uses for its histories.
const THREAD_MEMORY: usize = 4;

/// The options that a page may set for a player: its own, and the shared ones that matter to it; a page speaks no UCI.
pub fn options(info: &PersonalityInfo) -> Vec<OptionSpec> {
    let matters = |spec: &&OptionSpec| info.has(spec.part) && spec.part != Part::Gui && spec.names() != Names::Library;
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

/// The players' options as far as they were set when the program was started; pages may change them, but for files.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    values: Vec<(&'static str, OptionValue)>,
    /// True if pages may set options that name files.
    allow_files: bool,
    /// True if there are no files to name: the program runs in a browser.
    no_files: bool,
}

impl StartOptions {
    pub fn new(allow_files: bool) -> StartOptions {
        StartOptions { allow_files, ..StartOptions::default() }
    }

    /// The options of a program that runs in a browser, without files.
    pub fn in_browser() -> StartOptions {
        StartOptions { no_files: true, ..StartOptions::default() }
    }

    /// Sets an option of any player.
    ///
    /// # Errors
    /// Fails if no option that matters here has this name, or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = personalities::find_option(name);
        let spec = spec.filter(|spec| spec.names() != Names::Log && spec.kind != OptionKind::Button).copied();
        let spec = spec.map(bounded).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = spec.parse(value)?;
        self.values.retain(|(known, _)| *known != spec.name);
        self.values.push((spec.name, value));
        Ok(())
    }

    /// The value with which every page begins.
    pub fn value(&self, spec: &OptionSpec) -> OptionValue {
        let set = self.values.iter().find(|(name, _)| *name == spec.name).map(|(_, value)| value.clone());
        set.unwrap_or_else(|| default_of(spec))
    }

    /// Why pages may not set an option; `None` where they may.
    pub fn locks(&self, spec: &OptionSpec) -> Option<String> {
        let name = spec.name;
        let by_start = format!("it is set when the program is started, with `--option {name}=FILE`");
        match spec.names() {
            Names::Nothing | Names::Log => None,
            _ if self.no_files => Some(format!("`{name}` names a file, and in a browser Motley reads none")),
            Names::Library => Some(format!("`{name}` names a library whose code is run: {by_start}")),
            _ if self.allow_files => None,
            _ => Some(format!("`{name}` names a file: {by_start}, or by pages after a start with `--allow-files`")),
        }
    }
}

/// A player as a request names it: which one, in which place, with which options.
#[derive(Clone, Debug)]
pub struct PlayerChoice {
    pub info: &'static PersonalityInfo,
    /// Tells players of the same kind apart.
    seat: String,
    /// Of its own options and those of its fallbacks every one is here.
    options: PlayerOptions,
    new_game: bool,
}

impl PlayerChoice {
    /// The player that a request names, for a game of ordinary chess or of Chess960.
    ///
    /// # Errors
    /// For an option that does not exist, a value that it cannot have, or an option that pages may not set.
    pub fn new(asked: &PlayerChoiceFields, chess960: bool, start: &StartOptions) -> Result<PlayerChoice, Fault> {
        let info = asked.player;
        let mut options = PlayerOptions::default();
        let all = SharedOptions::SPECS.iter().chain(own_options(info));
        all.for_each(|spec| options.set(spec.name, start.value(spec)));
        options.shared.chess960 = chess960;
        let seat = asked.seat.clone().unwrap_or_default();
        let mut choice = PlayerChoice { info, seat, options, new_game: asked.new_game };
        for (name, value) in asked.options.entries() {
            let field = asked.options.path(name);
            if let Some(reason) = personalities::find_option(name).and_then(|spec| start.locks(spec)) {
                return Err(Fault::of_field(&field, reason));
            }
            choice.set(&field, name, value)?;
        }
        match choice.memory() {
            0..=MOST_MEMORY => Ok(choice),
            memory => Err(Fault::of_field(
                &asked.options.path("Hash"),
                format!("`Hash` and `Threads` need {memory} MiB together, and a page has {MOST_MEMORY}"),
            )),
        }
    }

    /// MiB that the player uses at most.
    fn memory(&self) -> usize {
        self.options.shared.hash + THREAD_MEMORY * self.options.shared.threads + OTHER_MEMORY
    }

    /// Sets an option, which `field` holds.
    fn set(&mut self, field: &str, name: &str, value: &Value) -> Result<(), Fault> {
        let offered = options(self.info).into_iter().find(|spec| spec.name == name);
        let spec = offered.or_else(|| own_options(self.info).find(|spec| spec.name == name).copied());
        let unknown = || Fault::of_field(field, format!("{} has no option `{}`", self.info.name, quote(name)));
        let spec = spec.ok_or_else(unknown)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        within(&text, field, MOST_OPTION)?;
        let value = spec.parse(&quote_if_no_text(&spec, text)).map_err(|error| Fault::of_field(field, error))?;
        self.options.set(spec.name, value);
        Ok(())
    }
}

/// An error repeats a value that is no text.
fn quote_if_no_text(spec: &OptionSpec, text: String) -> String {
    if matches!(spec.kind, OptionKind::Text { .. }) { text } else { quote(&text) }
}

/// The options of a player and of those that it hands over to, without buttons.
impl PlayerChoice {
    /// The options that a player that was just built does not have by itself: some of them cost work when they are set.
    fn of_a_new_player(&self) -> PlayerOptions {
        let is_default = |name: &str, value: &OptionValue| {
            own_options(self.info).any(|spec| spec.name == name && default_of(spec) == *value)
        };
        let mut options = self.options.clone();
        options.own.retain(|(name, value)| !is_default(name, value));
        options
    }
}

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
        let known = self.0.iter().position(is_same).map(|index| self.0.remove(index));
        self.make_room(choice.memory());
        let (mut player, refused) = match known {
            Some(BuiltPlayer { mut player, choice: before }) => {
                let refused = choice.options.give(&mut *player, Some(&before.options), report);
                (player, refused)
            }
            None => {
                let mut player = choice.info.player();
                let refused = choice.of_a_new_player().give(&mut *player, None, report);
                (player, refused)
            }
        };
        for error in refused {
            report.message(&format!("error: {error}"));
        }
        if choice.new_game {
            player.new_game();
        }
        self.0.push(BuiltPlayer { player, choice: choice.clone() });
        &mut *self.0.last_mut().expect("one was put there").player
    }

    /// Gives up players until there is room for one of so many MiB.
    fn make_room(&mut self, memory: usize) {
        let used = |players: &[BuiltPlayer]| players.iter().map(|built| built.choice.memory()).sum::<usize>();
        while !self.0.is_empty() && (self.0.len() >= MOST_PLAYERS || used(&self.0) + memory > MOST_MEMORY) {
            self.0.remove(0);
        }
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
    use crate::studio::protocol::readers::Group as _;

    fn choice(more: &Value) -> Result<PlayerChoice, Fault> {
        choice_after(&StartOptions::default(), more)
    }

    fn choice_after(start: &StartOptions, more: &Value) -> Result<PlayerChoice, Fault> {
        let mut request = json!({"id": 1, "ask": "go", "player": "Mockfish"});
        for (name, value) in more.as_object().expect("an object") {
            request[name] = value.clone();
        }
        let fields = Request::read(&request.to_string()).expect("a request").fields;
        PlayerChoice::new(&PlayerChoiceFields::read(&fields)?, false, start)
    }

    #[test]
    fn files_are_named_at_the_start_or_by_pages_that_were_allowed_to() {
        let named = json!({"options": {"MockfishFile": "a.onnx"}});
        let value = |choice: PlayerChoice, name: &str| choice.options.own.into_iter().find(|(own, _)| *own == name);
        let file = |text: &str| Some(("MockfishFile".to_owned(), OptionValue::Text(text.to_owned())));

        let mut start = StartOptions::default();
        start.set("mockfishfile", "start.onnx").expect("an option");
        start.set("UCI_Chess960", "true").expect("an option");
        let fault = choice_after(&start, &named).expect_err("a file");
        assert!(fault.message.contains("--allow-files"), "{fault}");
        let begun = choice_after(&start, &json!({})).expect("a player");
        assert!(!begun.options.shared.chess960, "the game says that");
        assert_eq!(value(begun, "MockfishFile"), file("start.onnx"));

        start.allow_files = true;
        assert_eq!(value(choice_after(&start, &named).expect("allowed"), "MockfishFile"), file("a.onnx"));
        let library = json!({"options": {"OnnxLibrary": "a.so"}});
        assert!(choice_after(&start, &library).is_err(), "its code would be run");
        start.set("OnnxLibrary", "a.so").expect("an option");
        assert_eq!(choice_after(&start, &json!({})).expect("a player").options.shared.onnx_library, "a.so");
        let fault = choice_after(&StartOptions::in_browser(), &named).expect_err("there are no files");
        assert!(fault.message.contains("in a browser"), "{fault}");
        assert!(start.set("Debug Log File", "x").is_err() && start.set("Hash", "100000").is_err());
    }

    #[test]
    fn players_together_use_no_more_memory_than_a_page_has() {
        let mut players = Players::default();
        for seat in ["a", "b", "c", "a"] {
            let fields = json!({"player": "Classical", "seat": seat, "options": {"Hash": MOST_HASH}});
            players.get(&choice(&fields).expect("a player"), &mut Silent);
            let used: usize = players.0.iter().map(|built| built.choice.memory()).sum();
            assert!(used <= MOST_MEMORY, "{used} MiB");
        }
        let kept: Vec<&str> = players.0.iter().map(|built| built.choice.seat.as_str()).collect();
        assert_eq!(kept, ["c", "a"]);
        // A table that grows takes the place of others.
        let small = |seat: &str, hash: i64| json!({"player": "Textbook", "seat": seat, "options": {"Hash": hash}});
        for (seat, hash) in [("d", 1), ("e", 1), ("d", MOST_HASH)] {
            players.get(&choice(&small(seat, hash)).expect("a player"), &mut Silent);
        }
        let used: usize = players.0.iter().map(|built| built.choice.memory()).sum();
        assert!(used <= MOST_MEMORY, "{used} MiB");
    }

    #[test]
    fn options_are_set_and_those_that_are_not_named_have_their_defaults() {
        let options = json!({"MockfishTemperature": 50, "UCI_LimitStrength": true, "UCI_Elo": "1400"});
        let set = choice(&json!({"options": options})).expect("known options");
        assert_eq!(set.options.shared.level(), Some(1400));
        let value = |name: &str| set.options.own.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone());
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
