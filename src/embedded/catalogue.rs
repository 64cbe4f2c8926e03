//! The choices that a page offers: moves, formats, questions, options and words, from the lists of the program.

use serde_json::{Value, json};

use ::run::explain;
use ::run::questions::{Parameter, QUESTIONS, Read, Topic};
use shuffle::routine::{Letters, Routine};

use ::run::spec::{self, Overrides};
use reader::FORMATS;
use shuffle::{Group, Kind};
use statistic::stakes::SETS;

/// All of it, as JSON.
pub fn catalogue() -> Value {
    let formats = FORMATS.iter();
    let formats = formats.map(|format| json!({"name": format.name, "about": format.about}));
    let stakes = SETS.iter();
    let stakes = stakes.map(|set| json!({"name": set.name, "about": set.about}));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "moves": moves(),
        "formats": formats.collect::<Vec<_>>(),
        "stakes": stakes.collect::<Vec<_>>(),
        "questions": QUESTIONS.iter().map(|kind| json!({
            "name": kind.name,
            "about": kind.about,
            "topic": topic(&kind.topic),
            "optional": matches!(kind.topic, Topic::Routine { optional: true, .. }),
            "parameters": kind.parameters.iter().map(parameter).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "options": {"run": options("run"), "test": options("test")},
        "words": explain::dictionary().pages().iter().map(|page| page.name.as_str()).collect::<Vec<_>>(),
    })
}

/// Every kind of shuffle with its usual letters, and without one where it has none.
fn moves() -> Vec<Value> {
    let letters = Letters::default();
    let mut all = Vec::new();
    for group in Group::ALL {
        for kind in shuffle::KINDS.iter().filter(|kind| kind.group == *group) {
            let usual = shuffle::DEFAULT_LETTERS.iter();
            let usual: Vec<char> = usual
                .filter(|(_, name, _)| *name == kind.name)
                .map(|(letter, ..)| *letter)
                .collect();
            let about = |letter: char| {
                let shuffle = letters.get(letter);
                shuffle.map_or_else(String::new, |shuffle| shuffle.describe())
            };
            let lettered = usual.iter().map(|letter| (Some(*letter), about(*letter)));
            match usual.as_slice() {
                [] => all.push(one(*group, kind, None, kind.name)),
                _ => all.extend(lettered.map(|(letter, about)| one(*group, kind, letter, &about))),
            }
        }
    }
    all
}

fn one(group: Group, kind: &Kind, letter: Option<char>, label: &str) -> Value {
    let needs = letter.is_none() && Routine::parse(kind.name, &Letters::none()).is_err();
    let parameters = kind.parameters.iter();
    let parameters = parameters.map(|known| json!({"name": known.name, "about": known.about}));
    json!({
        "group": group.title(),
        "name": kind.name,
        "letter": letter,
        "label": label,
        "about": kind.about,
        "parameters": parameters.collect::<Vec<_>>(),
        "needs": needs,
    })
}

fn topic(topic: &Topic) -> Value {
    match topic {
        Topic::Routine { .. } => "routine".into(),
        Topic::Deck { .. } => "deck".into(),
        Topic::Alone => "alone".into(),
        Topic::Moves { .. } => "moves".into(),
        Topic::Loader => "loader".into(),
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let names = parameter.catalogue.map(|catalogue| {
        let entries = (catalogue.entries)().into_iter();
        entries.map(|[name, ..]| name).collect::<Vec<_>>()
    });
    json!({
        "name": parameter.name,
        "value": parameter.value,
        "about": parameter.about,
        "required": parameter.required,
        "default": parameter.default,
        "kind": if matches!(parameter.read, Read::Flag) { "flag" } else { "text" },
        "choices": names,
        "bare": parameter.bare,
        "list": matches!(
            parameter.read,
            Read::Wholes(_) | Read::Different(_) | Read::Numbers(_) | Read::Near(_)
        ),
    })
}

/// The options of a command: flag, value and meaning.
fn options(command: &str) -> Vec<Value> {
    let known = super::arguments(command).into_iter();
    let named = known.filter_map(|option| {
        let flag = format!("--{}", option.get_long()?);
        let takes = option.get_action().takes_values();
        let value = option.get_value_names().filter(|_| takes);
        let value = value.map(|names| names.iter().map(ToString::to_string).collect::<String>());
        let about = option
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        Some(json!({"flag": flag, "value": value, "about": about}))
    });
    named.filter(|option| option["flag"] != "--help").collect()
}

/// The steps of a routine, each with how often it comes one after the other; letters are defined as `--shuffle` does.
pub fn steps(text: &str, definitions: &[String]) -> Result<Value, String> {
    // The deck stands for any: letters and routine are checked as those of a run are.
    let overrides = Overrides {
        deck: Some(52),
        shuffles: definitions.to_vec(),
        ..Overrides::default()
    };
    let experiment = spec::of_routines(&[text.to_owned()], &overrides);
    let experiment = experiment.map_err(|error| error.to_string())?;
    let [routine] = experiment.routines() else {
        return Err("found no routine; accepted: letters, as in `M*7`".to_owned());
    };
    let about = experiment.letters.legend(routine.letters());
    let parts = routine.letters().chunk_by(|a, b| a == b).map(|run| {
        let text = run[0].to_string();
        json!({"text": text, "times": run.len(), "about": about.get(&text)})
    });
    Ok(json!({"parts": parts.collect::<Vec<_>>(), "shuffles": routine.letters().len()}))
}

/// The pages about a word; the error says which are near.
pub fn explained(word: &str) -> Result<Value, String> {
    let pages = explain::dictionary()
        .find(word)
        .map_err(|error| error.to_string())?;
    let pages = pages.into_iter().map(|page| {
        json!({
            "name": page.name,
            "group": page.group.one(),
            "also": page.also,
            "parts": page.parts,
        })
    });
    Ok(json!({"pages": pages.collect::<Vec<_>>()}))
}
