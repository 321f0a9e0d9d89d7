import type { OpenEntry } from '@eyrie/domain';

type Happening = OpenEntry extends infer E ? (E extends { at: number } ? Omit<E, 'at'> : never) : never;

/** What has happened in a trial so far, for those who wait for more. */
export class TrialRecord {
  readonly entries: OpenEntry[] = [];
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(happening: Happening): void {
    this.entries.push({ at: this.#now(), ...happening });
    for (const look of this.#waiting) look();
  }

  /** How much has happened; what comes later is looked for from here. */
  get mark(): number {
    return this.entries.length;
  }

  /** The first answer of `find` over what came since a mark; null when it does not come in time. */
  until<T>(
    mark: number,
    ms: number,
    find: (since: readonly OpenEntry[]) => T | null | undefined,
  ): Promise<T | null> {
    return new Promise((resolve) => {
      const end = (value: T | null): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(value);
      };
      const look = (): void => {
        const found = find(this.entries.slice(mark));
        if (found !== null && found !== undefined) end(found);
      };
      const timer = setTimeout(() => end(null), ms);
      this.#waiting.add(look);
      look();
    });
  }

  /** Watches for so long, whatever comes. */
  async watch(ms: number): Promise<void> {
    await this.until(this.mark, ms, () => null);
  }
}
