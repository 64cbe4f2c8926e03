//! Hands as clubs and poker programs record them: what is seen of the deals in PBN, LIN, PHH and `PokerStars`' text.

use std::fmt::Write;
use std::io::{BufReader, Read};

use super::deals::phh::{self, Pooled};
use super::deals::stars;
use super::deals::{Bridge, Deal, Lin, Pbn};
use super::fault::Fault;
use super::{Facts, Format, Outside, Source, SourceError};
use deck::Lines;
use deck::batch::Batch;
use deck::subject::{Hands, Shape, View};
use text::names::grouped;

/// Cards of the deck of all these.
pub const CARDS: usize = 52;

/// Cards of a bridge hand.
const BRIDGE: usize = 13;

/// Bytes of a poker history that is read, at the most: it is read as a whole.
const LONGEST: u64 = 1 << 30;

/// The shape of what such a format tells of each deal, if nothing else is asked for: in bridge the four hands, in poker
/// the first two cards of a player. `None` for formats of decks.
pub fn shape(format: Format) -> Option<Shape> {
    match format {
        Format::Pbn | Format::Lin => Some(Shape::in_turn(4, BRIDGE)),
        Format::Phh | Format::Stars => Some(Shape::Hand(2)),
        _ => None,
    }
}

/// A stream of recorded deals.
pub struct Dealt<R: Read> {
    name: String,
    view: View,
    reader: Reader<R>,
    read: u64,
    lines: Lines,
    /// Deals that do not tell the hand that is looked at.
    untold: u64,
}

/// The reader of a format.
enum Reader<R: Read> {
    Pbn(Box<Pbn<BufReader<R>>>),
    Lin(Box<Lin<BufReader<R>>>),
    /// A poker history in this format, until it is read.
    History(Format, Option<R>),
    Holes(Holes),
}

impl<R: Read> Reader<R> {
    /// The reader of a file of a bridge club.
    fn bridge(&mut self) -> Option<&mut dyn Bridge> {
        match self {
            Self::Pbn(pbn) => Some(&mut **pbn),
            Self::Lin(lin) => Some(&mut **lin),
            Self::History(..) | Self::Holes(_) => None,
        }
    }
}

/// The hands of a poker history.
struct Holes {
    hands: std::vec::IntoIter<phh::Hand>,
    pooled: Pooled,
    format: Format,
    /// Hands that stood in it before.
    again: u64,
}

impl<R: Read> Dealt<R> {
    /// Reads deals of a format that has a [`shape`] from `input`; `name` is for messages.
    pub fn new(input: R, name: String, view: View, format: Format) -> Self {
        let reader = match format {
            Format::Lin => Reader::Lin(Box::new(Lin::new(BufReader::new(input)))),
            Format::Phh | Format::Stars => Reader::History(format, Some(input)),
            _ => Reader::Pbn(Box::new(Pbn::new(BufReader::new(input)))),
        };
        Self {
            name,
            view,
            reader,
            read: 0,
            lines: Lines::default(),
            untold: 0,
        }
    }

    /// Reads the whole of a poker history.
    fn open(&mut self) -> Result<(), SourceError> {
        let Reader::History(format, input) = &mut self.reader else {
            return Ok(());
        };
        let format = *format;
        let Some(input) = input.take() else {
            return Ok(());
        };
        let mut text = String::new();
        let read = input.take(LONGEST).read_to_string(&mut text);
        read.map_err(|source| SourceError::Read {
            name: self.name.clone(),
            source,
        })?;
        let read = match format {
            Format::Stars => stars::hands(&text),
            _ => phh::hands(&text).map(|hands| stars::Hands { hands, again: 0 }),
        };
        let stars::Hands { hands, again } = read.map_err(|fault| fault.named(&self.name))?;
        let problem = |problem: String| Fault::at(1, 1, problem).named(&self.name);
        let pooled = phh::pooled(&hands).map_err(problem)?;
        if let Some(hand) = hands.iter().find(|hand| {
            let holes = pooled.holes(hand);
            holes
                .iter()
                .any(|hole| hole.cards.len() != self.view.shape.hand())
        }) {
            let dealt = pooled
                .holes(hand)
                .first()
                .map_or(0, |hole| hole.cards.len());
            return Err(Fault::at(
                hand.line,
                1,
                format!("found {dealt} cards for each player; accepted: --view hand:{dealt}"),
            )
            .named(&self.name));
        }
        let hands = hands.into_iter();
        self.reader = Reader::Holes(Holes {
            hands,
            pooled,
            format,
            again,
        });
        Ok(())
    }

    /// Reads the next deal that tells what is looked at; `false` at the end.
    fn deal(&mut self, hands: &mut Hands) -> Result<bool, SourceError> {
        self.open()?;
        loop {
            let (seen, line) = if let Some(bridge) = self.reader.bridge() {
                match bridge.next() {
                    Ok(Some(deal)) => (self.view_of(&deal), deal.line),
                    Ok(None) => return Ok(false),
                    Err(fault) => return Err(fault.named(&self.name)),
                }
            } else {
                let Reader::Holes(holes) = &mut self.reader else {
                    return Ok(false);
                };
                let Some(hand) = holes.hands.next() else {
                    return Ok(false);
                };
                // Players of one hand are dealt from one deck: the first of them stands for it.
                let first = holes.pooled.holes(&hand).into_iter().next();
                let cards =
                    first.map(|hole| hole.cards.iter().map(|card| u16::from(*card)).collect());
                (cards, hand.line)
            };
            let Some(seen) = seen else {
                self.untold += 1;
                continue;
            };
            self.lines.note(self.read + hands.len() as u64, line);
            let view = &self.view;
            hands.push(seen.into_iter().map(|card: u16| view.class(card)));
            return Ok(true);
        }
    }

    /// The cards of a bridge deal that are looked at: all hands, or that of the seat that deals begin with.
    fn view_of(&self, deal: &Deal) -> Option<Vec<u16>> {
        let hands = self.view.shape.hands();
        let told: Option<Vec<&[u8; BRIDGE]>> = deal.hands[..hands.min(4)]
            .iter()
            .map(Option::as_ref)
            .collect();
        Some(
            told?
                .into_iter()
                .flatten()
                .map(|card| u16::from(*card))
                .collect(),
        )
    }

    fn notes(&self) -> String {
        let (text, again) = match &self.reader {
            Reader::Pbn(pbn) => ("as bridge deals (PBN)".to_owned(), pbn.again()),
            Reader::Lin(lin) => ("as bridge deals (LIN)".to_owned(), lin.again()),
            Reader::History(format, _) => (poker(*format), 0),
            Reader::Holes(holes) => {
                let whose = match &holes.pooled {
                    Pooled::Everyone => "the first player of each hand".to_owned(),
                    Pooled::Player(player) => format!("hands of {player}"),
                };
                (format!("{}, {whose}", poker(holes.format)), holes.again)
            }
        };
        let mut said = text;
        match again {
            0 => {}
            1 => said += "; one seen twice and counted once",
            more => {
                let _ = write!(said, "; {} seen before and counted once", grouped(more));
            }
        }
        if self.untold > 0 {
            let s = if self.untold == 1 { "" } else { "s" };
            let untold = grouped(self.untold);
            let _ = write!(said, "; passed over {untold} deal{s} without this hand");
        }
        match self.reader {
            Reader::Holes(_) => format!("{said}. {}", phh::CENSORED),
            _ => said,
        }
    }
}

/// The name of a format of poker hands.
fn poker(format: Format) -> String {
    let name = match format {
        Format::Stars => "PokerStars",
        _ => "PHH",
    };
    format!("as poker hands ({name})")
}

impl<R: Read> Source<Hands> for Dealt<R> {
    fn fill(&mut self, hands: &mut Hands) -> Result<(), SourceError> {
        hands.clear(self.read);
        hands.seen_as(self.view.shape);
        while hands.len() < Hands::MOST && self.deal(hands)? {}
        if self.read == 0 && hands.is_empty() {
            let problem = match self.untold {
                0 => "found no deal; accepted: a file with one or more".to_owned(),
                untold => format!(
                    "found no deal that shows the hand to look at, among {untold} in the file; accepted: deals with these hands"
                ),
            };
            return Err(Fault::at(1, 1, problem).named(&self.name));
        }
        self.read += hands.len() as u64;
        Ok(())
    }
}

impl<R: Read> Outside<Hands> for Dealt<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn described(&self) -> String {
        format!("{}, {}", self.name, self.notes())
    }

    fn facts(&self) -> Facts {
        Facts {
            dealt: true,
            lines: self.lines.clone(),
            ..Facts::default()
        }
    }
}
