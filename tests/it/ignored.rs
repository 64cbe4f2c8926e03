//! Tests that are ignored since they take long: each says who runs it, as in `"some minutes: .ci/full fit"`, and is run by
//! that step.

use std::fs;
use std::path::Path;

use crate::common;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the steps of `.ci/run` or `.ci/full`.
fn steps(script: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(script)).expect("a script");
    let steps = text.lines().filter_map(|line| line.strip_prefix("step "));
    let names = steps.filter_map(|step| step.split(' ').next());
    names.map(str::to_owned).collect()
}

/// The text after `#[ignore` in all sources, with its place.
fn reasons() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["src", "tests/it", "crates"] {
        for file in common::files(&root().join(folder)) {
            if Path::new(&file)
                .extension()
                .is_none_or(|ending| ending != "rs")
            {
                continue;
            }
            let text = fs::read_to_string(root().join(folder).join(&file)).expect("a source");
            for (line, text) in (1..).zip(text.lines()) {
                if let Some(rest) = text.trim_start().strip_prefix("#[ignore") {
                    found.push((format!("{folder}/{file}:{line}"), rest.to_owned()));
                }
            }
        }
    }
    found
}

#[test]
fn each_says_which_step_runs_it() {
    let found = reasons();
    assert!(found.len() > 15, "{found:?}");
    for (place, reason) in found {
        let inner = reason
            .strip_prefix(" = \"")
            .and_then(|rest| rest.strip_suffix("\"]"));
        let runner = inner.and_then(|inner| inner.split_once(": "));
        let (_, runner) = runner.unwrap_or_else(|| {
            panic!("{place}: {reason}; accepted: a reason as \"a minute: .ci/run ignored\"")
        });
        let (script, step) = runner.split_once(' ').unwrap_or((runner, ""));
        assert!(
            [".ci/run", ".ci/full"].contains(&script),
            "{place}: {reason}"
        );
        let text = fs::read_to_string(root().join(script)).expect("a script");
        assert!(
            steps(script).iter().any(|name| name == step)
                && text.contains(&format!("step {step} ignored {runner}\n")),
            "{place}: {script} has no step {step} that runs ignored tests"
        );
    }
}
