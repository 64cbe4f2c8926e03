//! Each kind of claim, confirmed and refuted, by exact and by simulated figures.

use std::collections::BTreeMap;

use super::*;

/// Figures by routine: (mean, exact, error).
struct Known(BTreeMap<&'static str, (f64, f64, f64)>);

impl Figures for Known {
    fn figure(&self, routine: &RoutineName, path: &str) -> Result<Value, String> {
        let RoutineName::Routine(name) = routine else {
            return Err("no control".to_owned());
        };
        let (mean, exact, error) = self.0[name.as_str()];
        match path {
            "both" => Ok(Value {
                measured: Some(Number::One(mean)),
                exact: Some(Number::One(exact)),
                standard_error: Some(error),
            }),
            "reach" => Ok(Value {
                exact: Some(Number::Range(29, 34)),
                ..Value::default()
            }),
            _ => Err(format!("no figure `{path}`")),
        }
    }

    fn verdict(&self, _routine: &RoutineName, _test: &str) -> Result<Verdict, String> {
        Ok(Verdict::Fail)
    }

    fn name(&self, routine: &RoutineName) -> String {
        format!("{routine:?}")
    }
}

fn known() -> Known {
    Known(
        [
            ("CCC", (768.24, 760.869, 5.5)),
            ("S", (760.478, 760.869, 0.9)),
            ("RRR", (708.784, 709.917, 1.0)),
            ("HRR", (699.648, 698.467, 1.0)),
        ]
        .into(),
    )
}

fn routine(name: &str) -> RoutineName {
    RoutineName::Routine(name.to_owned())
}

fn verdict(states: Statement) -> ClaimVerdict {
    let claim = Claim {
        id: "c".to_owned(),
        text: String::new(),
        source: String::new(),
        truth: None,
        place: String::new(),
        states,
        expect: ClaimVerdict::Confirmed,
    };
    decide(&claim, &known(), 0.001).unwrap()[0].verdict
}

fn equals(
    path: &str,
    by: Option<Basis>,
    name: &str,
    published: &str,
    within: Option<f64>,
) -> ClaimVerdict {
    verdict(Statement::Equals {
        figure: Figure {
            path: path.to_owned(),
            by,
        },
        cases: vec![(routine(name), published.to_owned())],
        within,
    })
}

#[test]
fn printed_digits_are_compared_as_printed() {
    assert_eq!(
        equals("both", None, "S", "760.478", None),
        ClaimVerdict::Reproduced
    );
    assert_eq!(
        equals("both", None, "S", "760.5", None),
        ClaimVerdict::Reproduced
    );
    assert_eq!(
        equals("both", Some(Basis::Exact), "S", "761.6", None),
        ClaimVerdict::Refuted
    );
    assert_eq!(
        equals("both", Some(Basis::Exact), "S", "761.6", Some(1.0)),
        ClaimVerdict::Confirmed
    );
    assert_eq!(
        equals("both", None, "S", "761.9", None),
        ClaimVerdict::Undecided
    );
    assert_eq!(
        equals("both", None, "S", "790.9", None),
        ClaimVerdict::Refuted
    );
    assert_eq!(
        equals("reach", None, "S", "29-34", None),
        ClaimVerdict::Confirmed
    );
    assert_eq!(
        equals("reach", None, "S", "29-35", None),
        ClaimVerdict::Refuted
    );
    assert_eq!(as_printed(Number::One(0.2039), ".204"), normal_form(".204"));
    assert_eq!(as_printed(Number::One(-0.0001), "0.0"), "0.0");
}

#[test]
fn exact_values_decide_where_there_are_any() {
    let both = || Figure {
        path: "both".to_owned(),
        by: None,
    };
    let extreme = |name: &str| {
        verdict(Statement::Extreme {
            figure: both(),
            routine: routine(name),
            among: vec![routine("RRR"), routine("HRR")],
            end: End::Largest,
        })
    };
    assert_eq!(extreme("HRR"), ClaimVerdict::Refuted);
    assert_eq!(extreme("RRR"), ClaimVerdict::Confirmed);
    let compare = |name: &str, than: &str, margin: f64, by| {
        verdict(Statement::Compare {
            figure: Figure { by, ..both() },
            routine: routine(name),
            than: routine(than),
            margin,
            end: End::Largest,
        })
    };
    // Equal expectations: nobody beats anybody.
    assert_eq!(compare("CCC", "S", 0.0, None), ClaimVerdict::Refuted);
    assert_eq!(
        compare("CCC", "S", 0.0, Some(Basis::Simulated)),
        ClaimVerdict::Undecided
    );
    assert_eq!(compare("CCC", "RRR", 40.0, None), ClaimVerdict::Confirmed);
    assert_eq!(compare("CCC", "RRR", 60.0, None), ClaimVerdict::Refuted);
}

#[test]
fn bounds_and_verdicts_hold_for_all_routines_or_not_at_all() {
    let bound = |value, end| {
        verdict(Statement::Bound {
            figure: Figure {
                path: "both".to_owned(),
                by: None,
            },
            routines: vec![routine("RRR"), routine("HRR")],
            value,
            end,
        })
    };
    assert_eq!(bound(698.0, End::Largest), ClaimVerdict::Confirmed);
    assert_eq!(bound(700.0, End::Largest), ClaimVerdict::Refuted);
    assert_eq!(bound(709.917, End::Smallest), ClaimVerdict::Confirmed);
    let is = |is: Verdict| {
        verdict(Statement::Verdict {
            test: "t.t".to_owned(),
            routines: vec![routine("S")],
            is,
        })
    };
    assert_eq!(is(Verdict::Fail), ClaimVerdict::Confirmed);
    assert_eq!(is(Verdict::Pass), ClaimVerdict::Refuted);
}
