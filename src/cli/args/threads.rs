//! The number of threads of a command: the one place that reads `--threads` and `--jobs`.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use crate::cli::shell::{Failure, notify};
use crate::engine::options::{OptionKind, SharedOptions};
use crate::engine::{SEARCH_STACK, WorkerSize, workers};

/// As many as the option `Threads` allows.
fn most() -> usize {
    let threads = SharedOptions::SPECS.iter().find(|spec| spec.name == "Threads").expect("UCI has the option");
    match threads.kind {
        OptionKind::Spin { max, .. } => max as usize,
        _ => unreachable!("it is a number"),
    }
}

/// Reads a number of threads, as a command's argument.
///
/// # Errors
/// Says what is expected, where it is another number or none.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= most());
    number.ok_or_else(|| format!("expected a number from 1 to {}", most()))
}

/// The cores of the machine, as a number of threads.
pub fn cores() -> NonZeroUsize {
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(most()).map_or(cores, |most| cores.min(most))
}

/// A worker that searches with one thread of Classical beside its own: table, histories, nets, and two stacks.
pub const SEARCHING: WorkerSize = WorkerSize { threads: 2, bytes: (32 << 20) + 2 * SEARCH_STACK };
/// A worker that searches for a game that leads to a position.
pub const FINDING: WorkerSize = WorkerSize { threads: 1, bytes: 16 << 20 };

/// The workers for a job: as many as were asked for, and no more than there are parts of the work, cores, and room.
/// That there is less room than wanted is said on standard error. The command's own threads run already, that of its
/// progress among them.
///
/// # Errors
/// Fails if there is no room for one.
pub fn granted(asked: NonZeroUsize, parts: usize, size: WorkerSize) -> Result<NonZeroUsize, Failure> {
    let wanted = NonZeroUsize::new(parts).map_or(NonZeroUsize::MIN, |parts| asked.min(parts)).min(cores());
    let (given, shortage) = workers(wanted, size)?;
    if let Some(shortage) = shortage {
        notify(&shortage);
    }
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_option_threads_allows_is_read() {
        assert_eq!([threads("1"), threads("256")].map(|read| read.map(NonZeroUsize::get)), [Ok(1), Ok(256)]);
        for wrong in ["0", "257", "1000", "4294967296", "99999999999999999999999", "-1", "two", "1.5", ""] {
            assert_eq!(threads(wrong), Err("expected a number from 1 to 256".to_owned()), "{wrong}");
        }
    }

    #[test]
    fn no_more_workers_than_there_is_work_or_cores() {
        let small = WorkerSize { threads: 1, bytes: 1 << 10 };
        let many = NonZeroUsize::new(256).expect("not 0");
        assert_eq!(granted(many, 1, small).map(NonZeroUsize::get), Ok(1));
        assert_eq!(granted(many, 0, small).map(NonZeroUsize::get), Ok(1));
        assert_eq!(granted(many, 1000, small), Ok(cores()));
    }
}
