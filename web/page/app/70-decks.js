// My decks: files that are dropped or picked stay on this machine; the program reads them a part at a time.
const MOST_FILES = 50;
const drawFiles = () => {
  renew(find("filelist"), dropped.map((file, at) => make("li", {}, make("code", {}, file.name), ` ${KINDS[file.kind] ?? "decks"}, ${grouped(file.size)} bytes `,
    press(`drop-${at}`, "×", `Remove ${file.name}`, () => {
      dropped.splice(at, 1);
      drawFiles();
      changed();
    }))));
  drawTest();
};
// What a file is shows in how it begins.
const KINDS = { record: "a record", spec: "a spec", list: "a deck list", decks: "decks" };
const LOOKED_AT = 1 << 14;
const kindOf = async (file) => {
  if (/\.toml$/i.test(file.name)) return "spec";
  const text = await file.slice(0, LOOKED_AT).text();
  if (/^\s*\{/.test(text) && /"schema"\s*:\s*"colddeck/.test(text)) return "record";
  const lines = text.split(/\r?\n/).slice(0, -1).concat(file.size < LOOKED_AT ? text.split(/\r?\n/).slice(-1) : []);
  const said = lines.map((line) => line.trim()).filter((line) => line && !/^(#|\/\/)/.test(line));
  // "4 Island", "1x Elf (M21) 5": a count, and the name of a card; a line of a deck is a number or a name on its own.
  const cards = said.filter((line) => /^\d{1,3}x?\s+\p{L}[^\t;]*$/u.test(line) && !/^(\S+\s+){9}/.test(line));
  return said.length && cards.length > 0.6 * said.length ? "list" : "decks";
};
// A deck list is the deck of what is asked in this tab.
const putDeck = (text) => {
  if (state.tab === "cards") choose("routine");
  if (state.tab === "exact") {
    state.question.deck = text;
    drawQuestion();
  } else if (state.tab === "test") {
    state.tested.deck = text;
    drawTested();
  } else {
    state.deck = text;
    drawFields();
  }
  setStatus("The deck list is the deck now.");
};
const take = async (files) => {
  const kinds = await Promise.all(files.map(kindOf));
  const lists = files.filter((_, at) => kinds[at] === "list");
  if (lists.length === 1 && files.length === 1) {
    putDeck(await lists[0].text());
    return changed();
  }
  for (const [at, file] of files.entries()) {
    file.kind = kinds[at];
    // The same name again is the same file, changed.
    const before = dropped.findIndex(({ name }) => name === file.name);
    if (before >= 0) dropped.splice(before, 1, file);
    else dropped.push(file);
  }
  dropped.splice(MOST_FILES);
  forget();
  drawFiles();
  if (state.tab !== "test") choose("test");
  changed();
  // Records are read at once; decks wait for what is said of them.
  if (dropped.length && dropped.every(({ kind }) => kind === "record")) testNow();
  return undefined;
};
// What an address opened is no longer what is asked.
const forget = () => {
  state.tested.spec = "";
  stakeWrong("");
};
// What is wrong with a stake stands below its box as well: the answer may be far away.
const stakeWrong = (text) => {
  const own = /^--stakes?: (.+)$/s.exec(text)?.[1] ?? "";
  find("stake-error").textContent = own && `${own[0].toUpperCase()}${own.slice(1)}.`;
  if (own) find("stakes-box").open = true;
  if (own) find("stake").setAttribute("aria-invalid", "true");
  else find("stake").removeAttribute("aria-invalid");
};
find("files").addEventListener("change", (event) => {
  take([...event.target.files]);
  // The same file can be picked again after it was changed.
  event.target.value = "";
});
// A file that misses the box must not take the place of the page.
const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.body.classList.add("w-dragged");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("w-dragged"));
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.body.classList.remove("w-dragged");
  take([...event.dataTransfer.files]);
});

const TESTED = [["pasted", "pasted"], ["test-deck", "deck"], ["format", "format"], ["view", "view"], ["start", "start"], ["more", "more"], ["times", "times"], ["stake", "stake"]];
const drawTested = () => {
  for (const [id, key] of TESTED) setValue(find(id), state.tested[key]);
  find("in-place").checked = state.tested.inPlace;
  for (const box of find("stakes").querySelectorAll("input")) box.checked = state.tested.stakes.includes(box.value);
  drawTest();
};
// What the button does with what is there.
const drawTest = () => {
  const records = recordsOf(dropped).length;
  const spec = isSpec(state.tested.pasted) || dropped.some(({ kind }) => kind === "spec");
  find("test").textContent = records === 2 ? "Compare" : records ? "Show" : spec ? "Run" : "Test";
  find("fit").hidden = find("times-field").hidden = records > 0 || spec;
};
const pressWhen = () => `Press ${find("test").textContent} when all is there.`;
for (const [id, key] of TESTED) {
  find(id).addEventListener("input", (event) => {
    state.tested[key] = event.target.value;
    forget();
    drawTest();
    if (key === "format") drawFormat();
    changed({ typed: true });
  });
}
find("in-place").addEventListener("change", (event) => {
  state.tested.inPlace = event.target.checked;
  changed();
});
// A box for each set of stakes that people of a game name.
const fillStakes = (sets) => {
  for (const { name, about } of sets) {
    const box = make("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      state.tested.stakes = sets.map((set) => set.name).filter((set) => (set === name ? box.checked : state.tested.stakes.includes(set)));
      forget();
      changed();
    });
    find("stakes").append(make("label", { class: "w-check" }, box, make("span", {}, make("strong", {}, name), `: ${about}`)));
  }
};
let formats = [];
const drawFormat = () => {
  const about = formats.find(({ name }) => name === state.tested.format)?.about ?? "";
  find("format-about").textContent = about && `${state.tested.format}: ${about}.`;
};
const fillTest = ({ formats: listed, options, stakes }) => {
  fillStakes(stakes);
  formats = listed;
  find("format").replaceChildren(...formats.map(({ name }) => make("option", { value: name }, name)));
  find("format").value = state.tested.format;
  drawFormat();
  find("options").replaceChildren(...options.test.map(({ flag, value, about }) =>
    make("tr", {}, make("td", {}, make("code", {}, value ? `${flag} ${value}` : flag)), make("td", {}, about))));
};
// A large file takes long. How long says a first round of some of its decks, where decks stand on lines.
const [LARGE_BYTES, SOME_BYTES] = [4e6, 4e5];
// What fits decks takes most of its time for models, of which few decks need little: so many times that of a round of ten, and so many decks as one more.
const [SOME_DECKS, ROUNDS, DECKS_A_ROUND] = [10, 10, 100];
const fitEstimated = async ({ words, files }) => {
  const [, given] = files.find(([name]) => name === words[1]);
  const text = typeof given === "string" ? given : await given.slice(0, LARGE_BYTES).text();
  if (/[\u0000-\u0008]/.test(text)) return 0;
  const lines = text.split("\n");
  const began = performance.now();
  const found = await answered(words, [...files.filter(([name]) => name !== words[1]), [words[1], `${lines.slice(0, SOME_DECKS).join("\n")}\n`]]);
  return found.error ? 0 : (performance.now() - began) / 1000 * (ROUNDS + Math.min(lines.length, 10000) / DECKS_A_ROUND);
};
const estimated = async ({ words, files }) => {
  if (words[0] === "fit") return fitEstimated({ words, files });
  const file = words[0] === "test" && files.find(([name]) => name === words[1])?.[1];
  if (!(file instanceof File) || file.size < LARGE_BYTES) return 0;
  const text = await file.slice(0, SOME_BYTES).text();
  const some = text.slice(0, text.lastIndexOf("\n") + 1);
  if (!some || /[\u0000-\u0008]/.test(some)) return 0;
  const began = performance.now();
  const found = await answered(words, [...files.filter(([name]) => name !== words[1]), [words[1], some]]);
  return found.error ? 0 : (performance.now() - began) / 1000 * (file.size / some.length);
};
// Only when asked: a large file takes long, and its options come first.
const testNow = async (command = "test") => {
  try {
    const asked = testWords(command);
    find("test-error").textContent = "";
    stakeWrong("");
    halt();
    const mine = turn;
    setStatus("Looking how long it takes.");
    const seconds = await estimated(asked);
    if (mine !== turn) return;
    run("test", asked, seconds);
  } catch (error) {
    if (error instanceof Cancelled) return;
    find("test-error").textContent = error.message;
    refuse("", { tab: "test" });
  }
};
find("test").addEventListener("click", () => testNow());
find("fit").addEventListener("click", () => testNow("fit"));
for (const id of ["view", "more"]) {
  find(id).addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) testNow();
  });
}
