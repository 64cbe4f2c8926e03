// Pictures answer: the value under the mouse, or the one that the arrow keys went to, is put into words.
const MOST = 12;

export async function pictures(visit, report) {
    const { page } = visit;
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
