//! The wager of an opponent: he plays deck after deck, and learns.
//!
//! Each rule calls the cards of a deck by what it learned from decks before it; after 1, 2, 4, 8, … decks it learns
//! anew from all of them. Right calls in an ideal deck have the law of cycles whatever was learned, and are independent
//! from deck to deck, so that [`Categories`] bets on how often each number came. Each rule has a third of the
//! capital. Only the first decks are kept, and played: the capital stays as it is after them.

use super::rules::{Player, RULES, learn};
use crate::Tally;
use crate::first_decks::{fresh, restore};
use crate::wager::{Categories, LogE, Wager};
use deck::Card;

/// The wager on right calls.
#[derive(Debug)]
pub(super) struct Calls {
    categories: Categories,
    cards: usize,
    /// The decks that were played, one after the other.
    played: Vec<Card>,
    /// Number of decks at which the rules learn anew.
    learns_at: usize,
    player: Box<dyn Player>,
    /// Decks in which each rule called so many cards right.
    histograms: [Vec<u64>; RULES.len()],
}

impl Calls {
    /// Makes the wager for decks of `cards` cards; `law` has the probability of each number of
    /// right calls, from 0 on.
    pub fn new(law: &[f64], cards: usize) -> Option<Self> {
        Some(Self {
            categories: Categories::new(law)?,
            cards,
            played: Vec::new(),
            learns_at: 1,
            player: learn(&[], cards),
            histograms: std::array::from_fn(|_| vec![0; cards + 1]),
        })
    }

    fn play(&mut self, deck: &[Card]) {
        let calls = self.player.calls(deck);
        for (histogram, calls) in self.histograms.iter_mut().zip(calls) {
            histogram[calls] += 1;
        }
        self.played.extend_from_slice(deck);
        if self.decks() == self.learns_at {
            let decks: Vec<&[Card]> = self.played.chunks_exact(self.cards).collect();
            self.player = learn(&decks, self.cards);
            self.learns_at *= 2;
        }
    }

    fn decks(&self) -> usize {
        self.played.len() / self.cards
    }

    fn e(&self) -> LogE {
        let e = |histogram: &Vec<u64>| self.categories.of_counts(histogram);
        LogE::mean(self.histograms.iter().map(e))
    }
}

impl Wager for Calls {
    fn look(&mut self, total: &Tally) -> LogE {
        let mut deck = vec![0; self.cards];
        for bytes in fresh(total.kept(), self.decks(), self.cards) {
            restore(bytes, &mut deck);
            self.play(&deck);
        }
        self.e()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};
    use laws::null;

    fn wager(cards: usize) -> Calls {
        let floats = null::find("cycles").unwrap().floats(cards).unwrap();
        Calls::new(&[&[0.0], floats.probabilities()].concat(), cards).unwrap()
    }

    /// Every sequence of decks of three cards has an e-value. The mean of these e-values is 1.
    #[test]
    fn the_mean_over_all_sequences_of_decks_is_1() {
        let orders: [[Card; 3]; 6] = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        for decks in 0..=4 {
            let sequences = orders.len().pow(decks);
            let e = (0..sequences).map(|sequence| {
                let mut wager = wager(3);
                for at in 0..decks {
                    wager.play(&orders[sequence / orders.len().pow(at) % orders.len()]);
                }
                wager.e().ln().exp()
            });
            let mean = e.sum::<f64>() / sequences as f64;
            assert!((mean - 1.0).abs() < 1e-12, "{decks}: {mean}");
        }
    }

    /// 500 runs of ideal decks, looked at after each of 200: more than 42 that ever reach 20 would come by chance
    /// with a probability of .001.
    #[test]
    #[ignore = "some 10 s of processor: .ci/run ignored"]
    fn ideal_decks_seldom_pay_and_decks_with_a_habit_soon_do() {
        for cards in [6, 52, 300] {
            let runs: u64 = if cards > 100 { 40 } else { 500 };
            let most = if cards > 100 { 8 } else { 42 };
            let mut alarms = 0;
            for run in 0..runs {
                let mut draws = PcgDraws::for_batch(4, "an opponent bets", cards as u64, run);
                let mut deck: Vec<Card> = (0..cards as Card).collect();
                let mut wager = wager(cards);
                let mut largest = LogE::ONE;
                for _ in 0..200 {
                    draws.shuffle(&mut deck);
                    wager.play(&deck);
                    largest = largest.max(wager.e());
                }
                alarms += u64::from(largest.reaches(0.05));
            }
            println!("{cards} cards: {alarms} of {runs}");
            assert!(alarms <= most, "{cards} cards: {alarms}");
        }
        // Card 7 always comes right after card 3, wherever that is.
        let mut draws = PcgDraws::for_batch(4, "a habit", 0, 0);
        let mut deck: Vec<Card> = (0..20).collect();
        let mut wager = wager(20);
        for _ in 0..400 {
            draws.shuffle(&mut deck);
            let mut tied: Vec<Card> = deck.iter().copied().filter(|card| *card != 7).collect();
            let after = tied.iter().position(|card| *card == 3).unwrap() + 1;
            tied.insert(after, 7);
            wager.play(&tied);
        }
        assert!(wager.e().log10() > 3.0, "{:?}", wager.e());
    }
}
