//! The display of a run for its user while it goes on, on stderr, and the user's way to end it.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::interrupt::{self, Watch};
use super::pace::{LONG, Pace, spoken};
use super::stdio;
use ::run::conduct::Progress;
use source::Facts;
use text::harmless;

const TEMPLATE: &str =
    "{msg} {wide_bar} {percent:>3}% {human_pos} of {human_len} decks, {rate}, {eta} left";

/// The bar of a stream of unknown length.
const ENDLESS: &str = "{spinner} {msg} {human_pos} decks, {rate}";

/// The line of a stage without decks.
const THINKING: &str = "{spinner} {msg}, {elapsed}";

/// The time after which a bar moves by itself, so that a slow stage does not look dead.
const TICK: Duration = Duration::from_millis(200);

/// A bar for each stage, where stderr is a terminal; notes; and Ctrl-C while programs run.
#[derive(Debug)]
pub(super) struct Console {
    quiet: bool,
    stage: Mutex<Stage>,
}

#[derive(Debug)]
struct Stage {
    bar: ProgressBar,
    watch: Option<Watch>,
    /// The speed at which decks come, if their number is known.
    pace: Option<Pace>,
    /// True if it was said that the run takes long: once is enough.
    told: bool,
}

impl Console {
    /// Shows nothing but errors if `quiet`.
    pub fn new(quiet: bool) -> Self {
        Self {
            quiet,
            stage: Mutex::new(Stage {
                bar: ProgressBar::hidden(),
                watch: None,
                pace: None,
                told: false,
            }),
        }
    }

    /// Shows a bar like `template` with so many steps, if their number is known.
    fn show(&self, template: &str, what: &str, steps: Option<u64>) {
        let target = if self.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let style = ProgressStyle::with_template(template)
            .expect("the template is valid")
            .with_key(
                "rate",
                |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                    // A rate that cannot be written is not worth an error.
                    let _ = write!(text, "{} decks/s", HumanCount(state.per_sec() as u64));
                },
            );
        let bar = ProgressBar::with_draw_target(steps, target)
            .with_style(style)
            .with_message(harmless::line(what).into_owned());
        if !bar.is_hidden() {
            bar.tick();
            bar.enable_steady_tick(TICK);
        }
        let mut stage = self.stage();
        stage.bar = bar;
        stage.pace = steps.map(|steps| Pace::of(steps, Instant::now()));
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for Console {
    fn begin(&self, what: &str, decks: Option<u64>) {
        interrupt::end_at_once(false);
        let template = if decks.is_some() { TEMPLATE } else { ENDLESS };
        self.show(template, what, decks);
    }

    fn think(&self, what: &str) {
        // There is nothing to save of a law that is half computed.
        interrupt::end_at_once(true);
        self.show(THINKING, what, None);
    }

    fn advance(&self, decks: u64) {
        let mut stage = self.stage();
        stage.bar.inc(decks);
        let Some(pace) = &mut stage.pace else {
            return;
        };
        let whole = pace.advanced(decks, Instant::now());
        if let Some(whole) = whole.filter(|whole| *whole > LONG)
            && !self.quiet
            && !stage.told
        {
            stage.told = true;
            let text = format!(
                "note: at this rate this run takes about {}; Ctrl-C ends it, and fewer decks make it shorter",
                spoken(whole)
            );
            stage.bar.suspend(|| stdio::note(&text));
        }
    }

    fn end(&self) {
        let mut stage = self.stage();
        stage.bar.finish_and_clear();
        stage.watch = None;
        stage.pace = None;
        interrupt::end_at_once(false);
    }

    fn announce(&self, what: &str) {
        if !self.quiet {
            stdio::note(what);
        }
    }

    fn read(&self, facts: &Facts) {
        if !self.quiet {
            notes(facts);
        }
    }

    fn interrupted(&self) -> io::Result<Arc<AtomicBool>> {
        let watch = Watch::begin()?;
        let asked = watch.asked();
        self.stage().watch = Some(watch);
        Ok(asked)
    }
}

/// Says what a reader of the result should know of the decks.
fn notes(facts: &Facts) {
    if facts.copies {
        stdio::note(
            "note: copies of a card are labelled at random in each deck, so that every statistic stays \
             valid and loses only what copies hide",
        );
    }
    if facts.unknown_start {
        stdio::note(
            "note: without --start the order before the shuffle is not known; cards are numbered by \
             suit and rank, or by their letters: all tests are valid, but may see less",
        );
    }
    if facts.unmoved_first {
        stdio::note(
            "note: the first deck is in the order from before the shuffle; if it is a header row, say \
             --format csv --header yes, and if it is the start, leave it out",
        );
    }
    if facts.skipped > 0 {
        stdio::note(&format!(
            "note: broken decks skipped: {}, the first at {}",
            facts.skipped, facts.first_skipped
        ));
    }
    if facts.unused > 0 {
        stdio::note(&format!(
            "note: decks read but not tested, as the deck that they were shuffled from is not known: \
             {}",
            facts.unused
        ));
    }
}
