// What was asked, in all tabs; everything that is drawn, run or written into the address is made of it.
const LETTERS = ["A", "B", "C", "D"];
const MOST_ROUTINES = LETTERS.length;
const fresh = () => ({
  tab: "cards",
  search: "",
  deck: "60",
  routines: ["M*7"],
  active: 0,
  definitions: [],
  types: "",
  arrangement: "",
  seed: "",
  trials: "",
  more: "",
  question: { name: "enough", routine: "M", deck: "60", values: {} },
  tested: { deck: "", format: "auto", view: "", start: "", pasted: "", inPlace: false, more: "", spec: "", times: "", stakes: [], stake: "" },
});
const state = fresh();
// Files that were dropped or picked; they are in no address.
const dropped = [];

// Undo and redo: states of the routine tab, whole, since they are small.
const REMEMBERED = ["deck", "routines", "active", "definitions", "types", "arrangement", "seed", "trials", "more"];
const MOST_REMEMBERED = 200;
const TYPED_TOGETHER_MS = 900;
const snapshot = () => JSON.stringify(REMEMBERED.map((key) => state[key]));
const past = [];
const future = [];
let [present, typedAt] = [snapshot(), 0];
const remember = (typed) => {
  const now = snapshot();
  if (now === present) return;
  const time = performance.now();
  // Letters that are typed one after the other are one step.
  if (!(typed && time - typedAt < TYPED_TOGETHER_MS && past.length)) past.push(present);
  typedAt = typed ? time : 0;
  if (past.length > MOST_REMEMBERED) past.shift();
  future.length = 0;
  present = now;
};
const stepBack = (from, to) => {
  if (!from.length) return false;
  to.push(present);
  present = from.pop();
  JSON.parse(present).forEach((value, at) => { state[REMEMBERED[at]] = value; });
  typedAt = 0;
  return true;
};
