//! The last lines that a program wrote on its standard error, in bounded memory.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use text::harmless;

/// Bytes that are kept.
const BYTES: usize = 4096;

/// Lines that are shown.
const LINES: usize = 10;

/// The end of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: VecDeque<u8>,
    /// True if bytes were left out before those that are kept.
    cut: bool,
    ended: bool,
}

impl Tail {
    /// Appends bytes.
    pub(super) fn put(&self, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.bytes.extend(bytes);
        let excess = state.bytes.len().saturating_sub(BYTES);
        if excess > 0 {
            state.bytes.drain(..excess);
            state.cut = true;
        }
    }

    /// Nothing comes any more.
    pub(super) fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended = true;
        self.ended.notify_all();
    }

    /// The last lines, each indented on a line of its own after a heading; empty if there are none. Waits
    /// up to `wait` for the stream's end.
    pub(super) fn shown(&self, wait: Duration) -> String {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, _) = self
            .ended
            .wait_timeout_while(state, wait, |state| !state.ended)
            .unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = state.bytes.iter().copied().collect();
        // The first line that is kept may have lost its beginning.
        let whole = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(end) if state.cut && end + 1 < bytes.len() => &bytes[end + 1..],
            _ => &bytes[..],
        };
        let text = String::from_utf8_lossy(whole);
        let lines: Vec<String> = text.trim_end().lines().map(printable).collect();
        let shown = &lines[lines.len().saturating_sub(LINES)..];
        if shown.iter().all(|line| line.trim().is_empty()) {
            return String::new();
        }
        format!("\nits last words on stderr:\n  | {}", shown.join("\n  | "))
    }
}

fn printable(line: &str) -> String {
    harmless::words(line.trim_end_matches('\r')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        let tail = Tail::default();
        for chunk in bytes.chunks(4000) {
            tail.put(chunk);
        }
        tail.end();
        tail.shown(Duration::from_mins(1))
    }

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        assert_eq!(shown(b""), "");
        assert_eq!(shown(b" \n\n"), "");
        assert_eq!(
            shown(b"one\r\ntwo\x1b[2J\n"),
            "\nits last words on stderr:\n  | one\n  | two\\u{1b}[2J"
        );
        let many: Vec<String> = (0..100_000).map(|line| format!("line {line}")).collect();
        let last = shown(many.join("\n").as_bytes());
        assert!(
            last.starts_with("\nits last words on stderr:\n  | line 99990\n"),
            "{last}"
        );
        assert!(last.ends_with("  | line 99999"), "{last}");
    }

    #[test]
    fn an_endless_line_shows_its_end() {
        let last = shown(&[vec![b'x'; 1 << 20], b"end".to_vec()].concat());
        assert!(last.ends_with("xxend") && last.len() < BYTES + 100);
    }
}
