//! The flag without which no command replaces a file.

use std::path::{Path, PathBuf};

use crate::cli::shell::OutputError;
use crate::files::{Overwrite, check_target, check_target_folder};

#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct ForceArg {
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

impl ForceArg {
    pub fn overwrite(self) -> Overwrite {
        if self.force { Overwrite::Files } else { Overwrite::Nothing }
    }

    /// Checks before long work that the output, where there is one, can be written at the end.
    ///
    /// # Errors
    /// Fails if the file exists, also as one of the `inputs`, and is not to be replaced, or cannot be written.
    pub fn check<'a>(
        self,
        out: impl Into<Option<&'a Path>>,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), OutputError> {
        let Some(out) = out.into() else { return Ok(()) };
        let inputs = inputs.into_iter().map(PathBuf::as_path);
        check_target(out, self.overwrite(), inputs).map_err(|source| OutputError::of(out, source))
    }

    /// The same for a folder, which may be missing or empty.
    ///
    /// # Errors
    /// Fails if there are files in it that are not to be replaced.
    pub fn check_folder(self, out: Option<&Path>) -> Result<(), OutputError> {
        let Some(out) = out else { return Ok(()) };
        check_target_folder(out, self.overwrite()).map_err(|source| OutputError::of(out, source))
    }
}
