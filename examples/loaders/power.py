"""Makes a table of what `colddeck order` catches: shuffle buffers of 1 to 60% of all items, on the old order and on shards.

    python power.py COLDDECK [ITEMS ORDERS]... > table.md        (10000 20 1000000 3 unless told)
"""

import json
import subprocess
import sys

#: Buffers, as shares of all items.
BUFFERS = [0.01, 0.05, 0.1, 0.2, 0.4, 0.6]

#: Items of a shard; 0: no shards.
SHARDS = [0, 10, 100, 1000]


def asked(colddeck, loader, items, seed):
    """The routine of the record of an order that `loader` makes."""
    words = [colddeck, "order", "--loader", loader, "--items", items, "--seed", seed, "--json", "--quiet"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return json.loads(done.stdout)["routines"][0]


def row(colddeck, items, orders, shard, buffer):
    """A line of the table."""
    loader = f"shards {shard}, buffer {buffer}" if shard else f"buffer {buffer}"
    caught, named, held, sizes = 0, 0, 0, []
    for seed in range(orders):
        routine = asked(colddeck, loader, items, seed)
        caught += any(test["verdict"] == "fail" for test in routine["tests"])
        found = routine["statistics"]["shuffle-buffer"]
        if found.get("like") == ("shards" if shard else "buffer") and found.get("buffer") is not None:
            named += 1
            sizes.append(found["buffer"])
            held += found["least"] <= buffer <= found["most"]
    sizes.sort()
    size = f"{sizes[len(sizes) // 2]:,.0f}" if sizes else ""
    limits = f"{held} of {named}" if named else ""
    shards = f"{shard:,}" if shard else "none"
    return f"| {items:,} | {shards} | {buffer:,} | {caught} of {orders} | {named} of {orders} | {size} | {limits} |"


def main():
    colddeck, *pairs = sys.argv[1:]
    pairs = [int(word) for word in pairs] or [10_000, 20, 1_000_000, 3]
    print("| items | shards of | buffer | not fair | named | size found | limits hold it |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for items, orders in zip(pairs[::2], pairs[1::2]):
        for shard in SHARDS:
            for share in BUFFERS:
                print(row(colddeck, items, orders, shard, int(share * items)), flush=True)


if __name__ == "__main__":
    main()
