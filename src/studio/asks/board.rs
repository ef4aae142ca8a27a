//! `board`: a position set up by hand, or by a FEN.

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Color, Piece, Square};

use super::position::side;
use crate::constraint::reachable_position;
use crate::engine::{Game, quote};
use crate::studio::message::{Answer, Fault, Fields, MOST_FEN, MOST_WORD};

/// `board`.
pub fn board(fields: &Fields) -> Answer {
    let fen = match fields.text("fen", MOST_FEN)? {
        Some(fen) => read_fen(fen)?,
        None => read_board(fields)?,
    };
    let (given, setup) = (fen.to_string(), fen.as_setup());
    let mode = CastlingMode::from_chess960(fields.flag("chess960")?);
    let game = Game::from_fen(&given, mode);
    let unreachable = reachable_position(setup).err().map(|reason| reason.to_string());
    let reason = game.as_ref().err().map(|error| unreachable.clone().unwrap_or_else(|| error.to_string()));
    let men = setup.board.iter().map(|(square, piece)| (square.to_string(), json!(piece.char().to_string())));
    let fields: Vec<&str> = given.split(' ').collect();
    Ok(json!({
        "fen": game.as_ref().map_or_else(|_| given.clone(), Game::fen),
        "valid": reason.is_none(),
        "reason": reason,
        "unreachable": unreachable,
        "board": Value::Object(men.collect()),
        "turn": side(setup.turn),
        "castling": fields.get(2),
        "en_passant": setup.ep_square.map(|square| square.to_string()),
        "halfmoves": setup.halfmoves,
        "number": setup.fullmoves,
    }))
}

fn read_fen(fen: &str) -> Result<Fen, Fault> {
    let parsed: Result<Fen, _> = fen.parse();
    parsed.map_err(|error| Fault::of_field("fen", format!("cannot read the FEN `{}`: {error}", quote(fen))))
}

fn read_board(fields: &Fields) -> Result<Fen, Fault> {
    let mut board = Board::empty();
    let men = fields.object("board")?;
    for (square, letter) in men.entries() {
        let field = men.path(square);
        let at: Square =
            square.parse().map_err(|_| Fault::of_field(&field, format!("`{}` is no square", quote(square))))?;
        let letter = letter.as_str().and_then(|text| text.parse().ok()).and_then(Piece::from_char);
        let no_man = || Fault::of_field(&field, format!("{at}: expected is one of PNBRQK and pnbrqk"));
        board.set_piece_at(at, letter.ok_or_else(no_man)?);
    }
    let turn = fields.choice("turn", &[("white", Color::White), ("black", Color::Black)])?.unwrap_or(Color::White);
    let castling = fields.text("castling", MOST_WORD)?.filter(|text| !text.is_empty()).unwrap_or("-");
    let en_passant = fields.text("en_passant", MOST_WORD)?.filter(|text| !text.is_empty()).unwrap_or("-");
    let halfmoves = fields.whole("halfmoves", 0..=9999)?.unwrap_or_default();
    let number = fields.whole("number", 1..=9999)?.unwrap_or(1);
    if en_passant != "-" && en_passant.parse::<Square>().is_err() {
        return Err(Fault::of_field("en_passant", format!("`{}` is no square", quote(en_passant))));
    }
    let fen = format!("{board} {} {castling} {en_passant} {halfmoves} {number}", turn.char());
    let refuse = |_| Fault::of_field("castling", format!("`{}` are no rights to castle", quote(castling)));
    fen.parse().map_err(refuse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::message::Request;

    fn answer(text: &str) -> Answer {
        board(&Request::read(text).expect("a request").fields)
    }

    #[test]
    fn men_become_a_fen_and_what_is_wrong_is_said() {
        let sound = answer(r#"{"id": 1, "ask": "board", "board": {"e1": "K", "e8": "k", "a7": "P"}, "turn": "black"}"#);
        let sound = sound.expect("a position");
        assert_eq!((&sound["fen"], &sound["valid"]), (&json!("4k3/P7/8/8/8/8/8/4K3 b - - 0 1"), &json!(true)));
        let kingless = answer(r#"{"id": 1, "ask": "board", "board": {"e1": "K"}}"#).expect("an answer");
        assert_eq!(kingless["valid"], json!(false));
        assert!(kingless["reason"].as_str().expect("a reason").contains("0 kings"), "{kingless}");
        let crowded = answer(r#"{"id": 1, "ask": "board", "fen": "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1"}"#);
        assert_eq!(crowded.expect("an answer")["unreachable"], Value::Null);
        let promoted = r#"{"id": 1, "ask": "board", "fen": "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"}"#;
        let promoted = answer(promoted).expect("an answer");
        assert!(promoted["valid"] == json!(true) && promoted["unreachable"].is_string(), "{promoted}");
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
