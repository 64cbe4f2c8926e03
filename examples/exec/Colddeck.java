import java.io.IOException;
import java.io.PrintStream;
import java.util.*;
import java.util.function.BiConsumer;

/** Shuffles as many decks as `colddeck exec` asks for. To be copied. */
final class Colddeck {
    /** Gives `shuffle` the deck 0, 1, ..., cards - 1 each time, and a generator that has the seed of `colddeck exec`. */
    static void exec(int cards, BiConsumer<List<Integer>, Random> shuffle) throws IOException {
        Scanner asked = new Scanner(System.in);
        long decks = asked.nextLong();
        Random random = new Random(asked.nextLong());
        byte[] bytes = new byte[2 * cards];
        try (PrintStream out = new PrintStream(System.out, false)) {
            for (long made = 0; made < decks; made++) {
                List<Integer> deck = new ArrayList<>();
                for (int card = 0; card < cards; card++) deck.add(card);
                shuffle.accept(deck, random);
                // Two bytes for each card, the lower one first: --format u16.
                for (int place = 0; place < cards; place++) {
                    bytes[2 * place] = (byte) (int) deck.get(place);
                    bytes[2 * place + 1] = (byte) (deck.get(place) >> 8);
                }
                out.write(bytes);
            }
        }
    }
}
