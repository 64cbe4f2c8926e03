// A question: its fields are made of what the program says that it takes.
let questions = [];
const TOPICS = [["moves", "Advice for a table"], ["routine", "About a routine"], ["deck", "About decks"], ["alone", "Puzzles and games"], ["loader", "Loaders of training data"]];
// What a field is called, where its name alone does not say it, and its unit, by the name that the program has for its values.
const CALLED = {
  alpha: "Error level", at: "Value", bags: "Bags in a row", below: "Near is a total variation below", booster: "Booster", by: "What decides",
  check: "Is this routine enough?", colour: "Cards of one colour", compare: "Compare with another routine", decks: "Decks", "decks-to": "Also decks of up to",
  draws: "Draws", flips: "Flips of the coin", for: "Stake whose chance alone counts", hand: "Most cards by hand", items: "How many of each symbol", kind: "Which socks match", law: "Statistic",
  lose: "Probability that a roll loses", match: "What matches", metric: "What counts as a move", modulo: "Modulo", moves: "Moves", order: "Cards from the top",
  p: "Probability", packets: "Packets of one riffle", pairs: "Pairs", picks: "Indices picked", power: "Power", ranks: "Ranks in a suit", roll: "Dice",
  run: "The same in a row", score: "Sum of the dice", start: "How many of each symbol at first", take: "Draws until the bag is full", tie: "Differences that do not matter",
  times: "How long a move takes", to: "Position", trials: "Decks in a replicate", win: "Probability that a roll wins", within: "Time that there is",
};
const UNITS = {
  N: "a whole number", K: "a whole number", R: "a whole number", S: "a whole number", P: "from 0 to 1", "D,D": "from 0 to 1, or 1pt and 1% of a stake, with commas between", TIME: "60s or 3m",
  POSITION: "from 1, at the top", "N,N": "numbers, with commas between", "N,N,…": "numbers, with commas between", "K,K": "numbers, with commas between",
  "C,C,…": "numbers, with commas between", "I,I,…": "numbers, with commas between", "S,S,…": "numbers, with commas between", "Q,Q,…": "numbers, with commas between",
  "M=3,O=5": "seconds a move", U: "0 or more", E: "in the unit of what decides", X: "in the unit of the statistic",
};
// What a field is called in one question, where other questions have another one of its name.
const CALLED_IN = {
  loader: { batch: "Items in a batch", classes: "Labels", files: "Files", items: "Items in an epoch", loader: "Steps, with ? for the number", want: "Fair draws in a batch" },
  luck: { draw: "What came", of: "Games played", players: "Players", times: "Games in which it came", types: "Deck, where the draw does not say it" },
};
// Sets that are closed, beside those that the program lists.
const CLOSED = {
  game: { game: ["snap", "war", "war-sweep", "frustration", "derangement", "poker-class"], match: ["rank", "suit", "rank-or-suit"] },
  socks: { kind: ["distinct", "left-right"] },
  "pocket-cube": { metric: ["half", "quarter"] },
  advice: { by: ["calls", "opening-hands", "clumps", "neighbours", "total-variation"] },
};
const COUNTED = ["N", "K", "R", "POSITION"];
const calledOf = (name) => {
  const words = CALLED_IN[state.question.name]?.[name] ?? CALLED[name] ?? name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const setAsked = (key, value) => {
  if (value === "" || value === false) delete state.question.values[key];
  else state.question.values[key] = value;
  changed({ typed: true });
};
const askedField = ({ name, value, about, required, default: usual, kind, choices: listed }) => {
  const choices = listed ?? CLOSED[state.question.name]?.[name];
  const unit = !choices && UNITS[value];
  const label = `${calledOf(name)}${unit ? `, ${unit}` : ""}${required ? " (needed)" : ""}`;
  const given = state.question.values[name] ?? "";
  const id = `w-about-${name}`;
  const help = make("span", { className: "w-help", id }, about);
  const key = `ask-${name}`;
  let field;
  if (kind === "flag") {
    field = make("input", { type: "checkbox", checked: Boolean(given) && given !== "no", "aria-describedby": id, on: { change: () => setAsked(name, field.checked) } });
    field.dataset.key = key;
    return make("div", { className: "w-asked" }, make("label", { className: "w-check" }, field, make("span", {}, calledOf(name))), help);
  }
  if (choices) {
    field = make("select", { "aria-describedby": id, on: { change: () => setAsked(name, field.value) } },
      make("option", { value: "" }, usual ? `as usual: ${usual}` : required ? "choose" : "as usual"),
      ...choices.map((choice) => make("option", { value: choice }, choice)));
    // A value that is none of them is shown, so that it can be seen why it is refused.
    if (given && !choices.includes(given)) field.append(make("option", { value: given }, given));
    field.value = given;
  } else {
    field = make("input", { type: "text", value: given, spellcheck: false, autocapitalize: "off", autocomplete: "off",
      placeholder: usual ?? value, inputMode: COUNTED.includes(value) ? "numeric" : "text", "aria-describedby": id, "aria-required": String(required), on: { input: () => setAsked(name, field.value) } });
  }
  field.dataset.key = key;
  return make("div", { className: "w-asked" }, make("label", { className: "w-field" }, make("span", {}, label), field), help);
};
const ofState = (key, label, placeholder) => {
  const field = make("input", { type: "text", value: state.question[key], placeholder, spellcheck: false, autocapitalize: "off", autocomplete: "off",
    on: { input: () => {
      state.question[key] = field.value;
      changed({ typed: true });
    } } });
  field.dataset.key = `ask-${key}`;
  return make("div", { className: "w-asked" }, make("label", { className: "w-field" }, make("span", {}, label), field));
};
const drawQuestion = () => {
  if (!questions.length) return;
  const asked = questions.find(({ name }) => name === state.question.name);
  find("question").value = asked ? asked.name : "";
  find("question-about").textContent = asked ? `${asked.about}.` : "";
  renew(find("parameters"), asked ? [
    ...(asked.topic === "routine" ? [ofState("routine", "Routine, in letters or words", "M*7 C")] : []),
    ...(["alone", "loader"].includes(asked.topic) ? [] : [ofState("deck", "Deck: a number of cards, or types", "52")]),
    ...asked.parameters.map(askedField),
  ] : []);
};
const fillQuestions = (listed) => {
  questions = listed;
  find("question").replaceChildren(...TOPICS.map(([topic, label]) => make("optgroup", { label },
    ...questions.filter((one) => one.topic === topic).map(({ name, about }) => make("option", { value: name }, `${about} (${name})`)))));
  drawQuestion();
};
find("question").addEventListener("change", (event) => {
  const asked = state.question;
  state.question = { name: event.target.value, routine: asked.routine || "M", deck: asked.deck || "60", values: {} };
  drawQuestion();
  drawTabs();
  changed();
});
find("parameters").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.isComposing && event.target.matches("input")) askNow();
});
