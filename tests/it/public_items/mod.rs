//! `pub` items of the rooms that no other crate names. The compiler says what is dead inside a crate, but takes all that is
//! `pub` as needed: whatever nobody else names is `pub(crate)`, or stands in `tests/data/public_items.txt` with its reason.
//!
//! An item counts as named wherever its name stands as that of something called, imported or pointed at with `::`, in a
//! crate of the rooms, in src, tests, benches, examples, fuzz or web, or in an example of the docs; comments and strings do
//! not count. A type counts, too, where the signature of an item that is named has it. Names are not resolved: another
//! crate's use of a `new` is one of every `new`.

mod naming;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use crate::architecture::is_for_tests;
use crate::common;
use naming::{Named, every_word, examples, naming};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{ImplItem, Item, Visibility};

/// A `pub` item, or a leaf of a `pub use`.
struct Public {
    /// Its file and line.
    place: String,
    name: String,
    /// The type that has it, of a method.
    owner: Option<String>,
    /// The words of its signature, or of the public part of a type; of a `pub use` the name there.
    shown: HashSet<String>,
    /// A leaf of a `pub use`: what it shows is no type alone.
    handed_on: bool,
}

/// What is `pub` in a crate, and what the compiler wants to be `pub` with a type: the words of what it gives its traits.
#[derive(Default)]
struct Room {
    items: Vec<Public>,
    given: Vec<(String, HashSet<String>)>,
}

/// The crate that a file belongs to; the tests beside a crate's sources are another one.
fn crate_of(file: &str) -> String {
    let parts: Vec<&str> = file.split('/').collect();
    match parts[..] {
        ["crates", room, "src", ..] => room.to_owned(),
        ["crates", room, ..] => format!("{room}/tests"),
        [top, ..] => top.to_owned(),
        [] => String::new(),
    }
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The leaves of a `pub use`: the names that they give, and those that they have where they come from.
fn leaves<'a>(tree: &'a syn::UseTree, found: &mut Vec<(&'a Ident, &'a Ident)>) {
    match tree {
        syn::UseTree::Path(path) => leaves(&path.tree, found),
        syn::UseTree::Name(name) => found.push((&name.ident, &name.ident)),
        syn::UseTree::Rename(rename) => found.push((&rename.rename, &rename.ident)),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, found)),
        syn::UseTree::Glob(_) => {}
    }
}

/// Returns true if the item is among what is named.
fn is_named(named: &Named, item: &Public) -> bool {
    match &item.owner {
        None => named.words.contains(&item.name),
        Some(owner) => {
            let pair = (owner.clone(), item.name.clone());
            named.called.contains(&item.name) || named.pairs.contains(&pair)
        }
    }
}

/// The public part of a type: all of an enum and a trait, the `pub` fields of a struct.
fn public_part(item: &Item) -> Option<(&Visibility, &Ident, TokenStream)> {
    Some(match item {
        Item::Fn(item) => (&item.vis, &item.sig.ident, item.sig.to_token_stream()),
        Item::Struct(item) => {
            let mut shown = item.generics.to_token_stream();
            for field in item.fields.iter().filter(|field| is_pub(&field.vis)) {
                field.ty.to_tokens(&mut shown);
            }
            (&item.vis, &item.ident, shown)
        }
        Item::Enum(item) => (&item.vis, &item.ident, item.to_token_stream()),
        Item::Trait(item) => (&item.vis, &item.ident, item.to_token_stream()),
        Item::Const(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
        Item::Static(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
        Item::Type(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
        Item::Mod(item) => (&item.vis, &item.ident, TokenStream::new()),
        _ => return None,
    })
}

impl Room {
    fn add(&mut self, file: &str, name: &Ident, owner: Option<&str>, shown: impl ToTokens) {
        let mut words = HashSet::new();
        every_word(shown, &mut words);
        self.items.push(Public {
            place: format!("{file}:{}", name.span().start().line),
            name: name.to_string(),
            owner: owner.map(str::to_owned),
            shown: words,
            handed_on: false,
        });
    }

    /// Adds the items of a file or a module, but those for tests.
    fn add_all(&mut self, file: &str, items: &[Item]) {
        for item in items.iter().filter(|item| !is_for_tests(item)) {
            match item {
                Item::Use(item) if is_pub(&item.vis) => {
                    let mut names = Vec::new();
                    leaves(&item.tree, &mut names);
                    for (given, own) in names {
                        self.add(file, given, None, own);
                        self.items.last_mut().expect("just added").handed_on = true;
                    }
                }
                Item::Impl(block) => self.add_methods(file, block),
                _ => {}
            }
            if let Some((visibility, name, shown)) = public_part(item)
                && is_pub(visibility)
            {
                self.add(file, name, None, shown);
            }
            if let Item::Mod(module) = item
                && let Some((_, items)) = &module.content
            {
                self.add_all(file, items);
            }
        }
    }

    fn add_methods(&mut self, file: &str, block: &syn::ItemImpl) {
        let syn::Type::Path(path) = &*block.self_ty else {
            return;
        };
        let last = path.path.segments.last().expect("a path has a name");
        let owner = last.ident.to_string();
        for item in block.items.iter().filter(|item| !is_for_tests(item)) {
            match item {
                ImplItem::Fn(item) if is_pub(&item.vis) => {
                    self.add(file, &item.sig.ident, Some(&owner), &item.sig);
                }
                ImplItem::Const(item) if is_pub(&item.vis) => {
                    self.add(file, &item.ident, Some(&owner), &item.ty);
                }
                ImplItem::Type(item) => {
                    let mut words = HashSet::new();
                    every_word(&item.ty, &mut words);
                    self.given.push((owner.clone(), words));
                }
                _ => {}
            }
        }
    }

    /// The items that are neither `named` nor shown by what is.
    fn unnamed<'a>(&'a self, named: &'a Named) -> Vec<&'a Public> {
        let mut kept: HashSet<&str> = HashSet::new();
        let own = |item: &&Public| item.owner.is_none() && is_named(named, item);
        kept.extend(self.items.iter().filter(own).map(|item| item.name.as_str()));
        loop {
            let items = self.items.iter().filter(|item| match &item.owner {
                None => kept.contains(item.name.as_str()),
                Some(owner) => kept.contains(owner.as_str()) && is_named(named, item),
            });
            let given = self
                .given
                .iter()
                .filter(|(owner, _)| kept.contains(owner.as_str()));
            let items = items.map(|item| (&item.shown, item.handed_on));
            let shown = items.chain(given.map(|(_, shown)| (shown, false)));
            let more: Vec<&str> = shown
                .flat_map(|(words, all)| words.iter().map(move |word| (word.as_str(), all)))
                .filter(|(word, all)| *all || word.starts_with(char::is_uppercase))
                .map(|(word, _)| word)
                .filter(|word| !kept.contains(word))
                .collect();
            if more.is_empty() {
                break;
            }
            kept.extend(more);
        }
        let unnamed = |item: &&Public| match item.owner {
            None => !kept.contains(item.name.as_str()),
            Some(_) => !is_named(named, item),
        };
        self.items.iter().filter(unnamed).collect()
    }
}

/// The crates of the rooms, with what is `pub` in them and what others name.
fn rooms() -> Vec<(String, Room, Named)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rooms: BTreeMap<String, Room> = BTreeMap::new();
    let mut words: BTreeMap<String, Named> = BTreeMap::new();
    for top in [
        "crates", "src", "tests", "benches", "examples", "fuzz", "web",
    ] {
        let files = common::files(&root.join(top)).into_iter();
        for file in files.filter(|file| is_rust(file)) {
            let file = format!("{top}/{}", file.replace('\\', "/"));
            let text = fs::read_to_string(root.join(&file)).expect("a source");
            let code: TokenStream = text
                .parse()
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            let home = crate_of(&file);
            naming(code.clone(), words.entry(home.clone()).or_default());
            let docs = words.entry(format!("{home}/docs")).or_default();
            examples(&text, docs);
            if file.contains("/src/") && top == "crates" && !is_test_file(&file) {
                let code: syn::File =
                    syn::parse2(code).unwrap_or_else(|error| panic!("{file}: {error}"));
                rooms.entry(home).or_default().add_all(&file, &code.items);
            }
        }
    }
    rooms
        .into_iter()
        .map(|(name, room)| {
            let mut named = Named::default();
            for (_, words) in words.iter().filter(|(other, _)| **other != name) {
                named.extend(words);
            }
            (name, room, named)
        })
        .collect()
}

fn is_rust(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|ending| ending == "rs")
}

/// The files of modules that are declared for tests alone.
fn is_test_file(file: &str) -> bool {
    let of_tests = |part: &str| {
        let part = part.trim_end_matches(".rs");
        ["tests", "testing", "checks", "hostile"].contains(&part) || part.ends_with("_tests")
    };
    file.split('/').any(of_tests)
}

/// Lines of the list: crate, name, and the reason.
fn listed() -> BTreeSet<(&'static str, &'static str)> {
    let list = include_str!("../../data/public_items.txt");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, ' ');
            let [room, name, reason] =
                [(); 3].map(|()| parts.next().expect("a crate, a name, a reason"));
            assert!(!reason.is_empty(), "{line}");
            (room, name)
        })
        .collect()
}

#[test]
fn what_no_other_crate_names_is_not_pub() {
    let (listed, mut needed, mut found) = (listed(), BTreeSet::new(), Vec::new());
    let rooms = rooms();
    for (room, items, named) in &rooms {
        for item in items.unnamed(named) {
            let of = item.owner.as_ref().map(|owner| format!("{owner}::"));
            let name = format!("{}{}", of.unwrap_or_default(), item.name);
            let line = listed
                .iter()
                .find(|line| **line == (room.as_str(), name.as_str()));
            match line {
                Some(line) => {
                    needed.insert(*line);
                }
                None => found.push(format!(
                    "{}: `{name}` is named by no other crate: `pub(crate)` will do",
                    item.place
                )),
            }
        }
    }
    assert!(found.is_empty(), "\n{}\n{}", found.join("\n"), found.len());
    assert_eq!(
        listed, needed,
        "tests/data/public_items.txt lists what is named, or is not there"
    );
}
