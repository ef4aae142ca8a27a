//! The lines that the options select, as a graph, loaded when first needed.

use std::io;
use std::path::Path;

use super::options::ExplorerOptions;
use crate::engine::{Game, Reporter};
use crate::files::FileFault;
use crate::openings::{Graph, Identity, LineReader, LinesError, NamedLine, NearIndex, NodeId, Selection, embedded};

/// The lines and their graph.
pub struct OpeningTheory {
    pub graph: Graph,
    /// The reading of the file was stopped: it is to be read when next needed.
    pub was_stopped: bool,
    near: Option<NearIndex>,
}

impl OpeningTheory {
    /// Loads the lines. What cannot be used is reported; then the built-in lines, or all lines, are used.
    pub fn load(options: &ExplorerOptions, report: &mut dyn Reporter) -> OpeningTheory {
        let (lines, was_stopped) = lines_of(&options.file, report);
        let selection = Selection { min_moves: options.min_moves, family: options.family.clone(), eco: None };
        let lines = selection.of(lines.clone()).unwrap_or_else(|emptied| {
            report.message(&format!("error: {emptied}; all lines are used"));
            lines
        });
        let graph = Graph::new(lines, Identity::Position, options.transposition);
        OpeningTheory { graph, was_stopped, near: None }
    }

    /// The index of near positions, made when first asked for.
    pub fn near(&mut self) -> &NearIndex {
        self.near.get_or_insert_with(|| NearIndex::new(&self.graph))
    }

    /// The node of a position with a continuation.
    pub fn at(&self, game: &Game) -> Option<NodeId> {
        self.graph.find_key(game.key()).filter(|&id| !self.graph.edges(id).is_empty())
    }

    /// The last position of a game that is in theory, as the number of moves that led there.
    pub fn last_known(&self, game: &Game) -> Option<(usize, NodeId)> {
        game.keys().iter().enumerate().rev().find_map(|(ply, &key)| Some((ply, self.graph.find_key(key)?)))
    }

    /// The deepest line that names a position of a game.
    pub fn name_of(&self, game: &Game) -> Option<&NamedLine> {
        game.keys().iter().rev().find_map(|&key| self.graph.name(self.graph.find_key(key)?))
    }
}

/// The lines, and whether the reading of the file was stopped.
fn lines_of(file: &str, report: &mut dyn Reporter) -> (Vec<NamedLine>, bool) {
    if file.is_empty() {
        return (embedded(), false);
    }
    let mut reader = LineReader::of_session(report.interrupt());
    let read = reader.read_file(Path::new(file));
    let (lines, faults) = reader.finish();
    match read {
        Err(error) => {
            report.message(&format!("error: {error}; the built-in lines are used"));
            let was_stopped = matches!(&error, LinesError::Read { source, .. } if is_stopped(source));
            (embedded(), was_stopped)
        }
        Ok(()) => {
            if let Some(first) = faults.first() {
                report.message(&format!("error: {first} ({} such faults in all)", faults.len()));
            }
            (lines, false)
        }
    }
}

fn is_stopped(error: &io::Error) -> bool {
    FileFault::of(error) == Some(FileFault::Stopped)
}
