// My decks: files that are dropped or picked stay on this machine; the program reads them a part at a time.
const MOST_FILES = 50;
const drawFiles = () => {
  renew(find("filelist"), dropped.map((file, at) => make("li", {}, make("code", {}, file.name), ` ${grouped(file.size)} bytes `,
    press(`drop-${at}`, "×", `Remove ${file.name}`, () => {
      dropped.splice(at, 1);
      drawFiles();
      changed();
    }))));
};
const take = (files) => {
  for (const file of files) {
    // The same name again is the same file, changed.
    const at = dropped.findIndex(({ name }) => name === file.name);
    if (at >= 0) dropped.splice(at, 1, file);
    else dropped.push(file);
  }
  dropped.splice(MOST_FILES);
  drawFiles();
  if (state.tab !== "test") choose("test");
  changed();
};
find("files").addEventListener("change", (event) => {
  take([...event.target.files]);
  // The same file can be picked again after it was changed.
  event.target.value = "";
});
// A file that misses the box must not take the place of the page.
const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.body.classList.add("w-dragged");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("w-dragged"));
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  document.body.classList.remove("w-dragged");
  take([...event.dataTransfer.files]);
});

const TESTED = [["pasted", "pasted"], ["test-deck", "deck"], ["format", "format"], ["view", "view"], ["start", "start"], ["more", "more"]];
const drawTested = () => {
  for (const [id, key] of TESTED) setValue(find(id), state.tested[key]);
  find("in-place").checked = state.tested.inPlace;
};
for (const [id, key] of TESTED) {
  find(id).addEventListener("input", (event) => {
    state.tested[key] = event.target.value;
    if (key === "format") drawFormat();
    changed({ typed: true });
  });
}
find("in-place").addEventListener("change", (event) => {
  state.tested.inPlace = event.target.checked;
  changed();
});
let formats = [];
const drawFormat = () => {
  const about = formats.find(({ name }) => name === state.tested.format)?.about ?? "";
  find("format-about").textContent = about && `${state.tested.format}: ${about}.`;
};
const fillTest = ({ formats: listed, options }) => {
  formats = listed;
  find("format").replaceChildren(...formats.map(({ name }) => make("option", { value: name }, name)));
  find("format").value = state.tested.format;
  drawFormat();
  find("options").replaceChildren(...options.test.map(({ flag, value, about }) =>
    make("tr", {}, make("td", {}, make("code", {}, value ? `${flag} ${value}` : flag)), make("td", {}, about))));
};
// Only when asked: a large file takes long, and its options come first.
const testNow = () => {
  try {
    const asked = testWords();
    find("test-error").textContent = "";
    run("test", asked);
  } catch (error) {
    find("test-error").textContent = error.message;
    refuse("", { tab: "test" });
  }
};
find("test").addEventListener("click", testNow);
for (const id of ["view", "more"]) {
  find(id).addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) testNow();
  });
}
