//! Messages: what the programs print as JSON and the page shows, declared once with its fields and described.

mod declare;
pub mod description;
mod side;

pub(crate) use declare::{message, variants, words};
pub use side::{Side, side_name};
