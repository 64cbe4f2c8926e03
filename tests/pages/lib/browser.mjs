// The browser, and a visit of one page during which everything is noticed that a page must not do.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

export const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const HEIGHT = 900;
/// Longer than any answer of the browser should take: axe needs half a minute for the largest pages.
const PATIENCE_MS = 180_000;

const FLAGS = [
    '--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb', '--lang=en',
    // Nothing leaves this machine, even if a page asks for it: it is the asking that fails the page.
    '--host-resolver-rules=MAP * ~NOTFOUND', '--disable-background-networking', '--disable-component-update',
    '--disable-sync', '--no-first-run', '--no-default-browser-check', '--disable-extensions',
];

/// Starts a browser. Each tab has its own one: a tab in the background gets no frames and no hovering.
export async function launch() {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: install chromium, or name it in CHROMIUM`);
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    return puppeteer.launch({
        executablePath: PROGRAM, headless: true, args: [...FLAGS, ...root], protocolTimeout: PATIENCE_MS,
        defaultViewport: { width: 1440, height: HEIGHT },
    });
}

/// An opened page or picture, with what was noticed.
export class Visit {
    constructor(file, report) {
        this.file = file;
        this.url = pathToFileURL(file).href;
        this.report = report;
        // Set while a download is asked for, which goes through a blob that the page makes.
        this.downloading = false;
    }

    /// Opens a file. `report(problem)` is called for each thing noticed, now and later.
    static async open(browser, file, report) {
        const visit = new Visit(file, report);
        visit.page = await browser.newPage();
        visit.client = await visit.page.createCDPSession();
        await visit.watch();
        await visit.load();
        return visit;
    }

    async watch() {
        const { page, client, report } = this;
        page.setDefaultTimeout(PATIENCE_MS);
        page.on('console', (message) => report(`console (${message.type()}): ${cut(message.text())}`));
        page.on('pageerror', (error) => report(`error in a script: ${cut(String(error?.message ?? error))}`));
        page.on('error', (error) => report(`the page crashed: ${cut(error.message)}`));
        page.on('popup', () => report('opened another window'));
        page.on('frameattached', () => report('has a frame'));
        page.on('dialog', async (dialog) => {
            report(`opened a dialog (${dialog.type()}): ${cut(dialog.message())}`);
            await dialog.dismiss().catch(() => {});
        });
        page.on('framenavigated', (frame) => {
            if (frame === page.mainFrame() && !this.isItself(frame.url()) && frame.url() !== 'about:blank') {
                report(`went to ${cut(frame.url())}`);
            }
        });
        // At the level of the network, where nothing is missed that a script, a style or an image asks for.
        await client.send('Network.enable');
        client.on('Network.requestWillBeSent', ({ request }) => {
            // A picture that stands in the page itself asks nobody.
            const within = request.url.startsWith('data:image/svg+xml;base64,');
            const made = within || /^(blob|data):/.test(request.url) && this.downloading;
            if (!made && !this.isItself(request.url)) report(`asked for ${cut(request.url)}`);
        });
        client.on('Network.webSocketCreated', ({ url }) => report(`asked for ${cut(url)}`));
    }

    isItself(url) {
        return url.split('#')[0] === this.url;
    }

    async load() {
        await this.page.goto(this.url, { waitUntil: 'load', timeout: PATIENCE_MS });
        this.loadTime = await this.page.evaluate(() => {
            const [entry] = performance.getEntriesByType('navigation');
            return entry ? entry.loadEventEnd || entry.domComplete : 0;
        });
    }

    /// Until the page has painted twice, after which handlers of events have run.
    async settle() {
        await this.page.evaluate(() => new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
            setTimeout(done, 300);
        }));
    }

    async resize(width) {
        await this.page.setViewport({ width, height: HEIGHT });
        await this.settle();
    }

    /// `light` or `dark`.
    async theme(name) {
        await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: name }]);
        await this.settle();
    }

    /// Does something that should download one file; gives its name and its bytes, or null if none came.
    async download(act, patience = 20_000) {
        const folder = mkdtempSync(join(tmpdir(), 'colddeck-pages-'));
        const root = await this.page.browser().target().createCDPSession();
        try {
            mkdirSync(folder, { recursive: true });
            await root.send('Browser.setDownloadBehavior',
                { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true });
            this.downloading = true;
            let name = null;
            const done = new Promise((resolve) => {
                const late = setTimeout(() => resolve(null), patience);
                root.on('Browser.downloadWillBegin', ({ suggestedFilename }) => { name = suggestedFilename; });
                root.on('Browser.downloadProgress', ({ guid, state }) => {
                    if (state === 'inProgress') return;
                    clearTimeout(late);
                    resolve(state === 'completed' ? guid : null);
                });
            });
            await act();
            const guid = await done;
            return guid ? { name, bytes: readFileSync(join(folder, guid)) } : null;
        } finally {
            this.downloading = false;
            await root.detach().catch(() => {});
            rmSync(folder, { recursive: true, force: true });
        }
    }

    async close() {
        await this.page.close().catch(() => {});
    }
}

export function cut(text, most = 240) {
    const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u206f]+/g, ' ');
    return line.length > most ? `${line.slice(0, most)}…` : line;
}

/// Does something to each item, in several browsers at once.
export async function inBrowsers(items, tabs, act) {
    const waiting = [...items.keys()];
    const results = new Array(items.length);
    const worker = async () => {
        let browser = null;
        try {
            while (waiting.length) {
                // A browser that has crashed takes only its page with it.
                if (!browser?.connected) browser = await launch();
                const at = waiting.shift();
                results[at] = await act(browser, items[at]);
            }
        } finally {
            await browser?.close().catch(() => {});
        }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.min(tabs, items.length)) }, worker));
    return results;
}
