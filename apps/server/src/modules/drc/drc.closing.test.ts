import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createClosings } from './drc.closing.ts';
import { flownLink, flownRun } from './drc.fixture.ts';

/** A database that is away: the account stays until its time is over, and the link is closed all the same. */
const db = {
  transaction: () => ({ execute: () => Promise.reject(new Error('the database is away')) }),
} as never;

describe('what is done once sticks have ended', () => {
  it('is over with the last of what ended, and not with the first', async () => {
    const link = flownLink();
    const waits: (() => void)[] = [];
    const closings = createClosings({ db, log: createLog({ level: 'silent' }) } as never, {
      linkOf: () => link,
      closeLink: () => new Promise((resolve) => void waits.push(resolve)),
      dismiss: () => Promise.resolve(),
    });
    const run = flownRun(link);
    await closings.over(run.dockOID);
    closings.begin(run, 'landed');
    closings.begin(run, 'landed');
    await expect.poll(() => waits.length).toBe(2);
    const first = closings.over(run.dockOID);
    let over = false;
    void first.then(() => (over = true));
    waits[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    let laterOver = false;
    const later = closings.over(run.dockOID).then(() => (laterOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([over, laterOver]).toEqual([false, false]);
    waits[1]?.();
    await later;
    await closings.over(run.dockOID);
  });
});
