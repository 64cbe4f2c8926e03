//! Random orders that show the same as an ideal deck: limits of total variation where no likelihood is known.
//!
//! Orders come in pairs, one of them with the places of each cell in reverse order: where one has more descents than is usual,
//! the other has fewer. Of a deck that is cut at a random place after the riffles, all places of the cut are looked at.

use super::sampled::{Decks, Rising, Sums, blocks_for, sums};
use super::{Showing, several};
use crate::advise::{Crew, lasting};
use deck::rng::{PcgDraws, shuffle_items};
use text::names::{counted, grouped};
use text::pieces::Left;

/// A place of a deck, whose rising sequences have exact likelihoods up to 170 cards.
type Place = u8;

/// Ideal decks to look at.
const DECKS: Decks = Decks {
    title: "decks and their likelihood",
    blocks: 640,
    each: 25,
    effort: 0,
};

/// So many times as much is looked at where limits must be near, at the most.
const MOST: usize = 64;

/// Limits of the total variation of each row, with the decks and the orders of each that gave them.
#[derive(Debug)]
pub struct Found {
    /// The limits of each row.
    pub limits: Vec<[f64; 2]>,
    /// Ideal decks.
    pub decks: usize,
    /// Orders that show the same as each of them.
    pub orders: usize,
}

/// Limits of each row, each with a probability of 1 - [`super::ERROR`], of a deck of at most 255 cards; from more decks and orders, if
/// they must be `within` of their middle.
///
/// # Errors
///
/// If the search is to stop in its midst.
pub fn limits(
    showing: Showing<'_>,
    within: Option<f64>,
    laws: &[Vec<f64>],
    crew: &dyn Crew,
) -> Result<Found, Left> {
    /// Cards of orders that are looked at in a second by one processor, about.
    const SPEED: f64 = 4e8;
    let orders = Orders::new(showing);
    let first = sums((DECKS, 0), laws, crew, &|draws: &mut PcgDraws| {
        orders.rising(draws)
    })?;
    let found = |orders: &Orders, sums: &[Sums], decks: Decks| {
        let limits = sums.iter().map(|sums| sums.limits(decks.number()));
        Found {
            limits: limits.collect(),
            decks: decks.number(),
            orders: orders.number(),
        }
    };
    let Some(within) = within else {
        return Ok(found(&orders, &first, DECKS));
    };
    let more = More::for_all(&first, within);
    if more.wide > 0 {
        crew.announce(&format!(
            "note: minutes do not bring the limits of {} so near; they stay wider",
            counted(more.wide as u64, "line")
        ));
    }
    if more.effort() <= DECKS.blocks {
        return Ok(found(&orders, &first, DECKS));
    }
    let decks = Decks {
        blocks: more.blocks,
        ..DECKS
    };
    let orders = Orders {
        pairs: orders.pairs * more.orders,
        ..orders
    };
    let cards = decks.number() * orders.number() * showing.types.len();
    crew.announce(&format!(
        "note: I look at {} decks and {} orders of each, which takes about {} of one processor, shared by all threads",
        grouped(decks.number() as u64),
        grouped(orders.number() as u64),
        lasting(cards as f64 / SPEED)
    ));
    let sums = sums((decks, 1), laws, crew, &|draws: &mut PcgDraws| {
        orders.rising(draws)
    })?;
    Ok(found(&orders, &sums, decks))
}

/// More decks, and more orders of each.
#[derive(Debug, Clone, Copy, PartialEq)]
struct More {
    blocks: usize,
    /// So many times as many orders.
    orders: usize,
    /// Rows whose limits these do not bring so near.
    wide: usize,
}

impl More {
    fn effort(self) -> usize {
        self.blocks * self.orders
    }

    /// The least work that brings all rows within that of their middle which [`MOST`] can bring there, by what the first decks show.
    fn for_all(first: &[Sums], within: f64) -> Self {
        let options = std::iter::successors(Some(1), |orders| Some(2 * orders));
        let options: Vec<usize> = options.take_while(|orders| *orders <= MOST).collect();
        let rows: Vec<Vec<Option<usize>>> = first
            .iter()
            .map(|sums| {
                let of = options.iter();
                of.map(|orders| blocks(*sums, *orders, within)).collect()
            })
            .collect();
        let all = options.iter().enumerate().map(|(at, orders)| {
            let near = rows.iter().filter_map(|row| row[at]);
            let wide = rows.len() - near.clone().count();
            Self {
                blocks: near.max().unwrap_or(DECKS.blocks),
                orders: *orders,
                wide,
            }
        });
        let best = all.min_by_key(|more| (more.wide, more.effort()));
        best.unwrap_or(Self {
            blocks: DECKS.blocks,
            orders: 1,
            wide: rows.len(),
        })
    }
}

/// Blocks of decks that bring the limits of a row about `within` of their middle, with so many times as many orders.
fn blocks(sums: Sums, orders: usize, within: f64) -> Option<usize> {
    // What orders leave open shrinks with their number: noise moves a likelihood over 1 where it is near 1.
    let apart = sums.apart(DECKS.number());
    let nearer = apart * (1.0 - 1.0 / orders as f64);
    blocks_for(DECKS, DECKS.blocks * MOST / orders + 1, |blocks| {
        let more = blocks as f64 / DECKS.blocks as f64;
        let [lower, upper] = sums.times(more).limits(blocks * DECKS.each);
        upper - lower - nearer <= 2.0 * within
    })
}

/// Random orders of a deck which all show the same.
struct Orders {
    turned: bool,
    cards: usize,
    /// Cards of each type that has several, as places at the start.
    alike: Groups,
    /// Places of each cell that has several.
    cells: Groups,
    /// Pairs of orders in each sample.
    pairs: usize,
}

/// Groups of places, one after the other.
struct Groups {
    places: Vec<Place>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Groups {
    fn new(groups: &[Vec<usize>]) -> Self {
        let places = groups.iter().flatten();
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len();
            Some(*end)
        });
        Self {
            places: places.map(|place| *place as Place).collect(),
            ends: ends.collect(),
        }
    }

    /// The places of each.
    fn each(&self) -> impl Iterator<Item = &[Place]> {
        let mut from = 0;
        self.ends.iter().map(move |end| {
            let group = &self.places[from..*end];
            from = *end;
            group
        })
    }

    /// Puts items that belong to the places in a random order, in each group.
    fn shuffle(&self, draws: &mut PcgDraws, items: &mut [Place]) {
        let mut from = 0;
        for end in &self.ends {
            shuffle_items(draws, &mut items[from..*end]);
            from = *end;
        }
    }
}

/// Something for each place; a [`Place`] is always one of them.
type OfPlaces = [Place; 1 << Place::BITS];

/// Each place itself.
fn itself() -> OfPlaces {
    std::array::from_fn(|place| place as Place)
}

/// An order, and room for what makes the next one.
struct Room {
    /// The place of each card.
    places: OfPlaces,
    /// The place that the card at each place comes to.
    moved: OfPlaces,
    /// Places of groups.
    some: Vec<Place>,
}

impl Orders {
    fn new(showing: Showing<'_>) -> Self {
        let cards = showing.types.len();
        Self {
            turned: showing.turned,
            cards,
            alike: Groups::new(&several(showing.types)),
            cells: Groups::new(&several(showing.cells)),
            pairs: (26_000 / cards.max(1)).clamp(100, 500),
        }
    }

    /// Orders that are looked at for each deck.
    fn number(&self) -> usize {
        4 * self.pairs
    }

    /// The rising sequences of random orders that show what an ideal deck shows.
    fn rising(&self, draws: &mut PcgDraws) -> Rising {
        let cards = self.cards;
        let mut room = Room {
            places: itself(),
            moved: itself(),
            some: Vec::with_capacity(cards),
        };
        shuffle_items(draws, &mut room.places[..cards]);
        let mirror = self.mirror(&room.places);
        let mut other = itself();
        Rising::Shares([(); 2].map(|()| {
            let mut counts = vec![0_u64; cards];
            for _ in 0..self.pairs {
                self.another(draws, &mut room);
                let places = &room.places[..cards];
                count(&mut counts, self.turned, places);
                let other = &mut other[..cards];
                for (other, place) in other.iter_mut().zip(places) {
                    *other = mirror[usize::from(*place)];
                }
                count(&mut counts, self.turned, other);
            }
            let all: u64 = counts.iter().sum();
            counts.into_iter().map(|n| n as f64 / all as f64).collect()
        }))
    }

    /// The place of the other order of a pair, for each: the cells turned round, or the places of each type where all
    /// cells have one place.
    fn mirror(&self, places: &OfPlaces) -> OfPlaces {
        let mut mirror = itself();
        let mut turn = |list: &[Place]| {
            for (from, to) in list.iter().zip(list.iter().rev()) {
                mirror[usize::from(*from)] = *to;
            }
        };
        if self.cells.ends.is_empty() {
            for cards in self.alike.each() {
                let list = cards.iter().map(|card| places[usize::from(*card)]);
                let mut list: Vec<Place> = list.collect();
                list.sort_unstable();
                turn(&list);
            }
        } else {
            self.cells.each().for_each(turn);
        }
        mirror
    }

    /// Another order that shows the same, uniform over all: cards of a type change places, and so do places of a cell.
    fn another(&self, draws: &mut PcgDraws, room: &mut Room) {
        let (alike, cells) = (&self.alike, &self.cells);
        if !alike.ends.is_empty() {
            let places = alike
                .places
                .iter()
                .map(|card| room.places[usize::from(*card)]);
            room.some.clear();
            room.some.extend(places);
            alike.shuffle(draws, &mut room.some);
            for (card, place) in alike.places.iter().zip(&room.some) {
                room.places[usize::from(*card)] = *place;
            }
        }
        if !cells.ends.is_empty() {
            room.some.clone_from(&cells.places);
            cells.shuffle(draws, &mut room.some);
            for (from, to) in cells.places.iter().zip(&room.some) {
                room.moved[usize::from(*from)] = *to;
            }
            for place in &mut room.places[..self.cards] {
                *place = room.moved[usize::from(*place)];
            }
        }
    }
}

/// Counts the descents of an order, given as the place of each card; if the deck is turned, those before each cut.
fn count(counts: &mut [u64], turned: bool, places: &[Place]) {
    let two = places.iter().zip(places.get(1..).unwrap_or_default());
    let falls: Place = two.map(|(above, below)| Place::from(below < above)).sum();
    let falls = usize::from(falls);
    let (true, [first, .., last]) = (turned, places) else {
        counts[falls] += 1;
        return;
    };
    // With c more places to each, around the deck, a card goes from the last place to the first at c = n - place. It rises above the
    // card before it then, and above the one after it no longer: but for the two ends of the order, no number changes.
    let cards = counts.len();
    let [first, last] = [first, last].map(|place| cards - usize::from(*place));
    let (sooner, later) = (first.min(last), first.max(last));
    let between = if first < last { falls - 1 } else { falls + 1 };
    counts[falls] += (sooner + cards - later) as u64;
    counts[between] += (later - sooner) as u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::order_law::next_order;

    #[test]
    fn descents_before_all_cuts_are_counted_at_once() {
        let mut order: Vec<usize> = (0..6).collect();
        loop {
            let places: Vec<Place> = order.iter().map(|place| *place as Place).collect();
            let mut counts = vec![0; 6];
            count(&mut counts, true, &places);
            let mut one_by_one = vec![0; 6];
            for cut in 0..6 {
                let places = places.iter().map(|place| (place + cut) % 6);
                count(&mut one_by_one, false, &places.collect::<Vec<_>>());
            }
            assert_eq!(counts, one_by_one, "{places:?}");
            if !next_order(&mut order) {
                return;
            }
        }
    }
}
