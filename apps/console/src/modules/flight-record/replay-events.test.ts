import { expect, it } from 'vitest';
import { besideOf, eventsOf } from './replay-events.ts';

const replay = {
  from: 1_000,
  commands: [{ oid: 'c', at: 3_000 }],
  alarms: [{ oid: 'a', at: 500 }],
  control: [{ at: 2_000 }],
  phases: [{ at: 1_500, mode: 'routeFlight' }],
} as unknown as Parameters<typeof eventsOf>[0];

it('are in order, and an alarm from before stands at the beginning', () => {
  expect(eventsOf(replay).map(({ kind, at }) => [kind, at])).toEqual([
    ['alarm', 1_000],
    ['phase', 1_500],
    ['control', 2_000],
    ['command', 3_000],
  ]);
});

it('leads to the next and the one before, and nowhere beyond the ends', () => {
  const events = eventsOf(replay);
  expect(besideOf(events, 1_500, 1)).toBe(2_000);
  expect(besideOf(events, 1_500, -1)).toBe(1_000);
  expect(besideOf(events, 3_000, 1)).toBeNull();
  expect(besideOf(events, 1_000, -1)).toBeNull();
});
