//! The weights of symbols as people write them: whole numbers, decimals or percents, with names before them or not.

use std::str::FromStr;

use deck::subject::{Weights, common_divisor};

/// Decimals of a weight, at the most.
const DECIMALS: usize = 9;

/// The accepted texts, in words.
const ACCEPTED: &str = "how often each symbol should come, in proportion, as in 50,25,20,5, in Common=50,Rare=25 or in \
                        99.5%,0.5%; or equal";

/// The weights that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weighting {
    /// All symbols that come have the same.
    Equal,
    /// These, with the names of the symbols if they are given.
    Listed {
        weights: Vec<u32>,
        names: Option<Vec<String>>,
    },
}

impl Weighting {
    /// The names of the symbols, if they are given.
    pub fn names(&self) -> Option<&Vec<String>> {
        match self {
            Self::Equal => None,
            Self::Listed { names, .. } => names.as_ref(),
        }
    }

    /// The weights of so many symbols.
    pub fn of(&self, symbols: usize) -> Result<Weights, String> {
        match self {
            Self::Equal => Weights::new(vec![1; symbols]),
            Self::Listed { weights, .. } => Weights::new(weights.clone()),
        }
    }
}

/// A weight while it is read: its digits without the point, and how many of them are decimals.
struct Written {
    digits: u64,
    decimals: usize,
    percent: bool,
}

impl Written {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{}`; accepted: {ACCEPTED}", text.escape_debug());
        let percent = text.ends_with('%');
        let number = text.trim_end_matches('%').trim();
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{part}");
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if digits.is_empty() || !plain || part.len() > DECIMALS {
            return Err(wrong());
        }
        Ok(Self {
            digits: digits.parse().map_err(|_| wrong())?,
            decimals: part.len(),
            percent,
        })
    }
}

impl FromStr for Weighting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "equal" {
            return Ok(Self::Equal);
        }
        if let Some(meant) = meant(text) {
            return Err(format!(
                "did you mean `{}`? Found `{}`; accepted: {ACCEPTED}",
                meant.escape_debug(),
                text.escape_debug()
            ));
        }
        let (mut names, mut written) = (Vec::new(), Vec::new());
        for part in text.split(',') {
            let sign = part.rsplit_once(['=', ':']);
            let (name, number) = sign.map_or((None, part), |(name, number)| (Some(name), number));
            names.extend(name.map(|name| name.trim().to_owned()));
            written.push(Written::read(number.trim())?);
        }
        if !names.is_empty() && names.len() != written.len() {
            return Err(format!(
                "found names before {} of {} weights; accepted: before all or none, as in Common=50,Rare=25",
                names.len(),
                written.len()
            ));
        }
        if let Some(twice) = (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
            return Err(format!(
                "found `{}` twice; accepted: each name once",
                names[twice].escape_debug()
            ));
        }
        let decimals = written.iter().map(|one| one.decimals).max().unwrap_or(0);
        let scaled = |one: &Written| {
            let power = 10_u64.checked_pow((decimals - one.decimals) as u32)?;
            one.digits.checked_mul(power)
        };
        let whole: Option<Vec<u64>> = written.iter().map(scaled).collect();
        let mut whole =
            whole.ok_or_else(|| format!("found weights too large; accepted: {ACCEPTED}"))?;
        let all: u128 = whole.iter().map(|weight| u128::from(*weight)).sum();
        let hundred = 100 * 10_u128.pow(decimals as u32);
        // Rounded percents may miss by half a last digit each.
        if written.iter().all(|one| one.percent)
            && 2 * all.abs_diff(hundred) > written.len() as u128
        {
            let sum = 100.0 * all as f64 / hundred as f64;
            return Err(format!(
                "found percents that come to {sum}% together; accepted: 100%, or weights without %"
            ));
        }
        if all == 0 {
            return Err(format!(
                "found weights that come to 0 together; accepted: {ACCEPTED}"
            ));
        }
        if let Some(at) = whole.iter().position(|weight| *weight == 0) {
            let whose = names.get(at).map_or_else(
                || format!("as number {} of {}", at + 1, whole.len()),
                |name| format!("for `{}`", name.escape_debug()),
            );
            return Err(format!(
                "found a weight of 0 {whose}; leave out what never comes; accepted: {ACCEPTED}"
            ));
        }
        if decimals > 0 {
            let divisor = common_divisor(whole.iter().copied());
            for weight in &mut whole {
                *weight /= divisor;
            }
        }
        let small: Result<Vec<u32>, _> = whole.into_iter().map(u32::try_from).collect();
        let weights =
            small.map_err(|_| format!("found weights too large; accepted: {ACCEPTED}"))?;
        Weights::new(weights.clone())?;
        Ok(Self::Listed {
            weights,
            names: (!names.is_empty()).then_some(names),
        })
    }
}

/// The same weights with commas between, where other signs stand: `75/25`, `75 25`, `Common:75;Rare:25`, `Common 75 Rare 25`; and
/// `equal` for its like.
fn meant(text: &str) -> Option<String> {
    if ["equally", "uniform", "same", "even", "fair"].contains(&text.trim()) {
        return Some("equal".to_owned());
    }
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || ";/|,=:".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let is_number = |word: &&str| Written::read(word).is_ok();
    let meant = if words.iter().all(is_number) {
        words.join(",")
    } else {
        let pairs = words.chunks(2).map(|pair| match pair {
            [name, number] if !is_number(name) && is_number(number) => {
                Some(format!("{name}={number}"))
            }
            _ => None,
        });
        pairs.collect::<Option<Vec<String>>>()?.join(",")
    };
    // A name with its weight, alone, is written as it should be.
    let is_pair = words.len() == 2 && !is_number(&words[0]);
    (words.len() > 1 && !is_pair && !text.contains(',')).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Vec<u32>, Option<Vec<String>>), String> {
        match text.parse()? {
            Weighting::Equal => Ok((Vec::new(), None)),
            Weighting::Listed { weights, names } => Ok((weights, names)),
        }
    }

    #[test]
    fn weights_are_read_as_people_write_them() {
        let weights = |text| read(text).unwrap().0;
        assert_eq!(weights("50,25,20,5"), [50, 25, 20, 5]);
        assert_eq!(weights("99.5,.5"), [199, 1]);
        assert_eq!(weights("99.5%,0.5%"), [199, 1]);
        assert_eq!(weights("33.3%, 33.3%, 33.3%"), [1, 1, 1]);
        let (weights, names) = read("Common=50, Rare = 25,Epic=25").unwrap();
        assert_eq!(weights, [50, 25, 25]);
        assert_eq!(names.unwrap(), ["Common", "Rare", "Epic"]);
        assert_eq!("equal".parse(), Ok(Weighting::Equal));
    }

    #[test]
    fn wrong_weights_are_refused() {
        for (text, says) in [
            ("50", "at least two weights"),
            ("50,x", "found `x`; accepted: how often"),
            ("50,-1", "found `-1`"),
            ("50,0", "a weight of 0 as number 2 of 2"),
            ("a=0,b=1", "a weight of 0 for `a`"),
            ("0,0", "come to 0 together"),
            ("75/25", "did you mean `75,25`?"),
            ("75 25", "did you mean `75,25`?"),
            ("3:1", "did you mean `3,1`?"),
            ("a:75;b:25", "did you mean `a=75,b=25`?"),
            ("a 75 b 25", "did you mean `a=75,b=25`?"),
            ("same", "did you mean `equal`?"),
            ("50,,5", "found ``"),
            ("50%,25%", "come to 75% together"),
            ("50%,30%,23%", "come to 103% together"),
            ("33%,33%,32%", "come to 98% together"),
            ("a=1,2", "before 1 of 2 weights"),
            ("a=1,a=2", "`a` twice"),
            ("1.0000000001,1", "accepted"),
            ("99999999999,1", "too large"),
        ] {
            let problem = text.parse::<Weighting>().unwrap_err();
            assert!(problem.contains(says), "{text}: {problem}");
        }
    }
}
