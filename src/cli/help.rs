//! The help of commands. `-h` shows the options that most people use, with examples, and fits a screen; `--help` shows all
//! of them in groups.

use clap::{Arg, ArgAction, Command};

/// A group of options, by their long names.
struct Group {
    title: &'static str,
    options: &'static [&'static str],
}

const SHUFFLES: Group = Group {
    title: "Shuffles",
    options: &["shuffle", "generator", "seeding", "memory", "like"],
};

const PROGRAM: Group = Group {
    title: "Program",
    options: &["jobs", "timeout", "time-per-job", "allow-commands"],
};

const DECK: Group = Group {
    title: "Deck",
    options: &["deck", "view", "types", "arrangement", "start", "in-place"],
};

const INPUT: Group = Group {
    title: "Input",
    options: &[
        "each",
        "column",
        "by",
        "subject",
        "weights",
        "format",
        "from",
        "from-format",
        "base",
        "skip-invalid",
        "header",
        "columns",
        "separator",
        "key",
        "place",
        "groups",
    ],
};

const EVIDENCE: Group = Group {
    title: "Evidence",
    options: &[
        "trials",
        "decks",
        "alpha",
        "seed",
        "suite",
        "statistic",
        "lags",
        "no-control",
        "times",
        "plan",
        "until-decided",
        "delta",
        "max-trials",
        "accept-within",
    ],
};

const ROWS: Group = Group {
    title: "Rows (--subject rows, --format 17lands)",
    options: &[
        "copies",
        "drawn",
        "found",
        "covariate",
        "time",
        "mulligans",
        "card-table",
        "class",
        "only",
    ],
};

const PUZZLES: Group = Group {
    title: "Puzzles (--subject state)",
    options: &["puzzle"],
};

const WATCHING: Group = Group {
    title: "Watching for ever",
    options: &["follow", "every", "status"],
};

const LONG_RUNS: Group = Group {
    title: "Long runs",
    options: &["shard", "checkpoint", "resume", "time-limit"],
};

const MACHINE: Group = Group {
    title: "Machine",
    options: &["threads", "isa"],
};

const OUTPUT: Group = Group {
    title: "Output",
    options: &[
        "as",
        "names",
        "out",
        "no-results",
        "json",
        "quiet",
        "brief",
        "full",
        "export",
        "junit",
        "baseline",
        "only-common",
    ],
};

/// Groups of the commands that simulate and test.
const OF_DECKS: &[&Group] = &[
    &SHUFFLES, &PROGRAM, &DECK, &INPUT, &EVIDENCE, &ROWS, &PUZZLES, &WATCHING, &LONG_RUNS,
    &MACHINE, &OUTPUT,
];

/// Groups of all other commands, whose own options stand first.
const OF_OTHERS: &[&Group] = &[&LONG_RUNS, &MACHINE, &OUTPUT];

/// The help of one command.
struct Help {
    command: &'static str,
    groups: &'static [&'static Group],
    /// The options of its `-h`; all of them if there are none.
    most_used: &'static [&'static str],
    /// Command lines, and what each does.
    examples: &'static [(&'static str, &'static str)],
}

const HELP: &[Help] = &[
    Help {
        command: "run",
        groups: OF_DECKS,
        most_used: &["deck", "trials", "shuffle", "full", "json", "export"],
        examples: &[
            (
                "colddeck run \"mash*7 cut\" --deck 60",
                "seven mashes and a cut",
            ),
            (
                "colddeck run \"G*7\" M*7 --deck \"24 land, 36 spell\"",
                "two routines, with types",
            ),
            (
                "colddeck run experiments/refutation",
                "all specs of a folder",
            ),
        ],
    },
    Help {
        command: "test",
        groups: OF_DECKS,
        most_used: &["deck", "format", "weights", "full", "json", "export"],
        examples: &[
            ("colddeck test decks.txt", "one deck on each line"),
            (
                "colddeck test deals.csv --columns 2-53",
                "decks in columns of a table",
            ),
            ("my-shuffler | colddeck test --deck 52", "decks from a pipe"),
            (
                "colddeck test draft.csv --place number",
                "one lottery: is its order fair?",
            ),
        ],
    },
    Help {
        command: "exec",
        groups: OF_DECKS,
        most_used: &[
            "decks", "jobs", "deck", "in-place", "baseline", "json", "export",
        ],
        examples: &[
            (
                "colddeck exec --deck 52 -- ./shuffler",
                "starts it, and tests its decks",
            ),
            (
                "colddeck exec --deck 52 --jobs 4 -- python3 shuffle.py",
                "four copies at once",
            ),
            (
                "colddeck exec --deck 52 --baseline baseline.json -- ./shuffler",
                "did it change?",
            ),
        ],
    },
    Help {
        command: "fit",
        groups: OF_DECKS,
        most_used: &[
            "deck", "times", "plan", "start", "in-place", "view", "full", "json",
        ],
        examples: &[
            (
                "colddeck fit hands.txt --deck 60",
                "which shuffle made these decks?",
            ),
            (
                "colddeck fit hands.txt --deck 60 --times 3",
                "each was shuffled three times",
            ),
            (
                "colddeck fit --plan --deck 60",
                "how many decks will be enough?",
            ),
        ],
    },
    Help {
        command: "emit",
        groups: OF_DECKS,
        most_used: &["deck", "as", "trials", "seed", "like"],
        examples: &[
            (
                "colddeck emit S --deck 52 --as decks --trials 3",
                "three fair decks",
            ),
            (
                "colddeck emit --like python --seed 1 --as ints:6",
                "rolls as Python draws them",
            ),
            (
                "colddeck emit \"G*7\" --deck 52 --as bits | dieharder -g 200 -a",
                "their bits",
            ),
        ],
    },
    Help {
        command: "merge",
        groups: OF_OTHERS,
        most_used: &["out", "full", "json", "quiet", "export"],
        examples: &[
            (
                "colddeck run my/night.toml --shard 3/16",
                "on each machine: its part",
            ),
            (
                "colddeck merge results/my/night/part-*",
                "at last: all parts",
            ),
        ],
    },
    Help {
        command: "exact",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            (
                "colddeck exact tv \"G*7\" --deck 52",
                "how far seven riffles are from fair",
            ),
            (
                "colddeck exact enough G --deck 60",
                "how many riffles are enough",
            ),
            (
                "colddeck exact piles --cards 540",
                "how many piles mix a cube",
            ),
        ],
    },
    Help {
        command: "advise",
        groups: OF_OTHERS,
        most_used: &["deck", "within", "moves", "check", "by", "json", "export"],
        examples: &[
            (
                "colddeck advise --deck 60 --within 60s --moves M,O,C",
                "the best minute",
            ),
            (
                "colddeck advise --deck 60 --check \"M*7 C\"",
                "is my routine enough?",
            ),
        ],
    },
    Help {
        command: "compare",
        groups: OF_OTHERS,
        most_used: &["only-common", "full", "json", "export"],
        examples: &[("colddeck compare baseline.json new.json", "what moved?")],
    },
    Help {
        command: "report",
        groups: OF_OTHERS,
        most_used: &["routine", "full", "json", "export"],
        examples: &[
            (
                "colddeck report record.json --full",
                "all tables of a result",
            ),
            (
                "colddeck report record.json --export page.html",
                "a page with pictures",
            ),
            (
                "colddeck report results",
                "the pages of a folder of results",
            ),
        ],
    },
    Help {
        command: "calibrate",
        groups: OF_OTHERS,
        most_used: &[
            "deck",
            "only",
            "replicates",
            "trials",
            "suite",
            "out",
            "json",
        ],
        examples: &[(
            "colddeck calibrate --deck 52 --replicates 500",
            "500 runs of ideal decks",
        )],
    },
    Help {
        command: "claims",
        groups: OF_OTHERS,
        most_used: &["out", "quiet"],
        examples: &[("colddeck claims", "results/claims.md, from all results")],
    },
    Help {
        command: "explain",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck explain total variation", "a word of a screen"),
            (
                "colddeck explain mash",
                "a shuffle: its parameters, time and source",
            ),
        ],
    },
    Help {
        command: "new",
        groups: OF_DECKS,
        most_used: &[],
        examples: &[(
            "colddeck new mine --from \"mash*7 cut\" --deck 60",
            "mine.toml",
        )],
    },
    Help {
        command: "list",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck list", "what there are lists of"),
            ("colddeck list shuffles", "all shuffles"),
            ("colddeck list shuffles mash", "all about one"),
        ],
    },
    Help {
        command: "generate",
        groups: OF_OTHERS,
        most_used: &[],
        examples: &[
            ("colddeck generate man --out man", "a page for each command"),
            (
                "colddeck generate completions bash > colddeck.bash",
                "to be sourced by bash",
            ),
            (
                "colddeck generate schema > schema.json",
                "the JSON schema of records",
            ),
        ],
    },
];

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
        for group in OF_DECKS {
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
