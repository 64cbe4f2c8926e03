// The page against the same program on the command line: what it saves, byte for byte, and how it ends.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder, megabytes, sample } from './files.mjs';
import { RECIPES } from './web-streams.mjs';

const EXPERIMENTS = join(dirname(fileURLToPath(import.meta.url)), '../../../experiments');
const PATIENCE_MS = 600_000;
/// The page has room for such files; a phone reads them a part at a time.
const BIG_DECKS = 1_000_000;
const CARDS = 52;
const GROWN_BYTES = 1 << 20;

/// How the program ended. What it writes goes to `out`, if that is a file.
function ended(program, words, folder, out = null) {
    return new Promise((done) => {
        const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE_MS });
        const [bytes, said] = [[], []];
        child.stdout.on('data', (some) => bytes.push(some));
        child.stderr.on('data', (some) => said.push(some));
        child.on('close', (code, signal) => {
            if (out) writeFileSync(out, Buffer.concat(bytes));
            done({ code: code ?? signal, said: Buffer.concat(said).toString().trim() });
        });
    });
}

const under = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((it) => {
    const path = join(folder, it.name);
    return it.isDirectory() ? under(path) : [path];
});

/// What the page answers, beside what the command line with `words` writes.
async function same(visit, program, words, folder, report, name) {
    const out = join(folder, 'out');
    const line = await ended(program, [...words, '--out', out, '--quiet'], folder);
    const { exit, wrong } = await visit.answered(PATIENCE_MS);
    if (exit !== line.code) report(`${name}: ends with ${exit} (${wrong.slice(0, 200)}), on the command line with ${line.code} (${line.said.slice(0, 200)})`);
    if (!existsSync(out)) {
        // Both refuse it, with the same reason.
        const reason = line.said.replace(/^error:?\s*/i, '').split('\n')[0];
        if (!wrong.includes(reason.slice(0, 60))) report(`${name}: says “${wrong.slice(0, 120)}”, on the command line “${reason.slice(0, 120)}”`);
        return { refused: 1, bytes: 0 };
    }
    let bytes = 0;
    for (const [format, written] of [['json', 'record.json'], ['html', 'report.html']]) {
        const path = under(out).find((it) => basename(it) === written);
        if (!path) continue;
        const expected = readFileSync(path);
        const saved = await visit.saved(format);
        bytes += expected.length;
        if (!saved) report(`${name}: ${written} cannot be saved`);
        else if (!saved.bytes.equals(expected)) report(`${name}: ${written} differs ${where(saved.bytes, expected)}`);
    }
    return { refused: 0, bytes };
}

/// Where two texts part.
function where(found, expected) {
    let at = 0;
    while (at < Math.min(found.length, expected.length) && found[at] === expected[at]) at += 1;
    const from = Math.max(0, at - 40);
    const text = (bytes) => JSON.stringify(bytes.subarray(from, at + 60).toString());
    return `at byte ${at}: ${text(found)}, on the command line ${text(expected)}`;
}

/// Specs that need nothing but themselves, spread evenly over all.
export async function specs(open, program, count) {
    const needs = /^\s*(file|command|baseline|table)\s*=|\b(file|command)\s*=\s*["[]|\.(csv|txt)"/m;
    const all = under(EXPERIMENTS).filter((path) => path.endsWith('.toml')).sort().filter((path) => !needs.test(readFileSync(path, 'utf8')));
    const chosen = sample(all, count);
    let bytes = 0;
    let report;
    for (const path of chosen) {
        const visit = await open('test');
        ({ report } = visit);
        await inFolder(async (folder) => {
            const name = basename(path);
            copyFileSync(path, join(folder, name));
            await visit.drop([join(folder, name)]);
            await visit.tap('#w-test');
            bytes += (await same(visit, program, ['run', name], folder, report, name)).bytes;
        });
        await visit.close();
    }
    return `${chosen.length} of ${all.length} specs, ${megabytes(bytes)} compared`;
}

/// Streams of decks in all formats, one after the other, each round with other decks.
export async function streams(open, program, count) {
    const total = { refused: 0, bytes: 0 };
    for (let at = 0; at < count; at += 1) {
        const [recipe, round] = [RECIPES[at % RECIPES.length], Math.floor(at / RECIPES.length)];
        await inFolder(async (folder) => {
            const visit = await open('test');
            const name = `${recipe.name}, ${round}`;
            const emit = async (file, words) => {
                const { code, said } = await ended(program, ['emit', ...words, '--as', 'decks', '--seed', String(round + 1)], folder, join(folder, file));
                if (code !== 0) throw new Error(`${name}: emit ends with ${code}: ${said}`);
                return readFileSync(join(folder, file));
            };
            const { files, words, fields } = await recipe.make({ emit, round, experiments: EXPERIMENTS });
            for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
            // The deck before the shuffle is pasted; all else is dropped.
            const dropped = Object.keys(files).filter((file) => file !== 'start.txt').map((file) => join(folder, file));
            await visit.drop(dropped);
            if (files['start.txt']) {
                await visit.tap('#w-start-box summary');
                await visit.write('#w-start', files['start.txt']);
            }
            if (fields.deck) await visit.write('#w-test-deck', fields.deck);
            if (fields.format) await visit.page.select('#w-format', fields.format);
            if (fields.view) await visit.write('#w-view', fields.view);
            if (fields.inPlace) await visit.tap('#w-in-place');
            if (fields.stakes) {
                await visit.tap('#w-stakes-box summary');
                await visit.tap(`#w-stakes input[value="${fields.stakes}"]`);
                await visit.write('#w-stake', fields.stake);
            }
            if (fields.more) await visit.write('#w-more', fields.more);
            await visit.tap('#w-test');
            const found = await same(visit, program, words, folder, visit.report, name);
            total.refused += found.refused;
            total.bytes += found.bytes;
            await visit.close();
        });
    }
    return `${count} streams of ${RECIPES.length} kinds, ${total.refused} refused by both, ${megabytes(total.bytes)} compared`;
}

/// A large file, and a part of it: the memory is the same. The program keeps a number of 16 bytes for each of the first 524,288 decks, to see
/// whether one comes again, and so the part is longer than that.
export async function big(open, program) {
    return inFolder(async (folder) => {
        const memory = [];
        let size = 0;
        for (const decks of [0.6 * BIG_DECKS, BIG_DECKS]) {
            const file = `decks-${decks}.bin`;
            mkdirSync(join(folder, String(decks)));
            const words = ['emit', 'S', '--deck', String(CARDS), '--as', 'decks', '--format', 'u8', '--trials', String(decks), '--seed', '1'];
            await ended(program, words, folder, join(folder, file));
            size = statSync(join(folder, file)).size;
            const visit = await open('test');
            await visit.drop([join(folder, file)]);
            await visit.write('#w-test-deck', String(CARDS));
            await visit.page.select('#w-format', 'u8');
            await visit.tap('#w-test');
            const { code } = await ended(program, ['test', file, '--deck', String(CARDS), '--format', 'u8', '--quiet', '--out', join(folder, String(decks))], folder);
            const { exit, wrong } = await visit.answered(PATIENCE_MS);
            if (exit !== code) visit.report(`${file}: ends with ${exit} (${wrong}), on the command line with ${code}`);
            const expected = under(join(folder, String(decks))).find((path) => basename(path) === 'record.json');
            const saved = await visit.saved('json');
            if (expected && !saved?.bytes.equals(readFileSync(expected))) visit.report(`${file}: record.json differs`);
            memory.push(await visit.memory());
            await visit.close();
        }
        const [few, many] = memory;
        if (many > few + GROWN_BYTES) throw new Error(`the memory grows with the file: ${megabytes(few)}, ${megabytes(many)}`);
        return `${megabytes(size)}, memory ${megabytes(few)} and ${megabytes(many)}`;
    });
}
