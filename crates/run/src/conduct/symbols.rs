//! Symbols that have names: what was found of them is said by these.

use record::Record;
use text::harmless;

use crate::spec::Experiment;

/// Characters of a name, at the most: longer ones are cut short.
const LONGEST: usize = 24;

/// Names the symbols of `record`, if the draws were logged by names.
pub(super) fn name(experiment: &Experiment<'_>, record: &mut Record) {
    let logged = experiment
        .origin
        .reading()
        .and_then(|reading| reading.logged.as_ref());
    let Some(logged) = logged else { return };
    let names: Vec<String> = (logged.names().iter())
        .map(|name| short(&harmless::words(name)))
        .collect();
    // Numbers from 1 on are their own names.
    if (1..)
        .zip(&names)
        .all(|(number, name)| *name == number.to_string())
    {
        return;
    }
    for routine in &mut record.routines {
        for test in &mut routine.tests {
            test.words = named(&test.words, &names);
        }
        if let Some(found) = &mut routine.anytime {
            found.words = named(&found.words, &names);
            for wagered in &mut found.statistics {
                wagered.words = named(&wagered.words, &names);
            }
        }
    }
    record.experiment.subject.symbols = names;
}

fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    let begin: String = name.chars().take(LONGEST - 1).collect();
    begin + "…"
}

/// Replaces `symbol 2` by the name, and `symbols 1 2` or `symbols 3 to 7` by two.
fn named(words: &str, names: &[String]) -> String {
    let name = |number: &str| {
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        names.get(at)
    };
    // A comma or a colon may follow a number.
    let end = |text: &str| {
        let other = |c: char| !c.is_ascii_digit();
        text.find(other).unwrap_or(text.len())
    };
    let (mut said, mut rest) = (String::new(), words);
    while let Some(at) = rest.find("symbol") {
        let (before, from) = rest.split_at(at);
        said.push_str(before);
        let several = from.starts_with("symbols ");
        let digits = &from["symbol".len() + usize::from(several)..];
        let Some(digits) = digits.strip_prefix(' ') else {
            said.push_str("symbol");
            rest = &from["symbol".len()..];
            continue;
        };
        let (first, after) = digits.split_at(end(digits));
        let Some(one) = name(first) else {
            said.push_str("symbol");
            rest = &from["symbol".len()..];
            continue;
        };
        said.push_str(one);
        rest = after;
        if !several {
            continue;
        }
        for between in [" to ", " "] {
            let Some(digits) = rest.strip_prefix(between) else {
                continue;
            };
            let (second, after) = digits.split_at(end(digits));
            if let Some(other) = name(second) {
                said = said + between + other;
                rest = after;
                break;
            }
        }
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_give_way_to_names() {
        let names = ["Common", "Rare", "symbol 1"].map(str::to_owned);
        for (words, said) in [
            ("after symbol 2, symbol 2 comes", "after Rare, Rare comes"),
            (
                "after symbols 1 2, symbol 2 comes",
                "after Common Rare, Rare comes",
            ),
            ("symbols 1 to 3 come", "Common to symbol 1 come"),
            ("symbol 3 never came", "symbol 1 never came"),
            (
                "the symbols depend; 5 symbols",
                "the symbols depend; 5 symbols",
            ),
            ("symbol 4 comes", "symbol 4 comes"),
        ] {
            assert_eq!(named(words, &names), said);
        }
        assert_eq!(short(&"x".repeat(30)).chars().count(), LONGEST);
    }
}
