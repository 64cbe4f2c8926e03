// Tables sort by each column, and explanations open and close.
const MOST_TABLES = 30;
const MOST_EXPLANATIONS = 6;

export async function tables(visit, report) {
    (await visit.page.evaluate(sortAll, MOST_TABLES)).forEach(report);
}

async function sortAll(MOST_TABLES) {
    const problems = [];
    const settled = () => new Promise((done) => setTimeout(done, 20));
    // A number as pages write it: 1,234; 33%; .05; −2.3; <1e-300; 1.2 ± .1; 7 bits. NaN if it is none.
    const number = (text) => {
        const plain = text.replace(/[\u2212\u2010\u2013]/g, '-').replace(/[,\u2009\u202f\u00a0 ](?=\d{3})/g, '')
            .replace(/\s*(±|\(±).*$/, '').trim();
        const match = /^[<>≤≥≈~]?\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(?:%|[a-z]+)?$/i.exec(plain);
        return match ? Number(match[1]) : NaN;
    };
    const value = (cell) => (cell?.dataset.value ?? cell?.dataset.sort ?? cell?.innerText ?? '').trim();
    const empty = (text) => /^[-–—−\s]*$/.test(text);

    for (const table of [...document.querySelectorAll('div.table > table')].slice(0, MOST_TABLES)) {
        const name = (table.parentElement.getAttribute('aria-label') ?? 'a table').slice(0, 60);
        const rows = () => [...table.tBodies].flatMap((body) => [...body.rows]);
        const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
        if (rows().length < 2) continue;
        if (!heads.some((head) => head.querySelector('button'))) {
            problems.push(`table "${name}": no th has a button that sorts`);
            continue;
        }
        const texts = () => rows().map((row) => row.innerText).sort().join('\n');
        const all = texts();
        for (const [at, head] of heads.entries()) {
            const button = head.querySelector('button');
            if (!button) continue;
            const column = (button.textContent.trim() || `column ${at + 1}`).slice(0, 40);
            const wrong = (what) => problems.push(`table "${name}", ${column}: ${what}`);
            const seen = new Set();
            for (let clicks = 0; clicks < 2; clicks += 1) {
                button.click();
                await settled();
                const sorted = head.getAttribute('aria-sort');
                seen.add(sorted);
                if (!['ascending', 'descending'].includes(sorted)) {
                    wrong(`a click makes aria-sort "${sorted}"`);
                    break;
                }
                if (heads.some((other) => other !== head && /ending/.test(other.getAttribute('aria-sort') ?? ''))) {
                    wrong('another column is still said to be sorted');
                }
                // Rows that stand under several heads, or for several, are in no simple order.
                const whole = table.tBodies.length === 1 && rows().every((row) => row.cells.length === heads.length);
                const values = rows().map((row) => value(row.cells[at])).filter((text) => !empty(text));
                const numbers = values.map(number);
                if (!whole || numbers.some(Number.isNaN)) continue;
                const sign = sorted === 'ascending' ? 1 : -1;
                const bad = numbers.findIndex((n, i) => i && sign * (n - numbers[i - 1]) < -1e-9 * Math.abs(n));
                if (bad > 0) wrong(`sorted ${sorted}, ${values[bad]} comes after ${values[bad - 1]}`);
            }
            if (seen.size === 1 && rows().length > 1) wrong('a second click does not turn the order around');
            if (problems.length > 20) return problems;
        }
        if (texts() !== all) problems.push(`table "${name}": sorting changes its rows`);
    }
    return problems;
}

/// Opens some explanations, and closes them with Escape.
export async function explanations(visit, report) {
    const { page } = visit;
    const wrong = new Set();
    const complain = (problem) => { if (!wrong.has(problem)) report(`explanation: ${problem}`); wrong.add(problem); };
    const visible = (button) => button.evaluate((it) => it.checkVisibility() && it.getClientRects().length > 0);
    const buttons = [];
    for (const button of await page.$$('button.explain')) {
        if (buttons.length < MOST_EXPLANATIONS && await visible(button)) buttons.push(button);
    }
    for (const button of buttons) {
        await button.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
        await button.focus();
        await page.keyboard.press('Enter');
        await visit.settle();
        const { open, outside } = await button.evaluate((it) => {
            const target = document.getElementById(it.getAttribute('popovertarget') ?? '');
            const box = target?.getBoundingClientRect();
            return {
                open: Boolean(target?.matches(':popover-open')),
                outside: box && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1),
            };
        });
        if (!open) { complain('Enter on its button does not open it'); continue; }
        if (outside) complain(`goes beyond the screen at ${page.viewport().width} px`);
        await page.keyboard.press('Escape');
        await visit.settle();
        const { closed, back } = await button.evaluate((it) => ({
            closed: !document.getElementById(it.getAttribute('popovertarget')).matches(':popover-open'),
            back: document.activeElement === it,
        }));
        if (!closed) complain('Escape does not close it');
        if (!back) complain('after Escape its button is not focused');
    }
    await page.evaluate(() => { document.activeElement?.blur?.(); scrollTo(0, 0); });
}
