//! The law of a rule, by walking every outcome of every draw, and checks that every rule must pass.

use std::collections::BTreeMap;

use super::{Rule, build};
use deck::rng::Draws;
use deck::subject::Weights;

/// Laws agree where they are not farther apart than this, in any sequence.
const NEAR: f64 = 1e-12;

/// Sequences that are possible, with their probabilities.
pub(super) type Law = BTreeMap<Vec<u16>, f64>;

/// Parameters as a spec has them.
pub(super) fn table(text: &str) -> toml::Table {
    text.parse().unwrap()
}

/// The weights that an experiment states.
pub(super) fn fair(weights: &[u32]) -> Weights {
    Weights::new(weights.to_vec()).unwrap()
}

/// The rule of that kind with these parameters.
pub(super) fn made(kind: &str, text: &str, weights: &[u32]) -> Box<dyn Rule> {
    build(kind, table(text), &fair(weights)).unwrap().rule
}

/// The message that refuses them.
pub(super) fn refusal(kind: &str, text: &str, weights: &[u32]) -> String {
    build(kind, table(text), &fair(weights))
        .unwrap_err()
        .to_string()
}

/// The weights of the next draw.
pub(super) fn weights(rule: &dyn Rule) -> Vec<f64> {
    // Whatever stood there before.
    let mut weights = vec![f64::NAN];
    rule.weights(&mut weights);
    assert!(weights.iter().all(|&weight| weight >= 0.0), "{rule:?}");
    assert!(weights.iter().any(|&weight| weight > 0.0), "{rule:?}");
    weights
}

/// The probabilities of the next draw.
pub(super) fn law(rule: &dyn Rule) -> Vec<f64> {
    let weights = weights(rule);
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// Each number below a bound that is asked for is this one, or the largest where it is not below the bound.
pub(super) struct Below(pub u32);

/// Each number is 0. The bounds that were asked for are kept.
#[derive(Default)]
pub(super) struct Asked(pub Vec<u32>);

/// Each word is this one.
pub(super) struct Words(pub u64);

/// One draw on the path: which outcome, of how many.
struct Step {
    outcome: usize,
    outcomes: usize,
}

/// A generator that walks the tree of all numbers below bounds, depth first.
#[derive(Default)]
pub(super) struct Walker {
    path: Vec<Step>,
    depth: usize,
    /// The probability of the path so far.
    probability: f64,
}

impl Walker {
    /// One of so many outcomes.
    fn outcome(&mut self, outcomes: usize) -> usize {
        if self.depth == self.path.len() {
            self.path.push(Step {
                outcome: 0,
                outcomes,
            });
        }
        self.depth += 1;
        self.path[self.depth - 1].outcome
    }

    /// A symbol that is possible, with its probability.
    fn symbol(&mut self, law: &[f64]) -> u16 {
        let possible: Vec<usize> = (0..law.len()).filter(|&symbol| law[symbol] > 0.0).collect();
        let symbol = possible[self.outcome(possible.len())];
        self.probability *= law[symbol];
        symbol as u16
    }

    /// Goes to the next path; false after the last one.
    fn next_path(&mut self) -> bool {
        while let Some(mut step) = self.path.pop() {
            step.outcome += 1;
            if step.outcome < step.outcomes {
                self.path.push(step);
                return true;
            }
        }
        false
    }
}

/// Implements what no rule asks for.
macro_rules! draws {
    ($name:ty, $below:expr, $word:expr) => {
        impl Draws for $name {
            fn below(&mut self, bound: u32) -> u32 {
                assert!(bound >= 1);
                $below(self, bound)
            }
            fn word(&mut self) -> u64 {
                $word(self)
            }
            fn second_of(&mut self, _first: u32, _second: u32) -> bool {
                unimplemented!("no rule asks for it")
            }
            fn binomial_half(&mut self, _n: u32) -> u32 {
                unimplemented!("no rule asks for it")
            }
            fn chance(&mut self, _p: f64) -> bool {
                unimplemented!("no rule asks for it")
            }
            fn coins(&mut self, _n: usize, _words: &mut Vec<u64>) {
                unimplemented!("no rule asks for it")
            }
            fn shuffle(&mut self, _deck: &mut [deck::Card]) {
                unimplemented!("no rule asks for it")
            }
        }
    };
}

draws!(
    Below,
    |below: &mut Below, bound: u32| below.0.min(bound - 1),
    |_| unimplemented!("a word has too many outcomes")
);
draws!(
    Asked,
    |asked: &mut Asked, bound: u32| {
        asked.0.push(bound);
        0
    },
    |_| unimplemented!("a word has no bound")
);
draws!(
    Words,
    |_, _| unimplemented!("made of words alone"),
    |words: &mut Words| words.0
);
draws!(
    Walker,
    |walker: &mut Walker, bound: u32| {
        walker.probability /= f64::from(bound);
        walker.outcome(bound as usize) as u32
    },
    |_| unimplemented!("a word has too many outcomes")
);

/// The law of what `sequence` makes of all numbers.
pub(super) fn law_of(length: usize, mut sequence: impl FnMut(&mut Walker) -> Vec<u16>) -> Law {
    let mut walker = Walker::default();
    let mut law = Law::new();
    loop {
        walker.depth = 0;
        walker.probability = 1.0;
        let drawn = sequence(&mut walker);
        assert_eq!(drawn.len(), length);
        *law.entry(drawn).or_default() += walker.probability;
        if !walker.next_path() {
            return law;
        }
    }
}

/// The law of so many draws, by the rule's own program.
pub(super) fn law_of_draws(rule: &dyn Rule, length: usize) -> Law {
    law_of(length, |walker| {
        let mut rule = rule.boxed();
        (0..length).map(|_| rule.draw(walker)).collect()
    })
}

/// The law of so many draws, by the weights alone.
pub(super) fn law_of_weights(rule: &dyn Rule, length: usize) -> Law {
    law_of(length, |walker| {
        let mut rule = rule.boxed();
        let next = (0..length).map(|_| {
            let symbol = walker.symbol(&law(&*rule));
            assert!(rule.see(symbol), "{rule:?}, {symbol}");
            symbol
        });
        next.collect()
    })
}

/// The law of so many draws, some drawn and some seen in turn: the program goes on from what was seen.
fn law_of_both(rule: &dyn Rule, length: usize, drawn: impl Fn(usize) -> bool) -> Law {
    law_of(length, |walker| {
        let mut rule = rule.boxed();
        let next = (0..length).map(|at| {
            if drawn(at) {
                return rule.draw(walker);
            }
            let symbol = walker.symbol(&law(&*rule));
            assert!(rule.see(symbol), "{rule:?}, {symbol}");
            symbol
        });
        next.collect()
    })
}

/// Compares two laws.
pub(super) fn same_law(ours: &Law, theirs: &Law) {
    let total: f64 = ours.values().sum();
    assert!((total - 1.0).abs() < NEAR, "{total}");
    let (ours_only, theirs_only): (Vec<_>, Vec<_>) = (
        ours.keys()
            .filter(|key| !theirs.contains_key(*key))
            .collect(),
        theirs
            .keys()
            .filter(|key| !ours.contains_key(*key))
            .collect(),
    );
    assert!(
        ours_only.is_empty() && theirs_only.is_empty(),
        "only here: {ours_only:?}; only there: {theirs_only:?}"
    );
    for (sequence, p) in ours {
        assert!(
            (p - theirs[sequence]).abs() < NEAR,
            "{sequence:?}: {p}, {}",
            theirs[sequence]
        );
    }
}

/// Checks a rule that asks for numbers below bounds, over all outcomes of so many draws: they have the law
/// that the weights say, drawing and seeing lead to the same state, one may be mixed with the other, a copy
/// goes its own way, and what has no weight is refused and changes nothing.
pub(super) fn draws_follow_the_weights(rule: &dyn Rule, length: usize) {
    let by_weights = law_of_weights(rule, length);
    same_law(&law_of_draws(rule, length), &by_weights);
    same_law(&law_of_both(rule, length, |at| at % 2 == 0), &by_weights);
    same_law(&law_of_both(rule, length, |at| at % 3 == 2), &by_weights);
    let before = weights(rule);
    law_of(length, |walker| {
        let (mut drawing, mut seeing) = (rule.boxed(), rule.boxed());
        let next = (0..length).map(|_| {
            refuses_what_cannot_be(&mut *seeing);
            let symbol = drawing.draw(walker);
            assert!(seeing.see(symbol), "{seeing:?}, {symbol}");
            assert_eq!(weights(&*drawing), weights(&*seeing));
            symbol
        });
        next.collect()
    });
    assert_eq!(weights(rule), before);
}

/// Symbols that have no weight, or are none, are refused, and nothing changes.
fn refuses_what_cannot_be(rule: &mut dyn Rule) {
    let before = weights(rule);
    let ends = [before.len() as u16, u16::MAX];
    let without = (0..before.len()).filter(|&symbol| before[symbol] == 0.0);
    for symbol in without.map(|symbol| symbol as u16).chain(ends) {
        assert!(!rule.see(symbol), "{rule:?}, {symbol}");
    }
    assert_eq!(weights(rule), before);
}

/// Checks a rule that makes each draw from one word, after all possible sequences of so many draws: over all
/// words the next one has the law that the weights say, and drawing and seeing lead to the same state.
pub(super) fn numbers_follow_the_weights(rule: &dyn Rule, length: usize) {
    refuses_what_cannot_be(&mut *rule.boxed());
    let drawn = |word: u128| rule.boxed().draw(&mut Words(word as u64));
    let (law, all) = (law(rule), 1_u128 << 64);
    let mut from = 0;
    for (symbol, p) in law.iter().enumerate() {
        let symbol = symbol as u16;
        // The number of words that are this symbol or one before it. Larger words are never smaller symbols.
        let (mut low, mut high) = (from, all);
        while low < high {
            let middle = u128::midpoint(low, high);
            if drawn(middle) <= symbol {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let share = (low - from) as f64 / all as f64;
        assert!((share - p).abs() < NEAR, "{rule:?}, {symbol}: {share}, {p}");
        if low > from {
            let (mut drawing, mut seeing) = (rule.boxed(), rule.boxed());
            assert_eq!(drawing.draw(&mut Words(from as u64)), symbol);
            assert!(seeing.see(symbol));
            assert_eq!(weights(&*drawing), weights(&*seeing));
            if length > 1 {
                numbers_follow_the_weights(&*seeing, length - 1);
            }
        }
        from = low;
    }
    assert_eq!(from, all);
}
