//! Routines in words, as titles say them: "seven riffles", "one Hindu shuffle and then two riffles".

use std::collections::BTreeMap;

use text::names::grouped;

/// The meanings of letters.
type Letters = BTreeMap<String, String>;

/// Different shuffles in turn that a title can hold.
const MOST: usize = 3;

/// Characters of a meaning that stands in a title in brackets.
const BRIEF: usize = 60;

/// A whole number: in a word where it is small.
pub(super) fn number(number: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(usize::try_from(number).unwrap_or(usize::MAX))
        .map_or_else(|| grouped(number), |word| (*word).to_owned())
}

/// The routine in words, if it is a few kinds of shuffle one after the other, each some number of times; its letters stand
/// in brackets where the words fit another letter, too.
pub(super) fn words(routine: &str, letters: &Letters) -> Option<String> {
    let parts = parts(routine, letters)?;
    let mut ambiguous = false;
    let words = parts.iter().map(|(letter, times)| {
        let (kind, meaning) = (
            Kind::of(meaning(letter, letters)?)?,
            meaning(letter, letters)?,
        );
        let mut others = letters.values().filter(|other| *other != meaning);
        ambiguous |= others.any(|other| Kind::of(other) == Some(kind.clone()));
        Some(kind.times(*times))
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    let words = words.join(" and then ");
    Some(if ambiguous {
        format!("{words} ({routine})")
    } else {
        words
    })
}

/// The routine as pictures label it: "7 riffles", "Hindu shuffle", "Hindu, 2 riffles"; one letter by its meaning, where that
/// is short; else as it is written.
pub(super) fn label(routine: &str, letters: &Letters) -> String {
    /// Characters of a meaning that is a label.
    const SHORT: usize = 44;
    let kinds = parts(routine, letters).and_then(|parts| {
        let kinds = parts.iter().map(|(letter, times)| {
            let kind = Kind::of(meaning(letter, letters)?)?;
            Some((kind, *times))
        });
        kinds.collect::<Option<Vec<(Kind, u64)>>>()
    });
    if let Some(moves) = of_moves(routine) {
        return moves;
    }
    let Some(kinds) = kinds else {
        let meaning = letters
            .get(routine)
            .map(|meaning| without_brackets(meaning));
        let short = meaning.filter(|meaning| meaning.chars().count() <= SHORT);
        return short.unwrap_or(routine).to_owned();
    };
    let alone = kinds.len() == 1;
    let each = kinds.iter().map(|(kind, times)| match times {
        times if kind.on_label().is_some() => {
            let brief = kind.on_label().unwrap_or_default();
            let several = if *times == 1 {
                String::new()
            } else {
                format!("{} × ", grouped(*times))
            };
            format!("{several}{brief}")
        }
        1 if alone => format!("{}{}", kind.one, kind.rest),
        times if alone => format!("{} {}{}", grouped(*times), kind.several, kind.rest),
        1 => format!("{}{}", kind.short(), kind.rest),
        times if kind.short() == kind.one => {
            format!("{} {}{}", grouped(*times), kind.several, kind.rest)
        }
        times => format!("{} {}{}", grouped(*times), kind.short(), kind.rest),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The text without what stands in brackets at its end, and without what explains it after a colon.
fn without_brackets(text: &str) -> &str {
    let end = text.rfind(" (").filter(|_| text.ends_with(')'));
    let text = &text[..end.unwrap_or(text.len())];
    text.split(": ").next().unwrap_or(text)
}

/// Random moves of a cube in words: "19 turns" of `random-moves 19 half`.
fn of_moves(routine: &str) -> Option<String> {
    let mut parts = routine.strip_prefix("random-moves ")?.split(' ');
    let times: u64 = parts.next()?.parse().ok()?;
    let turn = match parts.next()? {
        "half" => "turn",
        "quarter" => "quarter turn",
        _ => return None,
    };
    let never = match parts.next() {
        None => "",
        Some("no-repeat") => ", no face twice in a row",
        Some(_) => return None,
    };
    let several = if times == 1 { "" } else { "s" };
    Some(format!("{} {turn}{several}{never}", grouped(times)))
}

/// One shuffle and several of them, if the routine is one done once: "riffle", "riffles".
pub(super) fn once(routine: &str, letters: &Letters) -> Option<(String, String)> {
    let parts = parts(routine, letters)?;
    let [(letter, 1)] = parts.as_slice() else {
        return None;
    };
    let kind = Kind::of(meaning(letter, letters)?)?;
    Some((
        format!("{}{}", kind.one, kind.rest),
        format!("{}{}", kind.several, kind.rest),
    ))
}

/// The routine in words, or its letters with their meaning, where that is short; the meaning alone where it is a name.
pub(super) fn named(routine: &str, letters: &Letters) -> String {
    if let Some(words) = words(routine, letters).or_else(|| of_moves(routine)) {
        return words;
    }
    let meaning = letters
        .get(routine)
        .map(|meaning| without_brackets(meaning));
    match meaning.filter(|meaning| meaning.chars().count() <= BRIEF) {
        Some(meaning) if meaning.starts_with(|c: char| c.is_uppercase()) => meaning.to_owned(),
        Some(meaning) => format!("{routine} ({meaning})"),
        None => routine.to_owned(),
    }
}

/// The letters of a text that stand in it without their meaning, with these: "G: riffle; C: one cut".
pub(super) fn unexplained(text: &str, routines: &[&str], letters: &Letters) -> Option<String> {
    let said = |routine: &str| {
        let mut places = text.match_indices(routine);
        places.any(|(at, _)| {
            let around = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let after = &text[at + routine.len()..];
            // "A card" begins with no letter of a routine.
            let mut next = after.chars();
            let article = routine == "A"
                && next.next() == Some(' ')
                && next.next().is_some_and(char::is_lowercase);
            around(text[..at].chars().next_back())
                && around(after.chars().next())
                && !after.starts_with(" (")
                && !article
        })
    };
    let codes: Vec<&&str> = routines
        .iter()
        .filter(|routine| routine.chars().any(char::is_uppercase) && said(routine))
        .collect();
    let used = letters
        .iter()
        .filter(|(letter, _)| codes.iter().any(|code| code.contains(letter.as_str())));
    let used: Vec<String> = used
        .map(|(letter, meaning)| format!("{letter}: {meaning}"))
        .collect();
    (!used.is_empty()).then(|| format!(" {}.", used.join("; ")))
}

/// The meaning of a letter, or of a word such as `riffle` by which a letter's meaning begins.
fn meaning<'a>(name: &str, letters: &'a Letters) -> Option<&'a str> {
    let known = letters.get(name).or_else(|| {
        let mut all = letters.values();
        all.find(|meaning| name.len() > 1 && meaning.starts_with(name))
    });
    known.map(String::as_str)
}

/// The shuffles in turn, each with the number of times.
fn parts(routine: &str, letters: &Letters) -> Option<Vec<(String, u64)>> {
    let mut parts: Vec<(String, u64)> = Vec::new();
    let mut rest = routine.trim();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_ascii_lowercase());
        let long = word.unwrap_or(rest.len()).max(first.len_utf8());
        let (name, after) = rest.split_at(long);
        meaning(name, letters)?;
        let (times, after) = match after.strip_prefix('*') {
            None => (1, after),
            Some(after) => {
                let end = after.find(|c: char| !c.is_ascii_digit());
                let (digits, after) = after.split_at(end.unwrap_or(after.len()));
                (digits.parse().ok()?, after)
            }
        };
        match parts.last_mut() {
            Some((last, before)) if last == name => *before = before.checked_add(times)?,
            _ => parts.push((name.to_owned(), times)),
        }
        rest = after.trim_start();
    }
    (!parts.is_empty() && parts.len() <= MOST).then_some(parts)
}

/// A kind of shuffle that can be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Kind {
    one: String,
    several: String,
    /// The words after the noun: " onto 8 piles".
    rest: String,
}

impl Kind {
    /// The kind that a meaning begins with.
    fn of(meaning: &str) -> Option<Self> {
        let base = meaning.split([',', '(']).next().unwrap_or_default().trim();
        let kind = |one: &str, several: &str, rest: String| {
            Some(Self {
                one: one.to_owned(),
                several: several.to_owned(),
                rest,
            })
        };
        if base.starts_with("one cut") {
            return kind("cut", "cuts", String::new());
        }
        // A limit on how many cards fall together is that of sleeves, and another riffle than the plain one.
        if base == "riffle" && meaning.starts_with("riffle, at most ") {
            return kind("sleeved riffle", "sleeved riffles", String::new());
        }
        if base == "sorted with a random comparison" {
            let how = meaning[base.len()..].split(" (").next()?;
            let how = how.trim_start_matches([',', ' ']);
            return kind("random sort", "random sorts", format!(" {how}"));
        }
        if base == "mash shuffle" {
            return kind("mash", "mashes", String::new());
        }
        if base.starts_with("shelf shuffler with ") {
            return kind("pass", "passes", format!(" through a {base}"));
        }
        if let Some(piles) = base.strip_prefix("dealt ") {
            // Piles that are shuffled in another way need more words than a title has.
            let each = match meaning.split_once("each shuffled (") {
                None => String::new(),
                Some((_, how)) if how.starts_with("ideal shuffle") => ", each shuffled".to_owned(),
                Some((_, how)) => {
                    let (times, how) = how.split_once(" times: ")?;
                    format!(", each with {}", Self::of(how)?.times(times.parse().ok()?))
                }
            };
            return kind("deal", "deals", format!(" {piles}{each}"));
        }
        let plain = |c: char| c.is_alphabetic() || c == ' ' || c == '-';
        let countable = base.ends_with("riffle") || base.ends_with("shuffle");
        let is_one =
            countable && base.len() <= 40 && base.chars().all(plain) && !base.starts_with("no ");
        if is_one {
            kind(base, &format!("{base}s"), String::new())
        } else {
            None
        }
    }

    /// The words of a label that need no noun: "10 shelves", "8 piles, each shuffled".
    fn on_label(&self) -> Option<&str> {
        let before = [
            " through a shelf shuffler with ",
            " onto ",
            " face up onto ",
        ];
        before
            .iter()
            .find_map(|before| self.rest.strip_prefix(before))
    }

    /// Its name among others: "Hindu" of a Hindu shuffle, "sleeved" of a sleeved riffle.
    fn short(&self) -> &str {
        let mut nouns = [" shuffle", " riffle"].into_iter();
        nouns
            .find_map(|noun| self.one.strip_suffix(noun))
            .unwrap_or(&self.one)
    }

    /// "seven riffles"
    fn times(&self, times: u64) -> String {
        let noun = if times == 1 { &self.one } else { &self.several };
        format!("{} {noun}{}", number(times), self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Letters {
        let all = [
            (
                "A",
                "dealt onto 8 piles, each shuffled (3 times: riffle (Gilbert-Shannon-Reeds)), gathered",
            ),
            ("C", "one cut at a random place"),
            ("F", "dealt onto 8 piles, gathered with the first on top"),
            ("G", "riffle (Gilbert-Shannon-Reeds)"),
            ("H", "Hindu shuffle, packets of 7 to 12 cards"),
            ("I", "sorted with a random comparison, by insertion (wrong)"),
            (
                "K",
                "in piles of 40, two of them shuffled together and split once (ideal shuffle)",
            ),
            ("M", "mash shuffle, packets of 1 to 3 cards"),
            (
                "P",
                "dealt onto 8 piles, each shuffled (ideal shuffle (Fisher-Yates)), gathered",
            ),
            (
                "S",
                "shelf shuffler with 10 shelves, cards taken from the bottom",
            ),
        ];
        all.map(|(letter, meaning)| (letter.to_owned(), meaning.to_owned()))
            .into()
    }

    #[test]
    fn routines_are_said_in_words() {
        let letters = letters();
        for (routine, said) in [
            ("G*7", "seven riffles"),
            ("GGG", "three riffles"),
            ("HGG", "one Hindu shuffle and then two riffles"),
            ("C M*3", "one cut and then three mashes"),
            ("riffle*7", "seven riffles"),
            ("SS", "two passes through a shelf shuffler with 10 shelves"),
            (
                "PPF",
                "two deals onto 8 piles, each shuffled and then one deal onto 8 piles",
            ),
            ("I", "one random sort by insertion"),
            ("K*14", "K*14"),
            ("A", "one deal onto 8 piles, each with three riffles"),
            ("random-moves 19 half", "19 turns"),
            ("(CG)*7", "(CG)*7"),
            ("GHGHG", "GHGHG"),
            ("G*99999999999999999999", "G*99999999999999999999"),
            ("", ""),
        ] {
            assert_eq!(named(routine, &letters), said, "{routine}");
        }
    }

    #[test]
    fn two_letters_of_the_same_words_are_told_apart() {
        let mut letters = letters();
        letters.insert(
            "R".to_owned(),
            "riffle, at most 4 cards in a row".to_owned(),
        );
        assert_eq!(named("RRR", &letters), "three sleeved riffles");
        assert_eq!(named("GGG", &letters), "three riffles");
        letters.insert(
            "N".to_owned(),
            "mash shuffle, packets of 2 cards".to_owned(),
        );
        assert_eq!(named("NNN", &letters), "three mashes (NNN)");
        assert_eq!(named("H", &letters), "one Hindu shuffle");
    }

    #[test]
    fn labels_are_shorter_than_words() {
        let mut letters = letters();
        letters.insert(
            "T".to_owned(),
            "Sattolo's cyclic orders (wrong: no card keeps its place)".to_owned(),
        );
        for (routine, said) in [
            ("G*7", "7 riffles"),
            ("H", "Hindu shuffle"),
            ("HGG", "Hindu, 2 riffles"),
            ("HHG", "2 Hindu, riffle"),
            ("T", "Sattolo's cyclic orders"),
            ("SS", "2 × 10 shelves"),
            ("PM", "8 piles, each shuffled, mash"),
            ("K*14", "K*14"),
            ("(CG)*7", "(CG)*7"),
        ] {
            assert_eq!(label(routine, &letters), said, "{routine}");
        }
        assert_eq!(named("T", &letters), "Sattolo's cyclic orders");
    }

    #[test]
    fn letters_that_a_title_leaves_open_are_explained() {
        let letters = letters();
        let of = |text: &str| unexplained(text, &["K*14", "G*7", "I"], &letters);
        assert_eq!(of("after seven riffles"), None);
        assert!(of("after K*14, so").is_some_and(|text| text.starts_with(" K: in piles")));
        assert_eq!(of("after I (sorted), In"), None);
    }
}
