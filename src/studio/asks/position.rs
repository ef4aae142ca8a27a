//! Positions: reading them from a request, `position`, and how moves are written.

use serde_json::{Map, Value, json};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, CastlingSide, Chess, Color, Move, Position, Role, Square};

use crate::chess::material;
use crate::chess::notation::{parse_move, san};
use crate::chess::replay::positions;
use crate::engine::{Ending, Game, needs_chess960, quote};
use crate::explore::deepest_name;
use crate::studio::message::{Answer, Fault, Fields, MOST_FEN, with};
use crate::studio::state::Studio;

/// Half moves of a game at most: every request replays them.
const MOST_PLIES: usize = 2000;

/// The game that a request describes with `fen`, `moves` and `chess960`.
///
/// # Errors
/// With the place of what is wrong.
pub fn game(fields: &Fields) -> Result<Game, Fault> {
    let mode = CastlingMode::from_chess960(fields.flag("chess960")?);
    let mut game = match fields.text("fen", MOST_FEN)? {
        None => Game::from_start_position(mode),
        Some(fen) if mode == CastlingMode::Standard && needs_chess960(fen) => {
            return Err(Fault::of_field("fen", "its castling rights are those of Chess960: `chess960` has to be true"));
        }
        Some(fen) => Game::from_fen(fen, mode).map_err(|error| Fault::of_field("fen", error))?,
    };
    let moves = fields.words("moves")?;
    if moves.len() > MOST_PLIES {
        return Err(Fault::of_field("moves", format!("a game has {MOST_PLIES} half moves at most")));
    }
    for (index, word) in moves.into_iter().enumerate() {
        let mv = parse_move(game.position(), word).ok_or_else(|| {
            let message = format!("half move {}: `{}` is not legal there", index + 1, quote(word));
            Fault::new(message).at(json!({ "field": "moves", "index": index }))
        })?;
        game.play(mv);
    }
    Ok(game)
}

/// The move that a word means.
///
/// # Errors
/// A sentence, where no legal move is meant.
pub fn legal_move(position: &Chess, word: &str) -> Result<Move, String> {
    parse_move(position, word).ok_or_else(|| format!("`{}` is not legal here", quote(word)))
}

/// A move in UCI form.
pub fn uci(mv: Move, mode: CastlingMode) -> String {
    mv.to_uci(mode).to_string()
}

/// `uci`, `san`, `from` and `to` of a move of `position`.
pub fn described(position: &Chess, mv: Move) -> Map<String, Value> {
    let written = mv.to_uci(position.castles().mode());
    let (from, to) = match written {
        UciMove::Normal { from, to, .. } => (Some(from), Some(to)),
        _ => (None, None),
    };
    let square = |square: Option<Square>| json!(square.map(|square| square.to_string()));
    let entries = [
        ("uci", json!(written.to_string())),
        ("san", json!(san(position, mv))),
        ("from", square(from)),
        ("to", square(to)),
    ];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

pub const fn man(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `position`.
pub fn position(studio: &Studio, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let position = game.position();
    let opening = deepest_name(&studio.names(), game.start(), game.moves())
        .map(|(ply, line)| json!({"eco": line.eco, "name": line.name(), "ply": ply}));
    let outcome = outcome(&game);
    let legal = if game.legal_moves().is_empty() { Vec::new() } else { legal_moves(position) };
    let check = position.is_check().then(|| position.board().king_of(position.turn())).flatten();
    let played: Vec<Value> = positions(game.start(), game.moves())
        .map(|(ply, before, mv)| {
            let (number, turn) = (json!(before.fullmoves()), json!(side(before.turn())));
            with(described(&before, mv), [("ply", json!(ply + 1)), ("number", number), ("turn", turn)])
        })
        .collect();
    Ok(json!({
        "fen": game.fen(),
        "start": Game::from_position(game.start().clone()).fen(),
        "board": board(position),
        "turn": side(position.turn()),
        "ply": game.moves().len(),
        "number": position.fullmoves(),
        "legal": legal,
        "check": check.map(|square| square.to_string()),
        "outcome": outcome,
        "last": played.last(),
        "opening": opening,
        "counts": { "white": counts(position, Color::White), "black": counts(position, Color::Black) },
        "balance": material::balance(position.board(), Color::White) / 100,
        "game": played,
    }))
}

/// The occupied squares with their men as letters, White's capital.
pub fn board(position: &Chess) -> Value {
    let men = position.board().iter().map(|(square, piece)| (square.to_string(), json!(piece.char().to_string())));
    Value::Object(men.collect())
}

fn counts(position: &Chess, side: Color) -> Value {
    let board = position.board();
    let count = |role: Role| (board.by_color(side) & board.by_role(role)).count();
    Value::Object(Role::ALL.iter().map(|&role| (man(role).to_owned(), json!(count(role)))).collect())
}

fn legal_moves(position: &Chess) -> Vec<Value> {
    let described = |mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        let castling = mv.castling_side().map(|side| match side {
            CastlingSide::KingSide => "short",
            CastlingSide::QueenSide => "long",
        });
        let more = [
            ("man", json!(man(mv.role()))),
            ("promotion", json!(mv.promotion().map(man))),
            ("capture", json!(mv.is_capture())),
            ("castling", json!(castling)),
            ("en_passant", json!(mv.is_en_passant())),
            ("check", json!(after.is_check())),
            ("mate", json!(after.is_checkmate())),
        ];
        with(described(position, *mv), more)
    };
    position.legal_moves().iter().map(described).collect()
}

/// How the game has ended, or the draw that may be claimed.
fn outcome(game: &Game) -> Option<Value> {
    let ending = Ending::of(game)?;
    let (result, winner, reason) = (ending.result(), ending.winner().map(side), ending.to_string());
    Some(json!({"result": result, "winner": winner, "reason": reason, "over": ending.is_forced()}))
}

/// How the game has ended, as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
pub fn result(game: &Game) -> &'static str {
    Ending::of(game).filter(|ending| ending.is_forced()).map_or("*", Ending::result)
}
