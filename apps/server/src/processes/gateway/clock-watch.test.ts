import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import { clockOffsetOf, openDockLink, type DockIdentity } from '../../modules/dock/index.ts';
import { createLog } from '../../platform/log.ts';
import { createClockWatch } from './clock-watch.ts';

const second = 1_000;

describe('the clock of a dock', () => {
  const open = () => {
    const reported: string[] = [];
    const watch = createClockWatch(
      { log: createLog({ level: 'silent' }) },
      {
        alarm: (oid, kind) => {
          reported.push(`${oid} ${kind}`);
          return Promise.resolve();
        },
      },
    );
    const link = openDockLink({ oid: 'd', sn: 'S' } as DockIdentity, 1);
    link.session = true;
    let now = 0;
    /** Looks once a second, as the gateway does. */
    const pass = (seconds: number, offset: number | null, online = true): void => {
      for (let left = seconds; left > 0; left -= 1) {
        now += second;
        link.clockOffset = offset;
        link.session = online;
        link.dockSnapshot = { ...link.dockSnapshot, osdAt: now };
        watch.check(link, now);
      }
    };
    return { reported, pass };
  };

  it.each([-10_000, 10_000, limits.dock.clockDifference + 1])(
    'is told once when it stays %i ms off',
    (off) => {
      const { reported, pass } = open();
      pass(limits.dock.clockWrongFor / second, off);
      expect(reported).toEqual([]);
      pass(600, off);
      expect(reported).toEqual(['d dockClock']);
      pass(1, 0);
      pass(60, off);
      expect(reported).toHaveLength(2);
    },
  );

  it('is not told when it is right, unknown, off for a moment, or when the dock is away', () => {
    const { reported, pass } = open();
    pass(60, limits.dock.clockDifference);
    pass(60, null);
    for (let turn = 0; turn < 10; turn += 1) {
      // A message that was long on its way.
      pass(5, -60_000);
      pass(1, 20);
    }
    pass(60, -10_000, false);
    expect(reported).toEqual([]);
  });

  /** What a dock says once a second, which then waits for us for a while that the gateway knows. */
  const heard = (clock: number, waits: number): number => clockOffsetOf(clock, waits, waits);

  it.each([6_000, 40_000])('is not blamed for the %i ms that its messages waited for us', (waits) => {
    const { reported, pass } = open();
    pass(60, heard(0, waits));
    pass(60, heard(-limits.dock.clockDifference, waits));
    expect(reported).toEqual([]);
  });

  it.each([
    ['behind', -60_000],
    ['ahead', 60_000],
  ])('is told when it is %s, whatever its messages waited for us', (_, off) => {
    const { reported, pass } = open();
    pass(60, heard(off, 40_000));
    expect(reported).toEqual(['d dockClock']);
  });

  it('is told when its messages are late and did not wait for us', () => {
    const { reported, pass } = open();
    pass(60, clockOffsetOf(0, 10_000, 50));
    expect(reported).toEqual(['d dockClock']);
  });
});
