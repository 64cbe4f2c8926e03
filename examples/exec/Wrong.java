import java.util.Collections;

/** Swaps each card with any card: 52^52 equally likely ways for 52! orders. */
class Wrong {
    public static void main(String[] words) throws Exception {
        Colddeck.exec(52, (deck, random) -> {
            for (int card = 0; card < 52; card++) Collections.swap(deck, card, random.nextInt(52));
        });
    }
}
