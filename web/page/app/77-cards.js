// The tab of answers: cards that stand in the page, searched as one types, and the specs that some of them open.
const cards = [...find("cards").children].map((card) => ({ card, text: `${card.dataset.words} ${card.textContent}`.toLowerCase() }));
const drawCards = () => {
  setValue(find("search"), state.search);
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  let many = 0;
  for (const { card, text } of cards) {
    card.hidden = !words.every((word) => text.includes(word));
    many += !card.hidden;
  }
  find("search-count").textContent = !words.length ? "" : many ? `${many} ${many === 1 ? "question" : "questions"} with these words.`
    : "No question has all these words. Search for fewer, or ask your own in the other tabs.";
};
find("search").addEventListener("input", (event) => {
  state.search = event.target.value;
  drawCards();
  writeSoon();
});

// Specs are unpacked when the first is asked for.
let specs = null;
const specOf = async (name) => {
  specs ??= new Response(new Blob([moduleBytes(document.getElementById("specs-data"))]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
  const all = await specs;
  return Object.hasOwn(all, name) ? { text: all[name], all } : null;
};
// Puts a spec where specs are pasted, with the file that it reads, and runs it.
const openSpec = async (name) => {
  const found = await specOf(name);
  if (state.tested.spec !== name || state.tab !== "test") return;
  if (!found) {
    refuse(`The address of this page cannot be read: there is no spec “${shortly(name)}”. Search the answers for others.`);
    return;
  }
  const beside = /^\s*file\s*=\s*"([^"]+)"/m.exec(found.text)?.[1];
  dropped.length = 0;
  if (beside && Object.hasOwn(found.all, beside)) dropped.push(Object.assign(new File([found.all[beside]], beside), { kind: "decks" }));
  Object.assign(state.tested, fresh().tested, { pasted: found.text, spec: name });
  drawFiles();
  drawTested();
  testNow();
};
