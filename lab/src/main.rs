use std::process::ExitCode;

fn main() -> ExitCode {
    motley_lab::cli::run()
}
