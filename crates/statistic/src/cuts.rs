//! Cuts of a run in two: the first 1, 2, 4, … blocks of decks and the rest, and every other deck.

use text::names::grouped;

/// One side of a cut: its decks, in number and in words, and their counts.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// Decks in it.
    pub decks: u64,
    /// The counts of these decks.
    pub counts: Vec<u64>,
    /// The decks in words: "the first 64 decks".
    pub name: String,
}

/// All decks in two.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    /// Both sides.
    pub sides: [Side; 2],
    /// The index of the first deck of the second side; `None` where decks go to both in turn.
    pub at: Option<u64>,
}

impl Cut {
    /// Decks on each side.
    pub fn decks(&self) -> [u64; 2] {
        self.sides.each_ref().map(|side| side.decks)
    }
}

/// All cuts with at least `fewest` decks on each side, from the counts of each part of the run, with the index at which
/// the next one begins, and from those of decks 1, 3, 5, … and of the others; `decks` finds the number of decks behind
/// some counts.
pub(super) fn cuts(
    parts: impl Iterator<Item = (u64, Vec<u64>)>,
    alternate: [Vec<u64>; 2],
    decks: impl Fn(&[u64]) -> u64,
    fewest: u64,
) -> Vec<Cut> {
    let side = |counts: Vec<u64>, name: String| Side {
        decks: decks(&counts),
        counts,
        name,
    };
    let [odd, even] = alternate;
    let total: Vec<u64> = odd.iter().zip(&even).map(|(a, b)| a + b).collect();
    let firsts = parts.scan(vec![0; total.len()], |first, (next, part)| {
        for (count, more) in first.iter_mut().zip(part) {
            *count += more;
        }
        Some((next, first.clone()))
    });
    let steps = firsts.map(|(next, first)| {
        let rest = total.iter().zip(&first).map(|(all, first)| all - first);
        let rest = side(rest.collect(), "the rest".to_owned());
        let name = format!("the first {} decks", grouped(decks(&first)));
        Cut {
            sides: [side(first, name), rest],
            at: Some(next),
        }
    });
    let other = Cut {
        sides: [
            side(odd.clone(), "decks 1, 3, 5, …".to_owned()),
            side(even.clone(), "decks 2, 4, 6, …".to_owned()),
        ],
        at: None,
    };
    let all = steps.chain([other]);
    all.filter(|cut| cut.decks().iter().all(|decks| *decks >= fewest))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_leave_nothing_out_and_need_enough_on_both_sides() {
        // Decks and a sum: of the first block, of as many, and of twice as many.
        let parts = [(64, [64, 5]), (128, [64, 6]), (256, [128, 20])];
        let parts = parts.map(|(next, counts)| (next, Vec::from(counts)));
        let alternate = [vec![128, 14], vec![128, 17]];
        let found = cuts(parts.into_iter(), alternate, |counts| counts[0], 64);
        let sides = found
            .iter()
            .map(|cut| cut.sides.each_ref().map(|side| side.counts[1]));
        assert_eq!(sides.collect::<Vec<_>>(), [[5, 26], [11, 20], [14, 17]]);
        assert_eq!(found[1].sides[0].name, "the first 128 decks");
        assert_eq!(found[1].decks(), [128, 128]);
        let at: Vec<Option<u64>> = found.iter().map(|cut| cut.at).collect();
        assert_eq!(at, [Some(64), Some(128), None]);
    }
}
