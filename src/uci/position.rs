//! `position`, read word by word.
//!
//! FENs of four to six fields, X-FEN and Shredder's castling letters are read. One move that is not legal refuses the
//! whole command.

use shakmaty::CastlingMode;

use crate::engine::{Game, quote};
use crate::uci::fault::Fault;

/// The position and moves of a `position`; moves are played by [`PositionCommand::build`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// `None`: the start position.
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

const USAGE: &str = "expected `position startpos` or `position fen FEN`, then perhaps `moves` and moves";

impl PositionCommand {
    /// Reads the words after `position`.
    ///
    /// # Errors
    /// [`Fault::Position`].
    pub fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<PositionCommand, Fault> {
        let fen = match words.next() {
            Some("startpos") => match words.next() {
                None => return Ok(PositionCommand { fen: None, moves: Vec::new() }),
                Some("moves") => None,
                Some(word) => {
                    return Err(Fault::Position(format!("`{}` after `startpos` is not known, {USAGE}", quote(word))));
                }
            },
            Some("fen") => {
                let fields: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
                if !(4..=6).contains(&fields.len()) {
                    let fen = quote(&fields.join(" "));
                    return Err(Fault::Position(format!(
                        "the FEN `{fen}` has {} fields, expected four to six",
                        fields.len()
                    )));
                }
                Some(fields.join(" "))
            }
            Some(word) => return Err(Fault::Position(format!("`{}` is not known, {USAGE}", quote(word)))),
            None => return Err(Fault::Position(USAGE.to_owned())),
        };
        Ok(PositionCommand { fen, moves: words.map(str::to_owned).collect() })
    }

    /// Sets up the position in `game` and plays the moves.
    ///
    /// # Errors
    /// [`Fault::Position`] when the FEN is no position: `game` is as it was. When a move is not legal: `game` is the
    /// position before it.
    pub fn build(&self, mode: CastlingMode, game: &mut Game) -> Result<(), Fault> {
        *game = match &self.fen {
            None => Game::from_start_position(mode),
            Some(fen) => Game::from_fen(fen, mode).map_err(|error| Fault::Position(error.to_string()))?,
        };
        for (index, mv) in self.moves.iter().enumerate() {
            game.play_uci(mv).map_err(|error| Fault::Position(format!("move {}: {error}", index + 1)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn build_in(text: &str, mode: CastlingMode) -> Result<Game, String> {
        let mut game = Game::default();
        PositionCommand::read(text.split_whitespace())
            .and_then(|command| command.build(mode, &mut game))
            .map(|()| game)
            .map_err(|fault| fault.to_string())
    }

    fn fen_of(text: &str) -> String {
        build_in(text, CastlingMode::Standard).unwrap().fen()
    }

    fn refusal(text: &str) -> String {
        build_in(text, CastlingMode::Standard).unwrap_err()
    }

    #[test]
    fn start_position_with_moves_and_wide_spaces() {
        assert_eq!(fen_of("startpos"), START);
        assert_eq!(fen_of("startpos moves"), START);
        let after = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        assert_eq!(fen_of("startpos   moves  e2e4 e7e5\t g1f3  b8c6 "), after);
    }

    #[test]
    fn only_a_position_given_as_a_fen_is_set_up() {
        let is_set_up = |text: &str| build_in(text, CastlingMode::Standard).unwrap().is_set_up();
        assert!(!is_set_up("startpos") && !is_set_up("startpos moves e2e4"));
        assert!(is_set_up(&format!("fen {START}")) && is_set_up(&format!("fen {START} moves e2e4")));
    }

    #[test]
    fn fens_of_four_to_six_fields() {
        let board = "4k3/8/8/8/8/8/4P3/4K3 b - -";
        for counters in ["", "0", "0 1"] {
            assert_eq!(fen_of(&format!("fen {board} {counters}")), format!("{board} 0 1"));
        }
        assert_eq!(
            fen_of(&format!("fen {START} moves e2e4")),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
    }

    #[test]
    fn shredder_letters_and_x_fen() {
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let game = build_in(&format!("fen {shredder}"), CastlingMode::Chess960).unwrap();
        assert_eq!(game.fen(), shredder.replace("HFhf", "KQkq"));
        let recognised = build_in(&format!("fen {shredder}"), CastlingMode::Standard).unwrap();
        assert_eq!(recognised.castling_mode(), CastlingMode::Chess960, "no other rules know these rights");
        assert_eq!(fen_of(&format!("fen {}", START.replace("KQkq", "HAha"))), START);
    }

    #[test]
    fn castling_is_read_in_both_forms() {
        let ready = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
        assert_eq!(fen_of(&format!("{ready} e1g1")), fen_of(&format!("{ready} e1h1")));
        assert_eq!(fen_of(&format!("{ready} e1c1 e8g8")), fen_of(&format!("{ready} e1a1 e8h8")));
    }

    #[test]
    fn rights_that_no_rook_could_use_are_dropped() {
        assert_eq!(fen_of("fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (what, fen) in [
            ("two white kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
            ("no king", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
            ("empty board", "8/8/8/8/8/8/8/8 w - - 0 1"),
            ("pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("the side not to move in check", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
            ("seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1"),
            ("nine files", "4k4/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("unknown piece", "4k3/8/8/8/8/8/8/4KX2 w - - 0 1"),
            ("unknown side", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"),
            ("a word for a counter", "4k3/8/8/8/8/8/8/4K3 w - - many 1"),
        ] {
            let fault = refusal(&format!("fen {fen}"));
            assert!(fault.contains(fen) && fault.ends_with("until a good position comes"), "{what}: {fault}");
        }
        assert!(refusal("fen 4k3/8/8/8/8/8/8/4K3 w").contains("has 2 fields, expected four to six"));
        assert!(refusal("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moved").contains("has 7 fields, expected four to six"));
    }

    #[test]
    fn what_can_be_set_up_of_a_refused_position_is() {
        let mut game = Game::default();
        let mut refuse = |text: &str| {
            let command = PositionCommand::read(text.split_whitespace()).expect("it can be read");
            command.build(CastlingMode::Standard, &mut game).expect_err("it is refused");
            game.fen()
        };
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(refuse("startpos moves e2e4 e7e4 g1f3"), after_e4);
        assert_eq!(refuse("fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4"), after_e4, "as it was");
    }

    #[test]
    fn moves_that_are_refused_are_numbered() {
        assert!(refusal("startpos moves e2e4 e7e5 e4e5").contains("move 3: the move `e4e5` is not legal here"));
        assert!(refusal("startpos moves e2e4 castle").contains("move 2: `castle` is not a move"));
        assert!(refusal("startpos moves 0000").contains("move 1"));
        assert!(refusal("startpos e2e4").contains("`e2e4` after `startpos`"));
        assert!(refusal("startposfoo").contains("`startposfoo` is not known"));
        assert!(refusal("").contains("expected `position startpos`"));
        assert!(refusal(&format!("startpos moves {}", "x".repeat(100_000))).len() < 300);
    }
}
