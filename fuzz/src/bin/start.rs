//! The parser of `--start`.

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::start(bytes));
}
