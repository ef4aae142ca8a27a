//! Files that a user names: read without waiting and within bounds, written whole or not at all.

mod bounds;
mod input;
mod interrupt;
pub mod io_error;
mod output;
mod shipped;

pub use bounds::{Bounded, Bounds};
pub use input::{FileFault, check_regular, open, read_bytes, read_text};
pub use interrupt::Interrupt;
pub use output::{Overwrite, PartialFile, PartialFolder, check_target, check_target_folder, try_lock};
pub use shipped::Shipped;
pub(crate) use shipped::shipped;
