// An answer that is replaced by a better one must not throw its reader off: the same lines stay on the screen, what was opened
// stays open, and focus stays where it was.
const keepingPlace = (root, act) => {
  const top = 80;
  const marks = () => [...root.querySelectorAll("section[id], article[id], figure[data-picture], h3")];
  const named = (element, at) => element.id || `${element.dataset.picture ?? element.textContent}/${at}`;
  let anchor = null;
  for (const element of root.getBoundingClientRect().top < 0 ? marks() : []) {
    const { y } = element.getBoundingClientRect();
    if (y > top) break;
    anchor = { name: named(element, 0), y };
  }
  const opened = [...root.querySelectorAll("details[open] > summary")].map((it) => it.textContent);
  const popover = root.querySelector(":popover-open")?.id;
  const focusable = () => [...root.querySelectorAll("button, summary, a[href], [tabindex='0']")];
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const same = (a, b) => a.localName === b.name && a.textContent.slice(0, 80) === b.text;
  const was = focused && { name: focused.localName, text: focused.textContent.slice(0, 80), at: focusable().indexOf(focused) };
  const across = [...root.querySelectorAll(".table")].map((it) => it.scrollLeft);
  act();
  for (const summary of root.querySelectorAll("details > summary")) {
    if (opened.includes(summary.textContent)) summary.parentElement.open = true;
  }
  [...root.querySelectorAll(".table")].forEach((it, at) => { if (across[at]) it.scrollLeft = across[at]; });
  if (was) {
    const now = focusable();
    const next = now[was.at] && same(now[was.at], was) ? now[was.at] : now.find((it) => same(it, was));
    (next ?? find("answer")).focus({ preventScroll: true });
  }
  if (popover) document.getElementById(popover)?.showPopover?.();
  const found = anchor && marks().find((it) => named(it, 0) === anchor.name);
  if (found) scrollBy({ top: found.getBoundingClientRect().y - anchor.y, behavior: "instant" });
};
