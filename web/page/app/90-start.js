// What happens when something changes, and how the page begins.
const TABS = ["cards", "routine", "test", "luck", "exact"];
// Luck is a question with a tab of its own.
const LUCK = { draw: "0 of 16 land in first:20 of 60", times: "2", of: "50", players: "100000" };
const tabOf = ({ tab, question }) => (tab === "exact" && question.name === "luck" ? "luck" : tab);
const ASK_AFTER_MS = 150;
// Who comes back to the cards finds them where they were.
let [drawn, cardsAt] = ["cards", 0];
const drawTabs = () => {
  const left = document.activeElement;
  if (drawn === "cards" && state.tab !== "cards") cardsAt = scrollY;
  for (const tab of TABS) {
    const chosen = tab === tabOf(state);
    find(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    find(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    if (tab !== "luck") find(`panel-${tab}`).hidden = tab !== state.tab;
  }
  // Cards have the whole page: they are answers themselves.
  document.body.classList.toggle("w-browse", state.tab === "cards");
  find("copy-link").hidden = state.tab === "test" && !state.tested.spec;
  if (drawn === state.tab) return;
  // A card that was followed is gone: its tab takes the focus, and is in sight.
  if (find(`panel-${drawn}`).contains(left)) find(`tab-${tabOf(state)}`).focus({ preventScroll: true });
  if (state.tab === "cards") scrollTo({ top: cardsAt, behavior: "instant" });
  else if (drawn === "cards") scrollTo({ top: 0, behavior: "instant" });
  drawn = state.tab;
};
const drawAll = () => {
  drawTabs();
  drawCards();
  drawFields();
  drawRoutines();
  if (moves.length) drawMoves();
  drawDefinitions();
  drawTested();
  drawQuestion();
};

// Learns the steps of all routines; false if one of them is wrong. Draws them if the state is still the same.
const readRoutines = async () => {
  const texts = [...state.routines];
  const before = texts.map((text) => known.get(partsKey(text)));
  const found = await Promise.all(texts.map(learn));
  if (texts.join("\n") === state.routines.join("\n") && found.some((it, at) => it !== before[at])) drawRoutines();
  return found.every(({ error }) => !error);
};
const askNow = async (onlyNew = false) => {
  askSoon.stop();
  const { tab } = state;
  if (tab === "test" || tab === "cards") return;
  try {
    const listed = tab === "exact" ? (await catalogue).questions : [];
    if (tab !== state.tab) return;
    const asked = tab === "exact" ? questionWords(listed) : routineWords();
    if (!onlyNew || !shown[tab]?.whole || shown[tab].asked !== questionOf(asked)) run(tab, asked);
  } catch (error) {
    refuse(error.message, { keep: true });
  }
};
const askSoon = debounced(() => askNow(), ASK_AFTER_MS);

// More decks were asked for of one answer: the next question begins with a first look again.
let moreOnce = false;
const wrongRoutine = (keep) => {
  const text = state.routines.find((it) => known.get(partsKey(it))?.error) ?? "";
  const { meant } = known.get(partsKey(text)) ?? {};
  refuse(`The routine ${shortly(text)} is wrong${meant ? `: did you mean ${meant}? It` : ", it"} is explained beside it.`, { keep });
};

// Something was changed: what runs is given up, and what is asked now will be answered.
const changed = ({ typed = false, push = false, history: travelled = false, more = false } = {}) => {
  if (moreOnce && !more && !travelled) {
    state.trials = "";
    drawFields();
  }
  moreOnce = more;
  if (!travelled) remember(typed);
  halt();
  find("doing").textContent = "";
  if (push) writeAddress(true);
  else writeSoon();
  if (state.tab === "cards") return;
  if (state.tab === "test") {
    find("test-error").textContent = "";
    setStatus(shown.test ? "The answer below is of what was tested before." : pressWhen());
    return;
  }
  if (state.tab === "routine") drawRoutines();
  askSoon();
  if (state.tab !== "routine") return;
  readRoutines().then((fine) => {
    if (fine) return;
    askSoon.stop();
    // Half a routine is wrong while it is typed: the last answer stays until there is a new one.
    wrongRoutine(true);
  }, () => {});
};

const choose = (tab) => {
  const before = tabOf(state);
  if (tab === before) return;
  halt();
  if (tab === "luck") state.question = { name: "luck", routine: "", deck: "", values: { ...LUCK } };
  else if (tab === "exact" && state.question.name === "luck") state.question = fresh().question;
  state.tab = tab === "luck" ? "exact" : tab;
  if (state.tab === "exact") drawQuestion();
  drawTabs();
  writeAddress(true);
  body.style.minHeight = "";
  show(state.tab);
  if (tab === "cards") return;
  if (tab === "test") setStatus(shown.test?.status ?? pressWhen());
  else askNow(true);
};
const tablist = document.querySelector(".w-tabs");
tablist.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) choose(tab.id.replace("w-tab-", ""));
});
tablist.addEventListener("keydown", (event) => {
  const at = TABS.indexOf(tabOf(state));
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  choose(TABS[(next + TABS.length) % TABS.length]);
  find(`tab-${tabOf(state)}`).focus();
});
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  box.focus();
});

// Reads the address into the state. A wrong one is told, and nothing runs.
const readAddress = () => {
  const hash = hashNow();
  if (hash === written) return;
  halt();
  const opening = written === null;
  written = hash;
  try {
    const found = stateOf(hash);
    // Decks that were dropped are in no address: they stay.
    const { spec } = found.tested;
    found.tested = { ...state.tested, spec };
    const changes = JSON.stringify(found) !== JSON.stringify(state);
    Object.assign(state, found);
    // The page as it opens is nothing that can be undone.
    if (opening) present = snapshot();
    else remember(false);
    if (changes) drawAll();
    show(state.tab);
    if (state.tab !== "routine") firstDone();
    if (state.tab === "cards") return;
    if (spec) openSpec(spec).catch((error) => refuse(error.message));
    else if (state.tab === "test") setStatus(shown.test?.status ?? pressWhen());
    else askNow();
    if (state.tab === "routine") readRoutines().then((fine) => fine || wrongRoutine(false), () => {});
  } catch (error) {
    if (!(error instanceof WrongAddress)) throw error;
    firstDone();
    if (state.tab === "cards") state.tab = "routine";
    drawAll();
    refuse(`The address of this page cannot be read: ${error.message}. Change anything to go on.`);
  }
};
addEventListener("hashchange", readAddress);
addEventListener("popstate", readAddress);

const begin = async () => {
  if (missing.length) {
    find("needs").textContent = `This browser has no ${missing.join(", no ")}. A newer one is needed, or colddeck on a command line.`;
    find("needs").hidden = false;
    setStatus("");
    return;
  }
  drawAll();
  readAddress();
  try {
    const listed = await catalogue;
    moves = titled(listed.moves);
    drawMoves();
    drawRoutines();
    fillTest(listed);
    fillQuestions(listed.questions);
    find("words").append(...listed.words.map((value) => make("option", { value })));
    const seconds = await secondLetters(moves);
    if (!seconds.length) return;
    moves = [...moves.flatMap((move) => [move, ...seconds.filter(({ base }) => base === move.name)]), ...seconds.filter(({ base }) => !base)];
    drawMoves();
  } catch (error) {
    refuse(error.message);
  }
};
begin();
