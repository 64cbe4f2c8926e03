//! `adaptive-dice`: dice that make rare what has just come; the page.

use crate::table::Page;
use record::answers::adaptive_dice::{AdaptiveDice, Likeliest};
use text::names::{figure, grouped, p_value};

/// The answer on a page.
pub fn page(page: &mut Page, found: &AdaptiveDice, _name: &str, _cards: usize) {
    page.line(format!(
        "On dice of {} sides with an unrandomness of {}, {}.",
        found.sides,
        match &found.likeliest {
            Some(found) => format!(
                "{} (the likeliest for these rolls)",
                figure(found.unrandomness, 3)
            ),
            None => found.unrandomness.to_string(),
        },
        if found.unrandomness > 0.0 {
            "each roll makes its side rarer and the others likelier"
        } else {
            "rolls are independent"
        }
    ));
    if let Some(mean) = found.mean_repeats {
        let pairs = match found.repeats.len() {
            1 => "pair".to_owned(),
            pairs => format!("{pairs} pairs"),
        };
        page.line(format!(
            "Over the first {pairs} of neighbours, a roll repeats the one before it with probability {}; independent dice \
             do so with {}.",
            figure(mean, 4),
            figure(found.repeats_independent, 4)
        ));
    }
    match found.same_law {
        Some(1) => page.line("The first six rolls have the same law with the other unrandomness."),
        Some(_) => page.line("The first six rolls have another law with the other unrandomness."),
        None => {}
    }
    let Some(rolls) = &found.rolls else {
        return;
    };
    page.line(match (rolls.impossible, rolls.bits) {
        (Some(at), _) => format!("Roll {at} could not have come from such dice."),
        (None, Some(bits)) if bits >= 0.0 => format!(
            "Such dice can give these rolls: they are 2^{} times as likely as from independent dice.",
            figure(bits, 3)
        ),
        (None, bits) => format!(
            "Such dice can give these rolls: they are 2^{} times less likely than from independent dice.",
            figure(-bits.unwrap_or_default(), 3)
        ),
    });
    if let Some(likeliest) = &found.likeliest {
        interval(page, likeliest, found.sides);
    }
    let counts: Vec<String> = rolls.counts.iter().map(|count| grouped(*count)).collect();
    let even = match rolls.as_even {
        Some(as_even) => format!(
            "independent dice give counts this even with probability {}, this uneven with {}, exactly",
            figure(as_even, 3),
            figure(rolls.p, 3)
        ),
        None => format!(
            "independent dice give counts this uneven with probability about {}",
            p_value(rolls.p)
        ),
    };
    page.line(format!(
        "The sides came {} times: chi-squared {} ({even}). {} of {} rolls {} the one before; independent dice repeat no more \
         with probability {}.",
        counts.join(", "),
        figure(rolls.chi_squared, 3),
        rolls.repeats,
        rolls.rolls.saturating_sub(1),
        if rolls.repeats == 1 { "repeats" } else { "repeat" },
        p_value(rolls.repeats_at_most)
    ));
}

/// Says which other values fit the rolls.
fn interval(page: &mut Page, likeliest: &Likeliest, sides: usize) {
    // From there on all values have one law.
    let last = 1.0 / (sides as f64 - 1.0);
    if likeliest.unrandomness >= last {
        page.line("Any larger unrandomness gives the same law.");
    }
    let least = figure(likeliest.least, 3);
    page.line(match likeliest.most {
        Some(most) => format!(
            "By likelihood, a 95% interval for the unrandomness goes from {least} to {}.",
            figure(most, 3)
        ),
        None => format!(
            "By likelihood, a 95% interval for the unrandomness begins at {least} and has no upper end."
        ),
    });
    page.note("the interval: likelihoods within 1.92 units of the natural logarithm of the largest; 95% is the usual approximation (Wilks, 1938)");
}
