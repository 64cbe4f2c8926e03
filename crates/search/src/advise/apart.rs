//! The total variation that an opponent's calls show, and that rising sequences show.
//!
//! The number of cards that somebody calls right is a function of the deck, once his rules are fixed, so its law is no farther
//! from that of fair decks than the orders themselves. Of fair decks the law is that of the cycles of a permutation, whatever
//! the rules are: P(X ≥ x) of the decks at hand less that of fair ones is at most the total variation. The empirical share is
//! above the true one by more than √(ln(1/α)/2N), for whatever x, with a probability of at most α (Massart, 1990, The tight
//! constant in the Dvoretzky-Kiefer-Wolfowitz inequality).

use super::candidates::Word;
use super::crew::{Crew, made};
use super::decks::{Decks, Use};
use super::interval::Histogram;
use super::race::BATCH;
use super::{SearchError, Settings, Table};
use laws::gsr::rising_sequences;
use laws::null;

/// The law of right calls in fair decks of so many cards, from 0 on.
pub(super) fn fair_calls(cards: usize) -> Vec<f64> {
    fair("cycles", cards)
}

/// The law of a number in fair decks of so many cards, from 0 on.
fn fair(statistic: &str, cards: usize) -> Vec<f64> {
    let law = null::find(statistic).expect("it has a null law");
    let law = law.floats(cards);
    let law = law.expect("the law is known for decks of any size");
    (0..=cards as u64)
        .map(|number| law.probability(number))
        .collect()
}

/// The batches of decks whose rising sequences are counted.
const BATCHES: u64 = 16;

/// The total variation from fair that the rising sequences of each routine's decks show, with a probability of `miss` that
/// one of them is less; 0 where nothing is shown. They see riffles where calls no longer do.
///
/// # Errors
/// If the seed is none for the generator, or the search is to stop in its midst.
pub fn by_rising_sequences(
    routines: &[(&Table, Word)],
    (settings, miss): (&Settings, f64),
    crew: &dyn Crew,
) -> Result<Vec<f64>, SearchError> {
    if let Some((table, _)) = routines.first() {
        Decks::new(&table.moves, table.cards(), &settings.seed)?;
    }
    let shown = made(crew, routines.len(), |at| {
        let (table, word) = &routines[at];
        let cards = table.cards();
        let mut decks = Decks::new(&table.moves, cards, &settings.seed).ok()?;
        let (mut counts, mut places) = (Histogram::default(), Vec::new());
        for batch in 0..BATCHES {
            decks.each(&[word], (Use::Scored(batch), BATCH), |_, decks| {
                for deck in decks.chunks_exact(cards) {
                    counts.add(rising_sequences(deck, &mut places));
                }
            });
        }
        Some(farther(&counts, &fair("rising-sequences", cards), miss))
    })?;
    Ok(shown.into_iter().map(Option::unwrap_or_default).collect())
}

/// The same as [`at_least`], whether the numbers are too large or too small.
fn farther(counts: &Histogram, fair: &[f64], miss: f64) -> f64 {
    let most = counts.0.len().max(fair.len());
    let mut turned = (counts.0.clone(), fair.to_vec());
    turned.0.resize(most, 0);
    turned.1.resize(most, 0.0);
    turned.0.reverse();
    turned.1.reverse();
    let small = at_least(&Histogram(turned.0), &turned.1, 0.5 * miss);
    at_least(counts, fair, 0.5 * miss).max(small)
}

/// The total variation from fair is at least this, with a probability of `miss` that it is less; 0 where nothing is shown.
/// `fair` is the law of calls in fair decks.
pub(super) fn at_least(counts: &Histogram, fair: &[f64], miss: f64) -> f64 {
    let decks = counts.decks() as f64;
    if decks < 1.0 {
        return 0.0;
    }
    let most = counts.0.len().max(fair.len());
    let (mut more, mut fair_more, mut widest) = (0.0, 0.0, 0.0_f64);
    for calls in (0..most).rev() {
        more += f64::from(counts.0.get(calls).copied().unwrap_or(0)) / decks;
        fair_more += fair.get(calls).copied().unwrap_or(0.0);
        widest = widest.max(more - fair_more);
    }
    let error = (-libm::log(miss) / (2.0 * decks)).sqrt();
    (widest - error).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::{By, CARDS, Scale, distances};
    use deck::Card;
    use deck::subject::Classes;
    use shuffle::{build, testing};

    const DECKS: usize = 9_024;

    const WATCHED: usize = 1_024;

    fn counts(kind: &str, cards: usize) -> Histogram {
        let shuffle = build(kind, toml::Table::new()).unwrap();
        let decks = testing::sample(&*shuffle, cards, DECKS);
        let decks: Vec<&[Card]> = decks.iter().map(Vec::as_slice).collect();
        let (watched, scored) = decks.split_at(WATCHED);
        let scale = Scale::new(By::Calls, &Classes::halves(cards));
        let mut judge = scale.judge(watched);
        let mut counts = Histogram::default();
        for deck in scored {
            counts.add(judge.number(deck));
        }
        counts
    }

    #[test]
    fn nothing_is_shown_of_fair_decks_and_nearly_all_of_cuts() {
        let fair = fair_calls(20);
        assert!((fair.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(at_least(&counts("fisher-yates", 20), &fair, 1e-3) < 1e-9);
        let cut = at_least(&counts("cut", 20), &fair, 1e-3);
        assert!(cut > 0.97 && cut < 1.0, "{cut}");
    }

    #[test]
    fn rising_sequences_see_riffles_and_nothing_in_fair_decks() {
        let shown = |kind: &str| {
            let shuffle = build(kind, toml::Table::new()).unwrap();
            let (mut counts, mut places) = (Histogram::default(), Vec::new());
            for deck in testing::sample(&*shuffle, 52, DECKS) {
                counts.add(rising_sequences(&deck, &mut places));
            }
            farther(&counts, &fair("rising-sequences", 52), 1e-3)
        };
        assert_eq!(rising_sequences(&[2, 0, 1], &mut Vec::new()), 2);
        assert!(shown("fisher-yates") < 1e-9);
        assert!(shown("riffle") > 0.97);
    }

    /// No kept curve of riffles says more than the law of Bayer and Diaconis, and after three it says half of it.
    #[test]
    fn a_riffle_is_never_farther_than_its_law() {
        let riffle = build("riffle", toml::Table::new()).unwrap();
        for cards in CARDS {
            let law = laws::gsr::Law::riffled(cards, laws::gsr::Packets::riffles(1));
            let shown = distances(&*riffle, cards, 0.999).unwrap();
            for (times, shown) in (1..).zip(shown) {
                let exact = law
                    .with(laws::gsr::Packets::riffles(times))
                    .total_variation();
                assert!(
                    shown <= exact,
                    "{cards} cards, {times} times: {shown}, {exact}"
                );
                assert!(times != 3 || shown > 0.5 * exact, "{cards} cards: {shown}");
            }
        }
    }
}
