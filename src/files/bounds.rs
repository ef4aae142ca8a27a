//! Bounds on what is read from a file that may unpack to far more than it is long.

use std::fmt;
use std::io::{self, Read};

use super::{FileFault, Interrupt};

/// Bytes that are read before an interrupt is looked at: reading so many takes no time, and a script that sends `quit`
/// behind its commands still gets the answers about its files.
const UNINTERRUPTED: u64 = 4 << 20;
/// The same between two looks.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// Bounds on what may be read.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// In all, unpacked.
    pub bytes: u64,
    /// Between two ends of lines.
    pub line: u64,
    pub interrupt: Interrupt,
}

impl Bounds {
    /// As long as one likes, line by line: for collections that are read once and not kept. No line of text comes near
    /// this length; without a bound on it, a parser that waits for the end of a line fills the memory.
    pub const LINES: Bounds = Bounds { bytes: u64::MAX, line: 16 << 20, interrupt: Interrupt::NEVER };

    /// So many bytes, whatever they are.
    pub fn of_bytes(bytes: u64) -> Bounds {
        Bounds { bytes, line: u64::MAX, interrupt: Interrupt::NEVER }
    }

    /// So many bytes of text.
    pub fn of_text(bytes: u64) -> Bounds {
        Bounds { bytes, ..Bounds::LINES }
    }

    #[must_use]
    pub fn until(self, interrupt: Interrupt) -> Bounds {
        Bounds { interrupt, ..self }
    }

    /// A reader of `source`, with an error where it goes beyond the bounds.
    pub fn limit<R: Read>(self, source: R) -> Bounded<R> {
        Bounded { source, bounds: self, read: 0, in_line: 0, next_look: UNINTERRUPTED }
    }
}

/// Reads within [`Bounds`]; beyond them an error comes, not the end.
#[derive(Debug)]
pub struct Bounded<R> {
    source: R,
    bounds: Bounds,
    read: u64,
    /// Bytes since the last end of a line.
    in_line: u64,
    next_look: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read >= self.next_look {
            self.next_look = self.read + BETWEEN_LOOKS;
            if self.bounds.interrupt.is_raised() {
                return Err(FileFault::Stopped.into());
            }
        }
        // One more than may come shows that there is more.
        let most = (self.bounds.bytes - self.read).saturating_add(1).min(buffer.len() as u64) as usize;
        let count = self.source.read(&mut buffer[..most])?;
        if count as u64 > self.bounds.bytes - self.read {
            return Err(FileFault::TooLong(self.bounds.bytes).into());
        }
        self.read += count as u64;
        if self.bounds.line < u64::MAX {
            self.in_line = match buffer[..count].iter().rposition(|&byte| byte == b'\n') {
                Some(end) => (count - end - 1) as u64,
                None => self.in_line + count as u64,
            };
            if self.in_line > self.bounds.line {
                return Err(FileFault::LongLine(self.bounds.line).into());
            }
        }
        Ok(count)
    }
}

/// A number of bytes in words.
pub(super) struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        match units.iter().find(|(unit, _)| self.0 >= *unit && self.0.is_multiple_of(*unit)) {
            Some((unit, name)) => write!(f, "{} {name}", self.0 / unit),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn read(text: &[u8], bounds: Bounds) -> Result<usize, Option<FileFault>> {
        bounds.limit(text).read_to_end(&mut Vec::new()).map_err(|error| FileFault::of(&error))
    }

    #[test]
    fn what_is_within_the_bounds_is_read_and_one_byte_more_is_an_error() {
        assert_eq!(read(b"abcd", Bounds::of_bytes(4)), Ok(4));
        assert_eq!(read(b"abcde", Bounds::of_bytes(4)), Err(Some(FileFault::TooLong(4))));
        let lines = Bounds { line: 3, ..Bounds::LINES };
        assert_eq!(read(b"abc\nabc\nabc", lines.clone()), Ok(11));
        assert_eq!(read(b"abc\nabcd", lines), Err(Some(FileFault::LongLine(3))));
    }

    #[test]
    fn an_interrupt_ends_a_long_reading_and_leaves_a_short_one_alone() {
        let raised = Arc::new(AtomicBool::new(true));
        let flag = Arc::clone(&raised);
        let bounds = || {
            Bounds::of_bytes(1 << 30).until(Interrupt::when({
                let flag = Arc::clone(&flag);
                move || flag.load(Ordering::Relaxed)
            }))
        };
        let long = vec![b'x'; 2 * UNINTERRUPTED as usize];
        assert_eq!(read(b"short", bounds()), Ok(5));
        assert_eq!(read(&long, bounds()), Err(Some(FileFault::Stopped)));
        raised.store(false, Ordering::Relaxed);
        assert_eq!(read(&long, bounds()), Ok(long.len()));
    }

    #[test]
    fn sizes_are_written_in_their_largest_whole_unit() {
        let sizes = [3, 4 << 10, 64 << 20, 1 << 30, (1 << 30) + 1].map(|bytes| Size(bytes).to_string());
        assert_eq!(sizes, ["3 bytes", "4 KiB", "64 MiB", "1 GiB", "1073741825 bytes"]);
    }
}
