#!/usr/bin/env node
// Drives the page that holds the whole program, from disk in headless Chromium, and ends with 1 if it is not as it must be.
//
//     node tests/pages/web.mjs PAGE COLDDECK [--shots DIR] [--specs N] [--streams N] [--big] [--only PART,PART]
//
// What the page saves is compared with what COLDDECK, the same program on the command line, writes. CHROMIUM names the browser;
// COLDDECK_FIRST_MS is how long the first answer may take (1,000 is what it should, the usual limit is for machines that are busy).
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './lib/browser.mjs';
import { seconds } from './lib/files.mjs';
import { big, specs, streams } from './lib/web-peers.mjs';
import { LIVING } from './lib/web-living.mjs';
import { PARTS } from './lib/web-parts.mjs';
import { stakes } from './lib/web-stakes.mjs';
import { WebVisit } from './lib/web-visit.mjs';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        shots: { type: 'string' }, specs: { type: 'string', default: '0' }, streams: { type: 'string', default: '0' },
        big: { type: 'boolean' }, only: { type: 'string' },
    },
});
const [file, command] = positionals;
if (!command) {
    console.error('web.mjs: name the page and the program');
    process.exit(2);
}
// It runs in other folders.
const program = resolve(command);
const settings = { program, shots: values.shots, firstMs: Number(process.env.COLDDECK_FIRST_MS ?? 3000) };
const parts = { ...LIVING, ...PARTS, stakes };
if (!values.shots) delete parts.shots;
if (Number(values.specs)) parts.specs = (open) => specs(open, program, Number(values.specs));
if (Number(values.streams)) parts.streams = (open) => streams(open, program, Number(values.streams));
if (values.big) parts.big = (open) => big(open, program);
const only = values.only?.split(',') ?? Object.keys(parts);

let problems = 0;
const browser = await launch();
for (const [name, part] of Object.entries(parts).filter(([it]) => only.includes(it))) {
    const found = [];
    const report = (problem) => found.push(problem);
    const visits = [];
    /// Opens the page at an address, in a tab of its own. All that it asks for or logs is a problem of the part.
    const open = async (hash = '', before = null) => {
        const visit = await WebVisit.at(browser, file, report, hash, before);
        visits.push(visit);
        return visit;
    };
    const began = performance.now();
    let said = '';
    try {
        said = await part(open, { ...settings, report });
    } catch (error) {
        report(`stopped: ${error.stack}`);
    }
    for (const visit of visits) await visit.close();
    problems += found.length;
    console.log(`${name}: ${said ? `${said}, ` : ''}${found.length} problems, ${seconds(performance.now() - began)}`);
    found.slice(0, 20).forEach((problem) => console.error(`  ${problem}`));
}
await browser.close();
console.log(`the page: ${only.length} parts, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
