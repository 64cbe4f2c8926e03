//! The parser of `--format jsonl`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Jsonl, bytes));
}
