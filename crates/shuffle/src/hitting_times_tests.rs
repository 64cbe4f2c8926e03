//! Hitting times in the chains of shuffles: in closed form, published, and in 60 digits.

use super::build;
use laws::hitting_times::{HittingTimes, to};
use laws::matrix::Matrix;
use laws::testing::assert_close;

fn chain(kind: &str, parameters: &str, cards: usize) -> Matrix {
    let shuffle = build(kind, parameters.parse().unwrap()).unwrap();
    shuffle.one_card(cards).unwrap()
}

fn mean(times: &HittingTimes, from: usize) -> f64 {
    times.from[from].unwrap().mean
}

fn never(times: &HittingTimes) -> Vec<bool> {
    times.from.iter().map(Option::is_none).collect()
}

#[test]
fn an_ideal_shuffle_takes_n_as_in_a_geometric_law() {
    for cards in [2, 3, 52, 200] {
        let times = to(&Matrix::uniform(cards), cards / 2);
        let n = cards as f64;
        for (from, time) in times.from.iter().enumerate() {
            let time = time.unwrap();
            if from == cards / 2 {
                assert_eq!((time.mean, time.standard_deviation), (0.0, 0.0));
            } else {
                assert_close(time.mean, n, 1e-13);
                assert_close(time.standard_deviation, (n * (n - 1.0)).sqrt(), 1e-13);
            }
        }
        assert_close(times.mean_return.unwrap(), n, 1e-13);
    }
}

#[test]
fn a_riffled_card_takes_2n_from_top_to_bottom() {
    for cards in 2..=100 {
        let riffle = chain("riffle", "", cards);
        let n = cards as f64;
        assert_close(mean(&to(&riffle, cards - 1), 0), 2.0 * n, 1e-12);
        assert_close(mean(&to(&riffle, 0), cards - 1), 2.0 * n, 1e-12);
        for target in [0, cards / 3, cards - 1] {
            assert_close(to(&riffle, target).mean_return.unwrap(), n, 1e-12);
        }
    }
}

/// (kind, parameters, cards, target, from, mean, standard deviation), with mpmath 1.3 in 60
/// digits: `lu_solve(I - Q, 1)`, and E T(T − 1) = 2 (I − Q)⁻¹ Q h.
const REFERENCES: &[(&str, &str, usize, usize, usize, f64, f64)] = &[
    ("riffle", "", 52, 51, 0, 104.0, 99.173_773_791_047_6),
    (
        "riffle",
        "",
        52,
        51,
        25,
        96.487_093_761_747_2,
        99.115_602_045_435_3,
    ),
    // The published 102.6: the card above the bottom one.
    (
        "riffle",
        "",
        52,
        51,
        50,
        102.557_616_520_594,
        99.163_270_916_769_5,
    ),
    (
        "riffle",
        "",
        52,
        25,
        0,
        53.721_800_391_618_8,
        49.985_332_860_662_8,
    ),
    (
        "riffle",
        "",
        52,
        25,
        24,
        51.902_574_342_023_9,
        49.978_403_003_044_8,
    ),
    (
        "riffle",
        "",
        52,
        25,
        51,
        53.855_001_343_908_3,
        49.987_731_956_348_1,
    ),
    (
        "overhand",
        "chance = 0.125",
        20,
        19,
        0,
        19.535_306_628_557_8,
        20.455_597_305_027_1,
    ),
    (
        "overhand",
        "chance = 0.125",
        20,
        19,
        18,
        21.476_825_380_016_9,
        20.537_960_516_238_6,
    ),
    // 2⁻⁴⁰: a solver that subtracts from 1 has four digits left.
    (
        "overhand",
        "chance = 9.094947017729282e-13",
        20,
        0,
        1,
        1_099_511_627_785.45,
        1_099_511_627_784.52,
    ),
    (
        "overhand",
        "chance = 9.094947017729282e-13",
        20,
        0,
        19,
        1_099_511_627_784.55,
        1_099_511_627_784.48,
    ),
];

#[test]
fn times_agree_with_a_solution_in_60_digits() {
    for &(kind, parameters, cards, target, from, mean, deviation) in REFERENCES {
        let time = to(&chain(kind, parameters, cards), target).from[from].unwrap();
        assert_close(time.mean, mean, 1e-13);
        assert_close(time.standard_deviation, deviation, 1e-13);
    }
}

#[test]
fn a_thousand_cards_keep_their_digits() {
    let times = to(&chain("riffle", "", 1000), 999);
    assert_close(mean(&times, 0), 2000.0, 1e-12);
    assert_close(times.mean_return.unwrap(), 1000.0, 1e-12);
}

#[test]
fn the_law_of_the_time_has_these_moments() {
    // P(T > t) from the powers of the chain without the target.
    let riffle = chain("riffle", "max-streak = 2", 6);
    for target in 0..6 {
        let times = to(&riffle, target);
        let mut still = vec![1.0; 6];
        still[target] = 0.0;
        let (mut means, mut squares) = (vec![0.0; 6], vec![0.0; 6]);
        for shuffles in 0..2_000 {
            for from in 0..6 {
                means[from] += still[from];
                squares[from] += (2.0 * f64::from(shuffles) + 1.0) * still[from];
            }
            let on = |from: usize| {
                riffle
                    .row(from)
                    .iter()
                    .zip(&still)
                    .map(|(p, s)| p * s)
                    .sum()
            };
            still = (0..6)
                .map(|from| if from == target { 0.0 } else { on(from) })
                .collect();
        }
        for from in (0..6).filter(|from| *from != target) {
            let time = times.from[from].unwrap();
            assert_close(time.mean, means[from], 1e-11);
            let variance = squares[from] - means[from] * means[from];
            assert_close(time.standard_deviation, variance.sqrt(), 1e-11);
        }
    }
}

#[test]
fn fixed_shuffles_count_along_their_cycles_and_never_leave_them() {
    // 0 → 2 → 4 → 0, 1 → 3 → 1, 5.
    let moves = [(0, 2), (2, 4), (4, 0), (1, 3), (3, 1), (5, 5)];
    let cycles = Matrix::permutation(6, moves.into_iter());
    let times = to(&cycles, 4);
    assert_eq!(never(&times), [false, true, false, true, false, true]);
    assert_eq!(
        (mean(&times, 0), mean(&times, 2), mean(&times, 4)),
        (2.0, 1.0, 0.0)
    );
    assert_eq!(times.from[0].unwrap().standard_deviation.to_bits(), 0);
    assert_eq!(times.mean_return, Some(3.0));
    let fixed = to(&cycles, 5);
    assert_eq!(never(&fixed), [true, true, true, true, true, false]);
    assert_eq!(fixed.mean_return, Some(1.0));
    assert_eq!(to(&Matrix::identity(1), 0).mean_return, Some(1.0));
}

#[test]
fn a_target_that_may_be_missed_has_no_mean_however_rarely_it_is_missed() {
    // From 0 to 1, the target, or with a tiny probability to 2, which is never left; from 3 to
    // 0. From 1 back to 0.
    let tiny = 1e-300;
    let mut trap = Matrix::zero(4);
    for (from, to, p) in [
        (0, 1, 1.0),
        (0, 2, tiny),
        (1, 0, 1.0),
        (2, 2, 1.0),
        (3, 0, 1.0),
    ] {
        trap.add(from, to, p);
    }
    let times = to(&trap, 1);
    assert_eq!(never(&times), [true, false, true, true]);
    assert_eq!(times.mean_return, None);
    // A target that is reached as rarely, but from everywhere, has a mean.
    let times = to(&chain("overhand", "chance = 1e-300", 3), 0);
    assert_close(mean(&times, 1), 1e300, 1e-12);
    assert_close(times.from[2].unwrap().standard_deviation, 1e300, 1e-12);
    // Beyond the largest double there is none.
    assert_eq!(
        to(&chain("overhand", "chance = 1e-310", 3), 0).from[1],
        None
    );
}
