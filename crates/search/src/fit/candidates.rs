//! The models that have to be simulated: each on a grid of its parameters, and the steps from one to the next.

use toml::Table;

use super::Orders;
use super::model::{Shape, number, span, table, whole};
use super::programs::FAIR;
use super::recipe::{Move, Recipe};
use laws::matrix::Matrix;

/// A model to be simulated.
#[derive(Clone)]
pub(super) struct Candidate {
    pub name: &'static str,
    pub recipe: Recipe,
    pub parameters: Vec<Axis>,
    /// The models that are cases of it.
    pub holds: &'static [&'static str],
}

/// A parameter of a candidate.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub name: &'static str,
    pub value: f64,
    /// The way in which the likelihood falls off beside its maximum.
    pub shape: Shape,
    /// The least value that is tried.
    least: f64,
    key: Key,
}

/// The key of a parameter, as the shuffle takes it.
#[derive(Clone, Copy)]
enum Key {
    Number(&'static str),
    Whole(&'static str),
    /// The lower end of a span; the upper one is the next parameter.
    Span(&'static str),
    /// The upper end.
    End,
}

impl Axis {
    fn number(name: &'static str, value: f64) -> Self {
        Self {
            name,
            value,
            shape: Shape::Regular,
            least: 0.0,
            key: Key::Number(name),
        }
    }

    /// A whole number of which all those from 0 or 1 up to it are drawn.
    fn end(name: &'static str, value: usize) -> Self {
        Self {
            name,
            value: value as f64,
            shape: Shape::End,
            least: 0.0,
            key: Key::Whole(name),
        }
    }

    /// A whole number that is no end of a range.
    fn count(name: &'static str, value: usize) -> Self {
        Self {
            shape: Shape::Regular,
            ..Self::end(name, value)
        }
    }

    /// Both ends of a span.
    fn span(key: &'static str, names: [&'static str; 2], (low, high): (usize, usize)) -> [Self; 2] {
        let [smallest, largest] = names;
        let low = Self {
            key: Key::Span(key),
            ..Self::end(smallest, low)
        };
        let high = Self {
            key: Key::End,
            ..Self::end(largest, high)
        };
        [low, high]
    }

    fn is_whole(&self) -> bool {
        !matches!(self.key, Key::Number(_))
    }

    /// A value as somebody would write it.
    fn rounded(&self, value: f64) -> f64 {
        if self.is_whole() {
            value
        } else {
            (value * 1_000.0).round() / 1_000.0
        }
    }

    /// The values next to this one: a small step and a larger one, up and down.
    fn steps(&self) -> Vec<f64> {
        let steps = if self.is_whole() {
            vec![1.0, (self.value / 4.0).ceil()]
        } else {
            vec![self.value / 30.0, self.value / 8.0]
        };
        let both = steps.into_iter().flat_map(|step| [step, -step]);
        both.map(|step| self.rounded(self.value + step))
            .filter(|value| *value >= self.least)
            .collect()
    }
}

impl Candidate {
    fn of(name: &'static str, kind: &'static str, keys: Table) -> Self {
        Self {
            name,
            recipe: Recipe::alone(kind, keys),
            parameters: Vec::new(),
            holds: &[],
        }
    }

    /// The same with another shuffle once before all.
    fn after(mut self, name: &'static str, kind: &'static str) -> Self {
        self.name = name;
        self.recipe.before = Some(Move {
            kind,
            table: Table::new(),
        });
        self
    }

    /// The same with another shuffle once after all.
    fn then(mut self, name: &'static str, kind: &'static str) -> Self {
        self.name = name;
        self.recipe.after = Some(Move {
            kind,
            table: Table::new(),
        });
        self
    }

    /// The same with these parameters.
    fn with(mut self, parameters: Vec<Axis>) -> Self {
        self.parameters = parameters;
        // Those of a pair are of the other shuffle; a cut has none.
        let Recipe {
            before,
            main,
            after,
        } = &mut self.recipe;
        let mut beside = before.iter_mut().chain(after);
        let fitted = beside.find(|one| one.kind != "cut").unwrap_or(main);
        for (place, axis) in self.parameters.iter().enumerate() {
            let (key, value) = match axis.key {
                Key::Number(key) => (key, number(axis.value)),
                Key::Whole(key) => (key, whole(axis.value as usize)),
                Key::Span(key) => {
                    let end = self
                        .parameters
                        .get(place + 1)
                        .map_or(axis.value, |end| end.value);
                    (key, span(axis.value as usize, end as usize))
                }
                Key::End => continue,
            };
            fitted.table.insert(key.to_owned(), value);
        }
        self
    }

    /// The candidates one step away along one parameter. Those that no shuffle takes are not built later.
    pub fn neighbours(&self) -> Vec<Self> {
        let axes = self.parameters.iter().enumerate();
        let moved = axes.flat_map(|(axis, parameter)| {
            parameter.steps().into_iter().map(move |value| {
                let mut parameters = self.parameters.clone();
                parameters[axis].value = value;
                self.clone().with(parameters)
            })
        });
        moved.collect()
    }

    /// As that of exact models: see [`Fitted::exact`](super::model::Fitted::exact) and
    /// [`Fitted::with_ends`](super::model::Fitted::with_ends).
    pub(super) fn penalty(&self, orders: &Orders) -> f64 {
        let each = self.parameters.iter().map(|axis| match axis.shape {
            Shape::Regular => 0.5,
            Shape::End => 1.0,
        });
        libm::log(orders.count()) * each.sum::<f64>()
    }

    /// The law of each single card's place, if it is known and the deck is not too large for it.
    pub fn chain(&self, cards: usize, times: u32) -> Option<Matrix> {
        /// A product of two matrices of this size takes a tenth of a second.
        const MOST: usize = 300;
        if cards > MOST {
            return None;
        }
        let once = self.recipe.built()?.main.one_card(cards)?;
        Some((1..times).fold(once.clone(), |chain, _| chain.then(&once)))
    }
}

/// A fair shuffle, whose law is known: classes of views are found by it too.
pub(super) fn fair() -> Candidate {
    Candidate::of(FAIR, "fisher-yates", Table::new())
}

/// The wrong programs that have no exact law, once or more often; once only what has none then.
pub(super) fn programs(times: u32) -> Vec<Candidate> {
    let sort = |name, algorithm: &str| {
        Candidate::of(
            name,
            "random-comparator",
            table([("algorithm", algorithm.into())]),
        )
    };
    let mut found = vec![
        Candidate::of("swap-with-any", "swap-with-any", Table::new()),
        Candidate::of("asf-poker", "asf-poker", Table::new()),
        sort("random-comparator", "binary-insertion"),
        sort("random insertion sort", "insertion"),
        sort("random merge sort", "merge"),
        sort("random quicksort", "quick"),
    ];
    if times > 1 {
        // Once it has an exact law.
        found.push(Candidate::of("sattolo", "sattolo", Table::new()));
    }
    found
}

/// The chances of a cut that are tried.
const CHANCES: [f64; 14] = [
    0.03, 0.05, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8,
];

/// The sizes of packets that are tried, drawn off one by one.
const DRAWN: &[(usize, usize)] = &[
    (1, 5),
    (1, 10),
    (2, 6),
    (3, 7),
    (3, 12),
    (4, 10),
    (5, 8),
    (5, 12),
    (5, 20),
    (7, 12),
    (7, 16),
    (8, 20),
    (10, 15),
    (10, 25),
];

/// The numbers of packets that are tried, cut anywhere.
const STRIPPED: &[(usize, usize)] = &[
    (2, 3),
    (3, 4),
    (3, 5),
    (4, 5),
    (4, 6),
    (5, 7),
    (6, 8),
    (8, 12),
];

/// The sizes of packets that are tried, pushed into each other.
const PUSHED: &[(usize, usize)] = &[
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (1, 8),
    (2, 3),
    (2, 5),
];

/// The models that have an exact law where whole orders are seen.
fn seen_in_part(orders: &Orders) -> Vec<Vec<Candidate>> {
    if orders.seen.is_whole() {
        return Vec::new();
    }
    let plain = |name: &'static str| vec![Candidate::of(name, name, Table::new())];
    let riffle = || Candidate::of("riffle", "riffle", Table::new());
    let packets = [3, 4, 5, 6, 8, 10, 20].map(|packets| Candidate {
        name: "riffle of packets",
        holds: &["riffle", FAIR],
        ..riffle().with(vec![Axis::count("packets", packets)])
    });
    let clumps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map(|clump| Candidate {
        name: "clumped riffle",
        holds: &["riffle"],
        ..riffle().with(vec![Axis::number("clump", clump)])
    });
    let shelves = [4, 6, 8, 10, 15, 20, 40].map(|shelves| Candidate {
        holds: &[FAIR],
        ..Candidate::of("shelf", "shelf", Table::new()).with(vec![Axis::count("shelves", shelves)])
    });
    // Twice and more it is among the programs.
    let once = (orders.times == 1).then(|| plain("sattolo"));
    let all = vec![
        plain("riffle"),
        packets.into(),
        clumps.into(),
        shelves.into(),
        plain("cut"),
        vec![riffle().then("riffle, then cut", "cut")],
        vec![riffle().after("cut, then riffle", "cut")],
    ];
    all.into_iter().chain(once).collect()
}

/// Chances of an overhand shuffle.
fn chances() -> impl Iterator<Item = Vec<Axis>> {
    CHANCES
        .iter()
        .map(|&chance| vec![Axis::number("chance", chance)])
}

/// Numbers of packets of a strip, `least` or more.
fn stripped(cards: usize, least: usize) -> impl Iterator<Item = Vec<Axis>> {
    let fits = move |(fewest, _): &&(usize, usize)| (least..cards).contains(fewest);
    let spans = STRIPPED.iter().filter(fits);
    spans.map(move |&ends| {
        let mut ends = Axis::span("packets", ["fewest", "most"], ends);
        for end in &mut ends {
            end.least = least as f64;
        }
        ends.into()
    })
}

/// Errors of a box.
fn off() -> impl Iterator<Item = Vec<Axis>> {
    [1, 3, 5]
        .into_iter()
        .map(|error| vec![Axis::end("error", error)])
}

/// The hands that have no exact law for several shuffles: each model on a grid of its parameters.
fn hands(orders: &Orders) -> Vec<Vec<Candidate>> {
    if orders.times == 1 && orders.seen.is_whole() {
        return Vec::new();
    }
    let plain = |name: &'static str| Candidate::of(name, name, Table::new());
    let packets = |pairs: &'static [(usize, usize)]| {
        let fits = |(low, _): &&(usize, usize)| *low < orders.cards;
        let pairs = pairs.iter().filter(fits);
        pairs.map(|&ends| Axis::span("packet", ["smallest", "largest"], ends))
    };
    let overhand: Vec<Candidate> = chances().map(|axes| plain("overhand").with(axes)).collect();
    let hindu = packets(DRAWN).map(|axes| plain("hindu").with(axes.into()));
    let strip = stripped(orders.cards, 1).map(|axes| plain("strip").with(axes));
    let boxed = (3..=6).flat_map(|packets| {
        let keys = table([("packets", whole(packets))]);
        off().map(move |axes| Candidate::of("box", "box", keys.clone()).with(axes))
    });
    let mash = packets(PUSHED).flat_map(|ends| {
        [0, 1, 2, 3, 5].into_iter().map(move |error| {
            let error = [Axis::end("error", error)];
            plain("mash").with(ends.into_iter().chain(error).collect())
        })
    });
    let mash: Vec<Candidate> = mash.collect();
    let sleeved = (1..=8).map(|limit| Candidate {
        name: "sleeved riffle",
        // With a limit that no streak reaches it is a riffle.
        holds: &["riffle"],
        ..plain("riffle").with(vec![Axis::end("max-streak", limit)])
    });
    let cut_overhand = || overhand.iter().cloned();
    // Halves that are even but for a card or so.
    let cut_mash = || {
        let errors = |mash: &&Candidate| (1.0..=3.0).contains(&mash.parameters[2].value);
        mash.iter().filter(errors).cloned()
    };
    let cuts = [
        (cut_overhand().map(|one| one.then("overhand, then cut", "cut"))).collect(),
        (cut_overhand().map(|one| one.after("cut, then overhand", "cut"))).collect(),
        (cut_mash().map(|one| one.then("mash, then cut", "cut"))).collect(),
        (cut_mash().map(|one| one.after("cut, then mash", "cut"))).collect(),
    ];
    let alone = vec![
        overhand,
        hindu.collect(),
        strip.collect(),
        boxed.collect(),
        mash,
        sleeved.collect(),
    ];
    alone.into_iter().chain(cuts).collect()
}

/// Riffles and mashes with what casinos and players do before or after them; a cut beside riffles has an exact law. The
/// other shuffle stands with its usual parameters, which cost nothing, and with those of a grid.
fn pairs(orders: &Orders) -> Vec<Vec<Candidate>> {
    let riffle = || Candidate::of("riffle", "riffle", Table::new());
    let mash = || Candidate::of("mash", "mash", Table::new());
    let with = |usual: Candidate, grid: Vec<Vec<Axis>>| -> Vec<Candidate> {
        let others = grid.into_iter().map(|axes| usual.clone().with(axes));
        std::iter::once(usual.clone()).chain(others).collect()
    };
    // Of two packets it is a cut, which has a name of its own beside a riffle.
    let strips = || stripped(orders.cards, 3).collect();
    let boxes = || off().collect();
    let overhands = || chances().step_by(2).collect();
    vec![
        with(riffle().after("strip, then riffle", "strip"), strips()),
        with(riffle().after("box, then riffle", "box"), boxes()),
        with(
            riffle().after("overhand, then riffle", "overhand"),
            overhands(),
        ),
        // A wash leaves decks that are hardly told from fair ones.
        vec![Candidate {
            holds: &[FAIR],
            ..riffle().after("wash, then riffle", "wash")
        }],
        with(riffle().then("riffle, then strip", "strip"), strips()),
        with(riffle().then("riffle, then box", "box"), boxes()),
        with(
            riffle().then("riffle, then overhand", "overhand"),
            overhands(),
        ),
        with(mash().after("overhand, then mash", "overhand"), overhands()),
        with(mash().then("mash, then overhand", "overhand"), overhands()),
    ]
}

/// All models that have to be simulated, those of one name together.
pub(super) fn families(orders: &Orders) -> Vec<Vec<Candidate>> {
    let parts = [seen_in_part(orders), pairs(orders), hands(orders)];
    parts.into_iter().flatten().collect()
}
