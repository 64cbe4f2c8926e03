//! Checks for JavaScript, as a program of WebAssembly: numbers go in, the findings come out as JSON.
//!
//! The module asks its host for one function, `make`, which writes the next deck. All else is exported.

use std::cell::RefCell;

use colddeck_check::{Check, Checked, Outcome, Random, Suite, Tested};
use serde_json::{Value, json};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Writes the next deck to so many cards from `deck` on: 1 if there is one, 0 if there are no more, −1 if something
    /// was thrown, which the host keeps.
    safe fn make(deck: *mut u16, cards: usize) -> i32;
}

thread_local! {
    /// The generator that [`draw`] takes from.
    static RANDOM: RefCell<Random> = RefCell::new(Random::for_batch(1, 0));
    /// The last findings, or an error, as JSON.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Starts the stream of a seed, from 0 to 2^53.
#[unsafe(no_mangle)]
pub extern "C" fn seed(seed: f64) {
    RANDOM.set(Random::for_batch(seed as u128, 0));
}

/// The next number of the stream, from 0 to below 1, with 53 bits.
#[unsafe(no_mangle)]
pub extern "C" fn draw() -> f64 {
    let word = RANDOM.with_borrow_mut(Random::next_u64);
    (word >> 11) as f64 / (1_u64 << 53) as f64
}

/// Checks decks of `cards` cards: `drawn` of each if not 0, `decks` of them, or all that come if that is 0. `within` is 0 where
/// nothing is watched; `suite` counts from the quick one. With `cause`, the likeliest cause of a failure is looked for. The
/// answer lies at [`answer`].
#[unsafe(no_mangle)]
pub extern "C" fn check(
    cards: usize,
    drawn: usize,
    decks: f64,
    level: f64,
    within: f64,
    suite: usize,
    cause: bool,
) {
    let made = if decks > 0.0 {
        of_function(cards, drawn).decks(decks as u64)
    } else {
        colddeck_check::check_decks(cards, std::iter::from_fn(move || made(cards)))
    };
    let suites = [Suite::Quick, Suite::Standard, Suite::Deep];
    let asked = made.level(level).suite(suites[suite.min(2)]);
    let asked = if within > 0.0 {
        asked.within(within)
    } else {
        asked
    };
    let told = match asked.run() {
        Ok(found) => told(&found, cause),
        Err(error) => json!({"error": error.to_string()}),
    };
    ANSWER.set(told.to_string());
}

/// Where the answer to the last check lies, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}

/// A check of the decks that the host makes, as many as are asked for.
fn of_function(cards: usize, drawn: usize) -> Check<'static> {
    // What is thrown ends the check as no deck at all, and the host throws it once more.
    let next = move || made(cards).unwrap_or_default();
    match drawn {
        0 => colddeck_check::check_orders(cards, move |_| next()),
        drawn => colddeck_check::check_sample(cards, drawn, move |_| {
            let mut deck = next();
            deck.truncate(drawn);
            deck
        }),
    }
}

/// The next deck of the host, if there is one.
fn made(cards: usize) -> Option<Vec<u16>> {
    let mut deck = vec![0; cards];
    (make(deck.as_mut_ptr(), cards) == 1).then_some(deck)
}

/// The findings as the package has them.
fn told(found: &Checked, cause: bool) -> Value {
    let outcome = match found.outcome {
        Outcome::NoEvidence => "no-evidence",
        Outcome::Evidence => "evidence",
        Outcome::TooFew => "too-little",
    };
    let failures: Vec<Value> = found.failures().into_iter().map(tested).collect();
    let tests: Vec<Value> = found.tests.iter().map(tested).collect();
    json!({
        "outcome": outcome,
        "words": found.to_string(),
        "cards": found.cards,
        "drawn": found.drawn,
        "decks": found.decks,
        "level": found.level,
        "within": found.within,
        "tests": tests,
        "failures": failures,
        "cause": if cause { found.likeliest_cause() } else { None },
    })
}

fn tested(test: &Tested) -> Value {
    let detectable = test.detectable.as_ref();
    json!({
        "statistic": test.statistic,
        "lag": test.lag,
        "test": test.test,
        "p": test.p,
        "pAdjusted": test.p_adjusted,
        "verdict": test.verdict.name(),
        "words": test.words,
        "detectable": detectable.map(|(value, unit)| json!({"value": value, "unit": unit})),
    })
}
