//! The parser of `--format u16`.

use source::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::U16, bytes));
}
