//! The reader of specs.

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::spec(bytes));
}
