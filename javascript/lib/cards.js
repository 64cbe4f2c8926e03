// The cards of a deck: any items, each once, and their numbers.

/** A value in an error: short, and on one line. */
export function shown(value) {
  if (typeof value === 'function') return 'a function';
  let text;
  try {
    text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  } catch {
    text = String(value);
  }
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** An order as something that has a length: lists and typed arrays as they are, what can be iterated as a list. */
export function listed(order, deck) {
  if (Array.isArray(order) || ArrayBuffer.isView(order)) return order;
  if (typeof order?.then === 'function') {
    throw new TypeError(`deck ${deck}: found a promise; accepted: an order (await is not done here)`);
  }
  if (typeof order?.[Symbol.iterator] === 'function') return Array.from(order);
  throw new TypeError(`deck ${deck}: found ${shown(order)}; accepted: a list of cards`);
}

export class Cards {
  #places;
  #width;
  /** For each card the deck, counted from 1, in which it was seen last. */
  #seen;

  constructor(items) {
    this.items = items;
    this.#places = new Map(Array.from(items, (item, place) => [item, place]));
    this.#seen = new Float64Array(items.length);
    if (this.#places.size < items.length) {
      throw new RangeError('cards: found one twice; accepted: each once, such as "A♠ of the second deck"');
    }
  }

  /** So many cards, 0, 1, …; or a list of them. */
  static of(cards) {
    if (typeof cards !== 'number') return new Cards(listed(cards, 0));
    if (!Number.isInteger(cards) || cards < 2 || cards > 10_000) {
      throw new RangeError(`cards: found ${cards}; accepted: 2 to 10000, or a list of them`);
    }
    return new Cards(Array.from({ length: cards }, (_, card) => card));
  }

  /** The numbers from 0 or from 1 on, as many as this deck has. */
  static numbered(deck) {
    const strange = Array.prototype.find.call(deck, (card) => !Number.isInteger(card));
    if (strange !== undefined) {
      throw new TypeError(`deck 0: found ${shown(strange)}; accepted: whole numbers, or say what the \`cards\` are`);
    }
    const from = Array.prototype.includes.call(deck, 0) ? 0 : 1;
    return new Cards(Array.from(deck, (_, at) => at + from));
  }

  /** Writes an order as numbers, or says why it is none. */
  write(numbers, order, deck) {
    this.#width ??= Math.min(order.length, this.items.length);
    const wrong = (found, accepted) => new TypeError(`deck ${deck}: found ${found}; accepted: ${accepted}`);
    if (order.length !== this.#width) {
      throw wrong(`${order.length} cards`, deck === 0 ? `${this.#width} at the most` : `${this.#width}, as in the first`);
    }
    for (let at = 0; at < this.#width; at += 1) {
      const place = this.#places.get(order[at]);
      if (place === undefined) throw wrong(shown(order[at]), 'the cards that were given');
      if (this.#seen[place] === deck + 1) throw wrong(`${shown(order[at])} twice`, 'each card once');
      this.#seen[place] = deck + 1;
      numbers[at] = place;
    }
  }
}
