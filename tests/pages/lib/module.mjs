// The program of the built page in Node: the glue and the module are taken out of the page, and files are those of the disk.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import vm from 'node:vm';

/// What stands between the tags of a script of the page.
const part = (page, id) => {
    const found = new RegExp(`<script type="[^"]*" id="${id}"[^>]*>([^]*?)</script>`).exec(page);
    if (!found) throw new Error(`the page has no part ${id}`);
    return found[1];
};

/// Files by their names, as the worker of the page has them.
const disk = {
    size(name) {
        try {
            const file = openSync(name);
            const stat = fstatSync(file);
            closeSync(file);
            return stat.isFile() ? stat.size : -1;
        } catch {
            return -1;
        }
    },
    read(name, offset, length) {
        const file = openSync(name);
        const bytes = new Uint8Array(length);
        const many = readSync(file, bytes, 0, length, offset);
        closeSync(file);
        return bytes.subarray(0, many);
    },
    begin() {},
    advance() {},
    end() {},
};

/// The functions of the program in the page `path`.
export async function load(path) {
    const page = readFileSync(path, 'utf8');
    // The page's own function reads the bytes off the text.
    const [moduleBytes] = /function moduleBytes\(element\) \{[^]*?\n\}\n/.exec(page);
    const [, bytes] = /id="module-data" data-bytes="(\d+)"/.exec(page);
    const element = { textContent: part(page, 'module-data'), dataset: { bytes } };
    const packed = vm.runInThisContext(`(${moduleBytes})`)(element);
    const module = await WebAssembly.compile(inflateRawSync(packed));
    // The worker's own part answers messages, which nobody sends here.
    const glue = part(page, 'worker-source').split('// The worker')[0];
    globalThis.host = disk;
    const program = vm.runInThisContext(`${glue};wasm_bindgen`);
    await program({ module_or_path: module });
    const answer = (words) => JSON.parse(program.answer(JSON.stringify(words)));
    return { answer, exported: program.exported };
}
