//! Work on the positions of a game or on games, several at a time, handed over in their order.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::engine::{SEARCH_STACKS, Stop, scoped_search_thread};

/// Lets every worker do `work` on the numbers below `count`, the next free one each time, and gives the results to
/// `take` in the order of the numbers. Ends early once `stop` is set; what was interrupted is not handed over.
///
/// # Errors
/// Fails if the system gives no thread.
pub fn in_order<W: Send, T: Send>(
    workers: &mut [W],
    count: usize,
    stop: &Stop,
    work: impl Fn(&mut W, usize) -> T + Sync,
    mut take: impl FnMut(usize, T),
) -> io::Result<()> {
    if cfg!(target_family = "wasm") {
        in_place(&mut workers[0], count, stop, work, take);
        return Ok(());
    }
    let (next, work) = (AtomicUsize::new(0), &work);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut started = Err(io::ErrorKind::WouldBlock.into());
        for worker in workers {
            let (sender, next) = (sender.clone(), &next);
            let run = move || {
                while !stop.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(worker, number);
                    if stop.is_stopped() || sender.send((number, result)).is_err() {
                        break;
                    }
                }
            };
            match scoped_search_thread(scope, &SEARCH_STACKS, run) {
                Ok(_) => started = Ok(()),
                // Those that were started do the work.
                Err(_) if started.is_ok() => break,
                Err(error) => started = Err(error),
            }
        }
        drop(sender);
        let mut waiting: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut handed_over = 0;
        for (number, result) in receiver {
            waiting[number] = Some(result);
            while let Some(result) = waiting.get_mut(handed_over).and_then(Option::take) {
                take(handed_over, result);
                handed_over += 1;
            }
        }
        started
    })
}

/// The same where there are no threads.
fn in_place<W, T>(
    worker: &mut W,
    count: usize,
    stop: &Stop,
    work: impl Fn(&mut W, usize) -> T,
    mut take: impl FnMut(usize, T),
) {
    for number in 0..count {
        let result = work(worker, number);
        if stop.is_stopped() {
            break;
        }
        take(number, result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_their_order_whoever_is_first() {
        let mut taken = Vec::new();
        let work = |_: &mut (), number: usize| {
            // The first of each pair takes longer.
            if number.is_multiple_of(2) {
                thread::yield_now();
            }
            number * 10
        };
        in_order(&mut [(), (), ()], 50, &Stop::new(), work, |number, result| taken.push((number, result))).unwrap();
        assert_eq!(taken, (0..50).map(|number| (number, number * 10)).collect::<Vec<_>>());
    }

    #[test]
    fn a_stop_ends_the_work() {
        let (stop, mut taken) = (Stop::new(), 0);
        let ending = stop.clone();
        let work = |_: &mut (), number: usize| {
            if number == 3 {
                stop.stop();
            }
        };
        in_order(&mut [()], 1000, &ending, work, |_, ()| taken += 1).unwrap();
        assert_eq!(taken, 3);
    }

    #[test]
    fn without_threads_the_same_is_handed_over() {
        let (mut taken, stop) = (Vec::new(), Stop::new());
        let work = |calls: &mut usize, number: usize| {
            *calls += 1;
            number * 10
        };
        let mut calls = 0;
        let take = |number, result| {
            taken.push((number, result));
            if number == 2 {
                stop.stop();
            }
        };
        in_place(&mut calls, 9, &stop, work, take);
        assert_eq!((taken, calls), (vec![(0, 0), (1, 10), (2, 20)], 4));
    }
}
