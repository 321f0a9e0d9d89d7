import { limits, type GateItem } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { gateReady, gateStanding } from './gate-standing.ts';

const items: GateItem[] = [
  { item: 'wind', verdict: 'passed', reason: null, blocks: false, value: 2, limit: 12, ageMs: 900 },
];
const answer = { ready: true, items, receivedAt: 1_000 };
const fresh = limits.command.stateFresh;

it('an answer holds as long as a state that a command may rest on', () => {
  const standing = gateStanding(answer, false, 1_000 + fresh);
  expect(standing).toEqual({ kind: 'known', ready: true, items });
  expect(gateReady(standing)).toBe(true);
});

it('an older one is not known since it came, and the flight is not offered', () => {
  const standing = gateStanding(answer, false, 1_001 + fresh);
  expect(standing).toEqual({ kind: 'unknown', since: 1_000 });
  expect(gateReady(standing)).toBeNull();
  expect(gateReady(gateStanding(answer, false, 81_000))).toBeNull();
});

it('a flight that was deleted elsewhere has no check, however fresh the last one is', () => {
  expect(gateStanding(answer, true, 1_001)).toEqual({ kind: 'gone' });
  expect(gateReady(gateStanding(answer, true, 1_001))).toBeNull();
});

it('before the first answer nothing is known, and a blocked one blocks', () => {
  expect(gateReady(gateStanding(null, false, 0))).toBeNull();
  expect(gateReady(gateStanding({ ...answer, ready: false }, false, 1_001))).toBe(false);
});
