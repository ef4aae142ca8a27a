//! `motley-lab manual`: what packages hold beside the program, made from the flags that it has. It stands here because
//! the two crates that write such files would only lengthen the players' build.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap_complete::{Generator as _, Shell, generate};
use clap_mangen::Man;
use motley::cli;
use motley::cli::args::force::ForceArg;
use motley::cli::shell::{CommandResult, Ended, OutputError};
use motley::files::PartialFolder;

pub const EXAMPLES: &str = "\
Examples:
  motley-lab manual --out manual";

const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Write the manual page of `motley` and its completions for Bash, Zsh, Fish and PowerShell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder for the files, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
}

pub fn run(args: &Args) -> CommandResult {
    let write = || {
        let folder = PartialFolder::create(&args.out, args.force.overwrite())?;
        fs::write(folder.path().join("motley.1"), page(&cli::description())?)?;
        for shell in SHELLS {
            // Into memory first: the crate panics where it cannot write.
            let mut text = Vec::new();
            generate(shell, &mut cli::description(), "motley", &mut text);
            fs::write(folder.path().join(shell.file_name("motley")), text)?;
        }
        folder.finish()
    };
    write().map_err(|source| OutputError::of(&args.out, source))?;
    Ok(Ended::Done)
}

/// One page for all subcommands: a page each, as other programs have it, would give the names of players such as
/// `motley-pattern` to subcommands.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    // It refers to pages that are not there.
    let mut text = String::from_utf8_lossy(&page).into_owned();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        text = text.replace(&format!("motley\\-{name}(1)"), &format!("motley {name}"));
    }
    let mut page = text.into_bytes();
    for subcommand in command.get_subcommands() {
        add_section(subcommand, &mut page)?;
    }
    Ok(page)
}

/// A section for a subcommand, and after it one for each of its own.
fn add_section(command: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut text)?;
    }
    man.render_extra_section(&mut text)?;
    // Its parts are headed as parts of a section, not as sections of the page.
    let text = String::from_utf8_lossy(&text).replace(".SH ", ".SS ");
    page.extend(format!(".SH \"{}\"\n{text}", name.to_uppercase()).bytes());
    command.get_subcommands().try_for_each(|subcommand| add_section(subcommand, page))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all subcommands, those of `motley book build` too.
    fn names(command: &clap::Command) -> Vec<String> {
        let below = command.get_subcommands().flat_map(names);
        let own = command.get_bin_name().filter(|name| name.contains(' ')).map(str::to_owned);
        own.into_iter().chain(below).collect()
    }

    #[test]
    fn the_page_has_every_subcommand_with_its_flags() {
        let mut command = cli::description().disable_help_subcommand(true);
        command.build();
        let page = String::from_utf8(page(&cli::description()).expect("memory can be written")).expect("text");
        let names = names(&command);
        assert!(names.len() > 20, "{names:?}");
        for name in names {
            let heading = format!(".SH \"{}\"\n", name.to_uppercase());
            assert_eq!(page.matches(&heading).count(), 1, "{heading}");
        }
        assert!(page.lines().all(|line| !line.ends_with("(1)")), "there are no other pages to refer to");
        assert!(page.contains("\\-\\-personality"), "the flags of the program itself");
        assert!(page.contains("\\-\\-lichess") || page.contains("\\-\\-elo"), "the flags of subcommands");
    }
}
