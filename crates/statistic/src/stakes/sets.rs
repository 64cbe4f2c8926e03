//! Sets of stakes that people of a game name.

/// A set of stakes.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// The decks and the stakes, in words.
    pub about: &'static str,
    /// Its stakes; those that can be read off what is seen are looked at.
    pub stakes: &'static [&'static str],
}

/// All sets.
pub static SETS: &[Set] = &[
    Set {
        name: "bridge",
        about: "points, aces, long and short suits of each hand, and fits of partners; deals of 52 cards",
        stakes: &[
            "hands:4x13 points <= 3",
            "hands:4x13 points >= 13",
            "hands:4x13 points 15..17",
            "hands:4x13 points >= 20",
            "hands:4x13 aces = 0",
            "hands:4x13 aces >= 3",
            "hands:4x13 longest suit = 4",
            "hands:4x13 longest suit >= 6",
            "hands:4x13 longest suit >= 7",
            "hands:4x13 shortest suit = 0",
            "hands:4x13 shortest suit = 1",
            "hands:4x13 aces+kings+queens+jacks+tens = 0",
            "N points >= 13",
            "E points >= 13",
            "S points >= 13",
            "W points >= 13",
            "N+S points >= 26",
            "E+W points >= 26",
            "N+S points >= 33",
            "N+S longest suit >= 8",
            "E+W longest suit >= 8",
            "N+S longest suit >= 9",
            "N+S spades >= 8",
        ],
    },
    Set {
        name: "poker",
        about: "the categories of the first five cards, and hold'em: two cards, and the best five of seven; 52 cards",
        stakes: &[
            "first:5 pair",
            "first:5 two pairs",
            "first:5 three of a kind",
            "first:5 straight",
            "first:5 flush",
            "first:5 full house",
            "first:5 four of a kind",
            "first:5 straight flush or better",
            "first:5 high card",
            "first:2 pair",
            "first:2 aces = 2",
            "first:2 longest suit = 2",
            "first:7 pair",
            "first:7 two pairs",
            "first:7 three of a kind",
            "first:7 straight",
            "first:7 flush",
            "first:7 full house",
            "first:7 four of a kind or better",
        ],
    },
    Set {
        name: "blackjack",
        about: "naturals, aces and tens of the first cards, and single cards on top; 52 cards",
        stakes: &[
            "first:2 natural pays 1.5",
            "first:2 aces = 2",
            "first:2 tens+jacks+queens+kings = 2",
            "first:2 pair pays 11",
            "top is ace",
            "top is ten+jack+queen+king",
            "first:4 aces >= 1",
            "first:10 aces >= 1",
            "first:10 tens+jacks+queens+kings <= 1",
            "first:10 tens+jacks+queens+kings >= 5",
        ],
    },
    Set {
        name: "magic",
        about: "lands in opening hands and first draws, and runs of lands; decks with cards of the type land",
        stakes: &[
            "first:7 land = 0",
            "first:7 land 0..1",
            "first:7 land 2..4",
            "first:7 land 3..4",
            "first:7 land >= 5",
            "first:7 land >= 6",
            "first:9 land <= 2",
            "first:10 land <= 2",
            "first:10 land >= 7",
            "first:15 land <= 3",
            "first:15 land >= 9",
            "longest run of land >= 6",
            "longest run of land >= 8",
            "longest run of land in first:20 >= 5",
        ],
    },
    Set {
        name: "loot",
        about: "the rarest and the commonest symbol, repeats, and droughts; draws with weights",
        stakes: &[
            "draw is rarest",
            "draw is commonest",
            "repeat",
            "next after rarest is rarest",
            "next after commonest is rarest",
            "next after commonest is commonest",
            "drought of rarest < 10",
            "drought of rarest > 20",
            "drought of rarest > 50",
            "drought of rarest > 100",
            "drought of rarest > 200",
            "drought of rarest > 500",
            "drought of commonest > 5",
            "drought of commonest > 10",
        ],
    },
    Set {
        name: "lottery",
        about: "single numbers, odd and low ones, sums and consecutive numbers; hands of numbers, as six of 49",
        stakes: &[
            "hand has 1",
            "hand has 7",
            "hand has 13",
            "hand odd = 0",
            "hand even = 0",
            "hand low = 0",
            "hand high = 0",
            "hand 1..31 >= 6",
            "hand consecutive = 0",
            "hand consecutive >= 2",
            "hand sum <= 100",
            "hand sum >= 200",
        ],
    },
];

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }
}
