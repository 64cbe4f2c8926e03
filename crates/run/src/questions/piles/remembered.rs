//! The knowledge that a pile gives away: the boosters in which a card can be if someone saw its pile and remembers it.

use laws::piles::{Dealing, Known, Packs, dealt_directly};
use record::answers::piles::{Insight, Insights, Remembered};

/// Finds it for a cube of so many cards, in boosters of a size.
pub(super) fn find_remembered(dealing: &Dealing, cards: usize, booster: usize) -> Remembered {
    let chance = booster as f64 / cards as f64;
    let insight = |known: Known| Insight {
        fewest: known.fewest,
        most: known.most,
        likeliest: known.likeliest,
        least_likeliest: known.least_likeliest,
        times: known.likeliest / chance,
    };
    let dealt: Vec<usize> = dealing.dealt_again().collect();
    let stack: Vec<usize> = (0..cards).collect();
    let [dealt, undealt, made] = [dealt, stack, dealt_directly(cards, booster)]
        .map(|places| Packs::new(*dealing, &places, booster));
    let insights = |of: fn(&Packs) -> Known| Insights {
        dealt: insight(of(&dealt)),
        undealt: insight(of(&undealt)),
        made: insight(of(&made)),
    };
    Remembered {
        piles: dealing.piles(),
        boosters: cards / booster,
        chance,
        first: insights(Packs::of_first),
        second: insights(Packs::of_second),
    }
}
