//! Work on many items by as many threads as there are workers.

use std::thread;

/// Divides `items` evenly among `workers`, one thread each. The results stand in the order of the items.
///
/// # Errors
/// The first error in the order of the items.
///
/// # Panics
/// Panics if `work` panics.
pub fn divide_work<W: Send, T: Sync, R: Send, E: Send>(
    workers: &mut [W],
    items: &[T],
    work: impl Fn(&mut W, &[T]) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let share = items.len().div_ceil(workers.len().max(1)).max(1);
    let work = &work;
    thread::scope(|scope| {
        let running: Vec<_> = workers
            .iter_mut()
            .zip(items.chunks(share))
            .map(|(worker, items)| scope.spawn(move || work(worker, items)))
            .collect();
        running.into_iter().map(|thread| thread.join().expect("work does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_and_results_keep_their_order() {
        for count in [0_usize, 1, 2, 7] {
            let items: Vec<usize> = (0..count).collect();
            let results = divide_work(&mut [(), (), ()], &items, |(), items| Ok::<_, ()>(items.to_vec()));
            assert_eq!(results.map(|results| results.concat()), Ok(items), "{count} items");
        }
        let failing = |(): &mut (), items: &[u32]| if items.contains(&5) { Err("five") } else { Ok(()) };
        assert_eq!(divide_work(&mut [(), ()], &[1, 2, 3, 5], failing), Err("five"));
    }
}
