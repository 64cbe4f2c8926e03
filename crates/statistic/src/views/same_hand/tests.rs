//! Two cards in one hand: moments by enumeration, false alarms, what is seen.

use super::super::testing::{self, Ideal};
use super::*;
use laws::testing::binomial_upper;

/// The statistic of such a view.
fn made(cards: usize, shape: &str, of: Of) -> SameHand {
    SameHand::new(SAME_HAND.name, testing::seen(cards, shape, None), of)
}

/// The mean of X² over all deals is its degrees of freedom, and two deals have the third moment that is told.
#[test]
fn moments_are_those_of_all_deals() {
    for (cards, shape, of) in [
        (6, "hands:2x3", Of::Hands),
        (6, "hands:3x2", Of::Hands),
        (8, "hands:4x2", Of::Sides),
        (7, "hand:3", Of::Hands),
        (7, "hands:2x2", Of::Hands),
    ] {
        let same = made(cards, shape, of);
        let deals = testing::deals(&same.seen);
        let of_deal = |deal: &Vec<u16>| testing::tally(&same, &same.seen, &[deal]).cells().to_vec();
        let values = deals.iter().map(|deal| same.squares(&of_deal(deal), 1));
        let mean = values.map(|squares| squares.value).sum::<f64>() / deals.len() as f64;
        let degrees = same.deal.degrees();
        assert!((mean - degrees).abs() < 1e-9, "{shape}: {mean} {degrees}");
        if same.deal.uses_all() {
            let row: f64 = deals
                .iter()
                .map(|deal| {
                    let p = same.deal.together();
                    let counts = of_deal(deal);
                    let row = pairs(cards).zip(counts).filter(|((one, _), _)| *one == 0);
                    let sum: f64 = row.map(|(_, count)| (count as f64 - p).powi(2)).sum();
                    sum / (p * (1.0 - p) * (cards as f64 - 1.0) / (cards as f64 - 2.0))
                })
                .sum();
            let mean = row / deals.len() as f64;
            assert!(
                (mean - (cards as f64 - 2.0)).abs() < 1e-9,
                "{shape}: {mean}"
            );
        }
    }
}

#[test]
fn masks_count_what_lists_do() {
    for (cards, shape, of) in [
        (52, "hands:4x13", Of::Hands),
        (52, "hands:4x13", Of::Sides),
        (20, "hands:3x4", Of::Hands),
        (9, "hand:4", Of::Hands),
        (30, "hands:7x4", Of::Hands),
    ] {
        let same = made(cards, shape, of);
        let deals = Ideal::new(&same.seen, 7).deals(100);
        let deals: Vec<&[u16]> = deals.iter().map(Vec::as_slice).collect();
        let mut counts = [
            vec![0; cards * (cards - 1) / 2],
            vec![0; cards * (cards - 1) / 2],
        ];
        same.counter.count_lists(cards, &deals, &mut counts[0]);
        same.counter.count_masks(cards, &deals, &mut counts[1]);
        assert_eq!(counts[0], counts[1], "{shape}");
        let together = same.deal.together() * 100.0 * counts[0].len() as f64;
        let found = counts[0].iter().sum::<u64>() as f64;
        assert!(
            (found - together).abs() < 0.5,
            "{shape}: {found} {together}"
        );
    }
}

/// The p-values of the tests of `runs` runs of ideal deals.
fn ideal(same: &SameHand, decks: u64, runs: u64) -> Vec<Vec<f64>> {
    let mut ideal = Ideal::new(&same.seen, decks);
    let p = |test: Test| match test.outcome {
        Outcome::P(p) => p.get(),
        Outcome::TooFew { .. } => f64::NAN,
    };
    let run = |_| {
        testing::tests_of(same, &same.seen, &ideal.deals(decks))
            .into_iter()
            .map(p)
            .collect()
    };
    (0..runs).map(run).collect()
}

/// No more of 1,000 runs fail at 0.05 and at 0.01 than chance lets once in ten thousand (binomial), with the fewest deals
/// and with more; the test of all pairs fails as often as that from below, too.
#[test]
fn ideal_deals_fail_as_often_as_they_should() {
    const RUNS: u64 = 1_000;
    for (cards, shape, of, times) in [
        (52, "hands:4x13", Of::Hands, 1),
        (52, "hands:4x13", Of::Hands, 8),
        (52, "hands:4x13", Of::Sides, 1),
        (52, "hands:4x13", Of::Sides, 6),
        (24, "hands:4x6", Of::Hands, 1),
        (20, "hand:7", Of::Hands, 1),
        (20, "hands:3x4", Of::Hands, 1),
        (9, "hands:3x3", Of::Hands, 10),
    ] {
        let same = made(cards, shape, of);
        let decks = same.fewest_decks() * times;
        let found = ideal(&same, decks, RUNS);
        for test in 0..same.tests().len() {
            for level in [0.05, 0.01] {
                let fails = found.iter().filter(|run| run[test] <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(
                    chance > 1e-4,
                    "{cards} {shape} {decks}, test {test}: {fails} at {level}"
                );
            }
        }
        let fails = found.iter().filter(|run| run[0] <= 0.05).count() as u64;
        let fewer = 1.0 - binomial_upper(fails + 1, RUNS, 0.05);
        assert!(fewer > 1e-4, "{cards} {shape} {decks}: {fails}");
    }
}

/// Half of the deals are made so that two cards come together; the others are fair.
#[test]
fn cards_that_come_together_are_seen() {
    for (of, hands_of_a_place) in [(Of::Hands, 4), (Of::Sides, 2)] {
        let same = made(52, "hands:4x13", of);
        let mut source = Ideal::new(&same.seen, 1);
        let place = |deal: &[u16], card: u16| {
            let at = deal.iter().position(|other| *other == card).unwrap();
            at / 13 % hands_of_a_place
        };
        let mut deals = Vec::new();
        while deals.len() < 1_000 {
            let deal = source.deals(1).remove(0);
            if deals.len() % 2 == 0 || place(&deal, 3) == place(&deal, 40) {
                deals.push(deal);
            }
        }
        let tests = testing::tests_of(&same, &same.seen, &deals);
        let cell = tests.iter().find(|test| test.name == CELL).unwrap();
        let Outcome::P(p) = cell.outcome else {
            panic!("too few");
        };
        assert!(p.get() < 1e-9, "{of:?}: {}", p.get());
        let named = "the card from position 4 and the card from position 41 are ";
        assert!(cell.words.starts_with(named), "{}", cell.words);
    }
}

/// Whole decks are counted as deals of the same cards are.
#[test]
fn blocks_of_places_count_what_hands_of_the_same_cards_do() {
    for (cards, shape, place) in [
        (52, "hands:4x13", "in one quarter of the deck"),
        (30, "hands:4x7", "in one quarter of the deck"),
        (52, "hand:5", "among the first five cards"),
        (9, "hand:5", "among the first five cards"),
    ] {
        let of_decks = made(cards, shape, Of::Blocks(place));
        let whole = testing::seen(cards, &format!("hands:1x{cards}"), None);
        let decks = Ideal::new(&whole, 5).deals(100);
        let mut counts = vec![0; cards * (cards - 1) / 2];
        for decks in decks.chunks(deck::BLOCK) {
            let mut block = deck::Block::new(cards);
            for deck in decks {
                block.push(deck);
            }
            let counter: &dyn Counter = &of_decks.counter;
            block.index(counter.layout());
            counter.count(&block, &mut counts, &mut Notes::default());
        }
        let of_hands = made(cards, shape, Of::Hands);
        let dealt = of_hands.deal.hands * of_hands.deal.hand;
        let deals: Vec<&[u16]> = decks.iter().map(|deck| &deck[..dealt]).collect();
        let mut wanted = vec![0; counts.len()];
        of_hands.counter.count_lists(cards, &deals, &mut wanted);
        assert_eq!(counts, wanted, "{shape}");
    }
}
