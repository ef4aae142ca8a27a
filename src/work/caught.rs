//! Panics of work that may break down: they become errors.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use thiserror::Error;

/// Work that ended in a panic.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("it broke down")]
pub struct BrokeDown;

thread_local! {
    /// The number of calls of [`quietly`] that this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Does `work`, which may be left half done in what it captured.
///
/// # Errors
/// The message of its panic.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
        text.or_else(|| panic.downcast_ref().cloned()).unwrap_or_else(|| "no reason given".to_owned())
    })
}

/// The same, of which the terminal shows nothing.
///
/// # Errors
/// [`BrokeDown`] when it panics, of which the caller says in one line what it means.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, BrokeDown> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if DEPTH.get() == 0 {
                print(panic);
            }
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    let done = catch(work);
    DEPTH.set(DEPTH.get() - 1);
    done.map_err(|_| BrokeDown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_the_next_one_is_none_of_ours() {
        assert_eq!(quietly(|| 3), Ok(3));
        assert_eq!(quietly(|| quietly(|| panic!("inside"))), Ok(Err::<(), _>(BrokeDown)));
        assert_eq!(quietly(|| [1, 2][std::hint::black_box(2)]), Err(BrokeDown));
        assert_eq!(DEPTH.get(), 0);
    }
}
