//! The order of the jobs' turns: it depends on the number of decks, of jobs and of cards alone.

use deck::BLOCK;

/// Cards that a turn may have: while one job is read, the others should have room to write theirs.
const TURN_CARDS: usize = 1 << 17;

/// Blocks that a turn may have.
const TURN_BLOCKS: usize = 64;

/// Turns of whole blocks: the orders of decks relative to earlier ones are looked at within a block, so
/// that they stay within a job.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turns {
    decks: u64,
    jobs: u64,
    /// Decks in a turn.
    turn: u64,
}

impl Turns {
    /// Turns for `decks` decks of `cards` cards from up to `jobs` jobs, as even as blocks allow.
    pub(super) fn long(decks: u64, jobs: usize, cards: usize) -> Self {
        let most = (TURN_CARDS / (cards * BLOCK)).clamp(1, TURN_BLOCKS) as u64;
        Self::new(decks, jobs, most)
    }

    /// Turns of a single block: all jobs are heard soon.
    pub(super) fn short(decks: u64, jobs: usize) -> Self {
        Self::new(decks, jobs, 1)
    }

    /// Turns of up to `most` blocks.
    fn new(decks: u64, jobs: usize, most: u64) -> Self {
        let block = BLOCK as u64;
        let blocks = decks.div_ceil(block).max(1);
        let jobs = (jobs as u64).clamp(1, blocks);
        let rounds = blocks.div_ceil(jobs * most);
        Self {
            decks,
            jobs,
            turn: blocks.div_ceil(jobs * rounds) * block,
        }
    }

    /// Jobs that have a turn, or at least are there.
    pub(super) fn jobs(&self) -> usize {
        self.jobs as usize
    }

    /// The job that gives the deck with this index.
    pub(super) fn job_at(&self, deck: u64) -> usize {
        (deck / self.turn % self.jobs) as usize
    }

    /// Decks that a job gives in all.
    pub(super) fn share(&self, job: usize) -> u64 {
        let round = self.turn * self.jobs;
        let rest = (self.decks % round).saturating_sub(self.turn * job as u64);
        self.decks / round * self.turn + rest.min(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_deck_has_one_job_and_shares_add_up() {
        for (decks, jobs, cards) in [
            (1, 1, 52),
            (100, 4, 52),
            (2_000, 4, 52),
            (20_001, 3, 52),
            (1_000, 7, 10_000),
            (100_000, 16, 2),
        ] {
            for turns in [Turns::long(decks, jobs, cards), Turns::short(decks, jobs)] {
                let mut counted = vec![0; turns.jobs()];
                for deck in 0..decks {
                    counted[turns.job_at(deck)] += 1;
                    // A block is of one job.
                    assert_eq!(turns.job_at(deck), turns.job_at(deck / 64 * 64));
                }
                let shares: Vec<u64> = (0..turns.jobs()).map(|job| turns.share(job)).collect();
                assert_eq!(counted, shares, "{decks} decks of {cards} from {jobs}");
                assert_eq!(shares.iter().sum::<u64>(), decks);
            }
        }
    }

    /// 313 blocks; turns of up to 39 blocks of 52 cards make three rounds of four turns of 27.
    #[test]
    fn shares_are_nearly_even() {
        let turns = Turns::long(20_000, 4, 52);
        let shares: Vec<u64> = (0..4).map(|job| turns.share(job)).collect();
        assert_eq!(shares, [5_184, 5_184, 5_184, 4_448]);
    }

    #[test]
    fn in_short_turns_every_job_has_had_one_after_as_many_blocks() {
        let turns = Turns::short(1_000_000, 4);
        let jobs: Vec<usize> = (0..5).map(|block| turns.job_at(64 * block)).collect();
        assert_eq!(jobs, [0, 1, 2, 3, 0]);
    }
}
