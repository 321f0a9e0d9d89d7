import type { DockStatus } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { healthWord } from './health-word.ts';

const alarm = { code: '0x1', level: 2 } as DockStatus['hms'][number];

it('no alarms are told of a dock that sent an empty list', () => {
  expect(healthWord({ hms: [], hmsHeard: true }, 500)).toBe('monitor.noHealth');
});
it('nothing is told of a dock that never sent a list, or was never heard', () => {
  expect(healthWord({ hms: [], hmsHeard: false }, 500)).toBe('monitor.healthNever');
  expect(healthWord(null, null)).toBe('monitor.healthNever');
  expect(healthWord({ hms: [], hmsHeard: true }, null)).toBe('monitor.healthNever');
});
it('alarms speak for themselves, also those of the aircraft alone', () => {
  expect(healthWord({ hms: [alarm], hmsHeard: false }, 500)).toBeNull();
});
