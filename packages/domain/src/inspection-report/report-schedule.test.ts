import { expect, it } from 'vitest';
import { sendingDue } from './report-schedule.ts';

const at = (text: string): number => Date.parse(text);

it.each([
  ['2026-11-02T09:00+08:00', 'Asia/Shanghai', '2026-10', '2026-11-03T08:00+08:00'],
  // Still the month before where the clocks stand earlier.
  ['2026-11-01T03:00Z', 'America/New_York', '2026-09', '2026-10-03T08:00-04:00'],
  ['2027-01-31T23:00+08:00', 'Asia/Shanghai', '2026-12', '2027-01-03T08:00+08:00'],
])('at %s in %s the report of %s is sent at %s', (now, zone, month, due) => {
  expect(sendingDue(at(now), { day: 3, hour: 8 }, zone)).toEqual({ month, dueAt: at(due) });
});
