//! The quantities that the answer of a run names: pictures of them lead, and their titles speak of them.

use serde::{Deserialize, Serialize};

/// A figure that the finding of a spec names, or of which its claims speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its path in the record, from the routine or the answer down: `opponent.calls`, `position-matrix.omnibus`.
    pub figure: String,
    /// The routine that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routine: Option<String>,
    /// The answer without simulating that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}
