// Stakes on decks that are pasted: what is chosen and typed is judged, and what is wrong with it stands below its box.
const CARDS = 52;
const DECKS = 40;

/// Decks that are turned by a card each time: the cards are right, and nobody would bet on them.
const turned = () => Array.from({ length: DECKS }, (_, by) => Array.from({ length: CARDS }, (_, at) => (at + by) % CARDS).join(' ')).join('\n');

const beside = (visit) => visit.page.evaluate(() => {
    const [box, fault] = [document.getElementById('w-stake'), document.getElementById('w-stake-error')];
    return { text: fault.textContent, invalid: box.getAttribute('aria-invalid'), apart: fault.getBoundingClientRect().top - box.getBoundingClientRect().bottom };
});

export async function stakes(open, { report }) {
    const visit = await open('test');
    await visit.page.setViewport({ width: 360, height: 740 });
    await visit.write('#w-pasted', turned());
    await visit.write('#w-test-deck', String(CARDS));
    await visit.tap('#w-stakes-box summary');
    await visit.write('#w-stake', 'first:5 flash');
    await visit.tap('#w-test');
    const refused = await visit.answered();
    const wrong = await beside(visit);
    if (!refused.wrong.includes('`flash`')) report(`a wrong stake is not refused: ${refused.wrong}`);
    if (!wrong.text.startsWith('Found') || !wrong.text.includes('`flash`')) report(`below the box stands “${wrong.text}”`);
    if (wrong.invalid !== 'true' || !(wrong.apart < 40)) report(`what is wrong is ${wrong.apart} px below its box (${wrong.invalid})`);
    await visit.write('#w-stake', 'first:5 flush');
    const typed = await beside(visit);
    if (typed.text || typed.invalid) report(`“${typed.text}” stays while somebody types`);
    await visit.tap('#w-stakes input[value="poker"]');
    await visit.tap('#w-test');
    const found = await visit.answered();
    const body = await visit.page.evaluate(() => document.getElementById('w-body').textContent);
    if (found.wrong || !/stake, of \d+/.test(body) || !body.includes('first:5 flush') || !body.includes('first:2 pair')) report(`stakes are not judged: ${found.wrong} ${found.answer}`);
    if (!found.command.includes('--stakes poker') || !found.command.includes("--stake 'first:5 flush'")) report(`the command is ${found.command}`);
    const picture = await visit.page.evaluate(() => [...document.querySelectorAll('#w-body figure')].filter((it) => /limits that hold for all stakes/.test(it.textContent)).length);
    if (picture !== 1) report(`${picture} pictures of stakes`);
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 360) report(`the page is ${wide} px wide on 360 px`);
}
