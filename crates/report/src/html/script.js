"use strict";
// Tables: a heading sorts by its column, numbers by their size; what is empty comes last.
const number = (text) => {
  const plain = text.replaceAll(",", "").replaceAll("\u2212", "-").replace(/^(<|at least|at most|over|under|1 - )\s*/, "");
  const found = /^[-+]?\d*\.?\d+(e[-+]?\d+)?/i.exec(plain);
  if (!found) return NaN;
  return text.startsWith("1 - ") ? 1 - Number(found[0]) : Number(found[0]);
};
const sort = (table, column, heading) => {
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const cell = (row) => (row.cells[column]?.textContent ?? "").trim().replace(/^[-\u2013\u2014]$/, "");
  const rows = [...body.rows].map((row) => [row, cell(row)]);
  const numeric = rows.every(([, text]) => text === "" || !Number.isNaN(number(text)));
  rows.sort(([, a], [, b]) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const order = numeric ? number(a) - number(b) : a.localeCompare(b, "en", { numeric: true });
    return down ? -order : order;
  });
  body.append(...rows.map(([row]) => row));
};
const sortable = (table) => {
  if (!table.tHead || table.tBodies[0]?.rows.length < 2) return;
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    if (!heading.textContent.trim() || heading.querySelector("a, button, input, .unseen")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, column, heading));
    heading.append(button);
  });
};

// The record: compressed in the page, whole when it is saved. A part of a page may be replaced by another of the same name.
const texts = new WeakMap();
const inflated = (text) => {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
};
const unpacked = (id) => {
  const place = document.getElementById(id);
  if (!texts.has(place)) texts.set(place, inflated(place.textContent));
  return texts.get(place);
};
const save = (name, bytes, type) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
const savable = (button) => {
  button.addEventListener("click", async () => save("record.json", await unpacked(button.dataset.record), "application/json"));
};

// Pictures: values are said when they are pointed at, and arrow keys move from one to the next.
const SVG = "http://www.w3.org/2000/svg";
const cursor = (svg, box) => {
  let frame = svg.querySelector(".cursor");
  if (!frame) {
    frame = document.createElementNS(SVG, "rect");
    frame.setAttribute("class", "cursor");
    svg.append(frame);
  }
  for (const key of ["x", "y", "width", "height"]) frame.setAttribute(key, box[key]);
};
const inside = (svg, event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
};
const records = new WeakMap();
const matrix = async (svg, path) => {
  const section = svg.closest("article") ?? document;
  const button = section.querySelector("button.save");
  if (!button) return null;
  if (!records.has(button)) records.set(button, unpacked(button.dataset.record).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))));
  let here = await records.get(button);
  for (const key of path.split("/")) here = here && Object.hasOwn(here, key) ? here[key] : null;
  return here;
};
const marks = (svg) => {
  const all = [...svg.querySelectorAll("title")].map((title) => {
    const box = title.parentElement.getBBox();
    return { box, says: title.textContent, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  return all.sort((a, b) => a.x - b.x || a.y - b.y);
};
const round = (value) => Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
const telling = (svg) => {
  const output = svg.closest("figure").querySelector("output");
  const say = (text, box) => {
    output.textContent = text;
    cursor(svg, box);
  };
  let move, point, here;
  if (svg.dataset.matrix) {
    const [path, ...numbers] = svg.dataset.matrix.split("|");
    const [left, top, side, cards, bin, take] = numbers.map(Number);
    const wide = bin * take;
    // Blocks that do not divide the deck are as equal as may be; a little is taken off for what division rounds up.
    const first = (at) => Math.min(cards, Math.ceil(at * wide - 1e-6));
    const many = Math.ceil(cards / wide - 1e-6);
    let [row, column] = [0, 0];
    const show = async () => {
      const counts = await matrix(svg, path);
      if (!counts) return;
      const held = (at) => first(at + 1) - first(at);
      let [count, all] = [0, 0];
      counts.forEach((line, place) => line.forEach((seen, card) => {
        all += seen;
        if (Math.floor(place / take) === row && Math.floor(card / take) === column) count += seen;
      }));
      const [a, b] = [held(column), held(row)];
      const fair = all / cards / cards * a * b;
      const error = Math.sqrt(fair * (1 - a / cards) * (1 - b / cards) * cards / (cards - 1));
      const named = (at) => held(at) > 1 ? `${first(at) + 1} to ${first(at) + held(at)}` : `${first(at) + 1}`;
      const off = error > 0 ? (count - fair) / error : 0;
      say(`Place ${named(column)} before, ${named(row)} after: ${round(count)} times, fair ${round(fair)} (${off < 0 ? "\u2212" : "+"}${Math.abs(off).toFixed(1)} standard errors)`,
        { x: left + column * side, y: top + row * side, width: side, height: side });
    };
    here = show;
    const go = (down, right) => {
      [row, column] = [Math.min(many - 1, Math.max(0, row + down)), Math.min(many - 1, Math.max(0, column + right))];
      return show();
    };
    move = (key) => ({ ArrowUp: () => go(-1, 0), ArrowDown: () => go(1, 0), ArrowLeft: () => go(0, -1), ArrowRight: () => go(0, 1) })[key]?.();
    point = ([x, y]) => {
      const [over, below] = [Math.floor((x - left) / side), Math.floor((y - top) / side)];
      if (over < 0 || below < 0 || over >= many || below >= many) return;
      [row, column] = [below, over];
      show();
    };
  } else {
    let found, at = -1;
    const values = () => found ??= marks(svg);
    const show = (next) => {
      if (!values().length) return;
      at = (next + values().length) % values().length;
      say(values()[at].says, values()[at].box);
    };
    here = () => show(Math.max(at, 0));
    move = (key) => ({ ArrowLeft: () => show(Math.max(at, 0) - 1), ArrowRight: () => show(at + 1), ArrowUp: () => show(Math.max(at, 0) - 1), ArrowDown: () => show(at + 1) })[key]?.();
    point = ([x, y]) => {
      const far = (mark) => 4 * Math.abs(mark.x - x) + Math.abs(mark.y - y);
      const nearest = values().reduce((best, mark, index) => best < 0 || far(mark) < far(values()[best]) ? index : best, -1);
      if (nearest >= 0) show(nearest);
    };
  }
  svg.addEventListener("pointermove", (event) => point(inside(svg, event)));
  svg.addEventListener("click", (event) => point(inside(svg, event)));
  svg.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    move(event.key);
  });
  svg.addEventListener("focus", () => svg.matches(":focus-visible") && here());
  const leave = () => {
    svg.querySelector(".cursor")?.remove();
    output.textContent = "";
  };
  svg.addEventListener("blur", leave);
  svg.addEventListener("pointerleave", leave);
};

// Cards and entries: those that a document, a verdict and words leave. Words are looked for in any order, whatever their case.
const choice = (name, all, options) => {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.append(new Option(all, ""), ...options.map(([text, count]) => new Option(`${text} (${count})`, text)));
  label.append(`${name} `, select);
  return [label, select];
};
const filterable = (box) => {
  const root = box.closest("article, main");
  const items = [...root.querySelectorAll("[data-verdict]")];
  const part = (item) => item.closest("[data-part], section");
  const named = (item) => part(item).dataset.part ?? part(item).querySelector("h2").textContent;
  const counted = (lists) => {
    const counts = new Map();
    for (const text of lists.flat()) counts.set(text, (counts.get(text) ?? 0) + 1);
    return [...counts].filter(([text]) => text);
  };
  const verdictsOf = (item) => item.dataset.verdict.split(",");
  const most = counted(items.map(verdictsOf)).sort(([, a], [, b]) => b - a);
  const [documents, inDocument] = choice(box.dataset.parts ?? "Document", "all", counted(items.map(named)));
  const [verdicts, withVerdict] = choice("Verdict", "all", most);
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "search";
  label.append("Words ", input);
  const output = document.createElement("output");
  const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
  let wasNarrowed = false;
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const narrowed = words.length > 0 || inDocument.value !== "" || withVerdict.value !== "";
    let count = 0;
    for (const item of items) {
      const here = (!inDocument.value || named(item) === inDocument.value)
        && (!withVerdict.value || verdictsOf(item).includes(withVerdict.value))
        && words.every((word) => texts.get(item).includes(word));
      item.hidden = !here;
      count += here;
    }
    for (const list of root.querySelectorAll(".cards, .entries")) {
      list.hidden = ![...list.children].some((item) => !item.hidden);
      const heading = list.previousElementSibling;
      if (heading?.matches("h3")) heading.hidden = list.hidden;
    }
    for (const section of root.querySelectorAll(".claims-of")) {
      section.hidden = !section.querySelector(".cards:not([hidden])");
      // What was asked for is not shut away.
      if (narrowed || wasNarrowed) section.firstElementChild.open = narrowed && !section.hidden;
    }
    wasNarrowed = narrowed;
    for (const around of root.querySelectorAll(".around")) around.hidden = narrowed;
    output.textContent = `${count} of ${items.length}`;
  };
  for (const control of [inDocument, withVerdict, input]) control.addEventListener("input", apply);
  box.append(documents, verdicts, label, output);
  box.hidden = false;
  // A link to what is hidden shows it again.
  const show = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const shut = target?.closest("details:not([open])");
    if (!shut && !target?.closest("[hidden]")) return;
    for (const control of [inDocument, withVerdict, input]) control.value = "";
    apply();
    if (shut) shut.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", show);
  apply();
  show();
};

// All of this, for a page or a part of one.
const enliven = (root) => {
  root.querySelectorAll(".table > table").forEach(sortable);
  root.querySelectorAll("button.save").forEach(savable);
  root.querySelectorAll(".panel > svg").forEach(telling);
  root.querySelectorAll(".filter").forEach(filterable);
};
enliven(document);

// On paper nothing is shut away.
const shut = [];
addEventListener("beforeprint", () => {
  shut.push(...document.querySelectorAll("details:not([open])"));
  for (const details of shut) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of shut.splice(0)) details.open = false;
});
