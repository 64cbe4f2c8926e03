//! Limits of total variation from ideal decks, which show something that riffled ones show more or less often: the exact
//! likelihood of it, or two independent estimates.
//!
//! Let X be how many times as likely in a riffled deck something is as in an ideal one, and E a mean over ideal decks. Total
//! variation is E (1 - X)⁺. Where X is known, such decks give limits on both sides.
//!
//! Else the likelihoods of some orders that show the same have a mean Y of which X is the expectation. E (1 - Y)⁺ is at least as
//! large as total variation (Jensen), and lies in [0, 1]. With another such mean Z of other orders, "Z is at least 1" is an event
//! that depends on what is seen, and on chance that has nothing to do with it. So total variation is at least how much
//! likelier riffled decks show it, E (Y - 1) 1{Z ≥ 1}, and no less than that with Y cut off at [`MOST`].
//!
//! Orders come in pairs, one of them with the places of each cell in reverse order: where one has more descents than is usual,
//! the other has fewer.

use super::ERROR;
use super::start::Start;
use crate::questions::unanswered::Unanswered;
use deck::rng::{PcgDraws, shuffle_items};
use laws::bounded_mean::{empirical_bernstein, hoeffding};
use search::advise::{Crew, lasting, made};
use text::names::grouped;

/// Decks that are looked at, at the most: so many bring limits within .001 of each other in any case.
const MOST_DECKS: usize = 20_000_000;

/// Estimates of a likelihood are cut off here, for lower limits.
const MOST: f64 = 1.5;

/// P(r rising sequences, given what is seen), at r - 1.
pub(super) enum Rising {
    /// Exact.
    Law(Vec<f64>),
    /// Shares of random orders, of two samples.
    Shares([Vec<f64>; 2]),
}

/// Ideal decks to look at.
#[derive(Clone, Copy)]
pub(super) struct Decks {
    /// Their title in a bar of progress.
    pub title: &'static str,
    pub blocks: usize,
    /// Decks in each block.
    pub each: usize,
    /// Multiplications that the likelihood of a deck takes, about.
    pub effort: usize,
}

impl Decks {
    /// Ideal decks to look at where a likelihood takes so many multiplications, about.
    pub fn exact(title: &'static str, effort: usize) -> Self {
        /// Multiplications that all take, about.
        const ALL: u64 = 12_000_000_000;
        const EACH: usize = 250;
        let blocks = ALL / (effort.max(1) * EACH) as u64;
        Self {
            title,
            blocks: (blocks as usize).clamp(8, 160),
            each: EACH,
            effort,
        }
    }

    pub fn number(self) -> usize {
        self.blocks * self.each
    }
}

/// Sums of a row over decks: of what riffled decks lack and of its square, and the same of how much likelier they show an event.
type Sums = [f64; 4];

/// Limits of the total variation of each row, which hold with a probability of 1 - [`ERROR`] for each row.
pub(super) fn limits(
    decks: Decks,
    laws: &[Vec<f64>],
    crew: &dyn Crew,
    rising: impl Fn(&mut PcgDraws) -> Rising + Sync,
) -> Result<Vec<[f64; 2]>, Unanswered> {
    let sums = sums((decks, 0), laws, crew, &rising)?;
    Ok(sums.iter().map(|sums| of_row(*sums, decks)).collect())
}

/// The same where likelihoods are exact, and as many decks as it takes until the limits are `within` of their middle, if that
/// is given. Decks that are looked at before say how many these are. Returns the number of decks as well.
pub(super) fn limits_within(
    decks: Decks,
    within: Option<f64>,
    laws: &[Vec<f64>],
    crew: &dyn Crew,
    rising: impl Fn(&mut PcgDraws) -> Rising + Sync,
) -> Result<(Vec<[f64; 2]>, Decks), Unanswered> {
    /// Multiplications in a second of one processor, about.
    const SPEED: f64 = 1.2e9;
    let first = sums((decks, 0), laws, crew, &rising)?;
    let blocks = |within| {
        let rows = first.iter();
        rows.map(|sums| enough(*sums, decks, within)).max()
    };
    let more = within.and_then(blocks).filter(|more| *more > decks.blocks);
    let Some(blocks) = more else {
        let all = first.iter().map(|sums| of_row(*sums, decks)).collect();
        return Ok((all, decks));
    };
    let more = Decks { blocks, ..decks };
    let seconds = (more.number() * decks.effort) as f64 / SPEED;
    crew.announce(&format!(
        "note: I look at {} decks, which takes about {} of one processor, shared by all threads",
        grouped(more.number() as u64),
        lasting(seconds)
    ));
    let sums = sums((more, 1), laws, crew, &rising)?;
    Ok((sums.iter().map(|sums| of_row(*sums, more)).collect(), more))
}

/// Blocks of decks that bring both limits about `within` of the middle, by what the first decks show.
fn enough([sum, squares, ..]: Sums, decks: Decks, within: f64) -> usize {
    let of = decks.number() as f64;
    let is_near = |blocks: &usize| {
        let more = *blocks as f64 / decks.blocks as f64;
        let number = libm::round(of * more) as u64;
        let [lower, upper] = limits_of_mean(sum * more, squares * more, number);
        upper - lower <= 2.0 * within
    };
    // A little more each time: other decks vary in another way.
    let each = std::iter::successors(Some(decks.blocks), |blocks| Some(blocks + blocks / 8 + 1));
    each.take_while(|blocks| blocks * decks.each < MOST_DECKS)
        .find(is_near)
        .unwrap_or(MOST_DECKS / decks.each)
}

/// The sums of each row, over decks of a stage.
fn sums(
    (decks, stage): (Decks, u64),
    laws: &[Vec<f64>],
    crew: &dyn Crew,
    rising: &(impl Fn(&mut PcgDraws) -> Rising + Sync),
) -> Result<Vec<Sums>, Unanswered> {
    crew.begin(decks.title, decks.number() as u64);
    let sums = made(crew, decks.blocks, |block| {
        let mut draws = PcgDraws::for_batch(1, decks.title, stage, block as u64);
        let mut sums = vec![Sums::default(); laws.len()];
        for _ in 0..decks.each {
            let rising = rising(&mut draws);
            for (sums, law) in sums.iter_mut().zip(laws) {
                let [lacking, likelier] = of_deck(&rising, law);
                let more = [lacking, lacking * lacking, likelier, likelier * likelier];
                for (sum, more) in sums.iter_mut().zip(more) {
                    *sum += more;
                }
            }
        }
        crew.advance(decks.each as u64);
        sums
    });
    crew.end();
    let sums = sums.map_err(Unanswered::Left)?;
    let of_row = |row: usize| {
        let total = |part: usize| sums.iter().map(|sums| sums[row][part]).sum();
        std::array::from_fn(total)
    };
    Ok((0..laws.len()).map(of_row).collect())
}

/// The limits of a row, by its sums over so many decks.
fn of_row([lacking, squares, likelier, other]: Sums, decks: Decks) -> [f64; 2] {
    let number = decks.number() as u64;
    let [lower, upper] = limits_of_mean(lacking, squares, number);
    let [likelier, _] = limits_of_mean(likelier, other, number);
    // Exact likelihoods give both limits by the same numbers.
    let lower = if other > 0.0 {
        MOST * likelier - 1.0
    } else {
        lower
    };
    [lower.max(0.0), upper]
}

/// How much riffled decks lack of what one shows, and (1 + how much likelier they show the event) / [`MOST`], both of [0, 1].
fn of_deck(rising: &Rising, law: &[f64]) -> [f64; 2] {
    let mean = |rising: &[f64]| rising.iter().zip(law).map(|(p, q)| p * q).sum::<f64>();
    match rising {
        Rising::Law(rising) => [(1.0 - mean(rising)).max(0.0), 0.0],
        Rising::Shares([first, second]) => {
            let [first, second] = [mean(first), mean(second)];
            let likelier = |y: f64, z: f64| if z >= 1.0 { y.min(MOST) } else { 1.0 };
            let both = likelier(first, second) + likelier(second, first);
            let lacking = 1.0 - 0.5 * (first + second);
            [lacking.max(0.0), 0.5 * both / MOST]
        }
    }
}

/// Limits of the mean of numbers of [0, 1] with this sum and this sum of squares; the narrower of two on either side.
fn limits_of_mean(sum: f64, squares: f64, of: u64) -> [f64; 2] {
    let mean = sum / of as f64;
    let variance = (squares - sum * mean).max(0.0) / (of as f64 - 1.0);
    let one = empirical_bernstein((mean, variance), of, 0.5 * ERROR);
    let other = hoeffding(mean, of, 0.5 * ERROR);
    [one.start().max(*other.start()), one.end().min(*other.end())]
}

/// Random orders of a deck which all show the same.
pub(super) struct Orders<'a> {
    start: &'a Start,
    /// Cards of each type that has several, as places at the start.
    alike: Vec<Vec<usize>>,
    /// Places of each cell that has several.
    cells: Vec<Vec<usize>>,
    /// Pairs of orders in each sample.
    pairs: usize,
}

impl<'a> Orders<'a> {
    /// Ideal decks to look at.
    pub const DECKS: Decks = Decks {
        title: "decks and their likelihood",
        blocks: 640,
        each: 25,
        effort: 0,
    };

    pub fn new(start: &'a Start) -> Self {
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
    pub fn number(&self) -> usize {
        4 * self.pairs
    }

    /// The rising sequences of random orders that show what an ideal deck shows.
    pub fn rising(&self, draws: &mut PcgDraws) -> Rising {
        let cards = self.start.cards();
        let mut places: Vec<usize> = (0..cards).collect();
        shuffle_items(draws, &mut places);
        let mirror = self.mirror(&places);
        let mut room = Vec::with_capacity(cards);
        let mut moved: Vec<usize> = (0..cards).collect();
        Rising::Shares([(); 2].map(|()| {
            let mut counts = vec![0_u32; cards];
            for _ in 0..self.pairs {
                self.another(draws, &mut places, (&mut room, &mut moved));
                let falls = places.windows(2).filter(|two| two[1] < two[0]).count();
                counts[falls] += 1;
                let falls = places
                    .windows(2)
                    .filter(|two| mirror[two[1]] < mirror[two[0]]);
                counts[falls.count()] += 1;
            }
            let all = 2.0 * self.pairs as f64;
            counts.into_iter().map(|n| f64::from(n) / all).collect()
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
