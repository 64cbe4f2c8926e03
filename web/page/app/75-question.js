// A question: its fields are made of what the program says that it takes.
let questions = [];
const TOPICS = [["moves", "Advice for a table"], ["routine", "About a routine"], ["deck", "About decks"], ["alone", "Puzzles and games"]];
const setAsked = (key, value) => {
  if (value === "" || value === false) delete state.question.values[key];
  else state.question.values[key] = value;
  changed({ typed: true });
};
const askedField = ({ name, value, about, required, default: usual, kind, choices }) => {
  const given = state.question.values[name] ?? "";
  const id = `w-about-${name}`;
  const help = make("span", { className: "w-help", id }, about);
  const key = `ask-${name}`;
  let field;
  if (kind === "flag") {
    field = make("input", { type: "checkbox", checked: Boolean(given) && given !== "no", "aria-describedby": id, on: { change: () => setAsked(name, field.checked) } });
    field.dataset.key = key;
    return make("div", { className: "w-asked" }, make("label", { className: "w-check" }, field, make("span", {}, name)), help);
  }
  if (choices) {
    field = make("select", { "aria-describedby": id, on: { change: () => setAsked(name, field.value) } },
      make("option", { value: "" }, usual ? `as usual: ${usual}` : required ? "choose" : "as usual"),
      ...choices.map((choice) => make("option", { value: choice }, choice)));
    field.value = given;
  } else {
    field = make("input", { type: "text", value: given, spellcheck: false, autocapitalize: "off", autocomplete: "off",
      placeholder: usual ?? value, "aria-describedby": id, "aria-required": String(required), on: { input: () => setAsked(name, field.value) } });
  }
  field.dataset.key = key;
  return make("div", { className: "w-asked" }, make("label", { className: "w-field" }, make("span", {}, required ? `${name} (needed)` : name), field), help);
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
    ...(asked.topic === "routine" ? [ofState("routine", "Routine", "M*7 C")] : []),
    ...(asked.topic === "alone" ? [] : [ofState("deck", "Cards in the deck", "52")]),
    ...asked.parameters.map(askedField),
  ] : []);
};
const fillQuestions = (listed) => {
  questions = listed;
  find("question").replaceChildren(...TOPICS.map(([topic, label]) => make("optgroup", { label },
    ...questions.filter((one) => one.topic === topic).map(({ name, about }) => make("option", { value: name }, `${name}: ${about}`)))));
  drawQuestion();
};
find("question").addEventListener("change", (event) => {
  const asked = state.question;
  state.question = { name: event.target.value, routine: asked.routine || "M", deck: asked.deck || "60", values: {} };
  drawQuestion();
  changed();
});
find("parameters").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.isComposing && event.target.matches("input")) askNow();
});
