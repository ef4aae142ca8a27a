//! The flags that select Mockfish's nets.

use std::path::PathBuf;

use crate::lab::policy::{NetsError, PolicyNets};
use crate::personalities::mockfish::NetChoice;

#[derive(clap::Args, Clone, Debug)]
pub struct MockfishNetArgs {
    /// The nets, as in the option MockfishNets
    #[arg(long, value_name = "SET", value_enum, default_value_t = NetChoice::Best, ignore_case = true)]
    net: NetChoice,
    /// A net to use instead, as in the option MockfishFile: a trunk (ONNX), or a folder with Griffiths' seven networks
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
}

impl MockfishNetArgs {
    /// # Errors
    /// When a net cannot be loaded.
    pub fn load(&self) -> Result<PolicyNets, NetsError> {
        PolicyNets::load(self.net, self.file.as_ref().map(|path| path.display().to_string()).as_deref())
    }

    pub fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| format!("{:?}", self.net), |path| path.display().to_string())
    }
}
