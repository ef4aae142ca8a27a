//! `motley-lab parameters`: the numbers of Classical's search that games can tune.

use motley::cli::shell::{CommandResult, Ended, print};
use motley::personalities::classical;

pub const EXAMPLES: &str = "\
Examples:
  motley-lab parameters";

/// List the tunable numbers of Classical's search, in the form that OpenBench and scripts/spsa.py read
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args;

/// Prints a line a number: name, type, default, smallest and largest value, c_end and r_end of SPSA.
pub fn run() -> CommandResult {
    print(&classical::spsa_inputs())?;
    Ok(Ended::Done)
}
