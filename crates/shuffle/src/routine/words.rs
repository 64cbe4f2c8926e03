//! Words in routines: the names of the kinds of shuffles, in any case: `mash*7 cut`.
//!
//! A word stands for its kind with the kind's defaults. If a letter stands for just that, the word is
//! that letter, so that `mash*7` and `M*7` are the same routine and the same stream.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, LazyLock};

use toml::Table;

use super::Letters;
use crate as shuffle;
use crate::{DEFAULT_LETTERS, KINDS, Kind, Shuffle};
use text::names;
use text::params::Kinded;

/// One shuffle in the text of a routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A letter.
    Letter(char),
    /// The name of a kind of shuffle that no letter stands for.
    Word(&'static str),
}

impl From<char> for Step {
    fn from(letter: char) -> Self {
        Self::Letter(letter)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter) => write!(f, "{letter}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The name of a kind of shuffle, as a word of routines.
pub(super) struct Word {
    kind: &'static Kind,
    /// The default letter of this kind, the first if it has several.
    letter: Option<char>,
    /// The parameters that the word stands for.
    parameters: Table,
    /// The shuffle, if the kind can do without parameters.
    shuffle: Option<Arc<dyn Shuffle>>,
}

static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| KINDS.iter().map(Word::new).collect());

impl Word {
    /// The name of its kind.
    pub(super) fn name(&self) -> &'static str {
        self.kind.name
    }

    fn new(kind: &'static Kind) -> Self {
        let mut letters = DEFAULT_LETTERS.iter();
        let lettered = letters.find(|(_, name, _)| *name == kind.name);
        let parameters = lettered.map_or("", |(_, _, parameters)| parameters);
        let parameters: Table = parameters.parse().expect("the parameters are TOML");
        Self {
            kind,
            letter: lettered.map(|(letter, ..)| *letter),
            shuffle: shuffle::build(kind.name, parameters.clone())
                .ok()
                .map(Arc::from),
            parameters,
        }
    }

    /// The step that it stands for among `letters`; `None` for a kind that needs parameters.
    pub fn step(&self, letters: &Letters) -> Option<Step> {
        let meant = self.shuffle.as_ref()?.describe();
        let letter = self.letter.filter(|letter| {
            let shuffle = letters.get(*letter);
            shuffle.is_some_and(|shuffle| shuffle.describe() == meant)
        });
        Some(letter.map_or(Step::Word(self.kind.name), Step::Letter))
    }

    /// The message for a kind that needs parameters.
    pub(crate) fn refusal(&self) -> String {
        let needed = (self.kind.parameters.iter())
            .filter(|parameter| parameter.about.ends_with(REQUIRED))
            .map(|parameter| parameter.name);
        let values: Vec<String> = needed.clone().map(|name| format!("{name}=…")).collect();
        let (name, values) = (self.kind.name, values.join(" "));
        format!(
            "`{name}` needs parameters: {}; accepted: a letter that is defined for it, as by --shuffle 'X={name} {values}'",
            names::list(needed)
        )
    }
}

/// The last word on a parameter that a kind cannot do without.
const REQUIRED: &str = "required";

/// The shuffle that a step with the name of a kind stands for.
pub(super) fn shuffle_of(name: &str) -> Option<&'static Arc<dyn Shuffle>> {
    find(name)?.shuffle.as_ref()
}

/// The table of parameters that makes the shuffle that a word stands for.
pub(super) fn table_of(name: &str) -> Option<Table> {
    let word = find(name)?;
    let (kind, parameters) = (word.kind.name.to_owned(), word.parameters.clone());
    Some(Kinded { kind, parameters }.join())
}

/// The kind of this name, in any case.
pub(super) fn find(text: &str) -> Option<&'static Word> {
    let mut words = WORDS.iter();
    words.find(|word| word.kind.name.eq_ignore_ascii_case(text))
}

/// Returns true if a character can stand in a word.
pub(super) fn in_word(c: char) -> bool {
    c.is_alphabetic() || c == '-'
}

/// The kind that `token` names, unless all of it can be read as letters.
pub(super) fn read(token: &str, is_letter: impl Fn(char) -> bool) -> Option<&'static Word> {
    let word = find(token)?;
    (!token.chars().all(is_letter)).then_some(word)
}

/// Returns true if a routine of this text may use `letter`: it stands there, and not within a word.
pub fn may_use(text: &str, letter: char, is_letter: impl Fn(char) -> bool) -> bool {
    text.split(|c| !in_word(c))
        .any(|token| token.contains(letter) && read(token, &is_letter).is_none())
}

/// The end of a message on `token`, which is no word: what was probably meant.
pub(super) fn hint(token: &str, letters: &Letters) -> String {
    let upper = token.to_uppercase();
    if upper.chars().all(|c| letters.get(c).is_some()) {
        return format!("; did you mean `{upper}`?");
    }
    names::hint(token, KINDS.iter().map(|kind| kind.name))
}

/// Letters that messages list: whoever wants more asks for the list.
const FEW: usize = 5;

/// All letters with what they stand for, in short; shuffles that are alike in short are told apart.
pub(super) fn accepted(letters: &Letters) -> String {
    let described: Vec<(char, String)> = letters
        .iter()
        .map(|(letter, shuffle)| (letter, shuffle.describe()))
        .collect();
    let short = |text: &str| {
        let end = text.find([',', '(']).unwrap_or(text.len());
        text[..end].trim_end().to_owned()
    };
    let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for (_, text) in &described {
        if !seen.insert(short(text)) {
            twice.insert(short(text));
        }
    }
    let mut all: Vec<String> = described
        .iter()
        .map(|(letter, text)| match short(text) {
            short if twice.contains(&short) => format!("`{letter}` {text}"),
            short => format!("`{letter}` {short}"),
        })
        .collect();
    let more = all.len().saturating_sub(FEW);
    if more > 1 {
        all.truncate(FEW);
        all.push(format!("{more} more letters"));
    }
    all.join("; ") + "; or a word such as `mash`; `colddeck list shuffles` lists them all"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::Routine;

    fn parse(text: &str) -> Result<Routine, String> {
        Routine::parse(text, &Letters::default()).map_err(|error| error.to_string())
    }

    fn letters_with(letter: char, kind: &str) -> Letters {
        let mut letters = Letters::default();
        let shuffle = shuffle::build(kind, Table::new()).unwrap();
        letters.define(letter, shuffle.into());
        letters
    }

    #[test]
    fn words_and_letters_mix_and_words_with_letters_are_these() {
        for (text, canonical) in [
            ("mash*7 cut", "M*7 C"),
            ("riffle*3 C", "G*3 C"),
            ("overhand", "O"),
            ("fisher-yates", "S"),
            ("Mash*7 Cut", "M*7 C"),
            ("CUT", "C"),
            ("(pile hindu)*2RR", "P H P H R*2"),
            ("RRH", "R*2 H"),
            ("GS", "G S"),
            ("CCC", "C*3"),
            ("MOP", "M O P"),
            ("Faro*2 FARO mongean", "faro*3 mongean"),
        ] {
            let routine = parse(text).unwrap();
            assert_eq!(routine.canonical(), canonical, "{text}");
            assert_eq!(routine.name(), text);
            assert_eq!(parse(canonical).unwrap().letters(), routine.letters());
        }
    }

    #[test]
    fn every_kind_is_a_word_or_says_what_it_needs() {
        for kind in KINDS {
            match parse(kind.name) {
                Ok(routine) => {
                    let letters = Letters::default();
                    assert_eq!(routine.plan(&letters).steps().len(), 1);
                    let table = Kinded::split(table_of(kind.name).unwrap()).unwrap();
                    assert_eq!(table.kind, kind.name);
                }
                Err(error) => {
                    let example = format!("--shuffle 'X={} ", kind.name);
                    assert!(error.contains(&example) && error.contains("=…"), "{error}");
                }
            }
        }
        let error = parse("G piles").unwrap_err();
        assert!(
            error.contains("column 3: `piles` needs parameters: `piles`, `each`;"),
            "{error}"
        );
    }

    /// Routines that could be read as letters before words came still are.
    #[test]
    fn a_word_of_nothing_but_letters_is_these_letters() {
        let mut letters = Letters::default();
        for letter in ['c', 'u', 't'] {
            let shuffle = shuffle::build("riffle", Table::new()).unwrap();
            letters.define(letter, shuffle.into());
        }
        let routine = Routine::parse("cut", &letters).unwrap();
        assert_eq!(routine.canonical(), "c u t");
        let routine = Routine::parse("Cut mash", &letters).unwrap();
        assert_eq!(routine.canonical(), "C u t M");
    }

    #[test]
    fn a_word_is_not_a_letter_that_stands_for_something_else() {
        let letters = letters_with('M', "cut");
        let routine = Routine::parse("mash M", &letters).unwrap();
        assert_eq!(routine.canonical(), "mash M");
        let described: Vec<String> = (routine.plan(&letters).steps().iter())
            .map(|step| step.describe())
            .collect();
        assert!(described[0].starts_with("mash") && described[1].contains("cut"));
        let same = letters_with('M', "mash");
        let routine = Routine::parse("mash M", &same).unwrap();
        assert_eq!(routine.canonical(), "M*2");
        // Without any letter, words are there all the same.
        let routine = Routine::parse("mash cut", &Letters::none()).unwrap();
        assert_eq!(routine.canonical(), "mash cut");
    }

    #[test]
    fn unknown_words_and_letters_name_what_there_is() {
        for (text, column, parts) in [
            (
                "mahs*7",
                1,
                &["did you mean `mash*7`? ", "unknown word `mahs`"][..],
            ),
            (
                "G*3 rifle",
                5,
                &["did you mean `G*3 riffle`? ", "unknown word `rifle`"],
            ),
            ("rrc", 1, &["unknown word `rrc`", "did you mean `RRC`?"]),
            (
                "Rmash",
                2,
                &["found `mash` right after a letter", "a blank"],
            ),
            ("mash7", 5, &["did you mean `mash*7`? ", "found `7`"]),
            (
                "RX",
                2,
                &[
                    "unknown letter `X`; accepted: `C` one cut at a random place; `G` riffle (Gilbert-Shannon-Reeds); ",
                    "`M` mash shuffle; ",
                    "; or a word such as `mash`; `colddeck list shuffles` lists them all",
                ],
            ),
        ] {
            let error = Routine::parse(text, &Letters::default()).unwrap_err();
            assert_eq!(error.column, column, "{error}");
            for part in parts {
                assert!(error.to_string().contains(part), "{error}");
            }
        }
    }

    #[test]
    fn letters_within_words_are_not_used() {
        let is_letter = |c: char| "fS".contains(c);
        assert!(!may_use("faro S", 'f', is_letter));
        assert!(may_use("f S", 'f', is_letter));
        assert!(may_use("(S)*2f", 'f', is_letter));
        assert!(!may_use("S*3", 'f', is_letter));
    }
}
