//! `motley-lab nets`: the nets in both runtimes.

use std::path::PathBuf;

use crate::studies::runtimes::{Comparison, TOLERANCE};
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::files;
use motley::files::io_error::reason;
use motley::nets::library;
use motley::nets::shipped::SHIPPED;

pub const EXAMPLES: &str = "\
Examples:
  motley-lab nets --library /usr/lib/libonnxruntime.so
  motley-lab nets maia-1500.onnx";

/// No net that a program could run is as large.
const MAX_NET: u64 = 1 << 30;

/// Compare Motley's own net runtime with ONNX Runtime: print the largest difference and the time for each net
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// ONNX files to compare instead of the nets inside the program
    files: Vec<PathBuf>,
    /// The library of ONNX Runtime, as in the option OnnxLibrary
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true)]
    library: String,
}

pub fn run(args: &Args) -> CommandResult {
    let read = |file: &PathBuf| {
        let name = file.display().to_string();
        match files::read_bytes(file, MAX_NET) {
            Ok(bytes) => Ok((name, bytes)),
            Err(error) => Err(Failure::job(format!("{name}: {}", reason(&error)))),
        }
    };
    let nets: Vec<(String, Vec<u8>)> = args.files.iter().map(read).collect::<Result<_, Failure>>()?;
    let library = library::load(&args.library);
    print("| net | largest difference | own, ms a run | ONNX Runtime, ms a run |\n|---|---|---|---|\n")?;
    let mut agree = true;
    let mut compare = |name: &str, bytes: &[u8]| {
        let compared = Comparison::of(bytes, library.as_ref().map_err(|_| "–".to_owned()));
        agree &= compared.agrees();
        let difference = compared.difference().map_or_else(|| "–".to_owned(), |difference| format!("{difference:.1e}"));
        let [own, onnx] = [compared.own, compared.onnx].map(|timed| {
            timed.map_or_else(|fault| fault, |timed| format!("{:.3}", 1000.0 * timed.fastest.as_secs_f64()))
        });
        print(&format!("| `{name}` | {difference} | {own} | {onnx} |\n"))
    };
    if nets.is_empty() {
        SHIPPED.iter().try_for_each(|net| compare(net.path, net.bytes))?;
    }
    nets.iter().try_for_each(|(name, bytes)| compare(name, bytes))?;
    let library = library?;
    let verdict = if agree { "Both runtimes give the same" } else { "The runtimes differ" };
    print(&format!("\n{verdict} to {TOLERANCE:e} (ONNX Runtime {})\n", library.version))?;
    Ok(if agree { Ended::Done } else { Ended::Unmet })
}
