// Opens pages and pictures, and checks all that holds for every one of them.
import { statSync } from 'node:fs';
import { Visit, cut, inBrowsers } from './browser.mjs';
import { megabytes, seconds } from './files.mjs';
import { keyboard } from './keyboard.mjs';
import { WIDTHS, axe, openDetails, overflow, shots } from './looks.mjs';
import { pictures, sizes } from './pictures.mjs';
import { recordBeside, saved } from './saved.mjs';
import { structure } from './structure.mjs';
import { picture } from './svg.mjs';
import { explanations, tables } from './tables.mjs';

// A page that is larger cannot be sent by mail; one that opens more slowly is taken for broken.
const MOST_BYTES = 10_000_000;
const MANY_BYTES = 5_000_000;
const MOST_MS = 5_000;
const MANY_MS = 2_000;
/// A page that has hung is a problem, not the end of the run.
const PATIENCE_MS = 600_000;
/// Of each page; the others are most likely of the same kind.
const MOST_PROBLEMS = 30;
const TABS = 2;

/// Checks files. Of each: `file`, `bytes`, `milliseconds`, `problems` and `notes` (what is told, but allowed).
///
/// - `shots`: the folder into which pictures of the screen and PDFs go
/// - `links`: whether links to other files must lead somewhere
/// - `recordOf(file)`: the record that a page was made from
/// - `turns`: the keyboard, tables, explanations and the light theme of axe are looked at on one page of so many, those whose
///   names say so, and its dark theme on every second one; they are made by the same lines of the program on all of them, and
///   take most of the time
/// - `extra(visit, report, kind)`: what else is checked of a page; of a picture `kind` is "svg"
/// - `done(result)`: is called after each
export async function checkPages(files, options = {}) {
    const settings = { tabs: TABS, links: true, turns: 1, recordOf: recordBeside, ...options };
    const results = await inBrowsers(files, settings.tabs, async (browser, file) => {
        const result = await checkPage(browser, file, settings);
        settings.done?.(result);
        return result;
    });
    // Whatever opened slowly may have waited for the other tab.
    const slow = results.filter((result) => result.milliseconds > MANY_MS);
    await inBrowsers(slow, 1, async (browser, result) => {
        const visit = await Visit.open(browser, result.file, () => {});
        result.milliseconds = Math.min(result.milliseconds, visit.loadTime);
        await visit.close();
    });
    for (const result of slow) {
        const said = `opens in ${seconds(result.milliseconds)}`;
        if (result.milliseconds > MOST_MS) result.problems.push(said);
        else if (result.milliseconds > MANY_MS) result.notes.push(said);
    }
    return results;
}

async function checkPage(browser, file, settings) {
    const { size: bytes } = statSync(file);
    const result = { file, bytes, milliseconds: 0, problems: [], notes: [] };
    const report = (problem) => {
        if (!result.problems.includes(problem)) result.problems.push(problem);
    };
    if (bytes > MOST_BYTES) report(`is ${megabytes(bytes)} large`);
    else if (bytes > MANY_BYTES) result.notes.push(`is ${megabytes(bytes)} large`);
    let visit = null;
    const check = async () => {
        visit = await Visit.open(browser, file, report);
        result.milliseconds = visit.loadTime;
        await (file.endsWith('.svg') ? checkPicture : checkHtml)(visit, report, settings, result);
    };
    let late;
    try {
        await Promise.race([check(), new Promise((_, fail) => {
            late = setTimeout(() => fail(new Error('it is not done after ten minutes')), PATIENCE_MS);
        })]);
    } catch (error) {
        report(`cannot be checked: ${cut(error.message)}`);
        // Nobody knows what state the browser is in.
        await browser.close().catch(() => {});
    } finally {
        clearTimeout(late);
        await visit?.close();
    }
    if (result.problems.length > MOST_PROBLEMS) {
        const more = result.problems.length - MOST_PROBLEMS;
        result.problems.splice(MOST_PROBLEMS, more, `and ${more} more`);
    }
    return result;
}

async function checkPicture(visit, report, settings, result) {
    await picture(visit, report);
    await settings.extra?.(visit, report, 'svg');
    if (settings.shots) await shots(visit, report, settings.shots, shotName(result.file));
}

async function checkHtml(visit, report, settings, result) {
    const kind = await structure(visit, report, settings);
    if (settings.shots) {
        const pages = await shots(visit, report, settings.shots, shotName(result.file));
        if (pages > 100) result.notes.push(`takes ${pages} pages of paper`);
        await visit.resize(1440);
    }
    const whole = isDue(result.file, settings.turns);
    // The keyboard begins where nothing has been touched yet.
    if (whole) await keyboard(visit, report);
    await pictures(visit, report);
    if (whole) {
        await tables(visit, report);
        await explanations(visit, report);
    }
    if (kind === 'record') await saved(visit, report, settings.recordOf(result.file));
    for (const width of WIDTHS) await overflow(visit, report, width);
    if (whole) await explanationsAt(visit, report, WIDTHS[0]);
    await openDetails(visit);
    await overflow(visit, report, WIDTHS[0], ' with all details open');
    for (const width of WIDTHS) await sizes(visit, report, width);
    await visit.resize(WIDTHS[0]);
    // Each theme at another width: what axe finds depends on both, and it takes most of the time.
    if (isDue(result.file, Math.min(settings.turns, 2))) {
        await visit.theme('dark');
        await axe(visit, report, `dark, ${WIDTHS[0]} px`);
        await visit.theme('light');
    }
    await visit.resize(WIDTHS.at(-1));
    if (whole) await axe(visit, report, `light, ${WIDTHS.at(-1)} px`);
    await settings.extra?.(visit, report, kind);
}

/// Whether it is this file's turn, by the letters of its name.
function isDue(file, turns) {
    const sum = [...file].reduce((sum, letter) => sum + letter.codePointAt(0), 0);
    return sum % turns === 0;
}

async function explanationsAt(visit, report, width) {
    await visit.resize(width);
    await explanations(visit, report);
}

const shotName = (file) => file.replace(/^[./]+/, '').replace(/\.html$/, '').replace(/[^\w-]+/g, '-');

/// What is printed in the end: notes, problems, and a line about everything.
export function summary(results) {
    const problems = results.reduce((sum, { problems: some }) => sum + some.length, 0);
    const most = (key) => results.reduce((best, it) => (it[key] > best[key] ? it : best));
    const all = results.reduce((sum, { bytes }) => sum + bytes, 0);
    const [largest, slowest] = [most('bytes'), most('milliseconds')];
    return `pages: ${results.length} opened, ${problems} problems, largest ${megabytes(largest.bytes)} (${largest.file}), `
        + `slowest ${seconds(slowest.milliseconds)} (${slowest.file}), ${megabytes(all)} in all`;
}

/// Prints what was found of one file.
export function tell({ file, problems, notes }) {
    notes.forEach((note) => console.log(`${file}: ${note}`));
    problems.forEach((problem) => console.error(`${file}: ${problem}`));
}
