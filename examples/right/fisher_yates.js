// Fisher and Yates, as Durstenfeld wrote it down in 1964. node fisher_yates.js [decks]
const lines = [];
for (let n = Number(process.argv[2] ?? 2000); n > 0; n--) {
  const deck = [...Array(52).keys()];
  for (let i = 51; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  lines.push(deck.join(" "));
}
process.stdout.write(lines.join("\n") + "\n");
