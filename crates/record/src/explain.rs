//! Pages of `colddeck explain` as data: what is said of each name, and how a name is found.

use thiserror::Error;

use text::names;
use text::sorting;

/// The groups that pages are listed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Words that judge.
    Verdicts,
    /// Words beside numbers.
    Figures,
    /// Words of specs and commands.
    Things,
    /// Statistics.
    Statistics,
    /// Shuffles.
    Shuffles,
    /// Suites of statistics.
    Suites,
    /// Generators of random numbers.
    Generators,
    /// Rules by which sequences are drawn.
    Draws,
    /// Things that a source does besides shuffling.
    Sources,
    /// Questions that are answered without simulating.
    Questions,
}

impl Group {
    /// All groups, in the order of lists.
    pub const ALL: &[Self] = &[
        Self::Verdicts,
        Self::Figures,
        Self::Things,
        Self::Statistics,
        Self::Shuffles,
        Self::Suites,
        Self::Generators,
        Self::Draws,
        Self::Sources,
        Self::Questions,
    ];

    /// The title for lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Verdicts => "verdicts",
            Self::Figures => "words beside numbers",
            Self::Things => "words of specs and commands",
            Self::Statistics => "statistics",
            Self::Shuffles => "shuffles",
            Self::Suites => "suites",
            Self::Generators => "generators",
            Self::Draws => "rules of drawing",
            Self::Sources => "what a source does besides shuffling",
            Self::Questions => "questions of colddeck exact",
        }
    }

    /// One of the group, with its article.
    pub fn one(self) -> &'static str {
        match self {
            Self::Verdicts => "a verdict",
            Self::Figures | Self::Things => "a word",
            Self::Statistics => "a statistic",
            Self::Shuffles => "a shuffle",
            Self::Suites => "a suite of statistics",
            Self::Generators => "a generator",
            Self::Draws => "a rule of drawing",
            Self::Sources => "a habit of a source",
            Self::Questions => "a question of colddeck exact",
        }
    }
}

/// A page: what is said of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The group that it is listed in.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// Other names that it is found by.
    pub also: Vec<String>,
    /// The words of sentences that it is found by, too: what a statistic looks at.
    pub phrase: Option<String>,
    /// Its paragraphs: each with a word before it, or none.
    pub parts: Vec<(&'static str, String)>,
}

impl Page {
    /// Makes a page without paragraphs.
    pub fn new(group: Group, name: &str) -> Self {
        Self {
            group,
            name: name.to_owned(),
            also: Vec::new(),
            phrase: None,
            parts: Vec::new(),
        }
    }

    /// Adds a paragraph, unless it is empty.
    pub fn say(&mut self, head: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push((head, text));
        }
    }

    /// All names that it is found by.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.name]
            .into_iter()
            .chain(&self.also)
            .chain(&self.phrase)
            .map(String::as_str)
    }
}

/// Nothing has that name.
#[derive(Debug, PartialEq, Eq, Error)]
#[error(
    "nothing to explain is called `{name}`; accepted: the names that `colddeck explain` lists{hint}"
)]
pub struct Unknown {
    name: String,
    /// `; did you mean …?` or nothing.
    hint: String,
}

/// All pages, in the order of lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary(Vec<Page>);

impl Dictionary {
    /// Puts the pages in order, by group and name.
    pub fn new(mut pages: Vec<Page>) -> Self {
        pages.sort_by_cached_key(|page| (page.group, plain(&page.name)));
        Self(pages)
    }

    /// Every page, by group and name.
    pub fn pages(&self) -> &[Page] {
        &self.0
    }

    /// The pages of that name: capitals, blanks and hyphens do not matter, nor what tables add to the name of a statistic, as
    /// in `rising seq. (mean), lag 1`.
    ///
    /// # Errors
    /// If nothing has that name; the message has the nearest ones.
    pub fn find(&self, name: &str) -> Result<Vec<Page>, Unknown> {
        let asked = plain(name);
        let of = |asked: &str, same: fn(&str, &str) -> bool| -> Vec<Page> {
            let has = |page: &&Page| page.names().any(|name| same(&plain(name), asked));
            self.0.iter().filter(has).cloned().collect()
        };
        let exactly = |asked: &str| of(asked, |name, asked| name == asked);
        let in_parts = || parts(name).iter().flat_map(|part| exactly(part)).collect();
        let before_comma = before_comma(name);
        // Names are seldom far: each is looked for only where those before it found nothing.
        let ways: [&dyn Fn() -> Vec<Page>; 6] = [
            &|| exactly(&asked),
            &|| of(&asked, |name, asked| singular(name) == singular(asked)),
            &in_parts,
            &|| of(&asked, is_with_gap),
            &|| exactly(&before_comma),
            &|| of(&before_comma, is_with_gap),
        ];
        let found = ways.iter().map(|way| way()).find(|found| !found.is_empty());
        found.ok_or_else(|| Unknown {
            name: name.escape_debug().to_string(),
            hint: hint(&asked, &self.0),
        })
    }
}

/// A name without what does not tell names apart.
pub fn plain(name: &str) -> String {
    let letters = name.to_lowercase().replace(['-', '_', '='], " ");
    let letters = letters.replace(['.', ',', ':', '?', '`', '"'], "");
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A plain name without the `s` of several.
fn singular(name: &str) -> &str {
    let one = name.strip_suffix('s');
    one.filter(|one| !one.is_empty() && !one.ends_with('s'))
        .unwrap_or(name)
}

/// Returns true if `asked` is the name with words in the place of its `…`: those of a reader's own deck.
fn is_with_gap(name: &str, asked: &str) -> bool {
    name.split_once('…').is_some_and(|(before, after)| {
        let rest = asked.strip_prefix(before);
        rest.and_then(|rest| rest.strip_suffix(after))
            .is_some_and(|words| !words.is_empty())
    })
}

/// The plain name without what a table says after a comma: `rising seq., exact`, `cards of a type in a row, at the most`.
fn before_comma(name: &str) -> String {
    plain(name.split(", ").next().unwrap_or(name))
}

/// The names within the title of a test: `rising seq. (mean), lag 1` and `lag-1/rising-sequences` have two or three.
fn parts(title: &str) -> Vec<String> {
    let lag = title.contains("lag").then_some("lag");
    let (_, title) = title.rsplit_once('/').unwrap_or(("", title));
    let title = title.split(", lag").next().unwrap_or(title);
    // Tests add words at the end: `successions (around) (mean)`.
    let (name, added) = title.rsplit_once(" (").unwrap_or((title, ""));
    let added = added.split([')', ',']);
    let names = [name].into_iter().chain(added).chain(lag).map(plain);
    names.filter(|name| !name.is_empty()).collect()
}

/// The names that hold what was asked for, or else the nearest one.
fn hint(asked: &str, pages: &[Page]) -> String {
    const MOST: usize = 4;
    const SHORTEST: usize = 3;
    let names = || pages.iter().flat_map(Page::names);
    let asks = asked.len() >= SHORTEST;
    let mut near: Vec<&str> = names()
        .filter(|name| asks && plain(name).contains(asked))
        .collect();
    // Short names first: little is added to what was asked for.
    sorting::by_key(&mut near, |name| (name.chars().count(), plain(name)));
    near.dedup_by_key(|name| plain(name));
    near.truncate(MOST);
    if near.is_empty() {
        return names::hint(asked, names());
    }
    format!("; did you mean {}?", names::list(near.into_iter()))
}
