import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import { openDockLink, type DockIdentity } from '../../modules/dock/index.ts';
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
});
