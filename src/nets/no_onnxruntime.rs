//! The place of `onnxruntime` in WebAssembly, which cannot load a library: it is absent.

use std::convert::Infallible;

pub use library::LibraryError;

use super::graph::{self, RunError};
use super::port::Port;

/// No library.
pub mod library {
    use std::convert::Infallible;

    use thiserror::Error;

    /// Why there is no ONNX Runtime.
    #[derive(Clone, Debug, Error, PartialEq, Eq)]
    pub enum LibraryError {
        #[error("WebAssembly cannot load the library of ONNX Runtime")]
        Absent,
    }

    /// The library, loaded: there is no such value.
    #[derive(Clone)]
    pub struct Loaded {
        pub environment: Infallible,
        pub other_in_use: Option<String>,
    }

    /// # Errors
    /// Always [`LibraryError::Absent`].
    pub fn load(_: &str) -> Result<Loaded, LibraryError> {
        Err(LibraryError::Absent)
    }
}

/// A graph that ONNX Runtime has loaded: there is no such value.
pub struct Graph(Infallible);

impl Graph {
    /// # Errors
    /// None: it cannot be called.
    pub fn load(_: &[u8], environment: &Infallible) -> Result<Graph, String> {
        match *environment {}
    }
}

impl graph::Graph for Graph {
    fn inputs(&self) -> &[Port] {
        match self.0 {}
    }

    fn outputs(&self) -> &[Port] {
        match self.0 {}
    }

    fn run(&mut self, _: &[&[f32]], _: &dyn Fn() -> bool) -> Result<(), RunError> {
        match self.0 {}
    }

    fn keep_outputs(&mut self, _: &[&str]) {
        match self.0 {}
    }

    fn output(&self, _: &str) -> Option<&[f32]> {
        match self.0 {}
    }
}
