// Words of the command line, made of what was asked, and the files that they name.
// Decks of the run that is watched, at the most, and of the whole answer.
const [WATCHED, WHOLE] = ["20000", "100000"];
// Exact figures of larger decks take longer than a first look may.
const MOST_CARDS_AT_ONCE = 128;

// The exact figures of a single routine and a number of cards, which are there at once.
const exactly = (words) => {
  const options = words.findIndex((word) => word.startsWith("--"));
  const routines = words.slice(1, options);
  const cards = words[words.indexOf("--deck") + 1];
  if (routines.length !== 1 || !/^\d+$/.test(cards) || Number(cards) > MOST_CARDS_AT_ONCE) return [];
  const shuffles = words.flatMap((word, at) => (word === "--shuffle" ? [word, words[at + 1]] : []));
  return [["exact", "position", routines[0], "--deck", cards, ...shuffles]];
};

// A run is made in steps: exact figures; a run that is watched, whose verdict holds however often one looks; the whole answer. Not so where
// a number of decks was said, or a spec has its own.
const rungs = (words) => {
  const [command, ...others] = words;
  const said = others.some((word) => /^--(trials|decks|until-decided|max-trials)(=|$)/.test(word) || /\.toml$/i.test(word));
  if (command !== "run" || said) return [words];
  return [...exactly(words), [...words, "--until-decided", "--max-trials", WATCHED], [...words, "--trials", WHOLE]];
};

// A line of options into words, as a shell does it: blanks part them, quotes keep them together.
const shellWords = (line) => {
  const words = [];
  let [word, quote] = [null, ""];
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (quote) {
      if (letter === quote) quote = "";
      else if (letter === "\\" && quote === "\"" && "\"\\".includes(line[at + 1])) word += line[at += 1];
      else word += letter;
    } else if (letter === "'" || letter === "\"") {
      quote = letter;
      word ??= "";
    } else if (letter === "\\" && at + 1 < line.length) {
      word = (word ?? "") + line[at += 1];
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + letter;
    }
  }
  if (quote) throw new Error(`more options: a ${quote} is opened and not closed`);
  if (word !== null) words.push(word);
  return words;
};

// What a deck is written as: "none", "number", "types" or "list".
const deckKind = (text) => {
  const plain = text.trim();
  if (!plain) return "none";
  if (/^-?\d+$/.test(plain)) return "number";
  if (!/\n/.test(plain) && /^\d+\s+[^,]+(,\s*\d+\s+[^,]+)*$/.test(plain)) return "types";
  return "list";
};
const deckWords = (text, files) => {
  const kind = deckKind(text);
  if (kind === "none") return [];
  if (kind !== "list") return ["--deck", text.trim()];
  files.push(["decklist.txt", text]);
  return ["--deck", "decklist.txt"];
};

// What begins with a hyphen would be read as an option.
const refuseOptions = (words) => {
  const found = words.find((word) => word.startsWith("-"));
  if (found) throw new Error(`Found “${shortly(found)}” where no option can stand.`);
};

// Each gives { words, files } or throws what is wrong, in words.
const routineWords = () => {
  const files = [];
  const routines = state.routines.map((text) => text.trim()).filter(Boolean);
  if (!routines.length) throw new Error("Tap a move to begin, or write a routine.");
  refuseOptions(routines);
  const deck = deckWords(state.deck, files);
  if (!deck.length) throw new Error("Deck: a number of cards is needed, types, or a deck list.");
  const words = ["run", ...routines, ...deck];
  const kind = deckKind(state.deck);
  const types = kind === "number" ? state.types.trim() : "";
  if (types) words.push("--types", types);
  if (state.arrangement && (types || kind !== "number")) words.push("--arrangement", state.arrangement);
  for (const definition of state.definitions) words.push("--shuffle", definition);
  if (state.seed.trim()) {
    const wrong = wrongSeed(state.seed.trim());
    if (wrong) throw new Error(wrong);
    words.push("--seed", state.seed.trim());
  }
  if (state.trials.trim()) {
    const wrong = wrongTrials(state.trials);
    if (wrong) throw new Error(wrong);
    words.push("--trials", plainNumber(state.trials));
  }
  words.push(...shellWords(state.more));
  return { words, files };
};

// A name that begins with a hyphen would be taken for an option.
const wordOf = (name) => (name.startsWith("-") ? `./${name}` : name);
const NO_PROGRAMS = "A page runs no programs. Use colddeck exec, or --allow-commands, on a command line.";
// A text that was pasted: a spec has keys.
const isSpec = (text) => /^\s*(name|deck|routines|subject|weights|draws|scrambles)\s*=/m.test(text);
const recordsOf = (files) => files.filter((file) => file.kind === "record");
const testWords = (command = "test") => {
  const asked = state.tested;
  let more = shellWords(asked.more);
  if (more[0] === "colddeck") more = more.slice(1);
  if (more[0] === "exec" || more.some((word) => /^--allow-commands(=|$)/.test(word))) throw new Error(NO_PROGRAMS);
  if (more[0] === "test") more = more.slice(1);
  const files = dropped.map((file) => [wordOf(file.name), file]);
  const records = recordsOf(dropped).map(({ name }) => wordOf(name));
  if (records.length && command === "test") return { words: [records.length === 2 ? "compare" : "report", ...records, ...more], files };
  const spec = files.find(([name]) => /\.toml$/i.test(name));
  if (command === "fit" && (spec || isSpec(asked.pasted))) throw new Error("A spec makes its decks itself: drop or paste decks, to find which shuffle made them.");
  if (!spec && isSpec(asked.pasted)) {
    files.push(["pasted.toml", asked.pasted]);
    return { words: ["run", "pasted.toml", ...more], files };
  }
  if (spec) return { words: ["run", spec[0], ...more], files };
  const options = deckWords(asked.deck, files);
  if (asked.format !== "auto") options.push("--format", asked.format);
  if (asked.view.trim()) options.push("--view", asked.view.trim());
  if (asked.start.trim()) {
    files.push(["start.txt", asked.start]);
    options.push("--start", "start.txt");
  }
  if (asked.inPlace) options.push("--in-place");
  // What made the decks is asked without bets on them.
  if (command === "test") {
    for (const set of asked.stakes) options.push("--stakes", set);
    for (const line of asked.stake.split("\n").map((text) => text.trim())) if (line) options.push("--stake", line);
  }
  if (command === "fit" && asked.times.trim()) options.push("--times", asked.times.trim());
  const named = (name) => more.some((word) => word === name || word.endsWith(`=${name}`));
  const tested = files.find(([name, file]) => file instanceof File && file.kind !== "record" && !named(name));
  if (!tested && asked.pasted.trim()) {
    files.push(["pasted.txt", asked.pasted]);
    return { words: [command, "pasted.txt", ...options, ...more], files };
  }
  if (!tested) throw new Error("Drop a file, choose one, or paste decks first.");
  return { words: [command, tested[0], ...options, ...more], files };
};

const questionWords = (questions) => {
  const { name, routine, deck, values } = state.question;
  const kind = questions.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no question “${shortly(name)}”.`);
  const stray = Object.keys(values).find((key) => !kind.parameters.some((one) => one.name === key));
  if (stray) throw new Error(`The question ${name} has no “${shortly(stray)}”.`);
  const files = [];
  const advice = kind.topic === "moves";
  const ofLoader = kind.topic === "loader";
  const words = advice || ofLoader ? ["advise"] : ["exact", name];
  const asked = kind.topic === "routine" && routine.trim() ? [routine.trim()] : [];
  // A routine that may be left out stands last.
  if (!kind.optional) words.push(...asked);
  refuseOptions([...words, ...asked]);
  const flags = [];
  for (const parameter of kind.parameters) {
    const value = values[parameter.name] ?? "";
    if (parameter.kind === "flag") {
      if (value && value !== "no") flags.push(`--${parameter.name}`);
    } else if (String(value).trim()) {
      if (parameter.bare && !parameter.list) {
        refuseOptions([String(value).trim()]);
        words.push(String(value).trim());
      // A list that is given bare is words of its own.
      } else if (parameter.bare) {
        const bare = shellWords(String(value));
        // Numbers may be below zero.
        refuseOptions(bare.filter((word) => !/^-[\d.]/.test(word)));
        words.push(...bare);
      } else flags.push(`--${parameter.name}`, String(value).trim());
    } else if (parameter.required) {
      throw new Error(`This question needs “${parameter.name}”: ${parameter.about}.`);
    }
  }
  if (kind.optional) words.push(...asked);
  // Alone, it means that the files are the shards.
  if (ofLoader && !flags.includes("--loader")) flags.push("--loader");
  if (kind.topic !== "alone" && !ofLoader) words.push(...deckWords(deck, files));
  const used = advice ? `${values.moves ?? ""} ${values.check ?? ""}` : kind.topic === "routine" ? routine : "";
  for (const definition of state.definitions) {
    if (used.includes(definition.trim()[0])) words.push("--shuffle", definition);
  }
  return { words: [...words, ...flags], files };
};
