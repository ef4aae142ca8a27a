//! Tables that lie in memory: those inside the program, and none at all in a browser, which has no folders.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// Files by their names.
pub struct InMemory(pub &'static [(String, Vec<u8>)]);

impl InMemory {
    fn find(&self, path: &Path) -> io::Result<&'static [u8]> {
        let file = self.0.iter().find(|(name, _)| path == Path::new(name));
        file.map(|(_, bytes)| &bytes[..]).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.find(path).map(|bytes| bytes.len() as u64)
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Bytes(self.find(path)?)))
    }
}

/// The bytes of a file.
struct Bytes(&'static [u8]);

impl RandomAccessFile for Bytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).map_or(self.0.len(), |start| start.min(self.0.len()));
        let length = buffer.len().min(self.0.len() - start);
        buffer[..length].copy_from_slice(&self.0[start..start + length]);
        Ok(length)
    }
}
