//! `emit --like PROGRAM --as code:LANGUAGE`: a program in a language that draws the numbers of another program.
//!
//! A text holds the parts of each language. Above a part stands `@for`, and for which recipes it is. A recipe is a
//! comment that says what is drawn, and all parts that name it, in their order.

use anyhow::{anyhow, bail};

use super::like;
use crate::cli::{Exit, stdio};
use deck::rng::{Generator, Seed, python};
use text::harmless;
use text::names::{hint, list};

/// A language, and how its programs are run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Language {
    /// The word behind `code:`.
    name: &'static str,
    /// The mark of a comment.
    comment: &'static str,
    /// The command that runs a program.
    command: &'static str,
    /// True if it writes whole numbers of any size, and so Python's seeds as they are.
    big_numbers: bool,
    /// The parts of all recipes.
    parts: &'static str,
}

/// All languages.
static LANGUAGES: [Language; 4] = [
    Language {
        name: "python",
        comment: "#",
        command: "python3 draws.py",
        big_numbers: true,
        parts: include_str!("python.txt"),
    },
    Language {
        name: "c++",
        comment: "//",
        // Rounded at each step, also where a processor can do two at once.
        command: "g++ -O2 -ffp-contract=off draws.cpp -o draws && ./draws",
        big_numbers: false,
        parts: include_str!("cpp.txt"),
    },
    Language {
        name: "javascript",
        comment: "//",
        command: "node draws.js",
        big_numbers: false,
        parts: include_str!("javascript.txt"),
    },
    Language {
        name: "rust",
        comment: "//",
        command: "rustc -O draws.rs && ./draws",
        big_numbers: false,
        parts: include_str!("rust.txt"),
    },
];

/// The word for code on the command line, as help and messages list it.
pub(super) const WORD: &str = "code:LANGUAGE";

/// The mark of a line that says for which recipes the part below it is.
const FOR: &str = "@for ";

/// The place of the seed in a part.
const SEED: &str = "@seed@";

/// The recipe of numpy for a seed that is a list: it fills the state in another way.
const NUMPY_LIST: &str = "numpy-list";

impl Language {
    /// Reads `code:LANGUAGE`; `None` if it is another word, else the language, or what is wrong with it.
    pub(super) fn parse(text: &str) -> Option<Result<&'static Self, String>> {
        let (word, name) = text.split_once(':').unwrap_or((text, ""));
        if word != "code" {
            return None;
        }
        let language = LANGUAGES.iter().find(|language| language.name == name);
        Some(language.ok_or_else(|| {
            let all = || LANGUAGES.iter().map(|language| language.name);
            let reason = match name {
                "matlab" => "; MATLAB is not at hand, so nothing would check its lines",
                _ => "",
            };
            format!(
                "found `{}`{reason}; accepted: {WORD}, a language being one of {}{}",
                text.escape_debug(),
                list(all()),
                hint(name, all())
            )
        }))
    }

    /// The word for it on the command line.
    pub(super) fn word(&self) -> String {
        format!("code:{}", self.name)
    }

    /// The program that draws as this generator does from this seed; `None` if the generator is like no program.
    fn program(&self, generator: Generator, seed: &Seed) -> Option<String> {
        let recipe = recipe(generator, seed)?;
        let code: String = parts(self.parts)
            .filter(|(recipes, _)| recipes.split(' ').any(|named| named == recipe))
            .map(|(_, text)| text)
            .collect();
        let code = code.replace(SEED, &self.seed(generator, seed));
        Some(self.comment(generator, seed)? + &code)
    }

    /// The seed as the parts take it: a number, or the words of a list.
    fn seed(&self, generator: Generator, seed: &Seed) -> String {
        let listed = |words: &[u32]| {
            let words: Vec<String> = words.iter().map(u32::to_string).collect();
            words.join(", ")
        };
        match (generator, seed) {
            (Generator::Python, _) if self.big_numbers => of_python(seed),
            (Generator::Python, _) => listed(python::key(&seed.little_endian())),
            (_, Seed::List(words)) => listed(words),
            (_, Seed::Integer(number)) => number.to_string(),
        }
    }

    /// The lines above the code: what it draws, and how it is called.
    fn comment(&self, generator: Generator, seed: &Seed) -> Option<String> {
        let program = like::name(generator)?;
        let seed_words = harmless::shell(&["--seed".to_owned(), seed.to_string()]);
        let lines = [
            format!("Draws what {}.", drawn(generator, seed)?),
            format!("`{} doubles 5` prints the numbers of", self.command),
            format!("`colddeck emit --like {program} {seed_words} --as doubles --trials 5`;"),
            "ints:BOUND and shuffle:ITEMS are as there, BOUND up to 4294967296.".to_owned(),
        ];
        Some(
            lines
                .map(|line| format!("{} {line}\n", self.comment))
                .concat(),
        )
    }
}

/// The word by which the parts call this generator with this seed.
fn recipe(generator: Generator, seed: &Seed) -> Option<&'static str> {
    match (generator, seed) {
        (Generator::NumpyLegacy, Seed::List(_)) => Some(NUMPY_LIST),
        _ => like::name(generator),
    }
}

/// Each part of a text: the recipes that it is for, and its lines.
fn parts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(FOR).filter_map(|part| part.split_once('\n'))
}

/// The seed as Python writes a whole number: a list of words, which may be longer than any number here, in hexadecimal
/// digits.
fn of_python(seed: &Seed) -> String {
    match seed {
        Seed::Integer(number) => number.to_string(),
        Seed::List(words) => {
            let words = python::key(words).iter().rev();
            let digits: Vec<String> = words.map(|word| format!("{word:08x}")).collect();
            format!("0x{}", digits.concat())
        }
    }
}

/// The calls whose numbers are drawn, and the versions that give them.
fn drawn(generator: Generator, seed: &Seed) -> Option<String> {
    let gcc = "with the distributions and the std::shuffle of GCC 11 to 15";
    Some(match generator {
        Generator::NumpyLegacy => format!(
            "numpy.random.RandomState({seed}) does: random_sample(), randint(n), shuffle(list), \
             kept by numpy (NEP 19, 2018)"
        ),
        Generator::Python => format!(
            "Python's random.Random({}) does: random(), randrange(n), shuffle(list), since Python 3.2",
            of_python(seed)
        ),
        Generator::CppMt19937 => format!("C++'s std::mt19937({seed}) does {gcc}"),
        Generator::CppMinstdRand0 => format!(
            "C++'s std::default_random_engine({seed}), which is minstd_rand0 there, does {gcc}"
        ),
        Generator::Matlab => format!(
            "MATLAB does after rng({seed}): rand, randi([0 n-1]), list(randperm(n)), by its published description"
        ),
        Generator::Xoshiro256ppX8 | Generator::Pcg64 | Generator::Msvc => return None,
    })
}

/// Prints the program.
pub(super) fn run(
    language: &Language,
    generator: Generator,
    seed: Option<&str>,
    trials: Option<u64>,
) -> anyhow::Result<Exit> {
    if trials.is_some() {
        bail!(
            "--trials: found with --as {}; accepted without it: the program is told how many lines, as in `{} doubles 5`",
            language.word(),
            language.command
        );
    }
    let seed = like::seed(generator, seed)?;
    generator
        .check(&seed)
        .map_err(|error| anyhow!("--seed: {error}"))?;
    let Some(program) = language.program(generator, &seed) else {
        bail!("--like: `{}` is like no other program", generator.name());
    };
    stdio::print(&program)?;
    Ok(Exit::NoEvidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::GENERATORS;

    /// A generator of each program with seeds of each kind that it takes, beside what the code shows of them.
    fn seeded() -> Vec<(Generator, Seed, &'static str)> {
        let mut all: Vec<_> = (GENERATORS.iter().filter(|about| about.like.is_some()))
            .map(|about| (about.generator, Seed::Integer(20_191_224), "20191224"))
            .collect();
        let list = Seed::List(vec![7, u32::MAX]);
        all.push((Generator::NumpyLegacy, list, "[7, 4294967295]"));
        all
    }

    #[test]
    fn every_pair_gives_a_program_that_names_its_seed() {
        for language in &LANGUAGES {
            for (generator, seed, shown) in seeded() {
                let program = language.program(generator, &seed).unwrap();
                let pair = format!("{} in {}", generator.name(), language.name);
                let (comment, code): (Vec<&str>, Vec<&str>) = program
                    .lines()
                    .partition(|line| line.starts_with(language.comment));
                assert!(comment[0].contains(shown), "{pair}");
                let digits = shown.trim_matches(['[', ']']);
                let holds = code.iter().any(|line| line.contains(digits));
                assert!(holds, "{pair}");
                assert!(code.len() > 10, "{pair}");
                assert!(!program.contains('@'), "{pair}");
                assert!(program.ends_with('\n'), "{pair}");
                // The first comment, which names the versions, may be longer.
                let widest = code.iter().map(|line| line.chars().count()).max();
                assert!(widest <= Some(140), "{pair}");
            }
        }
    }

    #[test]
    fn parts_name_recipes_that_there_are() {
        let recipes: Vec<_> = seeded()
            .iter()
            .filter_map(|(generator, seed, _)| recipe(*generator, seed))
            .collect();
        for language in &LANGUAGES {
            assert!(language.parts.starts_with(FOR), "{}", language.name);
            for (named, text) in parts(language.parts) {
                assert!(!text.is_empty());
                for name in named.split(' ') {
                    assert!(recipes.contains(&name), "{}: {name}", language.name);
                }
            }
        }
    }

    #[test]
    fn seeds_of_python_are_numbers_there_and_words_elsewhere() {
        let [python, cpp, ..] = &LANGUAGES;
        let list = |words: &[u32]| Seed::List(words.to_vec());
        for (seed, number, words) in [
            (Seed::Integer(0), "0", "0"),
            (Seed::Integer((1 << 32) + 5), "4294967301", "5, 1"),
            (list(&[5, 1]), "0x0000000100000005", "5, 1"),
            // Noughts above the highest word do not count.
            (list(&[7, 0, 0]), "0x00000007", "7"),
            (list(&[0, 0]), "0x00000000", "0"),
        ] {
            assert_eq!(python.seed(Generator::Python, &seed), number);
            assert_eq!(cpp.seed(Generator::Python, &seed), words);
        }
    }

    #[test]
    fn languages_are_read_and_others_refused() {
        for language in &LANGUAGES {
            assert_eq!(Language::parse(&language.word()), Some(Ok(language)));
        }
        for text in ["", "python", "doubles", "codes:python"] {
            assert_eq!(Language::parse(text), None);
        }
        let refused = |text| Language::parse(text).unwrap().unwrap_err();
        let accepted = "accepted: code:LANGUAGE, a language being one of `python`, `c++`, `javascript`, `rust`";
        assert_eq!(refused("code"), format!("found `code`; {accepted}"));
        assert_eq!(
            refused("code:pyton"),
            format!("found `code:pyton`; {accepted}; did you mean `python`?")
        );
        assert!(refused("code:matlab").contains("nothing would check its lines; accepted"));
    }
}
