//! The flags that select Mockfish's nets.

use std::path::PathBuf;

use crate::cli::shell::Failure;
use crate::personalities::mockfish::NetChoice;
use crate::studies::predictions::policy::{NetsError, PolicyNets};

#[derive(clap::Args, Clone, Debug)]
pub struct MockfishNetArgs {
    /// Which nets to use, as in the option MockfishNets [default: Best]
    #[arg(long, value_name = "SET", value_enum, ignore_case = true)]
    net: Option<NetChoice>,
    /// Use a net from a file instead, as in the option MockfishFile: an ONNX file, or a folder with seven networks like
    /// Griffiths'
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
}

impl MockfishNetArgs {
    /// # Errors
    /// Fails if a net cannot be loaded.
    pub fn load(&self) -> Result<PolicyNets, NetsError> {
        self.load_or(NetChoice::Best)
    }

    /// A net that takes ratings.
    ///
    /// # Errors
    /// Fails if a net cannot be loaded or takes no ratings.
    pub fn load_rated(&self) -> Result<PolicyNets, Failure> {
        let nets = self.load_or(NetChoice::Rated)?;
        if nets.knows_ratings() { Ok(nets) } else { Err(Failure::call(format!("{} takes no ratings", self.name()))) }
    }

    fn load_or(&self, usual: NetChoice) -> Result<PolicyNets, NetsError> {
        let file = self.file.as_ref().map(|path| path.display().to_string());
        PolicyNets::load(self.net.unwrap_or(usual), file.as_deref())
    }

    pub fn name(&self) -> String {
        self.file
            .as_ref()
            .map_or_else(|| format!("{:?}", self.net.unwrap_or(NetChoice::Best)), |path| path.display().to_string())
    }
}
