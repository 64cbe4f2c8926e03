//! A lower limit of total variation where no law is known: an event that riffled decks have more often than ideal ones.
//!
//! Three scores of a deck are tried: how many places have the type that they had at the start, how many neighbours are of one
//! type, and how much likelier the types at all places and of all neighbours are in riffled decks that were learned from
//! (naive Bayes). Of cards that all differ, the hands that they come to are looked at in the same way, in the order of the
//! start. The score and the limit that tell riffled decks best from ideal ones are chosen on some decks, and counted
//! on others.

use super::Showing;
use deck::rng::{Draws, PcgDraws, shuffle_items};
use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use text::names::grouped;

/// Decks of each kind that are learned from, on which the event is chosen, and on which it is counted.
#[derive(Debug, Clone, Copy)]
struct Decks {
    learned: usize,
    chosen: usize,
    counted: usize,
}

impl Decks {
    /// Fewer decks where they have more cards: so many cards are dealt for a number of riffles, at the most.
    const CARDS: usize = 20_000_000;

    fn of(cards: usize) -> Self {
        const LEARNED: usize = 5_000;
        // For each deck that is learned from, eleven are dealt, and each number is one of riffled and one of ideal decks.
        const ALL: usize = 2 * 11;
        let learned = (Self::CARDS / (ALL * cards.max(1))).clamp(50, LEARNED);
        Self {
            learned,
            chosen: 2 * learned,
            counted: 8 * learned,
        }
    }
}

/// The scores.
const SCORES: usize = 3;

/// How such a limit of a deck of so many cards is known.
#[must_use]
pub fn how(cards: usize) -> String {
    let counted = grouped(Decks::of(cards).counted as u64);
    format!(
        "an event that riffled decks show more often than ideal ones, counted in {counted} of each; it was chosen before, by \
         looking at others"
    )
}

/// A deck as it is seen, as a list.
#[derive(Debug, Clone, Copy)]
enum Seen<'a> {
    /// The type at each place; from the top of the start.
    Types(&'a [usize]),
    /// The cell that each card comes to, in the order of the start; given is the cell of each place.
    Cells(&'a [usize]),
    /// How many cards of each type are in each cell; types from the top of the start, and the cell of each place.
    Counts(&'a [usize], &'a [usize]),
}

impl<'a> Seen<'a> {
    fn new(showing: Showing<'a>) -> Self {
        match (showing.sees_all(), showing.all_differ()) {
            (true, _) => Self::Types(showing.types),
            (false, true) => Self::Cells(showing.cells),
            (false, false) => Self::Counts(showing.types, showing.cells),
        }
    }

    /// The list that riffles and ideal shuffles put in another order.
    fn start(self) -> &'a [usize] {
        let (Self::Types(start) | Self::Cells(start) | Self::Counts(start, _)) = self;
        start
    }

    /// The part of the deck whose types count together with that of a place.
    fn slot(self, place: usize) -> usize {
        match self {
            Self::Types(_) | Self::Cells(_) => place,
            Self::Counts(_, cells) => cells[place],
        }
    }
}

/// The total variation between what is seen of an ideal deck and of one after a riffle of so many packets is at least this
/// large, but for a chance of `error`.
pub fn at_least(showing: Showing<'_>, packets: u32, error: f64) -> f64 {
    let seen = Seen::new(showing);
    let decks = Decks::of(seen.start().len());
    let mut source = Source::new(seen, (packets, showing.turned));
    let learned = Learned::from(&mut source, decks.learned);
    let scores = |source: &mut Source<'_>, decks: usize, riffled: bool| -> Vec<[f64; SCORES]> {
        (0..decks)
            .map(|_| learned.scores(seen, source.deck(riffled)))
            .collect()
    };
    let [ours, ideal] = [true, false].map(|riffled| scores(&mut source, decks.chosen, riffled));
    let of = |score: usize| {
        let of = |all: &[[f64; SCORES]]| all.iter().map(|scores| scores[score]).collect();
        Cut::best(of(&ours), of(&ideal))
    };
    let best = (0..SCORES).map(|score| (score, of(score)));
    let Some((score, cut)) = best.max_by(|a, b| a.1.difference.total_cmp(&b.1.difference)) else {
        return 0.0;
    };
    let [ours, ideal] = [true, false].map(|riffled| {
        let all = scores(&mut source, decks.counted, riffled).into_iter();
        all.filter(|scores| cut.has(scores[score])).count() as u64
    });
    let counted = decks.counted as u64;
    let least = clopper_pearson_lower(ours, counted, 0.5 * error)
        - clopper_pearson_upper(ideal, counted, 0.5 * error);
    least.max(0.0)
}

/// Decks as they are seen, riffled or ideal.
struct Source<'a> {
    seen: Seen<'a>,
    start: &'a [usize],
    packets: u32,
    turned: bool,
    draws: PcgDraws,
    /// The packet of each place.
    labels: Vec<u32>,
    /// Room for the number of places of each packet.
    ends: Vec<usize>,
    /// The place of each card.
    places: Vec<usize>,
    deck: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(seen: Seen<'a>, (packets, turned): (u32, bool)) -> Self {
        let start = seen.start();
        Self {
            seen,
            start,
            packets,
            turned,
            draws: PcgDraws::for_batch(1, "events of types", u64::from(packets), 0),
            labels: Vec::new(),
            ends: Vec::new(),
            places: (0..start.len()).collect(),
            deck: start.to_vec(),
        }
    }

    /// Draws the packet of each place, and puts the places in the order of these.
    fn order_places(&mut self) {
        let (draws, packets) = (&mut self.draws, self.packets);
        self.labels.clear();
        let labels = self.start.iter().map(|_| draws.below(packets));
        self.labels.extend(labels);
        let labels = &self.labels;
        if packets as usize > self.start.len() {
            self.places
                .sort_unstable_by_key(|place| (labels[*place], *place));
            return;
        }
        // Few packets are counted, which is faster: each begins where those before it end.
        self.ends.clear();
        self.ends.resize(packets as usize + 1, 0);
        for label in labels {
            self.ends[*label as usize + 1] += 1;
        }
        for packet in 0..packets as usize {
            self.ends[packet + 1] += self.ends[packet];
        }
        for (place, label) in labels.iter().enumerate() {
            let end = &mut self.ends[*label as usize];
            self.places[*end] = place;
            *end += 1;
        }
    }

    /// The next deck.
    fn deck(&mut self, riffled: bool) -> &[usize] {
        if riffled {
            // Each place takes its card from one of the packets, in the order of these (Bayer and Diaconis, 1992).
            self.order_places();
            let cards = self.start.len();
            // A cut takes the card of each place so many places down, around the deck.
            let down = if self.turned {
                self.draws.below(cards as u32) as usize
            } else {
                0
            };
            for (card, place) in self.places.iter().enumerate() {
                let place = (place + down) % cards;
                match self.seen {
                    Seen::Types(types) | Seen::Counts(types, _) => self.deck[place] = types[card],
                    Seen::Cells(cells) => self.deck[card] = cells[place],
                }
            }
        } else {
            shuffle_items(&mut self.draws, &mut self.deck);
        }
        &self.deck
    }
}

/// How much likelier types are in riffled decks than in ideal ones, as logarithms.
struct Learned {
    kinds: usize,
    /// At [place × kinds + type].
    at_place: Vec<f64>,
    /// At [type × kinds + the next one].
    next: Vec<f64>,
}

impl Learned {
    fn from(source: &mut Source<'_>, decks: usize) -> Self {
        let seen = source.seen;
        let kinds = source.start.iter().max().map_or(1, |last| last + 1);
        let [riffled, ideal] = [true, false].map(|riffled| {
            let mut at_place = vec![0.5; source.start.len() * kinds];
            let mut next = vec![0.5; kinds * kinds];
            for _ in 0..decks {
                let deck = source.deck(riffled);
                for (place, kind) in deck.iter().enumerate() {
                    at_place[seen.slot(place) * kinds + kind] += 1.0;
                }
                for two in deck.windows(2) {
                    next[two[0] * kinds + two[1]] += 1.0;
                }
            }
            [at_place, next]
        });
        let both = riffled.into_iter().zip(ideal);
        let ratios = both.map(|(riffled, ideal): (Vec<f64>, Vec<f64>)| {
            let cells = riffled.into_iter().zip(ideal);
            cells
                .map(|(riffled, ideal)| libm::log(riffled / ideal))
                .collect()
        });
        let mut ratios = ratios.collect::<Vec<Vec<f64>>>().into_iter();
        Self {
            kinds,
            at_place: ratios.next().unwrap_or_default(),
            next: ratios.next().unwrap_or_default(),
        }
    }

    fn scores(&self, seen: Seen<'_>, deck: &[usize]) -> [f64; SCORES] {
        let mut counts = vec![0_u32; self.at_place.len()];
        for (place, kind) in deck.iter().enumerate() {
            counts[seen.slot(place) * self.kinds + kind] += 1;
        }
        // Added up in the order of the table: rounding must not tell in which order the cards of a cell lie.
        let both = counts.into_iter().zip(&self.at_place);
        let at_place: f64 = both.map(|(count, ratio)| f64::from(count) * ratio).sum();
        let (Seen::Types(start) | Seen::Cells(start)) = seen else {
            // Which cards lie side by side is not seen.
            return [0.0, 0.0, at_place];
        };
        let same = start.iter().zip(deck).filter(|(a, b)| a == b).count();
        let alike = deck.windows(2).filter(|two| two[0] == two[1]).count();
        let next = deck
            .windows(2)
            .map(|two| self.next[two[0] * self.kinds + two[1]]);
        [same as f64, alike as f64, at_place + next.sum::<f64>()]
    }
}

/// Scores from a limit on, or below it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cut {
    limit: f64,
    from_it_on: bool,
    /// How much more often riffled decks had such a score than ideal ones.
    difference: f64,
}

impl Cut {
    fn best(mut ours: Vec<f64>, mut ideal: Vec<f64>) -> Self {
        ours.sort_by(f64::total_cmp);
        ideal.sort_by(f64::total_cmp);
        let mut best = Self {
            limit: f64::NEG_INFINITY,
            from_it_on: true,
            difference: 0.0,
        };
        for limit in ours.iter().chain(&ideal).copied() {
            let below =
                |all: &[f64]| all.partition_point(|score| *score < limit) as f64 / all.len() as f64;
            let difference = below(&ours) - below(&ideal);
            if difference.abs() > best.difference {
                best = Self {
                    limit,
                    from_it_on: difference < 0.0,
                    difference: difference.abs(),
                };
            }
        }
        best
    }

    fn has(&self, score: f64) -> bool {
        (score >= self.limit) == self.from_it_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::grouped::two_types::TwoTypes;
    use laws::gsr::Packets;

    fn shown<'a>(types: &'a [usize], cells: &'a [usize]) -> Showing<'a> {
        Showing {
            types,
            cells,
            turned: false,
        }
    }

    /// Another number for each place.
    fn each(cards: usize) -> Vec<usize> {
        (0..cards).collect()
    }

    /// The distance of a grouped deck is known: the limit is below it, and not far.
    #[test]
    fn the_limit_is_below_the_truth_and_near_it() {
        let start: Vec<usize> = (0..52).map(|place| usize::from(place >= 26)).collect();
        for riffles in [1, 3, 5, 7] {
            let law = TwoTypes::new(26, 26, Packets::riffles(riffles)).unwrap();
            let truth = law.distances().total_variation;
            let limit = at_least(shown(&start, &each(52)), 1 << riffles, 1e-3);
            assert!(limit <= truth.upper, "{riffles}: {limit}, {truth:?}");
            assert!(
                limit >= 0.6 * truth.lower - 0.025,
                "{riffles}: {limit}, {truth:?}"
            );
        }
    }

    /// A hand of seven of 24 lands on 36 spells, after one riffle and two: 0.2454 and 0.2361 from fair, by the label at which the
    /// lands run out, added up by another program.
    #[test]
    fn a_hand_shows_no_more_than_its_counts() {
        let start: Vec<usize> = (0..60).map(|place| usize::from(place >= 24)).collect();
        let hand: Vec<usize> = (0..60).map(|place| usize::from(place >= 7)).collect();
        for (riffles, truth) in [(1, 0.2454), (2, 0.2361)] {
            let limit = at_least(shown(&start, &hand), 1 << riffles, 1e-3);
            assert!((0.2..=truth + 5e-5).contains(&limit), "{riffles}: {limit}");
        }
    }

    #[test]
    fn an_ideal_deck_has_no_event() {
        let start: Vec<usize> = (0..52).map(|place| place % 2).collect();
        let hand: Vec<usize> = (0..52).map(|place| usize::from(place > 6)).collect();
        for (types, cells) in [(&start, &each(52)), (&each(52), &start), (&start, &hand)] {
            assert!(at_least(shown(types, cells), 1 << 20, 1e-3) <= 0.0);
        }
    }
}
