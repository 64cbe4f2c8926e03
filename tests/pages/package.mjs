#!/usr/bin/env node
// The package for JavaScript in a browser, as a page without a bundler loads it: a fair shuffle passes, a wrong one fails.
//
//     node tests/pages/package.mjs FOLDER
//
// FOLDER is the installed package; CHROMIUM names the browser.
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { launch } from './lib/browser.mjs';

const folder = resolve(process.argv[2] ?? '.');
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const PAGE = '<!doctype html><title>package</title>';
// Modules are loaded over HTTP alone. Nobody is asked: what the page wants is answered from the folder.
const ORIGIN = 'http://package.test';

async function answer(request) {
    const file = new URL(request.url()).pathname;
    try {
        const body = file === '/' ? PAGE : await readFile(join(folder, file));
        await request.respond({ status: 200, contentType: TYPES[extname(file)] ?? 'text/html', body });
    } catch {
        await request.respond({ status: 404 });
    }
}

const browser = await launch();
try {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', answer);
    await page.goto(`${ORIGIN}/`);
    const said = await page.evaluate(inPage);
    const wrong = [];
    if (said.fair !== 'no-evidence') wrong.push(`a fair shuffle: ${said.fair}`);
    if (said.biased !== 'evidence') wrong.push(`a wrong shuffle: ${said.biased}`);
    wrong.forEach((problem) => console.error(`package.mjs: ${problem}`));
    process.exitCode = wrong.length ? 1 : 0;
    if (!wrong.length) console.log(`in ${await browser.version()}: the right shuffle passes, the wrong one fails`);
} finally {
    await browser.close();
}

// What follows runs in the page.

async function inPage() {
    const { assertFair, check } = await import('/lib/browser.js');
    // A generator of its own, so that the answer is always the same: mulberry32.
    let state = 1;
    const below = (bound) => {
        state = (state + 0x6d2b79f5) | 0;
        let word = Math.imul(state ^ (state >>> 15), 1 | state);
        word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
        return Math.floor(((word ^ (word >>> 14)) >>> 0) / 2 ** 32 * bound);
    };
    const shuffle = (any) => (deck) => {
        for (let last = deck.length - 1; last > 0; last -= 1) {
            const other = below(any ? deck.length : last + 1);
            [deck[last], deck[other]] = [deck[other], deck[last]];
        }
    };
    const fair = check(shuffle(false), 52).outcome;
    try {
        assertFair(shuffle(true), 52);
        return { fair, biased: 'passes' };
    } catch (error) {
        return { fair, biased: error.verdict?.outcome ?? String(error) };
    }
}
