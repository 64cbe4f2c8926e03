# Every card is swapped with any card, itself and earlier ones included. perl swap_with_any.pl [decks]
use strict;
use warnings;

for (1 .. shift // 2000) {
    my @deck = 0 .. 51;
    for my $i (0 .. 51) {
        my $j = int rand 52;
        @deck[$i, $j] = @deck[$j, $i];
    }
    print "@deck\n";
}
