/**
 * What one reader still has to get. Of a state only the newest waits; events wait in a line that loses its oldest. So a
 * reader that does not keep up comes back to the present and holds no memory meanwhile.
 */
export class PushQueue {
  readonly #states = new Map<string, string>();
  readonly #events: string[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#states.size + this.#events.length;
  }

  /** @param state what the text is the newest state of; null: an event */
  add(text: string, state: string | null): void {
    if (state === null) {
      if (this.#events.length >= this.#most) this.#events.shift();
      this.#events.push(text);
    } else if (this.#states.has(state) || this.#states.size < this.#most) this.#states.set(state, text);
  }

  /** Everything that waits, events first. */
  take(): string[] {
    const texts = [...this.#events.splice(0), ...this.#states.values()];
    this.#states.clear();
    return texts;
  }
}
