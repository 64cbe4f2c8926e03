//! Chains of stabilisers with their coset representatives (Sims, 1970), made as in Knuth, "Efficient representation of perm
//! groups" (1991).

use dashu_int::UBig;

use super::{Move, identity, inverse, then};

/// Products of rearrangements that a chain may take, times their cards: a second.
const EFFORT: u64 = 800_000_000;

/// One group of the chain: those members of the group that leave all cards above a place where they are.
#[derive(Debug, Default)]
struct Level {
    /// For each place, the inverse of a member that brings the first card that may move there.
    back: Vec<Option<Move>>,
    /// These members themselves.
    there: Vec<Move>,
    /// Members that generate this group.
    generators: Vec<Move>,
}

/// All groups of the chain.
#[derive(Debug)]
pub(super) struct Chain {
    cards: usize,
    levels: Vec<Level>,
    effort: u64,
}

/// Work that is left to do for a level.
enum Task {
    /// The rearrangement must be a member of its group.
    Member(usize, Move),
    /// So must be one that is a product of members.
    Product(usize, Move),
}

impl Chain {
    /// The chain of the group with one member.
    pub fn new(cards: usize) -> Self {
        let level = |at: usize| {
            let mut back = vec![None; cards];
            back[at] = Some(identity(cards));
            Level {
                back,
                there: vec![identity(cards)],
                generators: Vec::new(),
            }
        };
        Self {
            cards,
            levels: (0..cards).map(level).collect(),
            effort: 0,
        }
    }

    /// Makes the group one with `member`, and returns true if it was none before; nothing if that takes too long.
    pub fn add(&mut self, member: Move) -> Option<bool> {
        if self.has(0, &member) {
            return Some(false);
        }
        let mut tasks = vec![Task::Member(0, member)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Member(at, member) => self.generate(at, member, &mut tasks),
                Task::Product(at, product) => self.reach(at, product, &mut tasks),
            }
            if self.effort > EFFORT {
                return None;
            }
        }
        Some(true)
    }

    /// Makes `member` a generator of its level, if it is no member yet.
    fn generate(&mut self, at: usize, member: Move, tasks: &mut Vec<Task>) {
        if self.has(at, &member) {
            return;
        }
        let level = &mut self.levels[at];
        let products = level.there.iter().map(|one| then(one, &member));
        tasks.extend(products.map(|product| Task::Product(at, product)));
        self.effort += (level.there.len() * self.cards) as u64;
        level.generators.push(member);
    }

    /// Notes where `product` brings the card of its level, or what it does to the cards below.
    fn reach(&mut self, at: usize, product: Move, tasks: &mut Vec<Task>) {
        let level = &mut self.levels[at];
        let to = usize::from(product[at]);
        if let Some(back) = &level.back[to] {
            self.effort += self.cards as u64;
            if at + 1 < self.cards {
                tasks.push(Task::Member(at + 1, then(&product, back)));
            }
            return;
        }
        level.back[to] = Some(inverse(&product));
        let products = level.generators.iter().map(|one| then(&product, one));
        tasks.extend(products.map(|product| Task::Product(at, product)));
        self.effort += (level.generators.len() * self.cards) as u64;
        level.there.push(product);
    }

    /// True if a rearrangement that leaves the cards above a place where they are is a member.
    fn has(&mut self, at: usize, one: &[u16]) -> bool {
        let mut left: Move = one.into();
        for (from, level) in self.levels.iter().enumerate().skip(at) {
            let to = usize::from(left[from]);
            if to == from {
                continue;
            }
            let Some(back) = &level.back[to] else {
                return false;
            };
            for place in &mut left {
                *place = back[usize::from(*place)];
            }
            self.effort += self.cards as u64;
        }
        true
    }

    /// The number of members: each is a product of one of each level.
    pub fn order(&self) -> UBig {
        let each = self.levels.iter();
        each.map(|level| UBig::from(level.there.len())).product()
    }
}
