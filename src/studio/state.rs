//! The state that all pages share: graphs of openings and nets. Each is loaded when it is first asked for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::players::StartOptions;
use super::protocol::faults::Fault;
use crate::nets::RuntimeChoice;
use crate::nets::pattern::{PatternNet, Reader};
use crate::openings::{Emptied, Graph, Identity, Selection, embedded};
use crate::personalities::mockfish::NetChoice;
use crate::personalities::rated::LevelPlayer;
use crate::personalities::searcher;
use crate::studies::predictions::policy::PolicyNets;

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
    /// The learner's record, where it is not the usual file.
    pub record: Option<PathBuf>,
    pub options: StartOptions,
    /// The last one used stands last.
    graphs: Mutex<Vec<(GraphChoice, Arc<Graph>)>>,
    mockfish: Mutex<Vec<(NetChoice, PolicyNets)>>,
    pattern: Mutex<Vec<(PatternNet, Reader)>>,
    /// The player at a rating; it needs no key.
    level: Mutex<Vec<((), LevelPlayer)>>,
}

impl Studio {
    pub fn new(record: Option<PathBuf>, options: StartOptions) -> Studio {
        Studio {
            record,
            options,
            graphs: Mutex::default(),
            mockfish: Mutex::default(),
            pattern: Mutex::default(),
            level: Mutex::default(),
        }
    }

    /// The graph of some lines, built unless it was used lately.
    ///
    /// # Errors
    /// Fails if no line is left.
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

    /// Works with Mockfish's nets of a choice.
    ///
    /// # Errors
    /// Fails if they cannot be loaded, or if `work` fails.
    pub fn with_mockfish<T>(
        &self,
        nets: NetChoice,
        work: impl FnOnce(&mut PolicyNets) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        with_loaded(&self.mockfish, nets, || PolicyNets::load(nets, None).map_err(Fault::new), work)
    }

    /// Works with the player at a rating.
    ///
    /// # Errors
    /// Fails if `work` fails.
    pub fn with_level<T>(&self, work: impl FnOnce(&mut LevelPlayer) -> Result<T, Fault>) -> Result<T, Fault> {
        with_loaded(&self.level, (), || Ok(LevelPlayer::new(searcher())), work)
    }

    /// Works with one of Pattern's nets.
    ///
    /// # Errors
    /// Fails if it cannot be loaded, or if `work` fails.
    pub fn with_pattern<T>(
        &self,
        net: PatternNet,
        work: impl FnOnce(&mut Reader) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        with_loaded(&self.pattern, net, || Reader::embedded(net, &RuntimeChoice::default()).map_err(Fault::new), work)
    }

    /// The graph of all lines, which names positions.
    pub fn names(&self) -> Arc<Graph> {
        self.graph(&GraphChoice::all()).expect("there are embedded lines")
    }
}

/// Works with what was loaded under a key, loading it first where it was not.
fn with_loaded<K: PartialEq, V, T>(
    loaded: &Mutex<Vec<(K, V)>>,
    key: K,
    load: impl FnOnce() -> Result<V, Fault>,
    work: impl FnOnce(&mut V) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
    if loaded.iter().all(|(known, _)| *known != key) {
        let value = load()?;
        loaded.push((key, value));
        return work(&mut loaded.last_mut().expect("one was put there").1);
    }
    let known = loaded.iter_mut().find(|(known, _)| *known == key);
    work(&mut known.expect("one was found").1)
}
