//! Numbers and bounds as answers hold them.

use serde_json::{Value, json};

use laws::known;
use laws::wide::Wide;
use record::answers::bound::Bound;

/// A number that may lie outside the range of doubles: then it is text.
pub(super) fn number(value: Wide) -> Value {
    let double = value.value();
    if value == Wide::ZERO || (double.is_normal() && double.is_finite()) {
        json!(double)
    } else {
        json!(value.to_string())
    }
}

/// Writes a proved bound as answers hold it.
pub(super) fn bound(proved: known::Bound) -> Bound {
    Bound {
        value: proved.value,
        gap: proved.gap,
        by: proved.by,
    }
}
