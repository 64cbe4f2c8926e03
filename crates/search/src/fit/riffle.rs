//! Riffles: of two packets or more, however often; with a limit on streaks; and by labels that cling to each other.
//!
//! A riffle of a packets (an a-shuffle; Bayer and Diaconis, 1992) gives an order with R rising sequences the probability
//! C(a + n − R, n) / aⁿ, and k of them are a riffle of aᵏ packets.
//!
//! Other riffles of two packets are laws of labels, place by place, that say from which packet a card comes. An order with
//! two rising sequences shows all labels; the sorted order comes from n + 1 cuts, whose probabilities add up.

use toml::Table;

use super::Orders;
use super::model::{Fitted, Law, Point, Shape, interval, maximum, number, on_grid, table, whole};
use super::orders::{breaks, rising, stretches};
use deck::{Card, MAX_CARDS};
use laws::beta::binomial_pmf;
use laws::counting::{ln_factorial, ln_sum};
use record::answers::fit::Parameter;

/// k riffles of a packets, as one of aᵏ.
#[derive(Debug)]
pub(super) struct Packets {
    pub packets: f64,
}

impl Packets {
    /// ln of C(a + n − R, n) / aⁿ.
    fn of_rising(&self, cards: usize, rising: usize) -> f64 {
        let a = self.packets;
        let spare = a - rising as f64;
        if spare < 0.0 {
            return f64::NEG_INFINITY;
        }
        // The factors (a − R + i)/a, i from 1 to n.
        let factor = |i: usize| libm::log1p((i as f64 - rising as f64) / a);
        (1..=cards).map(factor).sum::<f64>() - ln_factorial(cards)
    }
}

impl Law for Packets {
    fn ln(&self, deck: &[Card]) -> f64 {
        self.of_rising(deck.len(), rising(deck))
    }
}

/// The riffle of two packets, and that of so many packets as fit best.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let times = f64::from(orders.times);
    let law = |packets: usize| Packets {
        packets: libm::pow(packets as f64, times),
    };
    let mut found = vec![Fitted::exact(
        orders,
        ("riffle", "riffle", Table::new()),
        law(2),
        Vec::new(),
    )];
    let mut counts = vec![0.0; orders.cards + 1];
    for deck in &orders.decks {
        counts[rising(deck)] += 1.0;
    }
    let points: Vec<Point<1>> = tried()
        .map(|packets| {
            let law = law(packets);
            let seen = counts.iter().enumerate().filter(|(_, count)| **count > 0.0);
            let ln = seen.map(|(rising, count)| count * law.of_rising(orders.cards, rising));
            Point {
                at: [packets],
                ln: ln.sum(),
            }
        })
        .collect();
    let names = [("packets", Shape::Regular, MAX_CARDS)];
    if let Some(([packets], parameters)) = on_grid(&points, names) {
        let named = (
            "riffle of packets",
            "riffle",
            table([("packets", whole(packets))]),
        );
        let fitted = Fitted::exact(orders, named, law(packets), parameters);
        // With more and more packets it becomes fair.
        found.push(fitted.holding(&["riffle", "fair"]));
    }
    found
}

/// Numbers of packets that are tried: all small ones, and of large ones each that is a hundredth larger than the last.
fn tried() -> impl Iterator<Item = usize> {
    let next = |packets: &usize| Some(packets + (packets / 100).max(1));
    std::iter::successors(Some(2), next)
        .take_while(|packets| *packets < MAX_CARDS)
        .chain([MAX_CARDS])
}

/// The streak-limited riffle: see `shuffle::riffle`.
#[derive(Debug)]
pub(super) struct Streak {
    pub limit: usize,
}

impl Streak {
    /// ln of the chance of these stretches, given the cut.
    fn interleaving(
        &self,
        upper: usize,
        (above, lengths): &(bool, Vec<usize>),
        cards: usize,
    ) -> f64 {
        let mut left = [upper, cards - upper];
        let mut packet = usize::from(!above);
        let mut ln = 0.0;
        for (stretch, &length) in lengths.iter().enumerate() {
            // The limit does not bind on the first streak.
            if stretch > 0 && length > self.limit && left[1 - packet] > 0 {
                return f64::NEG_INFINITY;
            }
            let mut streak = 0;
            for card in 0..length {
                if left[1 - packet] == 0 {
                    break;
                }
                let first = card == 0;
                // After a complete streak the other packet gives the next card for certain.
                let forced = first && stretch > 1 && lengths[stretch - 1] == self.limit;
                if !forced {
                    let all = (left[0] + left[1]) as f64;
                    ln += libm::log(left[packet] as f64 / all);
                }
                left[packet] -= 1;
                streak += 1;
            }
            left[packet] -= length - streak;
            packet = 1 - packet;
        }
        ln
    }

    fn of_cut(&self, deck: &[Card], upper: usize) -> f64 {
        let cards = deck.len();
        let cut = libm::log(binomial_pmf(upper as u64, cards as u64, 0.5));
        cut + self.interleaving(upper, &stretches(deck, upper), cards)
    }
}

impl Law for Streak {
    fn ln(&self, deck: &[Card]) -> f64 {
        match breaks(deck).as_slice() {
            [] => {
                let cuts = (0..=deck.len()).map(|upper| self.of_cut(deck, upper));
                ln_sum(cuts.collect::<Vec<_>>().into_iter())
            }
            [upper] => self.of_cut(deck, *upper),
            _ => f64::NEG_INFINITY,
        }
    }
}

/// The limit on streaks for which the log-likelihood `ln` is largest, with its interval.
pub(super) fn limit(cards: usize, ln: impl Fn(&Streak) -> f64) -> Option<(usize, Vec<Parameter>)> {
    /// Streaks beyond this are so rare in a riffle that nobody tells a limit there from none.
    const MOST: usize = 16;
    let most = MOST.min(cards);
    let point = |limit| Point {
        at: [limit],
        ln: ln(&Streak { limit }),
    };
    let points: Vec<Point<1>> = (1..=most).map(point).collect();
    let ([limit], parameters) = on_grid(&points, [("max-streak", Shape::End, most)])?;
    Some((limit, parameters))
}

/// A streak-limited riffle that was fitted.
pub(super) fn limited(orders: &Orders, limit: usize, parameters: Vec<Parameter>) -> Fitted {
    let keys = table([("max-streak", whole(limit))]);
    let named = ("sleeved riffle", "riffle", keys);
    Fitted::exact(orders, named, Streak { limit }, parameters).with_ends(1)
}

/// The streak-limited riffle, with the limit that fits best; of one shuffle only.
pub(super) fn streak(orders: &Orders) -> Vec<Fitted> {
    if orders.times > 1 {
        return Vec::new();
    }
    let ln = |law: &Streak| orders.decks.iter().map(|deck| law.ln(deck)).sum();
    let found = limit(orders.cards, ln);
    let fitted = found.map(|(limit, parameters)| limited(orders, limit, parameters));
    fitted
        .map(|one| one.holding(&["riffle"]))
        .into_iter()
        .collect()
}

/// The riffle of unequal packets and of cards that cling: the first label is `upper` with that probability, and each
/// further one repeats the one before it with the probability `clump` and is drawn afresh otherwise. With clump = 0 it is
/// the p-riffle of Lalley (1996), with upper = ½ as well the riffle.
#[derive(Debug)]
pub(super) struct Clumped {
    pub upper: f64,
    pub clump: f64,
}

/// Counts of labels that follow each other, upper 0 and lower 1, and of those that come first.
#[derive(Debug, Clone, Default, PartialEq)]
struct Labels {
    first: [f64; 2],
    then: [[f64; 2]; 2],
}

impl Labels {
    fn add(&mut self, upper: usize, deck: &[Card]) {
        let label = |card: &Card| usize::from(usize::from(*card) >= upper);
        self.first[label(&deck[0])] += 1.0;
        for pair in deck.windows(2) {
            self.then[label(&pair[0])][label(&pair[1])] += 1.0;
        }
    }

    fn of(upper: usize, deck: &[Card]) -> Self {
        let mut labels = Self::default();
        labels.add(upper, deck);
        labels
    }
}

impl Clumped {
    fn of_labels(&self, labels: &Labels) -> f64 {
        let share = [self.upper, 1.0 - self.upper];
        let fresh = 1.0 - self.clump;
        let mut ln = 0.0;
        let mut add = |count: f64, p: f64| {
            if count > 0.0 {
                ln += count * libm::log(p);
            }
        };
        for (one, other) in [(0, 1), (1, 0)] {
            add(labels.first[one], share[one]);
            add(labels.then[one][one], self.clump + fresh * share[one]);
            add(labels.then[one][other], fresh * share[other]);
        }
        ln
    }

    /// The chance of the sorted order: any cut, and nothing interleaved.
    fn sorted(&self, cards: usize) -> f64 {
        let sorted: Vec<Card> = (0..cards as Card).collect();
        let cuts = (0..=cards).map(|upper| self.of_labels(&Labels::of(upper, &sorted)));
        ln_sum(cuts.collect::<Vec<_>>().into_iter())
    }
}

impl Law for Clumped {
    fn ln(&self, deck: &[Card]) -> f64 {
        match breaks(deck).as_slice() {
            [] => self.sorted(deck.len()),
            [upper] => self.of_labels(&Labels::of(*upper, deck)),
            _ => f64::NEG_INFINITY,
        }
    }
}

/// The riffle with the cut and the clumps that fit best; of one shuffle only.
pub(super) fn clumped(orders: &Orders) -> Vec<Fitted> {
    const ROUNDS: usize = 40;
    const RANGE: (f64, f64) = (0.0, 1.0);
    if orders.times > 1 {
        return Vec::new();
    }
    let (mut labels, mut sorted) = (Labels::default(), 0.0);
    for deck in &orders.decks {
        match breaks(deck).as_slice() {
            [] => sorted += 1.0,
            [upper] => labels.add(*upper, deck),
            _ => return Vec::new(),
        }
    }
    let ln = |upper: f64, clump: f64| {
        let law = Clumped { upper, clump };
        let of_sorted = if sorted > 0.0 {
            sorted * law.sorted(orders.cards)
        } else {
            0.0
        };
        law.of_labels(&labels) + of_sorted
    };
    let best_upper = |clump: f64| maximum(RANGE, |upper| ln(upper, clump));
    let best_clump = |upper: f64| maximum(RANGE, |clump| ln(upper, clump));
    let (mut upper, mut clump) = (0.5, 0.0);
    for _ in 0..ROUNDS {
        let before = (upper, clump);
        upper = best_upper(clump);
        clump = best_clump(upper);
        if (upper - before.0).abs() + (clump - before.1).abs() < 1e-10 {
            break;
        }
    }
    let uppers = interval(RANGE, upper, |upper| ln(upper, best_clump(upper)));
    let clumps = interval(RANGE, clump, |clump| ln(best_upper(clump), clump));
    let parameter = |name: &str, value, (low, high)| Parameter {
        name: name.to_owned(),
        value,
        low,
        high: Some(high),
        whole: false,
    };
    let parameters = vec![
        parameter("upper", upper, uppers),
        parameter("clump", clump, clumps),
    ];
    let table = table([("upper", number(upper)), ("clump", number(clump))]);
    let named = ("clumped riffle", "riffle", table);
    vec![Fitted::exact(orders, named, Clumped { upper, clump }, parameters).holding(&["riffle"])]
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::{agrees, all};
    use super::*;

    #[test]
    fn laws_are_those_of_enumeration() {
        for cards in 2..=6 {
            for (packets, times) in [(2, 1), (2, 2), (3, 1), (5, 1), (3, 2)] {
                let law = Packets {
                    packets: libm::pow(f64::from(packets), f64::from(times)),
                };
                agrees(&law, &format!("riffle packets = {packets}"), cards, times);
            }
            for limit in 1..=4 {
                agrees(
                    &Streak { limit },
                    &format!("riffle max-streak = {limit}"),
                    cards,
                    1,
                );
            }
            let even = Clumped {
                upper: 0.5,
                clump: 0.0,
            };
            agrees(&even, "riffle", cards, 1);
        }
    }

    /// All strings of labels, each with the order that it makes.
    #[test]
    fn clumped_riffles_are_laws_of_labels() {
        let cards = 6;
        for (upper, clump) in [(0.3, 0.0), (0.45, 0.4), (0.9, 0.8)] {
            let law = Clumped { upper, clump };
            let mut walked = std::collections::BTreeMap::new();
            for labels in 0..1_usize << cards {
                let lower = |place: usize| labels >> place & 1 == 1;
                let cut = (0..cards).filter(|&place| !lower(place)).count();
                let mut next = [0, cut];
                let (mut deck, mut p) = (Vec::new(), 1.0);
                for place in 0..cards {
                    let share = if lower(place) { 1.0 - upper } else { upper };
                    p *= match place {
                        0 => share,
                        place if lower(place) == lower(place - 1) => clump + (1.0 - clump) * share,
                        _ => (1.0 - clump) * share,
                    };
                    let packet = usize::from(lower(place));
                    deck.push(next[packet] as Card);
                    next[packet] += 1;
                }
                *walked.entry(deck).or_insert(0.0) += p;
            }
            for deck in all(cards) {
                let p = walked.get(&deck).copied().unwrap_or(0.0);
                assert!((libm::exp(law.ln(&deck)) - p).abs() < 1e-12, "{deck:?}");
            }
        }
    }
}
