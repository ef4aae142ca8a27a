//! Helpers that the tests of both programs' commands share.

/// The calls in the help of a command and all its subcommands, each cut into words.
///
/// # Panics
/// Panics if a command has none or more than three of them, or one is an example of another command.
pub fn examples(command: &clap::Command, name: &str) -> Vec<Vec<String>> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let program = name.split(' ').next().unwrap_or_default();
    let calls: Vec<&str> = help.lines().map(str::trim).filter(|line| line.split(' ').next() == Some(program)).collect();
    let fewest = usize::from(!command.has_subcommands());
    assert!((fewest..=3).contains(&calls.len()), "{name} has {} examples", calls.len());
    let mut examples = Vec::new();
    for call in calls {
        assert!(call.starts_with(name), "`{call}` is no example of {name}");
        examples.push(shell_words(call.split(" | ").next().unwrap_or_default()));
    }
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        examples.extend(self::examples(subcommand, &format!("{name} {}", subcommand.get_name())));
    }
    examples
}

/// Words as a shell splits them; quotation marks are double.
fn shell_words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// The arguments of a subcommand out of words.
///
/// # Panics
/// Panics if the subcommand does not take them.
pub fn parsed<A: clap::Args>(words: &[&str]) -> A {
    let command = A::augment_args(clap::Command::new("test").no_binary_name(true));
    A::from_arg_matches(&command.get_matches_from(words)).expect("words that make sense")
}
