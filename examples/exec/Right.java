import java.util.Collections;

/** Collections.shuffle of Java's library. */
class Right {
    public static void main(String[] words) throws Exception {
        Colddeck.exec(52, Collections::shuffle);
    }
}
