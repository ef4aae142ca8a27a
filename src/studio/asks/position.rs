//! Positions: reading them from a request, `position`, and how moves are written.

use std::collections::BTreeMap;

use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, CastlingSide, Chess, Color, Move, Position as _, Role};

use super::Answered;
use crate::chess::material;
use crate::chess::notation::{parse_move, san};
use crate::chess::replay::positions;
use crate::engine::{Ending, Game, quote};
use crate::message::Side;
use crate::openings::deepest_name;
use crate::studio::page::Page;
use crate::studio::protocol::faults::{Fault, FaultPlace};
use crate::studio::protocol::position::{
    Castling, LegalMove, ManName, Move as DescribedMove, Opening, Outcome, PlayedMove, Position, PositionAsk, Where,
};

/// Plies of a game at most: every request replays them.
const MOST_PLIES: usize = 2000;

/// The game that a request describes.
///
/// # Errors
/// With the place of what is wrong.
pub fn game(at: &Where) -> Result<Game, Fault> {
    let mode = CastlingMode::from_chess960(at.chess960);
    let mut game = match &at.fen {
        None => Game::from_start_position(mode),
        Some(fen) => Game::from_fen(fen, mode).map_err(|error| Fault::of_field("fen", error))?,
    };
    if at.moves.len() > MOST_PLIES {
        return Err(Fault::of_field("moves", format!("a game has {MOST_PLIES} half moves at most")));
    }
    for (index, word) in at.moves.iter().enumerate() {
        let mv = parse_move(game.position(), word).ok_or_else(|| {
            let message = format!("half move {}: `{}` is not legal there", index + 1, quote(word));
            Fault::new(message).at(FaultPlace::entry("moves", index))
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

/// A move of a position.
pub fn described(position: &Chess, mv: Move) -> DescribedMove {
    let written = mv.to_uci(position.castles().mode());
    let to = match written {
        UciMove::Normal { to, .. } => to,
        _ => mv.to(),
    };
    // Every move of chess has a square from which it comes; those of other games may drop a piece.
    let from = mv.from().unwrap_or(to);
    DescribedMove { uci: written.to_string(), san: san(position, mv), from: from.to_string(), to: to.to_string() }
}

impl Answered for PositionAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Position, Fault> {
        let game = game(&self.game)?;
        let position = game.position();
        let opening = deepest_name(&page.studio.names(), game.start(), game.moves()).map(|(ply, line)| Opening {
            eco: line.eco.clone(),
            name: line.name(),
            ply,
        });
        let check = position.is_check().then(|| position.board().king_of(position.turn())).flatten();
        let played: Vec<PlayedMove> = positions(game.start(), game.moves())
            .map(|(ply, before, mv)| PlayedMove {
                played: described(&before, mv),
                ply: ply + 1,
                number: before.fullmoves().get(),
                turn: before.turn().into(),
            })
            .collect();
        Ok(Position {
            fen: game.fen(),
            start: Game::from_position(game.start().clone()).fen(),
            board: men(position.board()),
            turn: position.turn().into(),
            ply: game.moves().len(),
            number: position.fullmoves().get(),
            legal: if game.legal_moves().is_empty() { Vec::new() } else { legal_moves(position) },
            check: check.map(|square| square.to_string()),
            outcome: outcome(&game),
            last: played.last().cloned(),
            opening,
            counts: Color::ALL.map(|color| (Side::from(color), counts(position, color))).into(),
            balance: material::balance(position.board(), Color::White) / 100,
            game: played,
        })
    }
}

/// The occupied squares with their pieces as letters, White's capital.
pub fn men(board: &Board) -> BTreeMap<String, String> {
    board.iter().map(|(square, piece)| (square.to_string(), piece.char().to_string())).collect()
}

fn counts(position: &Chess, side: Color) -> BTreeMap<ManName, usize> {
    let board = position.board();
    let count = |role: Role| (board.by_color(side) & board.by_role(role)).count();
    Role::ALL.map(|role| (role.into(), count(role))).into()
}

fn legal_moves(position: &Chess) -> Vec<LegalMove> {
    let legal = |mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        let castling = mv.castling_side().map(|side| match side {
            CastlingSide::KingSide => Castling::Short,
            CastlingSide::QueenSide => Castling::Long,
        });
        LegalMove {
            legal: described(position, *mv),
            man: mv.role().into(),
            promotion: mv.promotion().map(ManName::from),
            capture: mv.is_capture(),
            castling,
            en_passant: mv.is_en_passant(),
            check: after.is_check(),
            mate: after.is_checkmate(),
        }
    };
    position.legal_moves().iter().map(legal).collect()
}

/// The end of the game, or the draw that may be claimed.
fn outcome(game: &Game) -> Option<Outcome> {
    let ending = Ending::of(game)?;
    let (winner, reason) = (ending.winner().map(Side::from), ending.to_string());
    Some(Outcome { result: ending.result(), winner, reason, over: ending.is_forced() })
}

/// The result of the game, as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
pub fn result(game: &Game) -> &'static str {
    Ending::of(game).filter(|ending| ending.is_forced()).map_or("*", Ending::result)
}
