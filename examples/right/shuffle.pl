# List::Util::shuffle of Perl's standard library. perl shuffle.pl [decks]
use strict;
use warnings;
use List::Util 'shuffle';

print join(' ', shuffle 0 .. 51), "\n" for 1 .. shift // 2000;
