import { expect, it } from 'vitest';
import { chooseFlight } from './choose-flight.ts';

const flight = (oid: string, state: 'created' | 'inFlight' | 'over', createdAt: number) => ({
  oid,
  state,
  createdAt,
});
const over = flight('over', 'over', 1);
const first = flight('first', 'created', 2);
const second = flight('second', 'created', 3);
const flying = flight('flying', 'inFlight', 4);

it('one in the air comes before those that wait, and of these the oldest is next', () => {
  expect(chooseFlight([second, over, flying, first], null, false)?.oid).toBe('flying');
  expect(chooseFlight([second, over, first], null, false)?.oid).toBe('first');
});
it('one that ended under the reader stays, until another flies', () => {
  expect(chooseFlight([over, first], 'over', false)?.oid).toBe('over');
  expect(chooseFlight([over, flying], 'over', false)?.oid).toBe('flying');
});
it('an ended one is shown only when its task was named', () => {
  expect(chooseFlight([over], null, false)).toBeNull();
  expect(chooseFlight([over], null, true)?.oid).toBe('over');
  expect(chooseFlight([], null, true)).toBeNull();
});
