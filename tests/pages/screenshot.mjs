#!/usr/bin/env node
// Pictures of the page for browsers as the guide shows it, in both themes: results/page.webp and results/page-dark.webp.
//
//     node tests/pages/screenshot.mjs PAGE FOLDER
//
// CHROMIUM names the browser. Lossy pictures are a third of the size of others, and nobody sees the difference.
import { join, resolve } from 'node:path';
import { launch } from './lib/browser.mjs';
import { WebVisit } from './lib/web-visit.mjs';

/// What the page is asked, and the part of it that is shown.
const ASKED = 'run=M*3&deck=60';
const [WIDTH, HEIGHT] = [1080, 780];
const QUALITY = 25;

const [page, folder] = process.argv.slice(2);
if (!page || !folder) {
    console.error('screenshot.mjs: name the page and the folder of the pictures');
    process.exit(2);
}
const problems = [];
const browser = await launch();
try {
    const visit = await WebVisit.at(browser, resolve(page), (problem) => problems.push(problem), ASKED);
    await visit.page.setViewport({ width: WIDTH, height: HEIGHT });
    await visit.answered();
    for (const [theme, name] of [['light', 'page.webp'], ['dark', 'page-dark.webp']]) {
        await visit.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        await visit.page.evaluate(() => { document.activeElement?.blur?.(); scrollTo(0, 0); });
        await visit.page.screenshot({ path: join(folder, name), type: 'webp', quality: QUALITY });
    }
} finally {
    await browser.close();
}
problems.forEach((problem) => console.error(`screenshot.mjs: ${problem}`));
process.exitCode = problems.length ? 1 : 0;
