//! The overlap of two deals: how many cards are in the same cell in both.

/// The first three moments of Σⱼ Iⱼ/rⱼ. A sum over cards is one over tuples of different cards, and k different cards
/// are in given cells of both deals with probability [Π (rⱼ)ₖⱼ / (n)ₖ]², of (n)ₖ such tuples.
pub fn moments(cells: &[usize], n: f64) -> [f64; 3] {
    // Cells of the same size have the same terms.
    let mut sizes: Vec<(f64, f64)> = Vec::new();
    for cell in cells {
        let cell = *cell as f64;
        match sizes
            .iter_mut()
            .find(|(size, _)| (*size - cell).abs() < 0.5)
        {
            Some((_, times)) => *times += 1.0,
            None => sizes.push((cell, 1.0)),
        }
    }
    // Ordered tuples of one, two and three different cards in the cells, with weights 1/r to these powers.
    let falling = |r: f64, k: usize| (0..k).map(|i| r - i as f64).product::<f64>();
    let one = |p: i32| -> f64 {
        let each = sizes
            .iter()
            .map(|(r, times)| times * r.powi(-p) * r * r / n);
        each.sum()
    };
    let same = |p: i32, k: usize| -> f64 {
        let each = sizes.iter();
        each.map(|(r, times)| times * r.powi(-p) * falling(*r, k).powi(2))
            .sum()
    };
    // Σ over ordered pairs of different cells of f(j) g(k) is the product of the sums less the same cells.
    let single = |p: i32| -> f64 { same(p, 1) };
    let both = |p: i32, q: i32| -> f64 {
        let again: f64 = sizes
            .iter()
            .map(|(r, times)| times * r.powi(-p - q) * r.powi(4))
            .sum();
        (same(p + q, 2) + single(p) * single(q) - again) / falling(n, 2)
    };
    let three = {
        let w = |power: i32| -> f64 { sizes.iter().map(|(r, times)| times * r.powi(power)).sum() };
        // All in one cell; two in one and one in another; all in different ones. Each card weighs 1/r · r² = r.
        let pair = |r: f64| falling(r, 2).powi(2) / (r * r);
        let all_one: f64 = same(3, 3);
        let pairs: f64 = sizes.iter().map(|(r, times)| times * pair(*r)).sum();
        let pair_and_own: f64 = sizes.iter().map(|(r, times)| times * pair(*r) * r).sum();
        let different = w(1).powi(3) - 3.0 * w(1) * w(2) + 2.0 * w(3);
        (all_one + 3.0 * (pairs * w(1) - pair_and_own) + different) / falling(n, 3)
    };
    let [first, second] = [one(1), one(2) + both(1, 1)];
    [first, second, one(3) + 3.0 * both(2, 1) + three]
}

#[cfg(test)]
mod tests {
    use super::super::testing::orders;
    use super::*;

    #[test]
    fn the_moments_are_those_of_all_deals_of_six_cards() {
        for cells in [&[2, 4][..], &[3, 3], &[2, 2, 2], &[1, 1, 4], &[1, 2, 3]] {
            let cell = |place: usize| {
                let mut ends = cells.iter().scan(0, |end, size| {
                    *end += size;
                    Some(*end)
                });
                ends.position(|end| place < end).unwrap_or(0)
            };
            let all = orders(&[1; 6]);
            let mut sums = [0.0; 3];
            for order in &all {
                // The first deal has card i at place i.
                let both = (0..6).filter(|place| cell(usize::from(order[*place])) == cell(*place));
                let overlap: f64 = both.map(|place| 1.0 / cells[cell(place)] as f64).sum();
                for (power, sum) in (1..).zip(&mut sums) {
                    *sum += overlap.powi(power) / all.len() as f64;
                }
            }
            for (sum, moment) in sums.iter().zip(moments(cells, 6.0)) {
                assert!((sum - moment).abs() < 1e-12, "{cells:?}: {sum} {moment}");
            }
        }
    }
}
