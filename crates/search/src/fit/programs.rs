//! Programs whose law over all orders is known: the right one, and wrong ones whose draws an order shows.

use toml::Table;

use super::Orders;
use super::model::{Fitted, Law, interval, interval_of_chosen, maximum, number, table, whole};
use super::orders::places;
use super::riffle::Packets;
use deck::Card;
use laws::counting::{ln_factorial, ln_sum};
use laws::null::count_cycles;
use record::answers::fit::Parameter;

/// The name of the model in which all orders are equally likely.
pub(super) const FAIR: &str = "fair";

/// All orders equally likely, however often.
#[derive(Debug)]
pub(super) struct Ideal {
    /// The natural logarithm of the share of all that look the same.
    pub ln_share: f64,
}

impl Law for Ideal {
    fn ln(&self, _: &[Card]) -> f64 {
        self.ln_share
    }
}

/// The right program.
pub(super) fn fair(orders: &Orders) -> Fitted {
    let law = Ideal {
        ln_share: orders.seen.ln_share(orders.cards),
    };
    Fitted::exact(
        orders,
        (FAIR, "fisher-yates", Table::new()),
        law,
        Vec::new(),
    )
}

/// Cycles of the order.
pub(super) fn cycles(deck: &[Card]) -> usize {
    count_cycles(deck.len(), |at| usize::from(deck[at])) as usize
}

/// Sattolo's orders of a single cycle, all equally likely, once.
#[derive(Debug)]
pub(super) struct Sattolo;

impl Law for Sattolo {
    fn ln(&self, deck: &[Card]) -> f64 {
        match cycles(deck) {
            1 => -ln_factorial(deck.len() - 1),
            _ => f64::NEG_INFINITY,
        }
    }
}

/// Even orders, all equally likely, however often.
#[derive(Debug)]
pub(super) struct Even;

impl Law for Even {
    fn ln(&self, deck: &[Card]) -> f64 {
        let moves = deck.len() - cycles(deck);
        if moves.is_multiple_of(2) {
            (std::f64::consts::LN_2 - ln_factorial(deck.len())).min(0.0)
        } else {
            f64::NEG_INFINITY
        }
    }
}

/// Fisher-Yates by remainders of numbers up to `rand_max`, once.
#[derive(Debug)]
pub(super) struct Remainders {
    pub rand_max: u32,
    pub from: From,
}

/// The place of its first swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// At the second place.
    Top,
    /// At the last place.
    Bottom,
    /// At the last place, and the deck is turned over in the end: dealt as `FreeCell` does.
    Dealt,
}

impl Remainders {
    /// ln of the chance that the remainder by `bound` is `found`.
    fn remainder(&self, found: usize, bound: usize) -> f64 {
        let numbers = u64::from(self.rand_max) + 1;
        let (bound, found) = (bound as u64, found as u64);
        let ways = numbers / bound + u64::from(found < numbers % bound);
        libm::log(ways as f64) - libm::log(numbers as f64)
    }
}

impl Law for Remainders {
    /// Undoes the swaps one by one. Each order comes from exactly one sequence of draws.
    fn ln(&self, deck: &[Card]) -> f64 {
        let cards = deck.len();
        let mut deck: Vec<usize> = deck.iter().map(|&card| usize::from(card)).collect();
        let mut ln = 0.0;
        if self.from == From::Dealt {
            deck.reverse();
        }
        if self.from == From::Top {
            // The card that lies at each place was put there by its own swap: the last swap is that of the bottom.
            let mut lies = places(&deck.iter().map(|&card| card as Card).collect::<Vec<_>>());
            for at in (1..cards).rev() {
                // Before its swap the card `at` lay at the place `at`.
                let other = lies[at];
                ln += self.remainder(other, at + 1);
                let card = deck[at];
                deck[other] = card;
                lies[card] = other;
            }
        } else {
            // The draw for each place, from the bottom up: where its card lies in what is left.
            let mut left: Vec<usize> = (0..cards).collect();
            let mut lies: Vec<usize> = (0..cards).collect();
            for last in (0..cards).rev() {
                let at = lies[deck[last]];
                ln += self.remainder(at, last + 1);
                let moved = left[last];
                left[at] = moved;
                lies[moved] = at;
            }
        }
        ln
    }
}

/// Ideal, but for one card that lies at one place `times` as often as it should.
#[derive(Debug)]
pub(super) struct Favoured {
    pub card: usize,
    pub place: usize,
    pub times: f64,
}

impl Law for Favoured {
    fn ln(&self, deck: &[Card]) -> f64 {
        let cards = deck.len() as f64;
        let share = (self.times / cards).min(1.0);
        let chance = if usize::from(deck[self.place]) == self.card {
            share
        } else {
            (1.0 - share) / (cards - 1.0)
        };
        libm::log(chance) - ln_factorial(deck.len() - 1)
    }
}

/// Ideal, but riffled once for this share of the decks.
#[derive(Debug)]
pub(super) struct NowAndThen {
    pub share: f64,
}

impl NowAndThen {
    fn mixed(&self, cards: usize, riffled: f64) -> f64 {
        let ideal = -ln_factorial(cards) + libm::log(1.0 - self.share);
        let riffled = riffled + libm::log(self.share);
        ln_sum([ideal, riffled].into_iter())
    }
}

impl Law for NowAndThen {
    fn ln(&self, deck: &[Card]) -> f64 {
        self.mixed(deck.len(), Packets { packets: 2.0 }.ln(deck))
    }
}

/// `RAND_MAX` of Microsoft's C library.
const SMALL: u32 = 32_767;

/// `RAND_MAX` of the GNU C library.
const LARGE: u32 = 2_147_483_647;

/// The largest byte.
const BYTE: u32 = 255;

fn remainders(orders: &Orders) -> Vec<Fitted> {
    let model = |name, kind, rand_max, from, keys| {
        let law = Remainders { rand_max, from };
        Fitted::exact(orders, (name, kind, keys), law, Vec::new())
    };
    let largest = |rand_max: u32| ("rand-max", whole(rand_max as usize));
    let bottom = || ("from", "bottom".into());
    let plain = "modulo-rand";
    vec![
        model(plain, plain, SMALL, From::Top, Table::new()),
        model(
            "modulo-rand, GNU",
            plain,
            LARGE,
            From::Top,
            table([largest(LARGE)]),
        ),
        model(
            "modulo-rand from the bottom",
            plain,
            SMALL,
            From::Bottom,
            table([bottom()]),
        ),
        model(
            "modulo-rand of bytes",
            plain,
            BYTE,
            From::Top,
            table([largest(BYTE)]),
        ),
        model(
            "modulo-rand of bytes from the bottom",
            plain,
            BYTE,
            From::Bottom,
            table([largest(BYTE), bottom()]),
        ),
        model("freecell", "freecell", SMALL, From::Dealt, Table::new()),
    ]
}

/// Sorted by random keys of so many values, where equal ones keep their order, once: an inverse riffle of as many packets
/// (Bayer and Diaconis, 1992, theorem 1).
#[derive(Debug)]
pub(super) struct FewKeys {
    pub values: f64,
}

impl FewKeys {
    /// ln C(values + n − 1 − descents, n) − n ln values: a key is larger than the one above it where the card is smaller.
    fn of_descents(&self, cards: usize, descents: usize) -> f64 {
        let (n, most) = (cards as f64, self.values - descents as f64);
        if most < 1.0 {
            return f64::NEG_INFINITY;
        }
        libm::lgamma(most + n)
            - libm::lgamma(most)
            - ln_factorial(cards)
            - n * libm::log(self.values)
    }
}

/// Places whose card is smaller than the one above.
fn descents(deck: &[Card]) -> usize {
    deck.windows(2).filter(|pair| pair[1] < pair[0]).count()
}

impl Law for FewKeys {
    fn ln(&self, deck: &[Card]) -> f64 {
        self.of_descents(deck.len(), descents(deck))
    }
}

/// The number of values that fits best.
fn few_keys(orders: &Orders) -> Fitted {
    /// More are told from fair ones by no number of decks that is looked at.
    const MOST: f64 = 1e6;
    let cards = orders.cards;
    let mut counts = vec![0.0; cards];
    for deck in &orders.decks {
        counts[descents(deck)] += 1.0;
    }
    let ln = |ln_values: f64| -> f64 {
        let law = FewKeys {
            values: libm::exp(ln_values),
        };
        let terms = counts.iter().enumerate().filter(|(_, count)| **count > 0.0);
        terms
            .map(|(descents, count)| count * law.of_descents(cards, descents))
            .sum()
    };
    let most = counts.iter().rposition(|count| *count > 0.0).unwrap_or(0);
    let range = (libm::log((most + 1).max(2) as f64), libm::log(MOST));
    let best = maximum(range, ln);
    let values = libm::round(libm::exp(best)).max(2.0);
    let (low, high) = interval(range, best, ln);
    let parameter = Parameter {
        name: "values".to_owned(),
        value: values,
        low: libm::floor(libm::exp(low)).max(2.0),
        high: (high < range.1).then(|| libm::ceil(libm::exp(high))),
        whole: true,
    };
    let keys = table([("values", whole(values as usize))]);
    let named = ("sort-by-keys of few values", "sort-by-keys", keys);
    Fitted::exact(orders, named, FewKeys { values }, vec![parameter]).holding(&[FAIR])
}

/// The card and the place that fit best, each among n, with their `times`.
fn favoured(orders: &Orders) -> Fitted {
    let cards = orders.cards;
    // Then it always lies there.
    let most = cards as f64;
    let mut counts = vec![0_u32; cards * cards];
    for deck in &orders.decks {
        for (place, &card) in deck.iter().enumerate() {
            counts[usize::from(card) * cards + place] += 1;
        }
    }
    let decks = orders.count();
    let ln = |count: u32, times: f64| {
        let (count, share) = (f64::from(count), (times / cards as f64).min(1.0));
        let term = |count: f64, p: f64| {
            if count > 0.0 {
                count * libm::log(p)
            } else {
                0.0
            }
        };
        term(count, share) + term(decks - count, (1.0 - share) / (cards as f64 - 1.0))
    };
    let best_times = |count: u32| (f64::from(count) * cards as f64 / decks).min(most);
    let gain = |cell: usize| ln(counts[cell], best_times(counts[cell]));
    let best =
        (0..counts.len()).reduce(|best, cell| if gain(cell) > gain(best) { cell } else { best });
    let best = best.unwrap_or(0);
    let (card, place, count) = (best / cards, best % cards, counts[best]);
    let times = best_times(count);
    let (low, high) =
        interval_of_chosen((0.0, most), times, |times| ln(count, times), counts.len());
    let parameter = |name: &str, value: f64, low, high, whole| Parameter {
        name: name.to_owned(),
        value,
        low,
        high: Some(high),
        whole,
    };
    let at = |place: usize| place as f64 + 1.0;
    let parameters = vec![
        parameter("card", at(card), at(card), at(card), true),
        parameter("place", at(place), at(place), at(place), true),
        parameter("times", times, low, high, false),
    ];
    let keys = table([
        ("card", whole(card + 1)),
        ("place", whole(place + 1)),
        ("times", number(times)),
    ]);
    let law = Favoured { card, place, times };
    let named = ("favoured-place", "favoured-place", keys);
    let mut fitted = Fitted::exact(orders, named, law, parameters);
    // The best of n² cells is chosen: as many choices as their logarithm says.
    fitted.penalty = 0.5 * libm::log(decks) + 2.0 * libm::log(cards as f64);
    fitted.holding(&[FAIR])
}

fn now_and_then(orders: &Orders) -> Fitted {
    let riffle = Packets { packets: 2.0 };
    let riffled: Vec<f64> = orders.decks.iter().map(|deck| riffle.ln(deck)).collect();
    let ln = |share: f64| -> f64 {
        let law = NowAndThen { share };
        riffled.iter().map(|ln| law.mixed(orders.cards, *ln)).sum()
    };
    let share = maximum((0.0, 1.0), ln);
    let (low, high) = interval((0.0, 1.0), share, ln);
    let parameter = Parameter {
        name: "share".to_owned(),
        value: share,
        low,
        high: Some(high),
        whole: false,
    };
    let riffle = table([("kind", "riffle".into())]);
    let keys = table([("share", number(share)), ("each", riffle.into())]);
    let named = ("riffle now and then", "now-and-then", keys);
    let fitted = Fitted::exact(orders, named, NowAndThen { share }, vec![parameter]);
    fitted.holding(&[FAIR, "riffle"])
}

/// All of them.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let named = |name, kind| (name, kind, Table::new());
    let mut found = vec![
        fair(orders),
        Fitted::exact(orders, named("even-only", "even-only"), Even, Vec::new()),
    ];
    if orders.times == 1 {
        found.push(Fitted::exact(
            orders,
            named("sattolo", "sattolo"),
            Sattolo,
            Vec::new(),
        ));
        found.extend(remainders(orders));
        if orders.cards > 2 {
            found.push(favoured(orders));
        }
        found.push(few_keys(orders));
        found.push(now_and_then(orders));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::agrees;
    use super::*;

    #[test]
    fn laws_are_those_of_enumeration() {
        for cards in 2..=6 {
            agrees(
                &Ideal {
                    ln_share: -ln_factorial(cards),
                },
                "fisher-yates",
                cards,
                1,
            );
            agrees(&Sattolo, "sattolo", cards, 1);
            for times in 1..=2 {
                agrees(&Even, "even-only", cards, times);
            }
            for rand_max in [5, 9, 100, 255, 32_767] {
                for (from, key) in [(From::Top, "top"), (From::Bottom, "bottom")] {
                    let law = Remainders { rand_max, from };
                    let text = format!("modulo-rand rand-max = {rand_max}\nfrom = \"{key}\"");
                    agrees(&law, &text, cards, 1);
                }
            }
            let dealt = Remainders {
                rand_max: 32_767,
                from: From::Dealt,
            };
            agrees(&dealt, "freecell", cards, 1);
            for values in [2, 3, 5] {
                let law = FewKeys {
                    values: f64::from(values),
                };
                agrees(&law, &format!("sort-by-keys values = {values}"), cards, 1);
            }
            for share in [0.0, 0.25, 1.0] {
                let text = format!("now-and-then share = {share:?}\neach = \"G\"");
                let riffle = text.replace("\"G\"", "{ kind = \"riffle\" }");
                agrees(&NowAndThen { share }, &riffle, cards, 1);
            }
        }
        for cards in 3..=6 {
            for (card, place, times) in
                [(0, 0, 1.3), (2, 1, 0.0), (1, 2, 2.0), (2, 2, cards as f64)]
            {
                let text = format!(
                    "favoured-place card = {}\nplace = {}\ntimes = {times:?}",
                    card + 1,
                    place + 1
                );
                agrees(&Favoured { card, place, times }, &text, cards, 1);
            }
        }
    }
}
