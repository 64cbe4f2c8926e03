//! The reader of checkpoints and parts.

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::counts(bytes));
}
