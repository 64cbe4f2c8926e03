//! How often a routine must be done until the chance of a stake is near its fair one, and stays so.
//!
//! A chance may be near by accident, and leave again, so that each number of times is looked at until total variation over
//! all orders is as near: that never grows. Where no law proves it, the answer holds for the numbers that were looked at.

use super::super::by_type;
use super::super::parameter::{Parameter, Read};
use super::super::question::{About, Given};
use super::super::unanswered::Unanswered;
use super::{Subject, exact, sampled};
use laws::permutation::Permutation;
use record::answers::enough::{Enough, Near, OfStake};
use record::answers::quantity::{After, Quantity};
use record::{Standing, Tolerance};
use shuffle::Mixing;
use shuffle::routine::Plan;
use shuffle::theory::enough::{THRESHOLDS, proved};
use shuffle::theory::{Whole, whole};
use text::params::ParamError;

/// The stake that is looked at.
pub(in super::super) const FOR: Parameter = Parameter::new(
    "for",
    "STAKE",
    Read::Text,
    "The chance of this stake alone: \"hand:7 land 0..1\"",
);

/// The tolerances of a stake, where none are named.
const USUAL: [Tolerance; 2] = [Tolerance::Points(0.01), Tolerance::Edge(0.01)];

/// The routine is done this often at the most; of simulated decks fewer times.
const MOST_TIMES: u32 = 40;
const MOST_SAMPLED: u32 = 20;

/// Rows beyond the last answer.
const BEYOND: u32 = 2;

/// Times until a deck that is always moved alike must be back.
const MOST_BACK: u32 = 10_000;

/// A stake whose chance is to come near its fair one.
pub(in super::super) struct Staked {
    subject: Subject,
    tolerances: Vec<Tolerance>,
}

/// The rows, and where the number of times is known from which on each tolerance is kept.
struct Rows {
    all: Vec<After>,
    proofs: Vec<Option<u32>>,
    /// True if more times bring nothing that is not in the rows.
    is_all: bool,
}

impl Staked {
    /// Reads the stake that is named by [`FOR`]; `below` is how near its chance must come, nothing where that was not said.
    pub fn read(given: &Given<'_>, below: Vec<Tolerance>) -> Result<Option<Self>, ParamError> {
        let Some(text) = given.get::<String>(FOR.name) else {
            return Ok(None);
        };
        let wrong = |found: String, accepted: &str| ParamError::Wrong {
            key: FOR.name.to_owned(),
            found,
            accepted: accepted.to_owned(),
        };
        let others = [by_type::VIEW.name, by_type::WITHIN.name, "sizes"];
        if let Some(other) = others.iter().find(|key| given.table.contains_key(**key)) {
            return Err(wrong(
                format!("a stake beside {other}"),
                "a stake by itself, which names its own places",
            ));
        }
        if given.cards == 1 {
            return Err(wrong(
                format!("a stake on 1 card: `{}`", text.escape_debug()),
                "a stake on two cards or more, as one card has one order",
            ));
        }
        let subject = Subject::read(given, FOR.name)?;
        if !subject.of.is_event() {
            return Err(wrong(
                format!("`{}`, a number", text.escape_debug()),
                "an event, such as `hand:7 land 0..1` or `first:5 flush pays 500`",
            ));
        }
        let tolerances = if below.is_empty() {
            USUAL.to_vec()
        } else {
            below
        };
        Ok(Some(Self {
            subject,
            tolerances,
        }))
    }

    /// The number of times for each tolerance, and the chance after each number of times.
    pub fn answer(&self, about: About<'_>) -> Result<Enough, Unanswered> {
        let plan = about.plan()?;
        // Limits of all rows, and of the fair chance, hold together.
        let error = sampled::ERROR / f64::from(MOST_TIMES + 1);
        let fair = self.subject.fair(error, about.crew)?;
        let riffles = matches!(plan.steps(), [one] if one.mixing() == Mixing::Gsr);
        let mut found = Quantity {
            start: Some(self.subject.start.clone()),
            riffles,
            ..self.subject.in_fair_decks(fair)
        };
        let rows = match whole(plan) {
            Some(Whole::Fixed) => self.moved_alike(plan, &found),
            _ => self.rows(plan, &found, error, about)?,
        };
        found.after = rows.all;
        let looked_at = found.after.len() as u32;
        let near = self.tolerances.iter().zip(&rows.proofs);
        let near =
            near.map(|(tolerance, proof)| near_from(&found, *tolerance, *proof, rows.is_all));
        let near = near.collect();
        let rows = found.after.iter().map(|row| &row.law);
        let by_chance = rows.chain([&found.fair]).any(|law| law.sampled.is_some());
        Ok(Enough {
            confidence: by_chance.then_some(1.0 - sampled::ERROR),
            stake: Some(OfStake {
                quantity: Quantity {
                    after: found.after.into_iter().take(MOST_TIMES as usize).collect(),
                    ..found
                },
                looked_at,
                near,
            }),
            ..Enough::unknown(riffles)
        })
    }

    /// The rows of a routine that is random.
    fn rows(
        &self,
        plan: &Plan,
        found: &Quantity,
        error: f64,
        about: About<'_>,
    ) -> Result<Rows, Unanswered> {
        let of = &self.subject.of;
        let cards = of.cards();
        // The law after one cut is that after several.
        let is_all = matches!(whole(plan), Some(Whole::Cut));
        let proofs = if is_all {
            vec![None; self.tolerances.len()]
        } else {
            self.proofs(plan, found)
        };
        let needed = if is_all {
            1
        } else {
            let each = proofs.iter().map(|proof| proof.unwrap_or(MOST_TIMES));
            each.max().unwrap_or(1).saturating_add(BEYOND)
        };
        let most = needed.min(MOST_TIMES);
        let sampled = u64::from(most.min(MOST_SAMPLED));
        let moves = plan.steps().len() as u64 * sampled * (sampled + 1) / 2;
        let decks = sampled::decks(cards, moves);
        let law = exact::Riffled::new(of);
        let mut all: Vec<After> = Vec::new();
        for times in 1..=most {
            let plan = plan.repeated(times as usize);
            let law = match law.after(&plan) {
                Some(law) => law,
                None if times > MOST_SAMPLED => break,
                None => sampled::after(of, &plan, (decks, error), about.crew)?,
            };
            all.push(After {
                times: Some(times),
                asked: false,
                total_variation: super::distance(of, &law, &found.fair),
                law,
            });
        }
        Ok(Rows {
            all,
            proofs,
            is_all,
        })
    }

    /// The rows of a routine that always moves the cards alike: until the deck is as it was.
    fn moved_alike(&self, plan: &Plan, found: &Quantity) -> Rows {
        let of = &self.subject.of;
        let cards = of.cards();
        let mut rows = Rows {
            all: Vec::new(),
            proofs: vec![None; self.tolerances.len()],
            is_all: false,
        };
        let Ok(once) = plan.permutation(cards) else {
            return rows;
        };
        let mut moved = Permutation::identity(cards);
        for times in 1..=MOST_BACK {
            moved = moved.then(&once);
            let law = exact::of_one_order(of, &moved);
            rows.all.push(After {
                times: Some(times),
                asked: false,
                total_variation: super::distance(of, &law, &found.fair),
                law,
            });
            if moved == Permutation::identity(cards) {
                rows.is_all = true;
                break;
            }
        }
        rows
    }

    /// The number of times that brings all orders as near as each tolerance allows the chance to be off.
    fn proofs(&self, plan: &Plan, found: &Quantity) -> Vec<Option<u32>> {
        let [least, _] = found.fair.ends();
        let bounds = self.tolerances.iter().map(|tolerance| match tolerance {
            Tolerance::Points(by) => *by,
            Tolerance::Edge(by) => found.odds.map_or(by * least, |odds| by / (odds + 1.0)),
        });
        let bounds: Vec<f64> = bounds.collect();
        let (least, most) = (*THRESHOLDS.start(), *THRESHOLDS.end());
        let asked = bounds.iter().map(|bound| bound.clamp(least, most));
        let proofs = proved(plan, self.subject.of.cards(), &asked.collect::<Vec<_>>());
        let both = proofs.into_iter().zip(bounds);
        both.map(|(proof, bound)| proof.filter(|_| bound >= least))
            .collect()
    }
}

/// From when on the rows keep a tolerance; `proof` is the number of times from which on all do, and `is_all` says that no
/// others come.
fn near_from(found: &Quantity, tolerance: Tolerance, proof: Option<u32>, is_all: bool) -> Near {
    let standing = |(times, row): (u32, &After)| match proof {
        Some(proof) if times >= proof => Standing::Within,
        _ => found.stake(&row.law).under(tolerance),
    };
    let each: Vec<Standing> = (1..).zip(&found.after).map(standing).collect();
    let beyond = each.iter().rposition(|one| *one == Standing::Beyond);
    let open = each.iter().rposition(|one| *one != Standing::Within);
    let after = |last: Option<usize>| last.map_or(1, |last| last as u32 + 2);
    // What comes back never stays.
    let never = is_all && beyond.is_some();
    let last = each.len() as u32;
    let is_known = is_all || proof.is_some_and(|proof| proof <= last + 1);
    let shown = (after(open) <= last).then(|| after(open));
    let from = match proof {
        Some(proof) if !is_known => Some(proof),
        _ if never || is_all && open.is_some() => None,
        Some(_) => Some(after(open)),
        None => shown,
    };
    Near {
        within: tolerance.to_string(),
        at_least: (!never).then(|| after(beyond)),
        from,
        proved: from.is_some() && (is_all || proof.is_some()),
    }
}
