//! `colddeck explain`: statistics, verdicts and words, in plain English.

use anstyle::Style;
use clap::Args;

use super::screen::screen;
use super::{Exit, stdio};
use ::run::explain::dictionary;
use record::explain::{Group, Page};

/// Options of `colddeck explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Capitals, blanks and hyphens do not matter, and a name may be copied from a table: `colddeck explain total variation`, \
`colddeck explain \"rising seq. (mean), lag 1\"`.")]
pub(super) struct Options {
    /// A statistic, a verdict, a shuffle, or a word of a screen or a report; all names if absent
    #[arg(value_name = "WORD")]
    name: Vec<String>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let text = if options.name.is_empty() {
        list()
    } else {
        let pages = dictionary().find(&options.name.join(" "))?;
        let pages: Vec<String> = pages.iter().map(page).collect();
        pages.join("\n")
    };
    stdio::print(&text)?;
    Ok(Exit::NoEvidence)
}

/// All names, by group.
fn list() -> String {
    let pages = dictionary().pages();
    let bold = Style::new().bold();
    let groups = Group::ALL.iter().map(|group| {
        let of = pages.iter().filter(|page| page.group == *group);
        let names: Vec<&str> = of.map(|page| page.name.as_str()).collect();
        let title = group.title();
        format!(
            "{bold}{title}{bold:#}\n{}\n",
            screen().wrapped(&names.join("; "))
        )
    });
    groups.collect::<Vec<_>>().join("\n")
}

/// One page, wrapped to the screen.
pub(super) fn page(page: &Page) -> String {
    let bold = Style::new().bold();
    let also = if page.also.is_empty() {
        String::new()
    } else {
        format!("; also: {}", page.also.join(", "))
    };
    let title = format!("{}: {}{also}", page.name, page.group.one());
    let title =
        screen()
            .wrapped(&title)
            .replacen(&page.name, &format!("{bold}{}{bold:#}", page.name), 1);
    let parts = page.parts.iter().map(|(head, text)| match *head {
        "" => format!("{}\n", screen().wrapped(text)),
        head => format!("{}\n", screen().wrapped(&format!("{head}: {text}"))),
    });
    format!("{title}\n\n{}", parts.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_is_wider_than_a_screen() {
        const WIDTH: usize = 100;
        let pages = dictionary().pages();
        let texts = pages.iter().map(page).chain([list()]);
        for text in texts {
            let text = anstream::adapter::strip_str(&text).to_string();
            let wide = text.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(wide, None);
            assert!(text.ends_with('\n'), "{text}");
        }
    }

    #[test]
    fn pages_name_nothing_that_is_not_there() {
        use clap::CommandFactory;
        let command = crate::cli::Cli::command();
        let commands: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        let words = [
            Group::Verdicts,
            Group::Figures,
            Group::Things,
            Group::Statistics,
        ];
        for page in dictionary()
            .pages()
            .iter()
            .filter(|page| words.contains(&page.group))
        {
            for (head, text) in &page.parts {
                if !["Key", "Source"].contains(head) {
                    for name in text.split('`').skip(1).step_by(2) {
                        assert!(dictionary().find(name).is_ok(), "{}: {name}", page.name);
                    }
                }
                let follows = text.split("colddeck ").skip(1);
                let named = follows.filter_map(|rest| rest.split([' ', ')', ',']).next());
                for name in named.filter(|name| name.len() > 2) {
                    let verbs = ["answers", "makes", "ends", "imitate", "itself", "have"];
                    let there = commands.contains(&name) || verbs.contains(&name);
                    assert!(there, "{}: colddeck {name}", page.name);
                }
                assert!(!text.contains("  "), "{}: {text}", page.name);
            }
        }
    }
}
