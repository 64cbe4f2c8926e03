//! Reads a draw: cards of a class that came among some places, hits among draws, or an event of a deck.

use dashu_ratio::RBig;

use super::super::parameter::CARDS;
use super::super::question::Given;
use super::counted::{Counted, Such};
use super::{DRAW, MOST_GAMES, TYPES};
use deck::quantity::{Faces, Measure, Quantity};
use deck::subject::{Classes, lot};
use laws::null::to_f64;
use laws::puzzles::probability;
use record::answers::luck::{Log, NAME, Origin};
use text::names::grouped;
use text::params::ParamError;
use text::{harmless, whole};

/// A draw, and the deck or the draws that it comes from.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    pub text: String,
    pub words: String,
    pub from: Origin,
    pub event: Event,
    pub log: Log,
}

/// The event that a draw is.
#[derive(Debug, Clone)]
pub(super) enum Event {
    /// A number that is counted has one of some values.
    Counted {
        counted: Counted,
        such: Such,
        /// The number in words.
        words: String,
    },
    /// Another event of a deck.
    Other { cards: usize, types: Option<String> },
}

/// The forms of a draw, in words.
const FORMS: &str = "\"0 of 16 land in first:20 of 60\", \"0 of 100 draws at 2%\", or with --types an event such as \"no land in hand:7\"";

/// The deck of an event, in words.
const DECKS: &str = "the deck of the event, as in \"16 land, 44 spell\", or 52 for a pack of cards; or a draw that says its deck, \
     as in \"0 of 16 land in first:20 of 60\"";

fn wrong(found: impl Into<String>, accepted: impl Into<String>) -> ParamError {
    ParamError::Wrong {
        key: DRAW.to_owned(),
        found: found.into(),
        accepted: accepted.into(),
    }
}

impl Draw {
    pub fn read(given: &Given<'_>) -> Result<Self, ParamError> {
        let text: String = given.value(DRAW);
        let types: Option<String> = given.get(TYPES);
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((came, all, rest)) = begins(&words) else {
            return Self::event(&text, types.as_deref());
        };
        if types.is_some() {
            return Err(ParamError::Wrong {
                key: TYPES.to_owned(),
                found: "a deck beside a draw that says its own".to_owned(),
                accepted:
                    "either of the two, as in \"land in first:20 = 0\" and \"16 land, 44 spell\""
                        .to_owned(),
            });
        }
        match *rest {
            ["draw" | "draws", "at" | "with", chance] => Self::draws(&text, came, all, chance),
            _ => Self::cards(&text, came, all, rest),
        }
    }

    /// "0 of 100 draws at 2%".
    fn draws(text: &str, came: u64, draws: u64, chance: &str) -> Result<Self, ParamError> {
        let found = format!("`{}`", harmless::line(chance));
        let hit = share(chance).ok_or_else(|| wrong(found, "a chance, as in 2%, 0.02 or 1/50"))?;
        if hit == RBig::ZERO || hit == RBig::ONE {
            return Err(wrong(
                format!("the chance {chance}"),
                "more than 0 and less than 1",
            ));
        }
        if !(1..=MOST_GAMES).contains(&draws) {
            let most = grouped(MOST_GAMES);
            return Err(wrong(
                format!("{} draws", grouped(draws)),
                format!("1 to {most} of them"),
            ));
        }
        no_more(came, draws, "draws")?;
        let hits = match came {
            0 => "no hit".to_owned(),
            1 => "1 hit".to_owned(),
            came => format!("{} hits", grouped(came)),
        };
        let all = text::names::counted(draws, "draw");
        let (above, below) = (hit.numerator().to_string(), hit.denominator().to_string());
        let others = (RBig::ONE - &hit).numerator().to_string();
        Ok(Self {
            text: text.to_owned(),
            words: format!("{hits} in {all} at {chance}"),
            from: Origin::Draws {
                draws,
                hit: format!("{above}/{below}"),
            },
            event: Event::Counted {
                counted: Counted::Draws {
                    draws,
                    hit: to_f64(&hit),
                },
                such: Such::One(came),
                words: format!("hits in {all}"),
            },
            log: Log {
                rows: "a line for each draw, `hit` or `miss`".to_owned(),
                command: format!(
                    "colddeck test log.txt --subject sequence --weights hit={above},miss={others}"
                ),
            },
        })
    }

    /// "0 of 16 land in first:20 of 60", as words after "0 of 16".
    fn cards(text: &str, came: u64, of_class: u64, rest: &[&str]) -> Result<Self, ParamError> {
        let found = || format!("`{}`", harmless::line(text));
        let [rest @ .., "of", cards] = rest else {
            return Err(wrong(found(), FORMS));
        };
        let at = rest.iter().position(|word| *word == "in");
        let at = at.filter(|at| *at > 0 && *at + 1 < rest.len());
        let (Some(at), Some(cards)) = (at, whole::parse(cards)) else {
            return Err(wrong(found(), FORMS));
        };
        if !CARDS.contains(&cards) {
            let (least, most) = (CARDS.start(), CARDS.end());
            return Err(wrong(
                format!("a deck of {} cards", grouped(cards)),
                format!("{least} to {} of them", grouped(*most)),
            ));
        }
        let (class, places) = (rest[..at].join(" "), rest[at + 1..].join(" "));
        let class = class.trim_matches('"').to_owned();
        no_more(came, of_class, &class)?;
        if of_class == 0 || of_class >= cards {
            return Err(wrong(
                format!("{} {class} of {} cards", grouped(of_class), grouped(cards)),
                format!("1 to {} of them", grouped(cards - 1)),
            ));
        }
        let other = if class.eq_ignore_ascii_case("rest") {
            "others"
        } else {
            "rest"
        };
        let types = format!("{of_class} {class}, {} {other}", cards - of_class);
        let deck = Deck::read(&types)?;
        let number = format!("\"{class}\" in {places}");
        let number = deck.quantity(&number).map_err(|problem| {
            wrong(
                format!("`{}`", harmless::line(&places)),
                problem.accepted().to_owned(),
            )
        })?;
        let Some(counted) = counted(&number).filter(|_| !number.is_event()) else {
            return Err(wrong(
                format!("the places `{}`", harmless::line(&places)),
                "first:20, hand:7, last:3, top, place 3, or seats such as N+S of 52 cards",
            ));
        };
        possible(&counted, came)?;
        // "3 of 4 aces": so many of several cards.
        let named = if of_class > 1 && came > 0 {
            number.to_string().replacen(&class, &several(&class), 1)
        } else {
            number.to_string()
        };
        let amount = match came {
            0 => format!("no {named}"),
            _ if came == of_class => format!("all {came} {named}"),
            _ => format!("{came} of {of_class} {named}"),
        };
        Ok(Self {
            text: text.to_owned(),
            words: amount,
            from: deck.origin(),
            log: rows(&counted),
            event: Event::Counted {
                counted,
                such: Such::One(came),
                words: number.to_string(),
            },
        })
    }

    /// An event of a deck that is given beside it.
    fn event(text: &str, types: Option<&str>) -> Result<Self, ParamError> {
        let types = types.ok_or_else(|| ParamError::Missing {
            kind: NAME.to_owned(),
            key: TYPES.to_owned(),
            accepted: DECKS.to_owned(),
        })?;
        let deck = Deck::read(types)?;
        let event = deck.quantity(text);
        let event =
            event.map_err(|problem| wrong(problem.found(), problem.accepted().to_owned()))?;
        if !event.is_event() {
            return Err(wrong(
                format!("the number `{}`", harmless::line(text)),
                "an event, which compares it, as in `land in first:20 = 0`",
            ));
        }
        let words = event.to_string().replace("exactly 0 ", "no ");
        let (event, log) = match counted(&event) {
            Some(counted) => {
                let such = such(&event, &counted)?;
                let words = number_of(&words);
                let log = rows(&counted);
                let event = Event::Counted {
                    counted,
                    such,
                    words,
                };
                (event, log)
            }
            None => (
                Event::Other {
                    cards: deck.cards,
                    types: deck.types(),
                },
                Log {
                    rows: "a line for each game, with all cards of the deck from the top"
                        .to_owned(),
                    command: match deck.types() {
                        Some(types) => format!("colddeck test log.txt --deck \"{types}\""),
                        None => format!("colddeck test log.txt --deck {}", deck.cards),
                    },
                },
            ),
        };
        Ok(Self {
            text: text.to_owned(),
            words,
            from: deck.origin(),
            event,
            log,
        })
    }
}

/// Cards of a class of a pack as several are called: "aces" for "ace". Types of a deck keep the name that they were given.
fn several(class: &str) -> String {
    let in_pack = Quantity::read(&format!("\"{class}\" in top"), Faces::Pack, 52);
    let words = in_pack.map(|number| number.to_string()).ok();
    let named = words
        .as_deref()
        .and_then(|words| words.strip_suffix(" on top"));
    let named = named.filter(|named| named.starts_with(class));
    named.unwrap_or(class).to_owned()
}

/// The numbers of "0 of 16", and the words behind them.
fn begins<'a, 'b>(words: &'a [&'b str]) -> Option<(u64, u64, &'a [&'b str])> {
    match words {
        [came, "of", all, rest @ ..] => {
            let came = match *came {
                "no" | "none" => 0,
                came => whole::parse(came)?,
            };
            Some((came, whole::parse(all)?, rest))
        }
        _ => None,
    }
}

/// A chance as a fraction, a decimal number, or in per cent.
fn share(text: &str) -> Option<RBig> {
    let Some(number) = text.strip_suffix('%') else {
        return probability(text);
    };
    let (whole, after) = number.split_once('.').unwrap_or((number, ""));
    let below = "0".repeat(after.len() + 2);
    probability(&format!("{whole}{after}/1{below}"))
}

fn no_more(came: u64, all: u64, what: &str) -> Result<(), ParamError> {
    if came <= all {
        return Ok(());
    }
    let (came, all) = (grouped(came), grouped(all));
    Err(wrong(
        format!("{came} of {all} {what}"),
        format!("0 to {all} of them"),
    ))
}

/// Refuses a number that cannot come.
fn possible(counted: &Counted, came: u64) -> Result<(), ParamError> {
    let (least, most) = counted.ends();
    if least == most {
        return Err(wrong(
            format!("places in which {} of them always lie", grouped(least)),
            "places in which it is left to luck how many do",
        ));
    }
    if (least..=most).contains(&came) {
        return Ok(());
    }
    let places = match counted {
        Counted::Cards { places, .. } => *places,
        Counted::Draws { draws, .. } => *draws,
    };
    Err(wrong(
        format!(
            "{} of them in {}",
            grouped(came),
            text::names::counted(places, "place")
        ),
        format!(
            "{} to {}, which is what may come",
            grouped(least),
            grouped(most)
        ),
    ))
}

/// The one count that a quantity is made of.
fn counted(of: &Quantity) -> Option<Counted> {
    match of.measures() {
        [Measure::Count { class, places }] => Some(Counted::Cards {
            class: class.len() as u64,
            places: places.len() as u64,
            cards: of.cards() as u64,
        }),
        _ => None,
    }
}

/// The values of a count with which an event comes.
fn such(event: &Quantity, counted: &Counted) -> Result<Such, ParamError> {
    let (least, most) = counted.ends();
    let all = least..=most;
    let comes = |value: &u64| i64::try_from(*value).is_ok_and(|value| event.with(&[value]) != 0);
    let values: Vec<u64> = all.filter(comes).collect();
    match values[..] {
        [] => Err(wrong(
            "an event that never comes",
            format!(
                "one that may: {} to {} of these cards may be there",
                grouped(least),
                grouped(most)
            ),
        )),
        _ if values.len() as u64 == most - least + 1 => Err(wrong(
            "an event that always comes",
            "one that may stay away",
        )),
        [one] => Ok(Such::One(one)),
        _ => Ok(Such::Values(values)),
    }
}

/// The number in "at least 2 land among the first 7 cards", in words: what stands behind the amount.
fn number_of(words: &str) -> String {
    let is_amount = |word: &&str| *word == "no" || word.bytes().all(|byte| byte.is_ascii_digit());
    let parts = words.split(' ').skip_while(|word| !is_amount(word));
    let parts: Vec<&str> = parts.collect();
    // "0 or 1 land" has two, as "2 to 4 land".
    let (rest, joins) = match &parts[..] {
        [_, "or", other, rest @ ..] if is_amount(other) => (rest, 1),
        [_, "to", _, rest @ ..] | [_, rest @ ..] => (rest, 0),
        [] => (&[][..], 0),
    };
    let is_one = !words.contains(" and ") && words.matches(" or ").count() == joins;
    if is_one && !rest.is_empty() {
        rest.join(" ")
    } else {
        "cards that count".to_owned()
    }
}

/// The log of a count: rows, each of which may have a deck of its own.
fn rows(counted: &Counted) -> Log {
    let command = match counted {
        Counted::Cards {
            class,
            places,
            cards,
        } => format!(
            "colddeck test log.csv --subject rows --deck {cards} --copies {class} --drawn {places} --found found"
        ),
        Counted::Draws { .. } => String::new(),
    };
    Log {
        rows: "a line for each game, whose column `found` says how many of these cards came"
            .to_owned(),
        command,
    }
}

/// The deck of a draw.
struct Deck {
    cards: usize,
    classes: Option<Classes>,
}

impl Deck {
    /// Reads a number of cards, or the cards of each type.
    fn read(types: &str) -> Result<Self, ParamError> {
        let number = whole::parse(types.trim());
        let lots = types.split(',').filter_map(lot);
        // Saturating: a number too large for a deck is refused.
        let all = lots.fold(0_u64, |all, (count, _)| all.saturating_add(count as u64));
        let cards = number.unwrap_or(all);
        let accepted = || ParamError::Wrong {
            key: TYPES.to_owned(),
            found: format!("`{}`", harmless::line(types)),
            accepted: format!(
                "{DECKS}; {} to {} cards",
                CARDS.start(),
                grouped(*CARDS.end())
            ),
        };
        let fits = usize::try_from(cards).ok();
        let cards = fits
            .filter(|_| CARDS.contains(&cards))
            .ok_or_else(accepted)?;
        let classes = match number {
            Some(_) => None,
            None => Some(Classes::read(types, None, cards)?),
        };
        Ok(Self { cards, classes })
    }

    fn quantity(&self, text: &str) -> Result<Quantity, deck::quantity::Wrong> {
        let faces = Faces::of(self.classes.as_ref(), self.cards);
        Quantity::read(text, faces, self.cards)
    }

    fn types(&self) -> Option<String> {
        self.classes.as_ref().map(ToString::to_string)
    }

    fn origin(&self) -> Origin {
        Origin::Deck {
            cards: self.cards,
            types: self.types(),
        }
    }
}
