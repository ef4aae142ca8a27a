//! Named opening lines: read from files, selected, and joined into a graph of positions.

mod build;
mod collector;
mod count;
mod embedded;
mod fault;
mod features;
mod graph;
mod line;
pub mod names;
mod near;
mod popular;
mod read;
mod record;
mod selection;
mod table;
mod theory;

pub use count::LineCounter;
pub use embedded::embedded;
pub use fault::{FaultKind, LineFault, LinesError};
pub use features::{FEATURE_NAMES, FEATURES, Features};
pub use graph::{Edge, Graph, Identity, Node, NodeId, Passage};
pub use line::{NamedLine, Results};
pub use near::{NearIndex, Neighbour, reversed, reversed_move};
pub use popular::{BAND_EDGES, COUNTED_PLIES, MoveCounter, POPULAR_GAMES, POPULAR_SHARE, PopularMoves, Popularity};
pub use read::LineReader;
pub use selection::{EcoRange, Emptied, Selection};
pub use table::{HEADER, write_table};
pub use theory::{Continuation, GameOpening, OnLines, TheoryEntry, deepest_name};
