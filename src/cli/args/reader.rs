//! The flags that select Pattern's net.

use std::path::PathBuf;

use crate::engine::options::OptionChoice as _;
use crate::nets::RuntimeChoice;
use crate::nets::pattern::{PatternNet, Reader, ReaderError};

#[derive(clap::Args, Clone, Debug)]
pub struct ReaderArgs {
    /// Which net to use, as in the option PatternNet
    #[arg(long, value_name = "NET", default_value = "WholeGame", value_parser = net)]
    net: PatternNet,
    /// Use a net from a file instead, as in the option PatternFile
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
}

impl ReaderArgs {
    /// # Errors
    /// Fails if the net or its vocabulary cannot be used.
    pub fn open(&self) -> Result<Reader, ReaderError> {
        match &self.file {
            Some(path) => Reader::open(path, &RuntimeChoice::default()),
            None => Reader::embedded(self.net, &RuntimeChoice::default()),
        }
    }

    pub fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| self.net.name().to_owned(), |path| path.display().to_string())
    }
}

fn net(text: &str) -> Result<PatternNet, String> {
    let found = PatternNet::NAMES.iter().zip(PatternNet::ALL).find(|(name, _)| name.eq_ignore_ascii_case(text));
    found.map(|(_, net)| net).ok_or_else(|| format!("expected one of {}", PatternNet::NAMES.join(", ")))
}
