//! JSON schemas from the sources of types that serde writes: structs, enums of words and enums with a tag.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Map, Value, json};
use syn::{
    Attribute, Fields, GenericArgument, Item, ItemEnum, ItemStruct, Meta, PathArguments, Type,
};

/// The schemas of types, by their names.
pub struct Types(BTreeMap<String, Value>);

/// Attributes of serde that matter here.
#[derive(Default)]
struct Serde {
    may_lack: bool,
    kebab: bool,
    tag: Option<String>,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        let attributes = in_full(attributes);
        for attribute in attributes
            .iter()
            .filter(|known| known.path().is_ident("serde"))
        {
            attribute
                .parse_nested_meta(|meta| {
                    let value = || -> syn::Result<String> {
                        let text: syn::LitStr = meta.value()?.parse()?;
                        Ok(text.value())
                    };
                    if meta.path.is_ident("default") {
                        found.may_lack = true;
                        if meta.input.peek(syn::Token![=]) {
                            value()?;
                        }
                    } else if meta.path.is_ident("skip_serializing_if") {
                        found.may_lack = true;
                        value()?;
                    } else if meta.path.is_ident("rename_all") {
                        assert_eq!(value()?, "kebab-case");
                        found.kebab = true;
                    } else if meta.path.is_ident("tag") {
                        found.tag = Some(value()?);
                    } else {
                        return Err(meta.error("an attribute that no schema is made of"));
                    }
                    Ok(())
                })
                .expect("an attribute of serde");
        }
        found
    }
}

impl Types {
    /// All types of these files.
    pub fn of(files: &[syn::File]) -> Self {
        let mut types = Self(BTreeMap::new());
        for item in files.iter().flat_map(|file| &file.items) {
            match item {
                Item::Struct(of) if is_written(&of.attrs) => {
                    types.define(&of.ident.to_string(), of_struct(of));
                }
                Item::Enum(of) if is_written(&of.attrs) => {
                    types.define(&of.ident.to_string(), of_enum(of));
                }
                Item::Macro(of) if of.mac.path.is_ident("words") => {
                    let (name, schema) = of_words(of.mac.tokens.clone());
                    types.define(&name, schema);
                }
                _ => {}
            }
        }
        types
    }

    /// Adds a type.
    pub fn define(&mut self, name: &str, schema: Value) {
        self.0.insert(name.to_owned(), schema);
    }

    /// The whole schema of a type, with those of all types within it.
    pub fn schema_of(&self, name: &str) -> Value {
        let mut wanted = vec![name.to_owned()];
        let mut within = BTreeSet::new();
        while let Some(next) = wanted.pop() {
            let schema = self.0.get(&next);
            let schema = schema.unwrap_or_else(|| panic!("no type `{next}` in the sources"));
            let mut names = BTreeSet::new();
            references(schema, &mut names);
            wanted.extend(names.difference(&within).cloned());
            within.extend(names);
        }
        let mut whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A record of colddeck",
        });
        let root = self.0[name].as_object().expect("a schema").clone();
        let whole_keys = whole.as_object_mut().expect("an object");
        whole_keys.extend(root);
        let definitions = within
            .iter()
            .map(|name| (name.clone(), self.0[name].clone()));
        whole_keys.insert("$defs".to_owned(), Value::Object(definitions.collect()));
        whole
    }
}

/// The names of the types that a schema points at.
fn references(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(keys) => {
            if let Some(name) = keys.get("$ref").and_then(Value::as_str) {
                found.extend(name.strip_prefix("#/$defs/").map(str::to_owned));
            }
            keys.values().for_each(|value| references(value, found));
        }
        Value::Array(all) => all.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

/// The attributes that hold in a program, which has the feature `full` of all its crates.
fn in_full(attributes: &[Attribute]) -> Vec<Attribute> {
    let within = |attribute: &Attribute| {
        if !attribute.path().is_ident("cfg_attr") {
            return vec![attribute.clone()];
        }
        let all = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
        let all = attribute.parse_args_with(all).expect("attributes");
        let of = all.into_iter().skip(1);
        of.map(|meta| syn::parse_quote!(#[#meta])).collect()
    };
    attributes.iter().flat_map(within).collect()
}

fn is_written(attributes: &[Attribute]) -> bool {
    in_full(attributes).iter().any(|attribute| {
        let tokens = attribute
            .meta
            .require_list()
            .map(|list| list.tokens.to_string());
        attribute.path().is_ident("derive") && tokens.is_ok_and(|all| all.contains("Serialize"))
    })
}

/// The comment on an item, in one line.
fn description(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let named = attribute.meta.require_name_value().ok()?;
        let syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) = &named.value
        else {
            return None;
        };
        named
            .path
            .is_ident("doc")
            .then(|| text.value().trim().to_owned())
    });
    let text = lines.collect::<Vec<_>>().join(" ");
    text.trim().replace(['[', ']', '`'], "")
}

fn of_struct(of: &ItemStruct) -> Value {
    described(&of.attrs, of_fields(&of.fields, &Serde::of(&of.attrs)))
}

fn described(attributes: &[Attribute], schema: Value) -> Value {
    let mut whole = Map::new();
    let text = description(attributes);
    if !text.is_empty() {
        whole.insert("description".to_owned(), text.into());
    }
    if let Value::Object(keys) = schema {
        whole.extend(keys);
    }
    Value::Object(whole)
}

fn of_fields(fields: &Fields, all: &Serde) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in fields {
        let Some(name) = &field.ident else {
            panic!("a field without a name");
        };
        assert!(!all.kebab, "fields have their own names");
        let serde = Serde::of(&field.attrs);
        let name = name.to_string();
        if !serde.may_lack {
            required.push(name.clone());
        }
        properties.insert(name, described(&field.attrs, of_type(&field.ty)));
    }
    json!({"type": "object", "properties": properties, "required": required})
}

fn of_enum(of: &ItemEnum) -> Value {
    let serde = Serde::of(&of.attrs);
    let name = |variant: &syn::Variant| {
        assert!(serde.kebab, "{}", of.ident);
        kebab(&variant.ident.to_string())
    };
    let Some(tag) = &serde.tag else {
        let names: Vec<String> = of.variants.iter().map(name).collect();
        return described(&of.attrs, json!({"enum": names}));
    };
    let cases = of.variants.iter().map(|variant| {
        let mut schema = of_fields(&variant.fields, &Serde::default());
        schema["properties"][tag] = json!({"const": name(variant)});
        let required = schema["required"].as_array_mut().expect("a list");
        required.insert(0, tag.clone().into());
        described(&variant.attrs, schema)
    });
    described(&of.attrs, json!({"oneOf": cases.collect::<Vec<_>>()}))
}

/// The name and the words of `words! { /// About. Name { /// About. Variant = "word", … } }`.
fn of_words(tokens: TokenStream) -> (String, Value) {
    let mut name = String::new();
    let mut words = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = ident.to_string(),
            TokenTree::Group(group) if !name.is_empty() => {
                let literals = group.stream().into_iter().filter_map(|token| match token {
                    TokenTree::Literal(literal) => Some(literal.to_string().replace('"', "")),
                    _ => None,
                });
                words.extend(literals);
            }
            _ => {}
        }
    }
    (name, json!({"enum": words}))
}

/// `NoEvidence` as `no-evidence`.
fn kebab(name: &str) -> String {
    let mut found = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !found.is_empty() {
            found.push('-');
        }
        found.extend(letter.to_lowercase());
    }
    found
}

fn of_type(of: &Type) -> Value {
    if let Type::Tuple(tuple) = of {
        let items: Vec<Value> = tuple.elems.iter().map(of_type).collect();
        let number = items.len();
        return json!({"type": "array", "prefixItems": items, "minItems": number, "maxItems": number});
    }
    if let Type::Array(array) = of {
        let syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) = &array.len
        else {
            panic!("a length that no schema is made of");
        };
        let number: usize = number.base10_parse().expect("a length");
        let items = of_type(&array.elem);
        return json!({"type": "array", "items": items, "minItems": number, "maxItems": number});
    }
    let Type::Path(path) = of else {
        panic!("a type that no schema is made of");
    };
    let last = path.path.segments.last().expect("a type");
    let within: Vec<Value> = match &last.arguments {
        PathArguments::AngleBracketed(all) => all
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(within) => Some(of_type(within)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    match (last.ident.to_string().as_str(), within.as_slice()) {
        ("String" | "str", _) => json!({"type": "string"}),
        ("bool", _) => json!({"type": "boolean"}),
        ("u8" | "u16" | "u32" | "u64" | "usize", _) => json!({"type": "integer", "minimum": 0}),
        ("i64", _) => json!({"type": "integer"}),
        ("f64", _) => json!({"type": "number"}),
        ("Value", _) => json!({}),
        ("Cow" | "Box", [inner]) => inner.clone(),
        ("Option", [inner]) => json!({"anyOf": [inner, {"type": "null"}]}),
        ("Vec", [inner]) => json!({"type": "array", "items": inner}),
        ("BTreeMap" | "IndexMap", [_, inner]) => {
            json!({"type": "object", "additionalProperties": inner})
        }
        (name, []) => json!({"$ref": format!("#/$defs/{name}")}),
        (name, _) => panic!("no schema is made of `{name}<…>`"),
    }
}
