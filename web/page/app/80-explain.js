// Words are explained by the program.
const explain = async (word) => {
  const into = find("explained");
  try {
    const { pages = [], error } = await told("explain", word);
    into.replaceChildren(...(error ? [make("p", {}, error)] : pages.flatMap(({ name, group, also = [], parts }) => [
      make("h3", {}, name), make("p", { className: "note" }, [group, also.length ? `also: ${also.join(", ")}` : ""].filter(Boolean).join("; ")),
      ...parts.map(([head, text]) => make("p", {}, ...(head ? [make("strong", {}, `${head}: `)] : []), text)),
    ])));
  } catch (error) {
    into.replaceChildren(make("p", {}, error.message));
  }
};
const dialog = find("explain");
find("explain-open").addEventListener("click", () => dialog.showModal());
find("explain-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (find("word").value.trim()) explain(find("word").value.trim());
});
// A word that was picked from the list is explained at once.
find("word").addEventListener("change", () => {
  const word = find("word").value.trim();
  if ([...find("words").options].some(({ value }) => value === word)) explain(word);
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
