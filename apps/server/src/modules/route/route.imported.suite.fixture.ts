import { routeCalls, type RouteDetail, type RouteRecord } from '@eyrie/domain';
import { buildKmz, withSecondLine } from '@eyrie/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { call, objects, operator, planOf, reasonOf, rooms, route } from './route.fixture.ts';

export function importedSuite(): void {
  describe('an imported file', () => {
    const upload = async (bytes: Uint8Array): Promise<RouteDetail> =>
      (
        await rooms.call(
          routeCalls.uploadKmz,
          {},
          { token: operator, extra: route.endpoints, file: { name: 'x.kmz', bytes } },
        )
      ).data as RouteDetail;

    it('is the first version of a plan, and keeps what no plan knows over saves, copies and restores', async () => {
      const unknown = '<wpml:autoRerouteInfo><wpml:deep>7</wpml:deep></wpml:autoRerouteInfo>';
      const { oid } = await upload(buildKmz({ unknown }));
      const first = await planOf(oid);
      expect(first).toMatchObject({ number: 1, origin: true });
      expect(first.plan.points).toHaveLength(3);
      const moved = first.plan.points.map((point) => ({ ...point, height: point.height + 5 }));
      const saved = await call<RouteRecord>(routeCalls.edit, { oid, plan: { ...first.plan, points: moved } });
      expect(saved).toMatchObject({ creationMethod: 'DJI', maxHeight: 85 });
      const copied = await call<RouteRecord>(routeCalls.copy, { oid, name: 'copy' });
      for (const one of [oid, copied.oid]) {
        const again = await call<RouteRecord>(routeCalls.edit, { oid: one, plan: first.plan });
        const file = await call<BytesAnswer>(routeCalls.download, { oid: one });
        const read = await rooms.call(
          routeCalls.uploadKmz,
          { preview: 'true' },
          {
            token: operator,
            extra: route.endpoints,
            file: { name: 'x.kmz', bytes: file.body as Uint8Array },
          },
        );
        expect(read.data).toMatchObject({ waypointCount: 3, maxHeight: 80 });
        expect(again.maxHeight).toBe(80);
      }
    });

    it('of several lines is stored, edited and planned for flight in all of them', async () => {
      const both = { template: withSecondLine(3), waylines: withSecondLine(3) };
      const made = await upload(buildKmz(both));
      const lines = [
        { id: 0, waypoints: 3 },
        { id: 3, waypoints: 3 },
      ];
      expect(made).toMatchObject({ waypointCount: 6, lines });
      expect(made.warnings.filter(({ blocking }) => blocking)).toEqual([]);
      const { plan } = await planOf(made.oid);
      expect(plan.points.map(({ line = 0 }) => line)).toEqual([0, 0, 0, 1, 1, 1]);
      const points = plan.points.filter((_, at) => at !== 4);
      const saved = await call<RouteRecord>(routeCalls.edit, { oid: made.oid, plan: { ...plan, points } });
      expect(saved).toMatchObject({ waypointCount: 5, lines: [lines[0], { id: 3, waypoints: 2 }] });
      const { list } = await call<{ list: RouteRecord[] }>(routeCalls.query, {});
      expect(list[0]?.lines).toEqual(saved.lines);
    });

    it('that came before there were plans is read when it is asked for', async () => {
      const { oid } = await upload(buildKmz());
      await sql`update route_version set plan = null where route_oid = ${oid}`.execute(rooms.db);
      expect((await planOf(oid)).plan.points).toHaveLength(3);
      const key =
        (await sql<{ object_key: string }>`select object_key from route where oid = ${oid}`.execute(rooms.db))
          .rows[0]?.object_key ?? '';
      await objects.put(key, Buffer.from('other'));
      expect(await reasonOf(planOf(oid))).toBe('routeChanged');
    });
  });
}
