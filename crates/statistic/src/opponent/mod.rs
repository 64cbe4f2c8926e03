//! An opponent who has learned from other decks calls each card before it is turned, and sees it then.
//!
//! The figure is how many of the n cards are called right. On ideal decks the k-th card from the
//! last is right with probability 1/k whatever is called, and whatever was right before, so that
//! every rule has a mean of `H_n` = 1 + 1/2 + … + 1/n (4.54 of 52 cards, 4.68 of 60) and the law of
//! the cycles of a random permutation. A larger mean is left of the starting order, in the unit of a
//! game.
//!
//! Three rules are learned from the decks with an even index and scored on those with an odd one:
//! by position, by successor, by both (see `rules.rs`). The opponent's is chosen on the
//! even ones alone: learned from every other one of them, the rule that calls most in the rest. So the
//! scored decks chose nothing, each rule's mean is unbiased, and its interval (Student, 1908) holds with
//! the stated confidence. The best possible opponent calls at least as many: it is a lower bound. The
//! calls of that one are known for cuts, and for decks of up to seven cards by enumeration. Else they
//! have limits where a part of the routine has a law in closed form, or where there are few orders
//! ([`laws::calls`]); and without seeing any card the best list is known where one card's law is.
//!
//! Decks of a source with memory are like their neighbours, and the rules have seen both neighbours
//! of each scored deck: a little of that is called too. The same is played on the order of each
//! second deck relative to the one before it, by an opponent who remembers the last deck: from a
//! source without memory that gives `H_n` again.
//!
//! The tests hold the calls of the chosen rule against that law, which is exact whatever the rule is: it names
//! one of the cards that are still there, by what it saw before. Their sum over all scored decks (`mean`),
//! how often each number came (`law`), and the sum where the last deck is remembered
//! (`mean-from-last-deck`). Copies of a card are labelled at random where decks are read, each way equally likely, so
//! that the law is the same there and only power is lost. A run that is watched bets on the calls (`wager.rs`).
//!
//! Beside the number of calls stands how many of the scored decks had the card of each place called right: of ideal
//! decks a share of 1/(n − i + 1) at place i.
//!
//! At most 32,768 decks are looked at, 209 of 10,000 cards; of decks of more than 255 cards the
//! rules keep the sixteen likeliest cards of each place. Reference: Diaconis and Graham (1981), The
//! analysis of sequential experiments with feedback to subjects; Bayer and Diaconis (1992).

mod few_cards;
mod judge;
mod rules;
mod wager;

use super::first_decks::{FIRST_DECKS, Sample, learned};
use super::suite::Suite;
use super::{
    AnyCounter, Assessment, Column, Compares, Design, Effort, Evidence, Kind, MAX_CARDS, MIN_CARDS,
    Statistic, Wager, rounded,
};
use deck::Card;
pub(super) use judge::FROM_LAST;
use judge::{Judge, LAW, MEAN};
use laws::counting::harmonic;
use laws::student::student_quantile_upper;
use rules::{Player, RULES, learn};
use text::figures::{Declaration, Figures, Shape, Value, json};
use wager::Calls;

pub(super) const KIND: Kind = Kind {
    name: "opponent",
    about: "how many cards do three rules call right, if they learned from other decks and see each card as it is turned? tests the mean (exact law) and the full law (Stirling numbers of the first kind)",
    plain: "what the rules tried call",
    causes: "anything that is left of the old order",
    example: "Guess each card before it is turned. With a fair deck of 52 the best guesser calls 4.5 cards right on average (always the last one). After one riffle the rules tried call 26.8, and after three 8.6; without a shuffle they call all 52. Other rules may call more.",
    compares: &Compares::Nothing,
    source: "Diaconis and Graham (1981), The analysis of sequential experiments with feedback to subjects",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Quick),
    // The opponent looks back at the last deck by itself.
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |_, design| Ok(Box::new(Opponent(Judge::new(design.size)))),
};

/// Confidence of the interval of each rule.
const CONFIDENCE: f64 = 0.99;

/// Below this nothing is said: the interval of 20 scored decks of two cards misses as often as it
/// should (1.2%), that of 10 twice as often.
const FEWEST_DECKS: usize = 40;

/// Decks in which a rule is chosen, at the most.
const MOST_CHOOSING: usize = 4_096;

/// Relative orders that the opponent who remembers the last deck learns from and is scored on.
const MOST_RELATIVE: usize = 8_192;

#[derive(Debug)]
struct Opponent(Judge);

impl Statistic for Opponent {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(FIRST_DECKS)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![MEAN, LAW, FROM_LAST]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(Calls::new(self.0.law(), design.size)?))
    }

    fn effort(&self) -> Effort {
        Effort::Learns
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let calls = |key| Declaration::number(key, "cards called");
        let mut last = vec![Declaration::new("rule", Shape::Text, "")];
        last.extend(rules(design.size));
        let mut figures = vec![
            calls("calls").with_error("calls_error"),
            calls("calls_ideal").known(),
            calls("most_calls_exact").known(),
            calls("most_calls_at_least").known(),
            calls("most_calls_at_most").known(),
            calls("unseen_exact").known(),
            Declaration::new("rule", Shape::Text, ""),
            Declaration::number("confidence", "probability").known(),
        ];
        figures.extend(rules(design.size));
        figures.push(Declaration::counts("right_by_place", "decks", design.size));
        figures.push(Declaration::group("from_last_deck", last));
        figures
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                seen: Some("cards called right, by three rules tried".to_owned()),
                fair: Some("calls_ideal"),
                ..Column::new("cards called", "calls", 2)
            },
            Column::new("fair", "calls_ideal", 2),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.size;
        let sample = Sample::of(evidence.tally.kept(), cards, learned(cards));
        let scores = Scores::of(&sample);
        let best = scores.as_ref().map(|scores| &scores.rules[scores.best]);
        let proved = evidence.known.calls;
        let mut figures = Figures::from(json!({
            "calls": best.map(|best| best.mean),
            "calls_error": best.map(|best| best.standard_error),
            "calls_ideal": rounded(harmonic(cards)),
            "most_calls_exact": evidence.known.most_calls.map(rounded),
            "most_calls_at_least": proved.at_least.map(rounded),
            "most_calls_at_most": proved.at_most.map(rounded),
            "unseen_exact": proved.unseen.map(rounded),
            "rule": scores.as_ref().map(|scores| RULES[scores.best]),
            "confidence": CONFIDENCE,
        }));
        figures.extend(by_rule(scores.as_ref()));
        let right = scores.as_ref().map(|scores| &scores.right_by_place);
        figures.insert("right_by_place", right.cloned());
        let relative = Scores::of(&sample.relative(MOST_RELATIVE));
        let remembered = relative.as_ref().map(|scores| {
            let mut figures = Figures::from(json!({ "rule": RULES[scores.best] }));
            figures.extend(by_rule(Some(scores)));
            Value::from(figures)
        });
        figures.insert("from_last_deck", remembered);
        Assessment {
            figures,
            tests: self.0.tests(
                chosen(scores.as_ref()),
                chosen(relative.as_ref()),
                evidence.level,
            ),
            ..Assessment::default()
        }
    }
}

/// Somebody who has watched decks of a routine, and calls cards of further ones by the rule that called most of
/// those: rule and tables are fixed, so that his mean number of calls is one number for each routine.
#[derive(Debug)]
pub struct Watcher {
    player: Box<dyn Player>,
    rule: usize,
}

impl Watcher {
    /// Decks of so many cards that the opponent of a long run has learned from: a [`Watcher`] of as many calls what he calls.
    pub fn decks(cards: usize) -> usize {
        learned(cards) / 2
    }

    /// Watches `decks`. The rule is chosen in the last quarter of them, learned from the others, the simpler one of
    /// equals; then all are learned from.
    pub fn of(decks: &[&[Card]], cards: usize) -> Self {
        let (learned, choosing) = decks.split_at(decks.len() - decks.len() / 4);
        let (choices, _) = score(learned, choosing, cards);
        Self {
            player: learn(decks, cards),
            rule: most_calls(&choices),
        }
    }

    /// Counts the cards of `deck` that he calls right.
    pub fn calls(&mut self, deck: &[Card]) -> usize {
        self.player.calls(deck)[self.rule]
    }
}

/// The rule that calls most, the simpler one of equals.
fn most_calls(choices: &[Vec<u64>; RULES.len()]) -> usize {
    let totals = choices.each_ref().map(|histogram| total(histogram, 1));
    (0..RULES.len())
        .rev()
        .max_by_key(|&rule| totals[rule])
        .unwrap_or_default()
}

/// Declares the figures of each rule.
fn rules(cards: usize) -> Vec<Declaration> {
    let calls = |key| Declaration::number(key, "cards called");
    let rule = vec![
        calls("mean").with_error("standard_error"),
        calls("low"),
        calls("high"),
        Declaration::counts("histogram", "decks", cards + 1),
    ];
    let decks = ["learned_from", "scored_on"].map(|key| Declaration::whole(key, "decks"));
    let rules = RULES.map(|name| Declaration::group(name, rule.clone()));
    decks.into_iter().chain(rules).collect()
}

/// The figures of each rule, and of the decks it was learned from and scored on.
fn by_rule(scores: Option<&Scores>) -> Figures {
    let mut figures = Figures::from(json!({
        "learned_from": scores.map(|scores| scores.learned_from),
        "scored_on": scores.map(|scores| scores.scored_on),
    }));
    for (at, rule) in RULES.into_iter().enumerate() {
        let figure = scores.map(|scores| scores.rules[at].figures());
        figures.insert(rule, figure);
    }
    figures
}

/// The scores of the rules.
#[derive(Debug)]
struct Scores {
    learned_from: usize,
    scored_on: usize,
    /// The rule that was chosen, by its place in [`RULES`].
    best: usize,
    rules: [Score; RULES.len()],
    /// Number of scored decks whose card at each place, top first, that rule called right.
    right_by_place: Vec<usize>,
}

impl Scores {
    fn of(sample: &Sample) -> Option<Self> {
        if sample.len() < FEWEST_DECKS {
            return None;
        }
        let cards = sample.cards();
        let (even, odd) = (
            sample.those(|index| index % 2 == 0),
            sample.those(|index| index % 2 == 1),
        );
        let mut choosing = sample.those(|index| index % 4 == 2);
        choosing.truncate(MOST_CHOOSING);
        let (choices, _) = score(&sample.those(|index| index % 4 == 0), &choosing, cards);
        let best = most_calls(&choices);
        let (histograms, player) = score(&even, &odd, cards);
        Some(Self {
            learned_from: even.len(),
            scored_on: odd.len(),
            best,
            rules: histograms.map(|histogram| Score::of(histogram, cards)),
            right_by_place: player.right().iter().map(|right| right[best]).collect(),
        })
    }
}

/// Number of `scored` decks in which each rule, learned from `learned`, called so many cards right; and who called them.
fn score(
    learned: &[&[Card]],
    scored: &[&[Card]],
    cards: usize,
) -> ([Vec<u64>; RULES.len()], Box<dyn Player>) {
    let mut player = learn(learned, cards);
    let mut histograms = std::array::from_fn(|_| vec![0; cards + 1]);
    for deck in scored {
        for (histogram, calls) in histograms.iter_mut().zip(player.calls(deck)) {
            histogram[calls] += 1;
        }
    }
    (histograms, player)
}

/// Σ callsᵖᵒʷᵉʳ over all decks.
fn total(histogram: &[u64], power: u32) -> u128 {
    let terms = (0_u128..).zip(histogram);
    terms
        .map(|(calls, &decks)| calls.pow(power) * u128::from(decks))
        .sum()
}

/// The right calls of one rule.
#[derive(Debug)]
struct Score {
    mean: f64,
    standard_error: f64,
    /// The confidence interval.
    low: f64,
    high: f64,
    /// Decks by number of calls, up to the largest that was seen.
    histogram: Vec<u64>,
}

impl Score {
    fn of(mut histogram: Vec<u64>, cards: usize) -> Self {
        let decks = u128::from(histogram.iter().sum::<u64>());
        let (sum, squares) = (total(&histogram, 1), total(&histogram, 2));
        let mean = sum as f64 / decks as f64;
        // (N Σx² − (Σx)²) / N²(N − 1), in integers up to the division.
        let spread = decks * squares - sum * sum;
        let standard_error = (spread as f64 / ((decks * decks) as f64 * (decks - 1) as f64)).sqrt();
        let wide =
            standard_error * student_quantile_upper(0.5 * (1.0 - CONFIDENCE), (decks - 1) as f64);
        let seen = histogram.iter().rposition(|decks| *decks > 0);
        histogram.truncate(seen.map_or(0, |last| last + 1));
        Self {
            mean,
            standard_error,
            low: (mean - wide).max(0.0),
            high: (mean + wide).min(cards as f64),
            histogram,
        }
    }

    fn figures(&self) -> Value {
        json!({
            "mean": self.mean,
            "standard_error": self.standard_error,
            "low": self.low,
            "high": self.high,
            "histogram": self.histogram,
        })
    }
}

/// The scored decks by right calls, of the best rule.
fn chosen(scores: Option<&Scores>) -> Option<&[u64]> {
    scores.map(|scores| scores.rules[scores.best].histogram.as_slice())
}

#[cfg(test)]
mod tests;
