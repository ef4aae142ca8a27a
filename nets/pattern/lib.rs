//! Pattern's nets with their vocabularies, as `motley` embeds them. They are a crate of their own because the registry
//! takes at most 10 MiB a crate; `nets/README.md` in the repository says how each was made.

/// Reads the whole game (ONNX).
pub const WHOLE_GAME: &[u8] = include_bytes!("whole-game.onnx");

/// The words of [`WHOLE_GAME`] (JSON).
pub const WHOLE_GAME_VOCABULARY: &str = include_str!("whole-game.json");

/// Kumar's: reads the last fifty half moves (ONNX).
pub const KUMAR: &[u8] = include_bytes!("kumar.onnx");

/// The words of [`KUMAR`] (JSON).
pub const KUMAR_VOCABULARY: &str = include_str!("kumar.json");
