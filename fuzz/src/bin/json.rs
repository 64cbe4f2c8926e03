//! The parser of `--format json`.

use source::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Json, bytes));
}
