// Pictures answer: the value under the mouse, or the one that the arrow keys went to, is put into words.
const MOST = 12;

export async function pictures(visit, report) {
    const { page } = visit;
    // Those that show no evidence are folded away.
    await page.evaluate(() => document.querySelectorAll('details.quiet-pictures').forEach((it) => { it.open = true; }));
    const figures = await page.$$('figure.picture');
    for (const [at, figure] of figures.slice(0, MOST).entries()) {
        const name = await figure.evaluate((it) =>
            (it.querySelector('figcaption h3')?.textContent ?? 'a picture').trim().replace(/\s+/g, ' ').slice(0, 60));
        const complain = (problem) => report(`picture ${at + 1} "${name}": ${problem}`);
        if (!await figure.$('output') || !await figure.$('svg')) continue;
        await hover(visit, figure, complain);
        await arrows(visit, figure, complain);
    }
    await page.mouse.move(0, 0);
    await page.evaluate(() => { document.activeElement?.blur?.(); scrollTo(0, 0); });
}

/// Text of a picture is never smaller, in pixels of the screen; a tenth is rounding.
const LEAST_TEXT = 10.9;
/// A chart has at least this share of the width that it could have.
const LEAST_SHARE = 0.9;
/// Pictures abreast at the most, and the width of a column of text, beyond which one by itself needs not grow.
const ABREAST = 3;
const COLUMN = 700;

/// How large pictures are at a width of the screen: their text can be read, and they fill the column or a share of it.
export async function sizes(visit, report, width) {
    await visit.resize(width);
    const found = await visit.page.evaluate(inFigures);
    for (const { name, text, svg, room, panels, square } of found) {
        if (text < LEAST_TEXT) report(`at ${width} px: text of ${text.toFixed(1)} px in the picture "${name}"`);
        const abreast = width < 700 ? 1 : Math.min(panels, ABREAST);
        const fair = Math.min(room / abreast - 20, panels === 1 ? COLUMN : room) * (square && panels <= 2 ? 0.6 : 1);
        if (svg < LEAST_SHARE * fair) {
            report(`at ${width} px: the picture "${name}" is ${Math.round(svg)} px wide, where ${Math.round(fair)} px are free`);
        }
    }
}

function inFigures() {
    return [...document.querySelectorAll('figure.picture')].filter((it) => it.checkVisibility()).map((figure) => {
        const drawings = [...figure.querySelectorAll('.panel svg')];
        const sizes = drawings.flatMap((svg) => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return [...svg.querySelectorAll('text')].map((text) => scale * parseFloat(getComputedStyle(text).fontSize));
        });
        const box = drawings[0]?.viewBox.baseVal;
        return {
            name: (figure.querySelector('figcaption')?.firstElementChild?.textContent ?? '').trim().slice(0, 60),
            text: Math.min(Infinity, ...sizes),
            svg: Math.min(...drawings.map((svg) => svg.getBoundingClientRect().width)),
            room: figure.getBoundingClientRect().width,
            panels: drawings.length,
            square: box ? box.height > 0.9 * box.width : false,
        };
    }).filter(({ panels }) => panels);
}

const readout = (figure) => figure.evaluate((it) => it.querySelector('output').textContent.trim());

async function hover(visit, figure, complain) {
    const { page } = visit;
    await page.mouse.move(0, 0);
    const before = await readout(figure);
    const svg = await figure.$('svg[role="img"]') ?? await figure.$('svg');
    await svg.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = await svg.boundingBox();
    if (!box) return complain('its svg has no size');
    // From the middle outwards: somewhere there is a value.
    const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];
    for (const y of steps) {
        for (const x of steps) {
            await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
            const now = await readout(figure);
            if (now && now !== before) return null;
        }
    }
    return complain('hovering puts nothing into its output');
}

async function arrows(visit, figure, complain) {
    const { page } = visit;
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement?.blur?.());
    await visit.settle();
    const before = await readout(figure);
    const focused = await figure.evaluate((it) => {
        const target = it.querySelector('svg[tabindex="0"]') ?? it.querySelector('[tabindex="0"]');
        target?.focus();
        return Boolean(target) && document.activeElement === target;
    });
    if (!focused) return complain('cannot be focused');
    const values = new Set();
    for (let presses = 0; presses < 3; presses += 1) {
        await page.keyboard.press('ArrowRight');
        await visit.settle();
        values.add(await readout(figure));
    }
    values.delete('');
    values.delete(before);
    // A picture of a single value stays at it.
    if (!values.size) return complain('ArrowRight puts nothing into its output');
    return null;
}
