#!/usr/bin/env node
// Opens pages and pictures from disk in headless Chromium, and ends with 1 if one of them is not as it must be.
//
//     node tests/pages/check.mjs [--shots DIR] [--sample N] [--turns N] [--tabs N] PAGE|FOLDER…
//
// CHROMIUM names the browser.
import { parseArgs } from 'node:util';
import { collect, sample } from './lib/files.mjs';
import { checkPages, summary, tell } from './lib/pages.mjs';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { shots: { type: 'string' }, sample: { type: 'string' }, turns: { type: 'string' }, tabs: { type: 'string' } },
});
if (!positionals.length) {
    console.error('check.mjs: name pages or folders of pages');
    process.exit(2);
}
const files = sample(collect(positionals), Number(values.sample ?? 0));
if (!files.length) {
    console.error(`check.mjs: no .html and no .svg in ${positionals.join(', ')}`);
    process.exit(2);
}
const results = await checkPages(files, {
    shots: values.shots,
    tabs: Number(values.tabs ?? 2),
    turns: Number(values.turns ?? 1),
});
results.forEach(tell);
console.log(summary(results));
process.exitCode = results.some(({ problems }) => problems.length) ? 1 : 0;
