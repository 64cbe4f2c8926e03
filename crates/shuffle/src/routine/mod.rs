//! The little language that composes shuffles: letters in order, `X*k` for k times, parentheses,
//! blanks, and the names of kinds of shuffles as words: `RRH`, `G*7`, `(R*3 C)*2`, `mash*7 cut`.

mod after_riffles;
mod guess;
mod two_card;
mod words;

pub use after_riffles::{RifflesFirst, Then};
pub use two_card::Refused;
pub use words::{Step, may_use};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use thiserror::Error;
use toml::Table;

use crate as shuffle;
use crate::{Mixing, Shuffle};
use laws::matrix::Matrix;
use laws::order_law::{MOST_CARDS, MOST_OUTCOMES, MOST_TERMS, OrderLaw, OrderLawError};
use laws::permutation::Permutation;
use text::params::{KindError, Kinded};

/// The largest number after a `*`.
const MOST_REPEATS: usize = 1_000;

/// The largest number of shuffles in a routine once it is written out.
const MOST_STEPS: usize = 10_000;

/// Parentheses deeper than this are refused rather than parsed by ever deeper recursion.
const DEEPEST: usize = 64;

/// A matrix product costs n³ multiplications; a routine's chain is left out beyond this many
/// (some ten seconds).
pub const CHAIN_BUDGET: f64 = 2e10;

/// An error in the text of a routine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}routine `{text}`, column {column}: {problem}", asked(meant.as_deref()))]
pub struct RoutineError {
    /// The routine as written.
    pub text: String,
    /// Column of the problem, from 1, in characters.
    pub column: usize,
    /// A message that says what was found and what is accepted.
    pub problem: String,
    /// The routine that was probably meant.
    pub meant: Option<String>,
}

/// The likeliest meaning comes first.
fn asked(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| format!("did you mean `{meant}`? "))
}

/// A routine as written, and as a sequence of letters and words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    name: String,
    letters: Vec<Step>,
}

/// The shuffles that the letters of a spec stand for.
#[derive(Debug, Clone)]
pub struct Letters(BTreeMap<char, Meaning>);

/// The meaning of a letter.
#[derive(Debug, Clone)]
struct Meaning {
    shuffle: Arc<dyn Shuffle>,
    /// The table that it was made from, where it was made from one.
    table: Option<Table>,
}

/// A letter, the kind of shuffle that it stands for, and the kind's parameters in TOML.
pub type Lettered = (char, &'static str, &'static str);

impl Default for Letters {
    /// The letters of [`shuffle::DEFAULT_LETTERS`].
    fn default() -> Self {
        let mut letters = Self::none();
        letters.define_all(shuffle::DEFAULT_LETTERS);
        letters
    }
}

impl Letters {
    /// Knows no letters.
    pub fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// Lets `letter` stand for `shuffle`.
    pub fn define(&mut self, letter: char, shuffle: Arc<dyn Shuffle>) {
        let table = None;
        self.0.insert(letter, Meaning { shuffle, table });
    }

    /// Lets `letter` stand for a kind of shuffle with its parameters.
    pub fn make(&mut self, letter: char, made: Kinded) -> Result<(), KindError> {
        let shuffle = shuffle::build(&made.kind, made.parameters.clone())?.into();
        let table = Some(made.join());
        self.0.insert(letter, Meaning { shuffle, table });
        Ok(())
    }

    /// Lets each letter stand for its shuffle, which is written in the program itself.
    fn define_all(&mut self, list: &[Lettered]) {
        for (letter, kind, parameters) in list {
            let made = Kinded {
                kind: (*kind).to_owned(),
                parameters: parameters.parse().expect("parameters are TOML"),
            };
            self.make(*letter, made)
                .expect("the kind and its parameters exist");
        }
    }

    /// Gives the shuffle that a letter, or a word, stands for; `None` if it stands for none. Words
    /// are always there.
    pub fn get(&self, step: impl Into<Step>) -> Option<&Arc<dyn Shuffle>> {
        match step.into() {
            Step::Letter(letter) => self.0.get(&letter).map(|meaning| &meaning.shuffle),
            Step::Word(name) => words::shuffle_of(name),
        }
    }

    /// The table of parameters, with its kind, that a letter or a word was made from.
    pub fn table(&self, step: Step) -> Option<Table> {
        match step {
            Step::Letter(letter) => self.0.get(&letter)?.table.clone(),
            Step::Word(name) => words::table_of(name),
        }
    }

    /// Says in words what the letters and words that are used stand for.
    pub fn legend<'a>(&self, used: impl IntoIterator<Item = &'a Step>) -> BTreeMap<String, String> {
        let used: BTreeSet<&Step> = used.into_iter().collect();
        let described = used.into_iter().filter_map(|step| {
            let shuffle = self.get(*step)?;
            Some((step.to_string(), shuffle.describe()))
        });
        described.collect()
    }

    /// All letters, in alphabetical order, with their shuffles.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Arc<dyn Shuffle>)> {
        self.0
            .iter()
            .map(|(letter, meaning)| (*letter, &meaning.shuffle))
    }
}

impl Routine {
    /// Reads a routine; every letter must be defined. Words that can be read as letters alone are; otherwise
    /// the name of a kind of shuffle, in any case, stands for that kind (`cut`, `Cut`, `CUT`).
    ///
    /// ```
    /// use colddeck_shuffle::routine::{Letters, Routine};
    /// let routine = Routine::parse("(R*3 C)*2", &Letters::default()).unwrap();
    /// assert_eq!(routine.canonical(), "R*3 C R*3 C");
    /// ```
    pub fn parse(text: &str, letters: &Letters) -> Result<Self, RoutineError> {
        Self::read(text, letters, false).or_else(|error| match guess::meant(text, letters) {
            None => Err(error),
            Some(meant) => Self::read(text, letters, true).map_err(|error| RoutineError {
                meant: Some(meant),
                ..error
            }),
        })
    }

    /// Reads the text; if all of it is `guessed`, errors give no list and no guess at a part.
    fn read(text: &str, letters: &Letters, guessed: bool) -> Result<Self, RoutineError> {
        let chars: Vec<char> = text.chars().collect();
        let mut parser = Parser {
            text,
            chars: &chars,
            at: 0,
            letters,
            guessed,
        };
        let steps = parser.sequence(0)?;
        if parser.at < chars.len() {
            return Err(parser.error("found `)` without a `(` before it"));
        }
        if steps.is_empty() {
            return Err(parser.error("found no letter; accepted: one letter or more, as in `RRH`"));
        }
        Ok(Self {
            // Blanks of any kind and number are one blank: the name stands in tables.
            name: text.split_whitespace().collect::<Vec<_>>().join(" "),
            letters: steps,
        })
    }

    /// The routine as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letters and words, written out.
    pub fn letters(&self) -> &[Step] {
        &self.letters
    }

    /// One text for all ways to write the same sequence of letters and words; random streams derive from it.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        for run in self.letters.chunk_by(|a, b| a == b) {
            if !text.is_empty() {
                text.push(' ');
            }
            write!(text, "{}", run[0]).expect("writing to a string");
            if run.len() > 1 {
                write!(text, "*{}", run.len()).expect("writing to a string");
            }
        }
        text
    }

    /// The shuffles to apply, in order.
    ///
    /// # Panics
    /// If `letters` lacks a letter that was there when the routine was parsed.
    pub fn plan(&self, letters: &Letters) -> Plan {
        let find = |step: &Step| letters.get(*step).expect("checked when parsed").clone();
        Plan {
            steps: self.letters.iter().map(find).collect(),
        }
    }
}

/// The shuffles of a routine, in order.
#[derive(Debug, Clone)]
pub struct Plan {
    steps: Vec<Arc<dyn Shuffle>>,
}

impl Plan {
    /// A plan of these shuffles.
    pub fn new(steps: Vec<Arc<dyn Shuffle>>) -> Self {
        Self { steps }
    }

    /// The plan of a routine that is written in the program itself: of the usual letters and of `letters`.
    ///
    /// # Panics
    ///
    /// If the routine is not well formed.
    pub fn written(routine: &str, letters: &[Lettered]) -> Self {
        let mut known = Letters::default();
        known.define_all(letters);
        let routine = Routine::parse(routine, &known).expect("the routine is well formed");
        routine.plan(&known)
    }

    /// The plan done so many times.
    #[must_use]
    pub fn repeated(&self, times: usize) -> Self {
        let all = (0..times).flat_map(|_| self.steps.iter().cloned());
        Self::new(all.collect())
    }

    /// The shuffles, in order.
    pub fn steps(&self) -> &[Arc<dyn Shuffle>] {
        &self.steps
    }

    /// The one shuffle that is done again and again, and how often; nothing for other plans, and for one of no shuffles.
    pub fn one_move(&self) -> Option<(&Arc<dyn Shuffle>, u32)> {
        let (first, others) = self.steps.split_first()?;
        let described = first.describe();
        let same = others.iter().all(|other| other.describe() == described);
        same.then_some((first, 1 + others.len() as u32))
    }

    /// The moves of all shuffles together, of which the chains are made.
    pub fn moves(&self) -> u64 {
        let moves = self.steps.iter().map(|step| u64::from(step.moves()));
        moves.sum()
    }

    /// The number of riffles (Gilbert-Shannon-Reeds), if the routine has nothing else; shuffles that
    /// move nothing do not count.
    pub fn riffles_alone(&self) -> Option<u32> {
        let moving = self.steps.iter().map(|step| step.mixing());
        let moving: Vec<Mixing> = moving.filter(|mixing| *mixing != Mixing::Nothing).collect();
        let all = moving.iter().all(|mixing| *mixing == Mixing::Gsr);
        all.then_some(moving.len() as u32)
    }

    /// Multiplications that [`Plan::one_card`] takes, about.
    pub fn chain_effort(&self, cards: usize) -> f64 {
        let n = cards as f64;
        n * n * n * self.steps.len() as f64
    }

    /// The exact one-card chain of the whole routine, the product of its shuffles' chains in
    /// order; `None` where it would take more than the budget, or is unknown for a shuffle.
    pub fn one_card(&self, cards: usize) -> Option<Matrix> {
        if self.chain_effort(cards) > CHAIN_BUDGET {
            return None;
        }
        let (chains, steps) = self.each_once(|step| step.one_card(cards).ok_or(())).ok()?;
        let (first, others) = steps.split_first()?;
        let chain = chains[*first].clone();
        Some(
            others
                .iter()
                .fold(chain, |chain, &next| chain.then(&chains[next])),
        )
    }

    /// Makes something of every shuffle, once for each however often it comes; and says which of these
    /// belongs to each step.
    pub(crate) fn each_once<'a, T, E>(
        &'a self,
        make: impl Fn(&'a Arc<dyn Shuffle>) -> Result<T, E>,
    ) -> Result<(Vec<T>, Vec<usize>), E> {
        let mut shuffles: Vec<&Arc<dyn Shuffle>> = Vec::new();
        let (mut made, mut steps) = (Vec::new(), Vec::with_capacity(self.steps.len()));
        for step in &self.steps {
            let known = shuffles.iter().position(|known| Arc::ptr_eq(known, step));
            if known.is_none() {
                made.push(make(step)?);
                shuffles.push(step);
            }
            steps.push(known.unwrap_or(made.len() - 1));
        }
        Ok((made, steps))
    }

    /// The first of the shuffles whose one-card chain is unknown for `cards` cards.
    pub fn without_chain(&self, cards: usize) -> Option<&Arc<dyn Shuffle>> {
        let mut steps = self.steps.iter();
        steps.find(|step| step.one_card(cards).is_none())
    }

    /// The exact law of the whole routine over all n! orders, for decks of up to `most_cards`
    /// cards: [`ORDINARY_CARDS`], or [`MOST_CARDS`] where seconds do not matter.
    ///
    /// One ideal shuffle makes it uniform. Otherwise each shuffle takes n! terms for each order
    /// that it can reach, some nanoseconds each: a routine of three well below a second for 8
    /// cards, a few seconds for 9. It is refused beyond [`MOST_TERMS`].
    ///
    /// [`ORDINARY_CARDS`]: laws::order_law::ORDINARY_CARDS
    pub fn orders(&self, cards: usize, most_cards: usize) -> Result<OrderLaw, OrderLawError> {
        if cards > most_cards {
            let most = most_cards.min(MOST_CARDS);
            return Err(OrderLawError::Cards { cards, most });
        }
        let mut law = OrderLaw::sorted(cards)?;
        if self.steps.iter().any(|step| step.mixing() == Mixing::Ideal) {
            return OrderLaw::uniform(cards);
        }
        let (laws, steps) = self.each_once(|step| {
            let outcomes = || OrderLawError::Outcomes {
                shuffle: step.describe(),
            };
            let orders = step.orders_within(cards, MOST_OUTCOMES);
            OrderLaw::new(cards, orders.ok_or_else(outcomes)?)
        })?;
        let reached = steps.iter().map(|&at| laws[at].support() as u64);
        let terms = reached.sum::<u64>() * law.probabilities().len() as u64;
        if terms > MOST_TERMS {
            return Err(OrderLawError::Terms { terms });
        }
        for at in steps {
            law = law.then(&laws[at]);
        }
        Ok(law)
    }

    /// Says where the routine always takes the cards of a deck. The error is the first shuffle that is
    /// random, if one is.
    pub fn permutation(&self, cards: usize) -> Result<Permutation, &Arc<dyn Shuffle>> {
        let (moves, steps) = self.each_once(|step| {
            if !step.mixing().has_one_outcome() {
                return Err(step);
            }
            // No draw, one outcome.
            let orders = step.orders_within(cards, 1).ok_or(step)?;
            let deck = orders.keys().next().ok_or(step)?;
            Ok(Permutation::of_deck(deck))
        })?;
        let all = Permutation::identity(cards);
        Ok(steps.iter().fold(all, |all, &next| all.then(&moves[next])))
    }

    /// Natural logarithm of an upper bound for the number of orders that the routine can reach:
    /// no more than the product over its shuffles, of which cuts in a row are one cut, and no more than n!.
    pub fn ln_support(&self, cards: usize) -> f64 {
        let is_cut = |step: &Arc<dyn Shuffle>| step.mixing() == Mixing::UniformCut;
        let runs = self
            .steps
            .chunk_by(|step, next| is_cut(step) && is_cut(next));
        let product: f64 = runs.map(|run| run[0].ln_support(cards)).sum();
        product.min(libm::lgamma(cards as f64 + 1.0))
    }
}

struct Parser<'a> {
    text: &'a str,
    chars: &'a [char],
    at: usize,
    letters: &'a Letters,
    guessed: bool,
}

impl Parser<'_> {
    fn error(&self, problem: impl Into<String>) -> RoutineError {
        self.error_at(self.at, problem)
    }

    fn error_at(&self, at: usize, problem: impl Into<String>) -> RoutineError {
        RoutineError {
            text: self.text.to_owned(),
            column: at + 1,
            problem: problem.into(),
            meant: None,
        }
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    /// Items up to a closing parenthesis or the end.
    fn sequence(&mut self, depth: usize) -> Result<Vec<Step>, RoutineError> {
        let mut steps = Vec::new();
        while let Some(c) = self.peek() {
            if c == ')' {
                break;
            }
            let start = self.at;
            let item = self.item(c, depth)?;
            let times = self.times()?;
            if steps.len() + item.len() * times > MOST_STEPS {
                let problem =
                    format!("found more than {MOST_STEPS} shuffles; accepted: at most that many");
                return Err(self.error_at(start, problem));
            }
            for _ in 0..times {
                steps.extend_from_slice(&item);
            }
        }
        Ok(steps)
    }

    fn item(&mut self, c: char, depth: usize) -> Result<Vec<Step>, RoutineError> {
        if c == '(' {
            let open = self.at;
            if depth == DEEPEST {
                return Err(self.error(format!("found parentheses more than {DEEPEST} deep")));
            }
            self.at += 1;
            let inner = self.sequence(depth + 1)?;
            if self.peek() != Some(')') {
                return Err(self.error_at(open, "found `(` without a `)` to close it"));
            }
            if inner.is_empty() {
                return Err(self.error_at(
                    open,
                    "found nothing between the parentheses; accepted: one letter or more",
                ));
            }
            self.at += 1;
            return Ok(inner);
        }
        if let Some(step) = self.word()? {
            return Ok(vec![step]);
        }
        if self.letters.get(c).is_none() {
            return Err(self.error(self.unknown(c)));
        }
        self.at += 1;
        Ok(vec![c.into()])
    }

    /// Returns all that can be a word from here on.
    fn token(&self) -> String {
        let rest = self.chars[self.at..].iter();
        rest.take_while(|c| words::in_word(**c)).collect()
    }

    /// Reads a word, if one stands here. None begins in the middle of letters.
    fn word(&mut self) -> Result<Option<Step>, RoutineError> {
        if self.at > 0 && words::in_word(self.chars[self.at - 1]) {
            return Ok(None);
        }
        let token = self.token();
        let letters = self.letters;
        let Some(word) = words::read(&token, |c| letters.get(c).is_some()) else {
            return Ok(None);
        };
        let step = word
            .step(letters)
            .ok_or_else(|| self.error(word.refusal()))?;
        self.at += token.chars().count();
        Ok(Some(step))
    }

    /// The message on such a character where the whole routine is guessed.
    fn unknown_briefly(&self, c: char) -> String {
        const ACCEPTED: &str = "accepted: letters, names of shuffles (`colddeck list shuffles`), `*7`, parentheses, blanks";
        let token = self.token();
        match token.chars().count() {
            0 => format!("found `{c}`; {ACCEPTED}"),
            1 => format!("unknown letter `{c}`; {ACCEPTED}"),
            _ => format!("unknown word `{token}`; {ACCEPTED}"),
        }
    }

    /// The message on a character that is no letter, and begins no word.
    fn unknown(&self, c: char) -> String {
        let accepted = words::accepted(self.letters);
        let token = self.token();
        let several = token.chars().nth(1).is_some();
        match c {
            '*' => "found `*` with nothing before it to repeat; accepted: a letter, a word or `)` before it".to_owned(),
            _ if several && words::find(&token).is_some() => {
                format!("found `{token}` right after a letter; accepted: a blank before a word")
            }
            _ if shuffle::loader::STEPS.iter().any(|step| step.name == token && step.number.is_some()) => {
                format!(
                    "found `{token}`, a step of a data loader; accepted: a letter that is defined for its steps, as by --shuffle \
                     'L=loader steps=\"{token} 1000\"'"
                )
            }
            c if self.guessed => self.unknown_briefly(c),
            c if several && c.is_lowercase() => format!(
                "unknown word `{token}`; accepted: {accepted}{}",
                words::hint(&token, self.letters)
            ),
            c if c.is_alphabetic() => {
                let other_case = match c {
                    c if c.is_lowercase() => c.to_ascii_uppercase(),
                    c => c.to_ascii_lowercase(),
                };
                let known = self.letters.get(other_case);
                let hint = known.map_or_else(String::new, |_| format!("; did you mean `{other_case}`?"));
                format!("unknown letter `{c}`; accepted: {accepted}{hint}")
            }
            c => {
                let rest = self.chars[self.at..].iter();
                let number: String = rest.take_while(|c| c.is_ascii_digit()).collect();
                let hint = match number.as_str() {
                    "" => String::new(),
                    _ if self.at == 0 => String::new(),
                    number => format!("; did you mean `*{number}`?"),
                };
                format!(
                    "found `{c}`; accepted: letters and words ({accepted}), `*k`, parentheses, blanks{hint}"
                )
            }
        }
    }

    /// The number after a `*`, 1 where there is none.
    fn times(&mut self) -> Result<usize, RoutineError> {
        if self.peek() != Some('*') {
            return Ok(1);
        }
        self.at += 1;
        self.peek();
        let start = self.at;
        let digits: String = self.chars[start..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .collect();
        self.at += digits.len();
        match digits.parse() {
            Ok(times) if (1..=MOST_REPEATS).contains(&times) => Ok(times),
            _ => {
                let found = match digits.as_str() {
                    "" => self
                        .peek()
                        .map_or_else(|| "the end".to_owned(), |c| format!("`{c}`")),
                    digits => format!("`{digits}`"),
                };
                let problem = format!(
                    "found {found} after `*`; accepted: a whole number from 1 to {MOST_REPEATS}"
                );
                Err(self.error_at(start, problem))
            }
        }
    }
}

#[cfg(test)]
mod position_tests;
#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Routine, RoutineError> {
        Routine::parse(text, &Letters::default())
    }

    #[test]
    fn letters_repeats_parentheses_and_blanks_compose() {
        for (text, letters, canonical) in [
            ("RRH", "RRH", "R*2 H"),
            ("G*7", "GGGGGGG", "G*7"),
            (" ( R * 3 C ) * 2 ", "RRRCRRRC", "R*3 C R*3 C"),
            ("((S))", "S", "S"),
            ("(RH)*2C", "RHRHC", "R H R H C"),
        ] {
            let routine = parse(text).unwrap();
            let steps: Vec<String> = routine.letters().iter().map(Step::to_string).collect();
            assert_eq!(steps.concat(), letters);
            assert_eq!(routine.canonical(), canonical);
            assert_eq!(parse(canonical).unwrap().letters(), routine.letters());
        }
    }

    #[test]
    fn a_name_stands_on_one_line() {
        assert_eq!(parse(" R\n\t(H  H) ").unwrap().name(), "R (H H)");
    }

    #[test]
    fn bad_routines_say_where_and_what() {
        for (text, column, part) in [
            ("", 1, "found no letter"),
            ("RR)", 3, "without a `(`"),
            ("R(RH", 2, "without a `)`"),
            ("R()", 2, "nothing between"),
            ("RX", 2, "unknown letter `X`"),
            ("r", 1, "did you mean `R`?"),
            ("rr", 1, "did you mean `RR`?"),
            ("*3", 1, "nothing before it"),
            ("R*", 3, "found the end after `*`"),
            ("R*0", 3, "found `0`"),
            ("R*1001", 3, "from 1 to 1000"),
            ("R*99999999999999999999999", 3, "from 1 to 1000"),
            ("(G*1000)*1000", 1, "more than 10000 shuffles"),
            ("R-H", 2, "found `-`"),
            (&"(".repeat(100_000), 65, "deep"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.column, column, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn a_chain_is_the_product_in_order_and_left_out_when_too_large() {
        let letters = Letters::default();
        let chain = |text, cards| {
            Routine::parse(text, &letters)
                .unwrap()
                .plan(&letters)
                .one_card(cards)
        };
        let (hr, rh) = (chain("HR", 40).unwrap(), chain("RH", 40).unwrap());
        assert_ne!(hr, rh);
        let by_hand = chain("H", 40).unwrap().then(&chain("R", 40).unwrap());
        assert_eq!(hr, by_hand);
        assert_eq!(chain("R", 10_000), None);
    }

    #[test]
    fn a_law_over_all_orders_is_refused_where_it_would_take_too_long() {
        let mut letters = Letters::default();
        let mash =
            shuffle::build("mash", "packet = [1, 10000]\nerror = 5000".parse().unwrap()).unwrap();
        letters.define('M', mash.into());
        let orders = |text, cards, most| {
            let routine = Routine::parse(text, &letters).unwrap();
            routine.plan(&letters).orders(cards, most)
        };
        let error = |text, cards, most| orders(text, cards, most).unwrap_err().to_string();
        assert!(orders("RS", 9, 9).unwrap().total_variation() < 1e-12);
        assert_eq!(
            error("S", 9, 8),
            "found 9 cards; accepted: from 1 to 8 for a law over all orders"
        );
        assert!(error("S", 10, 100).contains("from 1 to 9"));
        // 248 orders for each of 401 riffles.
        assert!(error("G*401", 8, 8).contains("takes 4009743360 terms"));
        assert!(error("M", 8, 8).starts_with("the mash"));
    }
}
