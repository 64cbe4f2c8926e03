//! The help of commands. `-h` shows the options that most people use, with examples, and fits a screen; `--help` shows all
//! of them in groups.

use clap::{Arg, ArgAction, Command};

mod texts;

use texts::{HELP, Help};

/// Options that no `-h` shows unless it is named as one of the most used.
const RARE: &[&str] = &["junit"];

/// The command line with its help in groups, and with a short one.
pub(super) fn arranged(mut line: Command) -> Command {
    for help in HELP {
        line = line.mut_subcommand(help.command, |command| of_command(command, help));
    }
    line
}

fn of_command(command: Command, help: &Help) -> Command {
    let within: Vec<String> = command
        .get_subcommands()
        .map(|question| question.get_name().to_owned())
        .collect();
    let has_questions = !within.is_empty();
    let mut command = command;
    for name in within {
        command = command.mut_subcommand(name, |question| {
            let about = question.get_about().map(ToString::to_string);
            let about = about.unwrap_or_default();
            grouped(question, help)
                .about(in_a_line(&about))
                .long_about(about)
        });
    }
    let pointer = if has_questions {
        format!(
            "`colddeck {} COMMAND -h` shows the options of each.",
            help.command
        )
    } else {
        format!(
            "`colddeck {} --help` shows all options and says more.",
            help.command
        )
    };
    let examples = examples(help.examples);
    let short = format!("{examples}\n\n{pointer}");
    let long = match command.get_after_long_help().or(command.get_after_help()) {
        Some(more) => format!("{examples}\n\n{more}"),
        None => examples,
    };
    grouped(command, help)
        .after_help(short)
        .after_long_help(long)
}

/// Puts options under the titles of their groups, and keeps those that few people use from `-h`.
fn grouped(command: Command, help: &Help) -> Command {
    let group = |long: &str| {
        let mut groups = help.groups.iter();
        groups.find(|group| group.options.contains(&long))
    };
    let command = command.mut_args(|arg| {
        let Some(long) = arg.get_long() else {
            return arg;
        };
        let is_rare = if help.most_used.is_empty() {
            RARE.contains(&long)
        } else {
            !help.most_used.contains(&long)
        };
        let title = group(long).map(|group| group.title);
        let arg = arg.hide_short_help(is_rare);
        match title {
            Some(title) => arg.help_heading(title),
            None => arg,
        }
    });
    // Options come before help itself.
    command.disable_help_flag(true).arg(
        Arg::new("help")
            .short('h')
            .long("help")
            .help("Show the options that most people use (-h), or all of them (--help)")
            .action(ArgAction::Help)
            .help_heading("Help")
            .hide_short_help(true),
    )
}

/// As much of a summary as fits a line of a list of commands: the beginning, up to what it adds.
fn in_a_line(about: &str) -> String {
    let fits = |text: &str| text.chars().count() <= SUMMARY;
    if fits(about) {
        return about.to_owned();
    }
    let ends = [
        about.find("? ").map(|end| end + 1),
        about.find("; "),
        about.find(" ("),
    ];
    let end = ends.into_iter().flatten().min();
    let mut short = &about[..end.unwrap_or(about.len())];
    while !fits(short) {
        let ends = [": ", ", "].map(|end| short.rfind(end));
        match ends.into_iter().flatten().max() {
            Some(end) => short = &short[..end],
            None => break,
        }
    }
    short.to_owned()
}

/// Characters of a summary beside the name of a command.
const SUMMARY: usize = 63;

/// Command lines with what they do, in two columns where they fit.
fn examples(examples: &[(&str, &str)]) -> String {
    let widest = examples.iter().map(|(line, _)| line.chars().count()).max();
    let widest = widest.unwrap_or_default();
    let does_fit = |(_, does): &(&str, &str)| widest + does.chars().count() + 4 <= NARROW;
    let lines = examples.iter().map(|(line, does)| {
        if examples.iter().all(does_fit) {
            format!("\n  {line:<widest$}  {does}")
        } else {
            format!("\n  {line}\n      {does}")
        }
    });
    format!("Examples:{}", lines.collect::<String>())
}

/// Columns of a usual terminal.
const NARROW: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// Lines of `-h` at the most, at 80 columns.
    const SCREEN: usize = 40;

    fn shown(command: &Command, long: bool, columns: usize) -> String {
        let mut command = command.clone().term_width(columns);
        let help = if long {
            command.render_long_help()
        } else {
            command.render_help()
        };
        help.to_string()
    }

    /// All commands and those within them, each with the words that lead there.
    fn all() -> Vec<(String, Command)> {
        fn add(name: &str, command: &Command, found: &mut Vec<(String, Command)>) {
            found.push((name.to_owned(), command.clone()));
            for within in command.get_subcommands() {
                add(&format!("{name} {}", within.get_name()), within, found);
            }
        }
        let mut found = Vec::new();
        add("colddeck", &arranged(Cli::command()), &mut found);
        found
    }

    #[test]
    fn the_short_help_of_each_command_fits_a_screen() {
        for (name, command) in all() {
            let lines = shown(&command, false, NARROW).lines().count();
            assert!(lines <= SCREEN, "{name} -h: {lines} lines");
        }
    }

    #[test]
    fn no_help_is_wider_than_its_screen() {
        for (name, command) in all() {
            for (columns, long) in [(80, false), (80, true), (120, false), (120, true)] {
                let page = shown(&command, long, columns);
                let wide = page.lines().find(|line| line.chars().count() > columns);
                assert_eq!(wide, None, "{name}, {columns} columns");
            }
        }
    }

    #[test]
    fn each_summary_is_a_line() {
        for (name, command) in all() {
            if name.split(' ').count() == 2 {
                let about = command.get_about().expect("a summary").to_string();
                assert!(about.chars().count() <= SUMMARY + 2, "{name}: {about}");
            }
        }
    }

    #[test]
    fn each_command_has_help_and_each_name_in_it_is_an_option() {
        let all = all();
        let of = |name: &str| {
            all.iter()
                .find(|(known, _)| *known == format!("colddeck {name}"))
        };
        for help in HELP {
            let (_, command) = of(help.command).expect("a command");
            let longs: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
            for name in help.most_used {
                assert!(longs.contains(name), "{}: --{name}", help.command);
            }
        }
        let commands = Cli::command();
        for command in commands.get_subcommands() {
            let name = command.get_name();
            assert!(HELP.iter().any(|help| help.command == name), "{name}");
        }
        let longs: Vec<&str> = (all.iter())
            .flat_map(|(_, command)| command.get_arguments().filter_map(Arg::get_long))
            .collect();
        for group in texts::OF_DECKS {
            for name in group.options {
                assert!(longs.contains(name), "{}: --{name}", group.title);
            }
        }
    }

    #[test]
    fn each_option_of_a_long_help_stands_in_a_group() {
        for name in ["run", "test", "exec", "fit", "emit"] {
            let line = arranged(Cli::command());
            let command = line.find_subcommand(name).expect("a command");
            let options = command
                .get_arguments()
                .filter(|arg| arg.get_long().is_some());
            for option in options {
                let id = option.get_id();
                assert!(option.get_help_heading().is_some(), "{name} --{id}");
            }
        }
    }

    #[test]
    fn examples_are_command_lines() {
        for (line, _) in HELP.iter().flat_map(|help| help.examples) {
            let own = line.split(" | ").find(|part| part.starts_with("colddeck "));
            let own = own.expect("a command of its own").split(" > ").next();
            let mut words: Vec<String> = Vec::new();
            // Words in quotes stay together.
            for (at, part) in own.unwrap_or_default().split('"').enumerate() {
                if at % 2 == 1 {
                    words.push(part.to_owned());
                } else {
                    words.extend(part.split_whitespace().map(str::to_owned));
                }
            }
            let read = arranged(Cli::command()).try_get_matches_from(words);
            assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
        }
    }
}
