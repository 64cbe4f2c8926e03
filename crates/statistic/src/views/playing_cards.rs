//! Hands of playing cards: suits, high cards and poker hands. Cards are numbered as in the reader: spades, hearts,
//! diamonds and clubs, each from ace to king.

use super::number::OfHand;
use super::{OF_HAND, OF_VIEW, Seen};
use crate::suite::Suite;
use crate::{Compares, Design, Kind, Statistic};
use deck::playing_cards::hand::{CONTROLS, POINTS, best_category, worth};
use deck::subject::Shape;
use laws::views::{poker, suits};
use text::params::{ParamError, Params};

/// Cards of a deck.
const CARDS: usize = 52;

/// Cards of a hand of bridge.
const HAND: usize = 13;

/// Cards of a suit.
const RANKS: u16 = 13;

/// A view of 52 playing cards with hands of so many cards.
fn playing(
    (params, design): (&Params, &Design),
    kind: &Kind,
    hands: std::ops::RangeInclusive<usize>,
) -> Result<Seen, ParamError> {
    let seen = Seen::of(params, design)?;
    let good =
        seen.cards == CARDS && seen.view.is_distinct() && hands.contains(&seen.view.shape.hand());
    if good {
        return Ok(seen);
    }
    let (least, most) = (hands.start(), hands.end());
    Err(seen.refuse(
        kind.name,
        &format!("hands of {least} to {most} of 52 playing cards"),
    ))
}

pub(crate) const LONGEST_SUIT: Kind = Kind {
    name: "longest-suit",
    about: "how long is the longest suit of a hand of 52 playing cards? suit patterns, as bridge players know them",
    plain: "suit patterns of hands",
    causes: "cards of a suit that stay together after play, or are dealt out in turn: hand-dealt cards are too even",
    example: "The longest suit of a bridge hand has five cards in 44.3% of fair deals, and four in 35.1%. Hand-dealt cards have more flat hands.",
    compares: &Compares::Number,
    source: "hypergeometric law; Borel and Chéron (1940), Théorie mathématique du bridge",
    parameters: OF_HAND,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: longest_suit,
};

fn longest_suit(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = playing((params, design), &LONGEST_SUIT, 7..=26)?;
    OfHand {
        name: LONGEST_SUIT.name,
        title: "longest suit",
        unit: "cards in the longest suit".to_owned(),
        seen: true,
        law: suits::longest_suit(seen.view.shape.hand()),
        value: Box::new(|hand| lengths(hand).into_iter().max().unwrap_or(0).into()),
        called: |_| None,
        words: Box::new(|mean, ideal| {
            let how = if mean < ideal { "too flat" } else { "too uneven" };
            format!("hands are {how}: the longest suit has {mean:.3} cards on average; fair is {ideal:.3}")
        }),
    }
    .build(&seen, params)
}

pub(crate) const SUIT_PATTERN: Kind = Kind {
    name: "suit-pattern",
    about: "which of the 39 suit patterns (4-4-3-2, 5-3-3-2 and so on) does a hand of thirteen of 52 playing cards have?",
    plain: "suit patterns of bridge hands",
    causes: "cards of a suit that stay together after play, or are dealt out in turn: hand-dealt cards are too even",
    example: "A bridge hand is 4-4-3-2 in 21.6% of fair deals, 5-3-3-2 in 15.5%, and has a void in 5.1%.",
    compares: &Compares::Number,
    source: "hypergeometric law; Borel and Chéron (1940), Théorie mathématique du bridge",
    parameters: OF_HAND,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: suit_pattern,
};

fn suit_pattern(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = playing((params, design), &SUIT_PATTERN, 13..=13)?;
    let patterns = suits::patterns();
    let law = patterns.iter().map(|(_, p)| *p).collect();
    OfHand {
        name: SUIT_PATTERN.name,
        title: "suit pattern",
        unit: "place of the suit pattern among the 39, the likeliest 0".to_owned(),
        seen: false,
        law,
        value: Box::new(move |hand| {
            let mut held = lengths(hand);
            held.sort_unstable_by(|a, b| b.cmp(a));
            let at = patterns.iter().position(|(pattern, _)| *pattern == held);
            at.unwrap_or(0) as u32
        }),
        called: |place| {
            let (lengths, _) = suits::patterns().into_iter().nth(place as usize)?;
            Some(lengths.map(|cards| cards.to_string()).join("-"))
        },
        words: Box::new(|mean, ideal| {
            let how = if mean < ideal { "too flat" } else { "too uneven" };
            format!("hands are {how}: their suit patterns have place {mean:.2} on average, where 0 is the likeliest of 39; fair is {ideal:.2}")
        }),
    }
    .build(&seen, params)
}

pub(crate) const SIDE_POINTS: Kind = Kind {
    name: "side-points",
    about: "how many high-card points do two partners of bridge have together? North and South; East and West have the rest of 40",
    plain: "high-card points of partners",
    causes: "a side that is favoured; high cards that are dealt to every second hand",
    example: "Two partners have 20 points on average, and 26 or more in 12.6% of fair deals.",
    compares: &Compares::Number,
    source: "McCampbell (1915), Auction tactics; hypergeometric law",
    parameters: OF_VIEW,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::Partners],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: side_points,
};

fn side_points(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = of_bridge((params, design), &SIDE_POINTS)?;
    let side = format!("{} and {}", seen.cell(0), seen.cell(2));
    let of = OfHand {
        name: SIDE_POINTS.name,
        title: "points of partners",
        unit: "high-card points".to_owned(),
        seen: true,
        law: suits::high_card_points(2 * HAND),
        value: Box::new(points),
        called: |_| None,
        words: Box::new(move |mean, ideal| {
            format!(
                "{side} have {mean:.2} high-card points together, on average; fair is {ideal:.2}"
            )
        }),
    };
    Ok(of.of_side(&seen))
}

pub(crate) const TOTAL_TRUMPS: Kind = Kind {
    name: "total-trumps",
    about: "how many trumps do both sides of a bridge deal have, in the longest suit of each?",
    plain: "the fits of both sides",
    causes: "cards of a suit that stay together after play, or that are dealt to every second hand",
    example: "In a fair deal both sides together have 16.70 trumps on average, and 18 or more in 29.1% of deals. Tricks that are dealt out in turn, unshuffled, give fewer.",
    compares: &Compares::Number,
    source: "Vernes (1969), The law of total tricks; counted in whole numbers over all divisions of four suits",
    parameters: OF_VIEW,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::Partners],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: total_trumps,
};

fn total_trumps(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = of_bridge((params, design), &TOTAL_TRUMPS)?;
    let of = OfHand {
        name: TOTAL_TRUMPS.name,
        title: "total trumps",
        unit: "trumps of both sides".to_owned(),
        seen: true,
        law: suits::total_trumps(),
        value: Box::new(|side| {
            let held = lengths(side);
            let (least, most) = (held.iter().min(), held.iter().max());
            let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
            // The other side has the rest of each suit.
            u32::from(most) + u32::from(RANKS) - u32::from(least)
        }),
        called: |_| None,
        words: Box::new(|mean, ideal| {
            let how = if mean < ideal {
                "too flat"
            } else {
                "too uneven"
            };
            format!(
                "deals are {how}: both sides have {mean:.3} trumps together, on average; fair is {ideal:.3}"
            )
        }),
    };
    Ok(of.of_side(&seen))
}

pub(crate) const SIDE_CONTROLS: Kind = Kind {
    name: "side-controls",
    about: "how many controls do two partners of bridge have together? 2 for an ace and 1 for a king; East and West have the rest of 12",
    plain: "aces and kings of partners",
    causes: "a side that is favoured; aces and kings that are dealt to every second hand",
    example: "Two partners have 6 controls on average, and 9 or more in 11.9% of fair deals.",
    compares: &Compares::Number,
    source: "hypergeometric law",
    parameters: OF_VIEW,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::Partners],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: side_controls,
};

fn side_controls(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = of_bridge((params, design), &SIDE_CONTROLS)?;
    let side = format!("{} and {}", seen.cell(0), seen.cell(2));
    let of = OfHand {
        name: SIDE_CONTROLS.name,
        title: "controls of partners",
        unit: "controls".to_owned(),
        seen: true,
        law: suits::controls(2 * HAND),
        value: Box::new(controls),
        called: |_| None,
        words: Box::new(move |mean, ideal| {
            format!(
                "{side} have {mean:.3} controls together, on average (2 for an ace, 1 for a king); fair is {ideal:.0}"
            )
        }),
    };
    Ok(of.of_side(&seen))
}

pub(crate) const SIDE_VOIDS: Kind = Kind {
    name: "side-voids",
    about: "how many voids do two partners of bridge have? the suits that the one has no card of, and those that the other has none of",
    plain: "voids of partners",
    causes: "cards of a suit that stay together after play, or that are dealt out in turn",
    example: "One of two partners has a void in 9.9% of fair deals. Hand-dealt cards give fewer.",
    compares: &Compares::Number,
    source: "counted in whole numbers over the suits of two hands",
    parameters: OF_VIEW,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::Partners],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: side_voids,
};

fn side_voids(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = of_bridge((params, design), &SIDE_VOIDS)?;
    let side = format!("{} and {}", seen.cell(0), seen.cell(2));
    let of = OfHand {
        name: SIDE_VOIDS.name,
        title: "voids of partners",
        unit: "voids".to_owned(),
        seen: true,
        law: suits::side_voids(),
        value: Box::new(|side| {
            let none = |hand: &[u16]| lengths(hand).iter().filter(|held| **held == 0).count();
            let (one, other) = side.split_at(HAND.min(side.len()));
            (none(one) + none(other)) as u32
        }),
        called: |_| None,
        words: Box::new(move |mean, ideal| {
            format!("{side} have {mean:.4} voids, on average; fair is {ideal:.4}")
        }),
    };
    Ok(of.of_side(&seen))
}

/// A view of four hands of thirteen of 52 playing cards.
fn of_bridge((params, design): (&Params, &Design), kind: &Kind) -> Result<Seen, ParamError> {
    let seen = Seen::of(params, design)?;
    let is_bridge = matches!(
        seen.view.shape,
        Shape::Hands {
            hands: 4,
            cards: HAND,
            ..
        }
    );
    if seen.cards == CARDS && seen.view.is_distinct() && is_bridge {
        return Ok(seen);
    }
    Err(seen.refuse(kind.name, "four hands of thirteen of 52 playing cards"))
}

/// High-card points.
fn points(hand: &[u16]) -> u32 {
    worth(hand.iter().copied(), &POINTS)
}

/// Controls: 2 for an ace, 1 for a king.
fn controls(hand: &[u16]) -> u32 {
    worth(hand.iter().copied(), &CONTROLS)
}

/// The number of cards of each suit.
fn lengths(hand: &[u16]) -> [u8; 4] {
    let mut suits = [0; 4];
    for card in hand {
        suits[usize::from(card / RANKS) % 4] += 1;
    }
    suits
}

pub(crate) const HIGH_CARDS: Kind = Kind {
    name: "high-card-points",
    about: "how many points does a bridge hand have? ace 4, king 3, queen 2, jack 1",
    plain: "high-card points of hands",
    causes: "a seat that is favoured, or high cards that stay together",
    example: "A fair hand of thirteen has 10 points on average, and 13 or more in 26.8% of deals.",
    compares: &Compares::Number,
    source: "McCampbell (1915), Auction tactics; hypergeometric law",
    parameters: OF_HAND,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: high_cards,
};

fn high_cards(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = playing((params, design), &HIGH_CARDS, 13..=26)?;
    OfHand {
        name: HIGH_CARDS.name,
        title: "high-card points",
        unit: "high-card points".to_owned(),
        seen: true,
        law: suits::high_card_points(seen.view.shape.hand()),
        value: Box::new(points),
        called: |_| None,
        words: Box::new(|mean, ideal| {
            format!("the hand has {mean:.2} high-card points on average; fair is {ideal:.2}")
        }),
    }
    .build(&seen, params)
}

pub(crate) const BEST_HAND: Kind = Kind {
    name: "best-hand",
    about: "which poker hand is the best five of five to seven cards?",
    plain: "poker hands",
    causes: "cards of a suit or of a rank that stay together",
    example: "The best five of seven cards are a pair in 43.8% of fair deals, and a flush in 3.0%.",
    compares: &Compares::Number,
    source: "counted in whole numbers over the ranks that a hand holds",
    parameters: OF_HAND,
    cards: CARDS..=CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: best_hand,
};

fn best_hand(params: &Params, design: &Design) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = playing((params, design), &BEST_HAND, 5..=7)?;
    OfHand {
        name: BEST_HAND.name,
        title: "poker hand",
        unit: "category of the best five cards (0 a high card, 8 a straight flush)".to_owned(),
        seen: false,
        law: poker::best_hand(seen.view.shape.hand()).unwrap_or_else(|| vec![1.0]),
        value: Box::new(|hand| best_category(hand.iter().copied()).0 as u32),
        called: |category| laws::games::poker::called(category as usize),
        words: Box::new(|mean, ideal| {
            let how = if mean > ideal { "better" } else { "worse" };
            format!("poker hands are {how} than chance gives: their category is {mean:.3} on average, from 0 to 8; fair is {ideal:.3}")
        }),
    }
    .build(&seen, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of the best hand, by all hands of five cards.
    #[test]
    fn all_hands_of_five_have_the_law() {
        let law = poker::best_hand(5).unwrap();
        let mut counts = [0_u32; 10];
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        for e in 0..d {
                            counts[best_category([a, b, c, d, e]).0] += 1;
                        }
                    }
                }
            }
        }
        for (count, p) in counts.iter().zip(law) {
            assert!((f64::from(*count) / 2_598_960.0 - p).abs() < 1e-12);
        }
    }
}
