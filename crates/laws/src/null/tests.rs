//! Tests that every law must pass.

use dashu_int::IBig;

use super::*;
use crate::tail::Tails;
use crate::testing::assert_close;

/// Calls `visit` with every order of the cards from `at` on.
fn for_each_order(deck: &mut [Card], at: usize, visit: &mut dyn FnMut(&[Card])) {
    if at == deck.len() {
        visit(deck);
    }
    for other in at..deck.len() {
        deck.swap(at, other);
        for_each_order(deck, at + 1, visit);
        deck.swap(at, other);
    }
}

fn law_of(name: &str) -> &'static Law {
    find(name).unwrap()
}

fn rational(count: &UBig, orders: &UBig) -> RBig {
    RBig::from_parts(IBig::from(count.clone()), orders.clone())
}

#[test]
fn every_law_has_a_name_of_its_own_its_documentation_and_its_ranges() {
    for (i, law) in LAWS.iter().enumerate() {
        assert!(LAWS[..i].iter().all(|other| other.name != law.name));
        assert!(!law.about.is_empty() && !law.source.is_empty());
        assert!(law.exact_up_to >= 200 && law.floats_up_to >= 500);
        assert!(law.exact(law.exact_up_to + 1).is_err() && law.exact(0).is_err());
        let error = law.floats(MAX_CARDS + 1).unwrap_err().to_string();
        assert!(
            error.contains(law.name) && error.contains("10001"),
            "{error}"
        );
        assert!(law.moments(law.moments_up_to + 1).is_err());
    }
    let error = find("fixed-point").unwrap_err().to_string();
    assert!(error.contains("did you mean `fixed-points`?"), "{error}");
}

#[test]
fn every_law_agrees_with_enumeration_of_all_orders() {
    for cards in 1..=8 {
        let mut deck: Vec<Card> = (0..cards as Card).collect();
        let mut tallies: Vec<Vec<u32>> = LAWS
            .iter()
            .map(|law| vec![0; law.exact(cards).unwrap().counts().len()])
            .collect();
        for_each_order(&mut deck, 0, &mut |deck| {
            for (law, tally) in LAWS.iter().zip(&mut tallies) {
                tally[(law.value(deck) - law.least) as usize] += 1;
            }
        });
        for (law, tally) in LAWS.iter().zip(tallies) {
            let tally: Vec<UBig> = tally.into_iter().map(UBig::from).collect();
            assert_eq!(
                law.exact(cards).unwrap().counts(),
                tally,
                "{} {cards}",
                law.name
            );
        }
    }
}

/// Rows of the encyclopedia's tables, from the smallest value on.
const PUBLISHED: &[(&str, usize, &[u32])] = &[
    // A008292
    ("rising-sequences", 6, &[1, 57, 302, 302, 57, 1]),
    ("descents", 7, &[1, 120, 1191, 2416, 1191, 120, 1]),
    // A008303
    ("valleys", 7, &[64, 1824, 2880, 272]),
    // A008302
    ("inversions", 4, &[1, 3, 5, 6, 5, 3, 1]),
    ("inversions", 5, &[1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1]),
    // A008290
    ("fixed-points", 6, &[265, 264, 135, 40, 15, 0, 1]),
    // A132393
    ("cycles", 6, &[120, 274, 225, 85, 15, 1]),
    // A123513
    ("successions", 6, &[309, 265, 110, 30, 5, 1]),
    // A047874
    (
        "longest-increasing-subsequence",
        6,
        &[1, 131, 381, 181, 25, 1],
    ),
    (
        "longest-increasing-subsequence",
        8,
        &[1, 1429, 14_337, 17_557, 6105, 841, 49, 1],
    ),
    // A062869, with the odd values, which no order has
    ("footrule", 4, &[1, 0, 3, 0, 7, 0, 9, 0, 4]),
    ("footrule", 5, &[1, 0, 4, 0, 12, 0, 24, 0, 35, 0, 24, 0, 20]),
];

#[test]
fn counts_agree_with_the_published_tables() {
    for (name, cards, row) in PUBLISHED {
        let row: Vec<UBig> = row.iter().copied().map(UBig::from).collect();
        assert_eq!(law_of(name).exact(*cards).unwrap().counts(), row, "{name}");
    }
}

#[test]
fn no_successions_at_all_agree_with_the_published_sequences() {
    // A000255 and, around a table, A000757; the latter with n turns each.
    let linear: [u64; 8] = [1, 1, 3, 11, 53, 309, 2119, 16_687];
    let circular: [u64; 8] = [0, 0, 1, 1, 8, 36, 229, 1625];
    for (i, (linear, circular)) in linear.into_iter().zip(circular).enumerate() {
        let none = |name| law_of(name).exact(i + 1).unwrap().counts()[0].clone();
        assert_eq!(none("successions"), UBig::from(linear));
        assert_eq!(
            none("successions-cyclic"),
            UBig::from(circular * (i as u64 + 1))
        );
    }
}

#[test]
fn counts_add_up_to_all_orders_and_have_the_closed_moments() {
    for law in LAWS {
        for cards in (1..=12).chain([30, 53]) {
            let exact = law.exact(cards).unwrap();
            let (mut mean, mut square) = (RBig::ZERO, RBig::ZERO);
            for (count, value) in exact.counts().iter().zip(law.least..) {
                let weighted = rational(count, exact.orders()) * RBig::from(value);
                square += &weighted * RBig::from(value);
                mean += weighted;
            }
            assert_eq!(
                &exact.counts().iter().sum::<UBig>(),
                exact.orders(),
                "{}",
                law.name
            );
            let moments = law.moments(cards).unwrap();
            assert_eq!(moments.mean, mean, "{} {cards}", law.name);
            assert_eq!(
                moments.variance,
                square - &mean * &mean,
                "{} {cards}",
                law.name
            );
        }
    }
}

#[test]
fn probabilities_are_the_exact_ones() {
    for law in LAWS {
        let sizes = (1..=12).chain([52, 170, 200, 333]);
        for cards in sizes.filter(|cards| *cards <= law.exact_up_to) {
            let (exact, floats) = (law.exact(cards).unwrap(), law.floats(cards).unwrap());
            let probabilities = floats.probabilities();
            assert_eq!(probabilities.len(), exact.counts().len(), "{}", law.name);
            for (count, &ours) in exact.counts().iter().zip(probabilities) {
                let probability = big_numbers::quotient(count, exact.orders());
                if probability > 1e-285 {
                    assert_close(ours, probability, 2e-14);
                } else {
                    assert!(ours < 1.1e-285 && (ours == 0.0 || ours >= NEGLIGIBLE));
                }
            }
        }
    }
}

#[test]
fn the_largest_decks_have_their_moments() {
    for law in LAWS {
        // The longest subsequences of 500 cards take two seconds; their law is made of the counts.
        let cards = law.floats_up_to.min(if law.moments_up_to < MAX_CARDS {
            100
        } else {
            MAX_CARDS
        });
        let floats = law.floats(cards).unwrap();
        let moments = law.moments(cards).unwrap();
        let (mean, variance) = (to_f64(&moments.mean), to_f64(&moments.variance));
        let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
            let values = (law.least..).zip(floats.probabilities());
            values.map(|(value, p)| p * f(value as f64 - mean)).sum()
        };
        assert_close(moment(&|_| 1.0), 1.0, 1e-12);
        assert!(moment(&|x| x).abs() < 1e-12 * mean, "{}", law.name);
        assert_close(moment(&|x| x * x), variance, 1e-12);
    }
}

#[test]
fn tails_of_one_deck_are_the_exact_ones() {
    for law in LAWS {
        for cards in [1, 2, 5, 20] {
            let (exact, floats) = (law.exact(cards).unwrap(), law.floats(cards).unwrap());
            for x in 0..law.least + exact.counts().len() as u64 + 2 {
                let tails = floats.tails(x);
                assert_close(tails.lower, to_f64(&exact.at_most(x)), 1e-13);
                assert_close(tails.upper, to_f64(&exact.at_least(x)), 1e-13);
                assert_close(floats.probability(x), to_f64(&exact.probability(x)), 1e-13);
                let all = exact.at_most(x) + exact.at_least(x) - exact.probability(x);
                assert_eq!(all, RBig::ONE);
            }
        }
    }
}

/// The law of the sum of two variables from theirs.
fn convolution(a: &[UBig], b: &[UBig]) -> Vec<UBig> {
    let mut law = vec![UBig::ZERO; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate() {
        for (cell, q) in law[i..].iter_mut().zip(b) {
            *cell += p * q;
        }
    }
    law
}

#[test]
fn sums_over_decks_are_the_exact_convolutions() {
    for law in LAWS {
        for (cards, most) in [(1, 3), (2, 40), (3, 12), (5, 15), (8, 6), (13, 3)] {
            let exact = law.exact(cards).unwrap();
            let sums = law.sums(cards).unwrap();
            let mut counts = vec![UBig::ONE];
            let mut orders = UBig::ONE;
            for decks in 1..=most {
                counts = convolution(&counts, exact.counts());
                orders *= exact.orders();
                let least = law.least * decks;
                let mut below = UBig::ZERO;
                for (count, sum) in counts.iter().zip(least..) {
                    let upper = big_numbers::quotient(&(&orders - &below), &orders);
                    below += count;
                    let lower = big_numbers::quotient(&below, &orders);
                    let tails = sums.tails(decks, sum);
                    if upper > 1e-300 {
                        assert_close(tails.upper, upper, 1e-12);
                    }
                    if lower > 1e-300 {
                        assert_close(tails.lower, lower, 1e-12);
                    }
                }
                let beyond = sums.tails(decks, least + counts.len() as u64);
                assert_eq!(
                    (beyond.lower.to_bits(), beyond.upper.to_bits()),
                    (1.0_f64.to_bits(), 0)
                );
                if let Some(before) = least.checked_sub(1) {
                    let before = sums.tails(decks, before);
                    assert_eq!(
                        (before.lower.to_bits(), before.upper.to_bits()),
                        (0, 1.0_f64.to_bits())
                    );
                }
            }
        }
    }
}

/// (mean, s, the smaller tail at s) of the Poisson law, by its series in mpmath with 50 digits.
/// Fixed points have the factorial moments of the Poisson law up to the deck's size: the sum over `mean` decks of 200 cards differs from it nowhere above 1e-300.
const POISSON: &[(u64, u64, f64)] = &[
    (100, 50, 2.401_592_235_616_815_6e-8),
    (100, 95, 0.331_191_734_035_306_5),
    (100, 105, 0.321_592_775_320_384_5),
    (100, 130, 0.002_282_093_054_316_955_2),
    (100, 220, 2.966_073_483_656_132e-25),
    (100, 460, 7.128_287_018_375_143e-151),
    (1000, 367, 2.375_890_670_924_649e-117),
    (1000, 841, 1.310_838_055_770_748_8e-7),
    (1000, 984, 0.313_432_994_898_290_35),
    (1000, 1015, 0.321_794_294_680_310_57),
    (1000, 1094, 0.001_763_946_383_901_340_8),
    (1000, 1379, 5.340_073_687_782_399e-30),
    (1000, 2138, 7.587_107_765_429_54e-214),
    (1_000_000, 964_000, 1.549_586_203_104_304_2e-287),
    (1_000_000, 980_000, 7.234_238_252_380_782e-90),
    (1_000_000, 995_000, 2.814_820_383_896_531_4e-7),
    (1_000_000, 999_500, 0.308_757_645_104_821_73),
    (1_000_000, 1_000_500, 0.308_669_548_100_002_4),
    (1_000_000, 1_003_000, 0.001_358_035_272_683_128_3),
    (1_000_000, 1_012_000, 2.379_485_191_336_725_8e-33),
    (1_000_000, 1_036_000, 8.844_993_710_139_963e-281),
    (1_000_000_000, 998_861_580, 3.272_067_957_516_425_6e-284),
    (1_000_000_000, 999_367_544, 2.639_955_245_010_716_7e-89),
    (1_000_000_000, 999_841_886, 2.864_815_587_891_952_6e-7),
    (1_000_000_000, 999_984_188, 0.308_537_686_803_321_4),
    (1_000_000_000, 1_000_015_811, 0.308_546_036_771_400_74),
    (1_000_000_000, 1_000_094_868, 0.001_350_201_209_235_524_6),
    (1_000_000_000, 1_000_379_473, 1.793_290_785_006_602e-33),
    (1_000_000_000, 1_001_138_419, 5.356_747_496_624_589_3e-284),
];

#[test]
fn sums_of_fixed_points_are_those_of_poisson() {
    // Rare far-off values (a deck that is nearly sorted) cost no digits: 1/k! falls so fast that far
    // tails still come from many decks with a few more each.
    for (name, cards) in [("fixed-points", 200), ("fixed-points", 10_000)] {
        let sums = law_of(name).sums(cards).unwrap();
        for &(decks, sum, tail) in POISSON {
            let Tails { lower, upper } = sums.tails(decks, sum);
            let ours = if sum < decks { lower } else { upper };
            assert_close(ours, tail, if decks > 1_000_000 { 1e-9 } else { 1e-12 });
        }
    }
}

#[test]
fn moments_of_sums_are_those_of_one_deck_times_the_decks() {
    let sum = law_of("successions").moments(4).unwrap().of_sum(8);
    // 8 · 3/4 and 8 · 11/16.
    assert_eq!(fraction(&sum.mean).unwrap(), "6");
    assert_eq!(fraction(&sum.variance).unwrap(), "11/2");
    assert_close(sum.standard_deviation(), 5.5_f64.sqrt(), 1e-15);
}

#[test]
fn sums_that_outgrow_the_table_go_on_by_the_product() {
    // 181 cards have 16,290 values, 182 have 16,471.
    let (below, above) = (
        law_of("inversions").sums(181).unwrap(),
        law_of("inversions").sums(182).unwrap(),
    );
    for (sums, decks, sum) in [(below, 1, 9000), (above, 1, 9100)] {
        let cards = if sum == 9000 { 181 } else { 182 };
        let expected = law_of("inversions").floats(cards).unwrap().tails(sum);
        let ours = sums.tails(decks, sum);
        assert_close(ours.lower, expected.lower, 1e-11);
        assert_close(ours.upper, expected.upper, 1e-11);
        assert_close(
            sums.tails(7, 7 * sum).upper + sums.tails(7, 7 * sum - 1).lower,
            1.0,
            1e-11,
        );
    }
    assert!(law_of("inversions").sums(MAX_CARDS).is_ok());
}
