//! A law: the probability of each value, as bars.

use super::super::super::chart::{Axis, Mark, Plot};
use super::words::percent;
use text::names::grouped;

/// Bars at the most; of more values, several are taken together.
const BARS: u64 = 100;

/// Values with less than this of the likeliest one's probability are left out at both ends.
const SEEN: f64 = 1e-3;

/// Values in a bar, and their probability together.
struct Bin {
    from: u64,
    to: u64,
    probability: f64,
    beside: Option<f64>,
}

/// A value, its probability, and the probability that it is compared with, if any.
pub(super) type Value = (u64, f64, Option<f64>);

/// The bars of a law in a panel of that size; `said` are the words for one of the values and for several. The
/// probabilities that it is compared with are short lines of the class `fair`.
pub(super) fn plot(
    size: (f64, f64),
    title: &str,
    (one, many): (&str, &str),
    values: &[Value],
) -> Option<Plot> {
    let (bins, wide) = bins(values)?;
    let (first, last) = (bins.first()?, bins.last()?);
    let highest = bins
        .iter()
        .map(|bin| bin.probability.max(bin.beside.unwrap_or(0.0)));
    let together = if wide > 1 {
        format!(" of {wide} together")
    } else {
        String::new()
    };
    let half = 0.5 * wide as f64;
    // The middle of a bar of several values.
    let middle = |bin: &Bin| bin.from as f64 + half - 0.5;
    let mut plot = Plot::new(
        size,
        Axis::new(title, middle(first) - half, middle(last) + half).whole(),
        Axis::shares(
            format!("probability{together}"),
            highest.fold(0.0, f64::max),
        ),
    );
    let says = |bin: &Bin| {
        let values = match (bin.from, bin.to) {
            (1, 1) => format!("1 {one}"),
            (from, to) if from == to => format!("{} {many}", grouped(from)),
            (from, to) => format!("{} to {} {many}", grouped(from), grouped(to)),
        };
        let beside = bin.beside.map_or_else(String::new, |beside| {
            format!(", beside {}", percent(beside))
        });
        format!("{values}: {}{beside}", percent(bin.probability))
    };
    let marks: Vec<Mark> = bins
        .iter()
        .map(|bin| Mark::new(middle(bin), bin.probability, says(bin)))
        .collect();
    plot.bars("seen", wide as f64, &marks);
    let beside = bins
        .iter()
        .filter_map(|bin| Some((middle(bin), bin.beside?)));
    let beside: Vec<_> = beside.collect();
    if !beside.is_empty() {
        plot.ticks("fair", wide as f64, &beside);
    }
    Some(plot)
}

/// The bars, and how many values each takes.
fn bins(values: &[Value]) -> Option<(Vec<Bin>, u64)> {
    let larger = |value: &Value| value.1.max(value.2.unwrap_or(0.0));
    let peak = values.iter().map(larger).fold(0.0, f64::max);
    let seen = |value: &&Value| larger(value) > SEEN * peak;
    let low = values.iter().filter(seen).map(|value| value.0).min()?;
    let high = values.iter().filter(seen).map(|value| value.0).max()?;
    let wide = (high - low) / BARS + 1;
    let number = (high - low) / wide + 1;
    let mut bins: Vec<Bin> = (0..number)
        .map(|at| Bin {
            from: low + at * wide,
            to: (low + at * wide).saturating_add(wide - 1).min(high),
            probability: 0.0,
            beside: None,
        })
        .collect();
    for (value, probability, beside) in values {
        if (low..=high).contains(value) {
            let bin = &mut bins[((value - low) / wide) as usize];
            bin.probability += probability;
            if let Some(beside) = beside {
                *bin.beside.get_or_insert(0.0) += beside;
            }
        }
    }
    Some((bins, wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_values_are_taken_together_and_rare_ones_left_out() {
        let values: Vec<Value> = (0..1463).map(|at| (at, 1.0 / 1463.0, None)).collect();
        let (found, wide) = bins(&values).unwrap();
        assert!(found.len() <= 100 && wide == 15, "{} {wide}", found.len());
        let sum: f64 = found.iter().map(|bin| bin.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let (found, _) = bins(&[(0, 1e-9, None), (3, 1.0, None), (9, 0.0, None)]).unwrap();
        assert_eq!((found.len(), found[0].from), (1, 3));
        assert!(bins(&[]).is_none() && bins(&[(4, 0.0, None)]).is_none());
        let far = [(0, 0.5, None), (u64::MAX, 0.5, Some(0.1))];
        let (found, _) = bins(&far).unwrap();
        assert!(found.len() <= 101 && found[found.len() - 1].to == u64::MAX);
    }
}
