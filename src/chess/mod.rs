//! The base on shakmaty that everything else stands on: piece counts, packed moves, keys, a board seen from one side,
//! notation, mirroring, replaying moves, pawns' ways, a board as text, what is wrong with a FEN.

pub mod assignment;
pub mod board_text;
pub mod exchange;
pub mod fen;
pub mod hash;
pub mod key;
pub mod material;
pub mod mirror;
pub mod notation;
pub mod packed;
pub mod pawns;
mod piece_count;
pub mod quiet;
pub mod replay;
pub mod spelling;
pub mod view;

pub use piece_count::{CountError, FULL, PieceCount, ROLES};
