//! Views: what is seen of a deck, cards in classes and places in cells.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{Classes, Kind, Subject};
use crate::batch::Batch;
use crate::kernel::Isa;
use text::params::Parameter;

/// The cells of places that are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The first so many cards, in order.
    First(usize),
    /// The first so many cards, as a set.
    Hand(usize),
    /// Several hands, each as a set.
    Hands {
        /// The number of hands.
        hands: usize,
        /// Cards in each.
        cards: usize,
        /// How they are dealt.
        dealt: Dealt,
    },
}

/// How several hands are dealt from the top of a deck.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dealt {
    /// A card to each hand in turn, again and again.
    #[default]
    InTurn,
    /// In turn, then back from the last hand to the first, and so on.
    BackAndForth,
    /// All cards of a hand at once, hand after hand.
    Blocks,
}

impl Dealt {
    /// All, the one that is meant where nothing is said first.
    const ALL: [Self; 3] = [Self::InTurn, Self::BackAndForth, Self::Blocks];

    /// Its name in a view.
    fn name(self) -> &'static str {
        match self {
            Self::InTurn => "around",
            Self::BackAndForth => "back-and-forth",
            Self::Blocks => "blocks",
        }
    }

    /// The same in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::InTurn => "dealt in turn",
            Self::BackAndForth => "dealt back and forth",
            Self::Blocks => "dealt a hand at once",
        }
    }
}

impl Shape {
    /// The shapes that are accepted, in words.
    pub const ACCEPTED: &'static str = "first:7 (the first seven cards, in order), hand:7 (as a set) or hands:4x13 \
                                        (four hands of thirteen, each as a set, dealt in turn; or hands:4x13:back-and-forth, \
                                        hands:4x13:blocks)";

    /// So many hands of so many cards, dealt in turn.
    pub const fn in_turn(hands: usize, cards: usize) -> Self {
        Self::Hands {
            hands,
            cards,
            dealt: Dealt::InTurn,
        }
    }

    /// The number of cards that are seen.
    pub fn seen(self) -> usize {
        self.cells() * self.cell()
    }

    /// Checks that decks of `cards` cards have such a part, and leave something open; the error says what is accepted.
    pub fn check(self, cards: usize) -> Result<(), String> {
        let seen = self.cells().checked_mul(self.cell());
        let accepted = match (seen, self) {
            (Some(seen), Self::Hand(_)) if seen < cards => return Ok(()),
            (Some(seen), Self::First(_)) if seen <= cards => return Ok(()),
            (Some(seen), Self::Hands { hands, .. })
                if seen <= cards && (hands > 1 || seen < cards) =>
            {
                return Ok(());
            }
            (_, Self::Hand(_)) if cards < 2 => "decks of two cards or more".to_owned(),
            (_, Self::Hand(_)) => format!("hands of 1 to {} cards", cards - 1),
            (_, Self::First(_)) => format!("the first 1 to {cards} cards"),
            (_, Self::Hands { .. }) => {
                format!("hands that have no more than {cards} cards together")
            }
        };
        Err(accepted)
    }

    /// The number of cells that are seen.
    pub fn cells(self) -> usize {
        match self {
            Self::First(cards) => cards,
            Self::Hand(_) => 1,
            Self::Hands { hands, .. } => hands,
        }
    }

    /// The number of cards in each cell that is seen.
    pub fn cell(self) -> usize {
        match self {
            Self::First(_) => 1,
            Self::Hand(cards) | Self::Hands { cards, .. } => cards,
        }
    }

    /// The number of hands: in order, the cards are one hand.
    pub fn hands(self) -> usize {
        match self {
            Self::First(_) | Self::Hand(_) => 1,
            Self::Hands { hands, .. } => hands,
        }
    }

    /// The number of cards in each hand.
    pub fn hand(self) -> usize {
        self.seen() / self.hands()
    }

    /// The places of the cards that are seen, hand by hand.
    pub fn places(self) -> impl Iterator<Item = usize> {
        let (hands, hand) = (self.hands(), self.hand());
        let dealt = match self {
            Self::First(_) | Self::Hand(_) => Dealt::InTurn,
            Self::Hands { dealt, .. } => dealt,
        };
        let place = move |first: usize, card: usize| match dealt {
            Dealt::Blocks => first * hand + card,
            Dealt::BackAndForth if card % 2 == 1 => (card + 1) * hands - 1 - first,
            Dealt::InTurn | Dealt::BackAndForth => first + card * hands,
        };
        (0..hands).flat_map(move |first| (0..hand).map(move |card| place(first, card)))
    }

    /// The cell of each place of a deck of `cards` cards, from the top: that after the last where it is not seen.
    pub fn cell_of_places(self, cards: usize) -> Vec<usize> {
        let mut cells = vec![self.cells(); cards];
        for (at, place) in self.places().enumerate() {
            cells[place] = at / self.cell();
        }
        cells
    }

    /// The part of the deck in words: `the first 7 cards (in order)`.
    pub fn words(self) -> String {
        match self {
            Self::First(1) | Self::Hand(1) => "the first card".to_owned(),
            Self::First(cards) => format!("the first {cards} cards (in order)"),
            Self::Hand(cards) => format!("the first {cards} cards (in any order)"),
            Self::Hands {
                hands,
                cards,
                dealt,
            } => format!("{hands} hands of {cards} ({})", dealt.words()),
        }
    }

    /// The name of a cell, or of the rest: `place 3`, `hand 2`, `the rest`.
    pub fn named(self, cell: usize) -> String {
        match self {
            _ if cell >= self.cells() => "the rest".to_owned(),
            Self::First(_) => format!("place {}", cell + 1),
            Self::Hand(_) => "the hand".to_owned(),
            Self::Hands { .. } => format!("hand {}", cell + 1),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(cards) => write!(f, "first:{cards}"),
            Self::Hand(cards) => write!(f, "hand:{cards}"),
            Self::Hands {
                hands,
                cards,
                dealt,
            } => {
                write!(f, "hands:{hands}x{cards}")?;
                match dealt {
                    Dealt::InTurn => Ok(()),
                    dealt => write!(f, ":{}", dealt.name()),
                }
            }
        }
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let shape = text.split_once(':').and_then(|(word, size)| match word {
            "first" => number(size).map(Self::First),
            "hand" => number(size).map(Self::Hand),
            "hands" => {
                let (size, dealt) = match size.split_once(':') {
                    None => (size, Dealt::default()),
                    Some((size, name)) => {
                        (size, Dealt::ALL.into_iter().find(|one| one.name() == name)?)
                    }
                };
                let (hands, cards) = size.split_once(['x', '×'])?;
                let (hands, cards) = (number(hands)?, number(cards)?);
                Some(Self::Hands {
                    hands,
                    cards,
                    dealt,
                })
            }
            _ => None,
        });
        shape.ok_or_else(|| {
            format!(
                "found `{}`; accepted: {}",
                text.escape_debug(),
                Self::ACCEPTED
            )
        })
    }
}

/// Knowledge of the cards that are seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Told {
    /// The places where they lay before the shuffle.
    #[default]
    Places,
    /// They are playing cards: spades, hearts, diamonds and clubs, each from ace to king. The order before is not known.
    Playing,
    /// The cells that they were in in an earlier deal.
    Before,
}

/// A view of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The cells of places.
    pub shape: Shape,
    /// The classes of cards; `None` where each card is one of its own.
    pub classes: Option<Classes>,
    /// Our knowledge of the cards.
    pub told: Told,
}

impl View {
    /// Checks that decks of `cards` cards have such a part, and leave something open.
    pub fn check(&self, cards: usize) -> Result<(), String> {
        let shape = self.shape;
        shape
            .check(cards)
            .map_err(|accepted| format!("found `{shape}` of {cards} cards; accepted: {accepted}"))
    }

    /// The number of cards of each class, in decks of `cards` cards.
    pub fn copies(&self, cards: usize) -> Vec<usize> {
        let classes = self.classes.as_ref();
        classes.map_or_else(|| vec![1; cards], Classes::copies)
    }

    /// Returns true if each card is a class of its own.
    pub fn is_distinct(&self) -> bool {
        self.classes.is_none()
    }

    /// The view of a deal relative to an earlier one: for each card, the cell that it was in.
    /// `None` where equal cards cannot be told apart.
    pub(crate) fn relative_to_before(&self, cards: usize) -> Option<Self> {
        self.is_distinct().then(|| {
            let shape = self.shape;
            let rest = cards.saturating_sub(shape.seen());
            let lots = (0..shape.cells()).map(|cell| (shape.cell(), shape.named(cell)));
            let lots = lots.chain((rest > 0).then(|| (rest, shape.named(shape.cells()))));
            let lots: Vec<String> = lots
                .map(|(count, name)| format!("{count} {name}"))
                .collect();
            Self {
                shape,
                classes: Classes::read(&lots.join(", "), None, cards).ok(),
                told: Told::Before,
            }
        })
    }

    /// The class of a card that lay at this place before the shuffle.
    pub fn class(&self, card: u16) -> u16 {
        let classes = self.classes.as_ref();
        let of = classes.and_then(|classes| classes.of().get(usize::from(card)));
        of.copied().unwrap_or(card)
    }
}

/// The key of the view, which the experiment gives.
pub const VIEW: Parameter = Parameter {
    name: "view",
    about: "what is seen of each deck, as the experiment says",
};

/// The key of the classes, which the experiment gives.
pub const CLASSES: Parameter = Parameter {
    name: "classes",
    about: "which cards are alike, as the experiment says",
};

/// The key of what is known of the cards, which the experiment gives.
pub const CARDS: Parameter = Parameter {
    name: "cards",
    about: "what the cards are, as the experiment says",
};

impl Kind {
    /// Views of decks.
    pub const VIEW: Self = Self {
        name: "view",
        plural: "what is seen of decks (view)",
    };
}

impl Subject for View {
    fn kind(&self) -> Kind {
        Kind::VIEW
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.clone())
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[VIEW, CLASSES, CARDS]
    }

    fn relative(&self, cards: usize) -> Option<Box<dyn Subject>> {
        let relative = self.relative_to_before(cards)?;
        Some(Box::new(relative))
    }

    fn hands(&self) -> usize {
        self.shape.hands()
    }
}

/// The parts of decks that are seen: the classes of the cards, cell by cell. Cards of a cell that
/// is a set may be in any order.
#[derive(Debug, Clone)]
pub struct Hands {
    cards: usize,
    shape: Option<Shape>,
    first: u64,
    len: usize,
    /// The classes of all cards that are seen, one deck after the other.
    seen: Vec<u16>,
}

impl Hands {
    /// Says what is seen of each deck: before the first is added.
    pub fn seen_as(&mut self, shape: Shape) {
        self.shape = Some(shape);
    }

    /// Adds what is seen of a deck: numbers below [`Batch::size`], each once if cards have no copies.
    pub fn push(&mut self, seen: impl IntoIterator<Item = u16>) {
        self.seen.extend(seen);
        self.len += 1;
    }

    /// All that is seen, deck by deck.
    pub fn decks(&self) -> impl Iterator<Item = &[u16]> {
        let each = self.seen.len().checked_div(self.len).unwrap_or(0);
        self.seen.chunks(each.max(1))
    }
}

impl Batch for Hands {
    type Layout = ();

    const MOST: usize = crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            cards: size,
            shape: None,
            first: 0,
            len: 0,
            seen: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.cards
    }

    fn len(&self) -> usize {
        self.len
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        (self.first, self.len) = (first, 0);
        self.seen.clear();
    }

    fn head(&self, len: usize) -> Self {
        let mut head = self.clone();
        if let Some(hand) = self.seen.len().checked_div(self.len) {
            head.len = len.min(self.len);
            head.seen.truncate(head.len * hand);
        }
        head
    }

    /// At the most, all cards are seen.
    fn bytes(cards: usize) -> u128 {
        (Self::MOST * size_of::<u16>()) as u128 * cards as u128
    }

    /// Each card becomes the cell that it was in: that of the rest where it was not seen.
    fn relative(&mut self, lag: usize, to: &mut Self) {
        to.clear(self.first);
        to.shape = self.shape;
        let Some(shape) = self.shape else { return };
        let decks: Vec<&[u16]> = self.decks().collect();
        let rest = shape.cells() as u16;
        let mut cells = vec![rest; self.cards];
        for (before, now) in decks.iter().zip(decks.iter().skip(lag)) {
            cells.fill(rest);
            for (cell, cards) in before.chunks(shape.cell()).enumerate() {
                for card in cards {
                    cells[usize::from(*card)] = cell as u16;
                }
            }
            to.push(now.iter().map(|card| cells[usize::from(*card)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(shape: &str) -> View {
        View {
            shape: shape.parse().unwrap(),
            classes: None,
            told: Told::Places,
        }
    }

    #[test]
    fn a_view_is_written_as_it_is_read() {
        for text in [
            "first:7",
            "hand:7",
            "hands:4x13",
            "hands:4x13:back-and-forth",
            "hands:2x5:blocks",
        ] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
        assert_eq!("hands:4×13:around".parse::<Shape>().unwrap().seen(), 52);
        for wrong in [
            "hand",
            "hand:",
            "hand:x",
            "hands:4",
            "7",
            "hand:-1",
            "first:0",
            "hands:0x3",
            "hands:4x13:round",
            "hand:4:blocks",
        ] {
            let error = wrong.parse::<Shape>().unwrap_err();
            assert!(error.contains("accepted: first:7"), "{error}");
        }
    }

    #[test]
    fn hands_are_dealt_in_turn_back_and_forth_or_at_once() {
        let places = |text: &str| text.parse::<Shape>().unwrap().places().collect::<Vec<_>>();
        assert_eq!(places("hands:2x3:back-and-forth"), [0, 3, 4, 1, 2, 5]);
        assert_eq!(places("hands:2x3:blocks"), [0, 1, 2, 3, 4, 5]);
        let cells = |text: &str, cards| text.parse::<Shape>().unwrap().cell_of_places(cards);
        assert_eq!(cells("hands:2x2", 5), [0, 1, 0, 1, 2]);
        assert_eq!(cells("hand:2", 4), [0, 0, 1, 1]);
        assert_eq!(cells("first:2", 4), [0, 1, 2, 2]);
        assert_eq!(places("hands:2x3"), [0, 2, 4, 1, 3, 5]);
        assert_eq!(places("hand:3"), [0, 1, 2]);
        assert_eq!(places("first:2"), [0, 1]);
    }

    #[test]
    fn a_view_leaves_something_open() {
        for (shape, cards, good) in [
            ("hand:52", 52, false),
            ("hand:51", 52, true),
            ("first:52", 52, true),
            ("first:53", 52, false),
            ("hands:4x13", 52, true),
            ("hands:4x14", 52, false),
            ("hands:1x52", 52, false),
            ("hands:99999999999999999x99999999999999999", 52, false),
        ] {
            assert_eq!(view(shape).check(cards).is_ok(), good, "{shape}");
        }
    }

    #[test]
    fn the_head_of_hands_has_the_first_of_them() {
        let mut hands = Hands::new(10, Isa::best());
        hands.push([1, 2]);
        hands.push([3, 4]);
        let head = hands.head(1);
        assert_eq!((head.len(), head.decks().next()), (1, Some(&[1, 2][..])));
        assert_eq!(hands.head(9).len(), 2);
    }

    #[test]
    fn relative_to_the_deal_before_a_card_is_the_cell_that_it_was_in() {
        let mut hands = Hands::new(5, Isa::best());
        hands.seen_as(Shape::in_turn(2, 2));
        hands.push([0, 1, 2, 3]);
        hands.push([4, 0, 3, 1]);
        hands.push([4, 3, 0, 2]);
        let mut relative = Hands::new(5, Isa::best());
        hands.relative(1, &mut relative);
        let seen: Vec<&[u16]> = relative.decks().collect();
        assert_eq!(seen, [[2, 0, 1, 0], [0, 1, 0, 2]]);
        let relative = view("hands:2x2").relative_to_before(5).unwrap();
        assert_eq!(relative.copies(5), [2, 2, 1]);
        assert!(relative.relative_to_before(5).is_none());
    }
}
