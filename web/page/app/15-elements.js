// Elements: found by their names and made with texts, never from HTML.
const find = (id) => document.getElementById(`w-${id}`);
const make = (name, given = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (key in element && key !== "list" && key !== "role") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};
// A button that is known by its key, so that focus comes back to it when it was made anew.
const press = (key, text, label, act, given = {}) => {
  const button = make("button", { type: "button", className: "w-button", ...given, on: { click: act } }, text);
  button.dataset.key = key;
  if (label) button.setAttribute("aria-label", label);
  return button;
};
const setValue = (field, value) => {
  if (field.value !== value) field.value = value;
};
// Puts new children into an element; focus, if it was in there, stays where it was, or goes as near as can be.
const renew = (root, children) => {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const chosen = focused && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
  const able = () => [...root.querySelectorAll("[data-key]")].filter((it) => !it.disabled);
  const place = able().indexOf(focused);
  root.replaceChildren(...children);
  if (!key) return;
  const now = able();
  const same = [...root.querySelectorAll("[data-key]")].find((it) => it.dataset.key === key);
  // Where it cannot be pressed any more, its neighbour can.
  const beside = same?.disabled ? same.parentElement.querySelector("[data-key]:enabled") : same;
  const next = beside ?? now[Math.min(Math.max(place, 0), now.length - 1)];
  next?.focus({ preventScroll: true });
  if (chosen && next?.dataset.key === key && next.setSelectionRange) next.setSelectionRange(...chosen);
};
const grouped = (count) => Number(count).toLocaleString("en");
const debounced = (act, after) => {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(act, after);
  };
  later.stop = () => clearTimeout(timer);
  return later;
};
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // From disk some browsers have no clipboard; the old way is left.
    const area = make("textarea", { value: text, className: "unseen" });
    document.body.append(area);
    const before = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus?.({ preventScroll: true });
    return done;
  }
};
