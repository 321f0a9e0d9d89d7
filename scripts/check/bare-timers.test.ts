import { describe, expect, it } from 'vitest';
import { bareTimerFaults } from './bare-timers.ts';

const faults = (path: string, text: string, allowed: Record<string, string> = {}): string[] =>
  bareTimerFaults([{ path, text }], allowed);
const beating = 'const timer = setInterval(look, 1_000);';

describe('background work of the server', () => {
  it.each(['apps/server/src/modules/dock/dock.look.ts', 'apps/server/src/processes/sweep.ts'])(
    'is declared in %s',
    (path) => {
      expect(faults(path, beating)).toEqual([expect.stringContaining(`${path}: setInterval`)]);
      expect(faults(path, "export const timers = () => [{ name: 'dock.look' }];")).toEqual([]);
    },
  );

  it.each([
    'apps/server/src/modules/dock/dock.look.test.ts',
    'apps/server/src/platform/timers.ts',
    'apps/console/src/modules/dock/dock-clock.ts',
  ])('is another thing in %s', (path) => {
    expect(faults(path, beating)).toEqual([]);
  });

  it('may be a clock of a protocol, by name and reason, for as long as it beats', () => {
    const allowed = { 'modules/dock/dock.look.ts': 'heartbeat of a dock' };
    const path = 'apps/server/src/modules/dock/dock.look.ts';
    expect(faults(path, beating, allowed)).toEqual([]);
    expect(faults(path, 'export const look = 1;', allowed)).toEqual([
      expect.stringContaining('has no setInterval any more'),
    ]);
  });
});
