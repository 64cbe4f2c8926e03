// Runs what was asked, step by step, and shows each answer in the place of the one before.
const EXITS = {
  0: "no evidence against the shuffle",
  1: "evidence found",
  2: "a wrong input, or a failure",
  3: "too little data to say",
};
const EXITS_OF = {
  compare: ["nothing moved beyond chance", "something moved", "a wrong input, or a failure", "too little to compare"],
  fit: ["a model, or fair, is named", "no model fits", "a wrong input, or a failure", "too few decks"],
};
const DOWNLOADS = [
  ["json", "record.json", "application/json"],
  ["html", "report.html", "text/html"],
  ["md", "report.md", "text/markdown"],
  ["csv", "data.csv", "text/csv"],
  ["svg", "pictures.svg", "image/svg+xml"],
];
// What is shown in each tab: { words, files, found, status, whole, exports }.
const shown = {};
// What the runner answered last: only that can it export.
let held = null;
let [turn, saidLast] = [0, ""];
const body = find("body");
const box = find("answer");

const decksOf = (words) => {
  const at = words.indexOf("--trials");
  return at < 0 ? null : Number(words[at + 1]);
};
const stepStatus = (words, at, of) => {
  const decks = decksOf(words);
  if (at + 1 < of) return words[0] === "exact" ? "Exact figures first; decks are being shuffled." : "A first verdict; more decks are being shuffled.";
  if (words[0] === "report") return "Shown again; nothing was measured.";
  if (decks === null) return words[0] === "exact" ? "Answered without simulating." : "The whole answer.";
  return `${grouped(decks)} decks: the whole answer.`;
};
const setStatus = (text) => { find("status").textContent = text; };

const wrong = (text) => {
  const message = find("wrong");
  message.hidden = !text;
  if (message.textContent !== text) message.textContent = text;
  if (text) peekSays(text, "bad");
};
// Nothing runs from now on.
const rest = () => {
  find("stop").hidden = true;
  box.classList.remove("w-running");
  find("progress").hidden = true;
  box.removeAttribute("aria-busy");
  box.classList.remove("w-old");
};

runner.progress = ({ stage, done, all }) => {
  const bar = find("progress");
  if (!box.hasAttribute("aria-busy")) return;
  bar.hidden = false;
  if (all > 0) [bar.max, bar.value] = [all, Math.min(done, all)];
  else bar.removeAttribute("value");
  find("doing").textContent = all > 0 ? `${stage}: ${grouped(done)} of ${grouped(all)}` : done ? `${stage}: ${grouped(done)}` : stage;
};

const setExit = (code, words) => {
  find("exit").className = `w-exit w-code${code}`;
  find("exit").replaceChildren(...(code === undefined ? [] : [`Exit code ${code}: `, make("strong", {}, words || EXITS[code] || "not known"), "."]));
};
const setBody = (html) => {
  // The program has escaped all that is not its own.
  body.innerHTML = html;
  // Its title, if it has one, would be a second title of the page.
  body.querySelector(":scope > header")?.remove();
  if (html) enliven(body);
};

const show = (tab) => {
  const it = shown[tab];
  peekSays(it?.found.says ?? "", it?.found.tone ?? "");
  wrong("");
  find("take").hidden = !it;
  setExit(it?.found.exit, ["exact", "advise", "report"].includes(it?.words[0]) && it.found.exit === 0 ? (it.words[0] === "report" ? "shown again" : "answered") : EXITS_OF[it?.words[0]]?.[it.found.exit]);
  keepingPlace(body, () => {
    setBody(it?.found.main ?? "");
    body.append(...(it?.found.remarks ?? []).map((remark) => make("p", { className: "note" }, `Note: ${remark}.`)));
  });
  if (!it) return;
  setStatus(it.status);
  find("command").textContent = it.found.command;
  const typed = it.files.filter(([, file]) => typeof file === "string");
  find("needs-files").hidden = !typed.length;
  find("needs-files").replaceChildren("It reads ", ...typed.flatMap(([name, text], at) => [at ? " and " : "",
    make("button", { type: "button", className: "w-button", on: { click: () => save(name, text, "text/plain") } }, `Save ${name}`)]), ".");
  drawMore();
  find("more-decks").hidden = tab !== "routine" || !it.whole || decksOf(it.words) >= 1e6;
  showDownloads(it);
  // The same sentence is not said again when more decks bear it out.
  if (it.found.says !== saidLast) find("says").textContent = saidLast = it.found.says;
};

// The buttons stay the same: one that is made anew while it is pressed is not pressed.
find("downloads").append(...DOWNLOADS.map(([format, name, type]) => press(`save-${format}`, name, `Download ${name}`, async () => {
  const it = shown[state.tab];
  find("said").textContent = "";
  try {
    save(name, await exportOf(it, format), type);
  } catch (error) {
    if (!(error instanceof Cancelled)) find("said").textContent = `${name}: ${error.message}`;
  }
})));
const showDownloads = (it) => {
  if (it !== shown[state.tab]) return;
  DOWNLOADS.forEach(([format], at) => { find("downloads").children[at].hidden = it.exports?.[format] === null; });
};
// The runner exports its last answer; an older one is answered again, which gives the same.
const exportOf = async (it, format) => {
  if (typeof it.exports?.[format] === "string") return it.exports[format];
  if (held !== it) {
    // What runs is not what is asked for.
    if (runner.busy) stop();
    await answered(it.words, it.files);
    held = it;
  }
  return runner.ask("exported", [format]);
};
// Which downloads there are is found out when all else is done.
const exportAll = async (it, mine) => {
  const found = {};
  for (const [format] of DOWNLOADS) {
    if (mine !== turn || held !== it) return;
    try {
      found[format] = await runner.ask("exported", [format]);
    } catch (error) {
      if (!(error instanceof Refused)) return;
      found[format] = null;
    }
  }
  if (mine !== turn) return;
  it.exports = found;
  showDownloads(it);
};
const answered = async (words, files) => {
  const handed = files.map(([name, file]) => [name, typeof file === "string" ? new Blob([file]) : file]);
  held = null;
  return JSON.parse(await runner.ask("answer", [JSON.stringify(words)], handed));
};

// Gives up what runs, if anything does.
const halt = () => {
  turn += 1;
  runner.cancel();
  rest();
};
const stop = () => {
  halt();
  const it = shown[state.tab];
  const last = it ? ` Below is what was there: ${it.status.charAt(0).toLowerCase()}${it.status.slice(1)}` : "";
  setStatus(`Stopped.${last}`);
  find("doing").textContent = "";
};

// A time that is to come, as one says it.
const lasting = (seconds) => (seconds < 1.5 ? "a second" : seconds < 100 ? `${Math.round(seconds < 10 ? seconds : seconds / 5) * (seconds < 10 ? 1 : 5)} seconds` : `${Math.round(seconds / 60)} minutes`);
// Decks a second of the last run of decks, for the time that more of them take.
let pace = 0;
const paceOf = (words, ms) => {
  const decks = decksOf(words);
  if (words[0] === "run" && decks && ms > 20) pace = decks / ms * 1000;
};
const MORE_DECKS = 1e6;
const drawMore = () => {
  find("more-decks").textContent = `More decks: ${grouped(MORE_DECKS)}${pace ? ` (about ${lasting(MORE_DECKS / pace)})` : ""}`;
};

const run = async (tab, { words, files }, expected = 0) => {
  halt();
  const mine = turn;
  const asked = questionOf({ words, files });
  const steps = rungs(words);
  const old = shown[tab];
  wrong("");
  box.setAttribute("aria-busy", "true");
  // The old answer is still there to be read; it fades if the next takes long.
  if (old) box.classList.add("w-old");
  find("stop").hidden = false;
  box.classList.add("w-running");
  body.style.minHeight = `${body.offsetHeight}px`;
  for (const [at, step] of steps.entries()) {
    const decks = decksOf(step);
    find("doing").textContent = decks ? `now ${grouped(decks)} decks` : "working";
    const time = expected || (decks && pace ? decks / pace : 0);
    if (time > 3) find("doing").textContent += `; about ${lasting(time)}`;
    if (at === 0) setStatus(time > 3 ? `This takes about ${lasting(time)}. Stop it when you like.` : "Working.");
    const began = performance.now();
    let found;
    try {
      found = await answered(step, files);
    } catch (error) {
      if (error instanceof Cancelled || mine !== turn) return undefined;
      found = { exit: 2, error: error.message };
    }
    if (mine !== turn) return undefined;
    const whole = at + 1 === steps.length;
    firstDone();
    // A look on the way that cannot be had is left out.
    if (found.error && !whole) continue;
    paceOf(step, performance.now() - began);
    if (found.error && tab === "test") stakeWrong(found.error);
    if (found.error) return refuse(found.error, { tab, keep: tab !== "test", exit: found.exit });
    const it = { words: step, files, found, whole, asked, status: stepStatus(step, at, steps.length) };
    shown[tab] = held = it;
    if (whole) rest();
    box.classList.remove("w-old");
    find("doing").textContent = "";
    show(tab);
    if (whole) exportAll(it, mine);
    // The page draws this one before the next begins to be waited for.
    else await new Promise((done) => setTimeout(done, 0));
    if (mine !== turn) return undefined;
  }
  body.style.minHeight = "";
  return undefined;
};
// Two that are the same have the same answer.
const questionOf = ({ words, files }) => JSON.stringify([words, files.map(([name, file]) => [name, typeof file === "string" ? file : file.lastModified])]);

// What is wrong is said in words, and nothing runs. The last answer may stay, if it is plain that it is an older one.
const refuse = (text, { tab = state.tab, keep = false, exit = undefined } = {}) => {
  halt();
  find("doing").textContent = "";
  body.style.minHeight = "";
  const kept = keep && shown[tab];
  if (!kept) {
    delete shown[tab];
    show(tab);
  }
  setExit(exit);
  wrong(text);
  setStatus(`${exit === undefined ? "Nothing was run." : "No answer."}${kept ? " Below is the answer to what was asked before." : ""}`);
};

find("stop").addEventListener("click", () => {
  stop();
  box.focus({ preventScroll: true });
});
find("copy-command").addEventListener("click", async () => {
  find("said").textContent = (await copied(find("command").textContent)) ? "The command line is copied." : "It could not be copied: mark it and copy it by hand.";
});
find("copy-link").addEventListener("click", async () => {
  writeAddress(false);
  const long = addressOf(state).length > MOST_ADDRESS;
  find("said").textContent = long ? "The deck list is too long for a link." : (await copied(location.href)) ? "The link is copied." : "It could not be copied: copy the address by hand.";
});

// On a small screen the answer is below: the routine and the sentence stand at the edge of the screen until the answer is seen.
const peek = find("peek");
let seen = true;
const drawPeek = () => {
  find("peek-routine").textContent = state.tab === "routine" ? state.routines[state.active] : "";
  find("peek-undo").hidden = state.tab !== "routine";
  peek.hidden = seen || state.tab === "cards" || !find("peek-says").textContent;
};
// As much as fits beside the buttons, in whole sentences: the answer, and the first one with a fair value if the answer has none.
const LONGEST_PEEK = 170;
const inShort = (text) => {
  const [first = "", ...others] = text.split(/(?<=[.?!]) (?=[A-Z])/);
  if (/fair.*\d/.test(first)) return first;
  const second = others.find((it) => /\bfair\b.*\d/.test(it) && first.length + it.length < LONGEST_PEEK);
  return second ? `${first} ${second}` : first;
};
const peekSays = (text, tone) => {
  find("peek-says").textContent = inShort(text);
  peek.className = `w-peek ${tone}`;
  drawPeek();
};
find("peek-open").addEventListener("click", () => {
  box.scrollIntoView({ block: "start" });
  box.focus({ preventScroll: true });
});
new IntersectionObserver(([entry]) => {
  seen = entry.isIntersecting;
  drawPeek();
}, { rootMargin: "0px 0px -90px 0px" }).observe(box);
