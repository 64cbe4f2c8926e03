//! Cleaner and clumsier hands: what a shuffle is when somebody else does it.
//!
//! Our choice, not measured: about half and twice the size of packets. Advice tells whether it depends on them.

use toml::Table;

use super::{Shuffle, build};
use text::params::Kinded;

/// A kind, the parameters of cleaner hands and those of clumsier ones, in TOML.
const OTHER_HANDS: &[(&str, &str, &str)] = &[
    ("riffle", "max-streak = 3", "clump = 0.4"),
    (
        "mash",
        "packet = [1, 2]\nerror = 1",
        "packet = [2, 6]\nerror = 5",
    ),
    ("overhand", "chance = 0.35", "chance = 0.1"),
    ("table-riffle", "clump = 0.3", "clump = 0.7"),
    ("strip", "packets = [7, 10]", "packets = [3, 4]"),
    ("box", "error = 2\npackets = 5", "error = 5\npackets = 3"),
    ("hindu", "packet = [4, 7]", "packet = [12, 20]"),
];

/// The shuffle of `made` by cleaner and by clumsier hands, where that is another one.
pub fn by_other_hands(made: &Kinded) -> [Option<Box<dyn Shuffle>>; 2] {
    let mut known = OTHER_HANDS.iter();
    let known = known.find(|(kind, ..)| *kind == made.kind);
    known.map_or([None, None], |(_, cleaner, clumsier)| {
        [cleaner, clumsier].map(|parameters| {
            let mut table = made.parameters.clone();
            table.extend(parameters.parse::<Table>().ok()?);
            build(&made.kind, table).ok()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_hands_are_other_shuffles() {
        for (kind, ..) in OTHER_HANDS {
            let made = Kinded {
                kind: (*kind).to_owned(),
                parameters: Table::new(),
            };
            let usual = build(kind, Table::new()).unwrap().describe();
            let [cleaner, clumsier] = by_other_hands(&made).map(|one| one.unwrap().describe());
            assert!(
                cleaner != usual && clumsier != usual && cleaner != clumsier,
                "{kind}"
            );
        }
    }
}
