//! The parser of `--format cards`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Cards, bytes));
}
