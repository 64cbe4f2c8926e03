//! Routines that begin with riffles and end with moves that leave what is known of these as it is: a fixed rearrangement, such
//! as a cut of 26 cards, or a cut at a random place.

use super::Plan;
use crate::Mixing;
use laws::permutation::Permutation;

/// The moves that follow the riffles of a routine.
#[derive(Debug, Clone, PartialEq)]
pub enum Then {
    /// None.
    Nothing,
    /// Always the same ones.
    Fixed(Permutation),
    /// A cut at a uniformly random place, with or without fixed cuts before and after it.
    RandomCut,
}

/// A routine that begins with riffles.
#[derive(Debug, Clone, PartialEq)]
pub struct RifflesFirst {
    /// The number of riffles (Gilbert-Shannon-Reeds).
    pub riffles: u32,
    /// The moves after them.
    pub then: Then,
    /// These in words, if there are any.
    pub says: Option<String>,
}

impl Plan {
    /// The riffles that the routine begins with, and the moves that follow, if these are fixed or a cut at a random place.
    pub fn riffles_first(&self, cards: usize) -> Option<RifflesFirst> {
        let moving = self.steps.iter();
        let moving = moving.filter(|step| step.mixing() != Mixing::Nothing);
        let riffles = moving
            .clone()
            .take_while(|step| step.mixing() == Mixing::Gsr);
        let riffles = riffles.count();
        let after: Vec<_> = moving.skip(riffles).cloned().collect();
        let says = after.iter().map(|step| step.describe());
        let says = says.collect::<Vec<String>>().join(", then ");
        let (cuts, fixed): (Vec<_>, Vec<_>) = after
            .into_iter()
            .partition(|step| step.mixing() == Mixing::UniformCut);
        let then = match (cuts.is_empty(), fixed.is_empty()) {
            (true, true) => Then::Nothing,
            (true, false) => Then::Fixed(Self::new(fixed).permutation(cards).ok()?),
            // A cut leaves the circle of cards as it is: fixed ones beside a random one change nothing.
            (false, _) => {
                let mut moves = fixed.into_iter().map(|step| Self::new(vec![step]));
                let cut = moves.all(|plan| plan.permutation(cards).is_ok_and(|to| is_cut(&to)));
                cut.then_some(Then::RandomCut)?
            }
        };
        Some(RifflesFirst {
            riffles: riffles as u32,
            then,
            says: Some(says).filter(|says| !says.is_empty()),
        })
    }
}

/// True if the cards keep their order around the deck.
fn is_cut(moves: &Permutation) -> bool {
    let (to, cards) = (moves.to(), moves.cards());
    to.windows(2).all(|two| (two[0] + 1) % cards == two[1])
}

#[cfg(test)]
mod tests {
    use super::super::{Letters, Routine};
    use super::*;

    fn of(text: &str) -> Option<RifflesFirst> {
        let mut letters = Letters::default();
        let cut = crate::build("cut", "cards = 3".parse().unwrap()).unwrap();
        letters.define('K', cut.into());
        let routine = Routine::parse(text, &letters).unwrap();
        routine.plan(&letters).riffles_first(10)
    }

    #[test]
    fn riffles_come_first_and_fixed_moves_or_a_cut_after() {
        let alone = of("G*7").unwrap();
        assert_eq!(
            (alone.riffles, alone.then, alone.says),
            (7, Then::Nothing, None)
        );
        let cut = of("G*5 K").unwrap();
        assert_eq!(cut.then, Then::Fixed(Permutation::cut(10, 3)));
        assert_eq!(
            (cut.riffles, cut.says.as_deref()),
            (5, Some("a cut of 3 from the top"))
        );
        let twice = of("G K K").unwrap();
        assert_eq!(twice.then, Then::Fixed(Permutation::cut(10, 6)));
        for text in ["G*2 C", "G*2 C K", "G*2 K C C"] {
            assert_eq!(of(text).unwrap().then, Then::RandomCut, "{text}");
        }
        // Moves between riffles or random ones are not of this kind; nor is a cut beside what breaks the circle.
        for text in ["G C G", "G R", "G faro C"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert!(matches!(of("G faro").unwrap().then, Then::Fixed(_)));
    }
}
