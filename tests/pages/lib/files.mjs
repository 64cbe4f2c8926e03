// The files that are opened, a folder for a while, and numbers of bytes and seconds as they are written.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENDINGS = ['.html', '.svg'];
const NOT_PAGES = ['node_modules', '.git'];

/// All pages and pictures in the files and folders that were named, sorted.
export function collect(named) {
    const found = [];
    const look = (path) => {
        if (statSync(path).isDirectory()) {
            readdirSync(path).filter((name) => !NOT_PAGES.includes(name)).forEach((name) => look(join(path, name)));
        } else if (ENDINGS.some((ending) => path.endsWith(ending))) {
            found.push(path);
        }
    };
    named.forEach(look);
    return [...new Set(found)].sort();
}

/// So many of them, evenly spread, so that every kind has its turn and two runs open the same.
export function sample(files, count) {
    if (!count || count >= files.length) return files;
    return Array.from({ length: count }, (_, at) => files[Math.floor((at * files.length) / count)]);
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/// Names the first few of many.
export function few(items, most = 3) {
    const more = items.length > most ? ` (and ${items.length - most} more)` : '';
    return items.slice(0, most).join(', ') + more;
}

/// Acts in a folder that is gone afterwards.
export async function inFolder(act) {
    const folder = mkdtempSync(join(tmpdir(), 'colddeck-web-'));
    try {
        return await act(folder);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
