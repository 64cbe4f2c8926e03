//! `quantity`: a number or an event that is read off a deck, fair and after a routine.

mod enough;
mod exact;
mod sampled;
#[cfg(test)]
mod tests;

use super::by_type;
use super::parameter::{Parameter, Read};
use super::proof::proofs;
use super::question::{About, Given, Kind, Topic, ask};
use super::unanswered::Unanswered;
pub(super) use enough::{FOR, Staked};

use deck::quantity::{Faces, Odds, Quantity as Asked, Seen, Stake};
use deck::subject::Classes;
use laws::gsr::{self, Packets};
use record::answers::proof::Proof;
use record::answers::quantity::{After, Law, NAME, NEAR, Quantity};
use search::advise::Crew;
use shuffle::Mixing;
use shuffle::routine::Plan;
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "A number or an event of a deck, or a bet",
    topic: Topic::Routine {
        about: "A routine, such as \"G*3\"; a fair deck alone if absent",
        instead: None,
        large: None,
        optional: true,
    },
    parameters: &[
        Parameter::new(
            "of",
            "QUANTITY",
            Read::Text,
            "For instance \"spades in hand:13\", \"first:7 land >= 2\", \"longest run of red\", \"ace next to king\", \
             \"position of AS\", \"top is AS\", \"first:5 flush pays 6\"",
        )
        .required()
        .bare(),
        by_type::TYPES,
        by_type::ARRANGEMENT,
    ],
    ask: |given| {
        let asked = Subject::read_in(given, "of", true)?;
        ask(move |about| asked.answer(about))
    },
};

/// The routine is done this often at the most, where it is one move again and again; of simulated decks fewer times are
/// shown.
const MOST_TIMES: u32 = 20;
const MOST_SAMPLED: u32 = 10;

/// Riffles until decks of some fifty cards are fair: the number of simulated decks is made for so many rows.
const USUAL_TIMES: u32 = 12;

/// Decks of more cards have the row alone that was asked about.
const MANY_CARDS: usize = 500;

/// Rows of riffles end when all orders together are this near to fair; others when so many rows are: one alone may be so by
/// accident.
const ROWS_NEAR: u32 = 2;

/// How much more often an event would come, which decks would show: bets on it at fair odds gain 0.5, 1, 2 and 5%.
const RATIOS: [f64; 4] = [1.005, 1.01, 1.02, 1.05];

/// A difference that rounding leaves.
const ROUNDING: f64 = 1e-11;

/// A quantity, and the deck that it is read off.
struct Subject {
    text: String,
    of: Asked,
    /// The event in each other hand, where it is looked for in several.
    others: Vec<Asked>,
    odds: Option<Odds>,
    start: String,
}

impl Subject {
    /// Reads it from the parameter `key`.
    fn read(given: &Given<'_>, key: &str) -> Result<Self, ParamError> {
        Self::read_in(given, key, false)
    }

    /// Reads it; `several` says that an event may be looked for in several hands of a deck.
    fn read_in(given: &Given<'_>, key: &str, several: bool) -> Result<Self, ParamError> {
        let text: String = given.value(key);
        let classes = by_type::classes(given)?;
        let faces = Faces::of(classes.as_ref(), given.cards);
        let stake = several.then(|| Stake::read(&text, faces, given.cards, Seen::Deck).ok());
        let stake = stake.flatten().filter(|stake| stake.hands().len() > 1);
        let (of, others, odds) = if let Some(stake) = &stake {
            let hands = stake.hands();
            (hands[0].clone(), hands[1..].to_vec(), stake.odds())
        } else {
            let read = Asked::read_with_odds(&text, faces, given.cards);
            let (of, odds) = read.map_err(|wrong| ParamError::Wrong {
                key: key.to_owned(),
                found: wrong.found(),
                accepted: wrong.accepted().to_owned(),
            })?;
            (of, Vec::new(), odds)
        };
        Ok(Self {
            text,
            of,
            others,
            odds,
            start: start(faces, classes.as_ref()),
        })
    }

    fn answer(&self, about: About<'_>) -> Result<Quantity, Unanswered> {
        let fair = self.fair(sampled::ERROR, about.crew)?;
        let plan = about.plan().ok();
        if plan.is_some() && !self.others.is_empty() {
            return Err(Unanswered::Unknown(
                "the chance of several hands together is not known after a routine; accepted: one hand, such as `hand:5`, or no \
                 routine"
                    .to_owned(),
            ));
        }
        let (after, settled) = match plan {
            Some(plan) => self.after(plan, &fair, about)?,
            None => (Vec::new(), false),
        };
        Ok(Quantity {
            proofs: plan.map_or_else(|| self.proofs(&fair), |_| Vec::new()),
            start: plan.map(|_| self.start.clone()),
            riffles: plan.is_some_and(|plan| {
                let mut steps = plan.steps().iter();
                steps.all(|step| step.mixing() == Mixing::Gsr)
            }),
            after,
            settled,
            ..self.in_fair_decks(fair)
        })
    }

    /// The law in an ideal deck; its limits do not hold with a probability of `error`, if it is simulated.
    fn fair(&self, error: f64, crew: &dyn Crew) -> Result<Law, Unanswered> {
        match exact::fair(&self.of) {
            Some(law) if self.others.is_empty() => Ok(law),
            Some(law) => self.mean_over_hands(&law),
            None if self.others.is_empty() => sampled::fair(&self.of, error, crew),
            None => Err(no_law_of_hands()),
        }
    }

    /// The law of a hand that is picked at random from those of the deck; `first` is that of the first hand.
    fn mean_over_hands(&self, first: &Law) -> Result<Law, Unanswered> {
        let mut sum = first.mean;
        for hand in &self.others {
            sum += exact::fair(hand).ok_or_else(no_law_of_hands)?.mean;
        }
        let mean = sum / (self.others.len() + 1) as f64;
        Ok(exact::law([(0, 1.0 - mean), (1, mean)].into(), &first.by))
    }

    /// The answer before any routine.
    fn in_fair_decks(&self, fair: Law) -> Quantity {
        Quantity {
            of: self.text.clone(),
            words: self.of.to_string(),
            event: self.of.is_event(),
            odds: self.odds.map(Odds::to_one),
            start: None,
            fair,
            proofs: Vec::new(),
            riffles: false,
            after: Vec::new(),
            settled: false,
        }
    }

    /// Decks that would show that the event comes more often; none where its chance is not known exactly. One that never
    /// comes, or always, cannot come more often.
    fn proofs(&self, fair: &Law) -> Vec<Proof> {
        // The hands of a deck depend on each other: nobody knows how many decks are needed.
        let is_one = self.others.is_empty();
        if !self.of.is_event() || fair.sampled.is_some() || fair.mean <= 0.0 || !is_one {
            return Vec::new();
        }
        proofs(fair.mean, &RATIOS)
    }

    /// The rows of a routine: one, or one for each time that its one move is done. True if nothing comes farther from fair
    /// with more of them than the last one.
    fn after(
        &self,
        plan: &Plan,
        fair: &Law,
        about: About<'_>,
    ) -> Result<(Vec<After>, bool), Unanswered> {
        let cards = self.of.cards();
        let asked = plan.steps().len() as u32;
        let unit = plan.one_move().filter(|_| asked <= MOST_TIMES);
        let unit = unit.map(|(once, _)| Plan::new(vec![once.clone()]));
        let all = USUAL_TIMES * (USUAL_TIMES + 1) / 2;
        // Rows beside the one that was asked about are left out where they take long.
        let unit = unit.filter(|_| cards <= MANY_CARDS);
        let moves = if unit.is_some() { all } else { asked };
        let decks = sampled::decks(cards, u64::from(moves));
        let exact = exact::Riffled::new(&self.of);
        let row = |times: Option<u32>, asked: bool, plan: &Plan| {
            let law = match exact.after(plan) {
                Some(law) => law,
                None => sampled::after(&self.of, plan, (decks, sampled::ERROR), about.crew)?,
            };
            Ok(After {
                times,
                asked,
                total_variation: distance(&self.of, &law, fair),
                law,
            })
        };
        let Some(unit) = unit else {
            return Ok((vec![row(None, true, plan)?], false));
        };
        let (mut rows, mut near): (Vec<After>, u32) = (Vec::new(), 0);
        for times in 1..=MOST_TIMES {
            let plan = unit.repeated(times as usize);
            let next = row(Some(times), times == asked, &plan)?;
            near = if next.is_near() { near + 1 } else { 0 };
            let is_long = times >= MOST_SAMPLED && next.law.sampled.is_some();
            rows.push(next);
            if times < asked {
                continue;
            }
            let packets = plan.riffles_alone().map(Packets::riffles);
            let orders = packets.map(|packets| gsr::Law::riffled(cards, packets).total_variation());
            match orders {
                // One more time never takes a deck farther from fair over all orders.
                Some(orders) if orders < NEAR => return Ok((rows, true)),
                None if near >= ROWS_NEAR || is_long => break,
                _ => {}
            }
        }
        Ok((rows, false))
    }
}

fn no_law_of_hands() -> Unanswered {
    Unanswered::Unknown(
        "no law of this event is known in several hands together; accepted: one hand, such as `hand:5`"
            .to_owned(),
    )
}

/// How the cards lie before the routine.
fn start(faces: Faces<'_>, classes: Option<&Classes>) -> String {
    match (faces, classes) {
        (Faces::Pack, _) => {
            "a new pack: spades, hearts, diamonds and clubs, each from ace to king".to_owned()
        }
        (_, Some(classes)) => classes.to_string(),
        (_, None) => "cards by their numbers".to_owned(),
    }
}

/// Limits of the total variation between two laws.
fn distance(of: &Asked, law: &Law, fair: &Law) -> [f64; 2] {
    if of.is_event() {
        // It is the difference of the two chances.
        let ([least, most], [low, high]) = (law.ends(), fair.ends());
        let below = (least - high).max(low - most).max(0.0);
        return [below, (most - low).max(high - least)].map(cleared);
    }
    let all = law.values.iter().chain(&fair.values);
    let mut all: Vec<i64> = all.copied().collect();
    all.sort_unstable();
    all.dedup();
    let sum: f64 = all
        .iter()
        .map(|&one| (law.chance(one) - fair.chance(one)).abs())
        .sum();
    // An ideal deck can have all values that any deck has.
    let values = match fair.sampled {
        Some(_) => sampled::values(of),
        None => fair.values.len(),
    };
    let (mut below, mut above) = (0.0, 0.0);
    for sampled in [law, fair].iter().filter_map(|law| law.sampled) {
        let open = sampled::open(sampled.decks, values);
        below += open[0];
        above += open[1];
    }
    let middle = 0.5 * sum;
    [(middle - below).max(0.0), (middle + above).min(1.0)].map(cleared)
}

/// A distance without what rounding leaves.
fn cleared(distance: f64) -> f64 {
    if distance < ROUNDING { 0.0 } else { distance }
}
