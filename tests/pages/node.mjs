#!/usr/bin/env node
// The program of the built page in Node beside the program of the command line: the same bytes, and how fast.
//
//     node tests/pages/node.mjs PAGE COLDDECK [--speed] [--rounds 5] [SPEC…]
//
// Specs are compared record by record. --speed times both in turns, on one thread and with the portable kernels, and ends with 1 if
// the page has less than LEAST of the other's speed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from './lib/module.mjs';

/// The share of the native speed that the page must have.
const LEAST = 0.4;
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { speed: { type: 'boolean' }, rounds: { type: 'string', default: '5' } },
});
// It runs in another folder.
const [page, program, ...specs] = positionals.map((path) => resolve(path));
if (!program) {
    console.error('node.mjs: name the page and the program');
    process.exit(2);
}
const { answer, exported } = await load(page);
const folder = mkdtempSync(join(tmpdir(), 'colddeck-'));

/// Runs the program; gives its exit code, and fails where it fails.
function ran(words) {
    const { status, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
    if (status === null || status === 2) throw new Error(`${words.join(' ')}: ${stderr}`);
    return status;
}

let problems = 0;
for (const spec of specs) {
    process.chdir(folder);
    const name = basename(spec);
    writeFileSync(name, readFileSync(spec));
    const code = ran(['run', name, '-q', '--out', 'native', '--export', 'native.json', '--export', 'native.html']);
    const found = answer(['run', name]);
    const same = found.exit === code && exported('json') === readFileSync('native.json', 'utf8')
        && exported('html') === readFileSync('native.html', 'utf8');
    if (!same) {
        problems += 1;
        console.error(`${spec}: another result: ${found.error ?? `exit ${found.exit}, and ${code}`}`);
    }
}
if (specs.length) console.log(`records and pages in Node: ${specs.length} specs, ${problems} problems`);

/// Seconds that `act` takes.
const timed = (act) => {
    const begin = performance.now();
    act();
    return (performance.now() - begin) / 1000;
};
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

if (values.speed) {
    process.chdir(folder);
    const decks = ['emit', 'G*7', '--as', 'decks', '--deck', '52', '--trials', '200000', '--format', 'u8'];
    writeFileSync('decks.u8', execFileSync(program, decks, { maxBuffer: 2 ** 30 }));
    const tasks = {
        'riffles alone (52 cards, quick suite)': ['run', 'G*7', '--deck', '52', '--trials', '1000000', '--suite', 'quick'],
        'mashes, standard suite (60 cards)': ['run', 'M*7', '--deck', '60', '--trials', '300000'],
        'overhands, standard suite (60 cards)': ['run', 'O*7', '--deck', '60', '--trials', '300000'],
        'decks of a file (52 cards)': ['test', 'decks.u8', '--deck', '52', '--format', 'u8', '--no-control'],
    };
    for (const [name, words] of Object.entries(tasks)) {
        const native = [];
        const here = [];
        for (let round = 0; round < Number(values.rounds); round += 1) {
            native.push(timed(() => ran([...words, '-q', '--threads', '1', '--isa', 'portable'])));
            here.push(timed(() => answer(words)));
        }
        const share = middle(native) / middle(here);
        console.log(`${name}: page ${middle(here).toFixed(2)} s, program ${middle(native).toFixed(2)} s: ${share.toFixed(2)} of its speed`);
        if (share < LEAST) {
            problems += 1;
            console.error(`${name}: less than ${LEAST}`);
        }
    }
}
rmSync(folder, { recursive: true });
process.exitCode = problems ? 1 : 0;
