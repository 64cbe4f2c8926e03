//! The one statistic by which views of decks are compared: the class that a view falls into, and its law.
//!
//! A few cards of a deck have few outcomes, and no normal law. So views are sorted into classes by questions on a few counts,
//! one after the other: do more than two cards come from the second quarter? The questions are those of a tree (Breiman,
//! Friedman, Olshen and Stone, 1984, Classification and Regression Trees) that tells simulated views of the models from each
//! other; it depends on nothing that is asked about. The likelihood of a view is that of its class: its share among other
//! simulated views of the model.

use deck::Card;
use deck::subject::Shape;

/// Classes at the most.
const MOST: usize = 128;

/// No class holds less than this share of the simulated views by which the tree is grown.
const LEAST: f64 = 1.0 / 400.0;

/// The counts of first cards, in words, in their order; a hand has the first of them only.
const COUNTS: &[&str] = &[
    "cards from the top quarter",
    "cards from the second quarter",
    "cards from the third quarter",
    "cards from the bottom quarter",
    "cards that lay among the first ones before",
    "old neighbours",
    "old neighbours within three places",
    "the lowest card, in sixteenths of the deck",
    "the highest card, in sixteenths of the deck",
    "descents",
    "cards at their old place",
    "cards two places below their old neighbour",
    "the first card, in sixteenths of the deck",
];

/// Of a hand, whose cards have no order, the first so many counts.
const OF_HANDS: usize = 9;

/// Counts whose value is a place in the deck are in parts of this number.
const PARTS: usize = 16;

/// A question on a count, or a class.
#[derive(Debug, Clone)]
enum Node {
    Class(usize),
    Question {
        count: usize,
        at_most: usize,
        /// The node that is next if the count is at most so much, and if it is larger.
        next: [usize; 2],
    },
}

/// A simulated view by which the tree is grown.
struct Grown {
    counts: Vec<usize>,
    family: usize,
    weight: f64,
}

/// Sorts views of decks of one size into classes.
#[derive(Debug, Clone)]
pub(super) struct Coarse {
    cards: usize,
    shape: Shape,
    nodes: Vec<Node>,
    pub classes: usize,
}

impl Coarse {
    /// Grows the classes by views of families of models, one after the other; all families weigh the same.
    pub fn grown(cards: usize, shape: Shape, families: &[Vec<Card>]) -> Self {
        let mut coarse = Self {
            cards,
            shape,
            nodes: vec![Node::Class(0)],
            classes: 1,
        };
        let mut all = Vec::new();
        for (family, views) in families.iter().enumerate() {
            let views = views.chunks_exact(shape.seen());
            let weight = 1.0 / (views.len() * families.len()) as f64;
            all.extend(views.map(|view| Grown {
                counts: coarse.counts(view),
                family,
                weight,
            }));
        }
        // The open classes: their node, their views and their best question.
        let mut open = vec![Open::of(0, all, families.len())];
        while coarse.classes < MOST {
            let gain = |open: &Open| open.best.as_ref().map_or(0.0, |best| best.gain);
            let best = (0..open.len()).reduce(|best, at| {
                if gain(&open[at]) > gain(&open[best]) {
                    at
                } else {
                    best
                }
            });
            let Some((at, best)) = best.and_then(|at| Some((at, open[at].best.clone()?))) else {
                break;
            };
            let Open { node, views, .. } = open.swap_remove(at);
            let Node::Class(class) = coarse.nodes[node] else {
                break;
            };
            let low = coarse.nodes.len();
            coarse.nodes[node] = Node::Question {
                count: best.count,
                at_most: best.at_most,
                next: [low, low + 1],
            };
            coarse.nodes.push(Node::Class(class));
            coarse.nodes.push(Node::Class(coarse.classes));
            coarse.classes += 1;
            let (small, large) = views
                .into_iter()
                .partition(|view| view.counts[best.count] <= best.at_most);
            open.push(Open::of(low, small, families.len()));
            open.push(Open::of(low + 1, large, families.len()));
        }
        coarse
    }

    /// The class of a view, from 0.
    pub fn class(&self, view: &[Card]) -> usize {
        let counts = self.counts(view);
        let mut at = 0;
        loop {
            match &self.nodes[at] {
                Node::Class(class) => return *class,
                Node::Question {
                    count,
                    at_most,
                    next,
                } => at = next[usize::from(counts[*count] > *at_most)],
            }
        }
    }

    /// The counts in words.
    pub fn names(&self) -> &'static [&'static str] {
        match self.shape {
            Shape::First(_) => COUNTS,
            Shape::Hand(_) | Shape::Hands { .. } => &COUNTS[..OF_HANDS],
        }
    }

    /// The counts of a view.
    fn counts(&self, view: &[Card]) -> Vec<usize> {
        let n = self.cards;
        let places: Vec<usize> = view.iter().map(|card| usize::from(*card)).collect();
        let parts = |place: usize| place * PARTS / n;
        let pairs = |of: &dyn Fn(usize, usize) -> bool| {
            let pairs = places.windows(2);
            pairs.filter(|pair| of(pair[0], pair[1])).count()
        };
        let mut counts: Vec<usize> = (0..4)
            .map(|quarter| {
                places
                    .iter()
                    .filter(|place| **place * 4 / n == quarter)
                    .count()
            })
            .collect();
        let top = places.iter().filter(|place| **place < view.len()).count();
        let lowest = places.iter().min().copied().unwrap_or_default();
        let highest = places.iter().max().copied().unwrap_or_default();
        counts.extend([
            top,
            pairs(&|a, b| b == a + 1),
            pairs(&|a, b| a < b && b <= a + 3),
            parts(lowest),
            parts(highest),
        ]);
        if let Shape::First(_) = self.shape {
            counts.extend([
                pairs(&|a, b| b < a),
                places
                    .iter()
                    .enumerate()
                    .filter(|(at, place)| at == *place)
                    .count(),
                places
                    .windows(3)
                    .filter(|three| three[2] == three[0] + 1)
                    .count(),
                parts(places[0]),
            ]);
        }
        counts
    }
}

/// A question and the information that its answer gives on the family, in nats times the weight of the views.
#[derive(Debug, Clone)]
struct Question {
    count: usize,
    at_most: usize,
    gain: f64,
}

/// A class that may be divided.
struct Open {
    node: usize,
    views: Vec<Grown>,
    best: Option<Question>,
}

/// Σ w ln w over families, less that of their sum.
fn information(weights: &[f64]) -> f64 {
    let term = |weight: f64| {
        if weight > 0.0 {
            weight * libm::log(weight)
        } else {
            0.0
        }
    };
    let all: f64 = weights.iter().sum();
    weights.iter().map(|weight| term(*weight)).sum::<f64>() - term(all)
}

impl Open {
    fn of(node: usize, views: Vec<Grown>, families: usize) -> Self {
        let counts = views.first().map_or(0, |view| view.counts.len());
        let questions = (0..counts).filter_map(|count| question(&views, count, families));
        let best = questions.reduce(|best, next| if next.gain > best.gain { next } else { best });
        Self { node, views, best }
    }
}

/// The best question on one count that leaves enough on both sides.
fn question(views: &[Grown], count: usize, families: usize) -> Option<Question> {
    let most = views.iter().map(|view| view.counts[count]).max()?;
    let mut table = vec![vec![0.0; families]; most + 1];
    for view in views {
        table[view.counts[count]][view.family] += view.weight;
    }
    let mut high = vec![0.0; families];
    for row in &table {
        high.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }
    let before = information(&high);
    let mut low = vec![0.0; families];
    let mut best: Option<Question> = None;
    for (at_most, row) in table.iter().enumerate().take(most) {
        for ((low, high), one) in low.iter_mut().zip(&mut high).zip(row) {
            *low += one;
            *high = (*high - one).max(0.0);
        }
        let least = low.iter().sum::<f64>().min(high.iter().sum::<f64>());
        if least < LEAST {
            continue;
        }
        let gain = information(&low) + information(&high) - before;
        if gain > best.as_ref().map_or(0.0, |best| best.gain) {
            best = Some(Question {
                count,
                at_most,
                gain,
            });
        }
    }
    best
}

/// The law of the class under a model, from simulated views.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    /// The natural logarithms of the shares.
    ln: Vec<f64>,
    views: f64,
}

impl Shares {
    /// The law of a model with views of these classes, of so many.
    ///
    /// Half a view more in each class makes the mean of the logarithm right but for terms of the second order (Haldane, 1955;
    /// Anscombe, 1956), so that no model gains by being simulated less well than another. That is why the shares have a
    /// sum of a little more than 1.
    pub fn of(classes: usize, views: impl Iterator<Item = usize>) -> Self {
        let mut counts = vec![0.5; classes];
        let mut all = 0.0;
        for class in views {
            counts[class] += 1.0;
            all += 1.0;
        }
        Self {
            ln: counts.iter().map(|count| libm::log(count / all)).collect(),
            views: all,
        }
    }

    /// The log-likelihood of a class.
    pub fn ln(&self, class: usize) -> f64 {
        self.ln[class]
    }

    /// The variance of a view's log-likelihood that comes from not knowing the shares better than these views tell: their
    /// number, over that of the views.
    pub(crate) fn noise(&self) -> f64 {
        self.ln.len() as f64 / self.views
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_view_by_hand() {
        let of = |shape, view: &[Card]| Coarse::grown(20, shape, &[view.to_vec()]).counts(view);
        // Cards 3 and 4 are neighbours of before, and 4 lies two places below 3.
        let first = of(Shape::First(5), &[3, 10, 4, 6, 19]);
        assert_eq!(first, [2, 1, 1, 1, 2, 0, 1, 2, 15, 1, 0, 1, 2]);
        assert_eq!(first.len(), COUNTS.len());
        let hand = of(Shape::Hand(5), &[3, 4, 6, 10, 19]);
        assert_eq!(hand, [2, 1, 1, 1, 2, 1, 2, 2, 15]);
        assert_eq!(hand.len(), OF_HANDS);
    }

    /// Two families that differ in one count are told by a question on it, and views of one family are one class.
    #[test]
    fn classes_tell_families_from_each_other() {
        let shape = Shape::Hand(2);
        let coarse = Coarse::grown(8, shape, &[vec![0, 1, 2, 3], vec![4, 6, 5, 7]]);
        assert!((2..=4).contains(&coarse.classes), "{}", coarse.classes);
        for view in [[0, 1], [2, 3]] {
            for other in [[4, 6], [5, 7]] {
                assert_ne!(coarse.class(&view), coarse.class(&other));
            }
        }
        let alike = Coarse::grown(8, shape, &[vec![0, 1, 6, 7], vec![0, 1, 6, 7]]);
        assert_eq!(alike.classes, 1);
    }

    /// The mean of the logarithm of a simulated share is that of the true share, nearly.
    #[test]
    fn logarithms_of_shares_are_right_on_average() {
        const VIEWS: u64 = 400;
        const TABLES: u64 = 4_000;
        let mut state = 1_u64;
        // The generator of Steele, Lea and Flood (2014).
        let mut uniform = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) as f64 / u64::MAX as f64
        };
        for share in [0.02, 0.3] {
            let tables = (0..TABLES).map(|_| {
                let views = (0..VIEWS).map(|_| usize::from(uniform() < share));
                Shares::of(2, views).ln(1)
            });
            let mean = tables.sum::<f64>() / TABLES as f64;
            // The standard error is √((1 − p)/(400 p)/4000), .0055 at most; without the half it would be off by .06.
            let off = mean - libm::log(share);
            assert!(off.abs() < 0.025, "{share}: {off}");
        }
    }
}
