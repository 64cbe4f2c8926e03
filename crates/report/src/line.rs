//! A ruler of fairness as a line of text: from a new deck on the left to a fair one on the right, on a log scale.

/// The words at both ends.
const LEFT: &str = "new deck ";
const RIGHT: &str = " fair";

/// The room before the line.
const INDENT: usize = 2;

/// A line that is being drawn.
pub(crate) struct Line {
    /// The values at its ends.
    new: f64,
    fair: f64,
    signs: Vec<char>,
}

impl Line {
    /// An empty line of so many columns in all; `None` if they are too few.
    pub fn new(columns: usize, (new, fair): (f64, f64)) -> Option<Self> {
        let room = columns.checked_sub(INDENT + LEFT.len() + RIGHT.len())?;
        (room > 0).then(|| Self {
            new,
            fair,
            signs: vec!['─'; room],
        })
    }

    /// The place of a value.
    fn place(&self, value: f64) -> usize {
        let (new, fair) = (self.new, self.fair);
        let share = libm::log(new / value.clamp(fair, new)) / libm::log(new / fair);
        (share * (self.signs.len() - 1) as f64).round() as usize
    }

    /// Draws an interval, its larger value first.
    pub(crate) fn interval(&mut self, high: f64, low: f64) {
        let (from, to) = (self.place(high), self.place(low));
        self.signs[from..=to].fill('━');
    }

    /// Draws the limit of what is near a fair deck.
    pub fn limit(&mut self, value: f64) {
        let at = self.place(value);
        self.signs[at] = if self.signs[at] == '━' {
            '╂'
        } else {
            '┆'
        };
    }

    /// Draws a value that is known.
    pub fn point(&mut self, value: f64) {
        let at = self.place(value);
        self.signs[at] = '●';
    }

    /// Writes names at their values, of those for which there is room.
    pub fn names<'a>(&mut self, names: impl IntoIterator<Item = (&'a str, f64)>) {
        let room = self.signs.len();
        for (name, value) in names {
            let name = format!(" {name} ");
            let wide = name.chars().count();
            let from = self.place(value).saturating_sub(wide / 2);
            let from = from.min(room - wide.min(room));
            let Some(free) = self.signs.get_mut(from..from + wide) else {
                continue;
            };
            if free.iter().all(|at| *at == '─') {
                free.iter_mut()
                    .zip(name.chars())
                    .for_each(|(at, new)| *at = new);
            }
        }
    }

    /// The line with the words at its ends.
    pub fn drawn(&self) -> String {
        let line: String = self.signs.iter().collect();
        format!("{:INDENT$}{LEFT}{line}{RIGHT}", "")
    }
}
