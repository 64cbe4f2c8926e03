//! The riffle of sleeved cards on the table: two packets side by side are pushed into each other by their
//! corners, as sleeves allow no bend.
//!
//! It is the riffle with cards that cling, [`Clumped`], with other defaults: halves by eye, and stretches of
//! four cards on average from a packet before the other one comes. By the model's law the cut then has a
//! standard deviation of √3 times that of a riffle: 6.7 cards of 60 instead of 3.9. Nobody measured
//! this, as far as we know: the parameters are there to be replaced.

use super::prelude::*;
use super::riffle::{CLUMP_KEY, Clumped, UPPER_KEY};

/// Halves by eye.
const DEFAULT_UPPER: f64 = 0.5;

/// Stretches of 2 / (1 − ½) = 4 cards on average from one packet; a riffle without clumps has 2.
const DEFAULT_CLUMP: f64 = 0.5;

pub(super) const KIND: Kind = Kind {
    name: "table-riffle",
    group: Group::Cards,
    time: Some(Time::of_hands(4.0, 0.05)),
    about: "two packets pushed into each other on the table, in clumps, after a rough cut (sleeved cards)",
    source: "our model: the chain of labels of `riffle` with `clump`",
    parameters: &[
        Parameter {
            name: UPPER_KEY,
            about: "mean share of the deck in the upper packet, from 0 to 1; default 0.5",
        },
        Parameter {
            name: CLUMP_KEY,
            about: "tendency of cards of a packet to fall together, from 0 to 1; default 0.5",
        },
    ],
    build: |params| {
        Ok(Box::new(Clumped {
            name: "table riffle",
            upper: params.fraction(UPPER_KEY)?.unwrap_or(DEFAULT_UPPER),
            clump: params.fraction(CLUMP_KEY)?.unwrap_or(DEFAULT_CLUMP),
        }))
    },
};

#[cfg(test)]
mod tests {
    use crate::build;

    #[test]
    fn it_is_the_riffle_with_its_own_defaults_and_its_own_name() {
        let ours = build("table-riffle", toml::Table::new()).unwrap();
        let riffle = build("riffle", "clump = 0.5".parse().unwrap()).unwrap();
        assert_eq!(ours.one_card(30), riffle.one_card(30));
        assert_eq!(
            ours.describe(),
            "table riffle, 0.5 of the deck in the upper packet, cards cling with probability 0.5"
        );
        let plain = build("table-riffle", "clump = 0".parse().unwrap()).unwrap();
        let (gsr, plain) = (
            build("riffle", toml::Table::new()).unwrap().one_card(20),
            plain.one_card(20),
        );
        let (gsr, plain) = (gsr.unwrap(), plain.unwrap());
        for (a, b) in plain.cells().iter().zip(gsr.cells()) {
            assert!((a - b).abs() < 1e-14);
        }
    }
}
