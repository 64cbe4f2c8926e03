//! The lines of a file that decks stand on.

/// Jumps of the lines beside the decks: by a header, blank lines, broken decks that were passed
/// over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// A deck, by its index from 0, and its line; all after it follow line by line, up to the next one.
    jumps: Vec<(u64, u64)>,
    /// The first deck of which it is no longer known.
    end: Option<u64>,
}

/// Files with more jumps than these have lines that nobody counts by hand.
const MOST_JUMPS: usize = 10_000;

impl Lines {
    /// Notes that the deck with that index, not below those before, stands on that line, counted from 1.
    #[inline]
    pub fn note(&mut self, deck: u64, line: u64) {
        let follows = self
            .jumps
            .last()
            .is_some_and(|(at, known)| line - known == deck - at);
        if !follows {
            self.jump(deck, line);
        }
    }

    fn jump(&mut self, deck: u64, line: u64) {
        if self.jumps.len() < MOST_JUMPS {
            self.jumps.push((deck, line));
        } else {
            self.end.get_or_insert(deck);
        }
    }

    /// The line of the deck with that index; `None` if it is not known.
    pub fn of(&self, deck: u64) -> Option<u64> {
        let known = self.end.is_none_or(|end| deck < end);
        let before = self.jumps.partition_point(|(at, _)| *at <= deck);
        let (at, line) = self.jumps.get(before.checked_sub(1)?)?;
        known.then(|| line + (deck - at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_again() {
        let mut lines = Lines::default();
        assert_eq!(lines.of(0), None);
        // A header, and a broken deck after the third one.
        for (deck, line) in [(0, 2), (1, 3), (2, 4), (3, 6), (4, 7)] {
            lines.note(deck, line);
        }
        assert_eq!(lines.jumps.len(), 2);
        let found: Vec<Option<u64>> = (0..5).map(|deck| lines.of(deck)).collect();
        assert_eq!(found, [2, 3, 4, 6, 7].map(Some));
    }

    #[test]
    fn after_too_many_jumps_nothing_is_said() {
        let mut lines = Lines::default();
        for deck in 0..=MOST_JUMPS as u64 {
            lines.note(deck, 2 * deck + 1);
        }
        let last = MOST_JUMPS as u64;
        assert_eq!(lines.of(last - 1), Some(2 * last - 1));
        assert_eq!(lines.of(last), None);
    }
}
