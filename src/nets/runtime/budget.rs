//! Bounds on the cost of a net. A file of a hundred bytes can ask for more memory and time than there is, so both are
//! counted before anything is allocated or worked out.
//!
//! A step is a multiplication with its addition, or a number that is moved or changed.

use std::cell::Cell;

/// All that a graph may hold beside the weights as they came with the file, in numbers of 32 bits: 256 MiB. The largest
/// nets of lc0 hold some 80 MiB.
const NUMBERS: u64 = 1 << 26;

/// Steps to work out what does not depend on the input.
const FOLDING: u64 = 1 << 30;

/// Steps of one operation, a second or less: between two of them a run looks whether it is to stop.
const OPERATION: u64 = 1 << 30;

/// Steps of a run. Motley's largest net takes 36 million, and so do Maia's; the largest of lc0 (BT4) takes some
/// 12 billion.
const RUN: u64 = 1 << 34;

/// The rest of each bound while a graph is built.
#[derive(Debug)]
pub struct Budget {
    numbers: Cell<u64>,
    folding: Cell<u64>,
    run: Cell<u64>,
    exceeded: Cell<bool>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            numbers: Cell::new(NUMBERS),
            folding: Cell::new(FOLDING),
            run: Cell::new(RUN),
            exceeded: Cell::new(false),
        }
    }
}

impl Budget {
    /// Before so many numbers are allocated.
    ///
    /// # Errors
    /// Fails if the graph would hold too many.
    pub fn hold(&self, numbers: usize) -> Result<(), String> {
        self.take(&self.numbers, numbers as u64).ok_or_else(|| format!("it holds more than {NUMBERS} numbers"))
    }

    /// The same for numbers of 64 bits, as places and lengths are.
    ///
    /// # Errors
    /// Fails if the graph would hold too many.
    pub fn hold_places(&self, places: usize) -> Result<(), String> {
        self.hold(places.saturating_mul(2))
    }

    /// Before a constant is worked out in so many steps.
    ///
    /// # Errors
    /// Fails if the constants would take too long.
    pub fn fold(&self, steps: u64) -> Result<(), String> {
        self.take(&self.folding, steps).ok_or_else(|| format!("its constants take more than {FOLDING} steps"))
    }

    /// For an operation that a run does in so many steps.
    ///
    /// # Errors
    /// Fails if it, or the whole run, would take too long.
    pub fn run(&self, steps: u64) -> Result<(), String> {
        if steps > OPERATION {
            self.exceeded.set(true);
            return Err(format!("it takes {steps} steps, {OPERATION} are allowed"));
        }
        self.take(&self.run, steps).ok_or_else(|| format!("a run takes more than {RUN} steps"))
    }

    /// Returns true if anything was refused.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    fn take(&self, left: &Cell<u64>, wanted: u64) -> Option<()> {
        let rest = left.get().checked_sub(wanted);
        if rest.is_none() {
            self.exceeded.set(true);
        }
        left.set(rest?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_spent() {
        let budget = Budget::default();
        assert!(budget.hold(NUMBERS as usize + 1).is_err(), "nothing is taken then");
        assert!(budget.hold_places(NUMBERS as usize / 2).is_ok());
        assert!(budget.hold(1).is_err() && budget.hold(0).is_ok());
        assert!(budget.fold(FOLDING).is_ok() && budget.fold(1).is_err());
        assert!(budget.run(OPERATION + 1).is_err());
        assert!((0..RUN / OPERATION).all(|_| budget.run(OPERATION).is_ok()) && budget.run(1).is_err());
    }
}
