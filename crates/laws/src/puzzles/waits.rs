//! The length of a game that is repeated until one of two things happens, given which of them it
//! was.
//!
//! Each roll wins with probability w, loses with probability l, and is nothing otherwise. The game ends with the
//! first roll that is not nothing; how it ends is decided by that roll alone, whenever it comes. So the length of a
//! game that was won has the law of the length of any game: geometric, P(T = t) = (1 − w − l)^(t−1) (w + l), with
//! mean 1/(w + l).

use dashu_ratio::RBig;

/// The chances of one roll. Both are probabilities, and so is their sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    win: RBig,
    lose: RBig,
}

impl Wait {
    /// The wait with these chances; nothing if no game is ever won, or if they sum to more than 1.
    pub fn new(win: RBig, lose: RBig) -> Option<Self> {
        let fits = win > RBig::ZERO && lose >= RBig::ZERO && &win + &lose <= RBig::ONE;
        fits.then_some(Self { win, lose })
    }

    /// The chance that a roll ends the game.
    pub fn ends(&self) -> RBig {
        &self.win + &self.lose
    }

    /// The chance that a game is won.
    pub fn won(&self) -> RBig {
        &self.win / self.ends()
    }

    /// The mean number of rolls of games that are won, the last one counted: 1/(w + l).
    pub fn mean(&self) -> RBig {
        RBig::ONE / self.ends()
    }

    /// The variance of the length of a game, (1 − w − l)/(w + l)².
    pub fn variance(&self) -> RBig {
        let ends = self.ends();
        (RBig::ONE - &ends) / (&ends * &ends)
    }

    /// The mean number of rolls of another game, in which the losing rolls are left out of the dice: (1 − l)/w.
    /// It is what the wait is easily mistaken for.
    pub fn mean_without_losing_rolls(&self) -> RBig {
        (RBig::ONE - &self.lose) / &self.win
    }

    /// The probabilities that a game that was won took 1, 2, 3, … rolls.
    pub fn law(&self) -> impl Iterator<Item = RBig> + use<> {
        let goes_on = RBig::ONE - self.ends();
        std::iter::successors(Some(self.ends()), move |last| Some(last * &goes_on))
    }
}

#[cfg(test)]
mod tests {
    use super::super::probability;
    use super::*;

    fn wait(win: &str, lose: &str) -> Wait {
        Wait::new(probability(win).unwrap(), probability(lose).unwrap()).unwrap()
    }

    #[test]
    fn the_two_puzzles_take_four_rolls_and_one_and_a_half() {
        let craps = wait("3/36", "6/36");
        assert_eq!(craps.mean().to_string(), "4");
        assert_eq!(craps.won().to_string(), "1/3");
        assert_eq!(craps.variance().to_string(), "12");
        let even = wait("1/6", "3/6");
        assert_eq!(even.mean().to_string(), "3/2");
        assert_eq!(even.mean_without_losing_rolls().to_string(), "3");
    }

    /// Every sequence of rolls of a die with `win` winning and `lose` losing faces, up to eight rolls.
    #[test]
    fn the_law_is_that_of_all_sequences_of_rolls() {
        for (faces, win, lose) in [(6u32, 1u32, 3u32), (4, 1, 0), (3, 2, 1), (5, 1, 2)] {
            let part = |count: u32| RBig::from_parts(count.into(), faces.into());
            let game = Wait::new(part(win), part(lose)).unwrap();
            let (mut won, mut rolls) = (Vec::new(), RBig::ONE);
            for length in 1..=8u32 {
                rolls /= RBig::from(faces);
                // Each sequence is a number to the base of the faces; its digits are the rolls, the last one lowest.
                let sequences = if length <= 5 { faces.pow(length) } else { 0 };
                let wins = (0..sequences).filter(|sequence| {
                    let roll = |at: u32| sequence / faces.pow(at) % faces;
                    roll(0) < win && (1..length).all(|at| roll(at) >= win + lose)
                });
                if length <= 5 {
                    won.push(RBig::from(wins.count()) * &rolls);
                }
            }
            // Given that the game is won.
            let given: Vec<RBig> = won.into_iter().map(|p| p / game.won()).collect();
            let law: Vec<RBig> = game.law().take(5).collect();
            assert_eq!(given, law, "{faces} {win} {lose}");
        }
    }

    #[test]
    fn the_mean_is_that_of_the_law() {
        let game = wait("1/4", "1/8");
        let shares: Vec<RBig> = game.law().take(200).collect();
        let sum = |weight: fn(u32) -> u32| {
            let terms = (1u32..)
                .zip(&shares)
                .map(|(t, p)| p * RBig::from(weight(t)));
            terms
                .fold(RBig::ZERO, |sum, term| sum + term)
                .to_f64()
                .value()
        };
        assert!((sum(|_| 1) - 1.0).abs() < 1e-15);
        let (mean, square) = (sum(|t| t), sum(|t| t * t));
        assert!((mean - game.mean().to_f64().value()).abs() < 1e-12);
        assert!((square - mean * mean - game.variance().to_f64().value()).abs() < 1e-11);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let part = |text| probability(text).unwrap();
        assert!(Wait::new(part("0"), part("1/2")).is_none());
        assert!(Wait::new(part("1/2"), part("2/3")).is_none());
        assert!(Wait::new(part("1/2"), part("1/2")).is_some());
    }
}
