
/// P(X ≥ seen), X binomial.
pub fn binomial_upper(seen: u64, of: u64, p: f64) -> f64 {
    match seen {
        0 => 1.0,
        _ => super::beta::beta_lower(seen as f64, (of - seen + 1) as f64, p),
    }
}
