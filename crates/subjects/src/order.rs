//! Orders of items: a single one, of which there will be no other, or the epochs of a data loader.

use super::{About, Planned, Refused, Runs, Stream};
use engine::simulate::Nothing;
use reader::{Input, OneOrder, Origin, Reading};
use record::Words;
use source::SourceError;
use text::names::grouped;
use text::params::ParamError;

use deck::subject::{Order, Orders};
use statistic::{Design, Probe, Suite};

impl About for Order {
    fn described(&self, items: usize) -> record::Subject {
        let size = format!("{} items", grouped(items as u64));
        let ideal = format!("a fair draw of {size}");
        let (maker, never) = if self.epochs.len() > 1 {
            (
                "draws that gave these orders",
                "Orders can never show how they came about: fair draws give these as often as any others. Nobody can see \
                 whether someone picked some that look fair",
            )
        } else {
            (
                "draw that gave this order",
                "One order can never show how it came about: a fair draw gives this one as often as any other. Nobody can \
                 see whether someone picked one that looks fair",
            )
        };
        let words = ["order", "orders", "items", maker];
        let words = Words {
            never: Some(never.to_owned()),
            ..Words::new(words, size, ideal)
        };
        record::Subject {
            single: true,
            order: Some(record::OneOrder {
                place: self.place.clone(),
                groups: self.groups.as_ref().map(|groups| groups.column.clone()),
            }),
            ..record::Subject::new(self.group(), words)
        }
    }

    fn read_as(&self) -> Option<&'static str> {
        Some(self.group())
    }

    fn group(&self) -> &'static str {
        "order"
    }

    /// It was read already.
    fn check_reading(&self, _reading: &Reading) -> Result<(), Refused> {
        Ok(())
    }

    fn check_origin(&self, origin: &Origin<'_>) -> Result<(), Refused> {
        if origin.as_stream().is_some() {
            return Ok(());
        }
        let problem =
            "found it without a file; accepted: a file, or standard input (colddeck test)";
        Err(("place", problem.to_owned()))
    }

    fn size(&self) -> Option<usize> {
        Some(self.items())
    }

    fn is_judged_alone(&self) -> bool {
        true
    }

    fn probes(&self, _suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        statistic::of_order(self, design)
    }

    fn order(&self) -> Option<&Order> {
        Some(self)
    }
}

impl Runs for Order {
    type Supply = Nothing<Orders>;

    /// Orders are read.
    fn named(&self, _planned: &Planned<'_>) -> Vec<Nothing<Orders>> {
        Vec::new()
    }

    fn ideal(&self, _planned: &Planned<'_>, _label: &str) -> Option<Nothing<Orders>> {
        None
    }

    fn open(
        &self,
        _size: usize,
        _input: &Input,
        _reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        Ok(Box::new(OneOrder::new(self.clone())))
    }
}
