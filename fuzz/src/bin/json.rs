//! The parser of `--format json`.

use colddeck::internals::source::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Json, bytes));
}
