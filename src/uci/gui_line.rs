//! The lines of a GUI other than `go` and `position`, read by the crate vampirc-uci.
//!
//! It is asked for whole lines only, so that what it would skip (`isreadyfoo`, `quit now`) is refused. `go` and
//! `position` are read strictly by our own code: the tests here show what the crate would make of them.

use vampirc_uci::{UciMessage, parse_strict};

use crate::uci::command::Command;

/// Reads a normalised line; `None` where it is none of these commands or has another form than theirs.
pub fn read(line: &str) -> Option<Command> {
    // A GUI empties an option with nothing after `value`, which the crate refuses.
    let messages = parse_strict(line).ok().or_else(|| parse_strict(without_empty_value(line)?).ok());
    Some(match messages?.pop()? {
        UciMessage::Uci => Command::Uci,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::Register { .. } => Command::Register,
        UciMessage::SetOption { name, value } => Command::SetOption {
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            value: value.unwrap_or_default(),
        },
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return None,
    })
}

fn without_empty_value(line: &str) -> Option<&str> {
    let (option, last) = line.rsplit_once(' ')?;
    last.eq_ignore_ascii_case("value").then_some(option)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use vampirc_uci::parse_one;

    use super::*;
    use crate::engine::Game;
    use crate::uci::go::Go;
    use crate::uci::lines::normalise;
    use crate::uci::position::PositionCommand;
    use crate::work::caught::catch;

    /// Reads a line by the crate alone and writes it as a line again; `None` where it panics.
    fn raw(line: &str) -> Option<String> {
        catch(|| parse_one(line)).ok().map(|message| message.to_string().trim_end().to_owned())
    }

    fn is_unknown(line: &str) -> bool {
        parse_one(line).is_unknown()
    }

    fn go(line: &str) -> Go {
        match Command::read(&normalise(line.as_bytes()).unwrap()) {
            Ok(Command::Go(go)) => *go,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    fn position(line: &str) -> Result<PositionCommand, String> {
        match Command::read(&normalise(line.as_bytes()).unwrap()) {
            Ok(Command::Position(position)) => Ok(position),
            Ok(other) => panic!("{line} is read as {other:?}"),
            Err(fault) => Err(fault.to_string()),
        }
    }

    #[test]
    fn known_faults_of_the_crate_on_simple_lines() {
        // It reads the beginning of a line that is longer.
        for (line, beginning) in [("isreadyfoo", "isready"), ("ucinewgamefoo", "ucinewgame"), ("quit now", "quit")] {
            assert_eq!(raw(line).as_deref(), Some(beginning));
            assert!(Command::read(line).is_err(), "{line}");
        }
        assert_eq!(raw("setoption name Hash values 3").as_deref(), Some("setoption name Hash value <empty>"));
        assert!(Command::read("setoption name Hash values 3").is_err());

        // A space at the end stays in the value, and two inside stay in the name.
        let option = |name: &str, value: &str| {
            Some(UciMessage::SetOption { name: name.to_owned(), value: Some(value.to_owned()) })
        };
        assert_eq!(Some(parse_one("setoption name Move  Overhead value 16 ")), option("Move  Overhead", "16 "));
        let read = Command::read(&normalise(b"setoption name Move  Overhead value 16 ").unwrap()).unwrap();
        assert_eq!(read, Command::SetOption { name: "Move Overhead".to_owned(), value: "16".to_owned() });

        // An empty value is refused.
        assert!(parse_strict("setoption name BookFile value").is_err());
        let read = Command::read("setoption name BookFile value").unwrap();
        assert_eq!(read, Command::SetOption { name: "BookFile".to_owned(), value: String::new() });
        let read = Command::read("setoption name BookFile value value").unwrap();
        assert_eq!(read, Command::SetOption { name: "BookFile".to_owned(), value: "value".to_owned() });
    }

    #[test]
    fn known_faults_of_the_crate_on_go() {
        for panics in ["go ", "go depth 5 ", "go infinite\t", "go depth 256", "go mate 300", "go movestogo 999"] {
            assert_eq!(raw(panics), None, "{panics}");
            go(panics);
        }
        assert_eq!(go("go depth 5 ").limits.depth, Some(5));
        assert_eq!(go("go mate 300").limits.mate, Some(300));

        assert_eq!(raw("go ponder wtime 1 btime 1").as_deref(), Some("go wtime 1 btime 1"));
        assert!(go("go ponder wtime 1 btime 1").limits.ponder);
        assert_eq!(raw("go movetime 5 wtime 9").as_deref(), Some("go wtime 9"));
        assert!(go("go movetime 5 wtime 9").limits.move_time.is_some());
        assert_eq!(raw("go depth 1000").as_deref(), Some("go depth 100"));
        assert_eq!(go("go depth 1000").limits.depth, Some(1000));
        assert_eq!(raw("go nodes 1234567890123").as_deref(), Some("go nodes 123456789012"));
        assert_eq!(go("go nodes 1234567890123").limits.nodes, Some(1_234_567_890_123));
        assert!(is_unknown("go perft 4"));
        assert_eq!(go("go perft 4").perft, Some(4));
        assert!(vampirc_uci::parse("go\n").is_empty());
        assert_eq!(go("go"), Go::default());
    }

    #[test]
    fn known_faults_of_the_crate_on_position() {
        // All after the first move that it dislikes is dropped without a word.
        for line in ["position startpos moves e2e4 e7-e5 g1f3", "position startpos moves e2e4 0000"] {
            assert_eq!(raw(line).as_deref(), Some("position startpos moves e2e4"));
            let mut game = Game::default();
            let fault = position(line).unwrap().build(CastlingMode::Standard, &mut game).unwrap_err();
            assert!(fault.to_string().contains("move 2"), "{line}");
        }
        assert_eq!(raw("position startpos moves  e2e4").as_deref(), Some("position startpos"));
        assert_eq!(position("position startpos moves  e2e4").unwrap().moves, ["e2e4"]);
        assert_eq!(raw("position startposfoo").as_deref(), Some("position startpos"));
        assert!(position("position startposfoo").is_err());

        for fen in ["4k3/8/8/8/8/8/8/4K3 w - -", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"] {
            assert!(is_unknown(&format!("position fen {fen}")));
            assert_eq!(position(&format!("position fen {fen}")).unwrap().fen.as_deref(), Some(fen));
        }
    }
}
