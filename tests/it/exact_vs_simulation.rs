//! Simulation against exact chains: the position matrix of every shuffle, row by row.
//!
//! Under a shuffle that is not ideal the sum over the whole matrix follows no chi-squared law, but
//! each card's row is a multinomial sample of its row of the chain. Rows are tested at 0.001 over
//! the square of the number of cases each (Bonferroni over cards), so that the whole file has a
//! false-alarm rate below 0.001 times the number of cases if its seed is ever changed.

use deck::rng::{GENERATORS, Generator, Seed};
use laws::matrix::Matrix;
use laws::tail::chi_squared_upper;
use shuffle::policy::Policy;
use shuffle::routine::{Letters, Plan, Routine};

use engine::simulate::{self, Job, Unwatched};

use statistic::Design;

/// The error of each comparison: all hundred of them together stay below 0.001.
const ERROR: f64 = 0.000_01;

fn matrix(plan: Plan, generator: Generator, design: &Design) -> Vec<u64> {
    let statistics = vec![statistic::build("position-matrix", toml::Table::new(), design).unwrap()];
    let job = Job {
        plan,
        label: "test".to_owned(),
        generator,
        seed: Seed::Integer(2026),
        policy: Policy::default(),
    };
    let counts = simulate::run(
        &[job],
        design,
        &statistics,
        2,
        &Unwatched,
        &mut simulate::Never,
    )
    .unwrap();
    counts[0].tally(0, "positions").unwrap().cells().to_vec()
}

/// Smallest p-value of all cards' rows, times the number of cards.
fn worst_row(chain: &Matrix, cells: &[u64], decks: u64) -> f64 {
    let cards = chain.size();
    let p = |card: usize| {
        let (mut x2, mut bins) = (0.0, 0u32);
        // Rare places are pooled, those that cannot be reached must be empty.
        let (mut expected, mut seen) = (0.0, 0);
        for (position, &probability) in chain.row(card).iter().enumerate() {
            let count = cells[position * cards + card];
            if probability == 0.0 {
                assert_eq!(count, 0, "card {card} at {position}, where it cannot be");
                continue;
            }
            expected += probability * decks as f64;
            seen += count;
            if expected >= 10.0 {
                x2 += (seen as f64 - expected).powi(2) / expected;
                bins += 1;
                (expected, seen) = (0.0, 0);
            }
        }
        if bins < 2 {
            1.0
        } else {
            chi_squared_upper(x2, f64::from(bins - 1))
        }
    };
    (0..cards).map(p).fold(1.0, f64::min) * cards as f64
}

fn check(text: &str, letters: &Letters, generator: Generator, cards: usize) {
    let plan = Routine::parse(text, letters).unwrap().plan(letters);
    let design = Design {
        size: cards,
        trials: 20_000,
        replicates: 1,
    };
    let chain = plan.one_card(cards).unwrap();
    let p = worst_row(&chain, &matrix(plan, generator, &design), design.subjects());
    assert!(
        p > ERROR,
        "{text}, {cards} cards, {}: p = {p}",
        generator.name()
    );
}

#[test]
fn every_default_shuffle_and_the_published_routines() {
    let letters = Letters::default();
    for generator in GENERATORS.iter().map(|about| about.generator) {
        for text in [
            "S", "C", "G", "R", "H", "G*3", "RRR", "RRH", "HRR", "RHH", "HHH",
        ] {
            check(text, &letters, generator, 40);
        }
    }
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn every_kind_on_decks_of_many_sizes() {
    let mut letters = Letters::none();
    for (kind, parameters) in [
        ("fisher-yates", ""),
        ("riffle", ""),
        ("riffle", "max-streak = 1"),
        ("riffle", "max-streak = 7"),
        ("riffle", "upper = 0.3"),
        ("riffle", "clump = 0.4"),
        ("riffle", "packets = 3\nclump = 0.4"),
        ("table-riffle", ""),
        ("strip", ""),
        ("strip", "packets = [2, 9]"),
        ("box", ""),
        ("box", "packets = 3\nerror = 7"),
        ("hindu", "packet = [1, 1]"),
        ("hindu", "packet = [3, 20]"),
        ("hindu", "packet = [1, 300]"),
        ("cut", ""),
        ("identity", ""),
        ("overhand", ""),
        ("mash", ""),
        ("pile", "piles = 3"),
        ("pile", "piles = 3\nface = \"up\"\ncollect = \"random\""),
        ("piles", "piles = 2\neach = { kind = \"fisher-yates\" }"),
        (
            "piles",
            "piles = 3\neach = { kind = \"riffle\" }\ncollect = \"reversed\"",
        ),
        ("random-list", "piles = 2\neach = { kind = \"cut\" }"),
        (
            "pairwise-piles",
            "pile = 12\nrounds = 2\neach = { kind = \"riffle\" }",
        ),
        ("now-and-then", "share = 0.25\neach = { kind = \"riffle\" }"),
        ("favoured-place", "card = 2\nplace = 3\ntimes = 0.6"),
        ("shelf", ""),
        ("shelf", "shelves = 2\nfrom = \"top\""),
        ("faro", ""),
        ("mongean", ""),
        ("mongean", "first = \"bottom\""),
        ("ouroboros", "cut = 1"),
        ("mexican-spiral", ""),
        ("cut", "cards = 2"),
        ("fisher-yates", "direction = \"down\""),
        ("inside-out", ""),
        ("batched", ""),
        ("sort-by-keys", ""),
        ("sort-by-keys", "bits = 2"),
        ("swap-with-any", ""),
        ("sattolo", ""),
        ("asf-poker", ""),
        ("modulo-rand", "rand-max = 255"),
        ("freecell", ""),
        ("random-comparator", ""),
        ("random-comparator", "algorithm = \"insertion\""),
        ("random-comparator", "algorithm = \"merge\""),
        ("random-transpositions", "moves = 50"),
        ("top-to-random", "moves = 20"),
        ("random-to-top", ""),
        ("random-to-random", ""),
        ("adjacent-transpositions", "moves = 30"),
        ("thorp", ""),
        ("rudvalis", "moves = 20"),
        ("borel", "moves = 3"),
        ("inverse-riffle", ""),
        ("even-only", ""),
    ] {
        letters.define(
            'X',
            shuffle::build(kind, parameters.parse().unwrap())
                .unwrap()
                .into(),
        );
        for cards in [2, 3, 7, 52, 64, 65, 130, 255, 256, 300] {
            check("X", &letters, Generator::DEFAULT, cards);
        }
    }
}

#[test]
fn a_wrong_chain_is_noticed() {
    let letters = Letters::default();
    let design = Design {
        size: 40,
        trials: 20_000,
        replicates: 1,
    };
    let plan = |text| Routine::parse(text, &letters).unwrap().plan(&letters);
    let cells = matrix(plan("G"), Generator::DEFAULT, &design);
    // The chain of the streak-limited riffle is close to the riffle's, but not the same; places
    // that a riffle cannot reach are unreachable for both.
    let p = worst_row(&plan("R").one_card(40).unwrap(), &cells, design.subjects());
    assert!(p < 1e-6, "{p}");
}
