// Gives what is hidden in a hostile page every chance to run, and looks whether it did.
import { WIDTHS, openDetails, overflow } from './looks.mjs';
import { few } from './files.mjs';

/// Of those that the mouse itself goes to; all others get the events that it would cause.
const BY_MOUSE = 8;

/// Scripts of pages that are not hostile: a hostile one has no others.
export async function scripts(visit) {
    return visit.page.evaluate(() => [...document.querySelectorAll('script')]
        .filter((it) => !it.type || /javascript|module/.test(it.type)).map((it) => it.textContent));
}

/// `known`: the scripts of honest pages; `shown`: what the page must show, letter by letter.
export async function attack(visit, report, { known, shown }) {
    const { page } = visit;
    const foreign = (await scripts(visit)).filter((script) => !known.has(script));
    if (foreign.length) report(`has a script that no honest page has: ${foreign[0].slice(0, 120)}`);
    await visit.resize(WIDTHS[0]);
    await openDetails(visit);
    const text = await page.evaluate(() => document.body.innerText);
    const plain = (words) => words.replace(/\s+/g, ' ');
    const unseen = shown.filter((piece) => !plain(text).includes(plain(piece)));
    if (unseen.length) report(`does not show as text: ${few(unseen)}`);
    (await page.evaluate(inPage)).forEach(report);

    for (const handle of (await page.$$('figure.picture svg, button, [tabindex], a')).slice(0, BY_MOUSE)) {
        await handle.hover().catch(() => {});
    }
    for (const problem of await page.evaluate(provoke)) report(problem);
    await visit.settle();
    await overflow(visit, report, WIDTHS[0], ' after everything was touched');
    await ran(visit, report);
}

/// The picture in a file of its own.
export async function attackPicture(visit, report) {
    const { page } = visit;
    await page.mouse.move(100, 100);
    await page.mouse.click(100, 100);
    await page.evaluate(() => document.querySelectorAll('*').forEach((it) => {
        for (const name of ['mouseover', 'mouseenter', 'focus', 'click', 'load']) it.dispatchEvent(new Event(name));
    }));
    // As XML by itself, for those who do not show it in a browser.
    const error = await page.evaluate(() => {
        const text = new XMLSerializer().serializeToString(document);
        return new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null;
    });
    if (error) report(`is no XML: ${error.slice(0, 120)}`);
    await ran(visit, report);
}

async function ran(visit, report) {
    if (await visit.page.evaluate(() => '__pwned' in window)) report('a text of the record was run');
}

// What follows runs in the page.

function inPage() {
    const problems = [];
    for (const it of document.querySelectorAll('*')) {
        for (const { name, value } of it.attributes) {
            // Text in a label is where it belongs.
            const words = /^(aria-|data-|title$|alt$|content$|id$|for$|popovertarget$|download$|d$)/.test(name);
            if (!words && /__pwned/.test(value)) problems.push(`<${it.localName}> has ${name}="${value.slice(0, 80)}"`);
            if (/^(xlink:)?(href|src|action)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value)) {
                problems.push(`<${it.localName}> leads to ${value.slice(0, 80)}`);
            }
        }
        if (/^(style|script)$/.test(it.localName) && /__pwned/.test(it.textContent) && it.type !== 'application/json') {
            problems.push(`<${it.localName}> holds text of the record`);
        }
    }
    return problems;
}

async function provoke() {
    const problems = [];
    const width = document.scrollingElement.clientWidth;
    const pause = () => new Promise((done) => setTimeout(done, 0));
    const touch = (it) => {
        for (const name of ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'focusin']) {
            it.dispatchEvent(new MouseEvent(name, { bubbles: true, view: window }));
        }
        it.focus?.();
    };
    for (const it of document.querySelectorAll('[tabindex], a, button, summary, input, svg, svg *, [title]')) touch(it);
    await pause();
    for (const button of document.querySelectorAll('button:not(#save-record)')) {
        button.click();
        const opened = document.querySelector(':popover-open');
        if (opened) {
            const { left, right } = opened.getBoundingClientRect();
            if (left < -1 || right > width + 1 || opened.scrollWidth > opened.clientWidth + 1) {
                problems.push(`at ${width} px an explanation is wider than the screen`);
            }
            opened.hidePopover();
        }
    }
    for (const it of document.querySelectorAll('figure.picture [tabindex="0"]')) {
        for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']) {
            it.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }
    }
    await pause();
    return [...new Set(problems)];
}
