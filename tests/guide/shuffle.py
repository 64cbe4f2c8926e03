"""Python's shuffle, until it is stopped."""
import random

while True:
    print(*random.sample(range(52), 52))
