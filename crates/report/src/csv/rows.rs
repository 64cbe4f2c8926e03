//! The rows of the parts of records and comparisons.

use serde_json::Value;

use super::{Row, Table, Written, number, shown};
use record::compare::{Comparison, Pair};
use record::follow::Status;
use record::{Answer, Anytime, Claim, Departure, Record, Routine, Statistic, Test, Verification};

impl Table {
    /// All rows of a record.
    pub(super) fn record(&mut self, record: &Record) -> Written {
        let row = Row {
            experiment: &record.experiment.name,
            ..Row::default()
        };
        let of = |kind| Row {
            kind,
            ..row.clone()
        };
        self.all(&of("experiment"), &record.experiment)?;
        // A seed may be of any length, and is therefore text.
        let value = record.experiment.seed.clone();
        let name = "seed".to_owned();
        self.row(&Row {
            name,
            value,
            ..of("experiment")
        })?;
        for statistic in &record.statistics {
            self.law(&of("law"), statistic)?;
        }
        for routine in &record.routines {
            self.routine(&row, record, routine)?;
        }
        for (name, answer) in &record.answers {
            self.answer(&of("answer"), name, answer)?;
        }
        for claim in &record.claims {
            self.claim(&of("claim"), claim)?;
        }
        for shown in &record.would_show {
            let routine = &shown.routine;
            self.all(
                &Row {
                    routine,
                    ..of("would-show")
                },
                shown,
            )?;
        }
        for known in &record.landmarks {
            self.all(&of("landmark"), known)?;
        }
        for known in &record.distances {
            self.all(&of("landmark"), known)?;
        }
        for known in &record.beforehand {
            self.all(&of("beforehand"), known)?;
        }
        record
            .more
            .iter()
            .try_for_each(|more| self.all(&of("more"), more))
    }

    fn law(&mut self, row: &Row<'_>, statistic: &Statistic) -> Written {
        let row = Row {
            statistic: &statistic.name,
            name: "ideal_law".to_owned(),
            unit: "probability",
            ..row.clone()
        };
        self.all(&row, &statistic.ideal_law)
    }

    fn routine(&mut self, row: &Row<'_>, record: &Record, routine: &Routine) -> Written {
        let row = Row {
            routine: &routine.name,
            ..row.clone()
        };
        let of = |kind| Row {
            kind,
            ..row.clone()
        };
        self.value(
            &Row {
                unit: "decks",
                ..of("routine")
            },
            "decks",
            routine.decks,
        )?;
        for statistic in routine.statistics.keys() {
            self.figures(&of("figure"), record, routine, statistic)?;
        }
        for test in &routine.tests {
            self.test(&of("test"), test)?;
        }
        for check in &routine.checks {
            self.check(&of("check"), check)?;
        }
        if let Some(distance) = &routine.total_variation {
            let unit = "total variation";
            self.all(
                &Row {
                    unit,
                    ..of("total-variation")
                },
                distance,
            )?;
        }
        if let Some(departure) = &routine.departure {
            self.departure(&of("departure"), departure)?;
        }
        if let Some(anytime) = &routine.anytime {
            self.anytime(&of("anytime"), anytime)?;
        }
        Ok(())
    }

    /// The figures of a statistic. Beside those that tables show stand their errors, what is exact and what is fair.
    fn figures(
        &mut self,
        row: &Row<'_>,
        record: &Record,
        routine: &Routine,
        statistic: &str,
    ) -> Written {
        let Some(figures) = routine.statistics.get(statistic) else {
            return Ok(());
        };
        let at = |key: Option<&String>| {
            let value = key.and_then(|key| figures.at(key));
            shown(value.filter(|value| value.is_number()))
        };
        let beside = |row: &mut Row<'_>| {
            let mut columns = record.columns.iter();
            let column =
                columns.find(|column| column.statistic == statistic && column.figure == row.name);
            let Some(column) = column else { return };
            let mut checks = routine.checks.iter();
            let check =
                checks.find(|check| check.statistic == statistic && check.check == row.name);
            row.standard_error = at(column.error.as_ref());
            let exact = match row.name.as_str() {
                "mean" => "exact".to_owned(),
                name => format!("{name}_exact"),
            };
            row.exact = match at(Some(&exact)) {
                none if none.is_empty() => number(check.and_then(|check| check.exact)),
                exact => exact,
            };
            row.ideal = at(column.fair.as_ref());
        };
        let value = Value::from(figures.clone());
        self.walk(
            &Row {
                statistic,
                ..row.clone()
            },
            &value,
            &beside,
        )
    }

    fn test(&mut self, row: &Row<'_>, test: &Test) -> Written {
        let row = Row {
            statistic: &test.statistic,
            name: test.test.clone(),
            ..row.clone()
        };
        self.row(&Row {
            value: number(test.value),
            p: number(test.p),
            p_adjusted: number(test.p_adjusted),
            verdict: test.verdict.name(),
            ..row.clone()
        })?;
        self.value(&row, "df", test.df)?;
        self.value(&row, "share", test.share)?;
        self.value(&row, "decks_needed", test.decks_needed)?;
        if let Some(size) = &test.size {
            let unit = size.unit.as_str();
            let of = Row {
                unit,
                ..row.clone()
            };
            self.value(&of, "size.seen", size.seen)?;
            self.value(&of, "size.low", size.low)?;
            self.value(&of, "size.high", size.high)?;
            self.value(&of, "size.fair", size.fair)?;
            self.value(&row, "size.confidence", size.confidence)?;
            self.value(&row, "size.cells", size.cells)?;
        }
        let Some(detectable) = &test.detectable else {
            return Ok(());
        };
        let unit = detectable.unit.as_str();
        self.value(&Row { unit, ..row }, "detectable", detectable.value)
    }

    fn check(&mut self, row: &Row<'_>, check: &Verification) -> Written {
        let row = Row {
            statistic: &check.statistic,
            name: check.check.clone(),
            ..row.clone()
        };
        self.row(&Row {
            value: number(check.simulated),
            standard_error: number(check.standard_error),
            exact: number(check.exact),
            p: number(check.p),
            p_adjusted: number(check.p_adjusted),
            verdict: check.verdict.name(),
            ..row.clone()
        })?;
        let unit = "standard errors";
        self.value(&Row { unit, ..row }, "difference", check.difference)
    }

    fn departure(&mut self, row: &Row<'_>, departure: &Departure) -> Written {
        let verdict = departure.extent.name();
        self.value(
            &Row {
                verdict,
                ..row.clone()
            },
            "delta",
            departure.delta,
        )?;
        self.value(row, "confidence", departure.confidence)?;
        self.value(row, "decks_needed", departure.decks_needed)?;
        departure.laws.iter().try_for_each(|law| {
            let statistic = law.statistic.as_str();
            self.value(
                &Row {
                    statistic,
                    ..row.clone()
                },
                "limit",
                law.limit,
            )
        })
    }

    fn anytime(&mut self, row: &Row<'_>, anytime: &Anytime) -> Written {
        let verdict = anytime.verdict.name();
        self.value(
            &Row {
                verdict,
                ..row.clone()
            },
            "log10_e",
            anytime.log10_e,
        )?;
        self.value(row, "log10_e_adjusted", anytime.log10_e_adjusted)?;
        self.value(row, "decks", anytime.decks)?;
        for (at, (decks, log10_e)) in anytime.looks.iter().enumerate() {
            self.value(row, &format!("looks.{at}.decks"), *decks)?;
            self.value(row, &format!("looks.{at}.log10_e"), *log10_e)?;
        }
        anytime.statistics.iter().try_for_each(|wagered| {
            let statistic = wagered.statistic.as_str();
            self.all(
                &Row {
                    statistic,
                    ..row.clone()
                },
                wagered,
            )
        })
    }

    /// The evidence in the last windows of each length.
    pub(super) fn watch(&mut self, status: &Status) -> Written {
        for of in &status.windows {
            let last = of.last.iter().map(|last| ("last", last));
            for (which, stretch) in last.chain([("running", &of.running)]) {
                let telling = stretch.loudest.as_ref();
                self.row(&Row {
                    experiment: &status.source,
                    kind: "window",
                    statistic: telling.map_or("", |telling| telling.statistic.as_str()),
                    name: format!("{}.{which}", of.length),
                    value: number(stretch.log10_e),
                    unit: "decimal logarithm of the e-value",
                    ..Row::default()
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn answer(&mut self, row: &Row<'_>, name: &str, answer: &Answer) -> Written {
        let row = Row {
            routine: answer.routine.as_deref().unwrap_or_default(),
            statistic: name,
            ..row.clone()
        };
        self.value(
            &Row {
                unit: "cards",
                ..row.clone()
            },
            "deck",
            answer.deck,
        )?;
        self.all(&row, &answer.found)
    }

    fn claim(&mut self, row: &Row<'_>, claim: &Claim) -> Written {
        self.row(&Row {
            statistic: claim.test.as_deref().unwrap_or_default(),
            name: claim.id.clone(),
            value: shown(claim.measured.as_ref()),
            standard_error: number(claim.standard_error),
            exact: shown(claim.exact.as_ref()),
            verdict: claim.verdict.name(),
            unit: claim.unit.as_deref().unwrap_or_default(),
            published: claim.published.as_deref().unwrap_or_default(),
            ..row.clone()
        })
    }

    /// All rows of a comparison.
    pub(super) fn comparison(&mut self, comparison: &Comparison) -> Written {
        let row = Row {
            experiment: &comparison.new.experiment,
            kind: "comparison",
            ..Row::default()
        };
        self.value(&row, "alpha", comparison.alpha)?;
        self.value(&row, "tests", comparison.tests)?;
        let mut pairs = comparison.routines.iter();
        pairs.try_for_each(|pair| self.pair(&row, pair))
    }

    fn pair(&mut self, row: &Row<'_>, pair: &Pair) -> Written {
        let row = Row {
            routine: &pair.new,
            ..row.clone()
        };
        let decks = Row {
            unit: "decks",
            ..row.clone()
        };
        self.value(&decks, "decks", pair.new_decks)?;
        self.value(&decks, "decks.base", pair.base_decks)?;
        for figure in &pair.figures {
            let row = Row {
                statistic: &figure.statistic,
                name: figure.test.clone(),
                ..row.clone()
            };
            self.row(&Row {
                value: number(figure.new),
                p: number(figure.p),
                p_adjusted: number(figure.p_adjusted),
                verdict: figure.verdict.name(),
                ..row.clone()
            })?;
            self.value(&row, "base", figure.base)?;
            self.value(
                &Row {
                    unit: "standard errors",
                    ..row.clone()
                },
                "errors",
                figure.errors,
            )?;
            self.value(
                &Row {
                    unit: "decks",
                    ..row
                },
                "needed",
                figure.needed,
            )?;
        }
        Ok(())
    }
}
