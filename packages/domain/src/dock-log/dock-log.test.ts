import { describe, expect, it } from 'vitest';
import { afterReport, faultOfStored, logStates, offerLogUpload, openLogStates } from './dock-log.ts';

const report = { state: 'uploading', percent: 10, step: 'sending', size: 5, code: null } as const;
const waiting = { state: 'notUploaded', percent: null, size: null } as const;

describe('an upload of log files', () => {
  it('follows the word of its dock', () => {
    expect(afterReport(waiting, report)).toEqual({
      state: 'uploading',
      percent: 10,
      step: 'sending',
      size: 5,
    });
    expect(afterReport(waiting, { ...report, state: 'cancelled' })).toEqual({ state: 'cancelled' });
    const failed = { ...report, state: 'failed', code: 324_012 } as const;
    expect(afterReport(waiting, failed)).toEqual({ state: 'failed', fault: 'refused', code: 324_012 });
  });

  it('is not done by that word, and keeps the size that was named before', () => {
    const done = { ...report, state: 'done', size: null } as const;
    expect(afterReport({ state: 'uploading', percent: 90, size: 77 }, done)).toEqual({
      state: 'said',
      size: 77,
    });
  });

  it.each(logStates.filter((state) => !openLogStates.some((open) => open === state)))(
    'stays %s whatever comes late',
    (state) => {
      for (const late of ['uploading', 'done', 'failed', 'cancelled'] as const)
        expect(afterReport({ ...waiting, state }, { ...report, state: late })).toBeNull();
    },
  );

  it.each([
    [10, 10, null],
    [null, 10, null],
    [10, 9, 'sizeDiffers'],
    [10, 0, 'missing'],
    [null, null, 'missing'],
  ] as const)('of %s bytes with %s stored has the fault %s', (promised, stored, fault) => {
    expect(faultOfStored(promised, stored)).toBe(fault);
  });

  it('does not begin on a dock that flies', () => {
    const rest = {
      airborne: false,
      returning: false,
      flyingTo: false,
      job: null,
      rods: false,
      tools: null,
    } as const;
    const idle = { ...rest, workState: 'idle' } as const;
    expect(offerLogUpload(idle)).toBeNull();
    expect(offerLogUpload({ ...idle, workState: 'remoteDebug' })).toBeNull();
    expect(offerLogUpload({ ...idle, airborne: true })).toBe('aircraftFlies');
    expect(offerLogUpload({ ...idle, job: { paused: false, breakReason: null } })).toBe('dockBusy');
  });
});
