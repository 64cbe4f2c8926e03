// The address: it holds what was asked, so that a link asks it again. It may come from anybody: only known keys, of some length.
const MOST_ADDRESS = 60000;
const LENGTHS = { deck: 20000, run: 2000, types: 500, shuffle: 300, seed: 60, trials: 12, arrangement: 20, exact: 40, routine: 2000, value: 500, more: 500, find: 100, spec: 60 };
const ARRANGEMENTS = ["sorted", "alternating", "played"];
const MOST_DEFINITIONS = 26;
class WrongAddress extends Error {}

const readable = (text) => encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%3A", ":");
const addressOf = (it) => {
  const pairs = [];
  const add = (key, value) => value !== "" && pairs.push(`${key}=${readable(value)}`);
  if (it.tab === "cards") {
    add("find", it.search.slice(0, LENGTHS.find));
    return pairs.join("&");
  }
  if (it.tab === "test") return it.tested.spec ? `spec=${it.tested.spec}` : "test";
  if (it.tab === "exact") {
    const asked = it.question;
    add("exact", asked.name);
    add("routine", asked.routine);
    add("deck", asked.deck);
    for (const [key, value] of Object.entries(asked.values)) add(key, value === true ? "yes" : value);
    for (const definition of it.definitions) add("shuffle", definition);
    return pairs.join("&");
  }
  add("deck", it.deck);
  for (const routine of it.routines) pairs.push(`run=${readable(routine)}`);
  for (const key of ["types", "arrangement", "seed", "trials", "more"]) add(key, it[key]);
  for (const definition of it.definitions) add("shuffle", definition);
  return pairs.join("&");
};

const shortly = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const decoded = (text) => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new WrongAddress("it has a % that stands for nothing");
  }
};
const pairsOf = (hash) => hash.split("&").filter(Boolean).map((pair) => {
  const at = pair.indexOf("=");
  return at < 0 ? [decoded(pair), null] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
});
const checked = (key, value, most) => {
  if (value === null) throw new WrongAddress(`“${shortly(key)}” has no value`);
  if (value.length > most) throw new WrongAddress(`“${shortly(key)}” has ${grouped(value.length)} characters; at most ${grouped(most)} are read`);
  const lines = key === "deck";
  for (const letter of value) {
    const code = letter.codePointAt(0);
    if ((code < 32 || code === 127) && !(lines && (code === 10 || code === 13 || code === 9))) {
      throw new WrongAddress(`“${shortly(key)}” has a character that cannot be typed`);
    }
  }
  return value;
};
// The number of decks, as it is typed: with commas or without.
const plainNumber = (text) => text.replaceAll(/[,_\s]/g, "");
const wrongTrials = (text) => {
  const count = plainNumber(text);
  if (!/^\d{1,10}$/.test(count) || Number(count) < 2 || Number(count) > 1e9) return "decks to simulate: a whole number from 2 to 1,000,000,000 is needed";
  return null;
};
const wrongSeed = (text) => (/^(\d{1,39}|0x[0-9a-f]{1,32})$/i.test(text) ? null : "seed: a whole number is needed, or one that begins with 0x");

// The state that an address asks for; whatever it does not say is as in a fresh page.
const stateOf = (hash) => {
  const found = fresh();
  if (hash.length > MOST_ADDRESS) throw new WrongAddress(`it has ${grouped(hash.length)} characters; at most ${grouped(MOST_ADDRESS)} are read`);
  const pairs = pairsOf(hash);
  if (!pairs.length) return found;
  const seen = new Set();
  const once = (key) => {
    if (seen.has(key)) throw new WrongAddress(`“${shortly(key)}” stands in it twice`);
    seen.add(key);
  };
  const [first, value] = pairs[0];
  if (first === "find" || first === "spec") {
    if (pairs.length > 1) throw new WrongAddress(`“${first}” stands alone`);
    checked(first, value, LENGTHS[first]);
    if (first === "find") found.search = value;
    // Which specs there are is known when they are unpacked.
    else [found.tab, found.tested.spec] = ["test", value];
    return found;
  }
  if (first === "test") {
    if (pairs.length > 1 || pairs[0][1]) throw new WrongAddress("“test” stands alone");
    found.tab = "test";
    return found;
  }
  if (pairs.some(([key]) => key === "exact")) {
    found.tab = "exact";
    found.question = { name: "", routine: "", deck: "", values: {} };
    for (const [key, value] of pairs) {
      if (key !== "shuffle") once(key);
      if (key === "exact") found.question.name = checked(key, value, LENGTHS.exact);
      else if (key === "routine" || key === "deck") found.question[key] = checked(key, value, LENGTHS[key]);
      else if (key === "shuffle") found.definitions.push(checked(key, value, LENGTHS.shuffle));
      // Which of them the question has is known when the program is.
      else if (/^[a-z][a-z0-9-]{0,30}$/.test(key)) found.question.values[key] = checked(key, value, LENGTHS.value);
      else throw new WrongAddress(`nothing is known of “${shortly(key)}”`);
    }
  } else {
    found.tab = "routine";
    found.routines = [];
    for (const [key, value] of pairs) {
      if (!["deck", "run", "types", "arrangement", "seed", "trials", "more", "shuffle"].includes(key)) throw new WrongAddress(`nothing is known of “${shortly(key)}”`);
      checked(key, value, LENGTHS[key]);
      if (key === "run") found.routines.push(value);
      else if (key === "shuffle") found.definitions.push(value);
      else {
        once(key);
        found[key] = value;
      }
    }
    if (found.routines.length > MOST_ROUTINES) throw new WrongAddress(`it names ${found.routines.length} routines; at most ${MOST_ROUTINES} stand side by side`);
    if (!found.routines.length) found.routines = ["M*7"];
    if (found.arrangement && !ARRANGEMENTS.includes(found.arrangement)) throw new WrongAddress(`arrangement: found “${shortly(found.arrangement)}”; ${ARRANGEMENTS.join(", ")} are known`);
    const wrong = (found.trials && wrongTrials(found.trials)) || (found.seed && wrongSeed(found.seed));
    if (wrong) throw new WrongAddress(wrong);
  }
  if (found.definitions.length > MOST_DEFINITIONS) throw new WrongAddress(`it defines ${found.definitions.length} letters; at most ${MOST_DEFINITIONS} are read`);
  return found;
};

let written = null;
const hashNow = () => location.hash.slice(1);
const writeAddress = (push) => {
  const hash = addressOf(state);
  if (hash === written && hash === hashNow()) return;
  // Too long for a link: it stays as it was.
  if (hash.length > MOST_ADDRESS) return;
  written = hash;
  try {
    history[push ? "pushState" : "replaceState"](null, "", `#${hash}`);
  } catch {
    // Where a page may not write its address, all else works.
  }
};
// While somebody types, now and then: browsers refuse too many.
const writeSoon = debounced(() => writeAddress(false), 300);
