import { limits } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';

interface Comparison {
  /** When the page was asked, ms of our monotonic clock. */
  askedAt: number;
  /** What its clock said, ms. */
  at: number;
  took: number;
}

/**
 * The monotonic clock of a page, by questions to it. The page read its clock some time between question and answer; the
 * moment of the question is taken, so that a frame may look older than it is and never younger.
 */
export class PageClock {
  readonly #clock: Pick<Clock, 'mono'>;
  readonly #asked = new Map<number, number>();
  #kept: Comparison[] = [];
  #next = 0;

  constructor(clock: Pick<Clock, 'mono'>) {
    this.#clock = clock;
  }

  /** @returns the number of a new question */
  ask(): number {
    this.#next += 1;
    this.#asked.set(this.#next, this.#clock.mono());
    // What was not answered by now never will be in time.
    this.#asked.delete(this.#next - limits.drc.syncKept);
    return this.#next;
  }

  /** @param at ms of the page's clock */
  answered(id: number, at: number): void {
    const askedAt = this.#asked.get(id);
    if (askedAt === undefined) return;
    this.#asked.delete(id);
    const one = { askedAt, at, took: this.#clock.mono() - askedAt };
    this.#kept = [...this.#kept, one].slice(-limits.drc.syncKept);
  }

  /** A moment of the page's clock on ours, ms, not later than it was; null: the page has not answered yet. */
  here(at: number): number | null {
    const [first, ...others] = this.#kept;
    if (!first) return null;
    const best = others.reduce((a, b) => (b.took < a.took ? b : a), first);
    return best.askedAt + (at - best.at);
  }
}
