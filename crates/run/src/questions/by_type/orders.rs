//! Random orders that show the same as an ideal deck: limits of total variation where no likelihood is known.
//!
//! Orders come in pairs, one of them with the places of each cell in reverse order: where one has more descents than is usual,
//! the other has fewer. Of a deck that is cut at a random place after the riffles, all places of the cut are looked at.

use super::sampled::{Decks, Rising, Sums, blocks_for, sums};
use super::start::Start;
use crate::questions::unanswered::Unanswered;
use deck::rng::{PcgDraws, shuffle_items};
use search::advise::{Crew, lasting};
use text::names::{counted, grouped};

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
pub(super) struct Found {
    pub limits: Vec<[f64; 2]>,
    pub decks: usize,
    pub orders: usize,
}

/// Limits of each row, each with a probability of 1 - [`super::ERROR`]; more decks and orders, if the start says how near they must be.
pub(super) fn limits(
    start: &Start,
    laws: &[Vec<f64>],
    crew: &dyn Crew,
) -> Result<Found, Unanswered> {
    /// Cards of orders that are looked at in a second by one processor, about.
    const SPEED: f64 = 1.5e8;
    let orders = Orders::new(start);
    let first = sums((DECKS, 0), laws, crew, &|draws: &mut PcgDraws| {
        orders.rising(draws)
    })?;
    let found = |orders: &Orders<'_>, sums: &[Sums], decks: Decks| {
        let limits = sums.iter().map(|sums| sums.limits(decks.number()));
        Found {
            limits: limits.collect(),
            decks: decks.number(),
            orders: orders.number(),
        }
    };
    let Some(within) = start.within else {
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
    let cards = decks.number() * orders.number() * start.cards();
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
struct Orders<'a> {
    start: &'a Start,
    /// Cards of each type that has several, as places at the start.
    alike: Vec<Vec<usize>>,
    /// Places of each cell that has several.
    cells: Vec<Vec<usize>>,
    /// Pairs of orders in each sample.
    pairs: usize,
}

impl<'a> Orders<'a> {
    fn new(start: &'a Start) -> Self {
        let several = |of: &[usize], number: usize| -> Vec<Vec<usize>> {
            let mut lists = vec![Vec::new(); number];
            for (at, of) in of.iter().enumerate() {
                lists[*of].push(at);
            }
            lists.retain(|list| list.len() > 1);
            lists
        };
        Self {
            start,
            alike: several(&start.word, start.counts.len()),
            cells: several(&start.cells, start.sizes().len()),
            pairs: (26_000 / start.cards().max(1)).clamp(100, 500),
        }
    }

    /// Orders that are looked at for each deck.
    fn number(&self) -> usize {
        4 * self.pairs
    }

    /// The rising sequences of random orders that show what an ideal deck shows.
    fn rising(&self, draws: &mut PcgDraws) -> Rising {
        let (cards, turned) = (self.start.cards(), self.start.turned);
        let mut places: Vec<usize> = (0..cards).collect();
        shuffle_items(draws, &mut places);
        let mirror = self.mirror(&places);
        let mut room = Vec::with_capacity(cards);
        let mut moved: Vec<usize> = (0..cards).collect();
        Rising::Shares([(); 2].map(|()| {
            let mut counts = vec![0_u64; cards];
            for _ in 0..self.pairs {
                self.another(draws, &mut places, (&mut room, &mut moved));
                count(&mut counts, turned, places.iter().copied());
                count(
                    &mut counts,
                    turned,
                    places.iter().map(|place| mirror[*place]),
                );
            }
            let all: u64 = counts.iter().sum();
            counts.into_iter().map(|n| n as f64 / all as f64).collect()
        }))
    }

    /// The place of the other order of a pair, for each: the cells turned round, or the places of each type where all
    /// cells have one place.
    fn mirror(&self, places: &[usize]) -> Vec<usize> {
        let mut mirror: Vec<usize> = (0..places.len()).collect();
        let mut turn = |list: &[usize]| {
            for (from, to) in list.iter().zip(list.iter().rev()) {
                mirror[*from] = *to;
            }
        };
        if self.cells.is_empty() {
            for cards in &self.alike {
                let mut list: Vec<usize> = cards.iter().map(|card| places[*card]).collect();
                list.sort_unstable();
                turn(&list);
            }
        } else {
            for list in &self.cells {
                turn(list);
            }
        }
        mirror
    }

    /// Another order that shows the same, uniform over all: cards of a type change places, and so do places of a cell.
    fn another(
        &self,
        draws: &mut PcgDraws,
        places: &mut [usize],
        (room, moved): (&mut Vec<usize>, &mut [usize]),
    ) {
        for cards in &self.alike {
            room.clear();
            room.extend(cards.iter().map(|card| places[*card]));
            shuffle_items(draws, room);
            for (card, place) in cards.iter().zip(&*room) {
                places[*card] = *place;
            }
        }
        if self.cells.is_empty() {
            return;
        }
        for cell in &self.cells {
            room.clone_from(cell);
            shuffle_items(draws, room);
            for (from, to) in cell.iter().zip(&*room) {
                moved[*from] = *to;
            }
        }
        for place in places {
            *place = moved[*place];
        }
    }
}

/// Counts the descents of an order, given as the place of each card; if the deck is turned, those before each cut.
pub(super) fn count<P: Iterator<Item = usize> + Clone>(
    counts: &mut [u64],
    turned: bool,
    places: P,
) {
    let two = places.clone().zip(places.skip(1));
    if !turned {
        counts[two.filter(|(above, below)| below < above).count()] += 1;
        return;
    }
    // With c more places to each, around the deck, a card goes from the last place to the first at c = n - place.
    let cards = counts.len();
    let mut changes = vec![0_i64; cards + 1];
    for (above, below) in two {
        if below < above {
            changes[0] += 1;
            changes[cards - above] -= 1;
            changes[cards - below] += 1;
        } else {
            changes[cards - below] += 1;
            changes[cards - above] -= 1;
        }
    }
    let mut falls = 0;
    for change in &changes[..cards] {
        falls += change;
        if let Some(count) = usize::try_from(falls)
            .ok()
            .and_then(|at| counts.get_mut(at))
        {
            *count += 1;
        }
    }
}
