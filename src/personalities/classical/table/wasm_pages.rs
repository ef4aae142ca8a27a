//! The place of `pages.rs` in WebAssembly, whose memory is one array.

use std::io;
use std::ops::{Deref, DerefMut, Range};

/// The beginning is a multiple of this.
const ALIGNMENT: usize = 64;

/// Memory that is all zero. It begins at a multiple of 64.
#[derive(Debug)]
pub struct Pages {
    /// Never grows, so it stays where it is.
    bytes: Vec<u8>,
    used: Range<usize>,
}

impl Pages {
    /// # Errors
    /// Fails if there is none left.
    pub fn new(bytes: usize) -> io::Result<Pages> {
        let with_margin = bytes.checked_add(ALIGNMENT).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(with_margin)?;
        memory.resize(with_margin, 0);
        let start = memory.as_ptr().addr().wrapping_neg() % ALIGNMENT;
        Ok(Pages { bytes: memory, used: start..start + bytes })
    }
}

impl Deref for Pages {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.bytes[self.used.clone()]
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.used.clone()]
    }
}
