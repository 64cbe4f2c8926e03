"""Every card is swapped with any card: 52^52 equally likely ways for 52! orders. python3 swap_with_any.py [decks]"""
import random
import sys

for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 2000):
    deck = list(range(52))
    for i in range(52):
        j = random.randrange(52)
        deck[i], deck[j] = deck[j], deck[i]
    print(*deck)
