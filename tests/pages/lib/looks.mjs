// How a page looks: at every width, in both themes, for axe, on paper.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { few } from './files.mjs';

export const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'];
/// What is further down is not in a picture of the screen: the largest pages would be pictures of 40 MB.
const CUT_AT_PX = 6000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/// Opens what can be opened in place.
export async function openDetails(visit) {
    await visit.page.evaluate(() => document.querySelectorAll('details').forEach((it) => { it.open = true; }));
    await visit.settle();
}

/// Nothing is wider than the screen but what scrolls in its own box.
export async function overflow(visit, report, width, when = '') {
    await visit.resize(width);
    const { wider, cut } = await visit.page.evaluate(measure);
    const at = `at ${width} px${when}`;
    if (wider) report(`${at}: ${wider.by} px wider than the screen, by ${few(wider.what) || 'what cannot be told'}`);
    if (cut.length) report(`${at}: cut off at the right: ${few(cut)}`);
}

function measure() {
    const root = document.scrollingElement;
    const by = root.scrollWidth - root.clientWidth;
    const describe = (it) => {
        const kind = it.id ? `#${it.id}` : it.classList[0] ? `.${it.classList[0]}` : '';
        return `${it.localName}${kind} "${(it.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
    };
    const boxed = (it) => {
        for (let up = it.parentElement; up && up !== document.body; up = up.parentElement) {
            if (getComputedStyle(up).overflowX !== 'visible') return up;
        }
        return null;
    };
    const stick = [...document.body.querySelectorAll('*')].filter((it) => !it.closest('svg svg, svg *')
        && it.getBoundingClientRect().right > root.clientWidth + 1 && it.checkVisibility() && !boxed(it));
    const outermost = stick.filter((it) => !stick.some((other) => other !== it && other.contains(it)));
    // A long word sticks out of a box that is itself no wider than the screen.
    const worded = [...document.body.querySelectorAll('*')].filter((it) => it.clientWidth && it.scrollWidth > it.clientWidth + 1
        && getComputedStyle(it).overflowX === 'visible' && !boxed(it) && ![...it.children].some((child) =>
        child.scrollWidth > child.clientWidth + 1));
    // Text in a box that neither scrolls nor shows it all, with nothing that says so.
    const clips = (it) => /hidden|clip/.test(getComputedStyle(it).overflowX)
        && getComputedStyle(it).textOverflow === 'clip' && it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1;
    const cut = [...document.body.querySelectorAll('*')].filter((it) => !it.closest('svg') && it.checkVisibility() && clips(it));
    const hidden = by > 0 ? [] : outermost;
    return { wider: by > 0 ? { by, what: [...outermost, ...worded].map(describe) } : null, cut: [...cut, ...hidden].map(describe) };
}

/// What axe finds, in the theme that is set: everything with details open, then a few explanations.
export async function axe(visit, report, name) {
    const { page } = visit;
    const has = await page.evaluate(() => Boolean(window.axe));
    if (!has) await page.evaluate(AXE);
    const popovers = await page.evaluate(() =>
        [...document.querySelectorAll('button.explain')].slice(0, 2).map((it) => it.getAttribute('popovertarget')));
    for (const id of [null, ...new Set(popovers)]) {
        const found = await page.evaluate(runAxe, id);
        for (const { rule, help, count, target, why } of found) {
            report(`axe, ${name}: ${rule}, ${count} times: ${help}; first at ${target}: ${why}`);
        }
    }
}

async function runAxe(id) {
    const popover = id === null ? null : document.getElementById(id);
    if (id !== null && !popover?.hasAttribute('popover')) return [];
    popover?.showPopover();
    const { violations } = await window.axe.run(popover ?? document, { resultTypes: ['violations'] });
    popover?.hidePopover();
    return violations.map(({ id: rule, help, nodes }) => ({
        rule, help, count: nodes.length, target: nodes[0].target.join(' ').slice(0, 120),
        why: nodes[0].failureSummary.replace(/\s+/g, ' ').slice(0, 200),
    }));
}

/// Pictures of the page as it opens, at every width in both themes, and the page on paper.
export async function shots(visit, report, folder, name) {
    const { page } = visit;
    mkdirSync(folder, { recursive: true });
    for (const theme of THEMES) {
        await visit.theme(theme);
        for (const width of WIDTHS) {
            await visit.resize(width);
            const height = await page.evaluate(() =>
                Math.ceil(Math.max(document.documentElement.scrollHeight ?? 0, innerHeight)));
            const clip = { x: 0, y: 0, width, height: Math.min(height, CUT_AT_PX) };
            await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), clip, captureBeyondViewport: true });
        }
    }
    await visit.theme('light');
    const bytes = await page.pdf({ format: 'A4', printBackground: true, timeout: 0 });
    const file = join(folder, `${name}.pdf`);
    writeFileSync(file, bytes);
    const { pages, shown } = inPdf(Buffer.from(bytes));
    if (!pages || !shown) report(`on paper: ${pages} pages, ${shown ? '' : 'nothing on them'}`);
    return pages;
}

/// Pages of a PDF, and how many words and shapes it draws.
function inPdf(bytes) {
    const text = bytes.toString('latin1');
    const pages = (text.match(/\/Type\s*\/Page\b/g) ?? []).length;
    let shown = 0;
    for (const { index, 0: found } of text.matchAll(/stream\r?\n/g)) {
        if (text.slice(index - 3, index) === 'end') continue;
        const begin = index + found.length;
        const end = text.indexOf('endstream', begin);
        try {
            const drawn = inflateSync(bytes.subarray(begin, end)).toString('latin1');
            shown += (drawn.match(/\bT[jJ]\b|\bf\*?\s|\bS\s/g) ?? []).length;
        } catch {
            // A font, or an image.
        }
        if (shown > 100) break;
    }
    return { pages, shown };
}
