//! The choice of the runtime of the nets.

use super::onnxruntime::{LibraryError, library};

/// The runtime that runs the nets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NetRuntime {
    /// Motley's own, which is part of the program. A net with an operator that it lacks is handed to ONNX Runtime.
    #[default]
    Own,
    /// ONNX Runtime, Microsoft's library.
    Onnx,
    /// ONNX Runtime where its library is found, else Motley's own.
    Auto,
}

/// The runtime that was chosen, and where the library of ONNX Runtime is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuntimeChoice {
    pub runtime: NetRuntime,
    /// A path; where it is empty, `ORT_DYLIB_PATH` and the system's loader are asked.
    pub library: String,
}

impl RuntimeChoice {
    /// Loads the library where the choice needs one. Says in one line why the choice cannot be followed, `None` where
    /// it can. With `Auto` a library that was not named anywhere may be missing.
    pub fn check(&self) -> Option<String> {
        if self.runtime == NetRuntime::Own {
            return None;
        }
        match library::load(&self.library) {
            Ok(loaded) => loaded.other_in_use,
            Err(LibraryError::Absent) if self.runtime == NetRuntime::Auto => None,
            Err(error) => Some(format!("error: NetRuntime: {error}; Motley's own runtime runs the nets")),
        }
    }
}
