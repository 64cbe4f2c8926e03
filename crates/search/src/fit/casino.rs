//! The shuffles of dealers beside riffles: a strip, packets cut anywhere, and a box, packets of about the same size. One of them
//! shows all its packets in the order that it leaves, as in [`super::packets`].

use super::Orders;
use super::model::{
    Fitted, HOPELESS, Law, Point, Shape, on_grid, pairs_of_ends, span, table, whole,
};
use super::orders::packets;
use super::packets::all_packets;
use laws::counting::ln_choose;

/// The most packets that these shuffles make.
const MOST_PACKETS: usize = 100;

/// One strip: each number of packets from `fewest` to `most` is equally likely, and with it each way to cut.
#[derive(Debug)]
pub(super) struct Strip {
    pub fewest: usize,
    pub most: usize,
}

impl Strip {
    /// The log-likelihood of a deck of `cards` cards in so many `packets`. A deck of fewer cards than packets makes as many
    /// as it has cards.
    fn of_packets(&self, packets: usize, cards: usize) -> f64 {
        let numbers = (self.fewest..=self.most).filter(|number| cards.min(*number) == packets);
        let share = numbers.count() as f64 / (self.most + 1 - self.fewest) as f64;
        libm::log(share) - ln_choose(cards - 1, packets - 1)
    }
}

impl Law for Strip {
    fn ln(&self, deck: &[u16]) -> f64 {
        packets(deck).map_or(f64::NEG_INFINITY, |sizes| {
            self.of_packets(sizes.len(), deck.len())
        })
    }
}

/// The strip with the numbers of packets that fit best.
pub(super) fn strip(orders: &Orders) -> Vec<Fitted> {
    let Some(all) = all_packets(orders) else {
        return Vec::new();
    };
    let seen = || all.iter().map(Vec::len);
    let (Some(least), Some(largest)) = (seen().min(), seen().max()) else {
        return Vec::new();
    };
    let points = pairs_of_ends((least, largest), MOST_PACKETS, |fewest, most| {
        let strip = Strip { fewest, most };
        seen()
            .map(|packets| strip.of_packets(packets, orders.cards))
            .sum()
    });
    let names = [
        ("fewest", Shape::End, MOST_PACKETS + 1),
        ("most", Shape::End, MOST_PACKETS),
    ];
    let fitted = on_grid(&points, names).map(|([fewest, most], parameters)| {
        let named = ("strip", "strip", table([("packets", span(fewest, most))]));
        let fitted = Fitted::exact(orders, named, Strip { fewest, most }, parameters);
        fitted.with_ends(2).holding(&["identity", "cut"])
    });
    fitted.into_iter().collect()
}

/// One box: so many packets, each of an equal share of what is left, give or take `error`, each error equally likely.
#[derive(Debug)]
pub(super) struct Boxed {
    pub packets: usize,
    pub error: usize,
}

impl Boxed {
    /// The log-likelihood of packets of these sizes, in the order in which they are drawn off.
    fn of_sizes(&self, sizes: &[usize]) -> f64 {
        let mut left: usize = sizes.iter().sum();
        if sizes.len() != self.packets.min(left) {
            return f64::NEG_INFINITY;
        }
        let mut ln = 0.0;
        for (&size, packets) in sizes.iter().zip((2..=sizes.len()).rev()) {
            let most = left + 1 - packets;
            // The share, rounded to the nearest, halves up; what would leave a packet empty is the nearest that does not.
            let share = (2 * left + packets) / (2 * packets);
            let drawn = (0..=2 * self.error)
                .filter(|drawn| (share + drawn).saturating_sub(self.error).clamp(1, most) == size);
            ln += libm::log(drawn.count() as f64 / (2 * self.error + 1) as f64);
            left -= size;
        }
        ln
    }
}

impl Law for Boxed {
    fn ln(&self, deck: &[u16]) -> f64 {
        packets(deck).map_or(f64::NEG_INFINITY, |sizes| self.of_sizes(&sizes))
    }
}

/// The box with the error that fits best, where all decks have as many packets.
pub(super) fn boxed(orders: &Orders) -> Vec<Fitted> {
    let Some(all) = all_packets(orders) else {
        return Vec::new();
    };
    let number = all.first().map_or(0, Vec::len);
    if number == 0 || all.iter().any(|sizes| sizes.len() != number) {
        return Vec::new();
    }
    let mut points: Vec<Point<1>> = Vec::new();
    let mut best = f64::NEG_INFINITY;
    for error in 0..=orders.cards / 2 {
        let boxed = Boxed {
            packets: number,
            error,
        };
        let ln: f64 = all.iter().map(|sizes| boxed.of_sizes(sizes)).sum();
        best = best.max(ln);
        if ln < best - HOPELESS {
            break;
        }
        points.push(Point { at: [error], ln });
    }
    let fitted = on_grid(&points, [("error", Shape::End, orders.cards / 2)]);
    let fitted = fitted.map(|([error], parameters)| {
        let keys = table([("packets", whole(number)), ("error", whole(error))]);
        let boxed = Boxed {
            packets: number,
            error,
        };
        let fitted = Fitted::exact(orders, ("box", "box", keys), boxed, parameters);
        fitted.with_ends(1).holding(&["identity", "cut"])
    });
    fitted.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::agrees;
    use super::*;

    #[test]
    fn laws_are_those_of_enumeration() {
        for cards in 2..=6 {
            for (fewest, most) in [(1, 1), (1, 3), (2, 2), (3, 5), (4, 9), (7, 9)] {
                let shuffle = format!("strip packets = [{fewest}, {most}]");
                agrees(&Strip { fewest, most }, &shuffle, cards, 1);
            }
            for (packets, error) in [(1, 0), (2, 0), (2, 1), (3, 2), (4, 5), (9, 1)] {
                let shuffle = format!("box packets = {packets}\nerror = {error}");
                agrees(&Boxed { packets, error }, &shuffle, cards, 1);
            }
        }
    }
}
