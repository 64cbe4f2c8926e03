/** The findings of a check: an outcome, figures, and words for them. */
export class Verdict {
  constructor(found) {
    Object.assign(this, found);
    Object.freeze(this);
  }

  /** True if no test failed, in decks enough for one. */
  get passed() {
    return this.outcome === 'no-evidence';
  }

  toString() {
    return this.cause ? `${this.words}\n${this.cause}` : this.words;
  }
}
