"""What Python's random.Random and numpy's legacy RandomState give, in the lines of `colddeck emit --like`.

    python3 streams.py python|numpy|matlab SEED TRIALS:WHAT...

SEED is a whole number of any sign and size, or a list ([1, 2]). WHAT is doubles, ints:BOUND, shuffle:ITEMS, or
riffle:CARDS: a riffle of a fresh deck, as `colddeck emit G --as decks` does with that generator. Before the lines of each
stands a line `= TRIALS:WHAT`. Each starts from the seed.

matlab is no MATLAB: numpy's doubles, put together as MathWorks' documentation describes rng, rand, randi and randperm.
"""

import ast
import math
import random
import sys


def riffled(coins):
    """A riffle after Gilbert, Shannon and Reeds: a coin for each place, 1 for the lower packet."""
    upper = coins.count(0)
    packets = [iter(range(upper)), iter(range(upper, len(coins)))]
    return [next(packets[coin]) for coin in coins]


class Python:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def double(self):
        return self.random.random()

    def below(self, bound):
        return self.random.randrange(bound)

    def shuffled(self, items):
        self.random.shuffle(items)
        return items

    def coins(self, count):
        return [self.random.getrandbits(1) for _ in range(count)]


class Numpy:
    def __init__(self, seed):
        import numpy

        self.numpy = numpy
        self.random = numpy.random.RandomState(seed)

    def double(self):
        return float(self.random.random_sample())

    def below(self, bound):
        return int(self.random.randint(0, bound, dtype=self.numpy.int64))

    def shuffled(self, items):
        self.random.shuffle(items)
        return items

    def coins(self, count):
        return [int(coin) for coin in self.random.binomial(1, 0.5, count)]


class Matlab:
    def __init__(self, seed):
        self.numpy = Numpy(seed or 5489)

    def double(self):
        while True:
            value = self.numpy.double()
            if value:
                return value

    def below(self, bound):
        return math.floor(self.double() * bound)

    def shuffled(self, items):
        keys = [self.double() for _ in items]
        return [items[place] for place in sorted(range(len(items)), key=keys.__getitem__)]

    def coins(self, count):
        return [self.below(2) for _ in range(count)]


PROGRAMS = {"python": Python, "numpy": Numpy, "matlab": Matlab}


def line(program, what, number=0):
    if what == "doubles":
        return repr(program.double())
    if what == "ints":
        return str(program.below(number))
    if what == "shuffle":
        return " ".join(map(str, program.shuffled(list(range(number)))))
    if what == "riffle":
        return " ".join(map(str, riffled(program.coins(number))))
    raise SystemExit(f"found {what}; accepted: doubles, ints, shuffle, riffle")


def main():
    name, seed, *wanted = sys.argv[1:]
    seed = ast.literal_eval(seed)
    for what in wanted:
        print("=", what)
        trials, what, *number = what.split(":")
        program = PROGRAMS[name](seed)
        for _ in range(int(trials)):
            print(line(program, what, *map(int, number)))


if __name__ == "__main__":
    main()
