//! Events that many people wait for: the most times that one of them sees it, and the games that show that it comes too
//! often.

use super::fit::binomial_tails;

/// P(X ≥ `times`) for the number X of games, of so many, in which an event of this probability comes.
pub fn at_least(times: u64, games: u64, probability: f64) -> f64 {
    match games.checked_sub(times) {
        Some(others) => binomial_tails(times, others, probability).upper,
        None => 0.0,
    }
}

/// The probability that one player or more of so many sees what each of them sees with this probability:
/// 1 - (1 - p)ⁿ, without loss of digits.
pub fn some_player(players: u64, probability: f64) -> f64 {
    -libm::expm1(players as f64 * libm::log1p(-probability))
}

/// The times that the unluckiest of so many players sees an event of this probability, in so many games of each: the most
/// that one of them reaches or passes with a probability of one half or more, which is a median of the maximum. Also that
/// probability.
pub fn unluckiest(players: u64, games: u64, probability: f64) -> (u64, f64) {
    let reached = |times: u64| some_player(players, at_least(times, games, probability));
    // The probability falls as the times grow; it is 1 for none.
    let most = first(0, games + 1, |times| reached(times) < 0.5) - 1;
    (most, reached(most))
}

/// Games, and the number of them in which an event must come, or more often, to show that it comes too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Games that are to be played.
    pub games: u64,
    /// Games of these with the event, at least.
    pub at_least: u64,
}

/// Games beyond this are not looked at: the digits of the binomial law end.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// The smallest number from `low` + 1 to `high` that passes, where larger ones pass, too: `high` does.
fn first(mut low: u64, mut high: u64, passes: impl Fn(u64) -> bool) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if passes(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The fewest games in which an event of this probability comes `times` times with a probability of `power` or more; none
/// where it takes more than 10¹² games.
fn games_for(times: u64, probability: f64, power: f64) -> Option<u64> {
    let reached = |games: u64| at_least(times, games, probability) >= power;
    let mut high = times;
    while !reached(high) {
        high = high.checked_mul(2).filter(|games| *games <= MOST_GAMES)?;
    }
    Some(if high == times {
        times
    } else {
        first(high / 2, high, reached)
    })
}

/// The fewest games that tell an event of the probability `real` from one of `fair`, which is smaller: it comes so often by
/// chance in at most `level` of samples, and in `power` or more where it is real. By the exact binomial law; none where it
/// takes more than 10¹² games.
pub fn fewest_games(fair: f64, real: f64, level: f64, power: f64) -> Option<Shown> {
    let shown = |times: u64| {
        let games = games_for(times, real, power)?;
        (at_least(times, games, fair) <= level).then_some(Shown {
            games,
            at_least: times,
        })
    };
    // More times need more games, so that the first number of times that is rare enough by chance has the fewest.
    let mut high = 1;
    while shown(high).is_none() {
        games_for(high, real, power)?;
        high *= 2;
    }
    let found = first(high / 2, high, |times| shown(times).is_some());
    // Games are whole: up to one more than the power asks for makes fewer times rare enough by chance, as many fewer as that
    // game is worth. One more time makes it as much rarer as 1 - fair/real of it.
    let beside = 8 + (2.0 * fair / (1.0 - fair / real)).ceil() as u64;
    let before = found.saturating_sub(beside).max(1)..=found;
    before.into_iter().find_map(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// Adds the terms one by one.
    fn upper(times: u64, games: u64, p: f64) -> f64 {
        let mut ways = 1.0_f64;
        let mut sum = 0.0;
        for hits in 0..=games {
            let left = games - hits;
            if hits >= times {
                sum += ways * p.powf(hits as f64) * (1.0 - p).powf(left as f64);
            }
            ways *= left as f64 / (hits + 1) as f64;
        }
        sum
    }

    #[test]
    fn the_unluckiest_is_the_median_of_the_maximum() {
        for (players, games, p) in [(1, 1, 0.3), (10, 50, 0.02), (100_000, 50, 4e-4)] {
            let (times, chance) = unluckiest(players, games, p);
            let some = |times: u64| 1.0 - (1.0 - upper(times, games, p)).powf(players as f64);
            assert!(chance >= 0.5 && some(times + 1) < 0.5, "{players}");
            assert_close(chance, some(times), 1e-9);
        }
        assert_eq!(unluckiest(7, 3, 1.0), (3, 1.0));
        assert_close(some_player(1_000, 1e-20), 1e-17, 1e-14);
    }

    /// All numbers of games one by one, each with the fewest times that are rare enough.
    #[test]
    fn no_fewer_games_would_do() {
        for (fair, real) in [(0.1, 0.2), (0.2, 0.3), (0.3, 0.9), (0.5, 0.65), (0.6, 0.7)] {
            let found = fewest_games(fair, real, 0.01, 0.9).unwrap();
            let first = (1..400).find_map(|games| {
                let rare = (1..=games).find(|times| upper(*times, games, fair) <= 0.01)?;
                (upper(rare, games, real) >= 0.9).then_some((games, rare))
            });
            assert_eq!(first, Some((found.games, found.at_least)), "{fair} {real}");
        }
        assert_eq!(fewest_games(1e-13, 2e-13, 0.001, 0.9), None);
    }

    /// Decks of fair chances of cards and a little more: tests/data/edges.py.
    #[test]
    fn games_are_those_of_sums_of_the_law() {
        let lines = include_str!("../../../tests/data/edges.txt").lines();
        let mut count = 0;
        for line in lines.filter(|line| !line.starts_with('#')) {
            let numbers: Vec<u64> = line.split(' ').map(|text| text.parse().unwrap()).collect();
            let [above, below, ratio, games, at_least] = numbers[..] else {
                panic!("{line}");
            };
            let fair = above as f64 / below as f64;
            let found = fewest_games(fair, fair * ratio as f64 / 1e3, 0.001, 0.9);
            assert_eq!(found, Some(Shown { games, at_least }), "{line}");
            count += 1;
        }
        assert_eq!(count, 30);
    }
}
