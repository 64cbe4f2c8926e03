//! Streams with a fault between decks, hands or draws, by code that shares nothing with the program.

/// `SplitMix64` (Steele, Lea and Flood, 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// True in `share` of all cases.
    pub fn chance(&mut self, share: f64) -> bool {
        ((self.next() >> 11) as f64) < share * (1_u64 << 53) as f64
    }

    pub fn deck(&mut self) -> Vec<usize> {
        let mut deck: Vec<usize> = (0..52).collect();
        self.shuffle(&mut deck);
        deck
    }

    /// The lands among seven of 40 cards, 17 of which are lands.
    pub fn lands(&mut self) -> usize {
        let mut deck: Vec<usize> = (0..40).collect();
        self.shuffle(&mut deck);
        deck[..7].iter().filter(|card| **card < 17).count()
    }

    fn shuffle(&mut self, items: &mut [usize]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The deck, riffled so often (Gilbert, Shannon and Reeds).
    pub fn riffled(&mut self, deck: &[usize], times: usize) -> Vec<usize> {
        let mut deck = deck.to_vec();
        for _ in 0..times {
            let cut = (0..deck.len()).filter(|_| self.chance(0.5)).count();
            let (mut upper, mut lower) = (deck[..cut].to_vec(), deck[cut..].to_vec());
            let mut pile = Vec::new();
            // The next card from below comes from a packet with a probability like its size.
            while let Some(packets) = (upper.len() + lower.len()).checked_sub(1) {
                let from = if self.below(packets + 1) < upper.len() {
                    &mut upper
                } else {
                    &mut lower
                };
                pile.extend(from.pop());
            }
            pile.reverse();
            deck = pile;
        }
        deck
    }
}

/// Tables that each riffle a deck of their own, logged in turn or as it comes.
pub fn tables(
    random: &mut Random,
    (tables, riffles, in_turn): (usize, usize, bool),
    decks: usize,
) -> Vec<Vec<usize>> {
    let mut at_table: Vec<Vec<usize>> = (0..tables).map(|_| random.deck()).collect();
    let mut next = |at: usize| {
        let table = if in_turn {
            at % tables
        } else {
            random.below(tables)
        };
        at_table[table] = random.riffled(&at_table[table], riffles);
        at_table[table].clone()
    };
    (0..decks).map(&mut next).collect()
}

/// The first of fair deals that has it.
pub fn deal(random: &mut Random, mut has: impl FnMut(&mut Random, &[usize]) -> bool) -> Vec<usize> {
    loop {
        let deck = random.deck();
        if has(random, &deck) {
            return deck;
        }
    }
}

/// The hand of a card, from 0: North, East, South, West.
pub fn hand(deal: &[usize], card: usize) -> usize {
    deal.iter().position(|other| *other == card).unwrap() / 13
}

/// The trumps of both sides, in the longest suit of each.
pub fn trumps(deal: &[usize]) -> usize {
    let mut held = [[0; 4]; 2];
    for (at, card) in deal.iter().enumerate() {
        held[at / 13 % 2][card / 13] += 1;
    }
    held.iter().map(|side| side.iter().max().unwrap()).sum()
}

/// Draws each of which `next` makes from those before.
fn one_by_one(draws: usize, mut next: impl FnMut(&[usize]) -> usize) -> Vec<usize> {
    let mut drawn = Vec::new();
    for _ in 0..draws {
        let symbol = next(&drawn);
        drawn.push(symbol);
    }
    drawn
}

/// Coins, some of which are the one `lag` before.
pub fn copies(random: &mut Random, (lag, share): (usize, f64), draws: usize) -> Vec<usize> {
    one_by_one(draws, |drawn| {
        let at = drawn.len();
        let copied = random.chance(share) && at >= lag;
        let fresh = random.below(2);
        if copied { drawn[at - lag] } else { fresh }
    })
}

/// Bits of the register x^length + x^tap + 1.
pub fn register(random: &mut Random, (length, tap): (usize, usize), draws: usize) -> Vec<usize> {
    let mut bits: Vec<usize> = (0..length).map(|_| random.below(2)).collect();
    for at in length..draws {
        bits.push(bits[at - length] ^ bits[at - length + tap]);
    }
    bits
}

/// The lowest bits of a linear congruential generator.
pub fn low_bits(random: &mut Random, bits: u32, draws: usize) -> Vec<usize> {
    let mut state = random.next() as u32;
    let mut next = || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (state % (1 << bits)) as usize
    };
    (0..draws).map(|_| next()).collect()
}

/// Dice with a favourite for each place in a round of so many draws, as often as `share` says.
pub fn rounds(random: &mut Random, (round, share): (usize, f64), draws: usize) -> Vec<usize> {
    let favourite: Vec<usize> = (0..round).map(|_| random.below(6)).collect();
    let mut next = |at: usize| {
        let fair = random.below(6);
        if random.chance(share) {
            favourite[at % round]
        } else {
            fair
        }
    };
    (0..draws).map(&mut next).collect()
}

/// A die that is thrown again, once, if it shows what it showed last.
pub fn avoiding(random: &mut Random, draws: usize) -> Vec<usize> {
    one_by_one(draws, |drawn| {
        let first = random.below(6);
        let again = drawn.last() == Some(&first);
        if again { random.below(6) } else { first }
    })
}

/// Eight symbols from two bags of four: one of them is emptied, then the other, and which comes first is drawn anew.
pub fn bags_in_bags(random: &mut Random, draws: usize) -> Vec<usize> {
    let mut drawn = Vec::new();
    while drawn.len() < draws {
        let mut bags: Vec<usize> = (0..2).collect();
        random.shuffle(&mut bags);
        for bag in bags {
            let mut items: Vec<usize> = (4 * bag..4 * bag + 4).collect();
            random.shuffle(&mut items);
            drawn.append(&mut items);
        }
    }
    drawn.truncate(draws);
    drawn
}

/// Coins, some of which are the exclusive or of the ones 3 and 7 before.
pub fn exclusive_or(random: &mut Random, share: f64, draws: usize) -> Vec<usize> {
    one_by_one(draws, |drawn| {
        let at = drawn.len();
        let fresh = random.below(2);
        let made = at >= 7 && random.chance(share);
        if made {
            drawn[at - 3] ^ drawn[at - 7]
        } else {
            fresh
        }
    })
}

/// Coins that are turned after three alike, as often as `share` says.
pub fn turning(random: &mut Random, share: f64, draws: usize) -> Vec<usize> {
    one_by_one(draws, |drawn| {
        let at = drawn.len();
        let fresh = random.below(2);
        let alike = at >= 3 && drawn[at - 3..].iter().all(|coin| *coin == drawn[at - 1]);
        let turned = alike && random.chance(share);
        if turned { 1 - drawn[at - 1] } else { fresh }
    })
}

/// Eight symbols that copy one of several earlier draws, as often as `share` says.
pub fn mixed_copies(
    random: &mut Random,
    (lags, share): (&[usize], f64),
    draws: usize,
) -> Vec<usize> {
    one_by_one(draws, |drawn| {
        let at = drawn.len();
        let fresh = random.below(8);
        let lag = lags[random.below(lags.len())];
        let copied = at >= lag && random.chance(share);
        if copied { drawn[at - lag] } else { fresh }
    })
}

pub fn is_flush(hand: &[usize]) -> bool {
    hand.iter().all(|card| card / 13 == hand[0] / 13)
}

/// Five ranks in a row, the ace below the two or above the king.
pub fn is_straight(hand: &[usize]) -> bool {
    (0..10_usize).any(|least| {
        let is_there = |step: usize| hand.iter().any(|card| card % 13 == (least + step) % 13);
        (0..5).all(is_there)
    })
}

/// Turns of the faces U, R and F, in the common notation.
pub type Scramble = Vec<String>;

/// The numbers of lands in so many hands, each of which may depend on those before.
pub fn lands(
    random: &mut Random,
    next: impl Fn(&mut Random, &[usize]) -> usize,
    number: usize,
) -> Vec<usize> {
    let mut all = Vec::new();
    for _ in 0..number {
        all.push(next(random, &all));
    }
    all
}

/// Scrambles of 25 turns, one a line; with the probability `share` one that `again` makes of those before.
pub fn scrambles(
    random: &mut Random,
    share: f64,
    again: impl Fn(&[Scramble]) -> Option<Scramble>,
    number: usize,
) -> String {
    let mut all: Vec<Scramble> = Vec::new();
    for _ in 0..number {
        let chosen = if random.chance(share) {
            again(&all)
        } else {
            None
        };
        let turn = |random: &mut Random| {
            ["U", "R", "F"][random.below(3)].to_owned() + ["", "2", "'"][random.below(3)]
        };
        all.push(chosen.unwrap_or_else(|| (0..25).map(|_| turn(random)).collect()));
    }
    all.iter()
        .map(|scramble| scramble.join(" ") + "\n")
        .collect()
}

/// The turns backwards.
pub fn undone(scramble: &Scramble) -> Scramble {
    let back = |turn: &String| match turn.strip_suffix('\'') {
        Some(face) => face.to_owned(),
        None if turn.ends_with('2') => turn.clone(),
        None => format!("{turn}'"),
    };
    scramble.iter().rev().map(back).collect()
}
