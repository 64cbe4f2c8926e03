//! The tests of a number whose law is known: of its mean, and of its whole law, that is how many subjects came
//! in each cell, against the probabilities of the cells.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::named::DECKS;
use super::{Detectable, Limited, NamedCell, NamedMean, Naming, Outcome, POWER, Spread, Test};
use laws::fit;
use laws::null::{SumOfDecks, Sums};
use laws::power::{chi_squared_noncentrality, normal_shift};
use laws::tail::PValue;

/// Tests the sum of a number over all subjects by the exact law `sums` of that sum, both tails; `unit` says in
/// words what is counted, `deviation` is the standard deviation of one subject's number. The caller adds words.
pub(super) fn mean_test(
    (name, title): (&'static str, String),
    unit: &str,
    (total, subjects): (u64, u64),
    sums: &SumOfDecks,
    deviation: f64,
    level: f64,
) -> Test {
    let tails = sums.tails(total);
    let shift = normal_shift(level, POWER) * deviation / (subjects as f64).sqrt();
    Test {
        name,
        title,
        value: Some(total as f64 / subjects as f64),
        df: None,
        outcome: Outcome::P(PValue::new(tails.two_sided())),
        tails: Some(tails),
        detectable: Some(Detectable {
            value: shift,
            unit: format!("{unit} per deck"),
        }),
        words: String::new(),
        named: None,
    }
}

/// The mean that the words of a test name, of a number from `range`: `bins` say how many subjects have each number, in bins
/// of `width` from the least on, and `total` is the sum of all.
pub(super) fn named_mean(
    test: &Test,
    unit: &str,
    (total, bins): (u64, &[u64]),
    (range, width): ((u64, u64), usize),
    fair: f64,
) -> Option<Limited> {
    let of: u64 = bins.iter().sum();
    let numbers = (0_u64..).map(|bin| bin as f64).zip(bins);
    let mean_bin = numbers
        .clone()
        .map(|(bin, &count)| bin * count as f64)
        .sum::<f64>()
        / of as f64;
    let squares = numbers.map(|(bin, &count)| count as f64 * (bin - mean_bin) * (bin - mean_bin));
    let deviation = (squares.sum::<f64>() / (of.saturating_sub(1).max(1)) as f64).sqrt();
    // Within a bin a number varies by half its width at most.
    let deviation = width as f64 * deviation + 0.5 * (width - 1) as f64;
    (range.0 < range.1 && of > 1).then(|| {
        Limited::Mean(NamedMean {
            what: test.words.clone(),
            unit: format!("{unit} per deck"),
            mean: total as f64 / of as f64,
            of,
            fair,
            range: (range.0 as f64, range.1 as f64),
            among: 1,
            by: Spread::Sample(deviation * deviation),
        })
    })
}

/// The fewest decks of which any sum has a p-value, in two tails, of at most `level`, where `rarest` is the
/// probability of the rarest of the two outermost values.
pub(super) fn fewest_to_fail(rarest: f64, level: f64) -> u64 {
    let decks = libm::log(0.5 * level) / libm::log(rarest);
    // A number that is always the same passes, whatever the decks.
    if decks.is_finite() {
        (decks.ceil() as u64).max(1)
    } else {
        1
    }
}

/// A test of subjects that are too few for it.
pub(super) fn too_few((name, title): (&'static str, String), needed: u64) -> Test {
    Test {
        outcome: Outcome::TooFew { needed },
        ..Test::new(name, title)
    }
}

/// Laws of sums that are kept.
const KEPT: usize = 8;

/// The laws of the sums over the numbers of subjects that were looked at last, the latest first: many runs of the same
/// design look at the same ones.
#[derive(Debug, Default)]
pub(super) struct LastSums(Mutex<Vec<(u64, Arc<SumOfDecks>)>>);

impl LastSums {
    /// The law over `subjects` subjects, from the law of one that `sums` was made of.
    pub fn of(&self, sums: &Sums, subjects: u64) -> Arc<SumOfDecks> {
        let mut last = self.0.lock().expect("no thread panicked");
        if let Some(at) = last.iter().position(|(known, _)| *known == subjects) {
            last[..=at].rotate_right(1);
        } else {
            last.truncate(KEPT - 1);
            last.insert(0, (subjects, Arc::new(sums.of_decks(subjects))));
        }
        Arc::clone(&last[0].1)
    }
}

/// Neighbouring cells that are counted as one, since each alone is too rare.
pub(super) struct Pooled {
    /// The cells.
    pub cells: Range<usize>,
    /// Subjects in them.
    pub seen: u64,
    /// Their probability.
    pub probability: f64,
}

impl Pooled {
    /// How far their count is from its mean among so many subjects, in standard deviations of a rare count.
    fn departure(&self, subjects: u64) -> f64 {
        let expected = self.probability * subjects as f64;
        (self.seen as f64 - expected).abs() / expected.sqrt()
    }
}

/// Tests by the likelihood ratio how often each cell was `seen` against its probability in `law`, the rare cells
/// pooled; `what` says in words what the law is of. Gives the pooled cells too: none if subjects are too few.
pub(super) fn law_test(
    (name, title): (&'static str, String),
    what: &str,
    (seen, law): (&[u64], &[f64]),
    subjects: u64,
    level: f64,
) -> (Test, Vec<Pooled>) {
    let mut test = too_few((name, title), 0);
    let pooled = fit::pool(law, subjects).into_iter().map(|cells| Pooled {
        seen: seen[cells.clone()].iter().sum(),
        probability: law[cells.clone()].iter().sum(),
        cells,
    });
    let pooled: Vec<Pooled> = pooled.collect();
    if pooled.len() < 2 {
        test.outcome = Outcome::TooFew {
            needed: fit::fewest_to_pool(law, 2),
        };
        return (test, Vec::new());
    }
    let bins = pooled
        .iter()
        .map(|pooled| (pooled.seen, pooled.probability));
    let fit = fit::likelihood_ratio(&bins.collect::<Vec<_>>());
    let noncentrality = chi_squared_noncentrality(fit.df, level, POWER);
    test.value = Some(fit.value);
    test.df = Some(fit.df);
    test.outcome = Outcome::P(PValue::new(fit.p));
    test.tails = fit.tails;
    test.detectable = Some(Detectable {
        value: (noncentrality / subjects as f64).sqrt(),
        unit: format!(
            "relative departure of the law of {what} (root mean square, weighted by the law)"
        ),
    });
    (test, pooled)
}

/// The cells whose count is farthest from its mean, in standard deviations of a rare count.
pub(super) fn farthest(pooled: &[Pooled], subjects: u64) -> Option<&Pooled> {
    let departure = |pooled: &&Pooled| pooled.departure(subjects);
    let cells = pooled.iter();
    cells.max_by(|a, b| departure(a).total_cmp(&departure(b)))
}

/// The words for something that is counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nouns<'a> {
    /// The things counted: `inversions`.
    pub unit: &'a str,
    /// Who has it, of several: `North and South`.
    pub holder: Option<&'a str>,
    /// In what it is counted: `decks`.
    pub subjects: &'a str,
}

impl Nouns<'_> {
    /// The words for a number of each deck, which nobody holds.
    pub fn of_decks(unit: &str) -> Nouns<'_> {
        Nouns {
            unit,
            holder: None,
            subjects: "decks",
        }
    }
}

/// Who has something, with the verb: `North and South have`.
pub(super) fn has(holder: &str) -> String {
    let verb = if holder.contains(" and ") {
        "have"
    } else {
        "has"
    };
    format!("{holder} {verb}")
}

/// Gives the law test words on the values that are farthest from their share, where cells hold `width` values each, `values`
/// in all from `least` on. `called` is what a subject has that has a value, where it has a name: of those that were counted
/// as one then the farthest is named, by the counts and the probabilities of all cells.
pub(super) fn name_farthest(
    test: &mut Test,
    (pooled, subjects): (&[Pooled], u64),
    (seen, law): (&[u64], &[f64]),
    nouns: Nouns<'_>,
    (least, values, width): (u64, usize, usize),
    called: impl Fn(u64) -> Option<String>,
) {
    let unit = nouns.unit;
    let Some(together) = farthest(pooled, subjects) else {
        return;
    };
    let possible = together.cells.clone().filter(|cell| law[*cell] > 0.0);
    let single = possible.map(|cell| Pooled {
        cells: cell..cell + 1,
        seen: seen[cell],
        probability: law[cell],
    });
    let has_names = called(least).is_some();
    let single: Vec<Pooled> = single.filter(|_| has_names).collect();
    let single = farthest(&single, subjects)
        .filter(|single| single.departure(subjects) >= together.departure(subjects));
    // Each of all cells might have been named.
    let among = if single.is_some() {
        law.len()
    } else {
        pooled.len()
    };
    let farthest = single.unwrap_or(together);
    // The greatest values may be impossible: no hand of 52 cards has five of a kind.
    let impossible = law.iter().rev().take_while(|share| **share == 0.0).count();
    let values = values.min((law.len() - impossible) * width);
    let (first, end) = (farthest.cells.start * width, farthest.cells.end * width);
    let (from, to) = (least + first as u64, least + end.min(values) as u64 - 1);
    let names: Option<Vec<String>> = (from..=to).take(MOST_CALLED + 1).map(&called).collect();
    let what = match names {
        Some(names) if names.len() <= MOST_CALLED => names.join(" or "),
        Some(names) => format!("{} to {}", names[0], called(to).unwrap_or_default()),
        _ if from == to => counted(from, unit),
        _ if end >= values => format!("{from} or more {unit}"),
        _ if first == 0 => format!("{to} or fewer {unit}"),
        _ => format!("{from} to {to} {unit}"),
    };
    let shares = [
        100.0 * farthest.seen as f64 / subjects as f64,
        100.0 * farthest.probability,
    ]
    .map(|share| format!("{share:.2}%"));
    let [seen, fair] = shares;
    let of = nouns.subjects;
    test.words = match nouns.holder {
        Some(holder) => format!(
            "{} {what} in {seen} of the {of}; in {fair} of fair ones",
            has(holder)
        ),
        None => format!("{seen} of the {of} have {what}; {fair} of fair ones do"),
    };
    let with = nouns
        .holder
        .map_or_else(String::new, |holder| format!(" with {holder}"));
    test.named = Some(Limited::Cell(NamedCell {
        what: what + &with,
        count: farthest.seen,
        of: subjects,
        fair: farthest.probability,
        among: among as u64,
        unit: DECKS,
        by: Naming::Together(test.words.clone()),
    }));
}

/// Values that are listed by their names, at the most.
const MOST_CALLED: usize = 3;

/// A number with its unit, which says several: `1 fixed point`, `2 fixed points`.
pub(super) fn counted(number: u64, unit: &str) -> String {
    /// Words after which a unit says no more what is counted.
    const AFTER: [&str; 7] = ["of", "in", "from", "that", "as", "by", "among"];
    let mut head = unit.split(' ').take_while(|word| !AFTER.contains(word));
    match head.find(|word| word.ends_with('s')) {
        Some(noun) if number == 1 => {
            let one = noun.strip_suffix('s').unwrap_or(noun);
            format!("1 {}", unit.replacen(noun, one, 1))
        }
        _ => format!("{number} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_of_a_unit_is_not_said_as_several() {
        for (unit, one) in [
            ("fixed points", "1 fixed point"),
            (
                "cards of the class land in the hand",
                "1 card of the class land in the hand",
            ),
            (
                "places moved, all cards together",
                "1 place moved, all cards together",
            ),
            (
                "category of the best five cards",
                "1 category of the best five cards",
            ),
        ] {
            assert_eq!(counted(1, unit), one);
            assert_eq!(counted(2, unit), format!("2 {unit}"));
        }
    }
}
