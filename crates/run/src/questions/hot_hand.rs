//! `hot-hand`: what comes after a streak, among finitely many flips of a coin.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use laws::null::fraction;
use laws::puzzles::hot_hand::{self, LONGEST_STREAK, MOST_FLIPS, Wager, effort};
use record::answers::hot_hand::{Effort, Efforts, HotHand, MOST_EXACT, NAME};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Coin flips after a streak: how often more of them continue it than end it, and what share does on average",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "flips",
            "N",
            Read::Whole(1..=MOST_FLIPS as u64),
            "Flips of the coin",
        )
        .required(),
        Parameter::new(
            "streak",
            "S",
            Read::Whole(1..=LONGEST_STREAK as u64),
            "A flip counts if this many before it, or more, were heads",
        )
        .required(),
        Parameter::new(
            "p",
            "P",
            Read::Probability,
            "The probability of heads, as in 18/38",
        )
        .default("1/2"),
        Parameter::new(
            "either",
            "",
            Read::Flag,
            "Flips after this many tails count too",
        ),
    ],
    ask: |given| {
        let wager = Wager {
            flips: given.value("flips"),
            streak: given.value("streak"),
            heads: given.probability("p"),
            either: given.get("either").unwrap_or(false),
        };
        ask(move |_| Ok(find(&wager)))
    },
};

// The page says up to where sequences are counted; it knows no law.
const _: () = assert!(MOST_EXACT == hot_hand::MOST_EXACT);

fn find(wager: &Wager) -> HotHand {
    let found = wager.outcome();
    let exact = found.exact.as_ref();
    let steps = effort(wager);
    let effort = |states: u64, each: u64| Effort {
        states,
        numbers: each * states,
    };
    HotHand {
        flips: wager.flips,
        streak: wager.streak,
        p: wager.heads.to_string(),
        either: wager.either,
        expected_return: found.expected,
        expected_return_exact: exact.and_then(|exact| fraction(&exact.expected)),
        win: found.win,
        lose: found.lose,
        push: found.push,
        any: found.any,
        share: found.share,
        share_exact: (exact.and_then(|exact| exact.share.as_ref())).and_then(fraction),
        noted: found.noted,
        going_on: found.going_on,
        share_of_all: (found.noted > 0.0).then(|| found.going_on / found.noted),
        effort: Efforts {
            expected_return: effort(steps.difference, 1),
            share_by_both: effort(steps.both, 1),
            share: effort(steps.sum, 2),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::build;
    use record::answers::Found;
    use shuffle::routine::Letters;

    fn hot_hand(text: &str) -> Result<HotHand, String> {
        let letters = Letters::none();
        let question = build("hot-hand", text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        match question
            .answer(None, &letters, false, &search::advise::Alone)
            .unwrap()
            .found
        {
            Found::HotHand(found) => Ok(found),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_hundred_fair_flips_return_what_is_known() {
        let found = hot_hand("flips = 100\nstreak = 4").unwrap();
        assert!((found.expected_return + 0.150_824_622_2).abs() < 1e-10);
        assert!((found.share.unwrap() - 0.412_527_732).abs() < 1e-9);
        assert!((found.share_of_all.unwrap() - 0.5).abs() < 1e-15);
        let effort = found.effort;
        assert!(effort.expected_return.numbers < effort.share.numbers);
        assert!(effort.share.numbers < effort.share_by_both.numbers);
        let one = hot_hand("flips = 5\nstreak = 4").unwrap();
        assert_eq!((one.win, one.lose, one.push), (0.031_25, 0.031_25, 0.9375));
        assert_eq!(one.expected_return_exact.as_deref(), Some("0"));
    }

    #[test]
    fn few_flips_have_no_share_and_wrong_ones_are_refused() {
        let none = hot_hand("flips = 4\nstreak = 4\np = 0.3\neither = true").unwrap();
        assert_eq!((none.share, none.any, none.push), (None, 0.0, 1.0));
        for (text, part) in [
            ("flips = 0\nstreak = 4", "a whole number from 1 to 10000"),
            ("flips = 100\nstreak = 101", "from 1 to 100"),
            (
                "flips = 100\nstreak = 4\np = \"38/18\"",
                "a probability, as in 18/38",
            ),
            ("flips = 100", "key `streak` is missing"),
        ] {
            let error = hot_hand(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
