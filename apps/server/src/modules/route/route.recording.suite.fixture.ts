import { routeCalls, type PlanDetail, type RouteRecord, type RouteVersion } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { undulation } from '../../platform/undulation.ts';
import { call, foreigner, operator, reasonOf, rooms, signIn } from './route.fixture.ts';

let dockOID: string;
let droneOID: string;

const home = { lng: 113.95, lat: 22.54 };

const begin = (request: object = { dockOID }, token = operator) =>
  call<{ recordingOID: string; startedAt: number }>(routeCalls.newroute, request, token);
const end = (recordingOID: string, request: object = {}, token = operator) =>
  call<{ route: RouteRecord | null }>(routeCalls.end, { recordingOID, ...request }, token);

/** East for a minute at 5 m/s and 100 m above the sea, then north. */
async function fly(startedAt: number, { ground = 18 } = {}): Promise<void> {
  const turn = destination(home, 90, 300);
  for (let second = 0; second <= 120; second += 2) {
    const at = new Date(startedAt + second * 1_000);
    const place = second <= 60 ? destination(home, 90, second * 5) : destination(turn, 0, (second - 60) * 5);
    const height = (second < 4 || second > 116 ? 20 : 100) + undulation(place);
    await sql`insert into drone_telemetry (drone_oid, at, lng, lat, height, elevation, head, payload)
      values (${droneOID}, ${at}, ${place.lng}, ${place.lat}, ${height}, ${height - undulation(place) - ground}, 90, '{"gimbal":{"pitch":-60}}')`.execute(
      rooms.db,
    );
  }
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at)
    select ${rooms.runtime.newOid()}, group_root, group_oid, oid, 'k', 'a.jpg', 'photo', 1, ${new Date(startedAt + 30_000)}
    from dock where oid = ${dockOID}`.execute(rooms.db);
  // A snapshot of the live picture, for which the aircraft did nothing.
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at, metadata)
    select ${rooms.runtime.newOid()}, group_root, group_oid, oid, 's', 's.jpg', 'photo', 1,
      ${new Date(startedAt + 90_000)}, '{"snapshot":{}}' from dock where oid = ${dockOID}`.execute(rooms.db);
}

export function recordingSuite(): void {
  describe('recording a flight as a route', () => {
    beforeAll(async () => {
      dockOID = await createTestFlights(rooms.runtime).dock('alpha-operator');
      droneOID = rooms.runtime.newOid();
      await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
        select ${droneOID}, group_root, group_oid, '无人机', ${droneOID}, '0-91-1', oid from dock where oid = ${dockOID}`.execute(
        rooms.db,
      );
    });
    beforeEach(async () => {
      for (const table of ['drone_telemetry', 'media'])
        await sql`delete from ${sql.table(table)}`.execute(rooms.db);
    });

    it('makes a route of the flown way, with its photos as actions', async () => {
      const { recordingOID, startedAt } = await begin({ dockOID, name: '手飞' });
      await fly(startedAt);
      rooms.clock.move(130_000);
      const { route: made } = await end(recordingOID);
      expect(made).toMatchObject({
        name: '手飞',
        creationMethod: 'own',
        droneModel: '0-91-1',
        heightMode: 'ellipsoid',
      });
      const { plan } = await call<PlanDetail>(routeCalls.getPlan, { oid: made?.oid });
      expect(plan.settings.heightMode).toBe('altitude');
      expect(plan.settings.takeOff).toMatchObject({ height: null });
      expect(plan.points.length).toBeLessThan(8);
      expect(plan.points.every(({ height }) => Math.abs(height - 100) < 0.1)).toBe(true);
      expect(plan.points.flatMap(({ actions }) => actions.map(({ type }) => type))).toEqual([
        'rotateYaw',
        'gimbalRotate',
        'takePhoto',
      ]);
      const { list } = await call<{ list: RouteVersion[] }>(routeCalls.versions, { oid: made?.oid });
      expect(list[0]?.summary).toEqual([{ what: 'recorded', values: {} }]);
      expect(await reasonOf(end(recordingOID))).toBe('notFound');
    });

    it('that begins and ends in the air keeps all of it', async () => {
      const { recordingOID, startedAt } = await begin();
      // Its lowest place is high above its take-off.
      await fly(startedAt, { ground: -60 });
      rooms.clock.move(130_000);
      const { route: made } = await end(recordingOID);
      const { plan } = await call<PlanDetail>(routeCalls.getPlan, { oid: made?.oid });
      expect(Math.min(...plan.points.map(({ height }) => height))).toBeCloseTo(20, 0);
      expect(plan.settings.takeOff).toBeNull();
    });

    it('of an aircraft is one at a time, goes on for who began it, and may be thrown away', async () => {
      const { recordingOID, startedAt } = await begin({ droneOID });
      expect(await begin()).toEqual({ recordingOID, startedAt });
      const administrator = await rooms.tokenOf('alpha-administrator');
      expect(await reasonOf(begin({ dockOID }, administrator))).toBe('recordingUnderWay');
      expect(await reasonOf(end(recordingOID))).toBe('recordingEmpty');
      expect(await end(recordingOID, { discard: true })).toEqual({ route: null });
      const again = await begin();
      rooms.clock.move(7 * 3_600_000);
      await signIn();
      expect((await begin()).recordingOID).not.toBe(again.recordingOID);
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    });

    it('is for those who see the aircraft, and ended by who began it', async () => {
      expect(await reasonOf(begin({ dockOID }, foreigner))).toBe('notFound');
      expect(await reasonOf(begin({}))).toBe('invalid');
      expect(await reasonOf(begin({ dockOID }, await rooms.tokenOf('alpha-leader')))).toBe('notAllowed');
      const { recordingOID } = await begin();
      expect(await reasonOf(end(recordingOID, {}, foreigner))).toBe('notFound');
      expect(await reasonOf(end(recordingOID, {}, await rooms.tokenOf('alpha-administrator')))).toBe(
        'notFound',
      );
    });
  });
}
