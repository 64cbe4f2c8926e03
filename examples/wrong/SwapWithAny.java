import java.util.*;

/** Every card is swapped with any card, itself and earlier ones included. java SwapWithAny.java [decks] */
class SwapWithAny {
    public static void main(String[] args) {
        int decks = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        var random = new Random();
        for (int n = 0; n < decks; n++) {
            var deck = new ArrayList<Integer>();
            for (int card = 0; card < 52; card++) deck.add(card);
            for (int i = 0; i < 52; i++) Collections.swap(deck, i, random.nextInt(52));
            System.out.println(deck.toString().replaceAll("[^0-9 ]", ""));
        }
    }
}
