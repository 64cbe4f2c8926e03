//! Standard output and standard error, without what would do harm on a screen.

use anyhow::{Context, bail};

use super::closed;
use text::harmless;

/// Prints to stdout; a reader that has seen enough (`| head`) is no error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    put(&harmless::screen(text))
}

/// JSON to stdout.
pub(super) fn print_json(text: &str) -> anyhow::Result<()> {
    put(&harmless::json(text))
}

/// Refuses a standard output that is closed: whoever closed it would not learn that there is a result.
pub(super) fn check() -> anyhow::Result<()> {
    if closed::is_closed() {
        bail!(
            "cannot write to standard output: it is closed; accepted: a terminal, a pipe or a file, or /dev/null for nothing"
        );
    }
    Ok(())
}

fn put(text: &str) -> anyhow::Result<()> {
    use std::io::{ErrorKind, Write};
    check()?;
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Writes to stderr, in lines that fit a terminal; nothing is lost if nobody can read it.
pub(super) fn note(text: &str) {
    say(&wrapped(&harmless::screen(text)));
}

/// The text in lines that fit the terminal behind standard error, if there is one. Lines with colours stay as they are.
pub(super) fn wrapped(text: &str) -> String {
    let Some(screen) = super::screen::error_screen() else {
        return text.to_owned();
    };
    let lines = text.split('\n').map(|line| {
        if line.contains('\x1b') {
            line.to_owned()
        } else {
            screen.wrapped(line)
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A command to GitHub Actions, to stderr: it is one line.
pub(super) fn command(text: &str) {
    say(&harmless::line(text));
}

fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{text}");
}
