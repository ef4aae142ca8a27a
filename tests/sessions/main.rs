//! Whole sessions of any input: the promises hold whatever the lines are.

mod checked;
mod dictionary;
mod pooled;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use dictionary::option_words;
use motley::engine::options::{OptionKind, OptionSpec, SharedOptions};
use motley::engine::{Game, Limits, Silent, Stop};
use motley::personalities;
use motley::personalities::PersonalityInfo;
use motley::uci::{self, Output, Session};
use proptest::prelude::*;
use shakmaty::CastlingMode;

/// Words that commands are made of, beside the names and values of the options, and some that they are not.
const WORDS: &str = "uci debug on off isready setoption name value register later code ucinewgame position startpos \
                     fen moves go searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime \
                     infinite perft stop ponderhit d eval bench help true false <empty> 0 1 3 -1 300 \
                     99999999999999999999 e2e4 e7e5 g1f3 e1g1 e1h1 a7a8q 0000 \
                     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 8/8/8/8/8/8/8/8 r3k2r/8/8/8/8/8/8/R3K2R w b KQkq \
                     HAha - e3 ♞ \u{0} \t net.onnx cut.onnx game.pgn empty nothing.zst zeros.bin fifo zero \
                     folder missing";

/// Commands that are in order, so that every state is reached, one a line; those that set the options come to them.
/// `scripts/windows` sends them too.
const COMMANDS: &str = include_str!("commands.txt");

fn words() -> Vec<&'static str> {
    WORDS.split(' ').chain(option_words()).collect()
}

/// [`COMMANDS`], every player, and every value of every combo and check.
fn commands() -> Vec<String> {
    let settings = uci::specs().iter().flat_map(|spec| {
        let values = match spec.kind {
            OptionKind::Combo { choices, .. } => choices,
            OptionKind::Check { .. } => &["true", "false"],
            _ => &[],
        };
        values.iter().map(|value| format!("setoption name {} value {value}", spec.name))
    });
    COMMANDS.lines().map(str::to_owned).chain(settings).collect()
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let command = prop::sample::select(commands()).prop_map(String::into_bytes);
    // The player as often as all else that can be set.
    let player = prop::sample::select(personalities::NAMES)
        .prop_map(|name| format!("setoption name Personality value {name}").into_bytes());
    let search = prop::sample::select(COMMANDS.lines().collect::<Vec<_>>()).prop_map(|line| line.as_bytes().to_vec());
    let words =
        prop::collection::vec(prop::sample::select(words()), 0..9).prop_map(|words| words.join(" ").into_bytes());
    let broken = (prop::sample::select(commands()), any::<prop::sample::Index>(), any::<u8>()).prop_map(
        |(command, at, byte)| {
            let mut bytes = command.into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes
        },
    );
    let noise = prop::collection::vec(any::<u8>(), 0..60);
    prop_oneof![2 => command, 1 => player, 4 => search, 4 => words, 2 => broken, 1 => noise]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn promises_hold_for_commands_and_words_in_any_order(lines in prop::collection::vec(line(), 0..30)) {
        checked::run(&lines.join(&b'\n'), PersonalityInfo::player);
    }

    /// The players of the fuzz target, which come back from one session to the next.
    #[test]
    fn promises_hold_with_players_that_were_in_other_sessions(lines in prop::collection::vec(line(), 0..30)) {
        checked::run(&lines.join(&b'\n'), pooled::player);
    }

    #[test]
    fn promises_hold_on_noise(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        checked::run(&bytes, PersonalityInfo::player);
    }

    #[test]
    fn a_game_is_followed_move_by_move(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120)) {
        let mut game = Game::default();
        let mut line = String::from("position startpos moves");
        for pick in picks {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[pick.index(legal.len())];
            line += &format!(" {}", mv.to_uci(CastlingMode::Standard));
            game.play(mv);
        }
        let output = checked::run(format!("{line}\nd").as_bytes(), PersonalityInfo::player);
        let (fen, key) = (format!("Fen: {}", game.fen()), format!("Key: {:016x}", game.key()));
        prop_assert!(output.contains(&fen) && output.contains(&key));

        let again = checked::run(format!("position fen {}\nd", game.fen()).as_bytes(), PersonalityInfo::player);
        prop_assert!(again.contains(&fen));
    }
}

/// Every player with every value of its own combos and checks, and with its numbers at both ends of their ranges.
#[test]
fn promises_hold_for_every_player_and_all_its_options() {
    for info in personalities::PERSONALITIES {
        let mut lines = vec![format!("setoption name Personality value {}", info.name)];
        for spec in info.options {
            let values = match spec.kind {
                OptionKind::Combo { choices, .. } => choices.iter().map(|&choice| choice.to_owned()).collect(),
                OptionKind::Check { default } => vec![(!default).to_string()],
                OptionKind::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
                OptionKind::Text { .. } | OptionKind::Button => Vec::new(),
            };
            for value in values {
                lines.push(format!("setoption name {} value {value}", spec.name));
                lines.extend(["position startpos moves e2e4", "isready", "go movetime 5", "stop"].map(str::to_owned));
            }
        }
        for command in COMMANDS.lines().filter(|command| !command.starts_with("bench")) {
            lines.extend([command, "stop"].map(str::to_owned));
        }
        let output = checked::run(lines.join("\n").as_bytes(), PersonalityInfo::player);
        let is_fault =
            |line: &&String| ["error: option", "error: no option", " failed ("].iter().any(|word| line.contains(word));
        let faults: Vec<&String> = output.iter().filter(is_fault).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", info.name);
    }
}

/// A FIFO that nobody writes, a device without an end, a bomb and a folder in the place of each file.
#[test]
fn promises_hold_whatever_file_an_option_names() {
    const FILES: &str = "net.onnx cut.onnx game.pgn empty nothing.zst zeros.bin fifo zero folder missing";
    let texts = |spec: &&OptionSpec| matches!(spec.kind, OptionKind::Text { .. });
    for info in personalities::PERSONALITIES {
        let begun = Instant::now();
        let mut lines = vec![format!("setoption name Personality value {}", info.name)];
        for spec in uci::specs().iter().filter(texts) {
            let name = spec.name;
            for file in FILES.split(' ') {
                lines.push(format!("setoption name {name} value {file}"));
                lines.extend(["position startpos", "isready", "go movetime 5", "stop"].map(str::to_owned));
            }
            lines.push(format!("setoption name {name} value <empty>"));
        }
        checked::run(lines.join("\n").as_bytes(), PersonalityInfo::player);
        assert!(begun.elapsed() < Duration::from_secs(60), "{}: {:?}", info.name, begun.elapsed());
    }
}

#[test]
fn a_seed_makes_every_player_repeat_itself() {
    let shared = SharedOptions { seed: 5, ..SharedOptions::default() };
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    for info in personalities::PERSONALITIES {
        let play = || {
            let mut player = (info.build)();
            player.configure(&shared, &mut Silent);
            player.new_game();
            let mut game = Game::default();
            for _ in 0..20 {
                let best = player.choose(&game, &limits, &Stop::new(), &mut Silent).best;
                game.play(best.unwrap());
            }
            game.fen()
        };
        assert_eq!(play(), play(), "{}", info.name);
    }
}

/// A pipe that the other side has closed.
struct ClosedPipe;

impl Write for ClosedPipe {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_session() {
    let mut session = Session::new(Output::new(ClosedPipe));
    assert!(session.handle_line(b"position startpos").is_continue());
    assert!(session.handle_line(b"isready").is_break());
    session.close();
}
