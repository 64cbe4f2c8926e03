//! The rules on decks of up to 64 cards: the cards that are left are the bits of a word, and a card is called if none of
//! those that are preferred to it is left.

use deck::Card;
use deck::kernel::{CALLED, Isa, Kernel, Weights};

use super::rules::{Hits, Player, RULES, weight};

/// Weights as the kernels hold them: so much less, so that two of them fit in 16 bits, with their sign.
const MIDDLE: i32 = 1 << 14;

/// Weights of all cards at all places, and after all cards.
#[derive(Debug)]
pub(super) struct FewCards {
    cards: usize,
    /// `[place][card]`.
    place: Vec<Weights>,
    /// `[predecessor][card]`; the last row has no predecessor, and is the first place's.
    successor: Vec<Weights>,
    /// The cards that are preferred to each, by the same rows.
    before: [Vec<Preferred>; 2],
    /// The calls that were right, as [`Player::right`] says.
    right: Vec<Hits>,
    kernel: &'static dyn Kernel,
}

/// A mask of cards for each card.
type Preferred = [u64; CALLED];

impl FewCards {
    pub(super) fn learn(decks: &[&[Card]], cards: usize) -> Self {
        let mut place = vec![[0_u32; CALLED]; cards];
        let mut successor = vec![[0_u32; CALLED]; cards + 1];
        for deck in decks {
            let mut before = cards;
            for (row, &card) in place.iter_mut().zip(*deck) {
                let card = usize::from(card);
                row[card] += 1;
                successor[before][card] += 1;
                before = card;
            }
        }
        let weights: Vec<i16> = (0..=decks.len() as u32)
            .map(|count| (weight(count) - MIDDLE) as i16)
            .collect();
        let weighed = |counts: &Vec<[u32; CALLED]>| -> Vec<Weights> {
            let rows = counts.iter();
            rows.map(|row| row.map(|count| weights[count as usize]))
                .collect()
        };
        let before = [&place, &successor].map(|counts| {
            let rows = counts.iter();
            rows.map(|row| preferred(&row[..cards])).collect()
        });
        Self {
            cards,
            place: weighed(&place),
            successor: weighed(&successor),
            before,
            right: vec![Hits::default(); cards],
            kernel: Isa::best().kernel(),
        }
    }
}

/// The cards that are preferred to each: those with larger counts, and of equals the smaller ones.
fn preferred(counts: &[u32]) -> Preferred {
    let mut cards: Vec<usize> = (0..counts.len()).collect();
    cards.sort_by_key(|card| std::cmp::Reverse(counts[*card]));
    let (mut masks, mut before) = ([0; CALLED], 0);
    for card in cards {
        masks[card] = before;
        before |= 1 << card;
    }
    masks
}

impl Player for FewCards {
    fn calls(&mut self, deck: &[Card]) -> [usize; RULES.len()] {
        let both = self.kernel.called(&self.place, &self.successor, deck);
        let [by_place, by_successor] = &self.before;
        let (mut left, mut before) = (u64::MAX, self.cards);
        let mut calls = Hits::default();
        for (at, ((by_place, right), card)) in
            by_place.iter().zip(&mut self.right).zip(deck).enumerate()
        {
            let card = usize::from(*card) % CALLED;
            let hits = Hits::of([
                by_place[card] & left == 0,
                by_successor[before][card] & left == 0,
                both >> at & 1 == 1,
            ]);
            calls.add(hits);
            right.add(hits);
            left &= !(1 << card);
            before = card;
        }
        calls.numbers()
    }

    fn right(&self) -> Vec<[usize; RULES.len()]> {
        self.right.iter().map(|hits| hits.numbers()).collect()
    }
}
