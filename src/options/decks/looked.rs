//! Options with what an input itself says: what it holds is found out as far as nobody said it.

use std::fmt;
use std::sync::Arc;

use anyhow::{anyhow, bail};

use super::super::rows;
use super::super::weights::Weighting;
use super::Options;
use deck::subject::{Order, Shape};
use reader::{
    Columns, DrawPlan, Field, Format, Header, Input, Logged, Look, RECORDED_CARDS, Unclear,
    recorded_shape,
};
use text::harmless;
use text::names::{counted, grouped};

impl Options {
    /// Returns true unless another number of cards was asked for than these columns hold.
    fn may_have(&self, columns: &Columns) -> bool {
        match (columns.cards(), self.cards()) {
            (Some(found), Ok(Some(asked))) => found == asked,
            _ => true,
        }
    }

    /// Fills in what a format of hands tells: the deck, and what is seen of it. Refuses a deck of another size.
    fn of_hands(&mut self, shape: Shape) -> anyhow::Result<()> {
        if let Some(asked) = self.cards()?
            && asked != RECORDED_CARDS
        {
            bail!(
                "--deck: found {}, but {} are dealt from {RECORDED_CARDS}; leave --deck out",
                counted(asked as u64, "card"),
                self.kind()
            );
        }
        self.deck
            .get_or_insert_with(|| rows::Deck::of(RECORDED_CARDS));
        self.view.get_or_insert(shape);
        Ok(())
    }

    /// Returns true if draws are read.
    pub(super) fn is_of_draws(&self) -> bool {
        self.subject == "sequence"
            || self.weights.is_some()
            || self.column.is_some()
            || self.by.is_some()
    }

    /// Returns true if something says that whole decks are read, and how.
    fn says_how(&self) -> bool {
        self.subject != "deck"
            || self.view.is_some()
            || self.base.is_some()
            || self.start.is_some()
            || self.in_place
            || self.skip_invalid > 0
            || self.header != Header::Auto
            || self.columns.is_some()
            || self.separator.is_some()
            || self.key.is_some()
            || self.place.is_some()
            || self.groups.is_some()
            || self.types.is_some()
            || self.arrangement.is_some()
            || self.rows.given().is_some()
    }

    /// Finds out what `input` holds, as far as the options do not say it: the options with what was found, the stream from
    /// its beginning, and the order, if it is a single one on lines.
    pub fn looked(&self, input: Input) -> anyhow::Result<Found> {
        let mut found = Found {
            options: self.clone(),
            input,
            order: None,
        };
        let options = &mut found.options;
        if let Some(shape) = recorded_shape(options.format) {
            options.of_hands(shape)?;
        }
        if options.format != Format::Auto && !options.is_of_draws() {
            return Ok(found);
        }
        let briefly = options.is_of_draws() || options.says_how();
        let looked = found.input.looked(briefly)?;
        found.input = looked.input;
        if found.options.is_of_draws() {
            found.options.draws(&found.input, looked.look)?;
            return Ok(found);
        }
        found.take(looked.look)?;
        Ok(found)
    }

    /// Reads draws that are logged as names, in a table or under a key.
    fn draws(&mut self, input: &Input, look: Result<Look, Unclear>) -> anyhow::Result<()> {
        "sequence".clone_into(&mut self.subject);
        let names = self.weights.as_ref().and_then(Weighting::names);
        let has_blanks = names.is_some_and(|names| names.iter().any(|name| name.contains(' ')));
        let field = match (&self.column, &self.key, look) {
            (Some(column), _, _) => Field::Column(column.clone()),
            (None, Some(key), _) => Field::Key(Some(key.clone())),
            (None, None, Ok(Look::Draws(field))) => field,
            (None, None, Err(unclear))
                if self.by.is_some() || unclear.asks_for_field || unclear.sorted_lines =>
            {
                bail!("{}: {}", input.name(), unclear.problem)
            }
            _ if has_blanks => Field::Lines,
            _ => Field::Words,
        };
        let in_lines = matches!(field, Field::Words | Field::Lines);
        if in_lines && let Some(by) = &self.by {
            bail!(
                "--by {by}: found draws without columns or keys; accepted: a table with the column, or objects with the key"
            );
        }
        let plain = matches!(&self.weights, Some(Weighting::Listed { names: None, .. }));
        if plain && field == Field::Words {
            return Ok(());
        }
        let plan = DrawPlan {
            field,
            by: self.by.clone(),
            names: names.cloned(),
            separator: self.separator,
        };
        let mut logged = input.logged(&plan)?;
        match &self.weights {
            None => return Err(Unweighted::of(input, &logged).into()),
            Some(Weighting::Listed {
                names: None,
                weights,
            }) => {
                let numbered = logged.numbered(weights.len());
                logged = numbered.map_err(|problem| anyhow!("--weights: {problem}"))?;
            }
            Some(_) => {}
        }
        self.logged = Some(Arc::new(logged));
        Ok(())
    }
}

/// An input, and the options with what was found out about it.
pub struct Found {
    pub options: Options,
    pub input: Input,
    /// A single order on lines, if it is one.
    pub order: Option<Order>,
}

impl Found {
    /// Takes over what was found.
    fn take(&mut self, look: Result<Look, Unclear>) -> anyhow::Result<()> {
        let options = &mut self.options;
        let name = self.input.name();
        if let Ok(Look::Hands(format, shape)) = look {
            if options.subject == "deck" && options.place.is_none() {
                options.format = format;
                options.of_hands(shape)?;
            }
            return Ok(());
        }
        if options.says_how() {
            return Ok(());
        }
        let look = match look {
            Ok(look) => look,
            // Whoever says how many cards there are means decks.
            Err(_) if options.deck.is_some() => return Ok(()),
            Err(unclear) => bail!("{name}: {}", unclear.problem),
        };
        let alone = options.deck.is_none();
        match look {
            Look::Rows => options.format = Format::Lands17,
            Look::Bytes(format, cards) => {
                options.format = format;
                options.deck.get_or_insert_with(|| rows::Deck::of(cards));
            }
            Look::Columns(columns, headed) if options.may_have(&columns) => {
                options.columns = Some(columns);
                if headed {
                    options.header = Header::Yes;
                }
            }
            Look::Key(key) => options.key = Some(key),
            Look::Scrambles if alone => "state".clone_into(&mut options.subject),
            Look::Lines if alone => self.order = Some(self.input.order_on_lines()?),
            Look::Place(column) if alone => options.place = Some(column),
            Look::Draws(field) if alone => options.draws(&self.input, Ok(Look::Draws(field)))?,
            Look::Lines => bail!(
                "{name}: found a number on each line, and --deck; a single order is read without --deck, and with --place COLUMN from a table; accepted with --deck: a deck on each line"
            ),
            Look::Plain
            | Look::Hands(..)
            | Look::Columns(..)
            | Look::Scrambles
            | Look::Place(_)
            | Look::Draws(_) => {}
        }
        Ok(())
    }
}

/// Draws of which nobody said how often each symbol should come: what can be said of them.
#[derive(Debug)]
pub struct Unweighted(String);

impl fmt::Display for Unweighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unweighted {}

impl Unweighted {
    /// Symbols that are listed.
    const LISTED: usize = 12;

    fn of(input: &Input, logged: &Logged) -> Self {
        let counts = logged.counts();
        let all = counts.iter().sum::<u64>();
        let names = logged.names();
        let came: Vec<String> = (names.iter().zip(&counts).take(Self::LISTED))
            .map(|(name, count)| format!("{name} {}", grouped(*count)))
            .collect();
        let more = names.len().saturating_sub(Self::LISTED);
        let more = if more > 0 {
            format!(" and {} more", grouped(more as u64))
        } else {
            String::new()
        };
        let weights: Vec<String> = (names.iter().take(4))
            .map(|name| format!("{name}=…"))
            .collect();
        let weights = weights.join(",") + if names.len() > 4 { ",…" } else { "" };
        let streams = match logged.streams().len() {
            1 => String::new(),
            streams => format!(" in {}", counted(streams as u64, "stream")),
        };
        let repeats = logged.repeats();
        let text = format!(
            "Read {} of {}{streams} from {}: {}{more}.\n\
             The same symbol came twice in a row {}. A random order of these draws gives {} on average, with a \
             standard deviation of {:.1}.\n\
             How often should each come? Say it, and the draws are tested: --weights {weights}; or --weights equal.",
            counted(all, "draw"),
            counted(names.len() as u64, "symbol"),
            input.name(),
            came.join(", "),
            counted(repeats.seen, "time"),
            grouped(repeats.mean.round() as u64),
            repeats.variance.sqrt()
        );
        Self(harmless::lines(&text).into_owned())
    }
}
