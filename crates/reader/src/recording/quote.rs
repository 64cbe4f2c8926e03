//! Bytes of a stream, made fit for a message.

/// Returns true if bytes hold what no text of decks holds: control characters or broken UTF-8.
pub(super) fn looks_binary(bytes: &[u8]) -> bool {
    let control = |byte: &u8| byte.is_ascii_control() && !b"\r\t\n".contains(byte);
    // A token cut at the limit of the line may end within a character.
    let broken = |error: std::str::Utf8Error| error.error_len().is_some();
    bytes.iter().any(control) || std::str::from_utf8(bytes).is_err_and(broken)
}

/// A token in backquotes as it is found: shortened if long, and with all that is no printable
/// character escaped.
pub(super) fn quote(token: &[u8]) -> String {
    /// The length at which longer tokens are cut.
    const LONGEST: usize = 24;
    /// Bytes that hold at least one character more than that.
    const ENOUGH: usize = 4 * (LONGEST + 1);
    let mut shown = Vec::new();
    for chunk in token[..token.len().min(ENOUGH)].utf8_chunks() {
        shown.extend(chunk.valid().chars().map(|c| match c {
            '"' | '\'' => c.to_string(),
            _ => c.escape_debug().to_string(),
        }));
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    if shown.len() <= LONGEST {
        return format!("`{}`", shown.concat());
    }
    format!("`{}…`", shown[..LONGEST].concat())
}
