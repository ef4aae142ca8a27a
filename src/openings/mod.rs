//! Named opening lines: read, chosen from, and spanned into a graph of positions.

mod count;
mod embedded;
mod features;
mod graph;
mod line;
mod near;
mod read;
mod selection;
mod table;

pub use count::LineCounter;
pub use embedded::embedded;
pub use features::{FEATURE_NAMES, FEATURES, Features};
pub use graph::{Edge, Graph, Identity, Node, NodeId, Passage};
pub use line::{Line, Results};
pub use near::{NearIndex, Neighbour, reversed, reversed_move};
pub use read::{LineFault, LineReader, LinesError};
pub use selection::{EcoRange, Emptied, Selection};
pub use table::{HEADER, write_table};
