import { describe, expect, it } from 'vitest';
import { createQueryChanges } from './query-changes.ts';

/** An address that takes a change a moment late, and only the last that was asked for. */
const lateAddress = () => {
  let now = '';
  let asked = 0;
  return {
    read: () => now,
    go: async (query: URLSearchParams): Promise<void> => {
      const mine = ++asked;
      await Promise.resolve();
      if (mine === asked) now = query.toString();
    },
  };
};
const put = (name: string, value: string) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before);
  after.set(name, value);
  return after;
};

describe('changes of the query of an address', () => {
  it('both apply when the second comes before the first is taken', async () => {
    const change = createQueryChanges();
    const address = lateAddress();
    await Promise.all([change(address, put('keyword', 'line')), change(address, put('page', '2'))]);
    expect(address.read()).toBe('keyword=line&page=2');
  });

  it('start from the address once none is under way, also after one that failed', async () => {
    const change = createQueryChanges();
    const failing = { read: () => '', go: () => Promise.reject(new Error('aborted')) };
    await expect(change(failing, put('keyword', 'line'))).rejects.toThrow('aborted');
    const address = lateAddress();
    await change(address, put('page', '2'));
    expect(address.read()).toBe('page=2');
  });
});
