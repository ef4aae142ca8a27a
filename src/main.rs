use std::process::ExitCode;

fn main() -> ExitCode {
    motley::cli::run()
}
