//! Items that are added to a bag in the middle of a sequence: what that skews.
//!
//! The bag's cursor then goes back to the end, so that the next sequence has all items, drawn already or not. Each draw still
//! has the right law. But over the k draws before and all N draws after, what had been drawn comes once more than the rest;
//! and the next draw can be what has just come. Both are measured here as total variation, averaged over what was drawn.

use super::{Bag, MOST_ITEMS, hypergeometric};
use crate::sequences::Refused;

/// The price of adding items in the middle of a sequence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skew {
    /// Items in the bag once they are added.
    pub items: u32,
    /// The distance of the shares, over the draws before and a full sequence after, from the shares in the bag.
    pub shares: f64,
    /// The distance of the next draw from that of a bag which keeps drawn items out.
    pub next: f64,
}

impl Bag {
    /// The price of adding `added[i]` items of symbol i after so many draws from the full bag. Symbols beyond those of the
    /// bag are new ones.
    ///
    /// Let symbol i have m items among the N, of which H were drawn: H is hypergeometric. Then Σ E|H − k m/N| / 2 is the
    /// distance of the shares times N + k, and that of the next draw times N − k. Where all items are different, the shares
    /// are off by k (N − k) / (N (N + k)), and the next draw by k/N.
    ///
    /// ```
    /// use colddeck_laws::sequences::bags::Bag;
    ///
    /// // A, B, C and D; E is added after two draws.
    /// let skew = Bag::plain(&[1; 4]).unwrap().adding(2, &[0, 0, 0, 0, 1]).unwrap();
    /// assert!((skew.shares - 6.0 / 35.0).abs() < 1e-15 && (skew.next - 2.0 / 5.0).abs() < 1e-15);
    /// ```
    pub fn adding(&self, after: u32, added: &[u32]) -> Result<Skew, Refused> {
        let (drawn, size) = (after, self.size);
        if self.take != size {
            let accepted = format!("{size}, the whole bag, where items are added in the middle");
            return Err(Refused::domain(
                "a bag that fills again after draw",
                self.take,
                accepted,
            ));
        }
        if drawn == 0 || drawn >= size {
            let accepted = format!(
                "1 to {}: in the middle of a sequence",
                size.saturating_sub(1)
            );
            return Err(Refused::domain("items added after draw", drawn, accepted));
        }
        let more: u64 = added.iter().map(|&items| u64::from(items)).sum();
        if more == 0 {
            return Err(Refused::domain(
                "a number of added items of",
                more,
                "1 or more",
            ));
        }
        let items = u64::from(size) + more;
        Refused::beyond("a bag of this size", items as f64, MOST_ITEMS as f64)?;
        let (all, drawn) = (items as f64, f64::from(drawn));
        let symbols = self.copies.len().max(added.len());
        let of = |list: &[u32], symbol| list.get(symbol).copied().unwrap_or(0);
        let off = |symbol| -> f64 {
            let before = of(&self.copies, symbol);
            let fair = drawn * f64::from(before + of(added, symbol)) / all;
            let law = hypergeometric(size, before, after);
            let terms = law.iter().zip(0_u32..);
            terms
                .map(|(p, came)| p * (f64::from(came) - fair).abs())
                .sum()
        };
        let half = 0.5 * (0..symbols).map(off).sum::<f64>();
        Ok(Skew {
            items: items as u32,
            shares: half / (all + drawn),
            next: half / (all - drawn),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adding(copies: &[u32], after: u32, added: &[u32]) -> Skew {
        Bag::plain(copies).unwrap().adding(after, added).unwrap()
    }

    /// The array of the document's program, and its cursor.
    #[derive(Clone)]
    struct Program {
        data: Vec<usize>,
        cursor: usize,
    }

    impl Program {
        fn new(copies: &[u32]) -> Self {
            let mut program = Self {
                data: Vec::new(),
                cursor: 0,
            };
            program.add(copies);
            program
        }

        fn add(&mut self, added: &[u32]) {
            for (symbol, &items) in added.iter().enumerate() {
                self.data.extend((0..items).map(|_| symbol));
            }
            self.cursor = self.data.len() - 1;
        }

        fn draw(&mut self, pick: usize) -> usize {
            if self.cursor == 0 {
                self.cursor = self.data.len() - 1;
                return self.data[0];
            }
            self.data.swap(pick, self.cursor);
            self.cursor -= 1;
            self.data[self.cursor + 1]
        }

        /// Follows all picks of so many draws.
        fn follow(
            self,
            draws: usize,
            drawn: &mut Vec<usize>,
            p: f64,
            done: &mut dyn FnMut(&Self, &[usize], f64),
        ) {
            if draws == 0 {
                return done(&self, drawn, p);
            }
            let picks = self.cursor + 1;
            for pick in 0..picks {
                let mut next = self.clone();
                drawn.push(next.draw(pick));
                next.follow(draws - 1, drawn, p / picks as f64, done);
                drawn.pop();
            }
        }
    }

    /// Both distances, by all runs of the program.
    fn by_all_runs(copies: &[u32], after: usize, added: &[u32]) -> (f64, f64) {
        let symbols = copies.len().max(added.len());
        let at = |list: &[u32], symbol| list.get(symbol).copied().unwrap_or(0);
        let full: Vec<u32> = (0..symbols).map(|s| at(copies, s) + at(added, s)).collect();
        let all = f64::from(full.iter().sum::<u32>());
        let count =
            |draws: &[usize], symbol| draws.iter().filter(|&&draw| draw == symbol).count() as f64;
        let (mut shares, mut next) = (0.0, 0.0);
        Program::new(copies).follow(after, &mut Vec::new(), 1.0, &mut |broken, before, p| {
            let mut bag = broken.clone();
            bag.add(added);
            for (symbol, &items) in full.iter().enumerate() {
                let left = f64::from(items) - count(before, symbol);
                let in_array = count(&bag.data, symbol) / all;
                next += 0.5 * p * (left / (all - after as f64) - in_array).abs();
            }
            let draws = bag.data.len();
            bag.follow(draws, &mut before.to_vec(), p, &mut |_, both, p| {
                for (symbol, &items) in full.iter().enumerate() {
                    let share = count(both, symbol) / both.len() as f64;
                    shares += 0.5 * p * (share - f64::from(items) / all).abs();
                }
            });
        });
        (shares, next)
    }

    #[test]
    fn both_distances_are_those_of_all_runs_of_the_program() {
        for (copies, added) in [
            (&[1, 1, 1][..], &[1][..]),
            (&[1, 1, 1, 1], &[0, 0, 0, 0, 1]),
            (&[2, 1], &[1, 0, 1]),
            (&[2, 2], &[0, 1]),
            (&[3, 2], &[0, 0, 1]),
            (&[2, 2], &[1, 1]),
        ] {
            for after in 1..copies.iter().sum() {
                let ours = adding(copies, after, added);
                let (shares, next) = by_all_runs(copies, after as usize, added);
                assert!(
                    (ours.shares - shares).abs() < 1e-12,
                    "{copies:?} {added:?} {after}"
                );
                assert!(
                    (ours.next - next).abs() < 1e-12,
                    "{copies:?} {added:?} {after}"
                );
            }
        }
    }

    #[test]
    fn bags_of_the_document() {
        for (copies, added, after, shares, next) in [
            (
                &[1; 7][..],
                &[0, 0, 0, 0, 0, 0, 0, 1][..],
                3,
                15.0 / 88.0,
                3.0 / 8.0,
            ),
            (&[3, 3, 3], &[1, 1, 1], 4, 5.0 / 84.0, 5.0 / 42.0),
            (
                &[10, 5, 4, 1],
                &[0, 0, 0, 1],
                10,
                1_930_615.0 / 40_092_052.0,
                1_930_615.0 / 14_226_212.0,
            ),
        ] {
            let ours = adding(copies, after, added);
            assert!(
                (ours.shares - shares).abs() < 1e-14 && (ours.next - next).abs() < 1e-14,
                "{copies:?}"
            );
        }
        for (copies, added, after, shares, next) in [
            (&[50, 25, 20, 5], &[0, 0, 0, 1], 50, 0.020_818, 0.061_637),
            (&[24; 4], &[1; 4], 48, 0.022_616, 0.064_369),
        ] {
            let ours = adding(copies, after, added);
            assert!(
                (ours.shares - shares).abs() < 5e-7 && (ours.next - next).abs() < 5e-7,
                "{copies:?}"
            );
        }
    }

    /// k (N − k) / (N (N + k)), never above 3 − 2√2.
    #[test]
    fn different_items_have_a_closed_form_and_a_limit() {
        let limit = 3.0 - 2.0 * std::f64::consts::SQRT_2;
        for items in 2..60_u32 {
            let mut added = vec![0; items as usize];
            added.push(1);
            for after in 1..items {
                let (k, n) = (f64::from(after), f64::from(items + 1));
                let ours = adding(&vec![1; items as usize], after, &added);
                assert!((ours.shares - k * (n - k) / (n * (n + k))).abs() < 1e-13);
                assert!((ours.next - k / n).abs() < 1e-13 && ours.shares <= limit);
            }
        }
        let mut added = vec![0; 100];
        added.push(1);
        let shares = |after| adding(&[1; 100], after, &added).shares;
        let worst = (1..100).max_by(|a, b| shares(*a).total_cmp(&shares(*b)));
        assert_eq!(worst, Some(42));
        assert!((shares(42) - 2478.0 / 14443.0).abs() < 1e-13);
    }

    #[test]
    fn what_is_not_in_the_middle_of_a_sequence_is_refused() {
        let plain = Bag::plain(&[2, 2]).unwrap();
        for (after, added) in [
            (0, &[1][..]),
            (4, &[1]),
            (2, &[]),
            (2, &[0, 0]),
            (2, &[u32::MAX, 1]),
        ] {
            assert!(plain.adding(after, added).is_err(), "{after} {added:?}");
        }
        let half = Bag::new(&[2, 2], 2).unwrap();
        assert!(half.adding(1, &[1]).is_err());
    }
}
