//! Cards of each class in each cell of places of an ideal deck: the multivariate hypergeometric law.

use super::super::counting::{ln_choose, ln_factorial};

/// Goes through all tables of the cards of each class in each cell: cells one after the other, with their cards of each
/// class, and the probability of the table. `sizes` are the cards of each class, `cells` the places in each cell, with
/// the same sum. Ends where `visit` returns false.
pub fn tables(sizes: &[usize], cells: &[usize], mut visit: impl FnMut(&[usize], f64) -> bool) {
    // Given are the cells; the cards of a class fall into them in C(places left, cards) ways.
    let mut table = vec![0; sizes.len() * cells.len()];
    let ln_all = ln_factorial(cells.iter().sum())
        - cells.iter().map(|cell| ln_factorial(*cell)).sum::<f64>();
    let mut left = sizes.to_vec();
    fill(&mut table, &mut left, (cells, 0), -ln_all, &mut visit);
}

/// Fills the cells from the given one on; `ln` is the logarithm of the ways so far, less that of all.
fn fill(
    table: &mut [usize],
    left: &mut [usize],
    (cells, at): (&[usize], usize),
    ln: f64,
    visit: &mut impl FnMut(&[usize], f64) -> bool,
) -> bool {
    let Some(places) = cells.get(at) else {
        return visit(table, libm::exp(ln));
    };
    let classes = left.len();
    if at + 1 == cells.len() {
        // The last cell takes all that is left, in one way.
        table[at * classes..].copy_from_slice(left);
        return visit(table, libm::exp(ln));
    }
    divide(
        table,
        left,
        (at * classes, 0, *places),
        &mut |table, left| {
            let here = &table[at * classes..(at + 1) * classes];
            // C(left, here) ways for each class.
            let ways: f64 = here
                .iter()
                .zip(left.iter())
                .map(|(here, left)| ln_choose(left + here, *here))
                .sum();
            fill(table, left, (cells, at + 1), ln + ways, visit)
        },
    )
}

/// Divides so many places of a cell among the classes from the given one on.
fn divide(
    table: &mut [usize],
    left: &mut [usize],
    (cell, class, places): (usize, usize, usize),
    then: &mut dyn FnMut(&mut [usize], &mut [usize]) -> bool,
) -> bool {
    if class + 1 == left.len() {
        if left[class] < places {
            return true;
        }
        table[cell + class] = places;
        left[class] -= places;
        let goes_on = then(table, left);
        left[class] += places;
        return goes_on;
    }
    let all = left[class];
    for here in 0..=all.min(places) {
        table[cell + class] = here;
        left[class] = all - here;
        let goes_on = divide(table, left, (cell, class + 1, places - here), then);
        left[class] = all;
        if !goes_on {
            return false;
        }
    }
    true
}
