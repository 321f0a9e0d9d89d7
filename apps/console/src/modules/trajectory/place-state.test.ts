import { expect, it } from 'vitest';
import { placeStateAt } from './place-state.ts';

const seen = { online: true, ageMs: 4_000, receivedAt: 100_000 };

it('ages on between two answers, and is online as long as these come', () => {
  expect(placeStateAt(seen, 100_000)).toEqual({ ageMs: 4_000, look: 'live' });
  expect(placeStateAt(seen, 131_000)).toEqual({ ageMs: 35_000, look: 'live' });
});

it('is no longer called online once no answer has come for a while', () => {
  expect(placeStateAt(seen, 146_000)).toEqual({ ageMs: 50_000, look: 'attention' });
});

it('stays offline, and of no age where none is known', () => {
  expect(placeStateAt({ ...seen, online: false, ageMs: null }, 400_000)).toEqual({
    ageMs: null,
    look: 'offline',
  });
});
