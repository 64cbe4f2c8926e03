//! Judging claims: a published statement against the figures of a run.

use crate::exact::tail::normal_quantile_upper;
use crate::judgement::{ClaimVerdict, Verdict};
use crate::spec::claim::{Basis, Claim, End, Figure, RoutineName, Statement};

/// Exact figures are sums of many floating-point products; closer than this, relatively, they are
/// equal.
const EXACT_TOLERANCE: f64 = 1e-9;

/// A figure as a record has it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Value {
    /// The simulated figure.
    pub measured: Option<Number>,
    /// The exact figure.
    pub exact: Option<Number>,
    /// Standard error of the simulated one.
    pub standard_error: Option<f64>,
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
    fn one(self) -> Option<f64> {
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
    /// Why, in words.
    pub detail: String,
}

/// Decides `claim`; `error` is the error level of verdicts on simulated figures.
pub fn decide(claim: &Claim, figures: &dyn Figures, error: f64) -> Result<Vec<Decided>, String> {
    let judge = Judge {
        claim,
        figures,
        z: normal_quantile_upper(error / 2.0),
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
    }
}

struct Judge<'a> {
    claim: &'a Claim,
    figures: &'a dyn Figures,
    z: f64,
}

/// A figure's number on the side that decides.
struct Side {
    value: f64,
    /// Differences up to this mean nothing.
    tolerance: f64,
    exact: bool,
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
        let exact = value.exact.and_then(Number::one);
        let measured = value.measured.and_then(Number::one);
        let of_exact = |exact: f64| Side {
            value: exact,
            tolerance: EXACT_TOLERANCE * exact.abs().max(1e-3),
            exact: true,
        };
        let of_measured = |measured: f64| Side {
            value: measured,
            tolerance: self.z * value.standard_error.unwrap_or(0.0),
            exact: false,
        };
        match figure.by {
            Some(Basis::Exact) => exact.map(of_exact).ok_or_else(|| missing("exact")),
            Some(Basis::Simulated) => measured
                .map(of_measured)
                .ok_or_else(|| missing("simulated")),
            None => exact
                .map(of_exact)
                .or(measured.map(of_measured))
                .ok_or_else(|| missing("single")),
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
        let difference = number
            .one()
            .zip(published.parse::<f64>().ok())
            .map(|(ours, theirs)| (ours - theirs).abs());
        let noise = value
            .standard_error
            .filter(|_| !exact)
            .map(|error| self.z * error);
        let verdict = if ours == normal_form(published) {
            if exact {
                ClaimVerdict::Confirmed
            } else {
                ClaimVerdict::Reproduced
            }
        } else if difference
            .zip(within)
            .is_some_and(|(difference, within)| difference <= within)
        {
            ClaimVerdict::Confirmed
        } else if difference
            .zip(noise)
            .is_some_and(|(difference, noise)| difference <= noise)
        {
            ClaimVerdict::Undecided
        } else {
            ClaimVerdict::Refuted
        };
        let side = if exact { "exact" } else { "simulated" };
        let detail = match (verdict, within) {
            (ClaimVerdict::Reproduced | ClaimVerdict::Confirmed, _)
                if ours == normal_form(published) =>
            {
                format!("{side}: {ours}, digit for digit")
            }
            (ClaimVerdict::Confirmed, Some(within)) => format!("{side}: {ours}, within {within}"),
            (ClaimVerdict::Undecided, _) => format!("{side}: {ours}, no more than noise away"),
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
            let lead = signed(ours.value - theirs.value, end);
            let noise = combined(&ours, &theirs);
            if lead < -noise {
                verdict = ClaimVerdict::Refuted;
            } else if lead < noise && !ours.exact && verdict == ClaimVerdict::Confirmed {
                verdict = ClaimVerdict::Undecided;
            }
            if best
                .as_ref()
                .is_none_or(|(value, _)| signed(theirs.value - value, end) > 0.0)
            {
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
        let lead = signed(ours.value - theirs.value, end) - margin;
        let noise = combined(&ours, &theirs);
        let verdict = if lead > noise {
            ClaimVerdict::Confirmed
        } else if ours.exact || lead < -noise {
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
            exact: minus(first.exact, second.exact).map(|exact| snapped(exact, noise, ours.exact)),
            standard_error: first
                .standard_error
                .zip(second.standard_error)
                .map(|(a, b)| (a * a + b * b).sqrt()),
        };
        let names = (self.figures.name(routine), self.figures.name(than));
        let gap = if ours.exact && (ours.value - theirs.value).abs() <= noise {
            "equal".to_owned()
        } else {
            format!("difference {:+.3}", ours.value - theirs.value)
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
                "{}: {} against {}: {gap}{asked}",
                basis(&ours),
                names.0,
                names.1
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
        for routine in routines {
            let value = self.figures.figure(routine, &figure.path)?;
            let side = self.side(&value, figure, routine)?;
            let lead = signed(side.value - bound, end);
            if worst.as_ref().is_none_or(|(least, ..)| lead < *least) {
                worst = Some((lead, value, side, self.figures.name(routine)));
            }
        }
        let (lead, value, side, name) = worst.ok_or_else(|| "it names no routine".to_owned())?;
        let verdict = if side.exact {
            if lead >= -side.tolerance {
                ClaimVerdict::Confirmed
            } else {
                ClaimVerdict::Refuted
            }
        } else if lead >= side.tolerance {
            ClaimVerdict::Confirmed
        } else if lead < -side.tolerance {
            ClaimVerdict::Refuted
        } else {
            ClaimVerdict::Undecided
        };
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
            "{}: {which} {:.6}; asked for: {asked} {bound}",
            basis(&side),
            side.value
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
        for routine in routines {
            let verdict = self.figures.verdict(routine, test)?;
            if verdict != is {
                others.push(format!("{}: {verdict}", self.figures.name(routine)));
            }
        }
        let agree = routines.len() - others.len();
        let verdict = if others.is_empty() {
            ClaimVerdict::Confirmed
        } else {
            ClaimVerdict::Refuted
        };
        let mut detail = format!("{test}: {is} for {agree} of {}", routines.len());
        if !others.is_empty() {
            detail = format!("{detail}; {}", others.join(", "));
        }
        Ok(self.row(None, Value::default(), verdict, detail))
    }
}

/// Positive when it speaks for the claim.
fn signed(difference: f64, end: End) -> f64 {
    if end == End::Largest {
        difference
    } else {
        -difference
    }
}

fn combined(a: &Side, b: &Side) -> f64 {
    (a.tolerance * a.tolerance + b.tolerance * b.tolerance).sqrt()
}

/// A difference of exact values that is only rounding error is shown as 0.
fn snapped(difference: Number, noise: f64, exact: bool) -> Number {
    match difference {
        Number::One(value) if exact && value.abs() <= noise => Number::One(0.0),
        other => other,
    }
}

fn basis(side: &Side) -> &'static str {
    if side.exact { "exact" } else { "simulated" }
}

/// Our number with as many decimals as the published one.
fn as_printed(number: Number, published: &str) -> String {
    match number {
        Number::Range(first, last) => format!("{first}-{last}"),
        Number::One(value) => {
            let decimals = published
                .split_once('.')
                .map_or(0, |(_, decimals)| decimals.len());
            let text = format!("{value:.decimals$}");
            // A tiny negative number is no different from zero in these decimals.
            if text.trim_start_matches(['-', '0', '.']).is_empty() {
                text.trim_start_matches('-').to_owned()
            } else {
                text
            }
        }
    }
}

/// `.204` and `0.204` are the same figure.
fn normal_form(published: &str) -> String {
    match published.strip_prefix('.') {
        Some(decimals) => format!("0.{decimals}"),
        None => published.replacen("-.", "-0.", 1),
    }
}

#[cfg(test)]
mod tests;
