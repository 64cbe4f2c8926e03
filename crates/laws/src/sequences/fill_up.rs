//! A bag to which an item is added after each draw, and from which nothing is ever removed.
//!
//! A reader of the shuffle bag proposed to "fill up" the bag after each draw: after draw k = 0, 1, 2 … comes
//! one more item k mod m of a list. Adding sets the bag's cursor back to its end, so the next draw is one of
//! *all* items, those drawn before included. Hence, read literally:
//!
//! - draws are *independent*: which items are in the bag at draw t does not depend on what was drawn;
//! - they are *not* of one law: the law at draw t is (items of each kind in the bag then) / (all then). With
//!   three kinds and one of each at first, draw 2 has ½, ¼, ¼;
//! - the law tends to that of the list, with a difference of the order 1/t.

use super::Refused;

/// Draws over which means are summed one by one: a second.
pub(crate) const MOST_DRAWS: u64 = 100_000_000;

/// Kinds and items up to which a bag is taken: whole numbers that doubles hold.
const MOST_ITEMS: u64 = 1 << 50;

/// A bag that is filled up.
#[derive(Debug, Clone, PartialEq)]
pub struct FillUp {
    /// Items of each kind before the first draw.
    start: Vec<u64>,
    /// The kinds that are added in turn, one after each draw.
    list: Vec<usize>,
}

impl FillUp {
    /// A bag with `start[i]` items of kind i at first, and `list[k mod m]` added after draw k = 0, 1, 2 …
    ///
    /// ```
    /// use colddeck_laws::sequences::fill_up::FillUp;
    ///
    /// // One of each of three kinds, filled up with k mod 3.
    /// let bag = FillUp::new(&[1, 1, 1], &[0, 1, 2]).unwrap();
    /// assert_eq!(bag.law(2), [0.5, 0.25, 0.25]);
    /// ```
    pub fn new(start: &[u64], list: &[usize]) -> Result<Self, Refused> {
        let items = start.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        if !items.is_some_and(|items| (1..=MOST_ITEMS).contains(&items)) {
            let found = format!("{start:?}");
            return Err(Refused::domain(
                "items in a bag",
                found,
                "at least one item in all",
            ));
        }
        if list.is_empty() {
            let accepted = "at least one kind";
            return Err(Refused::domain("a list to fill up with", "[]", accepted));
        }
        if let Some(kind) = list.iter().find(|&&kind| kind >= start.len()) {
            let accepted = format!("0 to {}", start.len() - 1);
            return Err(Refused::domain("a kind to fill up with", kind, accepted));
        }
        Ok(Self {
            start: start.to_vec(),
            list: list.to_vec(),
        })
    }

    /// Items of each kind in the bag at the `draw`-th draw; the first is 1.
    pub fn items(&self, draw: u64) -> Vec<u64> {
        let added = draw.saturating_sub(1);
        let m = self.list.len() as u64;
        let mut items = self.start.clone();
        for (&kind, place) in self.list.iter().zip(0..) {
            items[kind] += added / m + u64::from(place < added % m);
        }
        items
    }

    /// The law of the `draw`-th draw, whatever came before; the first is 1.
    pub fn law(&self, draw: u64) -> Vec<f64> {
        let items = self.items(draw);
        let all = items.iter().sum::<u64>() as f64;
        items.iter().map(|&n| n as f64 / all).collect()
    }

    /// The entropy of the `draw`-th draw in bits: the same whether the draws before are known or not.
    pub fn entropy(&self, draw: u64) -> f64 {
        let terms = self.law(draw).into_iter().filter(|&p| p > 0.0);
        terms.map(|p| -p * libm::log2(p)).sum::<f64>().max(0.0)
    }

    /// All items before the first draw.
    fn all(&self) -> u64 {
        self.start.iter().sum()
    }

    /// The natural logarithm of the probability of a sequence from the first draw on; `None` if it cannot
    /// come, or has a kind that the bag does not know.
    pub fn log_likelihood(&self, sequence: &[usize]) -> Option<f64> {
        let mut items = self.start.clone();
        let added = self.list.iter().cycle();
        let mut log = 0.0;
        for ((&kind, added), all) in sequence.iter().zip(added).zip(self.all()..) {
            let here = items.get(kind).copied().filter(|&here| here > 0)?;
            log += libm::log(here as f64 / all as f64);
            items[*added] += 1;
        }
        Some(log)
    }

    /// The number of times that each kind comes within the first `draws` draws: the law of its
    /// count is that of a sum of independent yes or no with these moments. At most [`MOST_DRAWS`]
    /// draws.
    pub fn counts(&self, draws: u64) -> Result<Vec<Moments>, Refused> {
        let what = "the law of counts over this many draws";
        Refused::beyond(what, draws as f64, MOST_DRAWS as f64)?;
        let mut items = self.start.clone();
        let mut moments = vec![Moments::default(); items.len()];
        let all = self.all()..self.all() + draws;
        for (all, &added) in all.zip(self.list.iter().cycle()) {
            for (moments, &here) in moments.iter_mut().zip(&items) {
                let p = here as f64 / all as f64;
                moments.mean += p;
                moments.variance += p * ((all - here) as f64 / all as f64);
            }
            items[added] += 1;
        }
        Ok(moments)
    }
}

/// The mean and the variance of a count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents() -> FillUp {
        FillUp::new(&[1, 1, 1], &[0, 1, 2]).unwrap()
    }

    /// The bag itself, in all ways: a list of items, and the probability of each sequence of draws.
    fn played(draws: usize) -> Vec<(Vec<usize>, f64)> {
        let mut bag = vec![0, 1, 2];
        let mut ways = vec![(Vec::new(), 1.0)];
        for k in 0..draws {
            let mut next = Vec::new();
            for (sequence, p) in &ways {
                for kind in 0..3 {
                    let share = bag.iter().filter(|&&item| item == kind).count() as f64;
                    let mut longer: Vec<usize> = sequence.clone();
                    longer.push(kind);
                    next.push((longer, p * share / bag.len() as f64));
                }
            }
            bag.push(k % 3);
            ways = next;
        }
        ways
    }

    #[test]
    fn sequences_have_the_probability_that_playing_gives() {
        let bag = documents();
        for (sequence, p) in played(6) {
            let ours = libm::exp(bag.log_likelihood(&sequence).unwrap());
            assert!((ours / p - 1.0).abs() < 1e-13);
            // Independence: the probability is the product of the laws of the draws.
            let product: f64 = sequence
                .iter()
                .zip(1..)
                .map(|(&kind, t)| bag.law(t)[kind])
                .product();
            assert!((product / p - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn the_second_draw_favours_what_was_added_and_the_later_ones_hardly() {
        let bag = documents();
        assert_eq!(bag.law(1), [1.0 / 3.0; 3]);
        assert_eq!(bag.law(2), [0.5, 0.25, 0.25]);
        assert_eq!(bag.law(3), [0.4, 0.4, 0.2]);
        assert_eq!(bag.law(4), [1.0 / 3.0; 3]);
        assert!((bag.entropy(2) - 1.5).abs() < 1e-15);
        assert!((bag.entropy(1) - libm::log2(3.0)).abs() < 1e-15);
        assert!((bag.law(1_000_000_000_001)[0] - 1.0 / 3.0).abs() < 1e-12);
        let weighted = FillUp::new(&[5, 0], &[1, 0, 0]).unwrap();
        assert_eq!(weighted.items(5), [7, 2]);
        assert_eq!(weighted.log_likelihood(&[1]), None);
        assert_eq!(weighted.log_likelihood(&[2]), None);
        assert_eq!(weighted.log_likelihood(&[]), Some(0.0));
    }

    #[test]
    fn counts_have_the_moments_of_playing() {
        let ours = documents().counts(6).unwrap();
        for (kind, ours) in ours.iter().enumerate() {
            let (mut mean, mut square) = (0.0, 0.0);
            for (sequence, p) in played(6) {
                let count = sequence.iter().filter(|&&k| k == kind).count() as f64;
                mean += p * count;
                square += p * count * count;
            }
            assert!((ours.mean - mean).abs() < 1e-12);
            assert!((ours.variance - (square - mean * mean)).abs() < 1e-12);
        }
        assert!(documents().counts(MOST_DRAWS + 1).is_err());
    }

    #[test]
    fn what_is_no_bag_is_refused() {
        assert!(FillUp::new(&[], &[0]).is_err());
        assert!(FillUp::new(&[0, 0], &[0]).is_err());
        assert!(FillUp::new(&[u64::MAX, 1], &[0]).is_err());
        assert!(FillUp::new(&[1, 1], &[]).is_err());
        let refused = FillUp::new(&[1, 1], &[0, 2]).unwrap_err().to_string();
        assert_eq!(
            refused,
            "found a kind to fill up with `2`; accepted: 0 to 1"
        );
    }
}
