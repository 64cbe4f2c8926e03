//! `roll-and-keep`: the sum of the highest dice of a roll; the page.

use serde_json::Value;

use super::parts::{LAW_ROWS, any, largest_in_order};
use crate::table::Page;
use record::answers::roll_and_keep::{OneScore, RollAndKeep};
use text::names::{figure, grouped, significant};

/// Digits of a number of rolls that are shown; `--json` has all.
const SHOWN_DIGITS: usize = 60;

/// The answer on a page.
pub fn page(page: &mut Page, found: &RollAndKeep, _name: &str, _cards: usize) {
    let dice = format!("{}d{}k{}", found.dice, found.sides, found.keep);
    let kept = match found.keep {
        keep if keep == found.dice => "all kept".to_owned(),
        1 => "the highest kept".to_owned(),
        keep => format!("the {} highest kept", grouped(keep as u64)),
    };
    let rolled = match found.dice {
        1 => format!("A die of {} sides ({dice})", found.sides),
        many => format!(
            "{} dice of {} sides, {kept} ({dice})",
            grouped(many as u64),
            found.sides
        ),
    };
    page.line(match (found.mean, found.standard_deviation) {
        (Some(mean), Some(deviation)) => format!(
            "{rolled}: the score is {} on average, give or take {} (standard deviation), from {} to {}.",
            figure(mean, 9),
            figure(deviation, 6),
            grouped(found.lowest as u64),
            grouped(found.highest as u64)
        ),
        _ => format!(
            "{rolled}: the score is from {} to {}; its whole law would take too long.",
            grouped(found.lowest as u64),
            grouped(found.highest as u64)
        ),
    });
    if let Some(score) = &found.score {
        of_score(page, found, score);
    }
    effort(page, found);
    let shown = largest_in_order(&found.scores, LAW_ROWS, |score| score.probability);
    if shown.is_empty() {
        return;
    }
    let counted = shown.iter().any(|score| score.ways.is_some());
    let by_print: Vec<String> = (found.printed.as_ref())
        .map(|printed| printed.ways.clone())
        .unwrap_or_default();
    let lowest = found.lowest;
    let table = page.table(shown).right("score", |score| score.score);
    let table = if counted {
        table
            .right("rolls", |score| score.ways.clone().unwrap_or_default())
            .right("as printed", |score| {
                by_print
                    .get(score.score - lowest)
                    .cloned()
                    .unwrap_or_default()
            })
    } else {
        table
    };
    table.right("probability", |score| significant(score.probability, 6));
    if found.scores.len() > LAW_ROWS {
        page.note(format!(
            "the {LAW_ROWS} likeliest scores; `--json` has those above 1e-15"
        ));
    }
}

/// A number of rolls, which may be text because it is long.
fn whole(value: &Value) -> String {
    value.as_u64().map_or_else(|| any(value), grouped)
}

/// The score that was asked about.
fn of_score(page: &mut Page, found: &RollAndKeep, score: &OneScore) {
    let ways = match &score.ways {
        Some(ways) if ways.len() > SHOWN_DIGITS => format!(
            "{}… rolls, a number of {} digits (all in `--json`)",
            &ways[..SHOWN_DIGITS],
            grouped(ways.len() as u64)
        ),
        Some(ways) => format!("{ways} of {} rolls", whole(&found.rolls)),
        None => "a number of rolls that would take too long to count".to_owned(),
    };
    page.line(format!(
        "A score of {} comes up in {ways}: its probability is {}.",
        grouped(score.score as u64),
        any(&score.probability)
    ));
    if let (Some(at_most), Some(at_least)) = (score.at_most, score.at_least) {
        page.line(format!(
            "It is {} or less with probability {}, and {} or more with {}.",
            grouped(score.score as u64),
            figure(at_most, 6),
            grouped(score.score as u64),
            figure(at_least, 6)
        ));
    }
    if let Some(modulo) = score.modulo {
        page.line(format!(
            "Modulo {}, that is {}.",
            grouped(modulo.modulus),
            grouped(modulo.ways)
        ));
        page.note(if modulo.digits == 1 {
            "by Lucas's theorem nothing is gained: no number in the coefficients is larger than the modulus".to_owned()
        } else {
            format!(
                "by Lucas's theorem, if {} is prime, a coefficient falls into up to {} short ones, of digits to this base",
                grouped(modulo.modulus),
                modulo.digits
            )
        });
    }
    page.note(format!(
        "for this score, the published nested sum takes {} multinomial coefficients of up to {} digits. The published \
         program takes {} calls of binomial. Here it takes {} multiplications and divisions by short numbers",
        grouped(score.multinomials),
        grouped(score.multinomial_digits),
        grouped(score.binomial_calls),
        grouped(score.steps)
    ));
}

/// The printed recursion, and a binomial coefficient both ways.
fn effort(page: &mut Page, found: &RollAndKeep) {
    if let Some(printed) = &found.printed {
        page.note(format!(
            "the published recursion has as base cases r(0,0) = 1 for every score and r(n,d) = 0 for score 0. As printed \
             it gives {} rolls to all scores together, {} times as many as there are",
            whole(&printed.rolls),
            figure(printed.total, 6)
        ));
    }
    let coefficient = &found.coefficient;
    if found.keep == found.dice {
        return;
    }
    page.note(format!(
        "the binomial coefficient of {} and {}: {} multiplications and divisions in a loop, or powers of {} primes; {}",
        found.dice,
        found.keep,
        grouped(coefficient.steps),
        grouped(coefficient.primes),
        if coefficient.equal {
            "both give the same number"
        } else {
            "they differ"
        }
    ));
}
