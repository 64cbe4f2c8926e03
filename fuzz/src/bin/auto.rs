//! The parser of `--format auto`.

use source::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Auto, bytes));
}
