// The program: its module is unpacked and compiled once, at once, and runs in workers, so that the page never waits for it.
const missing = [
  [typeof WebAssembly === "object", "WebAssembly"],
  [typeof Worker === "function", "workers"],
  [typeof DecompressionStream === "function", "DecompressionStream"],
].filter(([there]) => !there).map(([, name]) => name);

// Bytes that stand as text in Z85, with `_` for `<`: five letters say four of them.
function moduleBytes(element) {
  const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&_>()[]{}@%$#";
  const digits = new Uint8Array(128);
  for (let at = 0; at < letters.length; at += 1) digits[letters.charCodeAt(at)] = at;
  const text = element.textContent.trim();
  const bytes = new Uint8Array((text.length / 5) * 4);
  const words = new DataView(bytes.buffer);
  for (let at = 0, to = 0; at < text.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; at += 1) word = word * 85 + digits[text.charCodeAt(at)];
    words.setUint32(to, word);
  }
  return bytes.subarray(0, Number(element.dataset.bytes));
}

const compiled = (async () => {
  if (missing.length) throw new Error(`this browser has no ${missing.join(", no ")}`);
  const packed = moduleBytes(document.getElementById("module-data"));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  // While it is unpacked it is compiled.
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
})();
// Each call hears of it, too.
compiled.catch(() => {});

// A call that was given up because something changed.
class Cancelled extends Error {}
// What the program says in words: there is no such thing.
class Refused extends Error {}

class Program {
  // It starts when it may: `after` is a promise.
  constructor(after = null) {
    this.calls = 0;
    this.waiting = new Map();
    this.progress = () => {};
    this.worker = null;
    if (missing.length) return;
    if (after) this.begun = after.then(() => this.start());
    else this.start();
  }

  start() {
    const text = document.getElementById("worker-source").textContent;
    Program.source ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(Program.source);
    this.worker = worker;
    worker.onmessage = ({ data }) => worker === this.worker && this.heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.broken(event.message || "the worker did not start");
    };
    compiled.then((module) => worker === this.worker && worker.postMessage({ module }), () => {});
  }

  get busy() {
    return this.waiting.size > 0;
  }

  heard({ id, value, refused, broken, progress }) {
    if (progress) return this.progress(progress);
    const call = this.waiting.get(id);
    if (!call) return undefined;
    if (broken !== undefined) return this.broken(broken);
    this.waiting.delete(id);
    return refused === undefined ? call.give(value) : call.fail(new Refused(refused));
  }

  // All that was asked fails; a new worker takes what is asked next.
  end(error) {
    const calls = [...this.waiting.values()];
    this.waiting.clear();
    this.worker.terminate();
    this.start();
    for (const { fail } of calls) fail(error);
  }

  broken(why) {
    this.end(new Error(`The program stopped with a fault (${why}). That is a fault of colddeck, not of what you asked.`));
  }

  cancel() {
    if (this.busy) this.end(new Cancelled("cancelled"));
  }

  async send(message) {
    // So that it counts as busy from now on.
    this.calls += 1;
    const id = this.calls;
    const found = new Promise((give, fail) => this.waiting.set(id, { give, fail }));
    // Given up before it was sent.
    found.catch(() => {});
    await this.begun;
    const mine = this.worker;
    compiled.then(() => mine === this.worker && mine.postMessage({ ...message, id }), (error) => {
      this.waiting.get(id)?.fail(new Error(`The program could not be started: ${error.message}.`));
      this.waiting.delete(id);
    });
    return found;
  }

  // Calls what the program exports. Files are handed over as pairs of a name and a Blob.
  ask(call, words = [], handed = null) {
    return this.send({ call, words, handed });
  }

  memory() {
    return this.send({ memory: true });
  }
}

// One runs, which takes long; one reads what is typed, which must not wait for that. It does not get in the way of the first
// answer, either: a phone has few cores.
const LATEST_MS = 1500;
let firstDone;
const first = new Promise((done) => {
  firstDone = done;
  setTimeout(done, LATEST_MS);
});
const runner = new Program();
const clerk = new Program(first);
const told = async (call, ...words) => JSON.parse(await clerk.ask(call, words));
const catalogue = told("catalogue");
catalogue.catch(() => {});
