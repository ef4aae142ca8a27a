//! No tablebases: a browser has no folder of them.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

/// Files of which there are none.
pub struct NoFiles;

impl Filesystem for NoFiles {
    fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Err(io::ErrorKind::NotFound.into())
    }
}
