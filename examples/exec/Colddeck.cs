using System;
using System.IO;

// Shuffles as many decks as `colddeck exec` asks for. To be copied.
static class Colddeck {
    // Gives `shuffle` the deck 0, 1, ..., cards - 1 each time, and a generator that has the seed of `colddeck exec`.
    public static void Exec(int cards, Action<int[], Random> shuffle) {
        string[] asked = (Console.ReadLine() ?? "").Split(' ');
        if (asked.Length != 2 || !long.TryParse(asked[0], out long decks) || !int.TryParse(asked[1], out int seed)) {
            Console.Error.WriteLine("Standard input must give the number of decks and a seed, as `colddeck exec` does.");
            Environment.Exit(1);
            return;
        }
        Random random = new Random(seed);
        using (Stream output = new BufferedStream(Console.OpenStandardOutput(), 1 << 16)) {
            for (; decks > 0; decks--) {
                int[] deck = new int[cards];
                for (int card = 0; card < cards; card++) deck[card] = card;
                shuffle(deck, random);
                // Two bytes for each card, the lower one first: --format u16.
                foreach (int card in deck) {
                    output.WriteByte((byte)card);
                    output.WriteByte((byte)(card >> 8));
                }
            }
        }
    }
}
