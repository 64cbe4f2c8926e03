"""random.shuffle of Python's standard library. python3 shuffle.py [decks]"""
import random
import sys

for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 2000):
    deck = list(range(52))
    random.shuffle(deck)
    print(*deck)
