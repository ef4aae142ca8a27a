//! Files that ship with the program: inside it, or where it is WebAssembly beside it, so that a browser fetches only
//! those that are needed.

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

/// A file that ships.
#[derive(Clone, Copy, Debug)]
pub enum Shipped {
    /// Its bytes are part of the program.
    Inside(&'static [u8]),
    /// The host has it: its path, from the root of the files that the host shows.
    Beside(&'static str),
}

impl Shipped {
    /// The whole file.
    ///
    /// # Errors
    /// None where it is part of the program; where it is not, when the host cannot get it.
    pub fn read(self) -> io::Result<Cow<'static, [u8]>> {
        match self {
            Shipped::Inside(bytes) => Ok(Cow::Borrowed(bytes)),
            Shipped::Beside(path) => Ok(Cow::Owned(fs::read(Path::new("/").join(path))?)),
        }
    }

    /// The bytes that are part of the program; none where the host has them.
    pub const fn inside(self) -> &'static [u8] {
        match self {
            Shipped::Inside(bytes) => bytes,
            Shipped::Beside(_) => &[],
        }
    }
}

/// A file of the repository that ships, by its path there. Where another crate embeds it, its bytes stand beside the
/// path.
#[cfg(not(target_family = "wasm"))]
macro_rules! shipped {
    ($path:literal) => {
        $crate::files::Shipped::Inside(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)))
    };
    ($path:literal, $bytes:expr) => {
        $crate::files::Shipped::Inside($bytes)
    };
}

/// A file of the repository that ships, by its path there.
#[cfg(target_family = "wasm")]
macro_rules! shipped {
    ($path:literal $(, $bytes:expr)?) => {
        $crate::files::Shipped::Beside($path)
    };
}

pub(crate) use shipped;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_is_read_and_what_the_host_lacks_is_an_error() {
        let card = shipped!("nets/README.md");
        assert_eq!(*card.read().unwrap(), *card.inside());
        assert!(card.inside().starts_with(b"# "));
        let absent = Shipped::Beside("no/such/net.onnx");
        assert!(absent.read().is_err() && absent.inside().is_empty());
    }
}
