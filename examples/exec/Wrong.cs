// Swaps each card with any card: 52^52 equally likely ways for 52! orders.
static class Wrong {
    static void Main() {
        Colddeck.Exec(52, (deck, random) => {
            for (int a = 0; a < deck.Length; a++) {
                int b = random.Next(deck.Length);
                int card = deck[a];
                deck[a] = deck[b];
                deck[b] = card;
            }
        });
    }
}
