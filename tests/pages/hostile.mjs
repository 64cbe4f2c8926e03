#!/usr/bin/env node
// Makes hostile records of real ones, has colddeck make pages of them, and checks that their texts stay texts.
//
//     node tests/pages/hostile.mjs COLDDECK RECORD… [--count 200] [--seed 1] [--out target/hostile]
//
// What was made of record 17 is in DIR/017: record.json, x.html, x.svg, x.md, x.csv, x.json, and how colddeck ended.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { attack, attackPicture, scripts } from './lib/attack.mjs';
import { Visit, launch } from './lib/browser.mjs';
import { hostile } from './lib/mutate.mjs';
import { checkPages, summary, tell } from './lib/pages.mjs';

/// Of records that were not refused; numbers that cannot be and halves of characters may be.
const MADE_AT_LEAST = 0.75;
const PATIENCE_MS = 60_000;
/// A record must not make colddeck ask for all the memory there is.
const MEMORY_KB = 6_000_000;
const EXPORTS = ['html', 'svg', 'md', 'csv', 'json'];
/// What a program ends with that does not know a command, or that refuses what it was given.
const REFUSED = 2;

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' },
        out: { type: 'string', default: 'target/hostile' },
    },
});
const [program, ...records] = positionals;
if (!records.length) {
    console.error('hostile.mjs: name the program and some records');
    process.exit(2);
}

/// Has a page made; gives how the program ended, and what it said.
function make(record, endings) {
    const files = endings.flatMap((ending) => ['--export', join(dirname(record), `x.${ending}`)]);
    const limited = ['-c', `ulimit -v ${MEMORY_KB}; exec "$0" "$@"`, program, 'report', record, ...files];
    return new Promise((done) => {
        const child = spawn('sh', limited, { stdio: ['ignore', 'ignore', 'pipe'], timeout: PATIENCE_MS });
        let said = '';
        child.stderr.on('data', (some) => { said += some; });
        child.on('close', (code, signal) => done({ code: code ?? signal, said: said.trim() }));
    });
}

/// A hostile record with its pages: `made`, `refused`, or with a problem.
async function tried(seed) {
    const folder = join(values.out, String(seed).padStart(3, '0'));
    const from = records[seed % records.length];
    const record = join(folder, 'record.json');
    const { json, shown } = hostile(readFileSync(from, 'utf8'), seed + 1000 * Number(values.seed));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(record, json);
    let endings = EXPORTS;
    let { code, said } = await make(record, endings);
    // A record may have nothing to draw.
    if (code === REFUSED && /picture|svg/i.test(said)) {
        endings = EXPORTS.filter((ending) => ending !== 'svg');
        ({ code, said } = await make(record, endings));
    }
    writeFileSync(join(folder, 'ended'), `${from}\n${code}\n${said}\n`);
    const files = endings.map((ending) => join(folder, `x.${ending}`));
    if (code === 0) {
        const missing = files.filter((file) => !existsSync(file));
        if (missing.length) return { problem: `${record}: made without ${missing.map((file) => basename(file)).join(', ')}` };
        // What was read was made harmless: the page has that record, not the hostile one.
        return { files: files.filter((file) => /\.(html|svg)$/.test(file)), shown, record: join(folder, 'x.json') };
    }
    if (code === REFUSED && said) return { refused: true };
    return { problem: `${record} (of ${from}): ended with ${code}: ${said.slice(-300) || 'no word'}` };
}

/// The scripts that pages of the records have which are not hostile.
async function honest() {
    const known = new Set();
    const browser = await launch();
    for (const [at, from] of records.entries()) {
        const folder = join(values.out, `honest-${at}`);
        mkdirSync(folder, { recursive: true });
        const record = join(folder, 'record.json');
        writeFileSync(record, readFileSync(from));
        const { code, said } = await make(record, ['html']);
        if (code !== 0) {
            console.error(`${from}: no page was made of it: ended with ${code}: ${said.slice(-300)}`);
            process.exit(1);
        }
        const visit = await Visit.open(browser, join(folder, 'x.html'), () => {});
        (await scripts(visit)).forEach((script) => known.add(script));
        await visit.close();
    }
    await browser.close();
    return known;
}

const known = await honest();
const count = Number(values.count);
const attempts = new Array(count);
const waiting = [...attempts.keys()];
await Promise.all(Array.from({ length: availableParallelism() }, async () => {
    while (waiting.length) {
        const seed = waiting.shift();
        attempts[seed] = await tried(seed);
    }
}));

const made = attempts.filter(({ files }) => files);
const of = new Map(made.flatMap((it) => it.files.map((file) => [file, it])));
const results = made.length ? await checkPages([...of.keys()], {
    // Their links lead to pages beside the real ones.
    links: false,
    recordOf: (file) => of.get(file).record,
    extra: (visit, report, kind) => (kind === 'svg' ? attackPicture(visit, report)
        : attack(visit, report, { known, shown: of.get(visit.file).shown })),
}) : [];
results.forEach(tell);
const ends = attempts.flatMap(({ problem }) => problem ?? []);
ends.forEach((problem) => console.error(problem));
const refused = attempts.filter((it) => it.refused).length;
if (made.length < MADE_AT_LEAST * count) ends.push('few');
if (ends.at(-1) === 'few') console.error(`only ${made.length} of ${count} records were made into pages`);
if (results.length) console.log(summary(results));
const problems = ends.length + results.reduce((sum, { problems: some }) => sum + some.length, 0);
console.log(`hostile records: ${count} tried, ${refused} refused, ${made.length} made, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
