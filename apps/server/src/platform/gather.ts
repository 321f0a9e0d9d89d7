interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface GatherOptions<Item, Answer> {
  /** Items that are done together at most. */
  most: number;
  /** Answers for the items, in their order. */
  work(items: readonly Item[]): Promise<readonly Answer[]>;
  /** Two items with a key in common are never done together, and keep their order. */
  keysOf?(item: Item): readonly string[];
  /** Before those that wait already and have no key in common with it. */
  isUrgent?(item: Item): boolean;
}

export interface Gatherer<Item, Answer> {
  add(item: Item): Promise<Answer>;
  waiting(): number;
}

/**
 * Joins pieces of work that come close together into one, and does one such at a time: thousands that come at once cost
 * a few statements instead of a queue of transactions. Where a whole fails each of its pieces is tried alone, so that
 * nobody fails for another's sake.
 */
export const createGatherer = <Item, Answer>(
  options: GatherOptions<Item, Answer>,
): Gatherer<Item, Answer> => {
  const { most, work, keysOf = () => [], isUrgent = () => false } = options;
  let line: Waiting<Item, Answer>[] = [];
  let working = false;

  const next = (): Waiting<Item, Answer>[] => {
    const taken: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    const keys = new Set<string>();
    for (const one of line) {
      const own = keysOf(one.item);
      const fits = taken.length < most && own.every((key) => !keys.has(key));
      (fits ? taken : left).push(one);
      // Also those of one that has to wait: what comes after it must not overtake it.
      for (const key of own) keys.add(key);
    }
    line = left;
    return taken;
  };

  const alone = async ({ item, resolve, reject }: Waiting<Item, Answer>): Promise<void> => {
    try {
      const [answer] = await work([item]);
      resolve(answer as Answer);
    } catch (error) {
      reject(error);
    }
  };

  const together = async (some: readonly Waiting<Item, Answer>[]): Promise<void> => {
    const [first] = some;
    if (first && some.length === 1) return alone(first);
    let answers: readonly Answer[];
    try {
      answers = await work(some.map(({ item }) => item));
    } catch {
      for (const one of some) await alone(one);
      return;
    }
    for (const [at, { resolve }] of some.entries()) resolve(answers[at] as Answer);
  };

  const turn = async (): Promise<void> => {
    working = true;
    // What comes in the same turn of the loop is done together.
    await Promise.resolve();
    while (line.length > 0) await together(next());
    working = false;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const one = { item, resolve, reject };
        const own = keysOf(item);
        // Never before an older item with the same key: its word would then come last and stand.
        const follows = (): boolean =>
          line.some((other) => keysOf(other.item).some((key) => own.includes(key)));
        if (isUrgent(item) && !follows()) line.unshift(one);
        else line.push(one);
        if (!working) void turn();
      }),
    waiting: () => line.length,
  };
};
