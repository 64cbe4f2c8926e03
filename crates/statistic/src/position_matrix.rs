//! The omnibus test of the whole position matrix, and how far the positions are from uniform.
//!
//! With m the matrix of N decks of n cards, X² = Σ (m − N/n)² / (N/n). Rows *and* columns sum to N,
//! so it is (n−1)/n · X² that follows χ² with (n−1)² degrees of freedom on ideal decks; unscaled it
//! rejects perfect shuffles several times too often. Mean and variance of the scaled statistic are
//! those of the law from the first decks on. Both tails count: decks that are too even are not
//! random either. A failure says that the shuffle is not ideal, not that it favours a place: after a
//! random cut the statistic is (n−1) times a χ² with n−1 degrees of freedom, which has the right mean
//! and √(n−1) times the spread. Reference: the matrix is a sum of N independent uniform permutation matrices,
//! whose covariance is that of the doubly centred matrices times 1/(n−1).

use std::borrow::Cow;

use super::cells::{Cell, Line, line_test, uniform_cell_test};
use super::grain::{CELL, CELLS, LINE};
use super::matrix_sums::MatrixSums;
use super::positions::{POSITIONS, cells_of_few, sum_of_squares};
use super::table::{self, Departure, OMNIBUS, Uneven, more_even};
use super::wager::{self, Wager};
use super::{
    AnyCounter, Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Limited, Outcome,
    POWER, Statistic, Test, Verification, rounded,
};
use laws::berk_jones;
use laws::fit::binomial_tails;
use laws::matrix::Matrix;
use laws::position::{ONE_TAIL_UP_TO, Positions, degrees, noncentrality_needed, same_half_ideal};
use laws::tail::{PValue, chi_squared_lower, chi_squared_upper, two_sided};
use text::figures::{Declaration, Figures, Shape, json};
use text::params::Parameter;
use text::sorting;

pub(super) const KIND: Kind = Kind {
    name: "position-matrix",
    about: "is every card equally likely to be anywhere? one chi-squared test of the whole matrix, on both tails",
    plain: "where cards end up",
    causes: "cards that keep their place or drift too little: too few riffles, a cut alone, piles, swaps with a biased draw",
    example: "After three riffles of 52 cards the old top card is on top in 12.5% of decks; it should be there in 1.9%, 1 of 52. After seven riffles it still is in 2.3%.",
    compares: &Compares::Rows {
        key: Cow::Borrowed("matrix"),
        place: Cow::Borrowed("card {column} at position {row}"),
        from: (1, 1),
        edges: None,
    },
    source: "sum of uniform permutation matrices; the (n-1)/n scale is checked by enumeration and simulation",
    parameters: &[Parameter {
        name: "picture",
        about: "true draws the matrix in the reports: the shades go from cells that are hardly ever reached to cells that are \
                reached twice as often as they should; default false",
    }],
    cards: super::MIN_CARDS..=super::MAX_CARDS,
    covers: &[crate::Feature::Places],
    suite: Some(super::Suite::Quick),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |params, design| {
        let picture = params.flag("picture")?.unwrap_or(false);
        let cards = design.size;
        Ok(Box::new(PositionMatrix { cards, picture }))
    },
};

/// Matrices of larger decks are summed up in bins for the record.
const WHOLE_UP_TO: usize = 128;

/// The law of several cells is known for matrices from this size on.
const LEAST_FOR_SEVERAL: usize = 6;

#[derive(Debug)]
struct PositionMatrix {
    /// Cards in a deck.
    cards: usize,
    /// True if reports draw it.
    picture: bool,
}

impl Statistic for PositionMatrix {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(POSITIONS)
    }

    fn tests(&self) -> Vec<&'static str> {
        let several = (self.cards >= LEAST_FOR_SEVERAL).then_some(CELLS);
        [OMNIBUS, CELL, LINE].into_iter().chain(several).collect()
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(wager::Positions::new(design.size)))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let cards = design.size;
        let share = |key| Declaration::number(key, "share of cards");
        let entries = cards.div_ceil(bin(cards));
        let distances = Shape::Number.listed(cards);
        let exact = Shape::Number.listed(cards).listed(cards);
        vec![
            share("same_half").with_exact("same_half_exact"),
            share("same_half_error_at_most"),
            share("same_half_ideal").known(),
            Declaration::new("distance", distances.clone(), "total variation"),
            Declaration::new("distance_exact", distances, "total variation").known(),
            Declaration::number("largest_distance_exact", "total variation").known(),
            Declaration::new("reach_exact", Shape::Range.listed(cards), "places").known(),
            Declaration::whole("bin", "cards").known(),
            table::cells("matrix", entries, entries),
            // A record holds one number where all cells are alike.
            Declaration::new("matrix_exact", exact, "probability").known(),
            Declaration::new("picture", Shape::Flag, "").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("share in same half", "same_half", 4),
            Column::new("exact", "same_half_exact", 4),
            Column::new("farthest card", "largest_distance_exact", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let design = evidence.design;
        let (cards, decks) = (design.size, evidence.subjects());
        let cells = evidence.tally.cells();
        let chain = evidence.known.chain.as_ref();
        let sums = cells_of_few(evidence.tally, cards).map_or_else(
            || MatrixSums::of(cells, (cards, decks), bin(cards)),
            |few| MatrixSums::of_few(&few, (cards, decks), bin(cards)),
        );
        let figures = evidence.in_full(|| self.seen(&sums, (cards, decks), chain));
        let mut test = by_squares(sums.squares(), cards, decks, evidence.level);
        let found = evidence.in_full(|| {
            if is_even(&test) && is_one_line_again(cells, cards) {
                format!(
                    "{}: {}",
                    more_even("cards at places"),
                    one_line_again(cards)
                )
                .into()
            } else if is_even(&test) {
                more_even("cards at places").into()
            } else {
                words(&sums, cards, decks)
            }
        });
        (test.words, test.named) = (found.words, found.named.map(Limited::Cell));
        let check = chain.map(|chain| Verification::of_positions("matrix", cells, chain));
        Assessment {
            figures,
            tests: {
                let mut tests = vec![
                    test,
                    one_cell(&sums, cards, (decks, evidence.level)),
                    one_line(&sums, cells, (cards, decks)),
                ];
                if cards >= LEAST_FOR_SEVERAL {
                    tests.push(several_cells(cells, cards, decks));
                }
                tests
            },
            checks: check.into_iter().collect(),
        }
    }
}

impl PositionMatrix {
    /// The figures of the matrix with these sums, of so many cards and decks.
    fn seen(
        &self,
        sums: &MatrixSums,
        (cards, decks): (usize, u64),
        chain: Option<&Matrix>,
    ) -> Figures {
        let same_half = sums.same_half as f64 / (decks * cards as u64) as f64;
        let exact = chain.map(Positions::of);
        let exact = exact.as_ref();
        let figures = json!({
            "same_half": same_half,
            // The matrix does not tell the spread from deck to deck; no share in 0..1 has a larger
            // one than this (Bhatia and Davis, 2000).
            "same_half_error_at_most": (same_half * (1.0 - same_half) / decks as f64).sqrt(),
            "same_half_exact": exact.map(|exact| rounded(exact.same_half())),
            "same_half_ideal": rounded(same_half_ideal(cards)),
            "distance": distances(sums, cards, decks),
            "distance_exact": exact.map(distances_exact),
            "largest_distance_exact": exact.map(|exact| rounded(exact.largest_distance())),
            "reach_exact": exact.map(reach),
            "bin": bin(cards),
            "matrix": sums.binned,
            "matrix_exact": chain.map(exact_by_position),
        });
        let mut figures = Figures::from(figures);
        if self.picture {
            figures.insert("picture", true);
        }
        figures
    }
}

/// Fewest decks for which the law holds, by simulation of ideal decks: the false-alarm rates at
/// 0.01, 0.001 and 0.0001 are right in both tails (one tail for two and three cards).
fn fewest_decks(cards: usize) -> u64 {
    match cards {
        ..=3 => 100,
        4..=19 => 30,
        _ => 20,
    }
}

/// The omnibus test of the position matrix `cells` of `decks` decks.
pub fn omnibus(cells: &[u64], cards: usize, decks: u64, level: f64) -> Test {
    by_squares(sum_of_squares(cells.iter()), cards, decks, level)
}

/// The same by the sum of the squares of all counts.
fn by_squares(squares: u128, cards: usize, decks: u64, level: f64) -> Test {
    let n = cards as f64;
    let df = degrees(cards);
    // (n−1)/n · X² = (n−1)(Σm² − N²)/N, in integers up to the division.
    let excess = squares - u128::from(decks) * u128::from(decks);
    let value = ((cards as u128 - 1) * excess) as f64 / decks as f64;
    let needed = fewest_decks(cards);
    let outcome = if decks < needed {
        Outcome::TooFew { needed }
    } else if cards <= ONE_TAIL_UP_TO {
        Outcome::P(PValue::new(chi_squared_upper(value, df)))
    } else {
        Outcome::P(PValue::new(two_sided(
            chi_squared_lower(value, df),
            chi_squared_upper(value, df),
        )))
    };
    // True cells (1 + ε)/n give noncentrality (n−1)·N·mean(ε²).
    let noncentrality = noncentrality_needed(cards, level, POWER);
    let detectable = Detectable {
        value: (noncentrality / ((n - 1.0) * decks as f64)).sqrt(),
        unit: "relative departure of a cell from 1/n (root mean square)".to_owned(),
    };
    Test {
        name: OMNIBUS,
        title: "positions".to_owned(),
        value: Some(value),
        df: Some(df),
        outcome,
        tails: None,
        detectable: Some(detectable),
        words: String::new(),
        named: None,
    }
}

/// Returns true if such a test can fail only since all cells are too even.
pub(super) fn is_even(test: &Test) -> bool {
    let both = test.value.zip(test.df);
    both.is_some_and(|(value, df)| value < df)
}

/// The test of one card in one place, in so many decks at such a level.
fn one_cell(sums: &MatrixSums, cards: usize, seen: (u64, f64)) -> Test {
    let ends = [sums.least, sums.greatest].map(|(at, count)| Cell {
        at,
        count,
        share: 1.0 / cards as f64,
    });
    let cells = (cards * cards) as u64;
    uniform_cell_test("positions", seen, (cells, ends), |at| goes(at, cards))
}

/// Says what the cell `at` counts.
fn goes(at: usize, cards: usize) -> String {
    format!(
        "the card that started at position {} ends at position {}",
        at % cards + 1,
        at / cards + 1
    )
}

/// The test of one card, wherever it lies, and of one place, whatever lies there.
fn one_line(sums: &MatrixSums, cells: &[u64], (cards, decks): (usize, u64)) -> Test {
    let lines = (1..=cards)
        .map(OneOf::Place)
        .chain((1..=cards).map(OneOf::Card));
    let lines = lines.map(|at| Line { at, cells: cards });
    let squares = |line| match line {
        OneOf::Place(place) => sums.rows[place - 1],
        OneOf::Card(card) => sums.columns[card - 1],
    };
    let counts = |line| match line {
        OneOf::Place(place) => cells[(place - 1) * cards..][..cards].to_vec(),
        OneOf::Card(card) => cells[card - 1..].iter().step_by(cards).copied().collect(),
    };
    line_test(
        "positions",
        decks,
        (lines, squares),
        counts,
        |line| match line {
            OneOf::Place(place) => {
                format!("some cards lie at position {place} more often than others")
            }
            OneOf::Card(card) => {
                format!(
                    "the card that started at position {card} ends in some places more often than in others"
                )
            }
        },
    )
}

/// A line of the matrix, by its number from 1.
#[derive(Debug, Clone, Copy)]
enum OneOf {
    Place(usize),
    Card(usize),
}

/// The test of several cells, each a little off.
fn several_cells(cells: &[u64], cards: usize, decks: u64) -> Test {
    let mut test = Test::new(CELLS, "positions (several cells)".to_owned());
    test.outcome = Outcome::TooFew {
        needed: cards as u64,
    };
    if decks < cards as u64 {
        return test;
    }
    let mut counts = cells.to_vec();
    // The smallest p-values are those of the smallest and of the largest counts; no cell may come twice.
    let middle = berk_jones::SMALLEST..counts.len().saturating_sub(berk_jones::SMALLEST);
    if !middle.is_empty() {
        counts.select_nth_unstable(middle.start);
        counts[middle.start..].select_nth_unstable(middle.end - middle.start);
        counts.drain(middle);
    }
    let ends = counts.iter();
    let mut p: Vec<f64> = ends
        .map(|&count| binomial_tails(count, decks - count, 1.0 / cards as f64).two_sided())
        .collect();
    sorting::floats(&mut p);
    let value = berk_jones::statistic(&p, cells.len());
    test.value = Some(value);
    test.outcome = Outcome::P(PValue::new(berk_jones::upper_of_matrix(value, cards)));
    let off = p
        .iter()
        .filter(|p| **p < 0.5 / cells.len() as f64 * berk_jones::SMALLEST as f64);
    test.words = if is_one_line_again(cells, cards) {
        // Chance made one line, which stands there again and again: no pair is to blame.
        one_line_again(cards)
    } else {
        format!(
            "{} of the {} pairs of a card and a place are rarer or commoner than chance makes them, each by a little",
            off.count(),
            cells.len()
        )
    };
    test
}

/// Returns true if all places hold the same counts, in whatever order, as after cuts: what is seen of one line is then
/// seen of all, and their number is no evidence against a pair of a card and a place.
fn is_one_line_again(cells: &[u64], cards: usize) -> bool {
    // The rest of a row is 0, and rows are equally long.
    let sorted = |row: &[u64]| {
        let above_0 = row.iter().copied().filter(|count| *count > 0);
        let mut row: Vec<u64> = above_0.collect();
        row.sort_unstable();
        row
    };
    let mut rows = cells.chunks_exact(cards).map(sorted);
    let first = rows.next();
    cards > ONE_TAIL_UP_TO && rows.all(|row| Some(&row) == first.as_ref())
}

fn one_line_again(cards: usize) -> String {
    format!(
        "all {cards} places hold the same {cards} counts, each in another order: the matrix repeats one line {cards} times"
    )
}

/// The card and the place that are farthest from going together as often as they should.
fn words(sums: &MatrixSums, cards: usize, decks: u64) -> Uneven {
    let fair = decks as f64 / cards as f64;
    // The first cell of those that are equally far.
    let mut ends = [sums.least, sums.greatest];
    ends.sort_unstable();
    let departures = ends.into_iter().map(|(cell, count)| Departure {
        cell,
        count,
        fair,
        off: (count as f64 - fair) / fair.sqrt(),
    });
    let farthest = table::largest(departures);
    farthest.first().map_or_else(Uneven::default, |farthest| {
        let seen = (decks, (cards * cards) as u64);
        farthest.words(goes(farthest.cell, cards), "cards at places", seen)
    })
}

/// Total variation of each card's position from uniform, as counted. Noise makes it larger than
/// the true one: on ideal decks it is about √(n/(2πN)).
fn distances(sums: &MatrixSums, cards: usize, decks: u64) -> Vec<f64> {
    // Σ|m − N/n| / 2N = Σ|n·m − N| / 2nN.
    let whole = (2 * cards as u128 * u128::from(decks)) as f64;
    let gaps = sums.gaps.iter();
    gaps.map(|gaps| *gaps as f64 / whole).collect()
}

/// Total variation of each card's position from uniform, by the chain.
fn distances_exact(exact: &Positions) -> Vec<f64> {
    let far = exact.cards.iter().map(|card| rounded(card.distance));
    far.collect()
}

/// First and last position, from 1, that each card can reach.
fn reach(exact: &Positions) -> Vec<[usize; 2]> {
    let ends = exact
        .cards
        .iter()
        .map(|card| [card.first + 1, card.last + 1]);
    ends.collect()
}

/// Positions, and cards, that share a bin of the matrices in the record.
fn bin(cards: usize) -> usize {
    cards.div_ceil(WHOLE_UP_TO)
}

/// The matrix by rows (positions), cells summed up in bins.
fn binned<T: std::ops::AddAssign + Default + Copy>(
    cards: usize,
    cell: impl Fn(usize, usize) -> T,
) -> Vec<Vec<T>> {
    let bin = bin(cards);
    let bins = cards.div_ceil(bin);
    let mut matrix = vec![vec![T::default(); bins]; bins];
    for position in 0..cards {
        for card in 0..cards {
            matrix[position / bin][card / bin] += cell(position, card);
        }
    }
    matrix
}

/// The chain as the counted matrix has it: by positions, then cards.
fn exact_by_position(chain: &Matrix) -> Vec<Vec<f64>> {
    let mut matrix = binned(chain.size(), |position, card| chain.get(card, position));
    matrix
        .iter_mut()
        .flatten()
        .for_each(|cell| *cell = rounded(*cell));
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::Card;
    use deck::rng::{Generator, Seed};
    use shuffle::Scratch;
    use shuffle::routine::{Letters, Routine};

    fn p(test: &Test) -> f64 {
        match test.outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => f64::NAN,
        }
    }

    #[test]
    fn the_scaled_statistic_is_the_textbook_one_times_n_minus_1_over_n() {
        // Ten decks of three cards.
        let cells = [5, 2, 3, 3, 4, 3, 2, 4, 4];
        let textbook: f64 = cells
            .iter()
            .map(|&m| (m as f64 - 10.0 / 3.0).powi(2) / (10.0 / 3.0))
            .sum();
        let test = omnibus(&cells, 3, 10, 0.001);
        assert!((test.value.unwrap() - textbook * 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(test.outcome, Outcome::TooFew { needed: 100 });
    }

    #[test]
    fn decks_that_are_too_even_fail_as_those_that_are_too_uneven_do() {
        let even = vec![100; 36];
        let mut uneven = even.clone();
        for (cell, change) in [(0, 60), (1, -60), (6, -60), (7, 60)] {
            uneven[cell] = (100 + change) as u64;
        }
        assert!(p(&omnibus(&even, 6, 600, 0.001)) < 1e-10);
        assert!(p(&omnibus(&uneven, 6, 600, 0.001)) < 1e-10);
    }

    /// None of 36 cells may be taken for two: 2,000 runs of ideal decks of six cards, no more small p-values than
    /// chance allows (a false alarm in some 300 choices of the seed).
    #[test]
    fn several_cells_of_small_matrices_are_each_counted_once() {
        const RUNS: u64 = 2_000;
        let mut draws = deck::rng::PcgDraws::for_batch(18, "several cells", 0, 0);
        let mut seen = [0; 2];
        for _ in 0..RUNS {
            let mut cells = vec![0; 36];
            for _ in 0..300 {
                let mut deck: Vec<Card> = (0..6).collect();
                deck::rng::Draws::shuffle(&mut draws, &mut deck);
                for (position, card) in deck.iter().enumerate() {
                    cells[position * 6 + usize::from(*card)] += 1;
                }
            }
            let p = p(&several_cells(&cells, 6, 300));
            seen[0] += u64::from(p <= 0.05);
            seen[1] += u64::from(p <= 0.01);
        }
        assert!(seen[0] <= 129 && seen[1] <= 34, "{seen:?}");
    }

    /// The omnibus test of 140 decks of seven cards, each cut as deep as `cut` says of its number.
    fn cut_decks(cut: impl Fn(usize) -> usize) -> Test {
        let (cards, decks) = (7, 140);
        let mut block = deck::Block::new(cards);
        let mut tally = crate::Tally::empty(POSITIONS, cards);
        for first in (0..decks).step_by(20) {
            block.fill_sorted(20, first as u64);
            for (at, deck) in block.decks_mut().chunks_mut(cards).enumerate() {
                deck.rotate_left(cut(first + at) % cards);
            }
            block.index_rows();
            tally.count(POSITIONS, &block);
        }
        let evidence = Evidence {
            lag: 0,
            design: Design {
                size: cards,
                trials: decks as u64,
                replicates: 1,
            },
            tally: &tally,
            series: None,
            known: &laws::known::Known::default(),
            level: 0.001,
            wanted: crate::Wanted::InFull,
            lines: None,
        };
        let matrix = PositionMatrix {
            cards,
            picture: false,
        };
        matrix.assess(&evidence).tests.swap_remove(0)
    }

    /// Three cuts of 40 cards once failed by "card 19 ends at position 40 in 2.6%", where 2.5% is fair.
    #[test]
    fn a_failure_by_even_counts_says_so_and_names_no_cell() {
        let even = cut_decks(|deck| deck);
        assert!(p(&even) < 1e-6 && even.named.is_none());
        assert_eq!(
            even.words,
            "cards at places come up more evenly than chance allows: all 7 places hold the same 7 counts, \
             each in another order: the matrix repeats one line 7 times"
        );
        let uneven = cut_decks(|deck| deck % 2);
        assert!(p(&uneven) < 1e-6 && uneven.words.contains("ends at position"));
        let Some(Limited::Cell(named)) = uneven.named else {
            panic!("no cell");
        };
        assert_eq!((named.count, named.of, named.among), (70, 140, 49));
    }

    #[test]
    fn large_matrices_are_binned_and_nothing_is_lost() {
        let matrix = binned(300, |position, card| u64::from(position == card));
        assert_eq!(matrix.len(), 100);
        assert!(
            matrix
                .iter()
                .enumerate()
                .all(|(i, row)| row[i] == 3 && row.iter().sum::<u64>() == 3)
        );
    }

    /// Values of the omnibus statistic, and its p-values, of many simulations of `text` on ten
    /// cards.
    fn simulated(text: &str, decks: u64, simulations: u64) -> Vec<Test> {
        let letters = Letters::default();
        let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
        let one = |simulation| {
            let mut stream = Generator::Pcg64
                .stream(&Seed::Integer(11), text, 0, simulation)
                .unwrap();
            let mut cards: Vec<Card> = (0..decks).flat_map(|_| 0..10).collect();
            for step in plan.steps() {
                step.apply(&mut cards, 10, &mut Scratch::default(), &mut stream);
            }
            let mut cells = vec![0; 100];
            for deck in cards.chunks_exact(10) {
                for (position, &card) in deck.iter().enumerate() {
                    cells[position * 10 + usize::from(card)] += 1;
                }
            }
            omnibus(&cells, 10, decks, 0.05)
        };
        (0..simulations).map(one).collect()
    }

    fn rejected(tests: &[Test]) -> f64 {
        tests.iter().filter(|test| p(test) <= 0.05).count() as f64 / tests.len() as f64
    }

    fn positions(text: &str) -> Positions {
        let letters = Letters::default();
        let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
        Positions::of(&plan.one_card(10).unwrap())
    }

    #[test]
    fn the_power_is_the_share_of_simulations_that_fail() {
        const SIMULATIONS: u64 = 4_000;
        for (text, decks) in [("G*3", 100), ("G*4", 400), ("RRR", 100), ("S", 100)] {
            let tests = simulated(text, decks, SIMULATIONS);
            let (power, share) = (positions(text).power(decks, 0.05), rejected(&tests));
            // Four standard errors of the share, and 0.02 for the law, which holds in the limit.
            let error = (power * (1.0 - power) / SIMULATIONS as f64).sqrt();
            assert!(
                (share - power).abs() < 4.0 * error + 0.02,
                "{text}: {power}, {share}"
            );
            assert!(
                text == "S" || (0.1..0.99).contains(&power),
                "{text}: {power}"
            );
        }
    }

    #[test]
    fn the_mean_of_the_statistic_is_exact_for_every_shuffle_and_a_cut_fails_for_its_spread() {
        const SIMULATIONS: u64 = 4_000;
        for (text, decks) in [("G", 50), ("R", 50), ("C", 50), ("G*4", 100)] {
            let tests = simulated(text, decks, SIMULATIONS);
            let values: Vec<f64> = tests.iter().map(|test| test.value.unwrap()).collect();
            let mean = values.iter().sum::<f64>() / SIMULATIONS as f64;
            let squares: f64 = values
                .iter()
                .map(|value| (value - mean) * (value - mean))
                .sum();
            let error = squares.sqrt() / SIMULATIONS as f64;
            let exact = positions(text).omnibus_mean(decks);
            assert!(
                (mean - exact).abs() < 4.0 * error,
                "{text}: {mean}, {exact}"
            );
            if text == "C" {
                assert!(rejected(&tests) > 0.4);
                assert!(positions(text).power(decks, 0.05) < 0.051);
            }
        }
    }
}
