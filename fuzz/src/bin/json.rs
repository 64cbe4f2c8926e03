//! The parser of `--format json`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Json, bytes));
}
