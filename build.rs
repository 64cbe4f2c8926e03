//! Finds out what `colddeck --version` says: the commit and its date, where they are known, and features.
//!
//! The same sources give the same words: nothing here asks a clock. Without git, as in a package from crates.io, the commit
//! is the one that Cargo noted in the package, or unknown; `SOURCE_DATE_EPOCH` goes before the date of the commit.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Digits of a commit that are shown.
const DIGITS: usize = 9;

/// Files that the program is built from: where one of them is not as committed, that is said.
const BUILT_FROM: &[&str] = &["src", "crates", "Cargo.toml", "Cargo.lock", "build.rs"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    for file in BUILT_FROM.iter().filter(|file| root.join(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    // A folder above may be another repository's.
    let is_clone = root.join(".git").exists();
    let commit = if is_clone {
        watch(&root);
        of_clone(&root)
    } else {
        of_package(&root)
    };
    let seconds = env::var("SOURCE_DATE_EPOCH").ok();
    let seconds =
        seconds.or_else(|| git(&root, &["log", "-1", "--format=%ct"]).filter(|_| is_clone));
    let date = seconds.and_then(|text| text.trim().parse().ok()).map(date);
    let known = [commit.clone(), date.clone()].into_iter().flatten();
    let known = known.collect::<Vec<_>>().join(" ");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let short = match known.as_str() {
        "" => version.clone(),
        known => format!("{version} ({known})"),
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let write = |name: &str, text: &str| {
        fs::write(out.join(name), text).expect("the folder of a build takes files");
    };
    write("version.txt", &short);
    let unknown = || "unknown".to_owned();
    let long = [
        version,
        format!("commit: {}", commit.unwrap_or_else(unknown)),
        format!("date: {}", date.unwrap_or_else(unknown)),
        format!("features: {}", features()),
        format!("target: {}", env::var("TARGET").unwrap_or_default()),
    ];
    write("long-version.txt", &long.join("\n"));
}

/// Builds anew at the next commit.
fn watch(root: &Path) {
    let place = |name: &str| {
        let path = git(root, &["rev-parse", "--git-path", name])?;
        let path = root.join(path.trim());
        path.exists().then_some(path)
    };
    let branch = git(root, &["symbolic-ref", "-q", "HEAD"]);
    let branch = branch.map(|name| name.trim().to_owned());
    // A branch stands in a file of its own, or in one with the others.
    let branch = branch
        .and_then(|name| place(&name))
        .or_else(|| place("packed-refs"));
    for path in place("HEAD").into_iter().chain(branch) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit of a clone, and whether files differ from it.
fn of_clone(root: &Path) -> Option<String> {
    let commit = git(root, &["rev-parse", "HEAD"])?;
    let commit = commit.get(..DIGITS)?;
    let changed = git(
        root,
        &[&["status", "--porcelain", "--"], BUILT_FROM].concat(),
    )?;
    let more = if changed.is_empty() { "" } else { "+changes" };
    Some(format!("{commit}{more}"))
}

/// The commit that a package was made from, as Cargo noted it there.
fn of_package(root: &Path) -> Option<String> {
    let noted = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, after) = noted.split_once("\"sha1\"")?;
    let commit = after.split('"').nth(1)?;
    let is_commit = commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    commit
        .get(..DIGITS)
        .filter(|_| is_commit)
        .map(str::to_owned)
}

/// The answer of git; nothing if it is missing or refuses.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let output = git.args(arguments).current_dir(root).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// The features that this build has, by name.
fn features() -> String {
    let named = |(name, _): (String, String)| {
        let feature = name.strip_prefix("CARGO_FEATURE_")?.to_lowercase();
        (feature != "default").then_some(feature)
    };
    let mut features: Vec<String> = env::vars().filter_map(named).collect();
    features.sort();
    features.join(", ")
}

/// The day of a time in seconds since 1970, in UTC, as in 2026-01-31.
fn date(seconds: i64) -> String {
    // Days to dates in the Gregorian calendar, with years that begin in March: Howard Hinnant, chrono-compatible low-level
    // date algorithms.
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
