//! `streak`: how long until the same symbol comes so many times in a row, and how likely that is in so many draws.

use serde_json::json;

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::sequences::streaks::longest_each;
use laws::sequences::waiting::Wait;
use record::answers::streak::{NAME, Streak};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "The same symbol several times in a row, in independent draws: how long it takes, and how likely it is in a \
        number of draws",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "run",
            "R",
            Read::Whole(1..=1_000_000_000),
            "Draws of the symbol in a row",
        )
        .required()
        .bare(),
        Parameter::new(
            "p",
            "P",
            Read::Number(1e-9..=0.999_999_999),
            "The probability of the symbol in a draw",
        )
        .default("0.5"),
        Parameter::new(
            "draws",
            "N",
            Read::Whole(1..=1_000_000_000_000),
            "How likely is it in this many draws?",
        ),
    ],
    ask: |given| {
        let (run, p): (u64, f64) = (given.value("run"), given.value("p"));
        let draws = given.get::<u64>("draws");
        ask(move |_| find(run, p, draws))
    },
};

fn find(run: u64, p: f64, draws: Option<u64>) -> Result<Streak, Unanswered> {
    let unknown = |error: laws::sequences::Refused| Unanswered::Unknown(error.to_string());
    let wait = Wait::new(p, run).map_err(unknown)?;
    let within = draws.map(|draws| {
        let runs = [Some(run), None];
        longest_each(&[p, 1.0 - p], draws, &runs).map(|reached| reached.some)
    });
    let log10 = wait.ln_mean() / std::f64::consts::LN_10;
    Ok(Streak {
        run,
        p,
        begins_log10: run as f64 * libm::log10(p),
        wait: if wait.mean().is_finite() {
            json!(wait.mean())
        } else {
            let whole = log10.floor();
            json!(format!("{:.3}e{whole}", libm::exp10(log10 - whole)))
        },
        wait_log10: log10,
        wait_digits: wait.digits(),
        draws,
        within: within.transpose().map_err(unknown)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_in_a_row_take_as_long_as_they_should() {
        let ten = find(10, 0.5, Some(10)).unwrap();
        assert_eq!(ten.wait, json!(2046.0));
        assert_eq!(ten.wait_digits, Some(4));
        assert!((ten.within.unwrap() * 1024.0 - 1.0).abs() < 1e-12);
        let many = find(47_000_000, 0.5, None).unwrap();
        assert_eq!(many.wait_digits, Some(14_148_411));
        assert!(many.wait.is_string());
    }
}
