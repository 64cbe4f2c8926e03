// Sorting with a comparison that tosses a coin, as many web pages do. node random_sort.js [decks]
const lines = [];
for (let n = Number(process.argv[2] ?? 2000); n > 0; n--) {
  lines.push([...Array(52).keys()].sort(() => Math.random() - 0.5).join(" "));
}
process.stdout.write(lines.join("\n") + "\n");
