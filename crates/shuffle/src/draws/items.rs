//! The items that lie in a bag: how many of each symbol.

use text::names::grouped;
use text::params::{ParamError, Params};

/// Items in a bag, all together, at the most: two megabytes, and a full shuffle in some milliseconds.
pub(crate) const MOST_ITEMS: u32 = 1_000_000;

/// The key that says how many of each.
pub(super) const ITEMS: &str = "items";

/// Reads how many items of each of so many `symbols` there are; `otherwise` where the key is absent.
pub(super) fn read(
    params: &Params,
    symbols: usize,
    otherwise: impl FnOnce() -> Vec<u32>,
) -> Result<Vec<u32>, ParamError> {
    let given = params.wholes(ITEMS, 0..=MOST_ITEMS)?;
    let whose = if given.is_some() { "" } else { " by default" };
    let items = given.unwrap_or_else(otherwise);
    let total = total(&items);
    let found = if items.len() != symbols {
        format!("found {} numbers", items.len())
    } else if total == 0 {
        "found no item at all".to_owned()
    } else if total > u64::from(MOST_ITEMS) {
        format!("found {} items together{whose}", grouped(total))
    } else {
        return Ok(items);
    };
    let most = grouped(u64::from(MOST_ITEMS));
    let accepted = format!(
        "accepted: {symbols} whole numbers, one for each symbol, from 1 to {most} items together"
    );
    Err(Params::refuse(ITEMS, format!("{found}; {accepted}")))
}

/// All items together.
pub(super) fn total(items: &[u32]) -> u64 {
    items.iter().map(|&items| u64::from(items)).sum()
}

/// Lists each symbol as often as it has items, the first symbol first.
pub(super) fn laid_out(items: &[u32]) -> impl Iterator<Item = u16> {
    items
        .iter()
        .enumerate()
        .flat_map(|(symbol, &items)| std::iter::repeat_n(symbol as u16, items as usize))
}

#[cfg(test)]
mod tests {
    use super::super::testing::refusal;
    use super::*;

    #[test]
    fn items_are_numbers_one_for_each_symbol_and_not_too_many() {
        for (text, found) in [
            (
                "items = [3, 3]",
                "key `items`: found 2 numbers; accepted: 3 whole",
            ),
            (
                "items = [0, 0, 0]",
                "key `items`: found no item at all; accepted",
            ),
            (
                "items = [1000000, 1, 0]",
                "key `items`: found 1,000,001 items together; accepted",
            ),
            (
                "items = [1, 2, -3]",
                "key `items`: found `[1, 2, -3]`; accepted: a list of whole",
            ),
            (
                "items = [1, 2, 0.5]",
                "key `items`: found `[1, 2, 0.5]`; accepted: a list of whole",
            ),
            (
                "items = 3",
                "key `items`: found `3`; accepted: a list of whole",
            ),
        ] {
            let error = refusal("bag", text, &[1, 1, 1]);
            assert!(error.starts_with(found), "{error}");
        }
        let error = refusal("bag", "", &[1_000_000, 1]);
        assert!(
            error.starts_with("key `items`: found 1,000,001 items together by default"),
            "{error}"
        );
    }

    #[test]
    fn items_lie_symbol_by_symbol() {
        assert_eq!(laid_out(&[2, 0, 3]).collect::<Vec<_>>(), [0, 0, 2, 2, 2]);
    }
}
