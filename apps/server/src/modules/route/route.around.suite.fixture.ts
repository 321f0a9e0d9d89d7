import { routeCalls, type RouteDetail, type RoutePlan, type RouteRecord } from '@eyrie/domain';
import { planAll } from '@eyrie/planner';
import { buildKmz } from '@eyrie/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { undulation } from '../../platform/undulation.ts';
import { call, draw, land, operator, plan, planOf, reasonOf, rooms, upload } from './route.fixture.ts';

const takeOff = { lng: 113.951, lat: 22.5405, height: 10 };
const settled = (more: Partial<RoutePlan['settings']> = {}): RoutePlan =>
  plan({ settings: { ...plan().settings, takeOff, ...more } });

/** A rule of the organisation over both points of the plan, or far from them. */
async function drawRegion(kind: string, [lng, lat] = [113.951, 22.54]): Promise<void> {
  const half = 0.002;
  const [west, east, south, north] = [lng - half, lng + half, lat - half, lat + half];
  const ring = [west, east, east, west, west].map((x, at) => [x, at < 2 || at > 3 ? south : north]);
  const geometry = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
  await sql`insert into region (oid, group_root, group_oid, name, kind, geometry, color, on_ground, created_by, shape,
      places, west, south, east, north)
    select ${rooms.runtime.newOid()}, group_root, group_oid, '学校', ${kind}, ${geometry}::jsonb, '#f00', false, oid, 'polygon',
      4, ${west}, ${south}, ${east}, ${north} from member where account = 'alpha-operator'`.execute(rooms.db);
}

const codes = ({ warnings }: Pick<RouteRecord, 'warnings'>, blocking: boolean): string[] =>
  warnings
    .filter((one) => one.blocking === blocking)
    .map(({ code, values }) => (values['missing'] === undefined ? code : `${code} ?${values['missing']}`));
const exported = (oid: string): Promise<string> => reasonOf(call(routeCalls.exportFile, { oid, as: 'kmz' }));

/** What the editor of a plan shows beside the map. */
const shownOf = (one: RoutePlan) =>
  planAll({ plan: one, grid: null }, { height: () => null, undulation }).figures;

export function aroundSuite(): void {
  describe('the battery of an area', () => {
    const at = (lng: number, lat: number) => ({ lng, lat });
    const outer = [at(113.95, 22.54), at(113.954, 22.54), at(113.954, 22.543), at(113.95, 22.543)];
    const field = (ratedMinutes: number): RoutePlan => {
      const { area } = plan();
      return {
        ...settled({ ratedMinutes, returnHeight: 100 }),
        type: 'regionalMapping',
        area: { ...area, parts: [{ outer, holes: [] }] },
      };
    };
    const judged = async (minutes: number) => {
      land.height = () => 10;
      const made = await draw({ plan: field(minutes) });
      const shown = planAll({ plan: field(minutes), grid: null }, { height: () => null, undulation });
      return { made, enough: shown.figures.battery.enough };
    };

    it('that is not enough blocks in list and export as in the editor', async () => {
      const { made, enough } = await judged(10);
      expect(enough).toBe(false);
      expect(codes(made, true)).toEqual(['battery']);
      expect(await exported(made.oid)).toBe('routeBlocked');
    });

    it('that is enough lets it be', async () => {
      const { made, enough } = await judged(90);
      expect(enough).toBe(true);
      expect([...codes(made, true), ...codes(made, false)]).not.toContain('battery');
      expect(await exported(made.oid)).toBe('done');
    });
  });

  describe('the time of a route', () => {
    it('is the same in list, import and editor, with the way there and home where a dock is known', async () => {
      const view: RoutePlan['points'][number]['actions'] = [
        { type: 'orientedShoot', heading: 0, pitch: -45, zoom: 1 },
        { type: 'panoShot' },
      ];
      const points = plan().points.map((point) => ({ ...point, actions: view, gimbalPitch: -30 }));
      const drawn = await draw({ plan: { ...settled(), points } });
      const { length, time } = shownOf((await planOf(drawn.oid)).plan);
      expect(drawn.duration).toBeCloseTo(time.line, 6);
      expect(drawn.flightTime).toBeCloseTo(time.total, 6);
      expect(drawn.length).toBeCloseTo(length, 2);
      expect(time.total).toBeGreaterThan(time.line + 30);
      const imported = await upload();
      const own = shownOf((await planOf(imported.oid)).plan);
      expect(imported.duration).toBeCloseTo(own.time.line, 6);
      expect(imported.length).toBeCloseTo(own.length, 2);
    });

    it('has no way there and home while nobody knows where it takes off', async () => {
      const { flightTime, duration } = await draw();
      expect(flightTime).toBeNull();
      expect(duration).toBeGreaterThan(0);
    });
  });

  describe('what is around a saved route', () => {
    it('forbids flying it through a region, until the region is gone', async () => {
      await drawRegion('noFly');
      const made = await draw({ plan: settled() });
      expect(codes(made, true)).toEqual(['insideNoFly']);
      expect(made.warnings.find(({ code }) => code === 'insideNoFly')?.values).toMatchObject({
        region: '学校',
      });
      expect(await exported(made.oid)).toBe('routeBlocked');
      await sql`delete from region`.execute(rooms.db);
      expect(await exported(made.oid)).toBe('done');
      // An export reads; the route is free for flights once it is saved.
      expect(codes(await call<RouteDetail>(routeCalls.get, { oid: made.oid }), true)).toEqual([
        'insideNoFly',
      ]);
      await call(routeCalls.edit, { oid: made.oid, version: 0, plan: settled() });
      expect(codes(await call<RouteDetail>(routeCalls.get, { oid: made.oid }), true)).toEqual([]);
    });

    it('is looked at again when it is saved as it was, copied, restored or exported', async () => {
      const { oid } = await draw({ plan: settled() });
      await drawRegion('keepIn', [114, 22.54]);
      expect(await exported(oid)).toBe('routeBlocked');
      const saved = await call<RouteRecord>(routeCalls.edit, { oid, version: 0, plan: settled() });
      expect(saved.number).toBe(1);
      const copied = await call<RouteRecord>(routeCalls.copy, { oid });
      const restored = await call<RouteRecord>(routeCalls.versionRestore, { oid, number: 1 });
      for (const one of [saved, copied, restored]) expect(codes(one, true)).toEqual(['outsideKeepIn']);
      await drawRegion('noLanding');
      const third = await draw({ plan: settled() });
      expect(codes(third, true).toSorted()).toEqual(['landsInNoLanding', 'outsideKeepIn']);
    });

    it('holds imported files too, also in the preview', async () => {
      const bytes = buildKmz();
      await drawRegion('noFly', [113.95, 22.54]);
      const shown = await upload('x.kmz', { preview: 'true' }, operator, bytes);
      expect(codes(shown, true)).toEqual(['insideNoFly']);
      const kept = await upload('x.kmz', {}, operator, bytes);
      expect(codes(kept, true)).toEqual(['insideNoFly']);
      expect(await exported(kept.oid)).toBe('routeBlocked');
    });

    it('counts reach, battery and link from the dock, and says so where none is known', async () => {
      land.height = () => 10;
      const far = plan().points.map((point, at) => (at === 0 ? point : { ...point, lat: 22.65 }));
      const long = (more: Partial<RoutePlan['settings']> = {}): RoutePlan =>
        plan({ settings: { ...plan().settings, speed: 10, ratedMinutes: 45, ...more } });
      const dockOID = await createTestFlights(rooms.runtime).dock('alpha-operator');
      const unknown = ['reach ?takeOff', 'battery ?takeOff', 'linkSight ?takeOff'];
      const nameless = await draw({ plan: { ...long(), points: far } });
      expect(codes(nameless, false)).toEqual(expect.arrayContaining(unknown));
      expect(codes(nameless, true)).toEqual([]);
      const silent = {
        ...long({ dockOID, returnHeight: 100 }),
        points: far,
      };
      expect(codes(await draw({ plan: silent }), false)).toEqual(expect.arrayContaining(unknown));
      await sql`insert into dock_snapshot (dock_oid, online, lng, lat, height)
        values (${dockOID}, true, ${takeOff.lng}, ${takeOff.lat}, 10)`.execute(rooms.db);
      const judged = await draw({ plan: silent });
      expect(codes(judged, true)).toEqual(['battery']);
      expect(codes(judged, false)).toContain('reach');
      expect(codes(judged, false).some((code) => code.endsWith('?takeOff'))).toBe(false);
    });

    it('that is unknown is named, never passed: terrain, and the model', async () => {
      const { heightMode } = plan().settings;
      const made = await draw({ plan: settled({ drone: null, heightMode }) });
      expect(codes(made, false)).toEqual(
        expect.arrayContaining(['clearance ?terrain', 'linkSight ?terrain', 'reach ?model']),
      );
    });
  });
}
