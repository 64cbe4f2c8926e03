//! The probability of the classes of the first cards, in order, after a riffle of a packets.
//!
//! Before, the deck lay in classes: all copies of class 0 on top, then those of class 1, and so on. The
//! first k cards are seen, k up to the whole deck. Equal cards cannot be told apart, and the order of
//! the unseen cards is not known; in an ideal deck all of these orders are equally likely. A programme along
//! the old order gives the law of the rising sequences among them (see [`super::rising`]). It
//! remembers the place of the last card, if that is seen, or the number of unseen cards since one was. A
//! step from an unseen card to a seen one is a descent, one from a seen to an unseen one is not, and
//! neighbours that are both unseen are in random order.
//!
//! Classes must not be scattered in the old order. If a class lies in several blocks, its places have to be
//! divided among these, and the programme would have to remember which are taken.

use super::gaps::{Gaps, Series};
use super::rising::{self, MOST_CARDS, Weights, add_product, descents};
#[cfg(test)]
use super::rising::{log_falling, log_ratio};

/// The law of the rising sequences, from 0 to the number of cards, given the classes of the first cards from
/// the top; `copies` holds the numbers of cards of the classes from the top of the old deck. Nothing if the
/// deck has no such cards, or more than [`MOST_CARDS`].
///
/// ```
/// use colddeck_laws::views::words::rising_sequences;
/// // Two aces on two kings before, A K A K after: three rising sequences if both the aces and the kings
/// // have changed their order, else two.
/// let law = rising_sequences(&[0, 1, 0, 1], &[2, 2]);
/// assert_eq!(law, Some(vec![0.0, 0.0, 0.75, 0.25, 0.0]));
/// ```
pub fn rising_sequences(seen: &[u16], copies: &[usize]) -> Option<Vec<f64>> {
    let cards: usize = copies.iter().sum();
    let places = places(seen, copies)?;
    if cards > MOST_CARDS {
        return None;
    }
    let laws = descents(cards);
    let mut state = State::start();
    for (places, copies) in places.iter().zip(copies) {
        state = state.after_class(places, copies - places.len(), &laws);
    }
    Some(rising::law(state.end(&laws), cards))
}

/// ln P(word) after an a-shuffle of the deck: the classes of all cards, from the top. −∞ where that cannot
/// be, and for decks for which [`rising_sequences`] gives nothing.
#[cfg(test)]
pub fn log_likelihood(word: &[u16], copies: &[usize], packets: u64) -> f64 {
    if word.len() != copies.iter().sum::<usize>() {
        return f64::NEG_INFINITY;
    }
    log_likelihood_first(word, copies, packets)
}

/// ln P(word) in an ideal deck, the same for all words of all cards.
#[cfg(test)]
pub fn log_fair(copies: &[usize]) -> f64 {
    let cards = copies.iter().sum();
    let equal: f64 = copies.iter().map(|c| log_falling(*c, *c)).sum();
    equal - log_falling(cards, cards)
}

/// ln P(the classes of the first cards are these, in order) after an a-shuffle; −∞ as for
/// [`log_likelihood`].
#[cfg(test)]
pub fn log_likelihood_first(seen: &[u16], copies: &[usize], packets: u64) -> f64 {
    match rising_sequences(seen, copies) {
        Some(law) => log_fair_first(seen, copies) + log_ratio(&law, packets),
        None => f64::NEG_INFINITY,
    }
}

/// ln P(the classes of the first cards are these, in order) in an ideal deck; −∞ where that cannot be.
#[cfg(test)]
pub fn log_fair_first(seen: &[u16], copies: &[usize]) -> f64 {
    let Some(places) = places(seen, copies) else {
        return f64::NEG_INFINITY;
    };
    let each = places.iter().zip(copies);
    let ways: f64 = each
        .map(|(seen, copies)| log_falling(*copies, seen.len()))
        .sum();
    ways - log_falling(copies.iter().sum(), seen.len())
}

/// The places of each class, if the deck has so many of it.
fn places(seen: &[u16], copies: &[usize]) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new(); copies.len()];
    for (place, class) in seen.iter().enumerate() {
        all.get_mut(usize::from(*class))?.push(place);
    }
    let enough = all
        .iter()
        .zip(copies)
        .all(|(places, copies)| places.len() <= *copies);
    enough.then_some(all)
}

/// Knowledge after some classes: weights of the descents so far.
struct State {
    /// Weights by the place of the last card, if it is seen; before the first card the place is 0.
    seen: Vec<(usize, Weights)>,
    /// Weights by the number of unseen cards at the end, whose own descents are not counted yet; at 0 nothing.
    unseen: Vec<Weights>,
}

impl State {
    fn start() -> Self {
        Self {
            seen: vec![(0, vec![1.0])],
            unseen: vec![Vec::new()],
        }
    }

    /// The state after a class with seen cards at `places`, rising, and `hidden` unseen ones.
    fn after_class(&self, places: &[usize], hidden: usize, laws: &[Weights]) -> Self {
        if places.is_empty() {
            return self.after_unseen(hidden);
        }
        let first = places.iter().map(|place| self.direct(*place, laws));
        let first: Vec<Weights> = first.collect();
        // The first seen card matters where no unseen card comes first.
        let mut later = vec![Vec::new()];
        later.extend((1..=hidden).map(|number| self.begun(number, laws)));
        let gaps = Gaps::of(places.len(), hidden, laws);
        let mut next = Self {
            seen: places.iter().map(|place| (*place, Vec::new())).collect(),
            unseen: vec![Vec::new(); hidden + 1],
        };
        for (last, (_, sum)) in next.seen.iter_mut().enumerate() {
            for (from, weights) in first.iter().enumerate() {
                add_product(sum, weights, &gaps.between(from, last)[hidden], 0);
            }
            divide(sum, &later, gaps.to(last), hidden);
        }
        for (ending, sum) in next.unseen.iter_mut().enumerate().skip(1) {
            for (from, weights) in first.iter().enumerate() {
                add_product(sum, weights, &gaps.from(from)[hidden - ending], 0);
            }
            divide(sum, &later, &gaps.all, hidden - ending);
        }
        next
    }

    /// The state after unseen cards only.
    fn after_unseen(&self, hidden: usize) -> Self {
        if hidden == 0 {
            return Self {
                seen: self.seen.clone(),
                unseen: self.unseen.clone(),
            };
        }
        let mut unseen = vec![Vec::new(); hidden];
        unseen.extend(self.unseen.iter().cloned());
        for (_, weights) in &self.seen {
            add_product(&mut unseen[hidden], weights, &[1.0], 0);
        }
        Self {
            seen: Vec::new(),
            unseen,
        }
    }

    /// The weights if the next card is seen, at `place`.
    fn direct(&self, place: usize, laws: &[Weights]) -> Weights {
        let mut sum = self.turned(0, laws);
        for (last, weights) in &self.seen {
            add_product(&mut sum, weights, &[1.0], usize::from(*last > place));
        }
        sum
    }

    /// The weights if `number` unseen cards come next, from 1, and then a seen one.
    fn begun(&self, number: usize, laws: &[Weights]) -> Weights {
        let mut sum = self.turned(number, laws);
        for (_, weights) in &self.seen {
            add_product(&mut sum, weights, &laws[number], 1);
        }
        sum
    }

    /// The same from a last card that is not seen, and from 0.
    fn turned(&self, number: usize, laws: &[Weights]) -> Weights {
        let mut sum = Vec::new();
        for (unseen, weights) in self.unseen.iter().enumerate() {
            add_product(&mut sum, weights, &laws[unseen + number], 1);
        }
        sum
    }

    /// All weights, after the last card.
    fn end(&self, laws: &[Weights]) -> Weights {
        let mut sum = Vec::new();
        for (_, weights) in &self.seen {
            add_product(&mut sum, weights, &[1.0], 0);
        }
        for (weights, law) in self.unseen.iter().zip(laws) {
            add_product(&mut sum, weights, law, 0);
        }
        sum
    }
}

/// Adds all ways to divide `cards` unseen cards between the two.
fn divide(sum: &mut Weights, first: &Series, second: &Series, cards: usize) {
    for (first, second) in first.iter().zip(second[..=cards].iter().rev()) {
        add_product(sum, first, second, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;
    use std::collections::BTreeMap;

    /// Lists every way to divide the cards into classes, in order.
    fn blocks(cards: usize) -> Vec<Vec<usize>> {
        let cut = |cuts: u32| {
            let mut blocks = vec![1];
            for gap in 0..cards - 1 {
                match cuts >> gap & 1 {
                    0 => blocks.push(1),
                    _ => *blocks.last_mut().unwrap() += 1,
                }
            }
            blocks
        };
        (0..1 << (cards - 1)).map(cut).collect()
    }

    /// Counts how many a-shuffles give each word: each place comes from one of a packets.
    fn shuffles(copies: &[usize], packets: usize) -> BTreeMap<Vec<u16>, u32> {
        let old: Vec<u16> = (0..).zip(copies).flat_map(|(c, &n)| vec![c; n]).collect();
        let cards = old.len();
        let mut words = BTreeMap::new();
        for code in 0..packets.pow(cards as u32) {
            let packet = |place: &usize| code / packets.pow(*place as u32) % packets;
            let mut places: Vec<usize> = (0..cards).collect();
            places.sort_by_key(packet);
            let mut word = vec![0; cards];
            for (place, class) in places.into_iter().zip(&old) {
                word[place] = *class;
            }
            *words.entry(word).or_insert(0) += 1;
        }
        words
    }

    #[test]
    fn words_and_first_cards_agree_with_all_shuffles_of_up_to_six_cards() {
        for cards in 1..=6 {
            for copies in blocks(cards) {
                for packets in 1..=5 {
                    let words = shuffles(&copies, packets);
                    let of = packets.pow(cards as u32) as f64;
                    for k in 0..=cards {
                        let mut first = BTreeMap::new();
                        for (word, ways) in &words {
                            *first.entry(&word[..k]).or_insert(0) += ways;
                        }
                        for (seen, ways) in first {
                            let ours = log_likelihood_first(seen, &copies, packets as u64);
                            close(ours.exp(), f64::from(ways) / of, 1e-13);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn words_that_no_shuffle_gives_have_no_probability() {
        // All words of an ideal deck, and those of a riffle among them.
        for copies in [vec![2, 3, 1], vec![1; 5], vec![3, 3]] {
            let riffled = shuffles(&copies, 2);
            let all = shuffles(&copies, 6);
            let mut total = 0.0;
            for word in all.keys() {
                let ours = log_likelihood(word, &copies, 2);
                assert_eq!(ours > f64::NEG_INFINITY, riffled.contains_key(word));
                total += ours.exp();
                close(log_fair_first(word, &copies), log_fair(&copies), 1e-13);
            }
            close(total, 1.0, 1e-13);
            close(all.len() as f64, (-log_fair(&copies)).exp(), 1e-13);
        }
    }

    #[test]
    fn words_of_another_deck_are_refused() {
        assert_eq!(rising_sequences(&[0, 0, 0], &[2, 2]), None);
        assert_eq!(rising_sequences(&[0, 2], &[2, 2]), None);
        assert_eq!(rising_sequences(&[], &[100, 71]), None);
        let impossible = [
            log_likelihood(&[0, 1], &[2, 2], 2),
            log_fair_first(&[1, 1, 1], &[2, 2]),
        ];
        assert!(impossible.iter().all(|log| log.is_infinite() && *log < 0.0));
    }

    /// Digits of all cards by another programme, in whole numbers of any size: over the packets and the last
    /// place of a class in the last of them.
    #[test]
    fn a_word_of_sixty_cards_is_as_likely_as_whole_numbers_say() {
        let copies = [vec![4; 5], vec![20], vec![4; 5]].concat();
        let word = [
            5, 3, 5, 9, 1, 0, 9, 5, 5, 5, 9, 9, 6, 3, 5, 4, 6, 0, 1, 4, 1, 5, 0, 5, 10, 7, 7, 7, 8,
            4, 5, 2, 1, 4, 10, 5, 5, 8, 5, 8, 7, 6, 8, 5, 5, 0, 5, 5, 5, 3, 5, 5, 5, 3, 2, 10, 10,
            2, 6, 2,
        ];
        let law = rising_sequences(&word, &copies).unwrap();
        for (packets, known) in [
            (8, -5.977_807_722_335_45),
            (16, 2.483_452_735_209_770_6),
            (32, 1.200_498_436_246_606),
            (128, 0.250_557_110_799_451_37),
        ] {
            close(log_ratio(&law, packets), known, 1e-12);
            let ours = log_likelihood(&word, &copies, packets);
            close(ours, log_fair(&copies) + known, 1e-13);
        }
    }

    #[test]
    fn large_decks_have_laws() {
        let copies = [vec![20], vec![4; 10]].concat();
        let word: Vec<u16> = (0..60)
            .map(|place| [0, place / 6 + 1][usize::from(place % 3 != 0)])
            .collect();
        for k in [0, 1, 7, 30, 60] {
            let law = rising_sequences(&word[..k], &copies).unwrap();
            close(law.iter().sum(), 1.0, 1e-13);
        }
        // Nothing is known of an ideal deck: the mean of the rising sequences is (n + 1)/2.
        let law = rising_sequences(&[], &copies).unwrap();
        close(super::super::testing::mean(&law), 30.5, 1e-13);
        let law = rising_sequences(&[0, 1].repeat(85), &[85, 85]).unwrap();
        close(law.iter().sum(), 1.0, 1e-12);
    }

    #[test]
    fn riffles_of_distinct_first_cards_have_mean_one_over_ideal_decks() {
        // The first two of 52: all pairs, after four riffles.
        let copies = [1; 52];
        let mut total = 0.0;
        for first in 0..52 {
            for second in (0..52).filter(|second| *second != first) {
                total += log_likelihood_first(&[first, second], &copies, 16).exp();
            }
        }
        close(total, 1.0, 1e-12);
    }
}
