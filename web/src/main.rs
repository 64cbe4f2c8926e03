//! Builds the page: the program becomes WebAssembly, and everything becomes one file of HTML that asks for nothing else.
//!
//!     cargo run --release --manifest-path web/Cargo.toml [--page-only] [FILE]
//!
//! FILE is `web/target/colddeck.html` if absent. With `--page-only` nothing is compiled: the program in it is the one that was compiled last,
//! which is enough where only scripts, styles or cards have changed.

mod cards;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use wasm_bindgen_cli_support::Bindgen;

/// The platform that browsers are.
const PLATFORM: &str = "wasm32-unknown-unknown";

/// Vectors of 128 bits, which every browser has had since 2023; whole numbers alone go through them, so that all bytes stay.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// Bytes that the page may have.
const MOST_BYTES: usize = 4_500_000;

/// The style sheets, in the order in which later ones take precedence.
const STYLES: &[&str] = &[
    "../crates/report/src/chart/style.css",
    "../crates/report/src/html/style.css",
    "page/style.css",
];

fn main() -> Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words: Vec<_> = std::env::args_os().skip(1).collect();
    let before = words.len();
    words.retain(|word| word != "--page-only");
    if words.len() == before {
        compile(here)?;
    }
    let out = words.pop().map(PathBuf::from);
    let out = out.unwrap_or_else(|| here.join("target/colddeck.html"));
    let program = Program::of(here)?;
    let page = page(here, &program)?;
    ensure!(
        page.len() <= MOST_BYTES,
        "the page has {} bytes, and may have {MOST_BYTES}",
        page.len()
    );
    fs::write(&out, &page).with_context(|| format!("cannot write {}", out.display()))?;
    println!(
        "{}: {:.2} MB, of which {:.2} MB are the program ({:.2} MB unpacked)",
        out.display(),
        page.len() as f64 / 1e6,
        program.packed.text.len() as f64 / 1e6,
        program.unpacked as f64 / 1e6
    );
    Ok(())
}

/// The program as cargo leaves it.
fn compiled(here: &Path) -> PathBuf {
    here.join("target")
        .join(PLATFORM)
        .join("module/colddeck_module.wasm")
}

/// Compiles the program.
fn compile(here: &Path) -> Result<()> {
    let target = here.join("target");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args([
            "build",
            "--profile",
            "module",
            "--locked",
            "--package",
            "colddeck-module",
            "--target",
            PLATFORM,
        ])
        .arg("--manifest-path")
        .arg(here.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", FLAGS)
        // Flags of whoever builds the page are not for the program in it.
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .context("cannot start cargo")?;
    if !built.success() {
        bail!(
            "the program did not compile for {PLATFORM}; is it there? `rustup target add {PLATFORM}`"
        );
    }
    Ok(())
}

/// The program as it stands in the page.
struct Program {
    /// The script that calls it.
    glue: String,
    packed: Packed,
    /// Bytes of it, unpacked.
    unpacked: usize,
}

impl Program {
    /// Packs what was compiled. That takes a minute, and so it is kept beside, under the hash of what was compiled.
    fn of(here: &Path) -> Result<Self> {
        let path = compiled(here);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let hash = hmac_sha256::Hash::hash(&bytes)
            .map(|byte| format!("{byte:02x}"))
            .concat();
        let kept = here.join("target/packed").join(hash);
        if let Some(program) = Self::kept(&kept) {
            return Ok(program);
        }
        let mut output = Bindgen::new()
            .input_path(&path)
            .no_modules(true)?
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate_output()?;
        let glue = output.js().to_owned();
        let module = output.wasm_mut().emit_wasm();
        let packed = packed(&module)?;
        let unpacked = module.len();
        fs::create_dir_all(&kept)?;
        fs::write(kept.join("glue.js"), &glue)?;
        fs::write(kept.join("bytes"), format!("{} {unpacked}", packed.bytes))?;
        // The last one, so that one that is there is whole.
        fs::write(kept.join("module.text"), &packed.text)?;
        Ok(Self {
            glue,
            packed,
            unpacked,
        })
    }

    /// The program that was packed before, if it was.
    fn kept(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join("module.text")).ok()?;
        let glue = fs::read_to_string(folder.join("glue.js")).ok()?;
        let sizes = fs::read_to_string(folder.join("bytes")).ok()?;
        let (bytes, unpacked) = sizes.split_once(' ')?;
        let (bytes, unpacked) = (bytes.parse().ok()?, unpacked.parse().ok()?);
        Some(Self {
            glue,
            packed: Packed { bytes, text },
            unpacked,
        })
    }
}

/// The table for the wall as HTML: its own title stands above it, so that it goes without, and parts are a level below.
fn wall(markdown: &str) -> String {
    let mut in_title = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| {
        match &event {
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            }) => in_title = true,
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                in_title = false;
                return None;
            }
            _ => {}
        }
        (!in_title).then(|| match event {
            Event::Start(Tag::Heading { .. }) => Event::Html("<h3>".into()),
            Event::End(TagEnd::Heading(_)) => Event::Html("</h3>".into()),
            other => other,
        })
    });
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events);
    // Tables that are wider than the screen are scrolled, with keys too.
    let table = "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Cards called above fair\"><table>";
    text.replace("<table>", table)
        .replace("</table>", "</table></div>")
}

/// Puts the page together.
fn page(here: &Path, program: &Program) -> Result<String> {
    let Program { glue, packed, .. } = program;
    let read = |name: &str| {
        let path = here.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let style: Result<String> = STYLES.iter().map(|name| read(name)).collect();
    let mut script = read("../crates/report/src/html/script.js")?;
    for part in scripts(here)? {
        script.push_str(&fs::read_to_string(part)?);
    }
    let cards = cards::cards(&here.join(".."))?;
    let specs = self::packed(cards.specs.as_bytes())?;
    let worker = format!("{glue}\n{}", read("page/worker.js")?);
    for text in [&script, &worker, &packed.text, &specs.text] {
        let ends = text.contains("</script") || text.contains("<!--");
        ensure!(!ends, "a script would end too early");
    }
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src 'none'; base-uri 'none'; form-action 'none'",
        STANDARD.encode(hmac_sha256::Hash::hash(script.as_bytes()))
    );
    let mut page = read("page/index.html")?;
    for (mark, text) in [
        (
            "policy",
            format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"),
        ),
        ("style", format!("<style>{}</style>", style?)),
        (
            "data",
            format!(
                "<script type=\"text/plain\" id=\"worker-source\">{worker}</script>\n\
                 <script type=\"application/octet-stream\" id=\"module-data\" data-bytes=\"{}\">{}</script>\n\
                 <script type=\"application/octet-stream\" id=\"specs-data\" data-bytes=\"{}\">{}</script>",
                packed.bytes, packed.text, specs.bytes, specs.text
            ),
        ),
        ("count", cards.count.to_string()),
        ("cards", cards.html),
        ("script", format!("<script>{script}</script>")),
        ("wall", wall(&read("../results/wall.md")?)),
    ] {
        let mark = format!("<!-- {mark} -->");
        let (before, after) = page
            .split_once(&mark)
            .with_context(|| format!("page/index.html lacks {mark}"))?;
        page = format!("{before}{text}{after}");
    }
    Ok(page)
}

/// The scripts of the page, in order of name.
fn scripts(here: &Path) -> Result<Vec<PathBuf>> {
    let folder = here.join("page/app");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "js"));
    paths.sort();
    Ok(paths)
}

/// The program, packed.
struct Packed {
    /// Bytes of it; the last letter may say up to seven bits more.
    bytes: usize,
    /// Seven bits a letter.
    text: String,
}

/// Bytes as letters that HTML leaves alone, seven bits each, the first bit first (after base 122 of K. Albertson, 2016). Three of the 128
/// letters mean something to HTML, NUL, the carriage return and `<`: `À`, `Í` and `ü`, 192 above them, stand for them.
fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 6 * 7);
    let (mut held, mut bits) = (0_u32, 0);
    let mut write = |letter: u32| {
        let letter = letter as u8 & 127;
        let moved = matches!(letter, 0 | b'\r' | b'<');
        text.push(char::from(if moved { letter + 192 } else { letter }));
    };
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 7 {
            bits -= 7;
            write(held >> bits);
        }
    }
    if bits > 0 {
        write(held << (7 - bits));
    }
    text
}

/// Compressed, in letters that a page can hold.
fn packed(bytes: &[u8]) -> Result<Packed> {
    let mut deflated = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Deflate,
        bytes,
        &mut deflated,
    )?;
    Ok(Packed {
        bytes: deflated.len(),
        text: letters(&deflated),
    })
}
