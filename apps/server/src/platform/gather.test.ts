import { describe, expect, it } from 'vitest';
import { createGatherer } from './gather.ts';

const opened = (most = 10) => {
  const done: string[][] = [];
  let bad = '';
  const gate = { open: Promise.resolve() };
  const gatherer = createGatherer<string, string>({
    most,
    keysOf: (item) => [item.charAt(0)],
    isUrgent: (item) => item.endsWith('!'),
    work: async (items) => {
      done.push([...items]);
      await gate.open;
      if (items.includes(bad)) throw new Error(`${bad} is bad`);
      return items.map((item) => item.toLowerCase());
    },
  });
  return { gatherer, done, gate, spoil: (item: string) => (bad = item) };
};

describe('work that is gathered', () => {
  it('is done together when it comes together, each with its own answer', async () => {
    const { gatherer, done } = opened();
    const answers = await Promise.all(['A', 'B', 'C'].map((item) => gatherer.add(item)));
    expect(answers).toEqual(['a', 'b', 'c']);
    expect(done).toEqual([['A', 'B', 'C']]);
  });

  it('is done in pieces that are no larger than allowed', async () => {
    const { gatherer, done } = opened(2);
    await Promise.all(['A', 'B', 'C'].map((item) => gatherer.add(item)));
    expect(done).toEqual([['A', 'B'], ['C']]);
    expect(gatherer.waiting()).toBe(0);
  });

  it('keeps the order of two with the same key, and never does them together', async () => {
    const { gatherer, done } = opened(2);
    await Promise.all(['A1', 'A2', 'B', 'A3'].map((item) => gatherer.add(item)));
    expect(done).toEqual([['A1', 'B'], ['A2'], ['A3']]);
  });

  it('lets what is urgent go first', async () => {
    const { gatherer, done, gate } = opened(1);
    const held = Promise.withResolvers<void>();
    gate.open = held.promise;
    const first = gatherer.add('A');
    await Promise.resolve();
    const rest = [gatherer.add('B'), gatherer.add('C!')];
    held.resolve();
    await Promise.all([first, ...rest]);
    expect(done).toEqual([['A'], ['C!'], ['B']]);
  });

  it('lets nothing urgent overtake an older word of the same key, urgent or not', async () => {
    const { gatherer, done, gate } = opened(1);
    const held = Promise.withResolvers<void>();
    gate.open = held.promise;
    const first = gatherer.add('A');
    await Promise.resolve();
    const rest = ['B1', 'C1!', 'B2!', 'C2!'].map((item) => gatherer.add(item));
    held.resolve();
    await Promise.all([first, ...rest]);
    expect(done).toEqual([['A'], ['C1!'], ['B1'], ['B2!'], ['C2!']]);
  });

  it('fails only the one that fails alone', async () => {
    const { gatherer, done, spoil } = opened();
    spoil('B');
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((item) => gatherer.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual([['A', 'B', 'C'], ['A'], ['B'], ['C']]);
    expect(await gatherer.add('A')).toBe('a');
  });
});
