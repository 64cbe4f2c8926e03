//! The public face of the library, as docs/promises.md promises it: a change is a decision, and never an accident.
//!
//! `tests/data/public_face.txt` has each item's signature. `COLDDECK_GOLDEN=write` writes it anew: the changelog then says
//! what changed.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Fields, ImplItem, Item, ReturnType, Signature, Visibility};

use crate::architecture::is_for_tests;

/// The files that make it up: the checks of shuffles, what they hand out of other crates, and the roof.
const FILES: &[(&str, &[&str])] = &[
    ("crates/check/src/lib.rs", &[]),
    ("crates/check/src/checked.rs", &[]),
    ("crates/source/src/closure.rs", &["Random"]),
    ("crates/statistic/src/suite.rs", &["Suite"]),
    ("src/lib.rs", &[]),
];

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tokens with one blank where there may be some, as nobody writes them, but always the same.
fn words(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

fn signature(of: &Signature) -> String {
    let result = match &of.output {
        ReturnType::Default => String::new(),
        output @ ReturnType::Type(..) => format!(" {}", words(output)),
    };
    let bounds = of
        .generics
        .where_clause
        .as_ref()
        .map(words)
        .unwrap_or_default();
    format!(
        "fn {} {} ({}){result} {bounds}",
        of.ident,
        words(&of.generics),
        words(&of.inputs)
    )
}

fn fields(of: &Fields) -> Vec<String> {
    let named = of.iter().filter(|field| is_pub(&field.vis));
    let said = named.map(|field| format!("{} : {}", words(&field.ident), words(&field.ty)));
    said.collect()
}

/// The lines on an item; only those of these types, if any are named.
fn lines(item: &Item, types: &[&str], found: &mut Vec<String>) {
    let wanted = |name: &str| types.is_empty() || types.contains(&name);
    match item {
        Item::Const(of) if is_pub(&of.vis) && types.is_empty() => {
            found.push(format!("const {} : {}", of.ident, words(&of.ty)));
        }
        Item::Fn(of) if is_pub(&of.vis) && types.is_empty() => found.push(signature(&of.sig)),
        Item::Use(of) if is_pub(&of.vis) && types.is_empty() => {
            found.push(format!("use {}", words(&of.tree)));
        }
        Item::Mod(of) if is_pub(&of.vis) && types.is_empty() => {
            found.push(format!("mod {}", of.ident));
        }
        Item::Struct(of) if is_pub(&of.vis) && wanted(&of.ident.to_string()) => {
            found.push(format!("struct {} {}", of.ident, words(&of.generics)));
            found.extend(
                fields(&of.fields)
                    .iter()
                    .map(|field| format!("    {field}")),
            );
        }
        Item::Enum(of) if is_pub(&of.vis) && wanted(&of.ident.to_string()) => {
            found.push(format!("enum {}", of.ident));
            for variant in &of.variants {
                let fields = words(
                    &variant
                        .fields
                        .iter()
                        .map(|field| {
                            let name = words(&field.ident);
                            let of = words(&field.ty);
                            format!("{name} : {of}")
                                .parse::<TokenStream>()
                                .expect("tokens")
                        })
                        .collect::<TokenStream>(),
                );
                found.push(format!("    {} {fields}", variant.ident));
            }
        }
        Item::Impl(of) => {
            let name = words(&of.self_ty);
            let first = name.split(' ').next().unwrap_or_default();
            if !types.is_empty() && !types.contains(&first) {
                return;
            }
            if let Some((path, _)) = &of.trait_ {
                found.push(format!("impl {} for {name}", words(path)));
                return;
            }
            let methods = of.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) if is_pub(&method.vis) => Some(signature(&method.sig)),
                _ => None,
            });
            found.extend(methods.map(|method| format!("{name} :: {method}")));
        }
        _ => {}
    }
}

#[test]
fn the_public_face_is_the_one_that_is_promised() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (file, types) in FILES {
        let text = fs::read_to_string(root.join(file)).expect("a source");
        let code = syn::parse_file(&text).expect("Rust");
        found.push(format!("# {file}"));
        let hidden = |item: &Item| words(item).contains("doc (hidden)");
        for item in code
            .items
            .iter()
            .filter(|item| !is_for_tests(item) && !hidden(item))
        {
            lines(item, types, &mut found);
        }
    }
    let found: Vec<&str> = found.iter().map(|line| line.trim_end()).collect();
    let found = found.join(
        "
",
    ) + "
";
    let list = root.join("tests/data/public_face.txt");
    if std::env::var_os("COLDDECK_GOLDEN").is_some_and(|asked| asked == "write") {
        fs::write(&list, &found).expect("the list");
    }
    let promised = fs::read_to_string(&list).unwrap_or_default();
    let only = |a: &str, b: &str, sign: &str| -> String {
        let lines = a
            .lines()
            .filter(|line| !b.lines().any(|other| other == *line));
        lines
            .map(|line| format!("{sign} {line}"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        found == promised,
        "the public face is another one: see docs/promises.md, say it in the changelog, then COLDDECK_GOLDEN=write\n{}\n{}",
        only(&promised, &found, "-"),
        only(&found, &promised, "+")
    );
}
