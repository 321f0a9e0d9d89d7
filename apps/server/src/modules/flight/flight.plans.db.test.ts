import { createHash } from 'node:crypto';
import { buildKmz } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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
afterEach(() => bench.reset());
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

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const otherFile = buildKmz({ points: [{ lng: 113.9, lat: 22.5, height: 40, speed: 5, photo: false }] });
const flightOf = (at: ReadyDock) =>
  bench.db
    .selectFrom('flight')
    .innerJoin('route', 'route.oid', 'flight.route_oid')
    .select([
      'flight.state',
      'flight.outcome',
      'flight.file_md5',
      'route.oid as routeOID',
      'route.object_key',
    ])
    .where('flight.oid', '=', at.flightOID)
    .executeTakeFirstOrThrow();
const order = async (at: ReadyDock, method: 'startJob' | 'forceEndJob') => {
  const { who, dockOID, flightOID, epoch, tabId } = at;
  const nonce = await bench.nonce(who, dockOID, method);
  return bench.order(who, { dockOID, flightOID, epoch, tabId, method, nonce });
};

describe('a start', () => {
  it('sends the file that was reviewed, and no other', async () => {
    const at = await bench.ready();
    expect(await order(at, 'startJob')).toMatchObject({ reason: null });
    const sent = bench.files.stored.get(`dispatch/${at.flightOID}.kmz`);
    expect(
      createHash('md5')
        .update(sent ?? '')
        .digest('hex'),
    ).toBe((await flightOf(at)).file_md5);
  });

  it.each([
    [
      'was replaced in the store',
      async (at: ReadyDock): Promise<void> =>
        void bench.files.stored.set((await flightOf(at)).object_key, otherFile),
      'gateBlocked',
    ],
    [
      'was replaced as a whole since the flight was planned',
      async (at: ReadyDock) => {
        const { routeOID, object_key: key } = await flightOf(at);
        bench.files.stored.set(key, otherFile);
        await sql`update route set checksum = ${sha256(otherFile)} where oid = ${routeOID}::uuid`.execute(
          bench.db,
        );
      },
      'gateBlocked',
    ],
    [
      'is gone',
      async (at: ReadyDock): Promise<void> => void bench.files.stored.delete((await flightOf(at)).object_key),
      'gateBlocked',
    ],
    [
      'went with its route',
      async (at: ReadyDock) => {
        const { routeOID } = await flightOf(at);
        await sql`update route set deleted_at = now() where oid = ${routeOID}::uuid`.execute(bench.db);
      },
      'gateBlocked',
    ],
    [
      'is replaced after it was read',
      async (at: ReadyDock) => {
        const { object_key: key } = await flightOf(at);
        const { read } = bench.files;
        let times = 0;
        vi.spyOn(bench.files, 'read').mockImplementation(async (asked) => {
          times += asked === key ? 1 : 0;
          return times === 2 ? otherFile : read(asked);
        });
      },
      'routeChanged',
    ],
    [
      'goes after it was read',
      async () => {
        const { read } = bench.files;
        let times = 0;
        vi.spyOn(bench.files, 'read').mockImplementation(async (asked) => {
          times += 1;
          return times === 2 ? null : read(asked);
        });
      },
      'routeChanged',
    ],
  ] as const)('is refused when the file %s', async (_what, change, reason) => {
    const at = await bench.ready();
    await change(at);
    const { reason: given } = await order(at, 'startJob').finally(() => vi.restoreAllMocks());
    expect(given).toBe(reason);
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(bench.files.stored.has(`dispatch/${at.flightOID}.kmz`)).toBe(false);
    expect(await flightOf(at)).toMatchObject({ state: 'created', file_md5: null });
  });
});

describe('ending a flight', () => {
  it('that was never sent sends nothing and ends it', async () => {
    const at = await bench.ready();
    expect(await order(at, 'forceEndJob')).toMatchObject({ reason: null, record: { state: 'succeeded' } });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await flightOf(at)).toMatchObject({ state: 'over', outcome: 'cancelled' });
    expect(at.link.flightOID).toBeNull();
  });

  it('that waits at the dock takes it back and ends it once the dock agrees', async () => {
    const at = await bench.ready();
    await sql`update flight set file_md5 = 'x' where oid = ${at.flightOID}::uuid`.execute(bench.db);
    bench.world.answer = async () => 314_000;
    expect(await order(at, 'forceEndJob')).toMatchObject({ record: { state: 'rejected' } });
    expect(await flightOf(at)).toMatchObject({ state: 'created' });
    bench.reset();
    expect(await order(at, 'forceEndJob')).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_undo', 'flighttask_undo']);
    await vi.waitFor(async () =>
      expect(await flightOf(at)).toMatchObject({ state: 'over', outcome: 'cancelled' }),
    );
  });

  it('in the air calls the aircraft home, and the flight goes on until it is down', async () => {
    const at = await bench.ready();
    await sql`update flight set file_md5 = 'x' where oid = ${at.flightOID}::uuid`.execute(bench.db);
    hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
    hearFlying(at, onRoute);
    await bench.progress(at.link, at.flightOID, 'in_progress');
    expect(await order(at, 'forceEndJob')).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(['return_home']);
    expect(await flightOf(at)).toMatchObject({ state: 'inFlight', outcome: null });
  });

  it('that is over is refused', async () => {
    const at = await bench.ready();
    await order(at, 'forceEndJob');
    expect(await order(at, 'forceEndJob')).toMatchObject({ reason: 'flightOver' });
  });
});
