//! Interrupts, which end reading early.

use std::fmt;
use std::sync::Arc;

/// Asked now and then while a long file is read; the reading ends with [`super::FileFault::Stopped`] where it says so.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Reading never ends early.
    pub const NEVER: Interrupt = Interrupt(None);

    pub fn when(is_raised: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(is_raised)))
    }

    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|is_raised| is_raised())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}
