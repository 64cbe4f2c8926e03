//! Hashes of rows: every level against `SipHash` of the bytes.

use siphasher::sip128::SipHasher13;

use super::*;

#[test]
fn every_level_hashes_the_bytes_of_rows() {
    let mut cases = Cases(13);
    for cards in sizes().chain([640]) {
        if cards <= BYTE_CARDS {
            hash_bytes::<u8>(&mut cases, cards);
        } else {
            hash_bytes::<u16>(&mut cases, cards);
        }
    }
}

fn hash_bytes<T: Cell>(cases: &mut Cases, cards: usize)
where
    dyn Kernel: AsCells<T>,
{
    let (rows, decks) = (cases.grid::<T>(cards), 1 + cases.below(DECKS));
    let bytes = |cell: &T| -> Vec<u8> {
        let bytes = cell.index().to_le_bytes();
        bytes[..T::BITS / 8].to_vec()
    };
    for (level, kernel) in kernels::<T>() {
        let mut hashes = [0; DECKS];
        kernel.hashes(&rows, decks, &mut hashes);
        for (deck, hash) in hashes[..decks].iter().enumerate() {
            let bytes: Vec<u8> = rows.row(deck).iter().flat_map(bytes).collect();
            let expected = SipHasher13::new().hash(&bytes).as_u128();
            assert_eq!(*hash, expected, "{cards} cards, {level}");
        }
    }
}
