// The page as a player meets it: cards of answers, what is dropped, what is typed wrong, a phone. Each part gives what it counted, in words.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './files.mjs';
import { axe } from './looks.mjs';

const PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true };
const CARDS_AT_LEAST = 101;
const CARDS_BYTES = 130_000;
/// A phone of some years ago, as browsers' own tools take it.
const SLOWER = 4;
/// So long may a preset take there until its first answer stands.
const PRESET_MS = 30_000;
const SHOWN_MS = 3000;
const ROUTINE = 'deck=60&run=M*7';
const text = (visit, selector) => visit.page.$eval(selector, (it) => it.textContent.trim());
const phone = (visit) => visit.page.setViewport(PHONE);

/// Drops files, and waits for nothing: where they go is what is looked at.
const dropped = async (visit, paths) => {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await visit.client.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
    await new Promise((done) => setTimeout(done, 400));
};

async function cards(open, { report }) {
    const visit = await open('', phone);
    const { page } = visit;
    const found = await page.evaluate(() => ({
        cards: document.querySelectorAll('.w-card').length, bytes: document.getElementById('w-cards').innerHTML.length,
        whole: [...document.querySelectorAll('.w-card')].every((it) => it.querySelector('h3').textContent && it.querySelector('p:not(.kicker)').textContent && it.querySelector('a[href^="#"]')),
        shown: document.getElementById('w-panel-cards').checkVisibility(), braces: /[{}]/.test(document.getElementById('w-cards').textContent),
    }));
    if (found.cards < CARDS_AT_LEAST || !found.whole || !found.shown || found.braces) report(`opens with ${JSON.stringify(found)}`);
    if (found.bytes > CARDS_BYTES) report(`the cards have ${found.bytes} bytes`);
    await visit.tap('#w-search');
    await page.keyboard.type('mana weave');
    const listed = () => page.$$eval('.w-card', (all) => all.filter((it) => it.checkVisibility()).map((it) => it.querySelector('h3').textContent));
    const some = await listed();
    if (!some.length || some.length > 5 || !some.some((it) => /mana weave/.test(it))) report(`“mana weave” finds ${some.join('; ')}`);
    await visit.write('#w-search', 'no such words at all');
    if ((await listed()).length || !/No question/.test(await text(visit, '#w-search-count'))) report('words that stand nowhere find something');
    await visit.write('#w-search', '');
    if ((await listed()).length !== found.cards) report('without words not all cards are there');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > PHONE.width) report(`the cards are ${wide} px wide`);
    await axe(visit, report, 'cards');
    // With keys alone: from the search to a card, and into what it asks.
    await page.focus('#w-search');
    await page.keyboard.type('mana weave');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const { wrong, hash } = await visit.answered();
    const focus = await page.evaluate(() => document.activeElement?.id);
    if (wrong || !hash.includes('run=') || focus !== 'w-tab-routine') report(`a card by keys leads to ${hash} with the focus at ${focus}: ${wrong}`);
    // Back to the cards, where they were.
    await page.goBack();
    await visit.write('#w-search', '');
    const far = '.w-card:nth-child(60)';
    await page.evaluate((it) => document.querySelector(it).scrollIntoView({ block: 'center' }), far);
    const before = await page.evaluate(() => scrollY);
    await page.tap(`${far} a`);
    await page.waitForFunction(() => !document.body.classList.contains('w-browse'));
    const top = await page.evaluate(() => scrollY);
    await page.goBack();
    await page.waitForFunction(() => document.body.classList.contains('w-browse'));
    const back = await page.evaluate(() => new Promise((done) => setTimeout(() => done(scrollY), 300)));
    if (top > 50 || Math.abs(back - before) > 200) report(`a card at ${before} px opens at ${top} px, and going back leads to ${back} px`);
    return `${found.cards} cards, ${found.bytes} bytes`;
}

/// Every card opens something that runs; a few are run to their end.
async function presets(open, { report }) {
    const visit = await open('', phone);
    const { page } = visit;
    const all = await page.$$eval('.w-card a', (links) => links.map((it) => it.getAttribute('href')));
    const wrong = await page.evaluate(async (addresses) => {
        const problems = [];
        const listed = (await catalogue).questions;
        for (const address of addresses) {
            try {
                Object.assign(state, fresh(), stateOf(address.slice(1)));
                const asked = state.tab === 'exact' ? questionWords(listed) : state.tab === 'routine' ? routineWords() : null;
                if (state.tab === 'test' && !await specOf(state.tested.spec)) problems.push(`${address}: no such spec`);
                if (!asked) continue;
                const { error } = await told('check', JSON.stringify(asked.words));
                if (error) problems.push(`${address}: ${error}`);
                for (const routine of state.tab === 'routine' ? state.routines : []) {
                    const parts = await told('parts', routine, JSON.stringify(state.definitions));
                    if (parts.error) problems.push(`${address}: ${parts.error}`);
                }
            } catch (error) {
                problems.push(`${address}: ${error.message}`);
            }
        }
        return problems;
    }, all);
    wrong.forEach(report);
    const kinds = { routine: 0, exact: 0, spec: 0 };
    for (const address of all) kinds[/^#spec=/.test(address) ? 'spec' : /^#exact=/.test(address) ? 'exact' : 'routine'] += 1;
    const run = [all.find((it) => it.startsWith('#spec=lotteries')), all.find((it) => it.includes('more=--seeding')), all.find((it) => it.startsWith('#exact=socks'))];
    for (const address of run) {
        const one = await open('', phone);
        const link = `.w-card a[href="${address}"]`;
        // Cards have their height only once they are in sight: the click comes when nothing moves any more.
        await one.page.$eval(link, (it) => it.scrollIntoView({ block: 'center' }));
        await new Promise((done) => setTimeout(done, 300));
        await one.page.click(link);
        await one.page.waitForFunction(() => !document.body.classList.contains('w-browse'), { timeout: 20_000 });
        const { wrong: said, answer } = await one.answered();
        if (said || !answer) report(`${address}: ${said || 'no answer'}`);
        await one.page.goBack();
        if (!await one.page.$eval('#w-panel-cards', (it) => it.checkVisibility())) report(`${address}: going back does not lead to the cards`);
        await one.close();
    }
    return `${all.length} presets (${kinds.routine} routines, ${kinds.exact} questions, ${kinds.spec} specs), ${run.length} run`;
}

/// Opens and asks on a phone with a slow processor; says how long it took.
async function slowPhone(open, { report }) {
    const slow = async (visit) => {
        await phone(visit);
        await visit.client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    };
    const first = await open('', slow);
    const painted = await first.page.evaluate(() => new Promise((done) => {
        new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => done(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9), 3000);
    }));
    if (painted > SHOWN_MS) report(`the cards stand after ${painted.toFixed(0)} ms`);
    const times = [];
    for (const [at, name] of ['seven mashes', 'seven riffles'].entries()) {
        const visit = await open('', slow);
        const began = performance.now();
        await visit.page.tap(`.w-begin li:nth-child(${at + 1}) a`);
        await visit.page.waitForFunction(() => window.__firstAnswer, { timeout: PRESET_MS * 2, polling: 20 });
        const took = performance.now() - began;
        if (took > PRESET_MS) report(`${name}: ${took.toFixed(0)} ms until the first answer`);
        times.push(`${name} ${took.toFixed(0)} ms`);
        if (at === 0) times.push(`memory of the program ${((await visit.memory()) / 1e6).toFixed(0)} MB, of the page ${((await visit.page.metrics()).JSHeapUsedSize / 1e6).toFixed(0)} MB`);
        await visit.close();
    }
    return `processor ${SLOWER} times slower: cards after ${painted.toFixed(0)} ms, ${times.join(', ')}`;
}

async function drops(open, { report, program }) {
    return inFolder(async (folder) => {
        const file = (name) => join(folder, name);
        const made = (words) => execFileSync(program, words, { cwd: folder, maxBuffer: 1 << 26 });
        writeFileSync(file('list.txt'), '24 Forest\n20 Llanowar Elves\n16x Giant Growth\n');
        writeFileSync(file('decks.txt'), made(['emit', 'M*3', '--deck', '60', '--as', 'decks', '--trials', '200', '--seed', '1']));
        for (const [name, routine] of [['before.json', 'M*7'], ['now.json', 'M*5']]) ran(program, ['run', routine, '--deck', '60', '--trials', '1000', '-q', '--export', name], folder);
        // A deck list, in each tab.
        for (const [tab, hash, field] of [['cards', '', '#w-deck'], ['routine', ROUTINE, '#w-deck'], ['test', 'test', '#w-test-deck'], ['exact', 'exact=enough&routine=M&deck=60', '[data-key="ask-deck"]']]) {
            const visit = await open(hash);
            await dropped(visit, [file('list.txt')]);
            const value = await visit.page.$eval(field, (it) => it.value);
            if (!/Llanowar/.test(value)) report(`a deck list in the tab ${tab}: ${field} holds ${JSON.stringify(value)}`);
            await visit.close();
        }
        const visit = await open('');
        await dropped(visit, [file('decks.txt')]);
        if (!/decks/.test(await text(visit, '#w-filelist li'))) report('decks are not listed');
        await visit.tap('#w-test');
        const tested = await visit.answered();
        if (!/^colddeck test decks.txt/.test(tested.command)) report(`decks: ${tested.command} ${tested.wrong}`);
        await visit.tap('#w-fit');
        await visit.page.waitForFunction(() => /takes about|Working|Answered/.test(document.getElementById('w-status').textContent), { timeout: 60_000 });
        const fitted = await visit.answered();
        if (!/^colddeck fit decks.txt/.test(fitted.command) || !fitted.says) report(`which shuffle: ${fitted.command} ${fitted.wrong}`);
        const expected = codeOf(program, ['fit', 'decks.txt'], folder);
        if (fitted.exit !== expected) report(`which shuffle: exit code ${fitted.exit}, on the command line ${expected}`);
        await visit.close();
        const both = await open(ROUTINE);
        await dropped(both, [file('before.json')]);
        const again = await both.answered();
        if (!/^colddeck report before.json/.test(again.command) || !again.answer) report(`one record: ${again.command} ${again.wrong}`);
        await dropped(both, [file('now.json')]);
        const compared = await both.answered();
        if (!/^colddeck compare before.json now.json/.test(compared.command) || compared.exit !== 1) report(`two records: ${compared.command}, exit code ${compared.exit} ${compared.wrong}`);
        const saved = await both.saved('json');
        const line = outOf(program, ['compare', 'before.json', 'now.json', '--json'], folder);
        if (!saved?.bytes.equals(line)) report('the comparison that is saved differs from that of the command line');
        return 'a deck list in 4 tabs, decks tested and fitted, records shown and compared';
    });
}
const ran = (program, words, folder) => {
    try {
        return { code: 0, out: execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 }) };
    } catch (error) {
        return { code: error.status, out: error.stdout };
    }
};
const codeOf = (program, words, folder) => ran(program, words, folder).code;
const outOf = (program, words, folder) => ran(program, words, folder).out;

const MEANT = { '7M': 'M*7', 'M7 C': 'M*7 C', 'riffel 3': 'riffle*3', 'seven mashes': 'mash*7', 'mash, cut': 'mash cut', 'M x 7': 'M*7', '(M C': '(M C)', 'm*7': 'M*7' };
async function meant(open, { report }) {
    const visit = await open(ROUTINE, phone);
    await visit.answered();
    for (const [typed, better] of Object.entries(MEANT)) {
        await visit.write('.w-routine input', typed);
        const { errors, wrong } = await visit.answered();
        if (!errors.length || !wrong) report(`${typed}: nothing is said`);
        const offered = await visit.page.$eval('.w-routine', (it) => it.querySelector('.w-meant')?.textContent ?? '');
        if (offered !== better) report(`${typed}: offers “${offered}”, not “${better}”`);
    }
    const near = await visit.page.evaluate(() => {
        const [field, said] = ['.w-routine input', '.w-routine .w-error'].map((it) => document.querySelector(it).getBoundingClientRect());
        return said.top - field.bottom;
    });
    if (near < 0 || near > 24) report(`the fault stands ${near} px below the field`);
    await visit.page.tap('.w-meant');
    const { routines, wrong } = await visit.answered();
    if (routines[0] !== Object.values(MEANT).at(-1) || wrong) report(`a tap on it gives ${routines[0]}: ${wrong}`);
    return `${Object.keys(MEANT).length} routines`;
}

/// The routine, Undo and the answer with its fair value are in sight of the buttons, whole.
async function inSight(open, { report }) {
    const visit = await open(ROUTINE, phone);
    const { page } = visit;
    await visit.answered();
    await page.waitForSelector('[data-key="move-C"]');
    await page.tap('[data-key="move-C"]');
    await visit.answered();
    const seen = () => page.evaluate(() => {
        const whole = (it) => {
            const { top, bottom, left, right } = it.getBoundingClientRect();
            return it.checkVisibility() && top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && it.scrollWidth <= it.clientWidth + 1 && it.scrollHeight <= it.clientHeight + 1;
        };
        const find_ = (id) => document.getElementById(`w-${id}`);
        const dock = find_('peek').getBoundingClientRect();
        return {
            routine: find_('peek-routine').textContent, says: find_('peek-says').textContent, undo: whole(find_('peek-undo')) && !find_('peek-undo').disabled,
            whole: whole(find_('peek-open')), buttons: [...document.querySelectorAll('.w-move')].filter((it) => whole(it) && it.getBoundingClientRect().bottom < dock.top).length,
            share: dock.height / innerHeight,
        };
    });
    const there = await seen();
    if (there.routine !== 'M*7 C' || !there.undo || !there.whole || !/fair/.test(there.says) || there.buttons < 6 || there.share > 0.25) report(`beside the buttons: ${JSON.stringify(there)}`);
    await page.tap('#w-peek-undo');
    await visit.answered();
    const undone = await seen();
    if (undone.routine !== 'M*7') report(`Undo at the edge leaves ${undone.routine}`);
    await page.tap('#w-peek-open');
    const clipped = await page.evaluate(() => {
        const out = [...document.querySelectorAll('#w-body .table')].filter((it) => /fair/.test(it.querySelector('thead')?.textContent ?? '')).slice(0, 1);
        return out.flatMap((table) => [...table.querySelectorAll('tr')].map((row) => row.children[2]).filter((cell) => cell && cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent));
    });
    if (clipped.length) report(`fair values beyond the edge: ${clipped.slice(0, 3).join('; ')}`);
    return `${there.buttons} buttons beside “${there.says}”`;
}

/// Fields of questions have names, and sets that are closed are lists of what the program takes.
async function fields(open, { report }) {
    const visit = await open('exact=enough&routine=M&deck=60');
    const { page } = visit;
    await visit.answered();
    const names = await page.$$eval('#w-question option', (all) => all.map((it) => it.value));
    let [count, lists] = [0, 0];
    for (const name of names) {
        await page.select('#w-question', name);
        const found = await page.$$eval('#w-parameters .w-asked', (all) => all.map((it) => {
            const field = it.querySelector('input, select');
            return { label: field.labels[0]?.querySelector('span').textContent ?? '', key: field.dataset.key, kind: field.localName };
        }));
        for (const { label, key } of found) if (!/^[A-Z]/.test(label) || /[a-z]-[a-z]/.test(label)) report(`${name}: the field ${key} is called “${label}”`);
        count += found.length;
        lists += found.filter(({ kind }) => kind === 'select').length;
    }
    // What a list offers that the page itself made is taken.
    const refused = await page.evaluate(async () => {
        const listed = (await catalogue).questions;
        const wanted = { game: { game: 'snap' }, socks: { pairs: '5' }, 'pocket-cube': {}, advice: { within: '10s', moves: 'M' } };
        const problems = [];
        for (const [name, sets] of Object.entries(CLOSED)) {
            for (const [key, choices] of Object.entries(sets)) {
                for (const choice of choices) {
                    state.question = { name, routine: '', deck: '52', values: { ...wanted[name], [key]: choice } };
                    const { error } = await told('check', JSON.stringify(questionWords(listed).words));
                    if (error) problems.push(`${name}, ${key}=${choice}: ${error}`);
                }
            }
        }
        return problems;
    });
    refused.forEach(report);
    return `${count} fields of ${names.length} questions, ${lists} lists`;
}

async function links(open, { report }) {
    const visit = await open('deck=52&run=G*7', phone);
    const { page } = visit;
    const { hash } = await visit.answered();
    await page.evaluate(() => { window.__copied = ''; navigator.clipboard.writeText = async (it) => { window.__copied = it; }; });
    await visit.tap('#w-copy-link');
    const copied = await page.evaluate(() => window.__copied);
    if (!copied.endsWith(hash) || !hash.includes('run=G*7')) report(`the link that is copied is ${copied}`);
    if (!/copied/.test(await text(visit, '#w-said'))) report('that the link was copied is not said');
    // Long work says how long it will take, before.
    const more = await text(visit, '#w-more-decks');
    if (!/about \d+ (seconds|minutes)|about a second/.test(more)) report(`more decks: “${more}”`);
    await visit.tap('#w-more-decks');
    await page.waitForSelector('#w-stop', { visible: true });
    const status = await text(visit, '#w-status');
    if (!/about \d+ (seconds|minutes)/.test(status)) report(`a million decks begin with “${status}”`);
    await visit.tap('#w-stop');
    return more;
}

/// By name, in order.
export const LIVING = { cards, presets, slowPhone, drops, meant, inSight, fields, links };
