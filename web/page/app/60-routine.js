// The routine tab: the deck, up to four routines side by side, and their steps.

// Parts of a routine's text: of plain ones the page knows them at once, of all others the program says them.
const known = new Map();
const partsKey = (text) => JSON.stringify([text.trim(), state.definitions]);
const plainParts = (text) => {
  const parts = [];
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const found = /^([A-Z]|[a-z][a-z-]+)(?:\*([1-9]\d{0,5}))?$/.exec(word);
    if (!found) return null;
    parts.push({ text: found[1], times: Number(found[2] ?? 1), about: "" });
  }
  return parts;
};
const partsNow = (text) => {
  const found = known.get(partsKey(text));
  return found ?? (plainParts(text) ? { parts: plainParts(text), waiting: true } : { parts: [], waiting: true });
};
const joined = (parts) => parts.map(({ text, times }) => (times > 1 ? `${text}*${times}` : text)).join(" ");
const MOST_KNOWN = 500;
// What the program says of a wrong routine, without what stands in the field already; the list of letters is that of the buttons.
const explained = (error) => error.replace(MEANT, "").replace(/^ROUTINE: /, "").replace(/^routine `[^`]*`, column (\d+): /, "Column $1: ")
  .replace(/`C` one cut.*`colddeck list shuffles` lists them all|letters and words \(`C` one cut.*`colddeck list shuffles` lists them all\)/, "the letters on the buttons, or a word such as mash");
// The routine that the program takes a wrong one for.
const MEANT = /^(?:ROUTINE: )?did you mean `([^`]+)`\? /;
const learn = async (text) => {
  const key = partsKey(text);
  if (known.has(key)) return known.get(key);
  const found = text.trim() ? await told("parts", text.trim(), JSON.stringify(state.definitions)) : { parts: [] };
  found.meant = MEANT.exec(found.error ?? "")?.[1];
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
};

const edit = (at, parts) => {
  state.routines[at] = joined(parts);
  changed();
};
// A move goes to the end of the routine that is active; the same again is done once more.
const addMove = (text) => {
  const at = state.active;
  const { parts, error } = partsNow(state.routines[at]);
  const plain = parts?.length || !state.routines[at].trim();
  if (error || !plain) {
    state.routines[at] = `${state.routines[at].trim()} ${text}`.trim();
    return changed();
  }
  const now = parts.map((part) => ({ ...part }));
  if (now.at(-1)?.text === text) now.at(-1).times += 1;
  else now.push({ text, times: 1, about: "" });
  return edit(at, now);
};

// A short name of a step: that of its move, of the letter that was defined, or how its description begins.
const named = (about, text) => {
  const defined = state.definitions.find((definition) => definition.trim()[0] === text);
  const kind = defined && /=\s*([a-z0-9-]+)/.exec(defined)?.[1];
  return kind ?? moves.find(({ name, letter }) => letter === text || name === text)?.name ?? (about.split(/[:,(]/)[0].trim().slice(0, 30) || text);
};
const stepRow = (at, parts, place) => {
  const { text, times, about } = parts[place];
  const name = named(about, text);
  const with_ = (act) => () => {
    const now = parts.map((part) => ({ ...part }));
    act(now);
    edit(at, now);
  };
  const key = (what) => `step-${at}-${place}-${what}`;
  const moved = (by) => with_((now) => {
    const [part] = now.splice(place, 1);
    now.splice(place + by, 0, part);
    // Focus goes with the step.
    const active = document.activeElement;
    if (active?.dataset.key) active.dataset.key = `step-${at}-${place + by}-${by < 0 ? "up" : "down"}`;
  });
  return make("li", { className: "w-step" },
    make("span", { className: "w-name", title: about }, make("code", {}, text), name === text ? "" : ` ${name}`),
    make("span", { className: "w-times" },
      press(key("less"), "−", `${name}: once less`, with_((now) => { now[place].times -= 1; }), { disabled: times < 2 }),
      make("span", { className: "w-count" }, `×${times}`),
      press(key("more"), "+", `${name}: once more`, with_((now) => { now[place].times += 1; }))),
    make("span", { className: "w-order" },
      press(key("up"), "↑", `${name}: earlier`, moved(-1), { disabled: place === 0 }),
      press(key("down"), "↓", `${name}: later`, moved(1), { disabled: place + 1 === parts.length }),
      press(key("remove"), "×", `Remove ${name}`, with_((now) => now.splice(place, 1)))));
};

// A card is made once and then kept up to date: a field that is made anew while somebody types loses what is half typed.
const routineCard = (at) => {
  const name = LETTERS[at];
  const field = make("input", {
    type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", placeholder: "tap moves, or write M*7 C",
    "aria-label": `Routine ${name} in letters`, "aria-describedby": `w-error-${at}`,
    on: {
      input: () => {
        state.routines[at] = field.value;
        changed({ typed: true });
      },
      focus: () => activate(at),
    },
  });
  field.dataset.key = `text-${at}`;
  const letter = press(`active-${at}`, name, "", () => activate(at), { className: "w-button w-letter" });
  const close = press(`close-${at}`, "×", `Remove routine ${name}`, () => {
    state.routines.splice(at, 1);
    state.active = Math.min(state.active, state.routines.length - 1);
    changed({ push: true });
  });
  const problem = make("p", { className: "w-error", id: `w-error-${at}` });
  const meant = make("p", { className: "w-line" });
  const steps = make("ol", { className: "w-steps", "aria-label": `Steps of routine ${name}` });
  const help = make("p", { className: "w-help" });
  const card = make("li", { className: "w-routine" }, make("div", { className: "w-line" }, letter, field, close), problem, meant, steps, help);
  card.draw = () => {
    const text = state.routines[at];
    const [active, several] = [at === state.active, state.routines.length > 1];
    const { parts = [], error, shuffles } = partsNow(text);
    card.classList.toggle("w-active", active && several);
    setValue(field, text);
    field.setAttribute("aria-invalid", String(Boolean(error)));
    letter.hidden = close.hidden = !several;
    letter.setAttribute("aria-pressed", String(active));
    letter.setAttribute("aria-label", `Routine ${name}: ${active ? "moves go here" : "put moves here"}`);
    const better = error && known.get(partsKey(text)).meant;
    problem.textContent = error ? explained(error) : "";
    renew(meant, better ? [press(`meant-${at}`, better, `Write ${better}`, () => {
      state.routines[at] = better;
      changed();
      field.focus();
    }, { className: "w-button w-meant" })] : []);
    if (better) meant.prepend("Did you mean ");
    const listed = active && !error;
    steps.hidden = !listed || !parts.length;
    renew(steps, listed ? parts.map((_, place) => stepRow(at, parts, place)) : []);
    help.hidden = !active;
    const count = error ? "" : shuffles ? `${grouped(shuffles)} ${shuffles === 1 ? "shuffle" : "shuffles"}.` : parts.length ? "\u00a0" : "No move yet.";
    help.textContent = several ? `Moves go to routine ${name}. ${count}` : count;
  };
  return card;
};
const drawRoutines = () => {
  const list = find("routines");
  if (list.children.length !== state.routines.length) renew(list, state.routines.map((_, at) => routineCard(at)));
  for (const card of list.children) card.draw();
  drawPeek();
  find("add-routine").disabled = state.routines.length >= MOST_ROUTINES;
  find("undo").disabled = find("peek-undo").disabled = !past.length;
  find("redo").disabled = !future.length;
};
const activate = (at) => {
  if (state.active === at) return;
  state.active = at;
  present = snapshot();
  drawRoutines();
};

find("add-routine").addEventListener("click", () => {
  state.routines.push("");
  state.active = state.routines.length - 1;
  changed({ push: true });
});
const travel = (from, to) => {
  if (!stepBack(from, to)) return;
  drawAll();
  changed({ history: true });
};
for (const name of ["undo", "peek-undo"]) find(name).addEventListener("click", () => travel(past, future));
find("redo").addEventListener("click", () => travel(future, past));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || state.tab !== "routine" || event.key.toLowerCase() !== "z") return;
  // In a field the browser undoes what was typed there.
  if (event.target.matches?.("input, textarea")) return;
  event.preventDefault();
  travel(...(event.shiftKey ? [future, past] : [past, future]));
});

// The deck and the other fields.
const QUICK = ["40", "52", "60", "100"];
const FIELDS = ["deck", "types", "arrangement", "seed", "trials", "more"];
const fieldOf = (key) => find(key === "more" ? "options-more" : key);
find("quick").append(...QUICK.map((cards) => press(`quick-${cards}`, cards, `${cards} cards`, () => {
  state.deck = cards;
  drawFields();
  changed();
})));
const drawFields = () => {
  for (const key of FIELDS) setValue(fieldOf(key), state[key]);
  for (const button of find("quick").children) button.setAttribute("aria-pressed", String(button.textContent === state.deck.trim()));
  const kind = deckKind(state.deck);
  find("deck").closest(".w-row").classList.toggle("w-short", kind === "number");
  find("types").disabled = kind !== "number";
  find("arrangement").disabled = kind === "number" && !state.types.trim();
};
for (const key of FIELDS) {
  fieldOf(key).addEventListener("input", (event) => {
    state[key] = event.target.value;
    drawFields();
    changed({ typed: true });
  });
}
find("more-decks").addEventListener("click", () => {
  state.trials = "1000000";
  drawFields();
  changed({ more: true });
  box.focus({ preventScroll: true });
});
