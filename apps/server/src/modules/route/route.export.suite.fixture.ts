import { limits, routeCalls, type RouteDetail, type RoutePlan } from '@eyrie/domain';
import { filesOf, kmzLimits } from '@eyrie/wpml';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import {
  call,
  draw,
  foreigner,
  leader,
  operator,
  plan,
  planOf,
  reasonOf,
  refusalOf,
  rooms,
  route,
} from './route.fixture.ts';

export function exportSuite(): void {
  describe('a long route', () => {
    const longest = limits.route.waypoints;
    const longPlan = (count: number): RoutePlan =>
      plan({
        // Nothing of this is about batteries.
        settings: { ...plan().settings, ratedMinutes: 600, reserve: 0.05 },
        points: Array.from({ length: count }, (_, at) => ({
          id: `p${at + 1}`,
          lng: 113.95 + (at % 50) * 2e-4,
          lat: 22.54 + Math.floor(at / 50) * 2e-4,
          height: 60,
          actions: [{ type: 'takePhoto' as const }],
        })),
      });

    it('is saved, read and exported, and as long as the format allows it stays within every bound', async () => {
      // A piece of it, as a whole one takes many seconds: `npm run bench` writes and reads all 65,535 points.
      const count = 2_000;
      const share = longest / count;
      const drawn = longPlan(count);
      const { oid, waypointCount } = await draw({ plan: drawn });
      expect(waypointCount).toBe(count);
      expect((await planOf(oid)).plan).toEqual(drawn);
      const { body } = await call<BytesAnswer>(routeCalls.exportFile, { oid, as: 'kmz' });
      const bytes = new Uint8Array(await new Response(body as never).arrayBuffer());
      const sizes = [...filesOf(bytes, kmzLimits, () => true).values()].map(({ length }) => length * share);
      expect(Math.max(...sizes)).toBeLessThan(limits.route.entryBytes);
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(limits.route.expandedBytes);
      expect(bytes.length * share).toBeLessThan(limits.route.kmzBytes);
      expect(JSON.stringify(drawn).length * share).toBeLessThan(limits.route.plan.bytes);
    });

    it('longer than the format allows is refused by field, value and range', async () => {
      const { reason, details } = await refusalOf(draw({ plan: longPlan(longest + 1) }));
      expect(reason).toBe('invalid');
      expect(details.issues).toEqual([
        expect.objectContaining({ path: 'plan.points', message: expect.stringContaining('65') as string }),
      ]);
    });
  });

  describe('exporting a route', () => {
    const exported = async (oid: string, request: object, token = operator) => {
      const answer = await call<BytesAnswer>(routeCalls.exportFile, { oid, ...request }, token);
      const bytes = await new Response(answer.body as never).arrayBuffer();
      return { bytes: new Uint8Array(bytes), type: answer.headers['content-type'] };
    };
    const imported = async (bytes: Uint8Array): Promise<RouteDetail> =>
      (
        await rooms.call(
          routeCalls.uploadKmz,
          { preview: 'true' },
          { token: operator, extra: route.endpoints, file: { name: 'x.kmz', bytes } },
        )
      ).data as RouteDetail;

    it('gives the file of the chosen aircraft, camera and version', async () => {
      const { oid, waypoints } = await draw();
      expect((await imported((await exported(oid, { as: 'kmz' })).bytes)).waypoints).toEqual(waypoints);
      const other = await exported(oid, { as: 'kmz', drone: '0-100-1', wpmlVersion: '1.0.6' });
      expect(await imported(other.bytes)).toMatchObject({ droneModel: '0-100-1', waypointCount: 2 });
    });

    it('gives points to maps and tables, and takes them back', async () => {
      const { oid } = await draw();
      for (const as of ['csv', 'xlsx', 'kml', 'geojson']) {
        const { bytes } = await exported(oid, { as });
        const read = await rooms.call(
          routeCalls.uploadFile,
          { as: 'points' },
          {
            token: operator,
            extra: route.endpoints,
            file: { name: 'x', bytes: as === 'csv' || as === 'xlsx' ? bytes : lineOnly(as, bytes) },
          },
        );
        const { plan: back } = read.data as { plan: RoutePlan | null };
        expect(
          back?.points.map(({ lng, lat, height }) => [lng, lat, height]),
          as,
        ).toEqual([
          [113.95, 22.54, 60],
          [113.952, 22.54, 80],
        ]);
      }
    });

    it('that must not be flown gives no file for an aircraft, but is shown to maps', async () => {
      const { oid } = await draw();
      await sql`update route set warnings = '[{"code":"height","blocking":true,"values":{}}]' where oid = ${oid}`.execute(
        rooms.db,
      );
      expect(await reasonOf(exported(oid, { as: 'kmz' }))).toBe('routeBlocked');
      expect((await exported(oid, { as: 'kml' })).type).toContain('kml');
      expect(await reasonOf(exported(oid, { as: 'csv' }, foreigner))).toBe('notFound');
    });

    /** The line without the points that stand beside it. */
    function lineOnly(as: string, bytes: Uint8Array): Uint8Array {
      const text = Buffer.from(bytes).toString();
      if (as === 'kml')
        return Buffer.from(
          text.replaceAll(/<Placemark>(?:(?!<\/Placemark>).)*<Point>.*?<\/Placemark>/gs, ''),
        );
      const read = JSON.parse(text) as { features: { geometry: { type: string } }[] };
      return Buffer.from(
        JSON.stringify({
          ...read,
          features: read.features.filter(({ geometry }) => geometry.type === 'LineString'),
        }),
      );
    }
  });

  describe('a table of points', () => {
    const send = (text: string, request: object = {}, token = operator) =>
      rooms.call(routeCalls.uploadExcel, request, {
        token,
        extra: route.endpoints,
        file: { name: '点.csv', bytes: Buffer.from(text) },
      });
    const good = 'lng,lat,height\n113.95,22.54,60\n113.96,22.55,70\n';

    it('becomes a route, and as a preview nothing', async () => {
      const shown = (await send(good, { preview: 'true' })).data as { plan: RoutePlan; rows: unknown[] };
      expect(shown).toMatchObject({ rows: [], faults: 0 });
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
      const made = (await send(good, { remark: '表' })).data as RouteDetail;
      expect(made).toMatchObject({ name: '点', remark: '表', waypointCount: 2, creationMethod: 'own' });
      expect((await planOf(made.oid)).plan.points).toHaveLength(2);
    });

    it('with faults names them all and stores nothing', async () => {
      const late = await refusalOf(send('lng,lat,height\n113.95,x,\n22.54,113.95,60\n'));
      expect(late).toMatchObject({
        reason: 'routeRows',
        details: { data: { faults: 3, rows: [{ row: 2, column: 'lat', value: 'x' }, {}, {}] } },
      });
      expect(await reasonOf(send('a,b\n1,2\n'))).toBe('tableTemplate');
      expect(await reasonOf(send(good, {}, leader))).toBe('notAllowed');
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    });

    it('is given empty in the language that is asked for', async () => {
      const answer = await call<BytesAnswer>(routeCalls.downloadExcel, { language: 'ar' });
      expect((answer.body as Uint8Array).length).toBeGreaterThan(1_000);
    });
  });
}
