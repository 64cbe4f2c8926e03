// What can be tapped: the shuffles that the program knows, and letters that were defined.
const EVERYDAY = ["riffle", "mash", "overhand", "cut", "pile"];
const GROUP_FIRST = "cards";
let moves = [];
// Of two of the same name, what players call the other.
const titled = (listed) => listed.map((move) => (move.name === "riffle" && move.letter === "R" ? { ...move, name: "riffle, sleeved", base: "riffle" } : move));

const moveButton = (move) => press(`move-${move.letter ?? move.name}`, "", "", () => {
  if (move.needs) defineFrom(move);
  else addMove(move.letter ?? move.name);
}, { className: "w-button w-move", title: move.about });
const drawMoves = () => {
  const groups = [...new Set(moves.map(({ group }) => group))];
  const filled = (of) => of.map((move) => {
    const button = moveButton(move);
    button.append(make("span", { className: "w-moved" }, move.name), make("code", {}, move.needs ? "…" : move.letter ?? ""));
    return button;
  });
  const first = groups.find((group) => group.includes(GROUP_FIRST)) ?? groups[0];
  const rank = ({ name, base }) => (EVERYDAY.includes(base ?? name) ? EVERYDAY.indexOf(base ?? name) : EVERYDAY.length);
  const hand = moves.filter(({ group }) => group === first).sort((a, b) => rank(a) - rank(b));
  const own = state.definitions.map((definition) => ({ name: definition.slice(definition.indexOf("=") + 1).trim().split(/\s/)[0] || "your letter", letter: definition.trim()[0], about: definition, needs: false }));
  // A letter that was defined anew is there once, with its new meaning.
  const mine = new Set(own.map(({ letter }) => letter));
  const others = (of) => of.filter(({ letter }) => !mine.has(letter));
  const more = (title, of) => {
    const key = `group-${title}`;
    const open = [...find("moves").querySelectorAll("details")].some((it) => it.dataset.group === key && it.open);
    const summary = make("summary", {}, title.charAt(0).toUpperCase() + title.slice(1));
    summary.dataset.key = key;
    const details = make("details", { open }, summary, make("div", { className: "w-moves" }, ...filled(others(of))));
    details.dataset.group = key;
    return details;
  };
  renew(find("moves"), [
    make("div", { className: "w-moves" }, ...filled([...own, ...others(hand)])),
    ...groups.filter((group) => group !== first).map((group) => more(group, moves.filter((move) => move.group === group))),
  ]);
};

// Some kinds of shuffles have a second letter, with settings of its own, as R beside G: the program says which.
const secondLetters = async (listed) => {
  const there = new Set(listed.map(({ letter }) => letter));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) => !there.has(letter));
  const found = await Promise.all(letters.map(async (letter) => {
    const { parts } = await told("parts", letter, "[]");
    if (!parts) return [];
    const about = parts[0].about;
    const kind = listed.find(({ name }) => about.startsWith(name));
    return [{ ...kind, group: kind?.group ?? listed[0].group, name: about.startsWith("riffle") ? "riffle, sleeved" : named(about, letter), letter, about, needs: false, base: kind?.name }];
  }));
  return found.flat();
};

// Letters with settings.
const drawDefinitions = () => {
  renew(find("definitions"), state.definitions.map((definition, at) => make("li", {}, make("code", {}, definition),
    press(`undefine-${at}`, "×", `Remove the letter ${definition}`, () => {
      state.definitions.splice(at, 1);
      drawMoves();
      drawDefinitions();
      changed();
    }))));
};
const explainKeys = (text) => {
  const kind = /=\s*([a-z0-9-]+)/.exec(text)?.[1];
  const move = moves.find(({ name }) => name === kind);
  find("define-keys").replaceChildren(...(move?.parameters?.length ? [make("p", {}, `Settings of ${move.name}:`),
    make("ul", {}, ...move.parameters.map(({ name, about }) => make("li", {}, make("code", {}, name), `: ${about}`)))] : []));
};
// A shuffle that cannot do without settings gets a free letter, and asks for them.
const defineFrom = (move) => {
  const taken = new Set([...moves.map(({ letter }) => letter), ...state.definitions.map((text) => text.trim()[0])]);
  const wished = [move.name[0].toUpperCase(), ..."XYZABDEFIJKLNQTUVW"].find((letter) => !taken.has(letter)) ?? "X";
  const keys = move.parameters.filter(({ about }) => /required/.test(about)).map(({ name }) => `${name}=`);
  find("letters").open = true;
  find("define").value = `${wished}=${move.name} ${keys.join(" ")}`.trim();
  explainKeys(find("define").value);
  find("define-error").textContent = `${move.name} needs settings: write them behind the =.`;
  find("define").focus();
};
find("define").addEventListener("input", (event) => explainKeys(event.target.value));
find("define-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = find("define").value.trim();
  const say = (what) => { find("define-error").textContent = what; };
  if (!/^[A-Za-z]\s*=\s*\S/.test(text)) return say("Write a letter, =, and a shuffle, as M=mash packet=1..3.");
  const others = state.definitions.filter((definition) => definition.trim()[0] !== text[0]);
  if (others.length >= MOST_DEFINITIONS) return say(`At most ${MOST_DEFINITIONS} letters can be defined.`);
  const found = await told("parts", text[0], JSON.stringify([...others, text]));
  if (found.error) return say(found.error);
  say("");
  state.definitions = [...others, text];
  find("define").value = "";
  find("define-keys").replaceChildren();
  drawMoves();
  drawDefinitions();
  return changed();
});
