//! Figures: what a statistic declares that it will find, what it found, and how two finds are compared.

mod compares;
mod declaration;
#[cfg(feature = "full")]
mod kept;
#[cfg(not(feature = "full"))]
mod unkept;

pub use compares::Compares;
pub use declaration::{Declaration, NoFigure, Place, Shape, Trials, find, unit};
#[cfg(feature = "full")]
pub use kept::{Figures, child};
#[cfg(feature = "full")]
pub use serde_json::{Value, json};
#[cfg(not(feature = "full"))]
pub use unkept::{Figures, Value};

#[cfg(not(feature = "full"))]
pub use crate::unkept as json;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_lead_into_groups_and_lists() {
        let figures = Figures::from(json!({
            "mean": 2.5, "none": null, "best": { "mean": 0.25 }, "matrix": [[1, 2], [3, 4]],
            "cells": [{ "held": 0 }, { "held": 1 }],
        }));
        assert_eq!(figures.number("mean"), Some(2.5));
        assert_eq!(figures.number("best.mean"), Some(0.25));
        assert_eq!(figures.at("none"), None);
        assert_eq!(figures.whole("matrix.1.0"), Some(3));
        assert_eq!(figures.matrix("matrix").unwrap()[1], [3, 4]);
        assert_eq!(figures.counts("matrix"), None);
        assert_eq!(figures.groups("cells").unwrap()[1].whole("held"), Some(1));
        assert_eq!(figures.at("matrix.2"), None);
    }
}
