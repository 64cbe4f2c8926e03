//! Scales for the quality of a routine: what each counts in a deck, and what a fair deck has of it.
//!
//! Each scale is the mean of a whole number over decks, and its distance from the mean of fair decks. An opponent's
//! calls are those of somebody who has watched as many decks shuffled so as that of a long run ([`Watcher::decks`]), and names the likeliest card at each
//! place by what he saw there and after the card before (see the statistic `opponent`); his rule and his tables are fixed
//! before a deck is scored, so that its mean is one number that any number of decks can estimate. The others count what
//! lies in the deck: neighbours that still are, cards of one type side by side, and opening hands with too few or too many
//! of the first type.

use std::sync::Arc;

use deck::Card;
use deck::quantity::Stake;
use deck::subject::Classes;
use laws::counting::harmonic;
use laws::marked_cards::hand;
pub use record::answers::advice::{Bet, By};
use statistic::Watcher;
use statistic::stakes::Fair;

/// Cards in an opening hand.
pub const HAND: usize = 7;

/// An opening hand with fewer cards of the first type than this, or with as few others, is one to send back.
const FEWEST: usize = 2;

/// A stake by which routines are ordered.
#[derive(Debug)]
pub struct Staked {
    stake: Stake,
    /// The same in words and numbers.
    pub bet: Bet,
    /// The probability that the limits of its fair chance do not hold.
    error: f64,
}

impl Staked {
    /// A stake on one hand of a deck, as it was typed. `None` if it has no fair odds: its event cannot come up in a fair deck,
    /// or did so in none of those that were looked at.
    pub fn new(text: &str, stake: Stake) -> Option<Self> {
        let fair = Fair::of(&stake);
        let odds = stake.odds().map(deck::quantity::Odds::to_one);
        (fair.limits[0] > 0.0 || odds.is_some()).then(|| Self {
            bet: Bet {
                of: text.to_owned(),
                words: stake.to_string(),
                odds,
                fair: fair.share,
                fair_limits: fair.limits,
                by: fair.by.clone(),
            },
            error: fair.error(),
            stake,
        })
    }
}

/// A scale for decks of some cards, of some types.
#[derive(Debug)]
pub struct Scale {
    /// The scale.
    pub by: By,
    cards: usize,
    /// The type of each card by its place before the shuffle.
    types: Vec<u16>,
    /// The mean of fair decks.
    pub fair: f64,
    /// About the standard deviation of fair decks.
    pub spread: f64,
    staked: Option<Arc<Staked>>,
}

/// The standard deviation of an event with this chance.
fn spread_of(share: f64) -> f64 {
    (share * (1.0 - share)).sqrt()
}

impl Scale {
    /// Makes the scale for decks with these types of cards.
    pub fn new(by: By, classes: &Classes) -> Self {
        let (types, copies) = (classes.of().to_vec(), classes.copies());
        let cards = types.len();
        let n = cards as f64;
        let (fair, spread) = match by {
            By::Calls | By::TotalVariation | By::Stake => {
                let variance: f64 = (1..=cards).map(|k| (1.0 - 1.0 / k as f64) / k as f64).sum();
                (harmonic(cards), variance.sqrt())
            }
            By::Neighbours => (2.0 * (n - 1.0) / n, 1.4),
            By::Clumps => {
                let same: f64 = copies
                    .iter()
                    .map(|c| (c * c.saturating_sub(1)) as f64)
                    .sum();
                (same / n, 0.5 * n.sqrt())
            }
            By::OpeningHands => {
                let law = hand(cards, copies[0], hand_of(cards));
                let back = law.iter().enumerate();
                let back = back.filter(|(of_first, _)| is_sent_back(*of_first, cards));
                let share: f64 = back.map(|(_, probability)| probability).sum();
                (share, spread_of(share))
            }
        };
        Self {
            by,
            cards,
            types,
            fair,
            spread,
            staked: None,
        }
    }

    /// Makes the scale of a stake: its chance, and the edge of a bet on it as the distance from fair.
    pub(crate) fn of_stake(classes: &Classes, staked: Arc<Staked>) -> Self {
        let fair = staked.bet.fair;
        Self {
            by: By::Stake,
            fair,
            spread: spread_of(fair),
            staked: Some(staked),
            ..Self::new(By::Neighbours, classes)
        }
    }

    /// The probability that what it takes for fair is not.
    pub fn error(&self) -> f64 {
        self.staked.as_ref().map_or(0.0, |staked| staked.error)
    }

    /// The largest number of a deck.
    pub fn most(&self) -> usize {
        match self.by {
            By::OpeningHands | By::Stake => 1,
            _ => self.cards,
        }
    }

    /// Decks that must be watched before one is scored.
    pub fn watched(&self) -> usize {
        if self.by == By::Calls {
            decks_of(self.cards)
        } else {
            0
        }
    }

    /// Returns the judge who scores decks of one routine, after watching `decks` of it.
    pub(crate) fn judge(&self, decks: &[&[Card]]) -> Judge<'_> {
        match self.by {
            By::Calls | By::TotalVariation => Judge::Opponent(Watcher::of(decks, self.cards)),
            _ => Judge::Counting(self),
        }
    }

    /// The distance of a mean from the fair one.
    pub fn score(&self, mean: f64) -> f64 {
        if let Some(staked) = &self.staked {
            return staked.bet.off((mean, mean)).1;
        }
        match self.by {
            // Fair decks are those of which nobody calls more.
            By::Calls | By::TotalVariation => (mean - self.fair).max(0.0),
            _ => (mean - self.fair).abs(),
        }
    }

    /// The scores of means from `low` to `high`.
    pub fn scores(&self, (low, high): (f64, f64)) -> (f64, f64) {
        if let Some(staked) = &self.staked {
            return staked.bet.off((low, high));
        }
        let ends = (self.score(low), self.score(high));
        let (least, most) = (ends.0.min(ends.1), ends.0.max(ends.1));
        let fair_within = (low..=high).contains(&self.fair);
        (if fair_within { 0.0 } else { least }, most)
    }

    fn count(&self, deck: &[Card]) -> usize {
        if let Some(staked) = &self.staked {
            return staked.stake.of(deck) as usize;
        }
        let kind = |card: &Card| self.types[usize::from(*card)];
        match self.by {
            By::OpeningHands => {
                let first = deck[..hand_of(self.cards)]
                    .iter()
                    .filter(|card| kind(card) == 0);
                usize::from(is_sent_back(first.count(), self.cards))
            }
            By::Clumps => deck
                .windows(2)
                .filter(|two| kind(&two[0]) == kind(&two[1]))
                .count(),
            _ => deck
                .windows(2)
                .filter(|two| two[0].abs_diff(two[1]) == 1)
                .count(),
        }
    }
}

/// Decks of so many cards that an opponent watches.
pub fn decks_of(cards: usize) -> usize {
    Watcher::decks(cards)
}

/// Cards in the opening hand of a deck of so many.
pub fn hand_of(cards: usize) -> usize {
    HAND.min(cards / 2)
}

/// Returns true if a hand with so many cards of the first type has too few or too many.
fn is_sent_back(of_first: usize, cards: usize) -> bool {
    let hand = hand_of(cards);
    of_first < FEWEST || hand - of_first.min(hand) < FEWEST
}

/// Scores the decks of one routine.
#[derive(Debug)]
pub enum Judge<'a> {
    /// Scores by the calls of an opponent who has watched others.
    Opponent(Watcher),
    /// Scores by what lies in the decks.
    Counting(&'a Scale),
}

impl Judge<'_> {
    /// The number of a deck.
    pub fn number(&mut self, deck: &[Card]) -> usize {
        match self {
            Self::Opponent(opponent) => opponent.calls(deck),
            Self::Counting(scale) => scale.count(deck),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle::{build, testing};

    fn classes(cards: usize) -> Classes {
        Classes::read(
            &format!("{} land, {} spell", cards / 3, cards - cards / 3),
            None,
            cards,
        )
        .unwrap()
    }

    /// The mean over ideal decks is the fair one, on each scale: within four standard errors of 20,000 decks.
    #[test]
    fn fair_decks_are_fair() {
        let ideal = build("fisher-yates", toml::Table::new()).unwrap();
        let decks = testing::sample(&*ideal, 30, 21_024);
        let decks: Vec<&[Card]> = decks.iter().map(Vec::as_slice).collect();
        for by in By::ALL {
            let scale = Scale::new(by, &classes(30));
            let (watched, scored) = decks.split_at(1024);
            let mut judge = scale.judge(watched);
            let mut counts = super::super::interval::Histogram::default();
            for deck in scored {
                counts.add(judge.number(deck));
            }
            let (mean, error) = (counts.mean(), counts.standard_error());
            assert!(
                (mean - scale.fair).abs() < 4.0 * error,
                "{by:?}: {mean} {}",
                scale.fair
            );
            let spread = error * (scored.len() as f64).sqrt();
            assert!(
                (0.5..2.0).contains(&(spread / scale.spread)),
                "{by:?}: {spread}"
            );
        }
    }

    #[test]
    fn a_sorted_deck_is_not() {
        let deck: Vec<Card> = (0..30).collect();
        let number = |by| {
            Scale::new(by, &classes(30))
                .judge(&[deck.as_slice(); 8])
                .number(&deck)
        };
        assert_eq!(number(By::Calls), 30);
        assert_eq!(number(By::Neighbours), 29);
        assert_eq!(number(By::Clumps), 28);
        assert_eq!(number(By::OpeningHands), 1);
        let scale = Scale::new(By::Neighbours, &classes(30));
        // Too few neighbours are as far from fair as too many.
        assert_eq!(scale.scores((0.0, 1.0)), (scale.fair - 1.0, scale.fair));
        assert!(scale.scores((1.0, 2.0)).0 < 1e-15);
    }
}
