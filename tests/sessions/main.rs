//! Whole sessions of anything: the promises hold whatever is said.

mod conversation;

use std::io::{self, Write};

use conversation::converse;
use motley::engine::options::SharedOptions;
use motley::engine::{Game, Limits, Silent, Stop};
use motley::personalities;
use motley::uci::{Output, Session};
use proptest::prelude::*;
use shakmaty::CastlingMode;

/// Words that commands are made of, and some that they are not.
const WORDS: &[&str] = &[
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "register",
    "later",
    "code",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "bench",
    "help",
    "Hash",
    "Clear",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move",
    "Overhead",
    "UCI_Chess960",
    "Seed",
    "Personality",
    "Random",
    "Classical",
    "Mockfish",
    "MockfishFile",
    "Explorer",
    "Cooperative",
    "CoopConstraint",
    "ExplorerFamily",
    "true",
    "false",
    "<empty>",
    "0",
    "1",
    "3",
    "-1",
    "300",
    "99999999999999999999",
    "e2e4",
    "e7e5",
    "g1f3",
    "e1g1",
    "e1h1",
    "a7a8q",
    "0000",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "8/8/8/8/8/8/8/8",
    "r3k2r/8/8/8/8/8/8/R3K2R",
    "w",
    "b",
    "KQkq",
    "HAha",
    "-",
    "e3",
    "♞",
    "\u{0}",
    "\t",
];

/// Commands that are in order, so that soups reach every state.
const COMMANDS: &[&str] = &[
    "isready",
    "stop",
    "ponderhit",
    "ucinewgame",
    "position startpos moves e2e4 e7e5",
    "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ -",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go infinite",
    "go depth 2",
    "go nodes 200",
    "go movetime 1",
    "go wtime 20 btime 20",
    "go ponder wtime 20 btime 20",
    "go perft 3",
    "go infinite searchmoves e2e4 d2d4",
    "eval",
    "d",
    "setoption name UCI_Chess960 value true",
    "setoption name Clear Hash",
    "setoption name Personality value Random",
    "setoption name Personality value Mockfish",
    "setoption name MockfishNets value Auto",
    "setoption name MockfishTemperature value 150",
    "setoption name Personality value Explorer",
    "setoption name Personality value Cooperative",
    "setoption name CoopConstraint value 0,2,2,2,7",
    "setoption name ExplorerFamily value Sicilian",
    "setoption name ExplorerSampler value Saarmann",
    "setoption name UCI_ShowWDL value true",
    "setoption name MultiPV value 3",
    "bench 1",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let command = prop::sample::select(COMMANDS).prop_map(|command| command.as_bytes().to_vec());
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..9).prop_map(|words| words.join(" ").into_bytes());
    let broken =
        (prop::sample::select(COMMANDS), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(command, at, byte)| {
            let mut bytes = command.as_bytes().to_vec();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes
        });
    let noise = prop::collection::vec(any::<u8>(), 0..60);
    prop_oneof![6 => command, 4 => words, 2 => broken, 1 => noise]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn promises_hold_in_every_soup(lines in prop::collection::vec(line(), 0..30)) {
        converse(&lines.join(&b'\n'));
    }

    #[test]
    fn promises_hold_on_noise(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        converse(&bytes);
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
        let heard = converse(format!("{line}\nd").as_bytes());
        let (fen, key) = (format!("Fen: {}", game.fen()), format!("Key: {:016x}", game.key()));
        prop_assert!(heard.contains(&fen) && heard.contains(&key));

        let again = converse(format!("position fen {}\nd", game.fen()).as_bytes());
        prop_assert!(again.contains(&fen));
    }
}

#[test]
fn a_seed_makes_every_player_repeat_itself() {
    let shared = SharedOptions { seed: 5, ..SharedOptions::default() };
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    for role in personalities::PERSONALITIES {
        let play = || {
            let mut player = (role.build)();
            player.configure(&shared, &mut Silent);
            player.new_game();
            let mut game = Game::default();
            for _ in 0..20 {
                let best = player.choose(&game, &limits, &Stop::new(), &mut Silent).best;
                game.play(best.unwrap());
            }
            game.fen()
        };
        assert_eq!(play(), play(), "{}", role.name);
    }
}

/// A listener that has hung up.
struct Deaf;

impl Write for Deaf {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nobody_left_to_talk_to_ends_the_session() {
    let mut session = Session::new(Output::new(Deaf));
    assert!(session.handle_line(b"position startpos").is_continue());
    assert!(session.handle_line(b"isready").is_break());
    session.close();
}
