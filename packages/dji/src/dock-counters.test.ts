import { expect, it } from 'vitest';
import { dockCountersOf } from './dock-counters.ts';

it('reads what a dock counts itself, and takes what cannot be for nothing', () => {
  expect(dockCountersOf({ job_number: 12, acc_time: 7200.5 })).toEqual({ jobs: 12, runningTime: 7200.5 });
  expect(dockCountersOf({ job_number: -1, acc_time: 'long' })).toEqual({ jobs: null, runningTime: null });
  expect(dockCountersOf(null)).toEqual({ jobs: null, runningTime: null });
});
