import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropLarge, forgetLarge, keepLarge, keptLarge, namesOfLarge, welcomeLarge } from './large-storage.ts';

/** What a browser keeps, as far as it is asked here. */
let stored: Map<string, unknown>;
const answering = <T>(result: T) => {
  const asked = new EventTarget() as EventTarget & { result: T };
  asked.result = result;
  queueMicrotask(() => asked.dispatchEvent(new Event('success')));
  return asked;
};
const store = {
  put: (value: unknown, key: string) => {
    stored.set(key, value);
    return answering(key);
  },
  get: (key: string) => answering(stored.get(key)),
  getAllKeys: ({ from, to }: { from: string; to: string }) =>
    answering([...stored.keys()].filter((key) => key >= from && key <= to)),
  delete: (which: string | { from: string; to: string }) => {
    const fits = (key: string): boolean =>
      typeof which === 'string' ? key === which : key >= which.from && key <= which.to;
    for (const key of [...stored.keys()].filter(fits)) stored.delete(key);
    return answering(undefined);
  },
};
const closings: (() => void)[] = [];
const connection = {
  addEventListener: (kind: string, listener: () => void) => kind === 'close' && closings.push(listener),
  transaction: () => ({ objectStore: () => store }),
  close: () => undefined,
};

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('indexedDB', { open: () => answering(connection) });
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => ({ from, to }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // As when the browser ends the connection.
  for (const close of closings.splice(0)) close();
  for (const owner of ['m1', 'm2']) welcomeLarge(owner);
});

const draft = { name: 'Harbour', plan: { points: [{ lng: 113.9, lat: 22.5 }] } };

describe('a large value of a member', () => {
  it('comes back, and is not read by who leafs through the storage', async () => {
    expect(await keepLarge('m1', 'new.waypoint', draft)).toBe(true);
    expect(await keptLarge('m1', 'new.waypoint')).toEqual(draft);
    const [hidden] = [...stored.values()];
    expect(typeof hidden).toBe('string');
    for (const text of [String(hidden), atob(String(hidden))]) expect(text).not.toMatch(/Harbour|113\.9/);
    await dropLarge('m1', 'new.waypoint');
    expect(await keptLarge('m1', 'new.waypoint')).toBeNull();
  });

  it('is handed over at once once the store is open, as a page that goes waits for nothing', async () => {
    await keepLarge('m1', 'a', draft);
    const kept = keepLarge('m1', 'b', draft);
    expect([...stored.keys()]).toEqual(['m1/a', 'm1/b']);
    expect(await kept).toBe(true);
  });

  it('of an earlier release is read as it was', async () => {
    stored.set('m1/a', draft);
    expect(await keptLarge('m1', 'a')).toEqual(draft);
    stored.set('m1/a', 'no text of ours');
    expect(await keptLarge('m1', 'a')).toBeNull();
  });

  it('goes when the member signs out, and nothing is kept after that until they are back', async () => {
    for (const owner of ['m1', 'm2', '']) await keepLarge(owner, 'a', draft);
    await forgetLarge('m1');
    expect([...stored.keys()]).toEqual(['m2/a', '/a']);
    expect(await keepLarge('m1', 'a', draft)).toBe(false);
    welcomeLarge('m1');
    expect(await keepLarge('m1', 'a', draft)).toBe(true);
  });

  it('is found by how its name begins, of its owner alone', async () => {
    for (const owner of ['m1', 'm2'])
      for (const name of ['step.a', 'photo.a']) await keepLarge(owner, name, draft);
    expect(await namesOfLarge('m1', 'step.')).toEqual(['step.a']);
    expect(await namesOfLarge('m3', '')).toEqual([]);
  });

  it('of the device stays for whoever signs in next', async () => {
    await keepLarge('', 'new.waypoint', draft);
    await forgetLarge('');
    expect(await keptLarge('', 'new.waypoint')).toEqual(draft);
  });

  it('is not kept where the browser keeps nothing, and nothing breaks', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect([await keepLarge('m1', 'a', draft), await keptLarge('m1', 'a')]).toEqual([false, null]);
  });
});
