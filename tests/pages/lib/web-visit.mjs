// A visit of the page that holds the whole program: how it is tapped, typed at, and waited for.
import { Visit } from './browser.mjs';

/// For answers; a run that takes longer has hung.
const ANSWER_MS = 600_000;

export class WebVisit extends Visit {
    // The worker, its module and what is saved are blobs that the page makes: nothing else may be asked for.
    get downloading() { return true; }

    set downloading(_) {}

    static async at(browser, file, report, hash, before) {
        const visit = new WebVisit(file, report);
        visit.page = await browser.newPage();
        visit.client = await visit.page.createCDPSession();
        await visit.watch();
        // What a worker asks for is seen only at the worker.
        visit.page.on('workercreated', async (worker) => {
            try {
                worker.client.on('Network.requestWillBeSent', ({ request }) => {
                    if (!/^(blob|data):/.test(request.url)) report(`a worker asked for ${request.url}`);
                });
                await worker.client.send('Network.enable');
            } catch {
                // It has ended already.
            }
        });
        await visit.page.evaluateOnNewDocument(noticeAnswers);
        await before?.(visit);
        await visit.go(hash);
        return visit;
    }

    async go(hash) {
        if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
        await this.page.bringToFront();
        await this.page.goto(hash ? `${this.url}#${hash}` : this.url, { waitUntil: 'load' });
    }

    /// When the first answer was there, in milliseconds after the page began to open.
    firstAnswer() {
        return this.page.evaluate(() => window.__firstAnswer ?? null);
    }

    /// The page has said all that it will say of what was asked last: a whole answer, or a message.
    async answered(patience = ANSWER_MS) {
        // What is typed is asked a moment later.
        await new Promise((done) => setTimeout(done, 400));
        await this.page.waitForFunction(() => {
            const busy = document.getElementById('w-answer').hasAttribute('aria-busy');
            const there = document.querySelector('#w-body .answer, #w-body .found') || !document.getElementById('w-wrong').hidden;
            return !busy && there;
        }, { timeout: patience, polling: 50 });
        return this.state();
    }

    /// What stands where.
    state() {
        return this.page.evaluate(() => {
            const text = (id) => document.getElementById(`w-${id}`).textContent.trim();
            const shown = (id) => (document.getElementById(`w-${id}`).hidden ? '' : text(id));
            return {
                wrong: shown('wrong'), status: text('status'), exit: Number(/code (\d)/.exec(text('exit'))?.[1] ?? NaN), says: text('says'),
                command: text('command'), answer: document.querySelector('#w-body .answer, #w-body .found')?.textContent ?? '',
                errors: [...document.querySelectorAll('.w-error')].map((it) => it.textContent).filter(Boolean),
                routines: [...document.querySelectorAll('.w-routine input')].map((it) => it.value), hash: location.hash,
                busy: document.getElementById('w-answer').hasAttribute('aria-busy'),
            };
        });
    }

    async tap(selector) {
        await this.page.waitForSelector(selector, { visible: true, timeout: 20_000 });
        await this.page.evaluate((it) => document.querySelector(it).scrollIntoView({ block: 'center' }), selector);
        await this.page.click(selector);
    }

    /// Taps what has this key: `move-M`, `step-0-0-more`.
    press(key) {
        return this.tap(`[data-key="${key}"]`);
    }

    async write(selector, text) {
        await this.page.waitForSelector(selector, { visible: true });
        await this.page.focus(selector);
        await this.page.evaluate((it) => document.querySelector(it).select?.(), selector);
        // Long texts at once, as a paste puts them in.
        await this.client.send('Input.insertText', { text });
        if (!text) await this.page.keyboard.press('Backspace');
    }

    /// Drops files from disk, as somebody does who drags them in.
    async drop(paths) {
        const at = { x: 200, y: 200 };
        const data = { items: [], files: paths, dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop']) await this.client.send('Input.dispatchDragEvent', { type, ...at, data });
        await this.page.waitForFunction((many) => document.querySelectorAll('#w-filelist li').length >= many, {}, paths.length);
    }

    async saved(format) {
        await this.page.waitForSelector(`[data-key="save-${format}"]`, { visible: true });
        return this.download(() => this.press(`save-${format}`), 120_000);
    }

    /// Bytes of the memory of the program that answers.
    memory() {
        return this.page.evaluate(() => runner.memory());
    }
}

/// Runs in the page, before its own script.
function noticeAnswers() {
    window.__answers = 0;
    new MutationObserver(() => {
        const answer = document.querySelector('#w-body .answer, #w-body .found');
        if (!answer || answer === window.__lastAnswer) return;
        window.__lastAnswer = answer;
        window.__answers += 1;
        window.__firstAnswer ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
}
