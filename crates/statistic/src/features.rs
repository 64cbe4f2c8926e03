//! The features of a subject in which a fault may lie, and which statistics look at each.
//!
//! A pass names the features that nothing looked at. That list is made from what each [`Kind`](crate::Kind) says that it
//! covers, so that the sentence cannot drift from the tests.

use std::any::Any;

use super::Probe;
use super::grain::CHANGE;
use deck::subject::{self, Order, Shape, Subject, View};

/// A feature of a subject, or of how subjects follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Two cards in one hand.
    TwoCards,
    /// Two cards with one side.
    TwoWithPartners,
    /// Two or more cards in one hand, one block of places, or at given places.
    Together,
    /// The value of a hand: suits, ranks, points.
    HandHolds,
    /// Two hands of one side, taken together.
    Partners,
    /// The place of each card.
    Places,
    /// The card that follows each card.
    Neighbours,
    /// The remains of the old order.
    OldOrder,
    /// The cards that come into each hand.
    InHand,
    /// The order of the cards within what is seen.
    OrderInHand,
    /// The share of each symbol.
    Shares,
    /// The last few draws before each.
    LastDraws,
    /// Draws further back.
    EarlierDraws,
    /// Draws that are the same as ones far back.
    FarMatches,
    /// Draws that someone who goes by the last few can foretell.
    Foretold,
    /// The number of cards of the class in each hand.
    Found,
    /// The single cards of the class.
    SingleCards,
    /// The place and the turn of each piece of a puzzle.
    Pieces,
    /// Two pieces of a puzzle together.
    TwoPieces,
    /// Pieces of an order that stayed together.
    LocalOrder,
    /// All else of an order than its trend and its pieces.
    OtherOrder,
    /// The trend of a whole order, away from the old one.
    Trend,
    /// The subjects before each.
    Earlier,
    /// Decks further back that a deck is made from.
    FarBack,
    /// A change of the source while its subjects come.
    Change,
    /// Single subjects that are bad in another way than the rarest ones that are looked for.
    RareOthers,
    /// A rule or a seed that gives subjects away.
    Computed,
}

use Feature::{
    Change, Computed, Earlier, EarlierDraws, FarBack, FarMatches, Foretold, Found, HandHolds,
    InHand, LastDraws, LocalOrder, Neighbours, OldOrder, OrderInHand, OtherOrder, Partners, Pieces,
    Places, RareOthers, Shares, SingleCards, Together, Trend, TwoCards, TwoPieces, TwoWithPartners,
};

/// The features of whole decks, the likeliest place of a fault that nobody looked at first.
const OF_DECKS: &[Feature] = &[
    Places, Neighbours, OldOrder, TwoCards, Together, HandHolds, Earlier, FarBack, Change,
    RareOthers, Computed,
];

const OF_HANDS: &[Feature] = &[
    InHand, TwoCards, Together, HandHolds, Earlier, Change, Computed,
];

const OF_FIRST_CARDS: &[Feature] = &[
    InHand,
    OrderInHand,
    Together,
    HandHolds,
    Earlier,
    Change,
    Computed,
];

const OF_DEALS: &[Feature] = &[
    InHand,
    TwoCards,
    TwoWithPartners,
    Together,
    Partners,
    HandHolds,
    Earlier,
    Change,
    Computed,
];

const OF_DRAWS: &[Feature] = &[
    Shares,
    LastDraws,
    EarlierDraws,
    FarMatches,
    Foretold,
    Change,
    Computed,
];

const OF_ROWS: &[Feature] = &[Found, SingleCards, Change, Earlier, FarBack];

const OF_STATES: &[Feature] = &[Pieces, TwoPieces, Earlier, Change, Computed];

const OF_ONE_ORDER: &[Feature] = &[Trend, LocalOrder, OtherOrder];

/// Features of how subjects follow each other. Routines that are simulated one deck after the other, each by itself,
/// cannot have a fault there.
const BETWEEN: &[Feature] = &[Earlier, EarlierDraws, Change, Computed];

/// The features of such a subject.
fn features(subject: &dyn Subject) -> &'static [Feature] {
    let value = subject.value();
    let value: &dyn Any = &*value;
    if value.is::<Order>() {
        return OF_ONE_ORDER;
    }
    match (subject.kind(), value.downcast_ref::<View>()) {
        (_, Some(view)) => match view.shape {
            Shape::First(_) => OF_FIRST_CARDS,
            Shape::Hand(_) => OF_HANDS,
            Shape::Hands { .. } => OF_DEALS,
        },
        (subject::Kind::SEQUENCE, _) => OF_DRAWS,
        (subject::Kind::ROWS, _) => OF_ROWS,
        (subject::Kind::STATE, _) => OF_STATES,
        _ => OF_DECKS,
    }
}

/// The features of `subject` that none of `probes` looks at, in words for a list. `alone` says that each subject is made
/// by itself, so that none can depend on another; `bounded`, that the share of hardly shuffled decks has a limit.
pub fn not_looked_at(
    subject: &dyn Subject,
    probes: &[&Probe],
    (alone, bounded): (bool, bool),
) -> Vec<String> {
    let deepest = probes.iter().map(|probe| probe.lag()).max().unwrap_or(0);
    let covered = |feature: Feature| covers(probes, feature);
    let all = features(subject);
    let open = all
        .iter()
        .copied()
        .filter(|feature| !(alone && BETWEEN.contains(feature)));
    // Some changes are never seen, whatever is looked at.
    let open = open.filter(|feature| *feature == Change || !covered(*feature));
    // Two cards that nothing looks at are among "two or more"; decks and draws far back, among earlier ones.
    let among = [TwoCards, TwoWithPartners, FarBack, FarMatches, Foretold];
    let open = open.filter(|feature| !among.contains(feature));
    open.map(|feature| match feature {
        Change if covered(Change) => "a change that comes and goes".to_owned(),
        Earlier if covered(FarBack) && subject.kind() == subject::Kind::ROWS => {
            "games that depend on ones far back, or in ways that no correlation shows".to_owned()
        }
        Earlier if covered(FarBack) => {
            "decks that depend on ones over 4,096 back, or on others too weakly, too seldom or not in rising sequences".to_owned()
        }
        EarlierDraws if covered(FarMatches) && covered(Foretold) => {
            "draws that depend on earlier ones too weakly, or in ways that none of the predictor's rules follows".to_owned()
        }
        Together if covered(TwoCards) => three_or_more(all, covered(TwoWithPartners)),
        feature => words(feature, subject, (deepest, bounded)),
    })
    .collect()
}

/// The cards that come together and that nothing looks at, where something looks at any two in one hand, and maybe with one side.
fn three_or_more(features: &[Feature], sides: bool) -> String {
    if features == OF_DECKS {
        return "three given cards together, or two but for the first 5 or 7 or a quarter"
            .to_owned();
    }
    let with = match features.contains(&TwoWithPartners) {
        true if sides => " or with partners",
        true => ", or two with partners",
        false => "",
    };
    format!("three or more given cards in one hand{with}")
}

/// Returns true if one of `probes` looks at the feature.
fn covers(probes: &[&Probe], feature: Feature) -> bool {
    probes.iter().filter(|probe| probe.lag() == 0).any(|probe| {
        let statistic = probe.statistic();
        let of_change = || statistic.tests().contains(&CHANGE);
        let kind = super::kind(statistic.name());
        kind.is_some_and(|kind| kind.covers.contains(&feature)) || feature == Change && of_change()
    })
}

/// The feature in words for a list, where relative orders are looked at `deepest` subjects back, and the share of hardly
/// shuffled decks may be `bounded`.
fn words(feature: Feature, subject: &dyn Subject, (deepest, bounded): (usize, bool)) -> String {
    let value = subject.value();
    let value: &dyn Any = &*value;
    let shape = value.downcast_ref::<View>().map(|view| view.shape);
    let several = match (shape, subject.kind()) {
        (Some(Shape::Hands { .. }), _) => "deals",
        (Some(_), _) => "hands",
        (_, subject::Kind::SEQUENCE) => "draws",
        (_, subject::Kind::ROWS) => "games",
        (_, subject::Kind::STATE) => "scrambles",
        _ => "decks",
    };
    match feature {
        Together | TwoCards | TwoWithPartners => match shape {
            Some(Shape::Hands { .. }) => {
                "two or more cards in one hand or with partners".to_owned()
            }
            Some(_) => "two or more cards that come together".to_owned(),
            None => {
                "two or more cards taken together: in one hand, with partners, at given places"
                    .to_owned()
            }
        },
        HandHolds => "the worth of a hand (pairs, flushes, points)".to_owned(),
        Partners => "the hands of partners together (fits, points of a side)".to_owned(),
        Places => "the places of single cards".to_owned(),
        Neighbours => "which card follows which".to_owned(),
        OldOrder => "how much of the old order is left".to_owned(),
        InHand => "which cards come into a hand".to_owned(),
        OrderInHand => "the order of the cards seen".to_owned(),
        Shares => "the share of each symbol".to_owned(),
        LastDraws => "draws that depend on the last few before them".to_owned(),
        EarlierDraws | FarMatches | Foretold => "draws that depend on ones further back than the last few, or on these by a little for each symbol".to_owned(),
        Found => "the number of cards found".to_owned(),
        SingleCards => "which single cards come, of the class or not".to_owned(),
        Pieces => "the pieces of the puzzle one by one".to_owned(),
        TwoPieces => "two pieces of the puzzle together".to_owned(),
        OtherOrder => {
            "a rule or a seed that gives the order away, and whatever leaves no trend and no piece of the old order".to_owned()
        }
        LocalOrder => {
            "neighbours and blocks that stay together, as after a small buffer".to_owned()
        }
        Trend => "the trend of the whole order".to_owned(),
        Earlier | FarBack if subject.kind() == subject::Kind::STATE => {
            "scrambles that depend on earlier ones but neither repeat nor undo them".to_owned()
        }
        Earlier | FarBack if deepest == 0 => format!("{several} that depend on earlier ones"),
        Earlier | FarBack => format!(
            "{several} that depend on ones more than {deepest} back, or on nearer ones in ways that relative orders do not show"
        ),
        Change => format!("a change while the {several} came"),
        RareOthers if bounded => format!("rare bad {several}, other than hardly shuffled ones"),
        RareOthers => format!("rare bad {several}"),
        Computed => {
            format!("{several} that follow from a rule, a seed or their own beginning")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Design, KINDS, Suite};
    use deck::subject::{OwnDecks, Puzzle, Told, Weights, WholeDeck};

    fn view(shape: &str) -> View {
        View {
            shape: shape.parse().unwrap(),
            classes: None,
            told: Told::Places,
        }
    }

    /// All that is not looked at by the suite.
    fn of(subject: &dyn Subject, size: usize, suite: Suite, alone: bool) -> Vec<String> {
        let design = Design {
            size,
            trials: 10_000,
            replicates: 1,
        };
        let probes = suite.probes_on(subject, &design).unwrap();
        not_looked_at(subject, &probes.iter().collect::<Vec<_>>(), (alone, true))
    }

    #[test]
    fn every_feature_that_a_kind_covers_is_one_of_its_subject() {
        let all = [
            OF_DECKS,
            OF_HANDS,
            OF_FIRST_CARDS,
            OF_DEALS,
            OF_DRAWS,
            OF_ROWS,
            OF_STATES,
            OF_ONE_ORDER,
        ];
        for kind in KINDS {
            for feature in kind.covers {
                assert!(
                    all.iter().any(|list| list.contains(feature)),
                    "{}",
                    kind.name
                );
            }
        }
        // What has no name here is looked at all the same; what has one is covered by some statistic or by none.
        let covered = |feature: &Feature| KINDS.iter().any(|kind| kind.covers.contains(feature));
        for feature in [
            Places, Neighbours, OldOrder, InHand, Shares, LastDraws, Found, Pieces, Trend,
        ] {
            assert!(covered(&feature), "{feature:?}");
        }
    }

    #[test]
    fn the_list_is_specific_and_short() {
        let design_free: [(&dyn Subject, usize, &str); 8] = [
            (&WholeDeck, 52, "three given cards together"),
            (
                &view("hands:4x13"),
                52,
                "three or more given cards in one hand or with partners",
            ),
            (&view("hand:5"), 52, "three or more given cards"),
            (&view("hand:5"), 60, "flushes"),
            (&view("first:7"), 60, "come together"),
            (&Weights::new(vec![1, 1]).unwrap(), 2, "too weakly"),
            (&OwnDecks { covariate: false }, 0, "games that depend"),
            (&Puzzle::PocketCube, 3_674_160, "depend on earlier ones"),
        ];
        for (subject, size, wanted) in design_free {
            let list = of(subject, size, Suite::Standard, false);
            assert!(list.iter().any(|words| words.contains(wanted)), "{list:?}");
            assert!(list.len() <= 6, "{list:?}");
        }
        let alone = of(&WholeDeck, 52, Suite::Standard, true);
        assert!(
            alone.iter().all(|words| !words.contains("depend")),
            "{alone:?}"
        );
        // A smaller suite leaves more open.
        let quick = of(&WholeDeck, 52, Suite::Quick, false);
        assert!(
            quick.contains(&"which card follows which".to_owned()),
            "{quick:?}"
        );
        assert!(
            quick.contains(&"decks that depend on earlier ones".to_owned()),
            "{quick:?}"
        );
    }
}
