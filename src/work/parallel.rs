//! Work for all cores, done on the calling thread where the system gives no others.

use std::sync::LazyLock;

use rayon::prelude::*;

/// Returns true if rayon has threads. Asked before rayon is, which panics where the system refuses it a thread.
pub fn has_threads() -> bool {
    static STARTED: LazyLock<bool> = LazyLock::new(|| rayon::ThreadPoolBuilder::new().build_global().is_ok());
    rayon::current_thread_index().is_some() || *STARTED
}

/// The results of `work` for the numbers below `count`, in their order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    if has_threads() {
        return (0..count).into_par_iter().map(work).collect();
    }
    (0..count).map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_numbers() {
        assert_eq!(map(1000, |number| number * 2), (0..1000).map(|number| number * 2).collect::<Vec<_>>());
        assert!(map(0, |number| number).is_empty());
    }
}
