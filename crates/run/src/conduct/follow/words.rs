//! Says in a sentence how a stream stands that is watched for ever.

use record::Stake;
use record::follow::{Deck, Found, Status, Watching};
use text::names::{counted, figure, grouped, outward};

/// Statistics that are named.
const MOST_NAMED: usize = 3;

/// Says in a sentence how the watch stands, for its log and its end.
pub(super) fn sentence(status: &Status) -> String {
    let decks = counted(status.decks, "deck");
    match status.state {
        Watching::Watching => format!("{decks}, no evidence"),
        Watching::Failed => {
            let why = status.found.as_ref().map_or_else(String::new, why);
            format!("FAIL after {decks}: they are not those of a fair shuffle; {why}")
        }
        Watching::Ended if status.decks == 0 => "ended before the first deck".to_owned(),
        Watching::Ended => format!("ended after {decks}, no evidence against the shuffle"),
        Watching::Interrupted => format!("interrupted after {decks}, no evidence so far"),
        Watching::Broken => format!("broke off after {decks}, no evidence so far"),
    }
}

/// Says why it failed.
fn why(found: &Found) -> String {
    if let Some(deck) = &found.deck {
        return of_deck(deck);
    }
    if let Some(stake) = &found.stake {
        return of_stake(stake);
    }
    // Those that tell much less than the first may do so by chance.
    let most = found.statistics.first().map_or(0.0, |first| first.log10_e);
    let names = found.statistics.iter();
    let names = names.filter(|telling| telling.log10_e >= 0.5 * most);
    let names: Vec<&str> = names
        .take(MOST_NAMED)
        .map(|telling| telling.statistic.as_str())
        .collect();
    format!("{} by {}", stretch(found), names.join(", "))
}

/// Says in which decks the evidence lies, and where it began.
fn stretch(found: &Found) -> String {
    let (first, last) = (found.since + 1, found.since + found.decks);
    let seen = format!("seen in decks {} to {}", grouped(first), grouped(last));
    match found.began {
        0 => format!("{seen}, most likely from the first one on,"),
        began if began == found.since => seen,
        began => format!(
            "{seen}, most likely since about deck {},",
            grouped(began + 1)
        ),
    }
}

/// Says how often an event comes up, which is more or less often than was accepted.
fn of_stake(stake: &Stake) -> String {
    let percent = |share: f64| format!("{}%", figure(100.0 * share, 3));
    let [low, high] = outward(stake.limits, 3);
    format!(
        "{} in {} to {} of hands, and in {} of fair ones; that is off by more than was accepted",
        stake.words,
        percent(low),
        percent(high),
        percent(stake.fair)
    )
}

/// Says what is odd about a deck.
fn of_deck(deck: &Deck) -> String {
    let number = grouped(deck.number);
    let once = format!("one fair deck in 10^{:.0} is as far out", -deck.log10_p);
    let (rising, fair) = (deck.rising, deck.fair);
    let runs = match rising {
        1 => "a single run of cards in their old order".to_owned(),
        _ => format!("{rising} runs of cards in their old order"),
    };
    let what = match (deck.lag, rising) {
        (0, 1) => "lies in its starting order".to_owned(),
        (1, 1) => "is the deck before it once more".to_owned(),
        (lag, 1) => format!("is the deck {lag} before it once more"),
        (0, _) if f64::from(rising) < fair => {
            format!("was hardly shuffled: it has {runs}, a fair one {fair:.1}")
        }
        (0, _) => {
            format!("was turned over and hardly shuffled: it has {runs}, a fair one {fair:.1}")
        }
        (lag, _) => {
            let before = if lag == 1 {
                "the deck before it".to_owned()
            } else {
                format!("the deck {lag} before it")
            };
            format!("seen from {before} has {runs}, a fair one {fair:.1}")
        }
    };
    format!("deck {number} {what} ({once})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::follow::Telling;

    fn deck(lag: u64, rising: u32) -> Deck {
        Deck {
            number: 10_000_001,
            lag,
            rising,
            fair: 26.5,
            log10_p: -67.9,
        }
    }

    #[test]
    fn evidence_has_its_decks_and_its_beginning() {
        let found = |since: u64, began: u64| Found {
            statistics: vec![Telling {
                statistic: "inversions".to_owned(),
                log10_e: 4.0,
            }],
            since,
            decks: 512,
            began,
            deck: None,
            stake: None,
        };
        for (since, began, says) in [
            (
                0,
                0,
                "seen in decks 1 to 512, most likely from the first one on, by inversions",
            ),
            (
                0,
                448,
                "seen in decks 1 to 512, most likely since about deck 449, by inversions",
            ),
            (
                10_240,
                10_240,
                "seen in decks 10,241 to 10,752 by inversions",
            ),
        ] {
            assert_eq!(why(&found(since, began)), says);
        }
    }

    #[test]
    fn a_rare_deck_is_named_with_what_is_odd_about_it() {
        assert_eq!(
            of_deck(&deck(1, 1)),
            "deck 10,000,001 is the deck before it once more (one fair deck in 10^68 is as far out)"
        );
        assert!(of_deck(&deck(0, 1)).contains("lies in its starting order"));
        assert!(of_deck(&deck(0, 2)).contains("was hardly shuffled: it has 2 runs"));
        assert!(of_deck(&deck(0, 52)).contains("turned over"));
        assert!(of_deck(&deck(2, 3)).contains("seen from the deck 2 before it has 3 runs"));
    }
}
