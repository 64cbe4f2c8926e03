//! The compatibility streams give the values that the originals gave, so published results can be
//! had again.
//!
//! `tests/data/numpy_legacy.json` was written by numpy itself (its header names the command and the
//! version): lists of calls to replay in order from a seed, each with what it gave, and each list
//! with the code path that it is there for. `tests/data/python.json` was written likewise by Python
//! itself, and `tests/data/streams.json` by Python, numpy and a program compiled with GCC: what
//! `emit --like` puts out.

use deck::rng::Generator;
use deck::rng::matlab::Matlab;
use deck::rng::numpy_legacy::NumpyLegacy;
use deck::rng::python::Python;
use deck::rng::{Draws, ProgramDraws, Seed as SpecSeed};

use serde::Deserialize;
use shuffle::Scratch;

/// Parameters of the 64-bit hash FNV-1a (G. Fowler, L. C. Noll and K.-P. Vo, 1991), here over
/// values, not bytes.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "command")]
    _command: String,
    #[serde(rename = "numpy")]
    _numpy: String,
    vectors: Vec<Vector>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    path: String,
    seed: Seed,
    calls: Vec<Call>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Seed {
    Word(u32),
    List(Vec<u32>),
}

/// A call and what numpy gave; a call with several values is repeated for each of them.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case", deny_unknown_fields)]
enum Call {
    Words {
        expect: Vec<u32>,
    },
    /// Words whose values do not matter.
    Skip {
        count: u32,
    },
    /// Doubles times 2⁵³.
    Doubles {
        expect: Vec<u64>,
    },
    Range {
        low: u32,
        high: u32,
        expect: Vec<u32>,
    },
    /// One shuffle of the cards 0, 1, ….
    Shuffle {
        expect: Vec<usize>,
    },
    Binomial {
        n: u32,
        p: String,
        expect: Vec<u32>,
    },
    /// Too many draws to list, hashed.
    BinomialStream {
        n: u32,
        p: String,
        count: u32,
        expect: u64,
    },
}

impl Call {
    /// Makes the call and compares.
    fn replay(&self, numpy: &mut NumpyLegacy, path: &str) {
        match self {
            Self::Words { expect } => {
                let words: Vec<u32> = expect.iter().map(|_| numpy.next_u32()).collect();
                assert_eq!(&words, expect, "{path}");
            }
            Self::Skip { count } => {
                for _ in 0..*count {
                    numpy.next_u32();
                }
            }
            Self::Doubles { expect } => {
                for &bits in expect {
                    assert_eq!(scaled(numpy.next_double()), bits, "{path}");
                }
            }
            Self::Range { low, high, expect } => {
                let draws: Vec<u32> = expect.iter().map(|_| numpy.range(*low, *high)).collect();
                assert_eq!(&draws, expect, "{path}");
            }
            Self::Shuffle { expect } => {
                let mut deck: Vec<usize> = (0..expect.len()).collect();
                numpy.shuffle(&mut deck);
                assert_eq!(&deck, expect, "{path}");
            }
            Self::Binomial { n, p, expect } => {
                let p = p.parse().unwrap();
                let draws: Vec<u32> = expect.iter().map(|_| numpy.binomial(*n, p)).collect();
                assert_eq!(&draws, expect, "{path}");
            }
            Self::BinomialStream {
                n,
                p,
                count,
                expect,
            } => {
                let p = p.parse().unwrap();
                let hash = (0..*count).fold(FNV_OFFSET, |hash, _| {
                    (hash ^ u64::from(numpy.binomial(*n, p))).wrapping_mul(FNV_PRIME)
                });
                assert_eq!(hash, *expect, "{path}");
            }
        }
    }
}

/// A double of the generator as the integer below 2⁵³ that it stands for.
fn scaled(double: f64) -> u64 {
    (double * 2_f64.powi(53)) as u64
}

/// Replays every vector whose path starts with one of `kinds`; fails if there is none for a kind.
fn replay(kinds: &[&str]) {
    let file: File = serde_json::from_str(include_str!("../data/numpy_legacy.json")).unwrap();
    for kind in kinds {
        let mut replayed = 0;
        for vector in file.vectors.iter().filter(|v| v.path.starts_with(kind)) {
            let mut numpy = match &vector.seed {
                Seed::Word(word) => NumpyLegacy::from_seed(*word),
                Seed::List(list) => NumpyLegacy::from_list(list),
            };
            for call in &vector.calls {
                call.replay(&mut numpy, &vector.path);
            }
            replayed += 1;
        }
        assert!(replayed > 0, "no vector of the kind {kind}");
    }
}

#[test]
fn numpy_legacy_seeds_and_words() {
    replay(&["seed:", "twister:"]);
}

#[test]
fn numpy_legacy_doubles() {
    replay(&["doubles:"]);
}

#[test]
fn numpy_legacy_ranges() {
    replay(&["range:"]);
}

#[test]
fn numpy_legacy_shuffles() {
    replay(&["shuffle:"]);
}

#[test]
fn numpy_legacy_binomials_by_inversion() {
    replay(&["coin:", "inversion:"]);
}

#[test]
fn numpy_legacy_binomials_by_btpe() {
    replay(&["BTPE:"]);
}

#[test]
fn numpy_legacy_calls_of_all_kinds_mixed() {
    replay(&["mixed:"]);
}

/// The first throws of a die from the seed that most vectors share, for the reader.
#[test]
fn numpy_legacy_dice_of_seed_199() {
    let mut numpy = NumpyLegacy::from_seed(0xC7);
    let draws: Vec<u32> = (0..12).map(|_| numpy.range(7, 13)).collect();
    assert_eq!(draws, [11, 7, 10, 9, 12, 9, 7, 9, 12, 9, 10, 9]);
}

/// Checks what each shuffle of programs, right or wrong, makes of twelve cards with `pcg64`: a change here is
/// value-breaking. All but two were worked out by a program of its own: `python3 tests/data/zoo.py`.
#[test]
fn shuffles_that_draw_deck_by_deck() {
    let seed = deck::rng::Seed::Integer(1);
    for (kind, parameters, expected) in [
        ("fisher-yates", "", [9, 0, 1, 7, 4, 11, 6, 3, 5, 10, 8, 2]),
        (
            "fisher-yates",
            "direction = \"down\"",
            [1, 8, 0, 10, 9, 11, 3, 5, 7, 2, 6, 4],
        ),
        ("inside-out", "", [1, 7, 9, 5, 10, 0, 4, 6, 3, 2, 11, 8]),
        ("batched", "", [0, 1, 3, 9, 6, 11, 7, 4, 5, 10, 8, 2]),
        ("sort-by-keys", "", [7, 6, 4, 0, 9, 3, 10, 8, 1, 5, 11, 2]),
        (
            "sort-by-keys",
            "bits = 3",
            [0, 4, 6, 7, 3, 9, 1, 8, 10, 5, 11, 2],
        ),
        ("swap-with-any", "", [2, 5, 7, 9, 11, 10, 3, 1, 6, 4, 0, 8]),
        ("sattolo", "", [6, 9, 10, 5, 0, 7, 3, 1, 11, 8, 4, 2]),
        ("asf-poker", "", [2, 5, 7, 9, 0, 8, 4, 6, 1, 11, 10, 3]),
        ("modulo-rand", "", [4, 11, 5, 2, 9, 1, 10, 0, 3, 6, 7, 8]),
        (
            "modulo-rand",
            "rand-max = 4294967295",
            [1, 0, 6, 5, 10, 3, 11, 4, 8, 7, 2, 9],
        ),
        ("freecell", "", [5, 10, 11, 0, 6, 4, 8, 3, 2, 1, 7, 9]),
        (
            "random-comparator",
            "",
            [5, 3, 2, 7, 8, 11, 6, 1, 10, 4, 0, 9],
        ),
        (
            "random-comparator",
            "algorithm = \"insertion\"",
            [4, 1, 3, 2, 5, 0, 7, 6, 9, 8, 10, 11],
        ),
        (
            "random-comparator",
            "algorithm = \"merge\"",
            [1, 2, 0, 4, 5, 3, 8, 7, 10, 6, 11, 9],
        ),
        (
            "random-comparator",
            "algorithm = \"quick\"",
            [6, 2, 9, 11, 5, 4, 1, 8, 7, 3, 10, 0],
        ),
        (
            "random-transpositions",
            "moves = 20",
            [1, 9, 6, 7, 4, 8, 11, 0, 5, 10, 2, 3],
        ),
        (
            "top-to-random",
            "moves = 20",
            [8, 9, 10, 11, 6, 0, 7, 4, 1, 2, 3, 5],
        ),
        (
            "random-to-top",
            "moves = 20",
            [4, 5, 6, 10, 3, 7, 9, 2, 0, 1, 11, 8],
        ),
        (
            "random-to-random",
            "moves = 20",
            [4, 9, 6, 5, 3, 8, 0, 10, 11, 1, 7, 2],
        ),
        (
            "adjacent-transpositions",
            "moves = 40",
            [0, 1, 7, 2, 3, 4, 6, 5, 8, 9, 10, 11],
        ),
        ("thorp", "moves = 2", [9, 0, 3, 6, 4, 7, 10, 1, 5, 8, 2, 11]),
        (
            "rudvalis",
            "moves = 20",
            [9, 10, 5, 0, 11, 1, 3, 2, 4, 6, 7, 8],
        ),
        (
            "borel",
            "moves = 20",
            [1, 8, 3, 4, 9, 2, 11, 6, 0, 7, 10, 5],
        ),
        ("inverse-riffle", "", [0, 1, 3, 4, 6, 7, 8, 9, 10, 2, 5, 11]),
        ("even-only", "", [6, 11, 0, 4, 10, 7, 8, 1, 3, 9, 5, 2]),
    ] {
        let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
        let mut deck: Vec<u16> = (0..12).collect();
        let mut stream = Generator::Pcg64.stream(&seed, "stability", 0, 0).unwrap();
        shuffle.apply(&mut deck, 12, &mut Scratch::default(), &mut stream);
        assert_eq!(deck, expected, "{kind} {parameters}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PythonFile {
    #[serde(rename = "command")]
    _command: String,
    #[serde(rename = "python")]
    _python: String,
    vectors: Vec<PythonVector>,
}

/// The values that `random.Random(seed)` gave, in this order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PythonVector {
    seed: String,
    /// The words of the seed's absolute value, the lowest first.
    words: Vec<u32>,
    doubles: Vec<u64>,
    below: Vec<(u32, Vec<u32>)>,
    bits: Vec<(u32, Vec<u32>)>,
    shuffles: Vec<Vec<u16>>,
    last: u32,
    /// The cards after a riffle, a cut, a riffle and a shuffle of twelve cards, from the seed again.
    routine: Vec<u16>,
}

#[test]
fn python_gives_what_cpython_gave() {
    let file: PythonFile = serde_json::from_str(include_str!("../data/python.json")).unwrap();
    assert!(file.vectors.len() > 10);
    for vector in &file.vectors {
        let seed = &vector.seed;
        let mut python = Python::from_words(&vector.words);
        for &double in &vector.doubles {
            assert_eq!(scaled(python.next_double()), double, "{seed}");
        }
        for (bound, expect) in &vector.below {
            let draws: Vec<u32> = expect.iter().map(|_| python.below(*bound)).collect();
            assert_eq!(&draws, expect, "{seed}: below {bound}");
        }
        for (bits, expect) in &vector.bits {
            let draws: Vec<u32> = expect.iter().map(|_| python.bits(*bits)).collect();
            assert_eq!(&draws, expect, "{seed}: {bits} bits");
        }
        for expect in &vector.shuffles {
            let mut deck: Vec<u16> = (0..).take(expect.len()).collect();
            python.shuffle(&mut deck);
            assert_eq!(&deck, expect, "{seed}");
        }
        for _ in 0..700 {
            python.bits(32);
        }
        assert_eq!(python.bits(32), vector.last, "{seed}");
    }
}

/// The seeds as specs and the command line give them, and shuffles as they draw from the stream.
#[test]
fn python_shuffles_as_programs_in_python_do() {
    let file: PythonFile = serde_json::from_str(include_str!("../data/python.json")).unwrap();
    for vector in &file.vectors {
        let mut seeds = vec![deck::rng::Seed::List(vector.words.clone())];
        // Python ignores the sign, and takes no zeros above the highest word.
        let digits = vector.seed.trim_start_matches('-');
        seeds.extend(deck::rng::Seed::parse(digits));
        seeds.push(deck::rng::Seed::List([&vector.words[..], &[0]].concat()));
        for seed in seeds {
            let mut stream = Generator::Python.stream(&seed, "any", 0, 0).unwrap();
            let mut deck: Vec<u16> = (0..12).collect();
            for kind in ["riffle", "cut", "riffle", "fisher-yates"] {
                let shuffle = shuffle::build(kind, toml::Table::new()).unwrap();
                shuffle.apply(&mut deck, 12, &mut Scratch::default(), &mut stream);
            }
            assert_eq!(deck, vector.routine, "{seed}");
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamFile {
    #[serde(rename = "command")]
    _command: String,
    #[serde(rename = "versions")]
    _versions: String,
    vectors: Vec<StreamVector>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamVector {
    program: String,
    seed: String,
    /// The kind of the draws and their number, and the last lines of them.
    draws: Vec<(String, Vec<String>)>,
}

/// A line of `kind`, as programs print it.
fn line(draws: &mut dyn ProgramDraws, kind: &str, number: u64) -> String {
    match kind {
        "doubles" => format!("{:?}", draws.double()),
        "ints" => match u32::try_from(number) {
            Ok(bound) => draws.below(bound).to_string(),
            Err(_) => draws.any_u32().to_string(),
        },
        "shuffle" => {
            let mut items: Vec<u16> = (0..).take(number as usize).collect();
            draws.shuffle(&mut items);
            let items: Vec<String> = items.iter().map(u16::to_string).collect();
            items.join(" ")
        }
        _ => unreachable!("{kind}"),
    }
}

#[test]
fn programs_are_what_emit_says_they_are_like() {
    let file: StreamFile = serde_json::from_str(include_str!("../data/streams.json")).unwrap();
    let mut programs: Vec<&str> = file.vectors.iter().map(|v| v.program.as_str()).collect();
    programs.dedup();
    assert_eq!(programs, ["python", "numpy", "c++", "c++-default"]);
    for vector in &file.vectors {
        let generator = Generator::like(&vector.program).unwrap();
        let seed = SpecSeed::parse_with_lists(&vector.seed).unwrap();
        for (what, expect) in &vector.draws {
            let mut stream = generator.stream(&seed, "", 0, 0).unwrap();
            let draws = stream.program().unwrap();
            let mut words = what.split(':');
            let trials: usize = words.next().unwrap().parse().unwrap();
            let kind = words.next().unwrap();
            let number = words.next().map_or(0, |number| number.parse().unwrap());
            let lines: Vec<String> = (0..trials).map(|_| line(draws, kind, number)).collect();
            let last = &lines[trials - expect.len()..];
            let of = format!("{}, seed {}, {what}", vector.program, vector.seed);
            if kind == "doubles" {
                let read = |line: &String| line.parse::<f64>().unwrap().to_bits();
                let bits = |lines: &[String]| lines.iter().map(read).collect::<Vec<_>>();
                assert_eq!(bits(last), bits(expect), "{of}");
            } else {
                assert_eq!(last, expect, "{of}");
            }
        }
    }
}

/// Checks the numbers that `MathWorks` prints in its documentation, to as many digits: `rand` of `rng("default")`,
/// which is `rng(0)` and the seed 5489, and of `rng(1)`; the pages of `randi` and `randperm`, whose examples start from
/// the default.
#[test]
fn matlab_gives_what_its_documentation_prints() {
    for seed in [0, 5489] {
        let mut matlab = Matlab::from_seed(seed);
        let values: Vec<String> = (0..10).map(|_| format!("{:.4}", matlab.double())).collect();
        assert_eq!(
            values.join(" "),
            "0.8147 0.9058 0.1270 0.9134 0.6324 0.0975 0.2785 0.5469 0.9575 0.9649"
        );
    }
    let mut matlab = Matlab::from_seed(1);
    let values: Vec<String> = (0..4).map(|_| format!("{:.4}", matlab.double())).collect();
    assert_eq!(values.join(" "), "0.4170 0.7203 0.0001 0.3023");
    // randi(10, 5), a column after the other.
    let mut matlab = Matlab::from_seed(0);
    let numbers: Vec<u32> = (0..25).map(|_| 1 + matlab.below(10)).collect();
    assert_eq!(
        numbers,
        [
            9, 10, 2, 10, 7, 1, 3, 6, 10, 10, 2, 10, 10, 5, 9, 2, 5, 10, 8, 10, 7, 1, 9, 10, 7
        ]
    );
    // randi([-5, 5], 10, 1), and randi([10 50], 1, 5).
    let mut matlab = Matlab::from_seed(0);
    let numbers: Vec<i64> = (0..10).map(|_| i64::from(matlab.below(11)) - 5).collect();
    assert_eq!(numbers, [3, 4, -4, 5, 1, -4, -2, 1, 5, 5]);
    let mut matlab = Matlab::from_seed(0);
    let numbers: Vec<u32> = (0..5).map(|_| 10 + matlab.below(41)).collect();
    assert_eq!(numbers, [43, 47, 15, 47, 35]);
    // randperm(6) and randperm(8), each from the start.
    for order in [&[6, 3, 5, 1, 2, 4][..], &[6, 3, 7, 8, 5, 1, 2, 4]] {
        let mut items: Vec<u16> = (1..).take(order.len()).collect();
        Matlab::from_seed(0).shuffle(&mut items);
        assert_eq!(items, order);
    }
}
