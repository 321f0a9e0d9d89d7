import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { now } from './clock.ts';
import { offersAt, reasonOf, staleReason } from './order-offers.ts';
import { serverMoment } from './server-time.ts';

const { fresh } = limits.orderOffers;

/** What a server said so long ago, ms, of one order. */
const said = (method: string, refusedFor: string | null, ago: number) => {
  const at = now();
  return offersAt(
    { data: { at: serverMoment(at - ago), orders: [{ method, refusedFor }] }, receivedAt: at - ago },
    at,
    true,
  );
};

describe('why an order is not offered', () => {
  it('is what the server says while that holds, and what the page sees where it does not', () => {
    const seen = 'refusal.droneOff';
    expect(reasonOf('authorityFlight', seen, null)).toBe(seen);
    expect(reasonOf('authorityFlight', seen, said('authorityFlight', null, 0))).toBeNull();
    expect(reasonOf('authorityFlight', null, said('authorityFlight', 'stateStale', 0))).toBe(
      'refusal.stateStale',
    );
    expect(reasonOf('authorityFlight', seen, said('authorityFlight', null, fresh + 1_000))).toBe(seen);
    expect(reasonOf('authorityFlight', null, said('authorityFlight', 'stateStale', fresh + 1_000))).toBe(
      'refusal.stateStale',
    );
  });

  it.each(['hover', 'returnHome', 'robotStop'] as const)('%s is taken away by no word alone', (method) => {
    const seen = 'refusal.droneNotInFlight';
    for (const ago of [0, fresh - 1_000, fresh + 1_000]) {
      expect(reasonOf(method, null, said(method, 'droneNotInFlight', ago))).toBeNull();
      expect(reasonOf(method, seen, said(method, 'droneNotInFlight', ago))).toBe(seen);
    }
    // What the server offers now is offered, whatever the page sees.
    expect(reasonOf(method, seen, said(method, null, 0))).toBeNull();
    expect(reasonOf(method, seen, said(method, null, fresh + 1_000))).toBe(seen);
  });
});

it('what is shown of an aircraft says nothing of now once it is old, or the page hears nothing', () => {
  expect(staleReason(true, 0)).toBeNull();
  expect(staleReason(true, limits.link.stale)).toBeNull();
  expect(staleReason(true, limits.link.stale + 1)).toBe('monitor.why.droneStale');
  expect(staleReason(true, null)).toBe('monitor.why.droneStale');
  expect(staleReason(false, 0)).toBe('monitor.why.pageLink');
});
