import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createCommandBench,
  hearDock,
  hearDrone,
  type CommandBench,
  type ReadyDock,
} from '../../testing/command-bench.ts';

const standing = 0;
const onRoute = 5;
const returning = 9;
const landing = 10;
const flyingTo = 17;

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => bench.calm());
afterAll(() => bench.stop());

const hearFlying = (at: ReadyDock, mode: number): void =>
  hearDrone(bench, at.link, { mode_code: mode, elevation: mode === standing ? 0 : 60 });
/** A dock whose aircraft is out, and orders of the one who controls it. */
const flying = async (mode: number) => {
  const at = await bench.ready();
  hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
  hearFlying(at, mode);
  const { dockOID, epoch, tabId } = at;
  const order = async (method: 'hover' | 'flightPause', nonce?: string) =>
    (await bench.order(at.who, { dockOID, epoch, tabId, method, ...(nonce === undefined ? {} : { nonce }) }))
      .reason;
  const nonceFor = (method: string) => bench.nonce(at.who, dockOID, method);
  return { ...at, order, nonceFor, sent: () => bench.sentTo(dockOID) };
};

describe('hover', () => {
  it.each([
    [onRoute, 'flighttask_pause'],
    [flyingTo, 'fly_to_point_stop'],
  ])('in mode %d sends %s without a confirmation', async (mode, method) => {
    const at = await flying(mode);
    expect(await at.order('hover')).toBeNull();
    expect(at.sent()).toEqual([method]);
  });

  it.each([returning, landing])('in mode %d cancels the return with its confirmation', async (mode) => {
    const at = await flying(mode);
    expect(await at.order('hover', await at.nonceFor('returnHomeCancel'))).toBeNull();
    expect(at.sent()).toEqual(['return_home_cancel']);
  });

  it('during a return is refused without that confirmation, and with that of another method', async () => {
    const at = await flying(returning);
    expect(await at.order('hover')).toBe('confirmationMissing');
    expect(await at.order('hover', await at.nonceFor('hover'))).toBe('confirmationSpent');
    expect(at.sent()).toEqual([]);
  });

  it('takes a confirmation once', async () => {
    const at = await flying(returning);
    const nonce = await at.nonceFor('returnHomeCancel');
    expect(await at.order('hover', nonce)).toBeNull();
    expect(await at.order('hover', nonce)).toBe('confirmationSpent');
    expect(at.sent()).toHaveLength(1);
  });

  it('leaves alone a return that began after the look that would have asked for a confirmation', async () => {
    const at = await flying(onRoute);
    bench.beforeStep(0, () => hearFlying(at, returning));
    expect(await at.order('hover')).toBe('confirmationMissing');
    expect(at.sent()).toEqual([]);
  });

  it('is refused on the ground', async () => {
    const at = await bench.ready();
    const { dockOID, epoch, tabId } = at;
    expect(await bench.order(at.who, { dockOID, epoch, tabId, method: 'hover' })).toMatchObject({
      reason: 'droneNotInFlight',
    });
    expect(bench.sentTo(dockOID)).toEqual([]);
  });
});

describe('pause', () => {
  it('stops a route that the dock tells of, and nothing else', async () => {
    const at = await flying(onRoute);
    expect(await at.order('flightPause')).toBe('notOnRoute');
    await bench.progress(at.link, at.flightOID, 'in_progress');
    expect(at.link.job?.flightOID).toBe(at.flightOID);
    expect(await at.order('flightPause')).toBeNull();
    expect(at.sent()).toEqual(['flighttask_pause']);
  });
});
