//! Routines whose law over all n! orders has a closed form.

use crate::Mixing;
use crate::routine::Plan;
use laws::classes::Classes;
use laws::gsr::{self, Packets};
use laws::shelves;
use laws::walks::Walk;

/// The whole of a routine, where its law over all n! orders is known in closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// All orders equally likely: one ideal shuffle is enough.
    Ideal,
    /// So many Gilbert-Shannon-Reeds riffles and nothing else.
    Riffles(u32),
    /// Riffles of several packets at once, and nothing else: as one of so many packets. 2⁶⁴ − 1 stands for all larger
    /// numbers, whose distances are smaller.
    Packets(u64),
    /// So many riffles after a random cut, with or without cuts between and after them.
    CutThenRiffles(u32),
    /// A random cut: several are one.
    Cut,
    /// The inverse of so many riffles, and nothing else.
    InverseRiffles(u32),
    /// Shelf shuffles and nothing else: as far from ideal as one with so many shelves. 2⁶⁴ − 1 stands for all larger
    /// numbers, whose distances are smaller.
    Shelves(u64),
    /// One shuffle that gives all orders that it can reach with the same probability.
    EquallyLikely,
    /// So many moves of a walk, and nothing else.
    Moves(Walk, u32),
    /// A single order.
    Fixed,
}

impl Whole {
    /// The law of the deck, where it is that of riffles.
    pub fn riffled(self, cards: usize) -> Option<gsr::Law> {
        match self {
            Self::Riffles(riffles) => Some(gsr::Law::riffled(cards, Packets::riffles(riffles))),
            Self::CutThenRiffles(riffles) => {
                Some(gsr::Law::cut_then_riffled(cards, Packets::riffles(riffles)))
            }
            Self::Packets(packets) => Some(gsr::Law::riffled(cards, Packets::new(packets)?)),
            _ => None,
        }
    }

    /// The same with another number of riffles.
    pub(super) fn of_riffles(self, riffles: u32) -> Self {
        match self {
            Self::Riffles(_) => Self::Riffles(riffles),
            Self::CutThenRiffles(_) => Self::CutThenRiffles(riffles),
            Self::InverseRiffles(_) => Self::InverseRiffles(riffles),
            other => other,
        }
    }

    /// The law, in words.
    pub(super) fn law_in_words(self) -> String {
        match self {
            Self::Ideal => "one of the shuffles is ideal".to_owned(),
            Self::Riffles(riffles) => {
                format!("law of {} (Bayer and Diaconis, 1992)", counted(riffles))
            }
            Self::CutThenRiffles(riffles) => {
                format!(
                    "law of {} of one card less, as a cut comes first",
                    counted(riffles)
                )
            }
            Self::Packets(u64::MAX) => {
                "law of a riffle of 2^64 - 1 packets or more (Bayer and Diaconis, 1992)".to_owned()
            }
            Self::Packets(packets) => {
                format!("law of a riffle of {packets} packets (Bayer and Diaconis, 1992)")
            }
            Self::Cut => "one of n equally likely cuts".to_owned(),
            Self::InverseRiffles(riffles) => format!("law of the inverse of {}", counted(riffles)),
            Self::Shelves(u64::MAX) => {
                "law of a shelf shuffle with 2^64 - 1 shelves or more (Diaconis, Fulman and Holmes, 2013)".to_owned()
            }
            Self::Shelves(1) => {
                "law of a shelf shuffle with 1 shelf (Diaconis, Fulman and Holmes, 2013)".to_owned()
            }
            Self::Shelves(shelves) => format!(
                "law of a shelf shuffle with {shelves} shelves (Diaconis, Fulman and Holmes, 2013)"
            ),
            Self::EquallyLikely => "all orders that can be reached are equally likely".to_owned(),
            Self::Moves(walk, moves) => followed(walk, moves),
            Self::Fixed => "always the same order".to_owned(),
        }
    }

    /// A law of riffles at all the same distances from the ideal shuffle: that of the deck, or of
    /// its inverse.
    pub(super) fn riffled_as_far(self, cards: usize) -> Option<gsr::Law> {
        match self {
            Self::InverseRiffles(riffles) => Self::Riffles(riffles).riffled(cards),
            _ => self.riffled(cards),
        }
    }

    /// A law that depends on the class of an order alone, at all the same distances from the ideal shuffle, if there
    /// is one.
    pub fn distances(self, cards: usize) -> Option<Classes> {
        if let Self::Moves(walk, moves) = self {
            return walk.after(cards, moves);
        }
        match self.shelved(cards) {
            Some(law) => Some(law.classes().clone()),
            None => Some(self.riffled_as_far(cards)?.classes().clone()),
        }
    }

    /// The law of the valleys, where it is that of shelf shuffles; of the peaks, if the first of them takes cards from
    /// the top.
    pub fn shelved(self, cards: usize) -> Option<shelves::Law> {
        match self {
            Self::Shelves(shelves) => Some(shelves::Law::shelved(cards, shelves)),
            _ => None,
        }
    }
}

/// The closed form of `plan`, if it has one.
pub fn whole(plan: &Plan) -> Option<Whole> {
    closed_form(&moving(plan))
}

/// The closed form of what `plan` does between a fixed rearrangement at its start and one at its
/// end. All distances of the whole routine from the ideal shuffle are those of this part: a fixed
/// rearrangement only renames orders.
pub fn whole_between_fixed(plan: &Plan) -> Option<Whole> {
    let kinds = moving(plan);
    let fixed = |kind: &&Mixing| **kind == Mixing::Fixed;
    let first = kinds.iter().take_while(fixed).count();
    let last = kinds[first..].iter().rev().take_while(fixed).count();
    let between = &kinds[first..kinds.len() - last];
    if between.is_empty() {
        Some(Whole::Fixed)
    } else {
        closed_form(between)
    }
}

/// The closed form of what `plan` does after a fixed rearrangement at its start, which only renames cards.
pub(super) fn whole_after_fixed(plan: &Plan) -> Option<Whole> {
    let kinds = moving(plan);
    let fixed = kinds.iter().take_while(|kind| **kind == Mixing::Fixed);
    match &kinds[fixed.count()..] {
        [] => Some(Whole::Fixed),
        after => closed_form(after),
    }
}

/// "1 riffle", "7 riffles"
pub(super) fn counted(riffles: u32) -> String {
    match riffles {
        1 => "1 riffle".to_owned(),
        riffles => format!("{riffles} riffles"),
    }
}

/// The law of a walk after so many moves, in words.
pub(super) fn followed(walk: Walk, moves: u32) -> String {
    let (one, many, paper) = match walk {
        Walk::RandomTranspositions => (
            "1 random transposition",
            "random transpositions",
            "by cycle types (Diaconis and Shahshahani, 1981)",
        ),
        Walk::TopToRandom => (
            "1 move from the top to random",
            "moves from the top to random",
            "(Diaconis, Fill and Pitman, 1992)",
        ),
        Walk::RandomToTop => (
            "1 move of a random card to the top",
            "moves of a random card to the top",
            "(Diaconis, Fill and Pitman, 1992)",
        ),
    };
    match moves {
        1 => format!("law of {one} {paper}"),
        moves => format!("law of {moves} {many} {paper}"),
    }
}

/// The moves that several shuffles make together, if all are of one walk.
pub(super) fn moves_together(kinds: impl IntoIterator<Item = Mixing>) -> Option<(Walk, u32)> {
    let each = kinds.into_iter().map(|kind| match kind {
        Mixing::Moves(walk, moves) => Some((walk, moves)),
        _ => None,
    });
    each.reduce(|all, next| {
        let ((walk, moves), (other, more)) = (all?, next?);
        (walk == other).then(|| (walk, moves.saturating_add(more)))
    })?
}

/// The shuffles that move something.
fn moving(plan: &Plan) -> Vec<Mixing> {
    let kinds = plan.steps().iter().map(|step| step.mixing());
    kinds.filter(|kind| *kind != Mixing::Nothing).collect()
}

fn closed_form(kinds: &[Mixing]) -> Option<Whole> {
    let all = |accepted: &[Mixing]| kinds.iter().all(|kind| accepted.contains(kind));
    let riffles = || kinds.iter().filter(|kind| **kind == Mixing::Gsr).count() as u32;
    let inverse = |kind: &Mixing| match kind {
        Mixing::InverseRiffles(riffles) => Some(*riffles),
        _ => None,
    };
    let inverses: Option<Vec<u32>> = kinds.iter().map(inverse).collect();
    let shelf = |kind: &Mixing| match kind {
        Mixing::Shelves(shelves) => Some(*shelves),
        _ => None,
    };
    let shelves: Option<Vec<u32>> = kinds.iter().map(shelf).collect();
    let packets: Option<Vec<u32>> = kinds.iter().copied().map(packets_of).collect();
    if kinds.contains(&Mixing::Ideal) {
        Some(Whole::Ideal)
    } else if all(&[Mixing::Fixed]) {
        Some(Whole::Fixed)
    } else if all(&[Mixing::Gsr]) {
        Some(Whole::Riffles(riffles()))
    } else if all(&[Mixing::UniformCut]) {
        Some(Whole::Cut)
    } else if all(&[Mixing::UniformCut, Mixing::Gsr]) && kinds[0] == Mixing::UniformCut {
        Some(Whole::CutThenRiffles(riffles()))
    } else if kinds == [Mixing::EquallyLikely] {
        Some(Whole::EquallyLikely)
    } else {
        // Inverses of riffles one after the other are the inverse of all of them.
        let inverse = inverses.map(|riffles| Whole::InverseRiffles(riffles.iter().sum()));
        let shelved = || shelves.map(|shelves| Whole::Shelves(shelves_together(shelves)));
        let riffled = || packets.map(|packets| Whole::Packets(packets_together(packets)));
        let walked = || {
            let (walk, moves) = moves_together(kinds.iter().copied())?;
            Some(Whole::Moves(walk, moves))
        };
        inverse.or_else(shelved).or_else(riffled).or_else(walked)
    }
}

/// The number of shelves of the one shuffle that is as far from ideal as shuffles with so many each: 2 m₁ m₂ for two
/// (Diaconis, Fulman and Holmes, 2013), at most 2⁶⁴ − 1.
pub(super) fn shelves_together(each: impl IntoIterator<Item = u32>) -> u64 {
    let each = each.into_iter().map(u64::from);
    let together = |all: u64, more| all.saturating_mul(2).saturating_mul(more);
    each.reduce(together).unwrap_or(1)
}

/// The packets of a riffle whose packets are all as large on average.
pub(super) fn packets_of(kind: Mixing) -> Option<u32> {
    match kind {
        Mixing::Gsr => Some(2),
        Mixing::Packets(packets) => Some(packets),
        _ => None,
    }
}

/// The packets of the one riffle that is all of these: an a-shuffle and a b-shuffle are an ab-shuffle; at most 2⁶⁴ − 1.
pub(super) fn packets_together(each: impl IntoIterator<Item = u32>) -> u64 {
    let each = each.into_iter().map(u64::from);
    each.fold(1, u64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('I', "identity", ""),
            ('P', "pile", "piles = 3"),
            ('K', "sort-by-keys", "bits = 8"),
            ('E', "even-only", ""),
            ('A', "riffle", "packets = 3"),
            ('B', "riffle", "upper = 0.3"),
            ('F', "shelf", ""),
            ('T', "shelf", "shelves = 3\nfrom = \"top\""),
            ('Y', "top-to-random", ""),
            ('Z', "random-transpositions", "moves = 5"),
        ] {
            let shuffle = crate::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    #[test]
    fn closed_forms_are_recognised() {
        for (text, expected) in [
            ("RSH", Some(Whole::Ideal)),
            ("GIG", Some(Whole::Riffles(2))),
            ("CCC", Some(Whole::Cut)),
            ("A", Some(Whole::Packets(3))),
            ("AGIA", Some(Whole::Packets(18))),
            ("A*41", Some(Whole::Packets(u64::MAX))),
            ("CA", None),
            ("AB", None),
            ("I", Some(Whole::Fixed)),
            ("PIP", Some(Whole::Fixed)),
            ("CG", Some(Whole::CutThenRiffles(1))),
            ("CGCGGC", Some(Whole::CutThenRiffles(3))),
            ("K", Some(Whole::InverseRiffles(8))),
            ("KIK", Some(Whole::InverseRiffles(16))),
            ("IE", Some(Whole::EquallyLikely)),
            ("F", Some(Whole::Shelves(10))),
            ("FIF", Some(Whole::Shelves(200))),
            ("TFT", Some(Whole::Shelves(4 * 90))),
            ("F*40", Some(Whole::Shelves(u64::MAX))),
            ("YIY", Some(Whole::Moves(Walk::TopToRandom, 2))),
            ("Z*3", Some(Whole::Moves(Walk::RandomTranspositions, 15))),
            ("YZ", None),
            ("YG", None),
            ("FG", None),
            ("KF", None),
            ("GC", None),
            ("RRR", None),
            ("PG", None),
            ("KG", None),
            ("EE", None),
        ] {
            assert_eq!(whole(&plan(text)), expected, "{text}");
        }
    }

    #[test]
    fn fixed_rearrangements_at_the_ends_do_not_count() {
        for (text, expected) in [
            ("PGGP", Some(Whole::Riffles(2))),
            ("PPCG", Some(Whole::CutThenRiffles(1))),
            ("PIP", Some(Whole::Fixed)),
            ("PFFP", Some(Whole::Shelves(200))),
            ("PEP", Some(Whole::EquallyLikely)),
            ("PZP", Some(Whole::Moves(Walk::RandomTranspositions, 5))),
            ("YPY", None),
            ("PKKP", Some(Whole::InverseRiffles(16))),
            ("GPG", None),
            ("EPE", None),
        ] {
            assert_eq!(whole_between_fixed(&plan(text)), expected, "{text}");
        }
    }
}
