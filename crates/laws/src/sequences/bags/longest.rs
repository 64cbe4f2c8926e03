//! The greatest lengths of runs and absences over the seam of a bag.
//!
//! In a plain bag a run is longest if all c copies come last in a round and first in the next: 2c draws, at a
//! given seam with the probability 1/C(n, c)², for a seam has two independent rounds. An absence is longest if
//! all copies come first in a round and last in the next: 2 (n − c), with the same probability. With k of n drawn
//! the same holds, as all c copies (all n − c others) come at c (n − c) given places with 1/C(n, c) as well; but
//! if a whole round can be of the symbol (of others), then there is no longest one.

use super::Bag;
use crate::sequences::Refused;

/// The longest run or absence that a bag allows, and how likely it is where it can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Longest {
    /// The length in draws.
    pub draws: u64,
    /// The natural logarithm of its probability at a given seam of two rounds.
    pub ln_probability: f64,
}

/// The longest run of a symbol; `None` if there is none: a round can be of this symbol only.
///
/// ```
/// use colddeck_laws::sequences::bags::{Bag, longest::longest_run};
///
/// // The 50% of a bag of 100: a hundred in a row.
/// let longest = longest_run(&Bag::plain(&[50, 25, 20, 5]).unwrap(), 0).unwrap().unwrap();
/// assert_eq!(longest.draws, 100);
/// assert_eq!(format!("{:.1e}", longest.ln_probability.exp()), "9.8e-59");
/// ```
pub fn longest_run(bag: &Bag, symbol: usize) -> Result<Option<Longest>, Refused> {
    let copies = bag.copies_of(symbol)?;
    Ok(longest(bag, copies))
}

/// The longest absence of a symbol; `None` if there is none: a round can pass without it.
pub fn longest_absence(bag: &Bag, symbol: usize) -> Result<Option<Longest>, Refused> {
    let copies = bag.copies_of(symbol)?;
    Ok(longest(bag, bag.size - copies))
}

/// The longest run of these items, whichever they are.
fn longest(bag: &Bag, items: u32) -> Option<Longest> {
    if items >= bag.take {
        return None;
    }
    let choose = (0..items).map(|i| libm::log(f64::from(bag.size - i) / f64::from(items - i)));
    Some(Longest {
        draws: 2 * u64::from(items),
        ln_probability: -2.0 * choose.sum::<f64>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequences::bags::runs::testing::{BAGS, enumerated};

    #[test]
    fn the_longest_possible_is_where_the_law_ends() {
        for (copies, take) in BAGS {
            let bag = Bag::new(copies, take).unwrap();
            for symbol in 0..copies.len() {
                // Over two rounds: at their seam, and only there.
                let absence = longest_absence(&bag, symbol).unwrap();
                let law = enumerated(&bag, 2, Some(symbol));
                let end = law.iter().rposition(|&p| p > 0.0).unwrap_or(0);
                match absence {
                    None => assert_eq!(end, 2 * take as usize, "{copies:?} {take} {symbol}"),
                    Some(longest) => {
                        assert_eq!(longest.draws, end as u64, "{copies:?} {take} {symbol}");
                        let p = libm::exp(longest.ln_probability);
                        assert!((p - law[end]).abs() < 1e-13);
                    }
                }
            }
        }
    }

    #[test]
    fn the_documents_runs_have_their_probabilities() {
        let large = Bag::plain(&[50, 25, 20, 5]).unwrap();
        let small = Bag::plain(&[10, 5, 4, 1]).unwrap();
        for (bag, draws, p) in [(&large, 100, 9.8e-59), (&small, 20, 2.9e-11)] {
            let longest = longest_run(bag, 0).unwrap().unwrap();
            assert_eq!(longest.draws, draws);
            assert!((libm::exp(longest.ln_probability) / p - 1.0).abs() < 0.02);
        }
        assert_eq!(longest_absence(&large, 3).unwrap().unwrap().draws, 190);
        assert_eq!(
            longest_run(&Bag::new(&[6, 6, 6], 6).unwrap(), 0).unwrap(),
            None
        );
        assert!(longest_run(&large, 4).is_err());
    }
}
