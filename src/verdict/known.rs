//! What is known of a routine without simulating it.

use crate::exact::{eulerian, gsr};
use crate::routine::Plan;
use crate::shuffle::Mixing;
use crate::statistic::Known;

/// The whole of a routine, where its law over all n! orders is known in closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// All orders equally likely: one ideal shuffle is enough.
    Ideal,
    /// So many Gilbert-Shannon-Reeds riffles and nothing else.
    Riffles(u32),
    /// A random cut: several are one.
    Cut,
    /// A single order.
    Fixed,
}

/// The closed form of `plan`, if it has one.
pub fn whole(plan: &Plan) -> Option<Whole> {
    let kinds: Vec<Mixing> = plan
        .steps()
        .iter()
        .map(|step| step.mixing())
        .filter(|mixing| *mixing != Mixing::Nothing)
        .collect();
    let all = |mixing| kinds.iter().all(|kind| *kind == mixing);
    if kinds.contains(&Mixing::Ideal) {
        Some(Whole::Ideal)
    } else if all(Mixing::Fixed) {
        Some(Whole::Fixed)
    } else if all(Mixing::Gsr) {
        Some(Whole::Riffles(kinds.len() as u32))
    } else if all(Mixing::UniformCut) {
        Some(Whole::Cut)
    } else {
        None
    }
}

/// All that statistics may use of `plan`.
pub fn known(plan: &Plan, cards: usize) -> Known {
    let rising_mean = whole(plan).and_then(|whole| match whole {
        Whole::Ideal => Some(eulerian::mean(cards)),
        Whole::Riffles(riffles) => {
            Some(gsr::Law::riffled(cards, gsr::Packets::riffles(riffles)).rising_mean())
        }
        // One sequence if nothing was cut off (probability 1/n), two otherwise.
        Whole::Cut => Some(2.0 - 1.0 / cards as f64),
        // Only the sorted order is known to have one.
        Whole::Fixed => plan
            .steps()
            .iter()
            .all(|step| step.mixing() == Mixing::Nothing)
            .then_some(1.0),
    });
    Known {
        chain: plan.one_card(cards),
        rising_mean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn of(text: &str) -> Option<Whole> {
        let mut letters = Letters::default();
        letters.define(
            'I',
            crate::shuffle::build("identity", toml::Table::new())
                .unwrap()
                .into(),
        );
        whole(&Routine::parse(text, &letters).unwrap().plan(&letters))
    }

    #[test]
    fn closed_forms_are_recognised() {
        assert_eq!(of("RSH"), Some(Whole::Ideal));
        assert_eq!(of("GIG"), Some(Whole::Riffles(2)));
        assert_eq!(of("CCC"), Some(Whole::Cut));
        assert_eq!(of("I"), Some(Whole::Fixed));
        assert_eq!(of("GC"), None);
        assert_eq!(of("RRR"), None);
    }
}
