//! Rules that a predictor may go by: the draws that came in some context before, or how long each symbol has been away.

use std::fmt;

/// Cells of the table of one rule, at the most.
const MOST_CELLS: usize = 1 << 16;

/// The longest run of draws that is a context.
const LONGEST: usize = 12;

/// The farthest draw that is looked at alone, and together with another one.
const FARTHEST: usize = 64;
const FARTHEST_TOGETHER: usize = 8;

/// The longest round of draws.
const LONGEST_ROUND: usize = 64;

/// Runs of one symbol are told apart up to this length.
const LONGEST_RUN: usize = 8;

/// Draws within which a symbol came or not.
const LATELY: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// Times that a symbol came are told apart up to this number.
const MOST_TIMES: usize = 15;

/// A fact that is known before a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// The last so many draws.
    Last(usize),
    /// The draw so far back.
    Back(usize),
    /// The draws so far back, both of them.
    Both(usize, usize),
    /// The place in rounds of so many draws.
    Place(usize),
    /// The last symbol, and how often it has come in a row.
    Run,
    /// How long each symbol has been away.
    Away,
    /// Each symbol's having come among the last so many draws or not, of each by itself.
    Lately(usize),
    /// How often each symbol came among the last so many draws.
    Among(usize),
    /// How often each symbol has come in this round of so many draws.
    InRound(usize),
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Last(1) => write!(f, "the last draw"),
            Self::Last(draws) => write!(f, "the last {draws} draws"),
            Self::Back(lag) => write!(f, "the draw {lag} before"),
            Self::Both(one, other) => write!(f, "the draws {one} and {other} before"),
            Self::Place(draws) => write!(f, "the place in rounds of {draws} draws"),
            Self::Run => write!(f, "how often the last symbol came in a row"),
            Self::Away => write!(f, "how long each symbol has been away"),
            Self::Lately(draws) => write!(f, "which symbols came in the last {draws} draws"),
            Self::Among(draws) => write!(f, "how often each symbol came in the last {draws} draws"),
            Self::InRound(draws) => {
                write!(
                    f,
                    "how often each symbol came so far in a round of {draws} draws"
                )
            }
        }
    }
}

impl Known {
    /// All of them, for so many symbols, and rounds in which a bag of these symbols would be emptied.
    pub fn all(symbols: usize, round: Option<usize>) -> Vec<Self> {
        let contexts = MOST_CELLS / symbols;
        let last = (1..=LONGEST).take_while(|draws| {
            symbols
                .checked_pow(*draws as u32)
                .is_some_and(|all| all <= contexts)
        });
        let back = (2..=FARTHEST).filter(|_| symbols <= contexts);
        let both = (1..=FARTHEST_TOGETHER)
            .flat_map(|one| (one + 1..=FARTHEST_TOGETHER).map(move |other| (one, other)));
        // The last two are a context already.
        let both = both.filter(|pair| *pair != (1, 2) && symbols * symbols <= contexts);
        let place = (2..=LONGEST_ROUND).filter(|draws| *draws <= contexts);
        let run = (LONGEST_RUN * symbols <= contexts).then_some(Self::Run);
        let among = [symbols / 2, symbols - 1, 2 * symbols].into_iter();
        let mut all: Vec<Self> = last.map(Self::Last).collect();
        all.extend(back.map(Self::Back));
        all.extend(both.map(|(one, other)| Self::Both(one, other)));
        all.extend(place.map(Self::Place));
        all.extend(run);
        all.push(Self::Away);
        let lately = LATELY.into_iter().filter(|_| 2 * symbols <= CLASSES);
        all.extend(lately.map(Self::Lately));
        all.extend(among.filter(|draws| *draws > 1).map(Self::Among));
        all.extend(round.map(Self::InRound));
        all
    }
}

/// The draws so far, and what is known of each symbol.
#[derive(Debug, Clone)]
pub(super) struct Past {
    pub symbols: usize,
    pub draws: Vec<u8>,
    /// How often the last symbol has come in a row.
    run: usize,
    /// The place of the last draw of each symbol, counted from 1; 0 if there was none.
    last: Vec<usize>,
}

impl Past {
    pub fn new(symbols: usize) -> Self {
        Self {
            symbols,
            draws: Vec::new(),
            run: 0,
            last: vec![0; symbols],
        }
    }

    pub fn see(&mut self, symbol: u8) {
        self.run = if self.draws.last() == Some(&symbol) {
            self.run + 1
        } else {
            1
        };
        self.draws.push(symbol);
        self.last[usize::from(symbol)] = self.draws.len();
    }

    fn back(&self, lag: usize) -> Option<usize> {
        let at = self.draws.len().checked_sub(lag)?;
        Some(usize::from(self.draws[at]))
    }
}

/// Counts of what came, in each context.
#[derive(Debug, Clone)]
pub(super) struct InContext {
    known: Known,
    /// A row of symbols for each context.
    counts: Vec<u32>,
    totals: Vec<u32>,
}

impl InContext {
    fn new(known: Known, symbols: usize) -> Self {
        let contexts = match known {
            Known::Last(draws) => symbols.pow(draws as u32),
            Known::Back(_) => symbols,
            Known::Both(..) => symbols * symbols,
            Known::Place(draws) => draws,
            _ => symbols * LONGEST_RUN,
        };
        Self {
            known,
            counts: vec![0; contexts * symbols],
            totals: vec![0; contexts],
        }
    }

    /// The context of the next draw; `None` while there are too few draws.
    fn context(&self, past: &Past) -> Option<usize> {
        let symbols = past.symbols;
        match self.known {
            Known::Last(draws) => {
                (1..=draws).try_fold(0, |all, lag| Some(all * symbols + past.back(lag)?))
            }
            Known::Back(lag) => past.back(lag),
            Known::Both(one, other) => Some(past.back(one)? * symbols + past.back(other)?),
            Known::Place(draws) => Some(past.draws.len() % draws),
            _ => Some(past.back(1)? * LONGEST_RUN + past.run.min(LONGEST_RUN) - 1),
        }
    }
}

/// How often symbols came, and how often they should have, by something that is known of each.
#[derive(Debug, Clone)]
pub(super) struct BySymbol {
    known: Known,
    /// How often each symbol came within the draws that count.
    times: Vec<usize>,
    came: Vec<f64>,
    expected: Vec<f64>,
}

/// Classes of how long a symbol has been away: single draws up to 16, then quarters of octaves.
const CLASSES: usize = 64;

impl BySymbol {
    fn new(known: Known, symbols: usize) -> Self {
        let classes = match known {
            Known::Away | Known::Lately(_) => CLASSES,
            _ => MOST_TIMES + 1,
        };
        Self {
            known,
            times: vec![0; symbols],
            came: vec![0.0; classes],
            expected: vec![0.0; classes],
        }
    }

    fn class(&self, past: &Past, symbol: usize) -> usize {
        let away = past.draws.len() - past.last[symbol];
        match self.known {
            Known::Away => {}
            Known::Lately(draws) => {
                let came = past.last[symbol] > 0 && away < draws;
                return 2 * symbol + usize::from(came);
            }
            _ => return self.times[symbol].min(MOST_TIMES),
        }
        let class = match away.checked_ilog2() {
            Some(octave @ 4..) => 4 * octave as usize + (away >> (octave - 2) & 3),
            _ => away,
        };
        class.min(CLASSES - 1)
    }

    /// Follows a draw that is in `past` already.
    fn follow(&mut self, past: &Past, symbol: usize) {
        match self.known {
            Known::Among(draws) => {
                self.times[symbol] += 1;
                if let Some(gone) = past.back(draws + 1) {
                    self.times[gone] -= 1;
                }
            }
            Known::InRound(draws) => {
                self.times[symbol] += 1;
                if past.draws.len().is_multiple_of(draws) {
                    self.times.fill(0);
                }
            }
            _ => {}
        }
    }
}

/// A rule with what it has learned.
#[derive(Debug, Clone)]
pub(super) enum Rule {
    InContext(InContext),
    BySymbol(BySymbol),
}

/// Pseudo-counts of a rule in each context: so many for each symbol. The first learn fast, as the estimator of Krichevsky
/// and Trofimov (1981) does, the second lose little where there is hardly anything to be learned.
pub(super) const STRENGTHS: [f64; 2] = [0.5, 16.0];

impl Rule {
    pub fn new(known: Known, symbols: usize) -> Self {
        match known {
            Known::Away | Known::Lately(_) | Known::Among(_) | Known::InRound(_) => {
                Self::BySymbol(BySymbol::new(known, symbols))
            }
            _ => Self::InContext(InContext::new(known, symbols)),
        }
    }

    pub fn known(&self) -> Known {
        match self {
            Self::InContext(rule) => rule.known,
            Self::BySymbol(rule) => rule.known,
        }
    }

    /// The probability that the rule gives to `symbol`, over that of the stated `law`, for each strength. It learns the draw.
    pub(super) fn gains(&mut self, past: &Past, law: &[f64], symbol: usize) -> [f64; 2] {
        match self {
            Self::InContext(rule) => {
                let Some(context) = rule.context(past) else {
                    return [1.0; 2];
                };
                let came = &mut rule.counts[context * past.symbols + symbol];
                let all = &mut rule.totals[context];
                let (seen, of) = (f64::from(*came) / law[symbol], f64::from(*all));
                *came += 1;
                *all += 1;
                STRENGTHS.map(|each| {
                    let pseudo = each * past.symbols as f64;
                    (seen + pseudo) / (of + pseudo)
                })
            }
            Self::BySymbol(rule) => {
                let own = rule.class(past, symbol);
                // The law of each class, as it is stated.
                let mut of = [0.0; CLASSES];
                for (other, p) in law.iter().enumerate() {
                    of[rule.class(past, other)] += p;
                }
                let gains = STRENGTHS.map(|each| {
                    let all: f64 = (0..rule.came.len())
                        .filter(|class| of[*class] > 0.0)
                        .map(|class| of[class] * rule.ratio(class, each))
                        .sum();
                    rule.ratio(own, each) / all
                });
                rule.came[own] += 1.0;
                for (expected, p) in rule.expected.iter_mut().zip(of) {
                    *expected += p;
                }
                gains
            }
        }
    }

    /// The symbol that the rule calls next: the one to which it gives most, the first of these.
    pub(super) fn call(&self, past: &Past, law: &[f64], strength: usize) -> usize {
        let each = STRENGTHS[strength];
        let symbols = 0..past.symbols;
        let weight = |symbol: usize| match self {
            Self::InContext(rule) => {
                let seen = rule
                    .context(past)
                    .map_or(0, |context| rule.counts[context * past.symbols + symbol]);
                f64::from(seen) + each * past.symbols as f64 * law[symbol]
            }
            Self::BySymbol(rule) => law[symbol] * rule.ratio(rule.class(past, symbol), each),
        };
        let mut best = (0, weight(0));
        for symbol in symbols.skip(1) {
            let weight = weight(symbol);
            if weight > best.1 {
                best = (symbol, weight);
            }
        }
        best.0
    }

    /// Follows a draw that is in `past` already.
    pub fn follow(&mut self, past: &Past, symbol: usize) {
        if let Self::BySymbol(rule) = self {
            rule.follow(past, symbol);
        }
    }
}

impl BySymbol {
    /// How often symbols of the class come, over what is stated.
    fn ratio(&self, class: usize, pseudo: f64) -> f64 {
        (self.came[class] + pseudo) / (self.expected[class] + pseudo)
    }
}
