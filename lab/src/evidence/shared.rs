//! Measurements that several items of a run use, each made once.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::ItemError;

/// A value of each type that was asked for.
#[derive(Default)]
pub struct Shared(Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Shared {
    /// The value of a type; `measure` makes it for the first item that asks.
    ///
    /// # Errors
    /// The errors of `measure`: nothing is kept then.
    pub fn get<T: Any + Send + Sync>(
        &self,
        measure: impl FnOnce() -> Result<T, ItemError>,
    ) -> Result<Arc<T>, ItemError> {
        let known = self.0.lock().expect(UNPOISONED).get(&TypeId::of::<T>()).cloned();
        if let Some(known) = known {
            return Ok(known.downcast().expect("each type has its own key"));
        }
        let made = Arc::new(measure()?);
        self.0.lock().expect(UNPOISONED).insert(TypeId::of::<T>(), made.clone());
        Ok(made)
    }
}

const UNPOISONED: &str = "nothing panics while the lock is held";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_kept_and_what_failed_is_not() {
        let shared = Shared::default();
        assert!(shared.get::<u8>(|| Err("no such file".into())).is_err());
        assert_eq!(*shared.get(|| Ok(1_u8)).expect("made"), 1);
        assert_eq!(*shared.get(|| Ok(2_u8)).expect("kept"), 1);
        assert_eq!(*shared.get(|| Ok(2_u16)).expect("of another type"), 2);
    }
}
