//! The outside of the program, byte for byte: what each command prints, writes and ends with, and what
//! `colddeck::check` finds. The inside may move as long as these pages stay as they are.
//!
//! - `cases/GROUP.txt` lists cases: a name in brackets, and below it lines for a shell.
//! - `input` is what a case finds in its folder, a fresh copy for each.
//! - `expected/GROUP/CASE.txt` is what came out: each line with its exit code, standard output and
//!   standard error, then the files that the case wrote.
//!
//! After a change that is meant, write the pages anew and read the difference before it is committed:
//!
//! ```sh
//! COLDDECK_GOLDEN=write cargo test --release --test it golden -- --include-ignored
//! git diff tests/it/golden/expected
//! ```
//!
//! Facts that depend on the machine are left out (time, threads, instruction set, the path of the folder,
//! machine.json); XML is compared as elements, attributes and text, as its layout means nothing.

mod case;
mod library;
mod page;
mod pages;

pub use pages::are_written;

/// A test for each file of cases, so that they run side by side.
macro_rules! groups {
    ($($group:ident),* $(,)?) => {
        const GROUPS: &[&str] = &["advise", $(stringify!($group)),*];

        $(
            #[test]
            fn $group() {
                pages_of(stringify!($group));
            }
        )*
    };
}

groups!(
    calibrate, compare, emit, exact, exec, explain, formats, help, list, run, specs, strangers,
    test, until, wrong,
);

fn pages_of(group: &str) {
    let made = case::of(group).iter().map(case::Case::page).collect();
    pages::check(group, made);
}

#[test]
#[ignore = "some 30 s of processor: .ci/run ignored"]
fn advise() {
    pages_of("advise");
}

#[test]
fn check() {
    pages::check("check", library::pages());
}

#[test]
fn every_file_of_cases_is_a_test() {
    assert_eq!(case::groups(), GROUPS);
    let mut expected = [GROUPS, &["check"]].concat();
    expected.sort_unstable();
    if !are_written() {
        assert_eq!(pages::groups(), expected);
    }
}
