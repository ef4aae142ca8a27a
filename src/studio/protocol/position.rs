//! Positions and moves; `position` and `board`.

use std::collections::BTreeMap;

use shakmaty::{Color, Role};

use super::declare::request;
use super::readers::{Boolean, Choice, Entries, Text, Whole, WordList};
use crate::message::description::Type;
use crate::message::{Side, message, words};
use crate::studio::message::{Fields, MOST_FEN, MOST_WORD};

/// Sides as requests name them.
pub const SIDES: &[(&str, Color)] = &[("white", Color::White), ("black", Color::Black)];

words! {
    /// A kind of piece, pawns and kings included.
    pub enum ManName {
        Pawn = "pawn",
        Knight = "knight",
        Bishop = "bishop",
        Rook = "rook",
        Queen = "queen",
        King = "king",
    }

    /// The side of the board to which a king castles.
    pub enum Castling { Short = "short", Long = "long" }
}

impl From<Role> for ManName {
    fn from(role: Role) -> ManName {
        match role {
            Role::Pawn => ManName::Pawn,
            Role::Knight => ManName::Knight,
            Role::Bishop => ManName::Bishop,
            Role::Rook => ManName::Rook,
            Role::Queen => ManName::Queen,
            Role::King => ManName::King,
        }
    }
}

request! {
    /// The place of a position: the start of a game, and the moves since.
    pub struct Where {
        /// the start of the game
        pub fen: Option<String> = Text(MOST_FEN), usual("the usual start");
        /// the moves since, UCI (SAN is read too)
        pub moves: Vec<String> = WordList, complete;
        /// castling is king takes rook, in what is sent and what is answered
        pub chess960: bool = Boolean, or(false);
    }

    /// Asks for everything about a position and the game that led there.
    pub struct PositionAsk {
        pub game: Where;
    }

    /// Asks about a position set up by hand.
    pub struct BoardAsk {
        /// the position, in place of the other fields
        pub fen: Option<String> = Text(MOST_FEN), usual("that of the other fields");
        /// the pieces by their squares, as in `position`
        pub board: Fields = Entries { keys: Type::Text(None), values: Type::Text(None) }, complete;
        /// the side to move
        pub turn: Color = Choice(SIDES), or(Color::White);
        /// some of `KQkq`, or `-`
        pub castling: Option<String> = Text(MOST_WORD), usual("`\"-\"`");
        /// the square behind a pawn that went two steps
        pub en_passant: Option<String> = Text(MOST_WORD), usual("none");
        /// half moves since a capture or a pawn's move
        pub halfmoves: u64 = Whole(0..=9999), or(0);
        /// the number of the move
        pub number: u64 = Whole(1..=9999), or(1);
        /// castling is king takes rook
        pub chess960: bool = Boolean, or(false);
    }
}

message! {
    /// A move.
    pub struct Move {
        /// the move in UCI form
        pub uci: String,
        /// the move in algebraic notation
        pub san: String,
        /// the square that it leaves
        pub from: String,
        /// the square that it reaches; of castling, where the king arrives (with `chess960` the rook's square)
        pub to: String,
    }

    /// A move of a game.
    pub struct PlayedMove {
        #[serde(flatten)]
        pub played: Move,
        /// the half move of the game, from 1
        pub ply: usize,
        /// the number of the move
        pub number: u32,
        /// the side that played it
        pub turn: Side,
    }

    /// A move that may be played.
    pub struct LegalMove {
        #[serde(flatten)]
        pub legal: Move,
        /// the piece that moves
        pub man: ManName,
        /// the piece that a pawn becomes: a promotion is four moves
        pub promotion: Option<ManName>,
        /// true for en passant too
        pub capture: bool,
        /// null where it is another move
        pub castling: Option<Castling>,
        /// a pawn is captured that has just gone two steps
        pub en_passant: bool,
        /// the move gives check
        pub check: bool,
        /// the move ends the game with checkmate
        pub mate: bool,
    }

    /// The deepest name on the way to a position.
    pub struct Opening {
        /// the code of the Encyclopaedia of Chess Openings
        pub eco: String,
        /// family and variation
        pub name: String,
        /// after which half move the game had it
        pub ply: usize,
    }

    /// The end of a game, or the draw that may be claimed.
    pub struct Outcome {
        /// `1-0`, `0-1` or `1/2-1/2`
        pub result: &'static str,
        /// null for a draw
        pub winner: Option<Side>,
        /// `checkmate`, `stalemate`, `insufficient material`, `threefold repetition` or `fifty moves`
        pub reason: String,
        /// false for the last two: the draw may be claimed, and moves remain
        pub over: bool,
    }

    /// Everything about a position and the game that led there.
    pub struct Position {
        /// the position
        pub fen: String,
        /// the start of the game
        pub start: String,
        /// the occupied squares; capital letters are White's pieces
        pub board: BTreeMap<String, String>,
        /// the side to move
        pub turn: Side,
        /// half moves of the game
        pub ply: usize,
        /// the number of the next move
        pub number: u32,
        /// every legal move, none when the game is over
        pub legal: Vec<LegalMove>,
        /// the square of the king in check, or null
        pub check: Option<String>,
        /// null while the game goes on
        pub outcome: Option<Outcome>,
        /// the last move
        pub last: Option<PlayedMove>,
        /// the deepest name on the way
        pub opening: Option<Opening>,
        /// the number of pieces of each kind, by side
        pub counts: BTreeMap<Side, BTreeMap<ManName, usize>>,
        /// White's material less Black's, in pawns (queen 9, rook 5, minor 3)
        pub balance: i32,
        /// the moves since `start`
        pub game: Vec<PlayedMove>,
    }

    /// The report on a position set up by hand.
    pub struct BoardReport {
        /// the position
        pub fen: String,
        /// it can be played from
        pub valid: bool,
        /// why it is not valid
        pub reason: Option<String>,
        /// why no game leads there, where that is certain; such a position can still be valid
        pub unreachable: Option<String>,
        /// the occupied squares; capital letters are White's pieces
        pub board: BTreeMap<String, String>,
        /// the side to move
        pub turn: Side,
        /// the rights to castle
        pub castling: String,
        /// the square behind a pawn that went two steps
        pub en_passant: Option<String>,
        /// half moves since a capture or a pawn's move
        pub halfmoves: u32,
        /// the number of the move
        pub number: u32,
    }
}
