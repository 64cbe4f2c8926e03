//! Calls: how often does someone who knows a rule call the next symbol right?
//!
//! He follows the draws by the rule, a bag unless the spec names another one, and calls the symbol that it makes likeliest;
//! after a draw that the rule could not have given he begins anew with that draw. If the draws are independent, each
//! call is right with the stated probability of the symbol that was called, whatever he knows: calls of symbols with one
//! weight are binomial.

use super::contexts::{Bets, Context, Contexts};
use super::few;
use super::{WEIGHTS, weights};
use crate::counter::{AnyCounter, Counter, Keeps};
use crate::suite::Suite;
use crate::tally::Kept;
use crate::wager::{LogE, Wager};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Limited, NamedMean, Notes, Spread,
    Statistic, Tally, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, Weights};
use shuffle::draws::{self, Rule};
use text::figures::{Declaration, json};
use text::names::grouped;
use text::params::{Kinded, ParamError, Parameter, Params};

pub(crate) const KIND: Kind = Kind {
    name: "next-draw-calls",
    about: "how often does someone who knows the rule, such as a bag, call the next symbol right? looks at the first 262,144 draws",
    plain: "how often someone who knows the rule calls right",
    causes: "draws from a bag, as in many games, or by another rule that the spec names",
    example: "With seven pieces drawn independently, nobody calls more than one in seven right on average. With a bag of seven, someone who counts the pieces calls 2.59 of seven right.",
    compares: &Compares::Nothing,
    source: "Diaconis and Graham (1981), The analysis of sequential experiments with feedback to subjects",
    parameters: &[
        WEIGHTS,
        Parameter {
            name: "rule",
            about: "the rule that is known, as in `draws`; if absent, the smallest bag with these weights",
        },
    ],
    cards: 2..=1_000,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        let weights = weights(params)?;
        let rule = match params.kinded("rule")? {
            Some(Kinded { kind, parameters }) => draws::build(&kind, parameters, &weights)
                .map_err(|error| Params::refuse("rule", error.to_string()))?,
            None => smallest_bag(&weights)?,
        };
        Ok(Box::new(Calls::new(weights, &rule)))
    },
};

/// Items of the bag that is supposed if nothing is said, at the most.
const MOST_ITEMS: u32 = 1_000;

/// The bag with the fewest items of these weights.
fn smallest_bag(weights: &Weights) -> Result<draws::Described, ParamError> {
    let items = weights.lowest();
    let all: u32 = items.iter().sum();
    if all > MOST_ITEMS {
        return Err(ParamError::View {
            kind: KIND.name.to_owned(),
            view: format!("bags of {all} items"),
            accepted: format!(
                "weights that sum to {MOST_ITEMS} at most, once their common divisor is taken out, or a rule"
            ),
        });
    }
    let list: Vec<toml::Value> = items
        .into_iter()
        .map(|items| i64::from(items).into())
        .collect();
    let table = toml::Table::from_iter([("items".to_owned(), list.into())]);
    draws::build("bag", table, weights).map_err(|error| Params::refuse("rule", error.to_string()))
}

/// Draws that are kept, at the most: 2.5 MiB.
const MOST_DRAWS: u64 = 1 << 18;

#[derive(Debug)]
struct Calls {
    weights: Weights,
    /// The name of the rule that he goes by, which need not be that of the draws.
    rule: String,
    contexts: Contexts,
    opponent: Opponent,
    ideal: few::Ideal,
}

impl Calls {
    fn new(weights: Weights, known: &draws::Described) -> Self {
        let rule = &known.rule;
        let law = weights.law();
        let mut classes: Vec<u32> = weights.get().to_vec();
        classes.sort_unstable();
        classes.dedup();
        let p = |class: &u32| f64::from(*class) / f64::from(weights.total());
        let contexts = (0..classes.len()).map(|class| Context {
            cells: 2 * class..2 * class + 2,
            law: class,
            share: 1.0 / classes.len() as f64,
        });
        let class_of = |weight: &u32| classes.partition_point(|class| class < weight);
        Self {
            contexts: Contexts {
                groups: vec![contexts.collect()],
                laws: classes
                    .iter()
                    .map(|class| vec![p(class), 1.0 - p(class)])
                    .collect(),
            },
            opponent: Opponent {
                fresh: rule.boxed(),
                rule: rule.boxed(),
                classes: weights.get().iter().map(class_of).collect(),
                counts: vec![0; 2 * classes.len()],
                law,
                seen: 0,
                bits: 0.0,
                impossible: 0,
                first_impossible: None,
                next: Vec::new(),
            },
            weights,
            rule: known.name.clone(),
            ideal: few::Ideal::default(),
        }
    }

    fn followed(&self, tally: &Tally) -> Opponent {
        let mut opponent = self.opponent.clone();
        opponent.follow(tally, 0);
        opponent
    }
}

/// Someone who follows the draws by a rule.
#[derive(Debug)]
struct Opponent {
    fresh: Box<dyn Rule>,
    rule: Box<dyn Rule>,
    /// The class of each symbol: symbols of one weight together.
    classes: Vec<usize>,
    law: Vec<f64>,
    /// Calls that were right, and those that were not, by the class of the symbol that was called.
    counts: Vec<u64>,
    /// Draws followed.
    seen: u64,
    /// log₂ of the likelihood of the draws by the rule over that of independent ones, as far as they were possible.
    bits: f64,
    /// Draws that the rule could not have given.
    impossible: u64,
    first_impossible: Option<u64>,
    /// Room for the weights of the next draw.
    next: Vec<f64>,
}

impl Clone for Opponent {
    fn clone(&self) -> Self {
        Self {
            fresh: self.fresh.boxed(),
            rule: self.rule.boxed(),
            classes: self.classes.clone(),
            law: self.law.clone(),
            counts: self.counts.clone(),
            next: Vec::new(),
            ..*self
        }
    }
}

impl Opponent {
    /// Follows the draws that were kept since there were `known`.
    fn follow(&mut self, tally: &Tally, known: usize) {
        for (_, bytes) in tally.kept().in_order_after(known) {
            if let [low, high] = bytes {
                self.see(u16::from_le_bytes([*low, *high]));
            }
        }
    }

    fn see(&mut self, symbol: u16) {
        let came = usize::from(symbol);
        self.rule.weights(&mut self.next);
        let mut call = 0;
        for (at, weight) in self.next.iter().enumerate() {
            let (best, law) = (self.next[call], &self.law);
            if *weight > best || (*weight >= best && law[at] > law[call]) {
                call = at;
            }
        }
        let cell = 2 * self.classes[call] + usize::from(call != came);
        self.counts[cell] += 1;
        self.seen += 1;
        let p = self.next[came] / self.next.iter().sum::<f64>();
        if p > 0.0 && self.rule.see(symbol) {
            self.bits += libm::log2(p / self.law[came]);
            return;
        }
        self.impossible += 1;
        self.first_impossible.get_or_insert(self.seen);
        self.rule = self.fresh.boxed();
        self.rule.see(symbol);
    }

    fn right(&self) -> u64 {
        self.counts.iter().step_by(2).sum()
    }

    /// The calls that would be right of independent draws, on average.
    fn ideal(&self, laws: &[Vec<f64>]) -> f64 {
        let calls = self.counts.chunks(2).zip(laws);
        calls
            .map(|(counts, law)| (counts[0] + counts[1]) as f64 * law[0])
            .sum()
    }
}

/// Keeps the first draws.
#[derive(Debug)]
struct Keeping;

impl Counter<Draws> for Keeping {
    fn name(&self) -> &'static str {
        "draws"
    }

    fn cells(&self, _symbols: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, _: &Draws, _: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, _symbols: usize) -> Keeps {
        Keeps {
            decks: MOST_DRAWS,
            width: size_of::<u16>(),
            ..Keeps::default()
        }
    }

    fn keep(&self, draws: &Draws, kept: &mut Kept) {
        for (symbol, index) in draws.drawn().iter().zip(draws.first()..) {
            kept.push(index, symbol.to_le_bytes());
        }
    }
}

/// A wager on the calls.
#[derive(Debug)]
struct OnCalls {
    opponent: Opponent,
    bets: Bets,
    /// Draws that were looked at.
    known: usize,
}

impl Wager for OnCalls {
    fn look(&mut self, total: &Tally) -> LogE {
        self.opponent.follow(total, self.known);
        self.known = total.kept().len();
        self.bets.of_counts(&self.opponent.counts)
    }
}

impl Statistic for Calls {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&Keeping)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(OnCalls {
            opponent: self.opponent.clone(),
            bets: self.contexts.wager(),
            known: 0,
        }))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["right"]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("right", "calls right per draw")
                .with_error("standard_error")
                .with_ideal("ideal"),
            Declaration::number("ideal", "calls right per draw").known(),
            Declaration::whole("draws", "draws"),
            Declaration::whole("impossible", "draws that the rule could not have given"),
            Declaration::whole("first_impossible", "draw"),
            Declaration::number(
                "bits",
                "bits by which the rule is likelier than independent draws",
            ),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                seen: Some(format!("right guesses, assuming {}", self.rule)),
                fair: Some("ideal"),
                ..Column::new("next draw called right", "right", 4)
            },
            Column::new("draws that the rule excludes", "impossible", 0),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let opponent = self.followed(evidence.tally);
        let measure = |tally: &Tally| self.contexts.measure(&self.followed(tally).counts);
        let draws = evidence.subjects();
        let (ideal, weights, counts) = (&self.ideal, &self.weights, &opponent.counts);
        let title = ("right", "calls of the next draw".to_owned());
        let mut test = self
            .contexts
            .test(title, "calls", counts, evidence, |found| {
                ideal.tail(weights, &Keeping, draws, found, measure)
            });
        let seen = opponent.seen as f64;
        let (right, fair) = (opponent.right() as f64, opponent.ideal(&self.contexts.laws));
        if seen > 0.0 {
            test.words = format!(
                "someone who assumes `{}` calls {} of {} draws right, {:.2}%; with fair draws it would be {:.2}%",
                self.rule,
                grouped(opponent.right()),
                grouped(opponent.seen),
                100.0 * right / seen,
                100.0 * fair / seen
            );
            test.named = Some(Limited::Mean(NamedMean {
                what: test.words.clone(),
                unit: "calls right per draw".to_owned(),
                mean: right / seen,
                of: opponent.seen,
                fair: fair / seen,
                range: (0.0, 1.0),
                among: 1,
                by: Spread::Dependent,
            }));
        }
        let known = |number: f64| (seen > 0.0).then(|| rounded(number));
        let figures = json!({
            "right": known(right / seen),
            "standard_error": known((right * (seen - right) / seen).max(0.0).sqrt() / seen),
            "ideal": known(fair / seen),
            "draws": opponent.seen,
            "impossible": opponent.impossible,
            "first_impossible": opponent.first_impossible,
            "bits": known(opponent.bits),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
