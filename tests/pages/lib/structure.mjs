// What every page has, and what pages of records have: looked up in the document, nothing is clicked.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KINDS = ['record', 'answer', 'comparison', 'index', 'text'];
/// The sections of a record's page, in their order; those that have nothing are absent.
const SECTIONS = ['meaning', 'pictures', 'routines', 'claims', 'tests', 'how', 'record'];
const ALWAYS = ['how', 'record'];

/// The kind of the page, after its parts were looked up.
export async function structure(visit, report, { links }) {
    const found = await visit.page.evaluate(inPage, KINDS, SECTIONS, ALWAYS);
    found.problems.forEach(report);
    for (const link of found.links) {
        const problem = linkProblem(visit, link, links);
        if (problem) report(problem);
    }
    return found.kind;
}

function inPage(KINDS, SECTIONS, ALWAYS) {
    const problems = [];
    const wrong = (text) => problems.push(text);
    const all = (what, within = document) => [...within.querySelectorAll(what)];
    const one = (what) => document.querySelector(what);
    const text = (element) => (element?.textContent ?? '').trim();
    const brief = (words) => words.replace(/\s+/g, ' ').slice(0, 60);

    if (document.compatMode !== 'CSS1Compat') wrong('has no <!doctype html>');
    if (document.characterSet !== 'UTF-8' || !one('meta[charset]')) wrong('does not say that it is UTF-8');
    if (document.documentElement.lang !== 'en') wrong('has no lang="en"');
    if (!document.title.trim()) wrong('has no title');
    if (!one('meta[name=viewport]')) wrong('has no meta viewport');
    const policy = one('meta[http-equiv="Content-Security-Policy" i]')?.content ?? '';
    if (!/default-src\s+'none'/.test(policy)) wrong('has no Content-Security-Policy with default-src \'none\'');
    if (/unsafe-eval|script-src[^;]*'unsafe-inline'|https?:|\*/.test(policy)) wrong(`its policy allows too much: ${policy}`);
    const kind = document.body.dataset.page;
    if (!KINDS.includes(kind)) wrong(`body has data-page="${kind}", not one of ${KINDS.join(', ')}`);
    const mains = all('main');
    if (mains.length !== 1 || mains[0].id !== 'main') wrong('has not exactly one <main id="main">');
    const heads = all('h1');
    if (heads.length !== 1 || !text(heads[0])) wrong(`has ${heads.length} h1, or an empty one`);
    if (!one('a.skip[href="#main"]')) wrong('has no a.skip[href="#main"]');

    const count = new Map();
    all('[id]').forEach(({ id }) => count.set(id, (count.get(id) ?? 0) + 1));
    for (const [id, times] of count) if (times > 1) wrong(`the id ${brief(id)} is there ${times} times`);
    for (const what of ['iframe', 'object', 'embed', 'base', 'form[action]', 'meta[http-equiv=refresh i]',
        'link[href]', 'script[src]', 'img:not([src^="data:image/svg+xml;base64,"])', 'video', 'audio']) {
        if (one(what)) wrong(`has ${what}`);
    }
    for (const element of all('*')) {
        const handler = [...element.attributes].find(({ name }) => name.startsWith('on'));
        if (handler) wrong(`<${element.localName}> has the attribute ${handler.name}`);
    }

    if (kind === 'record') {
        const main = mains[0] ?? document.body;
        if (!text(one('p.answer'))) wrong('has no p.answer, or an empty one');
        const there = all('section[id]', main).filter(({ id }) => SECTIONS.includes(id));
        const ids = there.map(({ id }) => id);
        const ordered = SECTIONS.filter((id) => ids.includes(id));
        if (ids.join() !== ordered.join()) wrong(`its sections come as ${ids.join(', ')}, not ${ordered.join(', ')}`);
        ALWAYS.filter((id) => !ids.includes(id)).forEach((id) => wrong(`has no section#${id}`));
        for (const section of there) {
            if (!text(section.querySelector('h2'))) wrong(`section#${section.id} has no h2`);
        }
        const parts = [heads[0], one('p.answer'), there[0]].filter(Boolean);
        const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (parts.some((part, at) => at && !follows(parts[at - 1], part))) wrong('h1, p.answer, sections: not in this order');
        if (!one('button#save-record')) wrong('has no button#save-record');
        if (!one('script[type="application/octet-stream"]#record-data')) wrong('has no script#record-data');
    }

    for (const figure of all('figure.picture')) {
        const head = figure.querySelector('figcaption')?.firstElementChild;
        const name = brief(text(head)) || 'a picture';
        if (head?.localName !== 'h3' || !text(head)) wrong(`${name}: its figcaption does not begin with an h3`);
        const images = all('svg', figure).filter((svg) => !svg.parentElement.closest('svg'));
        if (!images.some((svg) => svg.getAttribute('role') === 'img')) wrong(`${name}: has no svg[role="img"]`);
        if (images.some((svg) => svg.getAttribute('role') === 'img' && !svg.getAttribute('aria-label')?.trim())) {
            wrong(`${name}: has an svg without aria-label`);
        }
        if (!figure.querySelector('[tabindex="0"]')) wrong(`${name}: has nothing with tabindex="0"`);
        if (!figure.querySelector('output')) wrong(`${name}: has no output`);
    }
    for (const table of all('table')) {
        const box = table.parentElement;
        const name = brief(box.getAttribute('aria-label') ?? text(table.querySelector('caption')) ?? '') || 'a table';
        const inBox = box.matches('div.table[tabindex="0"][role=group][aria-label]');
        if (!inBox) wrong(`${name}: does not stand in div.table[tabindex=0][role=group][aria-label]`);
    }
    for (const button of all('button.explain')) {
        const target = document.getElementById(button.getAttribute('popovertarget') ?? '');
        if (!target?.hasAttribute('popover') || !text(target)) {
            wrong(`${brief(text(button)) || 'button.explain'}: opens no div[popover] with words`);
        }
    }
    const links = all('a').filter((a) => a.hasAttribute('href')).map((a) => ({
        href: a.getAttribute('href'), url: a.href, words: brief(text(a)), within: Boolean(a.hash) &&
            Boolean(document.getElementById(decodeURIComponent(a.hash.slice(1)))),
    }));
    return { kind, problems, links };
}

function linkProblem(visit, { href, url, words, within }, toFiles) {
    const named = `link "${words}" to ${href.slice(0, 80)}`;
    if (!/^(https?|file|mailto):/.test(url)) return `${named}: not a link that a page may have`;
    if (!url.startsWith('file:')) return null;
    const [path, fragment] = url.split('#');
    if (path === visit.url) return !fragment || within ? null : `${named}: there is no such place`;
    if (/^(file:|\/)/.test(href)) return `${named}: holds for this machine alone`;
    if (!toFiles) return null;
    const file = fileURLToPath(path);
    if (!existsSync(file)) return `${named}: there is no such file`;
    if (!fragment || !file.endsWith('.html')) return null;
    const there = readFileSync(file, 'utf8').includes(`id="${decodeURIComponent(fragment)}"`);
    return there ? null : `${named}: there is no such place`;
}
