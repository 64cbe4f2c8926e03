//! Cards that an opponent calls who expects the old neighbour of the last card.

/// The law of the successions among the first `drawn` of `cards` cards in order: places where the next card is the one
/// that lay under this one before. There are C(d − 1, i) sets of i places, and each has successions in all of them with
/// probability (n − i)!/n!; inclusion and exclusion then loses no digits, since each term is below 1/i!.
///
/// ```
/// // Of two cards of three, 1 2 and 2 3 of the six pairs are successions.
/// let law = colddeck_laws::views::calls::successions(3, 2);
/// assert!((law[1] - 1.0 / 3.0).abs() < 1e-15);
/// ```
pub fn successions(cards: usize, drawn: usize) -> Vec<f64> {
    let places = drawn.saturating_sub(1);
    let mut sets = vec![1.0];
    for i in 0..places {
        let last = sets[i];
        sets.push(last * (places - i) as f64 / ((i + 1) * (cards - i)) as f64);
    }
    // P(exactly j) = Σ (−1)^(i−j) C(i, j) Sᵢ.
    let exactly = |j: usize| {
        let (mut sum, mut choose) = (0.0, 1.0);
        for (i, set) in sets.iter().enumerate().skip(j) {
            if i > j {
                choose *= i as f64 / (i - j) as f64;
            }
            let sign = if (i - j).is_multiple_of(2) { 1.0 } else { -1.0 };
            sum += sign * choose * set;
        }
        f64::max(sum, 0.0)
    };
    (0..=places).map(exactly).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, orders};
    use super::*;

    #[test]
    fn successions_agree_with_all_orders_of_six_cards() {
        let all = orders(&[1; 6]);
        for drawn in 1..=6 {
            let law = successions(6, drawn);
            for (value, p) in law.iter().enumerate() {
                let has = |order: &&Vec<u16>| {
                    let first = order[..drawn].windows(2);
                    first.filter(|pair| pair[1] == pair[0] + 1).count() == value
                };
                let share = all.iter().filter(has).count() as f64 / all.len() as f64;
                close(*p, share, 1e-14);
            }
        }
    }
}
