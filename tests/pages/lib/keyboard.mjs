// Reaches everything with the Tab key, as those do who have no mouse.
import { few } from './files.mjs';

const FOCUSABLE = 'a[href], button, summary, [tabindex="0"], input, select, textarea';
/// Presses that go to the browser at once: one at a time, a page with a thousand buttons takes a minute.
const AT_ONCE = 25;

export async function keyboard(visit, report) {
    const { page } = visit;
    await page.bringToFront();
    const expected = await page.evaluate(watch, FOCUSABLE);
    const tab = async () => { await page.keyboard.down('Tab'); await page.keyboard.up('Tab'); };
    for (let pressed = 0; pressed < expected + 2; pressed += AT_ONCE) {
        const now = Math.min(AT_ONCE, expected + 2 - pressed);
        await Promise.all(Array.from({ length: now }, tab));
    }
    await visit.settle();
    const { missed, trapped, unseen, first } = await page.evaluate(found);
    if (trapped) report(`keyboard: Tab does not leave ${trapped}`);
    if (missed.length) report(`keyboard: Tab does not reach ${few(missed)}`);
    // What moves or fades in when it is focused is looked at once more, later.
    const late = [];
    for (const at of unseen.slice(0, 10)) late.push(await page.evaluate(again, at));
    const still = late.filter(Boolean);
    if (still.length) report(`keyboard: focus is not seen at ${few(still)}${unseen.length > 10 ? ', of more than 10' : ''}`);
    if (expected && first !== 'a.skip') report(`keyboard: the first Tab goes to ${first}, not to a.skip`);
    if (first === 'a.skip') await skip(visit, report);
    await page.evaluate(() => { document.activeElement?.blur?.(); scrollTo(0, 0); });
}

/// Enter on the skip link goes to the main part: the next Tab is in it.
async function skip(visit, report) {
    const { page } = visit;
    await page.evaluate(() => document.querySelector('a.skip').focus());
    await page.keyboard.press('Enter');
    await visit.settle();
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
        const main = document.getElementById('main');
        const able = main?.querySelector('a[href], button, summary, [tabindex="0"], input');
        return !able || main.contains(document.activeElement);
    });
    if (!inside) report('keyboard: after the skip link, Tab does not go on in main');
}

// Everything below runs in the page.

function watch(FOCUSABLE) {
    const visible = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })
        && element.getClientRects().length > 0 && !element.disabled && !element.closest('[inert]');
    const all = [...document.querySelectorAll(FOCUSABLE)].filter((element) =>
        visible(element) && element.getAttribute('tabindex') !== '-1' && element.type !== 'hidden');
    // Of the choices of a group, Tab reaches one.
    const groups = new Set();
    const expected = all.filter((element) => {
        if (element.type !== 'radio' || !element.name) return true;
        const members = document.querySelectorAll(`input[type=radio][name="${CSS.escape(element.name)}"]`);
        const chosen = [...members].find((member) => member.checked) ?? members[0];
        return element === chosen && !groups.has(element.name) && groups.add(element.name);
    });
    const looks = (element) => {
        const style = getComputedStyle(element);
        return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.backgroundColor, style.borderColor,
            style.borderWidth, style.textDecoration, style.stroke, style.strokeWidth].join(' ');
    };
    const describe = (element) => {
        const words = (element.getAttribute?.('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
        const kind = element.classList?.[0] ? `.${element.classList[0]}` : element.id ? `#${element.id}` : '';
        return `${element.localName}${kind} "${words.slice(0, 40)}"`;
    };
    const before = new Map(expected.map((element) => [element, looks(element)]));
    const state = { expected, describe, order: [], unseen: [] };
    state.seen = (element) => {
        const style = getComputedStyle(element);
        const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
            && !/rgba\(.*, 0\)|transparent/.test(style.outlineColor);
        if (!outlined && (!before.has(element) || before.get(element) === looks(element))) return false;
        // It must be on the screen, and not lie under something else.
        const rects = [...element.getClientRects()];
        return rects.some(({ left, right, top, bottom }) => {
            const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
            const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
            if (x1 - x0 < 1 || y1 - y0 < 1) return false;
            const places = [[0.5, 0.5], [0.05, 0.5], [0.95, 0.5], [0.5, 0.1], [0.5, 0.9]];
            return places.some(([x, y]) => {
                const top = document.elementFromPoint(x0 + x * (x1 - x0), y0 + y * (y1 - y0));
                return top && (element.contains(top) || top.contains(element));
            });
        });
    };
    // When Tab goes down, the element before it is still focused, and has been scrolled to.
    state.look = () => {
        const element = document.activeElement;
        if (!element || element === document.body || element === document.documentElement) return state.order.push(null);
        if (!state.order.includes(element) && !state.seen(element)) state.unseen.push(element);
        return state.order.push(element);
    };
    state.listener = (event) => { if (event.key === 'Tab') state.look(); };
    addEventListener('keydown', state.listener, true);
    window.__walk = state;
    return expected.length;
}

function found() {
    const state = window.__walk;
    state.look();
    removeEventListener('keydown', state.listener, true);
    const { expected, order, describe, unseen } = state;
    const reached = new Set(order);
    const missed = expected.filter((element) => !reached.has(element));
    const stays = order.find((element, at) => element && order[at + 1] === element);
    const first = order.find(Boolean);
    return {
        missed: missed.map(describe),
        trapped: missed.length && stays ? describe(stays) : null,
        unseen: unseen.map((_, at) => at),
        first: first?.matches('a.skip') ? 'a.skip' : first ? describe(first) : 'nothing',
    };
}

async function again(at) {
    const state = window.__walk;
    const element = state.unseen[at];
    element.blur();
    element.focus({ focusVisible: true });
    await new Promise((done) => setTimeout(done, 400));
    return state.seen(element) ? null : state.describe(element);
}
