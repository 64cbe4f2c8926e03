//! The parser of `--format text`.

use colddeck::internals::source::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Text, bytes));
}
