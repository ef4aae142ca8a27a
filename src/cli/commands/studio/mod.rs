//! `motley studio`: the page with every player.

mod code;

use std::io::{IsTerminal as _, stdout};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::cli::shell::{CommandResult, Ended, Failure, print, print_as_it_is};
use crate::engine::options::read_assignment;
use crate::files::io_error::reason;
use crate::studio::{Server, Settings, StartOptions};

/// The port that is tried first.
const PORT: u16 = 8960;

const EXAMPLES: &str = "\
Examples:
  motley studio
  motley studio --port 9000 --option SyzygyPath=tables
  motley studio --lan

The printed address ends in a token. The program refuses requests without it.";

/// Open a page in the browser to play, learn openings, see what the players think, and order positions
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The port to serve on; if the port is taken, the program uses the next free one; 0 uses any free port
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Serve other devices of the local network too, such as a phone: they open the address that is printed with a QR
    /// code. The connection is not encrypted, and whoever has the address can use the page
    #[arg(long, conflicts_with = "allow_files")]
    lan: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// The database with your drill record [default: record.sqlite in Motley's data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Set an option of the players at the start; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// Let the page set options that name files, such as BookFile; the program then reads any file that the page names
    #[arg(long)]
    allow_files: bool,
    /// Serve the page's files from a folder, read anew at every request
    #[arg(long, value_name = "DIR", hide = true)]
    web: Option<PathBuf>,
}

/// Runs `motley studio` until Ctrl-C.
pub fn run(args: &Args) -> CommandResult {
    if let Some(folder) = args.web.as_ref().filter(|folder| !folder.join("index.html").is_file()) {
        return Err(Failure::call(format!("--web {}: there is no index.html in it", folder.display())));
    }
    let mut options = StartOptions::new(args.allow_files);
    for (name, value) in &args.options {
        options.set(name, value).map_err(|error| Failure::call(format!("--option {name}: {error}")))?;
    }
    let (folder, record) = (args.web.clone(), args.record.clone());
    let settings = Settings { port: args.port, lan: args.lan, folder, record, options };
    let place = if args.lan { "this machine" } else { "127.0.0.1" };
    let refuse = |error| Failure::job(format!("cannot serve on port {} of {place}: {}", args.port, reason(&error)));
    let server = Server::bind(&settings).map_err(refuse)?;
    let shutdown = server.shutdown();
    ctrlc::set_handler(move || shutdown.end())?;

    if args.port != 0 && server.port() != args.port {
        print(&format!("port {} is in use\n", args.port))?;
    }
    // The code for phones has colours.
    print_as_it_is(&format!(
        "Motley Studio is at {}\n{}Ctrl-C ends it\n",
        server.url(),
        for_the_network(args, &server)
    ))?;
    if let Some(url) = (!args.no_open).then(|| server.url_with_ticket().ok()).flatten() {
        open_browser(&url);
    }
    server.serve();
    Ok(Ended::Done)
}

/// The text for other devices of the local network, where they are served.
fn for_the_network(args: &Args, server: &Server) -> String {
    if !args.lan {
        return String::new();
    }
    if !server.is_in_network() {
        return "This machine is in no network: no other device can open the address\n".to_owned();
    }
    let code = code::of(&server.url(), stdout().is_terminal() && cfg!(not(windows)));
    let words = "Other devices of your network open the same address. The connection is not encrypted, and whoever has \
                 the address can use the page\n";
    format!("{}{words}", code.unwrap_or_default())
}

/// Opens the page in the usual browser. Where there is none, the address that was printed remains.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[url])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", "", url])
    } else {
        ("xdg-open", &[url])
    };
    let mut command = Command::new(program);
    let _ = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
