//! Memory straight from the system.

use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Memory that is all zero. It begins at a page, so at a multiple of 64.
#[derive(Debug)]
pub struct Pages(MmapMut);

impl Pages {
    /// # Errors
    /// Fails if the system has none left.
    pub fn new(bytes: usize) -> io::Result<Pages> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        // A wish: without huge pages the table works just as well, a little slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Pages(map))
    }
}

impl Deref for Pages {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
