import { expect, it } from 'vitest';
import { arrivedSince, newestMost, type Newest } from './order-arrival.ts';

const order = (createdAt: number, oid = String(createdAt)): Newest => ({ oid, name: oid, createdAt });
/** As many as one look sees, from so late on back. */
const full = (last: number): Newest[] => Array.from({ length: newestMost }, (_, back) => order(last - back));
const oids = (orders: readonly Newest[]): string[] => orders.map(({ oid }) => oid);

it('is new what came since the last look, each of several', () => {
  expect(oids(arrivedSince([], [order(1)]))).toEqual(['1']);
  expect(oids(arrivedSince([order(1)], [order(2), order(1)]))).toEqual(['2']);
  expect(oids(arrivedSince(full(20), full(22)))).toEqual(['22', '21']);
  expect(oids(arrivedSince([order(1, 'a')], [order(1, 'b'), order(1, 'a')]))).toEqual(['b']);
});

it('is new what another server made earlier and stored later', () => {
  const [newest, ...others] = full(20);
  const late = order(19.5, 'late');
  expect(oids(arrivedSince(full(20), [newest ?? late, late, ...others.slice(0, -1)]))).toEqual(['late']);
});

it('is not new what was there at the first look, what stayed, and what moved up for one that was deleted', () => {
  expect(arrivedSince(undefined, [order(1)])).toEqual([]);
  expect(arrivedSince([order(2)], [order(2)])).toEqual([]);
  expect(arrivedSince([order(2), order(1)], [order(1)])).toEqual([]);
  expect(arrivedSince([order(2)], [])).toEqual([]);
  expect(arrivedSince(full(20), full(19))).toEqual([]);
});
