import { beforeEach, expect, it, vi } from 'vitest';
import {
  forgetReports,
  isNewest,
  keepPlace,
  keepTyped,
  placeBefore,
  placeHere,
  recordPlace,
  typedBefore,
  typedHere,
} from './kept-report.ts';

/** What the browser keeps, by owner and name. */
const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../platform/large-storage.ts', () => ({
  keepLarge: async (owner: string, name: string, value: unknown) => stored.set(`${owner}/${name}`, value),
  keptLarge: async (owner: string, name: string) => stored.get(`${owner}/${name}`) ?? null,
  dropLarge: async (owner: string, name: string) => stored.delete(`${owner}/${name}`),
}));

const at = { oid: 'r1', step: 3 } as const;
const typed = { text: 'Found nothing', version: 4, base: 'before', at: 1_000 };

beforeEach(() => {
  stored.clear();
  forgetReports();
});

it('has a typed text at once in its window, and offers it to the next one', async () => {
  await keepTyped('m1', at, typed);
  expect(typedHere('m1', 'r1', 3)).toEqual(typed);
  expect(typedHere('m1', 'r1', 2)).toBeNull();
  expect(typedHere('m2', 'r1', 3)).toBeNull();
  // As a reload does.
  forgetReports();
  expect(typedHere('m1', 'r1', 3)).toBeNull();
  expect(await typedBefore('m1', 'r1', 3)).toEqual(typed);
  expect(await typedBefore('m2', 'r1', 3)).toBeNull();
  await keepTyped('m1', at, null);
  expect(await typedBefore('m1', 'r1', 3)).toBeNull();
});

it('tells a text that was sent from what was typed after it', async () => {
  await keepTyped('m1', at, typed);
  expect(isNewest('m1', 'r1', 3, typed)).toBe(true);
  await keepTyped('m1', at, { ...typed, text: 'Found nothing but' });
  expect(isNewest('m1', 'r1', 3, typed)).toBe(false);
  await keepTyped('m1', at, null);
  expect(isNewest('m1', 'r1', 3, typed)).toBe(true);
});

it.each([[null], ['text'], [{ text: 'a', version: 1, base: 'b' }], [{ ...typed, at: '5' }]])(
  'offers nothing that it does not know: %j',
  async (value) => {
    stored.set('m1/report.r1.3', value);
    expect(await typedBefore('m1', 'r1', 3)).toBeNull();
  },
);

it('finds the step and the height of each step again', async () => {
  recordPlace('m1', 'r1', 2, 120);
  recordPlace('m1', 'r1', 3, 480);
  await keepPlace('m1', 'r1');
  forgetReports();
  expect(placeHere('m1', 'r1')).toBeNull();
  expect(await placeBefore('m1', 'r1')).toEqual({ step: 3, scroll: { 2: 120, 3: 480 } });
  expect(await placeBefore('m2', 'r1')).toBeNull();
  // What happened meanwhile is not taken back by what was kept.
  recordPlace('m1', 'r1', 5, 10);
  expect(await placeBefore('m1', 'r1')).toMatchObject({ step: 5 });
});

it('begins at the top where what was kept cannot be read', async () => {
  stored.set('m1/report.r1.place', { step: 9, scroll: { 1: 5 } });
  expect(await placeBefore('m1', 'r1')).toBeNull();
  stored.set('m1/report.r2.place', { step: 2, scroll: { 2: 'far', 3: 7 } });
  expect(await placeBefore('m1', 'r2')).toEqual({ step: 2, scroll: { 3: 7 } });
});
