import { routeCalls, type RoutePlan, type RouteRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { addListedCodes, removeListedCode } from '../../migrations/listed-code.fixture.ts';
import { createTestFlights } from '../../testing/flights.ts';
import {
  call,
  draw,
  foreigner,
  land,
  leader,
  objects,
  plan,
  planOf,
  reasonOf,
  refusalOf,
  rooms,
  storedFiles,
  versions,
} from './route.fixture.ts';

const square = [
  { lng: 113.95, lat: 22.54 },
  { lng: 113.952, lat: 22.54 },
  { lng: 113.952, lat: 22.542 },
  { lng: 113.95, lat: 22.542 },
];

export function planSuite(): void {
  describe('a drawn route', () => {
    it('is stored with a file that says what the plan says, and is shown as it was drawn', async () => {
      const made = await draw({ remark: '第一次' });
      expect(made).toMatchObject({
        name: '北区',
        remark: '第一次',
        type: 'waypoint',
        creationMethod: 'own',
        waypointCount: 2,
        droneModel: '0-91-1',
        heightMode: 'relative',
        maxHeight: 80,
      });
      expect(made.warnings.filter(({ blocking }) => blocking)).toEqual([]);
      const shown = await planOf(made.oid);
      expect(shown).toMatchObject({
        name: '北区',
        number: 1,
        version: 0,
        origin: false,
        usedBy: { tasks: 0, flights: 0 },
      });
      expect(shown.plan).toEqual(plan());
      const file = await call<BytesAnswer>(routeCalls.download, { oid: made.oid });
      expect((file.body as Uint8Array).length).toBeGreaterThan(500);
    });

    it('is judged over the terrain of the organisation: unknown, below the flight, above it', async () => {
      const takeOff = { lng: 113.951, lat: 22.5405, height: 10 };
      const over = plan({ settings: { ...plan().settings, takeOff } });
      const blockedBy = async (): Promise<string[]> =>
        (await draw({ plan: over })).warnings.filter(({ blocking }) => blocking).map(({ code }) => code);
      expect(await blockedBy()).toEqual([]);
      const following = plan({ type: 'regional', settings: { ...over.settings, followTerrain: 60 } });
      const area = { ...following.area, parts: [{ outer: square, holes: [] }] };
      expect(await reasonOf(draw({ plan: { ...following, area } }))).toBe('planFaults');
      land.height = () => 10;
      expect(await blockedBy()).toEqual([]);
      expect((await draw({ plan: { ...following, area } })).waypointCount).toBeGreaterThan(3);
      land.height = () => 200;
      expect(await blockedBy()).toEqual(['collision']);
    });

    it('of an area with fewer than three points is refused by these words, and one with three is not', async () => {
      const drawn = (outer: typeof square) => {
        const one = plan({ type: 'regional', points: [] });
        return draw({ plan: { ...one, area: { ...one.area, parts: [{ outer, holes: [] }] } } });
      };
      expect(await reasonOf(drawn(square.slice(0, 2)))).toBe('areaPoints');
      expect((await drawn(square.slice(0, 3))).waypointCount).toBeGreaterThan(1);
    });

    it('that is no route yet is refused by field, and leaves nothing behind', async () => {
      const before = await storedFiles();
      const late = await refusalOf(draw({ plan: plan({ points: plan().points.slice(0, 1) }) }));
      expect(late).toMatchObject({
        reason: 'planFaults',
        details: { data: { faults: [{ code: 'pointCount', field: 'points' }] } },
      });
      expect(
        await reasonOf(
          draw({ plan: { ...plan(), points: [{ id: 'p1', lng: 500, lat: 0, height: 1, actions: [] }] } }),
        ),
      ).toBe('invalid');
      expect(await reasonOf(draw({ plan: { ...plan(), acknowledged: ['\u0000'] } }))).toBe('invalid');
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
      expect(await storedFiles()).toEqual(before);
    });

    it('keeps AI types of its points that the organisation offers, and takes no others', async () => {
      const [first, ...rest] = plan().points;
      const asking = (...aiTypes: string[]) =>
        plan({ points: [{ ...first, ai: true, aiTypes } as (typeof rest)[0] & {}, ...rest] });
      const account = 'alpha-operator';
      await addListedCodes(rooms.db, account, 'aiType', [{ code: 'crack' }, { code: 'smoke' }]);
      const refused = await refusalOf(draw({ plan: asking('crack', 'ufo') }));
      expect(refused).toMatchObject({
        reason: 'invalid',
        details: { issues: [{ path: 'plan.points.0.aiTypes', rule: 'codeUnknown' }] },
      });
      const { oid } = await draw({ plan: asking('crack') });
      expect((await planOf(oid)).plan).toEqual(asking('crack'));
      // What was offered when it was chosen stays; what is chosen now is offered now.
      await removeListedCode(rooms.db, 'crack');
      await call(routeCalls.edit, { oid, plan: { ...asking('crack'), acknowledged: ['seen'] } });
      expect(await reasonOf(call(routeCalls.edit, { oid, plan: asking('crack', 'ufo') }))).toBe('invalid');
      await call(routeCalls.edit, { oid, plan: asking('crack', 'smoke') });
      expect((await planOf(oid)).plan).toEqual(asking('crack', 'smoke'));
    });

    it('is for those with the right, in departments that they see', async () => {
      expect(await reasonOf(draw({}, leader))).toBe('notAllowed');
      const other = await rooms.member.byAccount(rooms.db, 'beta-operator');
      expect(await reasonOf(draw({ groupOID: other?.groupOID }))).toBe('notFound');
      const { oid } = await draw();
      for (const [declaration, request] of [
        [routeCalls.getPlan, { oid }],
        [routeCalls.versions, { oid }],
        [routeCalls.edit, { oid, plan: plan() }],
        [routeCalls.versionRestore, { oid, number: 1 }],
        [routeCalls.copy, { oid }],
      ] as const)
        expect(await reasonOf(call(declaration, request, foreigner))).toBe('notFound');
      expect(await versions(oid)).toHaveLength(1);
    });
  });

  describe('a route that asks for more than a battery gives', () => {
    /** So many lines of 900 m, 2 m apart. */
    const long = (lines: number): RoutePlan => {
      const { settings } = plan();
      const points = Array.from({ length: lines }, (_, at) => ({
        id: `p${at + 1}`,
        lng: 113.951 + (at % 2) * 0.0088,
        lat: 22.5405 + at * 0.00002,
        height: 80,
        actions: [],
      }));
      const takeOff = { lng: 113.951, lat: 22.5405, height: 10 };
      return plan({ points, settings: { ...settings, ratedMinutes: 25, takeOff } });
    };
    const names = async (): Promise<string[]> =>
      (await call<{ list: RouteRecord[] }>(routeCalls.query, {})).list.map(({ name }) => name).toSorted();
    const split = (oid: string, token?: string) =>
      call<{ list: RouteRecord[] }>(routeCalls.splitFlights, { oid }, token);

    it('is stored as one route for each flight, none of which does, beside itself', async () => {
      const { oid, warnings } = await draw({ name: '长线', plan: long(24) });
      expect(warnings.map(({ code }) => code)).toContain('battery');
      const { list } = await split(oid);
      expect(list.length).toBeGreaterThan(1);
      expect(list.map(({ name }) => name)).toEqual(list.map((_, at) => `长线 ${at + 1}/${list.length}`));
      for (const part of list) {
        expect(part.warnings.map(({ code }) => code)).not.toContain('battery');
        expect((await planOf(part.oid)).plan.settings).toEqual(long(24).settings);
      }
      expect(await names()).toEqual(['长线', ...list.map(({ name }) => name)].toSorted());
    });

    it('is left as it is where nothing is to be split, by whoever may not, or into too many flights', async () => {
      const short = await draw({ plan: long(3) });
      expect(await reasonOf(split(short.oid))).toBe('splitNeedless');
      expect(await reasonOf(split(short.oid, foreigner))).toBe('notFound');
      expect(await reasonOf(split(short.oid, leader))).toBe('notAllowed');
      const endless = await draw({ plan: long(300) });
      const before = await storedFiles();
      expect(await reasonOf(split(endless.oid))).toBe('splitTooMany');
      expect(await names()).toHaveLength(2);
      expect(await storedFiles()).toEqual(before);
    });
  });

  describe('saving a plan again', () => {
    const higher = () => {
      const [first, second] = plan().points as [RoutePlan['points'][number], RoutePlan['points'][number]];
      const third = { id: 'p3', lng: 113.954, lat: 22.541, height: 90, actions: [] };
      return plan({ points: [first, { ...second, height: 95 }, third] });
    };

    it('makes the next version, says what changed, and keeps the file of the one before', async () => {
      const made = await draw();
      const saved = await call<RouteRecord>(routeCalls.edit, {
        oid: made.oid,
        version: 0,
        name: '南区',
        plan: higher(),
      });
      expect(saved).toMatchObject({ name: '南区', waypointCount: 3, maxHeight: 95, version: 1 });
      expect(saved.checksum).not.toBe(made.checksum);
      const list = await versions(made.oid);
      expect(list.map(({ number }) => number)).toEqual([2, 1]);
      expect(list[0]?.summary).toEqual([
        { what: 'pointsAdded', values: { count: 1 } },
        { what: 'pointsChanged', values: { count: 1 } },
      ]);
      expect(list[1]).toMatchObject({
        checksum: made.checksum,
        createdBy: 'alpha operator',
        waypointCount: 2,
      });
      expect((await planOf(made.oid, 1)).plan).toEqual(plan());
      expect((await planOf(made.oid)).plan).toEqual(higher());
    });

    it('over a save of somebody else is refused with what that one changed', async () => {
      const { oid } = await draw();
      await call(routeCalls.edit, { oid, version: 0, plan: higher() });
      const before = await storedFiles();
      const late = await refusalOf(call(routeCalls.edit, { oid, version: 0, plan: plan() }));
      expect(late.reason).toBe('conflict');
      const { changes } = late.details.data as { changes: { changes: { field: string }[] }[] };
      expect(changes[0]?.changes.map(({ field }) => field)).toContain('waypointCount');
      expect(await storedFiles()).toEqual(before);
      expect((await planOf(oid)).plan).toEqual(higher());
    });

    it('of two at once stores one', async () => {
      const { oid } = await draw();
      const both = [higher(), plan({ points: higher().points.slice(1) })].map((one) =>
        reasonOf(call(routeCalls.edit, { oid, version: 0, plan: one })),
      );
      expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
      expect(await versions(oid)).toHaveLength(2);
    });

    it('that changes nothing makes no version', async () => {
      const { oid } = await draw();
      await call(routeCalls.edit, { oid, version: 0, name: '新名', plan: plan() });
      expect(await planOf(oid)).toMatchObject({ number: 1, version: 1, name: '新名' });
    });

    it('that fails on its way leaves neither row nor file', async () => {
      const { oid } = await draw();
      const before = await storedFiles();
      await sql`alter table route_version add constraint stopped check (number < 2)`.execute(rooms.db);
      await expect(call(routeCalls.edit, { oid, plan: higher() })).rejects.toBeDefined();
      await sql`alter table route_version drop constraint stopped`.execute(rooms.db);
      expect(await storedFiles()).toEqual(before);
      expect(await planOf(oid)).toMatchObject({ number: 1, version: 0, plan: plan() });
    });

    it('brings an earlier version back as the next one', async () => {
      const made = await draw();
      await call(routeCalls.edit, { oid: made.oid, plan: higher() });
      const back = await call<RouteRecord>(routeCalls.versionRestore, {
        oid: made.oid,
        number: 1,
        version: 1,
      });
      expect(back).toMatchObject({ checksum: made.checksum, waypointCount: 2 });
      expect((await versions(made.oid))[0]?.summary).toEqual([{ what: 'restored', values: { number: 1 } }]);
      expect(await planOf(made.oid)).toMatchObject({ number: 3, plan: plan() });
      expect(await reasonOf(call(routeCalls.versionRestore, { oid: made.oid, number: 9 }))).toBe('notFound');
      expect(await reasonOf(call(routeCalls.versionRestore, { oid: made.oid, number: 1, version: 1 }))).toBe(
        'conflict',
      );
    });

    it('names how many flights wait with the route, and leaves their file alone', async () => {
      const made = await draw();
      const flights = createTestFlights(rooms.runtime);
      const [taskOID, dockOID] = [await flights.task('alpha-operator'), await flights.dock('alpha-operator')];
      await flights.flight('alpha-operator', { taskOID, dockOID, routeOID: made.oid });
      expect(await planOf(made.oid)).toMatchObject({ usedBy: { tasks: 1, flights: 1 } });
      await call(routeCalls.edit, { oid: made.oid, plan: higher() });
      const kept = await sql<{ object_key: string }>`select object_key from route_version
        where route_oid = ${made.oid} and checksum = ${made.checksum}`.execute(rooms.db);
      expect(await objects.head(kept.rows[0]?.object_key ?? '')).not.toBeNull();
    });
  });
}
