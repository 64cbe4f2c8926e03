//! Judging claims: a published statement against the figures of a run.
//!
//! Every claim is decided by the limits between which the truth behind a figure is (`limits`): an exact
//! value has none but itself. A claim that something *holds* is confirmed only if they exclude the departure
//! that it states. A test that does not reject excludes none, so that it confirms nothing; one that
//! rejects is evidence. Each claim has the whole error level of the run: one on several routines holds for
//! all of them, which is said wrongly no more often than of the one that is worst.

mod limits;
mod printed;

pub(crate) use limits::FEWEST_FOR_NORMAL;
pub use limits::Kind;
use limits::Side;
use printed::{as_printed, basis, normal_form, shown, without_limits};

use crate::spec::claim::{Basis, Claim, End, Figure, RoutineName, Statement};
use text::judgement::{ClaimVerdict, Verdict};

/// A figure as a record has it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Value {
    /// The simulated figure.
    pub measured: Option<Number>,
    /// The exact figure.
    pub exact: Option<Number>,
    /// Standard error of the simulated one.
    pub standard_error: Option<f64>,
    /// Its relation to the truth behind it.
    pub kind: Kind,
    /// The exact value on ideal decks.
    pub ideal: Option<f64>,
}

/// A number, or a range of positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// One number.
    One(f64),
    /// First and last.
    Range(u64, u64),
}

impl Number {
    /// The number, if it is one.
    pub fn one(self) -> Option<f64> {
        match self {
            Self::One(value) => Some(value),
            Self::Range(..) => None,
        }
    }
}

/// A place where claims find the figures that they name. Errors are messages.
pub trait Figures {
    /// Finds the figure at `path` of a routine.
    fn figure(&self, routine: &RoutineName, path: &str) -> Result<Value, String>;

    /// Finds the verdict of a test of a routine, such as `rising-sequences.mean`.
    fn verdict(&self, routine: &RoutineName, test: &str) -> Result<Verdict, String>;

    /// Gives the name of the routine as the run writes it.
    fn name(&self, routine: &RoutineName) -> String;
}

/// A decided claim, one row of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// The claim's id, followed by the routine where a claim has several cases.
    pub id: String,
    /// The figure as it was printed.
    pub published: Option<String>,
    /// Our figure, or difference of figures.
    pub value: Value,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// The reason, in words.
    pub detail: String,
}

/// Decides `claim`; `error` is the error level of verdicts on simulated figures.
pub(crate) fn decide(
    claim: &Claim,
    figures: &dyn Figures,
    error: f64,
) -> Result<Vec<Decided>, String> {
    let judge = Judge {
        claim,
        figures,
        error,
    };
    match &claim.states {
        Statement::Equals {
            figure,
            cases,
            within,
        } => cases
            .iter()
            .map(|(routine, published)| {
                judge.equals(figure, routine, published, *within, cases.len() > 1)
            })
            .collect(),
        Statement::Extreme {
            figure,
            routine,
            among,
            end,
        } => judge
            .extreme(figure, routine, among, *end)
            .map(|row| vec![row]),
        Statement::Compare {
            figure,
            routine,
            than,
            margin,
            end,
        } => judge
            .compare(figure, routine, than, *margin, *end)
            .map(|row| vec![row]),
        Statement::Bound {
            figure,
            routines,
            value,
            end,
        } => judge
            .bound(figure, routines, *value, *end)
            .map(|row| vec![row]),
        Statement::Verdict { test, routines, is } => {
            judge.verdict(test, routines, *is).map(|row| vec![row])
        }
        Statement::Ideal {
            figure,
            routines,
            within,
        } => judge.ideal(figure, routines, *within).map(|row| vec![row]),
    }
}

struct Judge<'a> {
    claim: &'a Claim,
    figures: &'a dyn Figures,
    error: f64,
}

impl Judge<'_> {
    fn row(
        &self,
        published: Option<String>,
        value: Value,
        verdict: ClaimVerdict,
        detail: String,
    ) -> Decided {
        Decided {
            id: self.claim.id.clone(),
            published,
            value,
            verdict,
            detail,
        }
    }

    /// The deciding side: as asked for, else exact where there is one.
    fn side(&self, value: &Value, figure: &Figure, routine: &RoutineName) -> Result<Side, String> {
        let missing = |side: &str| {
            format!(
                "key `by`: figure `{}` of {} has no {side} value",
                figure.path,
                self.figures.name(routine)
            )
        };
        let exact = || Side::of_exact(value);
        let measured = || Side::of_measured(value, self.error);
        match figure.by {
            Some(Basis::Exact) => exact().ok_or_else(|| missing("exact")),
            Some(Basis::Simulated) => measured().ok_or_else(|| missing("simulated")),
            None => (exact().or_else(measured)).ok_or_else(|| missing("single")),
        }
    }

    fn equals(
        &self,
        figure: &Figure,
        routine: &RoutineName,
        published: &str,
        within: Option<f64>,
        several: bool,
    ) -> Result<Decided, String> {
        let value = self.figures.figure(routine, &figure.path)?;
        let (number, exact) = match (figure.by, value.measured, value.exact) {
            (None | Some(Basis::Simulated), Some(measured), _) => (measured, false),
            (None | Some(Basis::Exact), _, Some(exact)) => (exact, true),
            _ => {
                let name = self.figures.name(routine);
                return Err(format!(
                    "key `figure`: `{}` of {name} has no value to compare",
                    figure.path
                ));
            }
        };
        let ours = as_printed(number, published);
        let side = if exact {
            Side::of_exact(&value)
        } else {
            Side::of_measured(&value, self.error)
        };
        let difference = (side.zip(published.parse::<f64>().ok()))
            .map(|(ours, theirs)| ours.above_number(theirs));
        let verdict = match (ours == normal_form(published), difference, within) {
            (true, ..) if exact => ClaimVerdict::Confirmed,
            (true, ..) => ClaimVerdict::Reproduced,
            (false, Some(difference), Some(within)) => difference.no_farther_than(within),
            // The digits of a number of this run alone are the claim.
            (false, Some(difference), None) if difference.low.is_finite() => {
                difference.no_farther_than(0.0)
            }
            (false, ..) => ClaimVerdict::Refuted,
        };
        let side = if exact { "exact" } else { "simulated" };
        let detail = match (verdict, within) {
            (ClaimVerdict::Reproduced | ClaimVerdict::Confirmed, _)
                if ours == normal_form(published) =>
            {
                format!("{side}: {ours}, digit for digit")
            }
            (ClaimVerdict::Confirmed, Some(within)) if exact => {
                format!("{side}: {ours}, within {within}")
            }
            (ClaimVerdict::Confirmed, Some(within)) => {
                format!("{side}: {ours}, which excludes a difference of more than {within}")
            }
            (ClaimVerdict::NotRefuted, Some(within)) => {
                format!("{side}: {ours}, which does not exclude a difference of {within}")
            }
            (ClaimVerdict::NotRefuted, None) => format!("{side}: {ours}, no more than noise away"),
            _ => format!("{side}: {ours}"),
        };
        let mut row = self.row(Some(published.to_owned()), value, verdict, detail);
        if several {
            row.id = format!("{}/{}", row.id, self.figures.name(routine));
        }
        Ok(row)
    }

    fn extreme(
        &self,
        figure: &Figure,
        routine: &RoutineName,
        among: &[RoutineName],
        end: End,
    ) -> Result<Decided, String> {
        let value = self.figures.figure(routine, &figure.path)?;
        let ours = self.side(&value, figure, routine)?;
        let mut best: Option<(f64, String)> = None;
        let mut verdict = ClaimVerdict::Confirmed;
        for other in among.iter().filter(|other| *other != routine) {
            let theirs = self.side(&self.figures.figure(other, &figure.path)?, figure, other)?;
            let lead = ours.above(&theirs).towards(end);
            if lead.high < -lead.tolerance {
                verdict = ClaimVerdict::Refuted;
            } else if lead.low < -lead.tolerance && verdict == ClaimVerdict::Confirmed {
                verdict = ClaimVerdict::Undecided;
            }
            if best.as_ref().is_none_or(|(value, _)| match end {
                End::Largest => theirs.value > *value,
                End::Smallest => theirs.value < *value,
            }) {
                best = Some((theirs.value, self.figures.name(other)));
            }
        }
        let detail = best.map_or_else(
            || "no other routine to compare with".to_owned(),
            |(value, name)| {
                format!(
                    "{}: {:.3}; best of the others: {name} {value:.3}",
                    basis(&ours),
                    ours.value
                )
            },
        );
        Ok(self.row(None, value, verdict, detail))
    }

    fn compare(
        &self,
        figure: &Figure,
        routine: &RoutineName,
        than: &RoutineName,
        margin: f64,
        end: End,
    ) -> Result<Decided, String> {
        let (first, second) = (
            self.figures.figure(routine, &figure.path)?,
            self.figures.figure(than, &figure.path)?,
        );
        let (ours, theirs) = (
            self.side(&first, figure, routine)?,
            self.side(&second, figure, than)?,
        );
        let gap = ours.above(&theirs);
        let lead = gap.towards(end).above_number(margin);
        let verdict = if lead.low > lead.tolerance {
            ClaimVerdict::Confirmed
        } else if lead.high <= lead.tolerance {
            ClaimVerdict::Refuted
        } else {
            ClaimVerdict::Undecided
        };
        let minus = |a: Option<Number>, b: Option<Number>| {
            a.and_then(Number::one)
                .zip(b.and_then(Number::one))
                .map(|(a, b)| Number::One(a - b))
        };
        let value = Value {
            measured: minus(first.measured, second.measured),
            exact: minus(first.exact, second.exact).map(|exact| snapped(exact, &gap)),
            standard_error: first
                .standard_error
                .zip(second.standard_error)
                .map(|(a, b)| (a * a + b * b).sqrt()),
            ..Value::default()
        };
        let names = (self.figures.name(routine), self.figures.name(than));
        let found = if gap.exact && gap.value.abs() <= gap.tolerance {
            "equal".to_owned()
        } else {
            format!("difference {:+.3}", gap.value)
        };
        let asked = if margin == 0.0 {
            String::new()
        } else {
            format!(", margin asked for {margin}")
        };
        Ok(self.row(
            None,
            value,
            verdict,
            format!(
                "{}: {} against {}: {found}{asked}{}",
                basis(&gap),
                names.0,
                names.1,
                without_limits(&gap)
            ),
        ))
    }

    fn bound(
        &self,
        figure: &Figure,
        routines: &[RoutineName],
        bound: f64,
        end: End,
    ) -> Result<Decided, String> {
        let mut worst: Option<(f64, Value, Side, String)> = None;
        let mut verdict = ClaimVerdict::Confirmed;
        for routine in routines {
            let value = self.figures.figure(routine, &figure.path)?;
            let side = self.side(&value, figure, routine)?.beside(bound);
            let lead = side.above_number(bound).towards(end);
            if lead.high < -lead.tolerance {
                verdict = ClaimVerdict::Refuted;
            } else if lead.low < -lead.tolerance && verdict == ClaimVerdict::Confirmed {
                verdict = ClaimVerdict::Undecided;
            }
            if worst.as_ref().is_none_or(|(least, ..)| lead.value < *least) {
                worst = Some((lead.value, value, side, self.figures.name(routine)));
            }
        }
        let (_, value, side, name) = worst.ok_or_else(|| "it names no routine".to_owned())?;
        let which = match (routines.len(), end) {
            (1, _) => name,
            (_, End::Largest) => format!("smallest of {}: {name}", routines.len()),
            (_, End::Smallest) => format!("largest of {}: {name}", routines.len()),
        };
        let asked = if end == End::Largest {
            "at least"
        } else {
            "at most"
        };
        let detail = format!(
            "{}: {which} {}; asked for: {asked} {}{}",
            basis(&side),
            shown(side.value),
            shown(bound),
            without_limits(&side)
        );
        Ok(self.row(None, value, verdict, detail))
    }

    fn verdict(
        &self,
        test: &str,
        routines: &[RoutineName],
        is: Verdict,
    ) -> Result<Decided, String> {
        let mut others = Vec::new();
        let mut worst = match is {
            // A test that does not reject excludes nothing.
            Verdict::Pass => ClaimVerdict::NotRefuted,
            Verdict::Fail | Verdict::Suspicious | Verdict::Invalid => ClaimVerdict::Confirmed,
        };
        for routine in routines {
            let verdict = self.figures.verdict(routine, test)?;
            if verdict == is {
                continue;
            }
            others.push(format!("{}: {verdict}", self.figures.name(routine)));
            match (is, verdict) {
                // A test that does not reject is no evidence for the ideal shuffle either.
                (Verdict::Fail, _) | (Verdict::Pass, Verdict::Suspicious | Verdict::Invalid) => {
                    if worst != ClaimVerdict::Refuted {
                        worst = ClaimVerdict::Undecided;
                    }
                }
                _ => worst = ClaimVerdict::Refuted,
            }
        }
        let agree = routines.len() - others.len();
        let mut detail = format!("{test}: {is} for {agree} of {}", routines.len());
        if !others.is_empty() {
            detail = format!("{detail}; {}", others.join(", "));
        }
        if worst == ClaimVerdict::NotRefuted {
            detail = format!("{detail}, which excludes no departure that is stated");
        }
        Ok(self.row(None, Value::default(), worst, detail))
    }

    /// Decides whether every routine's figure is that of an ideal shuffle, but for `within` at most.
    fn ideal(
        &self,
        figure: &Figure,
        routines: &[RoutineName],
        within: f64,
    ) -> Result<Decided, String> {
        let mut worst: Option<(usize, Side, Value, f64, String)> = None;
        for routine in routines {
            let value = self.figures.figure(routine, &figure.path)?;
            let name = self.figures.name(routine);
            let ideal = value.ideal.ok_or_else(|| {
                format!(
                    "key `figure`: of `{}` of {name} no value on ideal decks is known",
                    figure.path
                )
            })?;
            let side = self.side(&value, figure, routine)?;
            let off = side.above_number(ideal);
            let rank = SEVERITY
                .iter()
                .position(|verdict| *verdict == off.no_farther_than(within))
                .unwrap_or(0);
            let farther = |(most, than, ..): &(usize, Side, Value, f64, String)| {
                (rank, off.value.abs()) > (*most, than.value.abs())
            };
            if worst.as_ref().is_none_or(farther) {
                worst = Some((rank, off, value, ideal, name));
            }
        }
        let (rank, off, value, ideal, name) =
            worst.ok_or_else(|| "it names no routine".to_owned())?;
        let verdict = SEVERITY[rank];
        let which = match routines.len() {
            1 => name,
            several => format!("farthest of {several}: {name}"),
        };
        let limits = if off.exact || !off.low.is_finite() || !off.high.is_finite() {
            String::new()
        } else {
            format!(", between {:+.6} and {:+.6}", off.low, off.high)
        };
        let detail = format!(
            "{}: {which} {:+.6} from the ideal {ideal}{limits}; asked for: within {within}{}",
            basis(&off),
            off.value,
            without_limits(&off)
        );
        Ok(self.row(None, value, verdict, detail))
    }
}

/// The verdicts on one of several routines of which all must be ideal, the one that decides last.
const SEVERITY: [ClaimVerdict; 4] = [
    ClaimVerdict::Confirmed,
    ClaimVerdict::NotRefuted,
    ClaimVerdict::Undecided,
    ClaimVerdict::Refuted,
];

/// A difference of exact values that is only rounding error is shown as 0.
fn snapped(difference: Number, gap: &Side) -> Number {
    match difference {
        Number::One(value) if gap.exact && value.abs() <= gap.tolerance => Number::One(0.0),
        other => other,
    }
}

#[cfg(test)]
mod tests;
