import { expect, it } from 'vitest';
import { orderStyle, orderWords } from './order-style.ts';

it('a call home is not done while the aircraft is still on its way or landing', () => {
  for (const state of ['accepted', 'in_progress', 'succeeded'] as const)
    for (const phase of ['returning', 'landing'] as const)
      expect(orderStyle({ method: 'returnHome', state }, phase)).toEqual({
        tone: 'running',
        wordId: `flight.phase.${phase}`,
      });
});

it('a call home is done when the flight is over, and failed when it failed', () => {
  expect(orderStyle({ method: 'returnHome', state: 'succeeded' }, 'over').tone).toBe('done');
  expect(orderStyle({ method: 'returnHome', state: 'succeeded' }, null).tone).toBe('done');
  expect(orderStyle({ method: 'returnHome', state: 'unknown' }, 'returning').tone).toBe('unknown');
  expect(orderStyle({ method: 'returnHome', state: 'rejected' }, 'returning').tone).toBe('failed');
});

it('other orders are shown by their own state', () => {
  expect(orderStyle({ method: 'flightPause', state: 'succeeded' }, 'returning')).toEqual({
    tone: 'done',
    wordId: 'commandState.succeeded',
  });
});

it('what happened to an order is said once, and a reason behind it', () => {
  const again = 'Too late, not sent';
  expect(orderWords('Expired', again, again)).toBe('Expired');
  expect(orderWords('Expired', 'Expired', again)).toBe('Expired');
  expect(orderWords('Expired', null, again)).toBe('Expired');
  expect(orderWords('Refused', 'No network', again)).toBe('Refused · No network');
});
