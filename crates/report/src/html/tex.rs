//! Sets formulas that were typed in TeX as text: fractions on one line, subscripts and superscripts as such.
//!
//! It knows what the quoted documents use. A command that it does not know stays as it was typed.

use maud::{Escaper, Markup, PreEscaped};
use std::fmt::Write;

/// Sets the text. Without any TeX in it powers alone are set: `10^-5`.
pub(super) fn set(text: &str) -> Markup {
    let chars: Vec<char> = text.chars().collect();
    let mut setter = Setter {
        whole: is_tex(text),
        dollars: text.matches('$').count().is_multiple_of(2),
        chars: &chars,
        at: 0,
    };
    PreEscaped(setter.until(None))
}

/// Returns true if the text has a command, an index in braces, or a formula between dollars.
pub(super) fn is_tex(text: &str) -> bool {
    let command = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    text.match_indices('\\').any(|(at, _)| command(at))
        || text.contains("_{")
        || text.contains("^{")
        || text.matches('$').count() >= 2
}

/// A place in a text that is being set.
struct Setter<'a> {
    /// True if commands and indices are read, and not powers alone.
    whole: bool,
    /// True if dollars stand around formulas.
    dollars: bool,
    chars: &'a [char],
    at: usize,
}

impl Setter<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Sets everything up to `end`, which is passed over.
    fn until(&mut self, end: Option<char>) -> String {
        let mut out = String::new();
        // The upper number of a binomial coefficient, which ends where `\choose` stands.
        let mut upper: Option<String> = None;
        while let Some(c) = self.peek() {
            if Some(c) == end {
                self.at += 1;
                break;
            }
            if self.whole && self.takes("\\choose") {
                upper = Some(std::mem::take(&mut out));
                continue;
            }
            let before = self.at.checked_sub(1).map(|at| self.chars[at]);
            match c {
                '^' if self.whole || before.is_some_and(|c| c.is_alphanumeric() || c == ')') => {
                    self.power(&mut out);
                }
                '_' if self.whole => {
                    self.at += 1;
                    let index = self.argument();
                    let _ = write!(out, "<sub>{}</sub>", minus(&index));
                }
                _ => {
                    let next = self.token();
                    out.push_str(&next);
                    if self.whole && c == '{' {
                        out.push_str(self.prime());
                    }
                }
            }
        }
        match upper {
            Some(upper) => format!("({} choose {})", upper.trim(), out.trim()),
            None => out,
        }
    }

    /// Passes over `word` if it stands here and no letter follows.
    fn takes(&mut self, word: &str) -> bool {
        let end = self.at + word.chars().count();
        let here = self.chars.get(self.at..end);
        let there = here.is_some_and(|here| here.iter().copied().eq(word.chars()))
            && !self.chars.get(end).is_some_and(char::is_ascii_alphabetic);
        if there {
            self.at = end;
        }
        there
    }

    /// Sets a power: in TeX its exponent is the next group or sign, elsewhere a whole number, a letter, or what stands in
    /// parentheses.
    fn power(&mut self, out: &mut String) {
        let from = self.at;
        self.at += 1;
        let exponent = if self.whole {
            self.argument()
        } else {
            self.exponent()
        };
        if exponent.is_empty() {
            self.at = from + 1;
            out.push('^');
        } else {
            let _ = write!(out, "<sup>{}</sup>", minus(&exponent));
        }
    }

    fn exponent(&mut self) -> String {
        let rest = &self.chars[self.at..];
        let sign = usize::from(rest.first() == Some(&'-') || rest.first() == Some(&'−'));
        let digits = rest[sign..].iter().take_while(|c| c.is_ascii_digit());
        let mut taken = sign + digits.count();
        if taken == sign {
            let letter = rest.get(sign).is_some_and(char::is_ascii_alphabetic);
            // A letter that begins a word is none.
            let alone = !rest.get(sign + 1).is_some_and(char::is_ascii_alphanumeric);
            taken = if letter && alone { sign + 1 } else { 0 };
        }
        let text: String = rest[..taken].iter().collect();
        self.at += taken;
        escaped(&text)
    }

    /// Sets the next group or sign.
    fn argument(&mut self) -> String {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        self.token()
    }

    /// Sets a group, a command or a single sign.
    fn token(&mut self) -> String {
        let Some(c) = self.peek() else {
            return String::new();
        };
        self.at += 1;
        match c {
            '{' if self.whole => self.until(Some('}')),
            '\\' if self.whole => self.command(),
            '$' if self.whole && self.dollars => String::new(),
            c => escaped(&c.to_string()),
        }
    }

    fn command(&mut self) -> String {
        let rest = &self.chars[self.at..];
        let name: String = rest
            .iter()
            .take_while(|c| c.is_ascii_alphabetic())
            .collect();
        self.at += name.len();
        match name.as_str() {
            "" => {
                // A space, a line, or a sign that means something in TeX.
                let sign = self.peek().unwrap_or('\\');
                self.at += 1;
                return match sign {
                    ',' | ';' | ':' | ' ' | '\\' => " ".to_owned(),
                    '!' => String::new(),
                    sign => escaped(&sign.to_string()),
                };
            }
            "frac" => {
                let (over, under) = (self.argument(), self.argument());
                let all = format!("{}/{}", enclosed(&over), enclosed(&under));
                let goes_on = self
                    .peek()
                    .is_some_and(|c| c.is_alphanumeric() || c == '{' || c == '(');
                return if goes_on { format!("({all})") } else { all };
            }
            "sqrt" => {
                let of = self.argument();
                return format!("√{}", enclosed(&of));
            }
            "begin" => return self.column(),
            "mathbf" => {
                let bold = self.argument();
                return format!("<b>{bold}</b>{}", self.prime());
            }
            // Letters of another cut, words, and where limits or fences go: their content is set.
            "mathbb" | "mathrm" | "text" | "operatorname" => return self.argument(),
            "limits" | "left" | "right" | "displaystyle" => return String::new(),
            "ln" | "log" | "exp" | "max" | "min" => {
                let space = if self.chars[..self.at - name.len() - 1].ends_with(&[' ']) {
                    ""
                } else {
                    " "
                };
                return format!("{space}{name} ");
            }
            _ => {}
        }
        let sign = SIGNS.iter().find(|(known, _)| *known == name);
        match sign {
            Some((_, sign)) => format!("{sign}{}", self.prime()),
            None => escaped(&format!("\\{name}")),
        }
    }

    /// Sets a column of two in parentheses, which is a binomial coefficient.
    fn column(&mut self) -> String {
        let kind = self.argument();
        let mut lines = vec![String::new()];
        while self.peek().is_some() {
            if self.takes("\\end") {
                self.argument();
                break;
            }
            if self.chars[self.at..].starts_with(&['\\', '\\']) {
                self.at += 2;
                lines.push(String::new());
            } else {
                let next = self.token();
                if let Some(line) = lines.last_mut() {
                    line.push_str(&next);
                }
            }
        }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        let between = if kind == "pmatrix" && lines.len() == 2 {
            " choose "
        } else {
            "; "
        };
        format!("({})", lines.join(between))
    }

    /// Sets an apostrophe after a sign as a prime.
    fn prime(&mut self) -> &'static str {
        if self.peek() == Some('\'') {
            self.at += 1;
            "′"
        } else {
            ""
        }
    }
}

/// Commands that stand for a sign.
const SIGNS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("cdot", "·"),
    ("cdots", "⋯"),
    ("dots", "…"),
    ("ell", "ℓ"),
    ("epsilon", "ε"),
    ("equiv", "≡"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("infty", "∞"),
    ("lambda", "λ"),
    ("ldots", "…"),
    ("le", "≤"),
    ("leq", "≤"),
    ("lfloor", "⌊"),
    ("lceil", "⌈"),
    ("mu", "μ"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("pi", "π"),
    ("pm", "±"),
    ("prod", "∏"),
    ("rceil", "⌉"),
    ("rfloor", "⌋"),
    ("sigma", "σ"),
    ("sim", "∼"),
    ("sum", "∑"),
    ("theta", "θ"),
    ("times", "×"),
    ("to", "→"),
];

fn escaped(text: &str) -> String {
    let mut out = String::new();
    let _ = Escaper::new(&mut out).write_str(&super::super::chart::shown(text));
    out
}

/// Subscripts and superscripts have no hyphens: there it is a minus.
fn minus(set: &str) -> String {
    set.replace('-', "−")
}

/// Puts parentheses around what is more than one sign or call.
fn enclosed(set: &str) -> String {
    let (mut depth, mut tag) = (0_usize, false);
    let compound = set.trim().chars().any(|c| {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        !tag && depth == 0 && matches!(c, '+' | '-' | '−' | '/' | '·' | '×' | ' ')
    });
    // A fraction in parentheses before a letter is a product.
    let product = set.contains(')') && !set.ends_with(')') && !set.ends_with('>');
    if compound || product {
        format!("({})", set.trim())
    } else {
        set.trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> String {
        set(text).into_string()
    }

    #[test]
    fn fractions_roots_and_coefficients_stand_on_a_line() {
        assert_eq!(made(r"$\frac{1}{2}$"), "1/2");
        assert_eq!(made(r"\frac{n+1}{2^n}"), "(n+1)/2<sup>n</sup>");
        assert_eq!(
            made(r"P_{i,j} = \frac{s(i,j) + s(n+1-i,n+1-j)}{2^n}"),
            "P<sub>i,j</sub> = (s(i,j) + s(n+1-i,n+1-j))/2<sup>n</sup>"
        );
        assert_eq!(made(r"\sqrt{\frac{3}{2}n}"), "√((3/2)n)");
        assert_eq!(made(r"\sqrt{3/2} and \sqrt{n}"), "√(3/2) and √n");
        assert_eq!(
            made(r"\sqrt{\pi n}\ln{2} - \frac{1}{2} + O (n^{-1/2})"),
            "√(π n) ln 2 - 1/2 + O (n<sup>−1/2</sup>)"
        );
        assert_eq!(made(r"{52 \choose 5}=2598960"), "(52 choose 5)=2598960");
        assert_eq!(
            made(r"\frac{1}{{2n \choose n}} \cdot 2\sum\limits_{u=1}^n"),
            "1/(2n choose n) · 2∑<sub>u=1</sub><sup>n</sup>"
        );
        assert_eq!(
            made(r"\begin{pmatrix}40 \\ k\end{pmatrix}\left(\frac{1}{40}\right)^k"),
            "(40 choose k)(1/40)<sup>k</sup>"
        );
    }

    #[test]
    fn words_between_formulas_stay_words() {
        assert_eq!(
            made(r"it doesn't mean that $m_{i,j}$ is well-known, the $j$-th; \pi'\mathbf{q}'"),
            "it doesn't mean that m<sub>i,j</sub> is well-known, the j-th; π′<b>q</b>′"
        );
        assert_eq!(made("$8\\times 100$ times"), "8× 100 times");
        assert_eq!(made("probability $1/40!$"), "probability 1/40!");
        assert_eq!(made(r"$(m_{1, j}, \dots)$"), "(m<sub>1, j</sub>, …)");
        assert_eq!(made(r"\mathbb P(U \geq u)"), "P(U ≥ u)");
        assert_eq!(made(r"\unknown{x}"), r"\unknownx");
    }

    #[test]
    fn powers_are_set_anywhere_and_names_left_alone() {
        assert_eq!(
            made("4.94467·10^-5 and 2^k - 1, below_by_card"),
            "4.94467·10<sup>−5</sup> and 2<sup>k</sup> - 1, below_by_card"
        );
        assert_eq!(made("a ^ b, 2^, x^word, {y}"), "a ^ b, 2^, x^word, {y}");
        assert_eq!(made("$5 each"), "$5 each");
    }

    #[test]
    fn nothing_in_it_is_more_than_text() {
        assert_eq!(made(r"\frac{<b>}{&}\<"), "&lt;b&gt;/&amp;&lt;");
        // Braces and commands that never end.
        for text in [
            r"\frac",
            r"\frac{",
            r"{a \choose",
            r"\begin{pmatrix}a",
            "x^",
            "_{",
            "\\",
        ] {
            let _ = made(&format!("{text} $a$").replace(" $a$", ""));
            let _ = made(&format!("\\pi {text}"));
        }
    }
}
