//! `piles`: how many piles to make of a cube of so many cards, which traces of a colour are left, and what a
//! remembered pile gives away.
//!
//! The technique of Weizenbaum (2021), How to Randomize a Cube: deal onto piles, shuffle each, stack them;
//! all of it again; deal once more. Every pile is taken as shuffled ideally: see
//! [`laws::piles`]; the page.

use crate::table::Page;
use record::answers::piles::{Balance, Choice, Colour, Piles, Remembered};
use text::names::{figure, share, significant};

/// A cell is called even within this.
const NEARLY: f64 = 0.05;

/// Numbers of piles that a table shows.
const SHOWN: usize = 60;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Piles, _: &str, cards: usize) {
    let of = |piles: usize| found.choices.iter().find(|choice| choice.piles == piles);
    match found.best.and_then(of) {
        Some(best) if best.square_divides == 1 => page.line(format!(
            "{cards} cards: take {} piles of {}. Two rounds then put every card at every place with exactly the same \
             probability.",
            best.piles, best.largest_pile
        )),
        Some(best) => page.line(format!(
            "{cards} cards: take {} piles of {}. Two rounds then put a card at a place with {} to {} times the fair \
             probability{}.",
            best.piles,
            sizes(best),
            significant(best.smallest, 4),
            significant(best.largest, 4),
            if best.largest - best.smallest < NEARLY { ", which is nearly even" } else { "" }
        )),
        None => page.line(format!(
            "{cards} cards: two rounds are not enough. Each pile needs at least as many cards as there are piles, and at \
             most {} to be shuffled by hand. No number of piles gives both.",
            found.hand
        )),
    }
    let impossible = found.choices.iter().filter(|choice| choice.smallest == 0.0);
    let impossible: Vec<String> = impossible.map(|choice| choice.piles.to_string()).collect();
    if !impossible.is_empty() {
        page.line(format!(
            "With {} piles, a card cannot get everywhere: each pile needs at least as many cards as there are piles.",
            impossible.join(" or ")
        ));
    }
    if let Some(even) = found.even.filter(|even| even.cards != cards) {
        page.line(format!(
            "With {} cards ({} fewer), {} piles of {} would do it exactly. The square of the number of piles must divide \
             the number of cards.",
            even.cards,
            cards - even.cards,
            even.piles,
            even.cards / even.piles
        ));
    }
    page.table(found.choices.iter().take(SHOWN))
        .right("piles", |choice| choice.piles)
        .right("cards in each", |choice| sizes(choice))
        .right("last card on", |choice| {
            format!("pile {}", choice.last_card)
        })
        .right("least", |choice| significant(choice.smallest, 4))
        .right("most", |choice| significant(choice.largest, 4))
        .right("distance", |choice| share(choice.distance))
        .right("piles to shuffle", |choice| choice.shuffled)
        .right("riffles", |choice| {
            let riffles = choice.riffles.map(|riffles| riffles.to_string());
            riffles.unwrap_or_default()
        });
    page.note(
        "least, most: the probability that a card is at a place after two rounds, in multiples of the fair one; distance: \
         the largest total variation of a card's place from uniform; riffles: how many bring each pile within 0.1 in total \
         variation, both rounds together",
    );
    if let Some(of) = &found.colour {
        colour(page, of, found.booster);
    }
    if let Some(of) = &found.remembered {
        remembered(page, of);
    }
}

/// Writes the table of the traces of a colour.
fn colour(page: &mut Page, colour: &Colour, booster: usize) {
    let in_a_pile = |balance: &Balance| match (balance.fewest, balance.most) {
        (fewest, most) if fewest == most => most.to_string(),
        (fewest, most) => format!("{fewest} to {most}"),
    };
    let row = |title, balance: &Balance| {
        let variance = balance.variance + balance.variance_of_means;
        let of_fair = 100.0 * balance.share;
        (
            title,
            in_a_pile(balance),
            variance,
            of_fair,
            balance.distance,
        )
    };
    let dealt = colour.dealt.as_ref();
    let undealt = colour.undealt.as_ref();
    let made = colour.made.as_ref();
    let rows = [
        dealt.map(|dealt| row("all in one pile at first", dealt)),
        undealt.map(|undealt| row("the same, not dealt a third time", undealt)),
        made.map(|made| row("the same, dealt as boosters", made)),
        Some(row("cube sorted by colour", &colour.sorted)),
        Some(("fair deck", String::new(), colour.fair_variance, 100.0, 0.0)),
    ];
    let head = format!("a colour of {}, {} piles", colour.cards, colour.piles);
    page.table(rows.into_iter().flatten())
        .left(&head, |(title, ..)| *title)
        .right("in a pile", |(_, held, ..)| held.clone())
        .right("variance in a booster", |(_, _, variance, ..)| {
            figure(*variance, 5)
        })
        .right("of a fair one's", |(.., of_fair, _)| {
            format!("{of_fair:.1}%")
        })
        .right("distance", |(.., distance)| share(*distance));
    page.note(format!(
        "cards of the colour in each pile after the second dealing (said to be {}), and in boosters of {}; \
         distance: total variation from the hypergeometric law",
        figure(colour.expected, 6),
        booster
    ));
}

/// Writes the table of what a remembered pile gives away.
fn remembered(page: &mut Page, found: &Remembered) {
    let (first, second) = (&found.first, &found.second);
    let rows = [
        ("first, boosters off the stack", &first.dealt),
        ("first, not dealt a third time", &first.undealt),
        ("first, dealt as boosters", &first.made),
        ("second, boosters off the stack", &second.dealt),
        ("second, not dealt a third time", &second.undealt),
        ("second, dealt as boosters", &second.made),
    ];
    let head = format!("a remembered dealing, {} piles", found.piles);
    page.table(rows)
        .left(&head, |(title, _)| *title)
        .right("boosters possible", |(_, insight)| {
            let (fewest, most) = (insight.fewest, insight.most);
            let possible = if fewest == most {
                most.to_string()
            } else {
                format!("{fewest}-{most}")
            };
            format!("{possible} of {}", found.boosters)
        })
        .right("likeliest", |(_, insight)| {
            significant(insight.likeliest, 4)
        })
        .right("times chance", |(_, insight)| significant(insight.times, 3));
    page.note(
        "if somebody remembers onto which pile a card went in the first or second dealing: in how many boosters it can be, \
         and the probability of the likeliest one, for the pile that gives away most; dealt as boosters: the last dealing \
         goes onto as many piles as there are boosters",
    );
}

/// 67, or 67-68.
fn sizes(choice: &Choice) -> String {
    if choice.smallest_pile == choice.largest_pile {
        choice.largest_pile.to_string()
    } else {
        format!("{}-{}", choice.smallest_pile, choice.largest_pile)
    }
}
