// The worker: answers calls of the page with the program, which it gets as a compiled module. wasm-bindgen's glue stands before this.
const files = new Map();
const reader = new FileReaderSync();
const BETWEEN_MS = 50;
let [loaded, stage, done, all, told] = [null, "", 0, -1, 0];

// Progress is told some 20 times a second: more would only keep the page busy.
const tell = (now) => {
  const time = performance.now();
  if (!now && time - told < BETWEEN_MS) return;
  told = time;
  postMessage({ progress: { stage, done, all } });
};

self.host = {
  size: (name) => files.get(name)?.size ?? -1,
  // A part of a file at a time: the whole may be larger than the memory of a phone.
  read: (name, offset, length) => {
    const file = files.get(name);
    if (!file) throw new Error(`there is no file ${name}`);
    const [from, to] = [Number(offset), Number(offset) + Number(length)];
    return new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to)));
  },
  begin: (name, decks) => {
    [stage, done, all] = [name, 0, Number(decks)];
    tell(true);
  },
  advance: (decks) => {
    done += Number(decks);
    tell(false);
  },
  end: () => tell(true),
};

self.onmessage = async ({ data }) => {
  if (data.module) {
    loaded = wasm_bindgen({ module_or_path: data.module });
    // Whoever calls is told; alone it would be an error that nobody handles.
    loaded.catch(() => {});
    return;
  }
  const { id, call, words, handed } = data;
  try {
    const wasm = await loaded;
    if (data.memory) return postMessage({ id, value: wasm.memory.buffer.byteLength });
    if (handed) {
      files.clear();
      for (const [name, file] of handed) files.set(name, file);
    }
    postMessage({ id, value: wasm_bindgen[call](...words) });
  } catch (error) {
    // What the program refuses is a text. Anything else has left it in no state to go on.
    if (typeof error === "string") postMessage({ id, refused: error });
    else postMessage({ id, broken: String(error?.message ?? error) });
  }
};
