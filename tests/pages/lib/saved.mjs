// The record in a page is the record that the page was made from, byte for byte.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/// The record that a page in the folder of results was made from.
export function recordBeside(file) {
    const record = join(dirname(file), 'record.json');
    return existsSync(record) ? record : null;
}

export async function saved(visit, report, record) {
    const { page } = visit;
    const wanted = record ? readFileSync(record) : null;
    const embedded = await page.evaluate(() => document.getElementById('record-data')?.textContent ?? null);
    if (embedded === null || !await page.$('#save-record')) return;
    let bytes = null;
    try {
        bytes = inflateRawSync(Buffer.from(embedded.trim(), 'base64'));
    } catch (error) {
        report(`the embedded record: ${error.message}`);
    }
    if (bytes) compare(bytes, wanted, 'the embedded record', report);
    const file = await visit.download(() => page.click('#save-record'));
    await visit.settle();
    if (!file) return report('#save-record: no file came within 20 s');
    if (!/^[\w.-]+\.json$/.test(file.name)) report(`#save-record: the file is called "${file.name}", not NAME.json`);
    return compare(file.bytes, wanted ?? bytes, 'the saved record', report);
}

function compare(bytes, wanted, what, report) {
    if (wanted && !bytes.equals(wanted)) {
        const at = bytes.findIndex((byte, i) => byte !== wanted[i]);
        report(`${what} is not the record: ${bytes.length} and ${wanted.length} bytes, different from byte ${at}`);
    }
    try {
        JSON.parse(bytes.toString('utf8'));
    } catch (error) {
        report(`${what}: ${error.message}`);
    }
}
