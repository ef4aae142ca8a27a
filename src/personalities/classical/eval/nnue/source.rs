//! The choice of the network: that of a file, or the one that ships; none where neither can be had.

use std::path::Path;
use std::sync::Arc;

use super::{Nnue, NnueError};
use crate::engine::Reporter;

/// A function that reads the network that ships.
type Read = fn() -> Result<Arc<Nnue>, NnueError>;

/// The network that was asked for last.
#[derive(Debug)]
pub struct NnueSource {
    read_shipped: Read,
    /// The file, with its network, or without where it cannot be used: it is not tried again then.
    file: Option<(String, Option<Arc<Nnue>>)>,
    /// The network that ships could not be had in this game.
    lacks_shipped: bool,
    /// Faults that have not been reported yet.
    faults: Vec<String>,
}

impl Default for NnueSource {
    fn default() -> NnueSource {
        NnueSource::reading(Nnue::embedded)
    }
}

impl NnueSource {
    fn reading(read_shipped: Read) -> NnueSource {
        NnueSource { read_shipped, file: None, lacks_shipped: false, faults: Vec::new() }
    }

    /// The network of `file`; the one that ships where `file` is empty or cannot be used. In a browser that one may
    /// be out of reach: without it the hand-made terms evaluate.
    pub fn load(&mut self, file: &str) -> Option<Arc<Nnue>> {
        self.file.take_if(|(path, _)| path != file);
        if file.is_empty() {
            return self.shipped();
        }
        let faults = &mut self.faults;
        let (_, nnue) = self.file.get_or_insert_with(|| {
            let nnue = Nnue::open(Path::new(file))
                .inspect_err(|error| faults.push(format!("error: {error}; the built-in network is used")));
            (file.to_owned(), nnue.ok().map(Arc::new))
        });
        nnue.clone().or_else(|| self.shipped())
    }

    /// A network that could not be had may be there in the next game.
    pub fn new_game(&mut self) {
        self.lacks_shipped = false;
    }

    fn shipped(&mut self) -> Option<Arc<Nnue>> {
        if self.lacks_shipped {
            return None;
        }
        match (self.read_shipped)() {
            Ok(nnue) => Some(nnue),
            Err(error) => {
                self.lacks_shipped = true;
                self.faults.push(format!("error: {error}; the hand-made evaluation is used"));
                None
            }
        }
    }

    /// Reports each network that cannot be used, once.
    pub fn report_faults(&mut self, report: &mut dyn Reporter) {
        for fault in self.faults.drain(..) {
            report.message(&fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_network_that_cannot_be_had_is_reported_once_a_game_and_tried_again_in_the_next() {
        static READ: AtomicUsize = AtomicUsize::new(0);
        let mut source = NnueSource::reading(|| {
            if READ.fetch_add(1, Ordering::Relaxed) < 2 {
                return Err(NnueError::Read { path: "nnue.bin".to_owned(), reason: "it is gone".to_owned() });
            }
            Nnue::embedded()
        });
        let expected = "error: cannot read the network `nnue.bin`: it is gone; the hand-made evaluation is used";
        for _ in 0..2 {
            assert!(source.load("").is_none());
            assert!(source.load("").is_none());
            assert_eq!(source.faults, [expected]);
            source.faults.clear();
            source.new_game();
        }
        assert!(source.load("").is_some());
        assert_eq!(READ.load(Ordering::Relaxed), 3);

        // A file that cannot be used is a fault of its own.
        let mut source = NnueSource::reading(|| Err(NnueError::Read { path: "a".to_owned(), reason: "b".to_owned() }));
        assert!(source.load("/no/such/network").is_none());
        assert_eq!(source.faults.len(), 2);
    }
}
