//! The reader of records.

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::record(bytes));
}
