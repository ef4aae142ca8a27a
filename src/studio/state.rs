//! What all pages share: graphs of openings, nets, the drill's record. Each is loaded when it is first asked for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::openings::{Emptied, Graph, Identity, Selection, embedded};

/// Graphs that are kept: that of all lines, which names positions, and those of the last selections.
const MOST_GRAPHS: usize = 5;

/// Lines and how they are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphChoice {
    pub selection: Selection,
    pub identity: Identity,
    pub transpositions: bool,
}

impl GraphChoice {
    /// All lines, with transpositions.
    pub fn all() -> GraphChoice {
        GraphChoice { transpositions: true, ..GraphChoice::default() }
    }
}

/// The state of the server.
pub struct Studio {
    /// The drill's record, where it is not the usual file.
    pub record: Option<PathBuf>,
    /// The last one used stands last.
    graphs: Mutex<Vec<(GraphChoice, Arc<Graph>)>>,
}

impl Studio {
    pub fn new(record: Option<PathBuf>) -> Studio {
        Studio { record, graphs: Mutex::default() }
    }

    /// The graph of some lines, built unless it was used lately.
    ///
    /// # Errors
    /// When no line is left.
    pub fn graph(&self, choice: &GraphChoice) -> Result<Arc<Graph>, Emptied> {
        let mut graphs = self.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = graphs.iter().position(|(other, _)| other == choice);
        let entry = match known {
            Some(index) => graphs.remove(index),
            None => {
                let lines = choice.selection.of(embedded())?;
                (choice.clone(), Arc::new(Graph::new(lines, choice.identity, choice.transpositions)))
            }
        };
        let graph = Arc::clone(&entry.1);
        graphs.push(entry);
        if graphs.len() > MOST_GRAPHS {
            // That of all lines is used by every position.
            let oldest = graphs.iter().position(|(other, _)| *other != GraphChoice::all()).unwrap_or_default();
            graphs.remove(oldest);
        }
        Ok(graph)
    }

    /// The graph of all lines, which names positions.
    pub fn names(&self) -> Arc<Graph> {
        self.graph(&GraphChoice::all()).expect("there are embedded lines")
    }
}
