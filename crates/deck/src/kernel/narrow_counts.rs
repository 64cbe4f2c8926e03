//! Counts of cards at positions while they are few: 16 bits each, or bit by bit.

/// The eight bits of a byte as eight numbers, lowest first.
const EXPAND: [[u16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u16;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Blocks in which the bit planes hold a count.
const PLANES: usize = 13;

/// Decks that may be counted before [`NarrowCounts::add_to`] must be called.
pub const MOST_PENDING: u64 = (1 << PLANES) - 1;

/// Counts of each card at each position, for decks of up to [`super::BYTE_CARDS`] cards.
///
/// Counts are the sum of two parts, either of which a kernel may add to: 16-bit counts, and, for up
/// to 64 cards, bit planes: bit `position` of `planes[k][card]` stands for 2ᵏ decks. Adding one
/// deck to the planes costs a few logical operations on whole words (vertical counters, in trees
/// of carry-save adders: Harley and Seal; Warren, "Hacker's Delight", 2nd edition, 5-1).
#[derive(Debug, Clone)]
pub struct NarrowCounts {
    cards: usize,
    stride: usize,
    counts: Vec<u16>,
    planes: Box<[[u64; 64]; PLANES]>,
    in_planes: u64,
}

impl NarrowCounts {
    /// Makes counts of which nothing is counted yet.
    pub fn new(cards: usize) -> Self {
        let stride = cards.next_multiple_of(64);
        Self {
            cards,
            stride,
            counts: vec![0; cards * stride],
            planes: Box::new([[0; 64]; PLANES]),
            in_planes: 0,
        }
    }

    /// The 16-bit counts, and how many of them belong to a card: `counts[card * stride + position]`.
    pub(crate) fn counts_mut(&mut self) -> (&mut [u16], usize) {
        (&mut self.counts, self.stride)
    }

    /// The bit planes, to which `decks` more decks will be added.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn planes_mut(&mut self, decks: u64) -> &mut [[u64; 64]; PLANES] {
        self.in_planes += decks;
        &mut self.planes
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Adds all counts to `cells[card * cards + position]`, and forgets them.
    pub fn add_to_rows(&mut self, cells: &mut [u64]) {
        self.empty_planes();
        let rows = self.counts.chunks_exact(self.stride);
        for (row, counts) in cells.chunks_exact_mut(self.cards).zip(rows) {
            for (cell, &count) in row.iter_mut().zip(counts) {
                *cell += u64::from(count);
            }
        }
        self.counts.fill(0);
    }

    /// Adds all counts to `cells[position * cards + card]`, and forgets them.
    pub fn add_to(&mut self, cells: &mut [u64]) {
        self.empty_planes();
        for (position, row) in cells.chunks_exact_mut(self.cards).enumerate() {
            let counts = self.counts[position..].iter().step_by(self.stride);
            for (cell, &count) in row.iter_mut().zip(counts) {
                *cell += u64::from(count);
            }
        }
        self.counts.fill(0);
    }

    /// Moves what the planes hold to the 16-bit counts.
    fn empty_planes(&mut self) {
        if self.in_planes == 0 {
            return;
        }
        let used = (u64::BITS - self.in_planes.leading_zeros()) as usize;
        for (card, counts) in self.counts.chunks_exact_mut(self.stride).enumerate() {
            for (byte, counts) in counts.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let mut sum = [0_u16; 8];
                for plane in self.planes[..used].iter().rev() {
                    let bits = &EXPAND[usize::from(plane[card].to_le_bytes()[byte])];
                    for (sum, bit) in sum.iter_mut().zip(bits) {
                        *sum = 2 * *sum + bit;
                    }
                }
                for (count, more) in counts.iter_mut().zip(sum) {
                    *count += more;
                }
            }
        }
        for plane in &mut self.planes[..used] {
            plane.fill(0);
        }
        self.in_planes = 0;
    }
}
