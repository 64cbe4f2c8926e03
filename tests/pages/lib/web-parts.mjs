// What the page must do, part by part. Each gives what it counted, in words.
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { axe, openDetails, overflow } from './looks.mjs';

const FIRST_MS = 1000;
const WIDTHS = [360, 1440];
/// What the page asked before it had cards.
const ROUTINE = 'deck=60&run=M*7';
const THEMES = ['light', 'dark'];
/// As WCAG 2.2 wants it of what stands in a text or a table; what is tapped all the time is larger.
const TARGET_PX = 44;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const equal = (report, what, found, expected) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) report(`${what}: found ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
};

async function opens(open, { report, firstMs }) {
    const times = [];
    for (let time = 0; time < 5; time += 1) {
        const visit = await open(ROUTINE);
        await visit.page.waitForFunction(() => window.__firstAnswer, { timeout: 30_000, polling: 20 });
        times.push(await visit.firstAnswer());
        if (time === 0) {
            const { answer, exit, wrong, command } = await visit.answered();
            if (!answer || wrong || !Number.isInteger(exit)) report(`opens with no answer: ${wrong}`);
            if (!/^colddeck run 'M\*7' --deck 60/.test(command)) report(`opens with ${command}`);
        }
        await visit.close();
    }
    const median = times.sort((a, b) => a - b)[2];
    if (median > firstMs) report(`the first answer took ${median.toFixed(0)} ms`);
    return `first answer after ${times.map((it) => it.toFixed(0)).join(', ')} ms (${median > FIRST_MS ? 'over' : 'within'} a second)`;
}

async function buttons(open, { report }) {
    const visit = await open(ROUTINE);
    await visit.answered();
    await visit.press('step-0-0-remove');
    for (let time = 0; time < 7; time += 1) await visit.press('move-M');
    equal(report, 'mash seven times', (await visit.state()).routines, ['M*7']);
    await visit.press('move-C');
    await visit.press('move-O');
    await visit.press('step-0-2-more');
    equal(report, 'a cut and two overhands', (await visit.state()).routines, ['M*7 C O*2']);
    await visit.press('step-0-1-up');
    equal(report, 'the cut first', (await visit.state()).routines, ['C M*7 O*2']);
    await visit.press('step-0-1-less');
    await visit.press('step-0-2-remove');
    equal(report, 'one mash less, no overhand', (await visit.state()).routines, ['C M*6']);
    await visit.tap('#w-undo');
    await visit.tap('#w-undo');
    equal(report, 'undone twice', (await visit.state()).routines, ['C M*7 O*2']);
    await visit.tap('#w-redo');
    equal(report, 'redone', (await visit.state()).routines, ['C M*6 O*2']);
    const { command, wrong, hash } = await visit.answered();
    if (wrong || !command.includes("'C M*6 O*2'")) report(`the answer is of ${command}: ${wrong}`);
    if (!hash.includes('run=C+M*6+O*2')) report(`the address is ${hash}`);
    await visit.write('.w-routine input', '(G*3 C)*2');
    await visit.answered();
    await visit.press('step-0-0-more');
    // A group is one step, or its steps stand one by one.
    const [group] = (await visit.state()).routines;
    if (!['(G*3 C)*3', 'G*4 C G*3 C'].includes(group)) report(`a group once more: found ${group}`);
    await visit.tap('#w-letters summary');
    await visit.write('#w-define', 'M=mash packet=1..2');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForSelector('#w-definitions li');
    await visit.press('move-M');
    const defined = await visit.answered();
    if (!defined.command.includes('--shuffle')) report(`a letter was defined, and the command is ${defined.command} ${defined.wrong}`);
    // The same address asks the same.
    const again = await open(defined.hash.slice(1));
    equal(report, 'the same address', (await again.answered()).command, defined.command);
    return '16 taps';
}

async function sideBySide(open, { report }) {
    const visit = await open(ROUTINE);
    await visit.answered();
    for (const key of ['move-O', 'move-G', 'move-C']) {
        await visit.tap('#w-add-routine');
        await visit.press(key);
        await visit.press(key);
    }
    const { routines, command, wrong, says, hash } = await visit.answered();
    equal(report, 'four routines', routines, ['M*7', 'O*2', 'G*2', 'C*2']);
    if (wrong || !routines.every((text) => command.includes(`'${text}'`))) report(`four routines are asked as ${command}: ${wrong}`);
    if (!says) report('nothing is said of the answer');
    equal(report, 'routines in the address', hash.match(/run=/g)?.length, 4);
    if (!await visit.page.$eval('#w-add-routine', (it) => it.disabled)) report('a fifth routine can be added');
    await visit.press('close-1');
    await visit.page.goBack();
    equal(report, 'after going back', (await visit.answered()).routines, ['M*7', 'O*2', 'G*2', 'C*2']);
    return '4 routines';
}

async function cancels(open, { report }) {
    const visit = await open('deck=60&run=M*7');
    await visit.answered();
    await visit.tap('#w-more-decks');
    await visit.page.waitForSelector('#w-stop', { visible: true });
    await visit.tap('#w-stop');
    await pause(300);
    const { status, busy, answer, command } = await visit.state();
    if (busy || !/^Stopped/.test(status)) report(`after Stop: ${status}`);
    if (!answer) report('after Stop the answer that was there is gone');
    const record = await visit.saved('json');
    if (!record?.bytes.length) report('what is shown after Stop cannot be saved');
    if (!command.includes('100000')) report(`after Stop stands ${command}`);
    // A change gives up what runs, and is answered itself.
    await visit.tap('#w-hands summary');
    await visit.write('#w-trials', '1,000,000');
    await visit.page.waitForSelector('#w-stop', { visible: true });
    await visit.write('#w-trials', '');
    await visit.press('quick-40');
    const after = await visit.answered(60_000);
    if (!after.command.includes('--deck 40')) report(`after a change stands ${after.command}`);
    return 'stopped and changed';
}

const HOSTILE = [
    'run=M*7&evil=1',
    'run=A&run=B&run=C&run=D&run=E',
    'run=%3Cimg%20src%3Dx%20onerror%3D%22window.__pwned%3D1%22%3E&deck=60',
    'deck=99999999999&run=M',
    'deck=-5&run=M',
    'run=%E0%A4%A',
    'run=M&trials=1e99',
    'run=M&seed=%00',
    'deck=60&deck=52&run=M',
    'exact=%3Cscript%3Ewindow.__pwned%3D1%3C%2Fscript%3E&routine=M&deck=60',
    'exact=enough&routine=M&deck=60&__proto__=1',
    'exact=enough&routine=M&deck=60&constructor=x',
    'run=M*99999999999999999999&deck=60',
    'run=--out+/tmp&deck=60',
    'run=M&run=--suite%3Ddeep&deck=60',
    'exact=enough&routine=--json&deck=60',
    'run=..%2F..%2Fetc%2Fpasswd&deck=60',
    'deck=60&run=M&shuffle=M%3Dmash+nothing%3D%3Cb%3E',
    'deck=60&run=M&arrangement=%3Cb%3E',
    'spec=__proto__',
    'spec=%3Cimg%20src%3Dx%20onerror%3D%22window.__pwned%3D1%22%3E',
    'spec=zoo%2Fdrift&run=M',
    `find=${'x'.repeat(200)}`,
    'deck=60&run=M&more=--out+/tmp',
    'deck=60&run=M&more=--allow-commands',
    'deck=60&run=M&more=%22',
    `deck=60&run=${'M'.repeat(3000)}`,
    `deck=${'x'.repeat(10_000_000)}&run=M`,
];
async function hostile(open, { report }) {
    for (const hash of HOSTILE) {
        const name = hash.slice(0, 60);
        // Browsers cut or refuse addresses of megabytes: such a one is put in from within.
        const visit = hash.length > 1e6 ? await open(ROUTINE) : await open(hash);
        if (hash.length > 1e6) {
            await visit.answered();
            await visit.page.evaluate((it) => { try { location.hash = it; } catch { /* refused */ } }, hash);
            await pause(500);
            if (!(await visit.page.evaluate(() => location.hash.length > 1e6))) continue;
        }
        const { wrong, answer, errors, status } = await visit.answered(20_000);
        // Exact figures come first, and stay below where the rest is refused, which is said.
        const before = status.startsWith('No answer. Below is the answer to what was asked before.');
        if (!wrong || (answer && !before)) report(`#${name}: answers ${answer.slice(0, 80)}`);
        if (/undefined|\[object|TypeError|fault/.test(wrong + errors)) report(`#${name}: says ${wrong} ${errors}`);
        if (await visit.page.evaluate(() => window.__pwned)) report(`#${name}: was run`);
        await visit.close();
    }
    const lists = ['20 Forest\n<img src=x onerror="window.__pwned=1">\n', '99999999 Island\n5 Swamp', '4 Elf\nforest and more'];
    for (const list of lists) {
        const visit = await open(ROUTINE);
        await visit.answered();
        const before = await visit.page.evaluate(() => window.__answers);
        await visit.write('#w-deck', list);
        const { wrong, exit } = await visit.answered(20_000);
        const answers = await visit.page.evaluate(() => window.__answers) - before;
        if (!wrong || answers || exit !== 2) report(`deck list ${JSON.stringify(list.slice(0, 30))}: says “${wrong}”, exit code ${exit}, ${answers} answers`);
        if (await visit.page.evaluate(() => window.__pwned)) report('a deck list was run');
        await visit.close();
    }
    const visit = await open(ROUTINE);
    await visit.answered();
    const before = await visit.page.evaluate(() => window.__answers);
    await visit.write('.w-routine input', 'XQ*');
    const { errors, wrong } = await visit.answered();
    if (!errors.length || !wrong) report('a wrong routine: nothing is said beside it');
    equal(report, 'answers to a wrong routine', await visit.page.evaluate(() => window.__answers), before);
    await visit.tap('#w-tab-test');
    await visit.write('#w-pasted', '1 2 3\n');
    for (const more of ['exec -- ls', '--allow-commands']) {
        await visit.write('#w-more', more);
        await visit.tap('#w-test');
        const said = (await visit.state()).errors.join(' ');
        if (!/command line/.test(said)) report(`${more}: says ${said}`);
    }
    return `${HOSTILE.length} addresses, ${lists.length} deck lists`;
}

const STATES = {
    cards: async (visit) => visit.go(''),
    routine: async (visit) => visit.answered(),
    four: async (visit) => {
        await visit.go('deck=24+land,+36+spell&run=M*7&run=O*5+C&run=(G*3+C)*2&run=R*4');
        await visit.answered();
    },
    wrong: async (visit) => {
        await visit.go('run=XQ');
        await visit.answered();
    },
    test: async (visit) => {
        await visit.go('test');
        await visit.write('#w-pasted', Array.from({ length: 200 }, () => '3 1 4 0 5 2').join('\n'));
        await visit.tap('#w-test');
        await visit.answered();
    },
    question: async (visit) => {
        await visit.go('exact=enough&routine=G&deck=52');
        await visit.answered();
    },
};
async function accessible(open, { report }) {
    for (const [name, reach] of Object.entries(STATES)) {
        const visit = await open(ROUTINE);
        await reach(visit);
        await openDetails(visit);
        for (const theme of THEMES) {
            await visit.theme(theme);
            await axe(visit, report, `${name}, ${theme}`);
        }
        await visit.page.evaluate(() => document.querySelectorAll('h1').length === 1 ? null : 'no').then((no) => no && report(`${name}: not one h1`));
        await visit.close();
    }
    const visit = await open(ROUTINE);
    await visit.answered();
    await visit.tap('#w-explain-open');
    await visit.write('#w-word', 'total variation');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForSelector('#w-explained p');
    for (const theme of THEMES) {
        await visit.theme(theme);
        await axe(visit, report, `a word, ${theme}`);
    }
    return `${Object.keys(STATES).length + 1} states, 2 themes`;
}

async function keyboardOnly(open, { report }) {
    const visit = await open(ROUTINE);
    const { page } = visit;
    await visit.answered();
    await page.waitForSelector('[data-key="move-M"]');
    const at = () => page.evaluate(() => document.activeElement?.dataset.key ?? document.activeElement?.id ?? '');
    let presses = 0;
    const tabTo = async (wanted) => {
        for (let pressed = 0; pressed < 300; pressed += 1) {
            await page.keyboard.press('Tab');
            presses += 1;
            if (await at() === wanted) {
                const seen = await page.evaluate(() => {
                    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
                    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
                });
                if (!seen) report(`focus is not seen at ${wanted}`);
                return true;
            }
        }
        report(`Tab does not reach ${wanted}`);
        return false;
    };
    await tabTo('w-skip');
    await tabTo('w-tab-routine');
    await tabTo('move-G');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    equal(report, 'focus after a move', await at(), 'move-G');
    equal(report, 'by keyboard', (await visit.state()).routines, ['M*7 G*2']);
    await tabTo('step-0-1-up');
    await page.keyboard.press('Enter');
    equal(report, 'moved by keyboard', (await visit.state()).routines, ['G*2 M*7']);
    if (!/^step-0-0/.test(await at())) report(`after moving a step, focus is at ${await at()}`);
    const { command } = await visit.answered();
    if (!command.includes("'G*2 M*7'")) report(`by keyboard the answer is of ${command}`);
    await tabTo('w-copy-command');
    await page.focus('#w-tab-routine');
    await page.keyboard.press('ArrowRight');
    equal(report, 'arrow to the next tab', await at(), 'w-tab-test');
    await page.keyboard.press('End');
    equal(report, 'End to the last tab', await at(), 'w-tab-exact');
    return `${presses} presses`;
}

async function narrow(open, { report }) {
    for (const [name, reach] of Object.entries(STATES)) {
        const visit = await open(ROUTINE);
        await visit.resize(360);
        await reach(visit);
        await openDetails(visit);
        await overflow(visit, (problem) => report(`${name}: ${problem}`), 360);
        const small = await visit.page.evaluate((least) => [...document.querySelectorAll('.w-head button, .w-ask :is(button, input, select, textarea, summary), .w-state button, .w-take button')]
            .filter((it) => it.checkVisibility() && it.type !== 'file').map((it) => [it, (it.type === 'checkbox' ? it.closest('label') : it).getBoundingClientRect()])
            .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
            .map(([it, { width, height }]) => `${it.id || it.dataset.key || it.textContent} ${width.toFixed(0)} x ${height.toFixed(0)}`), TARGET_PX);
        if (small.length) report(`${name}: too small to be tapped: ${small.slice(0, 5).join('; ')}`);
        await visit.close();
    }
    // While better answers come, nothing jumps.
    const visit = await open(ROUTINE, async ({ page }) => page.evaluateOnNewDocument(() => {
        window.__shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => { if (!hadRecentInput) window.__shift += value; }))
            .observe({ type: 'layout-shift', buffered: true });
    }));
    await visit.answered();
    await visit.page.evaluate(() => { window.__shift = 0; });
    await visit.press('move-C');
    await visit.page.evaluate(() => document.getElementById('w-answer').scrollIntoView());
    await visit.answered();
    const shift = await visit.page.evaluate(() => window.__shift);
    if (shift > 0.1) report(`layout shift of ${shift.toFixed(2)} while answers come`);
    return `${Object.keys(STATES).length} states at 360 px, layout shift ${shift.toFixed(3)}`;
}

async function shots(open, { shots: folder }) {
    mkdirSync(folder, { recursive: true });
    for (const [name, reach] of Object.entries(STATES)) {
        const visit = await open(ROUTINE);
        await reach(visit);
        for (const theme of THEMES) {
            await visit.theme(theme);
            for (const width of WIDTHS) {
                await visit.resize(width);
                const path = join(folder, `web-${name}-${width}-${theme}.png`);
                const height = Math.min(3000, await visit.page.evaluate(() => document.documentElement.scrollHeight));
                await visit.page.screenshot(width < 500 ? { path, clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true } : { path });
            }
        }
        await visit.close();
    }
    return `pictures in ${folder}`;
}

/// By name, in order.
export const PARTS = { opens, buttons, sideBySide, cancels, hostile, accessible, keyboardOnly, narrow, shots };
