import java.util.*;

/** Collections.shuffle of Java's standard library. java Shuffle.java [decks] */
class Shuffle {
    public static void main(String[] args) {
        int decks = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        var out = new StringBuilder();
        for (int n = 0; n < decks; n++) {
            var deck = new ArrayList<Integer>();
            for (int card = 0; card < 52; card++) deck.add(card);
            Collections.shuffle(deck);
            for (int card : deck) out.append(card).append(' ');
            System.out.println(out);
            out.setLength(0);
        }
    }
}
