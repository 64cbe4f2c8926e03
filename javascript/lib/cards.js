// The cards of a deck: any items, each once, and their numbers.

/** A value in an error: short, and on one line. */
export function shown(value) {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number') return String(value);
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
  if (Array.isArray(order) || (ArrayBuffer.isView(order) && !(order instanceof DataView))) return order;
  if (typeof order?.then === 'function') {
    // Its failure is no news beside this error.
    order.then(undefined, () => {});
    throw new TypeError(`deck ${deck}: found a promise; accepted: a list of cards. Await the decks yourself, then use testDecks`);
  }
  if (typeof order?.[Symbol.iterator] === 'function') return Array.from(order);
  throw new TypeError(`deck ${deck}: found ${shown(order)}; accepted: a list of cards`);
}

export class Cards {
  #places;
  #width;
  /** How many cards a deck may have, in words. */
  #wanted;
  #accepted = 'the cards that were given';
  /** For each card the deck, counted from 1, in which it was seen last. */
  #seen;

  /** Decks that were written. */
  decks = 0;

  constructor(items) {
    this.items = items;
    this.#wanted = `1 to ${items.length}`;
    this.#places = new Map(Array.from(items, (item, place) => [item, place]));
    this.#seen = new Float64Array(items.length);
    if (this.#places.size < items.length) {
      throw new RangeError('cards: found one twice; accepted: each once, such as "A♠ of the second deck"');
    }
  }

  /** So many cards, 0, 1, …; or a list of them. */
  static of(cards) {
    const isList = typeof cards === 'object' && typeof cards?.[Symbol.iterator] === 'function';
    const items = isList ? Array.from(cards) : undefined;
    const many = isList ? items.length : cards;
    if (!Number.isInteger(many) || many < 2 || many > 10_000) {
      throw new RangeError(`cards: found ${isList ? `a list of ${many}` : shown(cards)}; accepted: 2 to 10000, or a list of so many`);
    }
    return new Cards(items ?? Array.from({ length: many }, (_, card) => card));
  }

  /** The numbers from 0 or from 1 on, as many as this deck has. */
  static numbered(deck) {
    const strange = Array.prototype.find.call(deck, (card) => !Number.isInteger(card));
    if (strange !== undefined) {
      throw new TypeError(`deck 0: found ${shown(strange)}; accepted: whole numbers, or say what the \`cards\` are`);
    }
    const from = Array.prototype.includes.call(deck, 0) ? 0 : 1;
    const all = new Cards(Array.from(deck, (_, at) => at + from)).whole();
    all.#accepted = `0 to ${deck.length - 1}, or 1 to ${deck.length}, each once; or say what the \`cards\` are`;
    return all;
  }

  /** The same, of which no deck holds fewer. */
  whole() {
    this.#width = this.items.length;
    this.#wanted = `${this.#width}`;
    return this;
  }

  /** Writes an order as numbers, or says why it is none. The first says how many cards the others have. */
  write(numbers, order) {
    const deck = this.decks;
    const wrong = (found, accepted) => new TypeError(`deck ${deck}: found ${found}; accepted: ${accepted}`);
    const most = this.items.length;
    const isRight = this.#width === undefined ? order.length >= 1 && order.length <= most : order.length === this.#width;
    if (!isRight) throw wrong(`${order.length} cards`, this.#wanted);
    if (this.#width === undefined) {
      this.#width = order.length;
      this.#wanted = `${this.#width}, as in the first`;
    }
    for (let at = 0; at < this.#width; at += 1) {
      const place = this.#places.get(order[at]);
      if (place === undefined) throw wrong(shown(order[at]), this.#accepted);
      if (this.#seen[place] === deck + 1) throw wrong(`${shown(order[at])} twice`, 'each card once');
      this.#seen[place] = deck + 1;
      numbers[at] = place;
    }
    this.decks += 1;
  }
}
