import { calls, openDeviceLimits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { movedEarlier, patrolFault, patrolPath } from './patrol-points.ts';

const [a, b, c] = [
  { lng: 1, lat: 1 },
  { lng: 2, lat: 2 },
  { lng: 3, lat: 3 },
];
const patrol = { name: 'Fence', points: [a, b], rounds: 2 };

it('a patrol is driven round by round, in the order of its points', () => {
  expect(patrolFault(patrol)).toBeNull();
  expect(patrolPath(patrol)).toEqual([a, b, a, b]);
  expect(movedEarlier([a, b, c], 2)).toEqual([a, c, b]);
  expect(movedEarlier([a, b], 0)).toEqual([a, b]);
});

it('what is missing, or more than the contract takes, is named and not sent', () => {
  expect(patrolFault({ ...patrol, name: '  ' })).toBe('name');
  expect(patrolFault({ ...patrol, name: 'x'.repeat(65) })).toBe('name');
  expect(patrolFault({ ...patrol, points: [] })).toBe('points');
  for (const rounds of [null, 0, -1, 1.5]) expect(patrolFault({ ...patrol, rounds })).toBe('rounds');
  const full = { ...patrol, rounds: openDeviceLimits.patrolPoints / 2 };
  expect(patrolFault(full)).toBeNull();
  expect(patrolFault({ ...full, rounds: full.rounds + 1 })).toBe('most');
  // The longest that can be sent is one that the call takes.
  const [oid, key, tabId] = [1, 2, 3].map(() => crypto.randomUUID());
  const body = { oid, key, tabId, issuedAt: 1_760_000_000_000, name: 'x'.repeat(64) };
  const { request } = calls.command.robotPatrol;
  expect(request?.safeParse({ ...body, points: patrolPath(full) }).error).toBeUndefined();
});
