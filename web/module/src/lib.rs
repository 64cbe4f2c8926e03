//! The program as WebAssembly. A worker of the page calls these functions, and gives a `host` that has the files and is told
//! how far a run is. All texts are JSON where nothing else is said; an error is `{"error": "…"}`.

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;

use colddeck::embedded::{self, Answered, Asked, Host, Stream};
use colddeck::conduct::Progress;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Bytes of the file of that name; -1 if there is none.
    #[wasm_bindgen(js_namespace = host, js_name = size)]
    fn size_of(name: &str) -> f64;
    /// Reads so many bytes of a file from an offset on; fewer only at its end.
    #[wasm_bindgen(js_namespace = host, js_name = read)]
    fn read_of(name: &str, offset: f64, length: u32) -> Vec<u8>;
    /// A stage begins; -1 decks if nobody knows how many.
    #[wasm_bindgen(js_namespace = host)]
    fn begin(stage: &str, decks: f64);
    /// Says that so many more decks are done.
    #[wasm_bindgen(js_namespace = host)]
    fn advance(decks: f64);
    /// The stage is over.
    #[wasm_bindgen(js_namespace = host)]
    fn end();
}

thread_local! {
    /// The last findings, for those who save them.
    static LAST: RefCell<Option<Answered>> = const { RefCell::new(None) };
}

/// Bytes that are asked of the page at once.
const PIECE: usize = 1 << 20;

/// A file of the page, read piece by piece.
struct HostFile {
    name: String,
    offset: f64,
    piece: Vec<u8>,
    /// Bytes of the piece that were given away.
    taken: usize,
}

impl Read for HostFile {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.piece.len() {
            self.piece = read_of(&self.name, self.offset, PIECE as u32);
            self.offset += self.piece.len() as f64;
            self.taken = 0;
        }
        let rest = &self.piece[self.taken..];
        let many = rest.len().min(room.len());
        room[..many].copy_from_slice(&rest[..many]);
        self.taken += many;
        Ok(many)
    }
}

fn file_of_host(path: &Path) -> Option<Stream> {
    let name = path.to_str()?;
    (size_of(name) >= 0.0).then(|| {
        let file = HostFile {
            name: name.to_owned(),
            offset: 0.0,
            piece: Vec::new(),
            taken: 0,
        };
        Box::new(file) as Stream
    })
}

/// Tells the page how far a run is.
struct Page;

impl Progress for Page {
    fn begin(&self, what: &str, decks: Option<u64>) {
        begin(what, decks.map_or(-1.0, |decks| decks as f64));
    }

    fn think(&self, what: &str) {
        begin(what, -1.0);
    }

    fn advance(&self, decks: u64) {
        advance(decks as f64);
    }

    fn end(&self) {
        end();
    }
}

/// Runs before anything else: files are those of the page, and a fault is thrown with its words.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    embedded::hand_over(Box::new(file_of_host));
}

/// The list of what there is to choose from.
#[wasm_bindgen]
pub fn catalogue() -> String {
    embedded::catalogue().to_string()
}

/// The steps of a routine; `definitions` is a list of texts as `--shuffle` takes them.
#[wasm_bindgen]
pub fn parts(text: &str, definitions: &str) -> String {
    let definitions = list(definitions);
    told(definitions.and_then(|definitions| embedded::steps(text, &definitions)))
}

/// Reads a command, and runs nothing.
#[wasm_bindgen]
pub fn check(words: &str) -> String {
    let asked = list(words).and_then(|words| Asked::read(&words));
    told(asked.map(|asked| json!({"command": asked.command()})))
}

/// Runs a command, given as a list of its words.
#[wasm_bindgen]
pub fn answer(words: &str) -> String {
    let asked = list(words).and_then(|words| Asked::read(&words));
    let found = asked.and_then(|asked| embedded::answer(&asked, Host::Page, &Page));
    let told = match &found {
        Ok(found) => json!({
            "exit": found.exit(),
            "says": found.says(),
            "tone": found.tone(),
            "main": found.articles(),
            "command": found.command(),
            "remarks": found.remarks(),
        }),
        Err(error) => json!({"exit": 2, "error": error}),
    };
    LAST.set(found.ok());
    told.to_string()
}

/// The last answer in a format of files, by its ending; no JSON but of `json`. Throws the words of why there is none.
#[wasm_bindgen]
pub fn exported(ending: &str) -> Result<String, String> {
    LAST.with_borrow(|last| match last {
        Some(found) => found.exported(ending),
        None => Err("there is no answer yet".to_owned()),
    })
}

/// The pages about a word.
#[wasm_bindgen]
pub fn explain(word: &str) -> String {
    told(embedded::explained(word))
}

fn list(words: &str) -> Result<Vec<String>, String> {
    serde_json::from_str(words).map_err(|error| format!("no list of words: {error}"))
}

fn told(found: Result<Value, String>) -> String {
    let value = found.unwrap_or_else(|error| json!({"error": error}));
    value.to_string()
}
