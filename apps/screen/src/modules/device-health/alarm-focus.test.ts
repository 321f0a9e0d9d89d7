import { expect, it } from 'vitest';
import { alarmFocus } from './alarm-focus.ts';

const warning = { dockOID: 'a', level: 2, firstAt: 1_000 };

it('is the dock of the newest warning, for a minute', () => {
  const newer = { dockOID: 'b', level: 2, firstAt: 20_000 };
  expect(alarmFocus([warning, newer], 30_000)).toBe('b');
  expect(alarmFocus([warning], 60_999)).toBe('a');
  expect(alarmFocus([warning], 61_000)).toBeNull();
});

it('is not taken by a caution', () => {
  expect(alarmFocus([{ ...warning, level: 1 }], 2_000)).toBeNull();
});
