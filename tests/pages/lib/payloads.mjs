// Texts that do harm where text is taken for something else, drawn from a seed.

/// A small generator (mulberry32): the same seed gives the same hostile records everywhere.
export class Chance {
    constructor(seed) {
        this.state = (seed * 2654435761) >>> 0;
    }

    unit() {
        this.state = (this.state + 0x6d2b79f5) >>> 0;
        let mixed = this.state;
        mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }

    below(bound) {
        return Math.floor(this.unit() * bound);
    }

    of(items) {
        return items[this.below(items.length)];
    }

    likely(probability) {
        return this.unit() < probability;
    }
}

/// Those that a page must show as they are, letter by letter.
export const SHOWN = [
    '<script>window.__pwned=1</script>',
    '</script><script>window.__pwned=1</script>',
    '</style><script>window.__pwned=1</script>',
    '</title><script>window.__pwned=1</script>',
    '</textarea></svg></figure></section></main><script>window.__pwned=1</script>',
    '<img src=x onerror=window.__pwned=1>',
    '<svg onload=window.__pwned=1>',
    '<![CDATA[<script>window.__pwned=1</script>]]>',
    '" onmouseover="window.__pwned=1',
    "' onfocus='window.__pwned=1' autofocus='",
    '"><script>window.__pwned=1</script>',
    'javascript:window.__pwned=1',
    '[it](javascript:window.__pwned=1)',
    '\'"`', ']]>', '<!--', '-->', '<?xml?>', '&lt;', '&#60;b&#62;', '&#x202e;', '&amp;amp;', '&notit;',
    '{{7*7}}', '${1}', '%3Cscript%3E', '\\u003cscript\\u003e', '\\', '__proto__', 'constructor', 'url(#x)', '*/}',
];

/// Those that a page may show by a stand-in.
const ODD = [
    '\u0000', '\u0001\u0007\u0008\u000b\u000c\u001b[31m', '\u007f\u0080\u009f', '\u202e', '\u2066\u200f', '\u2028\u2029',
    '\ufffe', '\uffff', '\ufeff', '\u200b\u00ad', '\n', '\t', '\r\n', '\n\n# head\n\n| a | b |\n', '😀👩‍👩‍👧‍👦🏴‍☠️', '\u{10ffff}', '\u{1f1e9}',
    'שלום عليكم', '漢字',
];

/// Those that are large.
const LARGE = ['w'.repeat(5000), `e${'\u0301'.repeat(200)}`, '😀'.repeat(500), 'a b '.repeat(1000), '\u202e'.repeat(300), '\u0bf5'.repeat(400)];

/// No JSON text may hold half a pair of UTF-16, but its escapes may.
export const HALF = '\ud800';

/// A hostile text. `large` counts how many more large ones may come: a thousand of them make a page of nothing else.
export function payload(chance, left) {
    const dice = chance.unit();
    if (dice < 0.06 && left.large > 0) {
        left.large -= 1;
        return chance.of(LARGE);
    }
    return dice < 0.36 ? chance.of(ODD) : chance.of(SHOWN);
}

/// The text, with a hostile one instead, before, after or within it.
export function spoiled(chance, text, left) {
    const bad = payload(chance, left);
    const at = chance.below(text.length + 1);
    const kinds = [() => bad, () => bad + text, () => text + bad, () => text.slice(0, at) + bad + text.slice(at)];
    // Nothing but a control character is a text as well, but names would no longer differ.
    return (bad.trim() ? chance.of(kinds) : chance.of(kinds.slice(1)))();
}
