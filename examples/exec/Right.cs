// Fisher-Yates by hand, since Random.Shuffle is only there from .NET 8 on.
static class Right {
    static void Main() {
        Colddeck.Exec(52, (deck, random) => {
            for (int a = deck.Length - 1; a > 0; a--) {
                int b = random.Next(a + 1);
                int card = deck[a];
                deck[a] = deck[b];
                deck[b] = card;
            }
        });
    }
}
