//! The parser of `--format csv`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Csv, bytes));
}
