// Every card is swapped with any card, itself and earlier ones included. node swap_with_any.js [decks]
const lines = [];
for (let n = Number(process.argv[2] ?? 2000); n > 0; n--) {
  const deck = [...Array(52).keys()];
  for (let i = 0; i < 52; i++) {
    const j = Math.floor(Math.random() * 52);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  lines.push(deck.join(" "));
}
process.stdout.write(lines.join("\n") + "\n");
