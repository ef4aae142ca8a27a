//! `board`: a position set up by hand, or by a FEN.

use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Piece, Square};

use super::Answered;
use super::position::men;
use crate::chess::fen::unreadable;
use crate::constraint::reachable_position;
use crate::engine::{Game, GameError, quote};
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::position::{BoardAsk, BoardReport};

impl Answered for BoardAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<BoardReport, Fault> {
        board(&self)
    }
}

fn board(asked: &BoardAsk) -> Result<BoardReport, Fault> {
    let fen = match &asked.fen {
        Some(fen) => read_fen(fen)?,
        None => read_board(asked)?,
    };
    let (given, setup) = (fen.to_string(), fen.as_setup());
    let game = Game::from_fen(&given, CastlingMode::from_chess960(asked.chess960));
    let unreachable = reachable_position(setup).err().map(|reason| reason.to_string());
    let reason = game.as_ref().err().map(|error| match (&unreachable, error) {
        (Some(reason), _) | (None, GameError::Fen { reason, .. }) => reason.clone(),
        _ => error.to_string(),
    });
    Ok(BoardReport {
        fen: game.as_ref().map_or_else(|_| given.clone(), Game::fen),
        valid: reason.is_none(),
        reason,
        unreachable,
        board: men(&setup.board),
        turn: setup.turn.into(),
        castling: given.split(' ').nth(2).unwrap_or_default().to_owned(),
        en_passant: setup.ep_square.map(|square| square.to_string()),
        halfmoves: setup.halfmoves,
        number: setup.fullmoves.get(),
    })
}

fn read_fen(fen: &str) -> Result<Fen, Fault> {
    fen.parse().map_err(|error| {
        let reason = unreadable(fen, error);
        Fault::of_field("fen", format!("This is no FEN: {reason}."))
    })
}

fn read_board(asked: &BoardAsk) -> Result<Fen, Fault> {
    let mut board = Board::empty();
    for (square, letter) in asked.board.entries() {
        let field = asked.board.path(square);
        let at: Square =
            square.parse().map_err(|_| Fault::of_field(&field, format!("`{}` is no square", quote(square))))?;
        let letter = letter.as_str().and_then(|text| text.parse().ok()).and_then(Piece::from_char);
        let no_man = || Fault::of_field(&field, format!("{at}: expected is one of PNBRQK and pnbrqk"));
        board.set_piece_at(at, letter.ok_or_else(no_man)?);
    }
    let or_none = |text: &'_ Option<String>| text.clone().filter(|text| !text.is_empty()).unwrap_or("-".to_owned());
    let (castling, en_passant) = (or_none(&asked.castling), or_none(&asked.en_passant));
    if en_passant != "-" && en_passant.parse::<Square>().is_err() {
        return Err(Fault::of_field("en_passant", format!("`{}` is no square", quote(&en_passant))));
    }
    let (turn, halfmoves, number) = (asked.turn.char(), asked.halfmoves, asked.number);
    let fen = format!("{board} {turn} {castling} {en_passant} {halfmoves} {number}");
    let refuse = |_| Fault::of_field("castling", format!("`{}` are no rights to castle", quote(&castling)));
    fen.parse().map_err(refuse)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::studio::message::Request;
    use crate::studio::protocol::readers::Group as _;

    fn answer(text: &str) -> Result<BoardReport, Fault> {
        board(&BoardAsk::read(&Request::read(text).expect("a request").fields)?)
    }

    #[test]
    fn men_become_a_fen_and_what_is_wrong_is_said() {
        let sound = answer(r#"{"id": 1, "ask": "board", "board": {"e1": "K", "e8": "k", "a7": "P"}, "turn": "black"}"#);
        let sound = sound.expect("a position");
        assert_eq!((sound.fen.as_str(), sound.valid), ("4k3/P7/8/8/8/8/8/4K3 b - - 0 1", true));
        let kingless = answer(r#"{"id": 1, "ask": "board", "board": {"e1": "K"}}"#).expect("an answer");
        assert!(!kingless.valid);
        assert!(kingless.reason.as_ref().expect("a reason").contains("0 kings"), "{kingless:?}");
        let crowded = answer(r#"{"id": 1, "ask": "board", "fen": "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1"}"#);
        assert_eq!(crowded.expect("an answer").unreachable, None);
        let promoted = r#"{"id": 1, "ask": "board", "fen": "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"}"#;
        let promoted = answer(promoted).expect("an answer");
        assert!(promoted.valid && promoted.unreachable.is_some(), "{promoted:?}");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_field() {
        for (fields, field) in [
            (r#""fen": "hello""#, "fen"),
            (r#""board": {"z9": "K"}"#, "board.z9"),
            (r#""board": {"e1": "X"}"#, "board.e1"),
            (r#""board": {"e1": 5}"#, "board.e1"),
            (r#""turn": "red""#, "turn"),
            (r#""castling": "XYZ""#, "castling"),
            (r#""en_passant": "here""#, "en_passant"),
        ] {
            let fault = answer(&format!(r#"{{"id": 1, "ask": "board", {fields}}}"#)).expect_err(field);
            assert_eq!(fault.answer(Some(1))["at"]["field"], json!(field));
        }
    }
}
