//! The version of this build, as `build.rs` finds it.

/// In a line: the version, and the commit with its date where they are known.
pub(super) const SHORT: &str = include_str!(concat!(env!("OUT_DIR"), "/version.txt"));

/// The same, with the features of this build and the platform that it is for, a line each.
pub(super) const LONG: &str = include_str!(concat!(env!("OUT_DIR"), "/long-version.txt"));
