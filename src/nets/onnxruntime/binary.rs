//! Checks of a library's file before the system's loader runs code of it.
//!
//! The loader maps a library that was cut short and crashes the program when it reads beyond the end; it runs the
//! initialisers of whatever program the library belongs to. Both are found out here first.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The function by which a library of ONNX Runtime is recognised.
pub const ENTRY_POINT: &str = "OrtGetApiBase";

/// A file's length, and the length that its own headers ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    pub found: u64,
    pub expected: u64,
}

const ELF_HEADER: usize = 64;
const MAGIC: [u8; 4] = *b"\x7fELF";
const SIXTY_FOUR_BITS: u8 = 2;
const LITTLE_ENDIAN: u8 = 1;
/// Bytes of an entry in the table of segments.
const SEGMENT: usize = 56;

/// The lengths of an ELF file of 64 bits, as Linux uses them. `None` for another format, which only the loader knows.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn lengths(file: &mut File) -> io::Result<Option<Lengths>> {
    let found = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut header = [0; ELF_HEADER];
    if found < ELF_HEADER as u64 {
        return Ok(None);
    }
    file.read_exact(&mut header)?;
    if header[..4] != MAGIC || header[4] != SIXTY_FOUR_BITS || header[5] != LITTLE_ENDIAN {
        return Ok(None);
    }
    let (segments, sections) = (long(&header, 32), long(&header, 40));
    let (segment_count, section_count) = (u64::from(short(&header, 56)), u64::from(short(&header, 60)));
    let segments_end = segments.saturating_add(SEGMENT as u64 * segment_count);
    let sections_end = sections.saturating_add(u64::from(short(&header, 58)) * section_count);
    let mut expected = segments_end.max(sections_end);
    if segments_end <= found {
        file.seek(SeekFrom::Start(segments))?;
        let mut segment = [0; SEGMENT];
        for _ in 0..segment_count {
            file.read_exact(&mut segment)?;
            expected = expected.max(long(&segment, 8).saturating_add(long(&segment, 32)));
        }
    }
    Ok(Some(Lengths { found, expected }))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes"))
}

/// Returns true if the name of the entry point stands anywhere in a file, as in every library that exports it.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn names_entry_point(file: &mut File) -> io::Result<bool> {
    const PIECE: usize = 1 << 16;
    let name = ENTRY_POINT.as_bytes();
    file.seek(SeekFrom::Start(0))?;
    let (mut buffer, mut kept) = (vec![0; PIECE + name.len()], 0);
    loop {
        let read = file.read(&mut buffer[kept..])?;
        let filled = kept + read;
        if buffer[..filled].windows(name.len()).any(|window| window == name) {
            return Ok(true);
        }
        if read == 0 {
            return Ok(false);
        }
        // The name may begin in this piece and end in the next.
        kept = filled.min(name.len() - 1);
        buffer.copy_within(filled - kept..filled, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(name: &str, bytes: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("motley-binary-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file");
        let file = File::open(&path).expect("it was just written");
        std::fs::remove_file(path).expect("it is there");
        file
    }

    #[test]
    fn the_entry_point_is_seen_across_the_border_of_two_pieces() {
        for before in [0, 1, 65_530, 65_536, 65_549, 131_070] {
            let mut bytes = vec![b'O'; before];
            bytes.extend(ENTRY_POINT.as_bytes());
            assert!(names_entry_point(&mut file_of("names", &bytes)).unwrap(), "after {before} bytes");
            bytes.pop();
            assert!(!names_entry_point(&mut file_of("cut-name", &bytes)).unwrap(), "cut after {before} bytes");
        }
    }

    /// Every prefix of a program of this system is shorter than its headers say.
    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    fn a_program_that_was_cut_short_is_recognised() {
        let whole = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let lengths_of = |bytes: &[u8]| lengths(&mut file_of("lengths", bytes)).unwrap();
        let Lengths { found, expected } = lengths_of(&whole).expect("an ELF file");
        assert!(expected <= found && found == whole.len() as u64, "{expected} of {found}");
        for length in [64, 100, 1000, whole.len() / 2, expected as usize - 1] {
            let cut = lengths_of(&whole[..length]).expect("an ELF file");
            assert!(cut.expected > cut.found, "cut to {length}: {cut:?}");
        }
        assert_eq!(lengths_of(&whole[..63]), None);
        assert_eq!(lengths_of(&[b'M'; 200]), None);
    }
}
