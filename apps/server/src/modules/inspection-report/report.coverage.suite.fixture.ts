import {
  inspectionReportCalls as calls,
  limits,
  type CoverageFigures,
  type PhotoFacts,
  type RoutePlan,
} from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { freshPlan } from '@eyrie/planner';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  administrator,
  asking,
  bytesOf,
  chief,
  draft,
  flights,
  local,
  made,
  plans,
  rooms,
  shotAt,
  step6,
  stranger,
  wordText,
} from './inspection-report.fixture.ts';

const corner = { lng: 113.95, lat: 22.54 };
const at = (east: number, north: number) => destination(destination(corner, 90, east), 0, north);

/** A square of 200 m that photos are to show from 100 m above it. */
const square = (): RoutePlan => {
  const plan = freshPlan('regionalMapping');
  const outer = [at(0, 0), at(200, 0), at(200, 200), at(0, 200)];
  return {
    ...plan,
    settings: { ...plan.settings, height: 100 },
    area: { ...plan.area, parts: [{ outer, holes: [] }] },
  };
};

/** A photo straight down from 100 m, about 150 m wide and 112 m high on the ground. */
const facts = (place: { lng: number; lat: number }): PhotoFacts => ({
  make: 'DJI',
  model: 'M3TD',
  ...place,
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: null, relative: 100 },
  heading: 0,
  gimbal: { yaw: 0, pitch: -90, roll: 0 },
  aircraft: { yaw: 0, pitch: 0, roll: 0 },
  lens: 'wide',
  focalLength: 24,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
});

async function photo(flightOID: string, said: PhotoFacts | null): Promise<string> {
  const oid = rooms.runtime.newOid();
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, shot_at, facts, width, height)
    select ${oid}::uuid, group_root, group_oid, oid, ${oid}, 'a.jpg', 'photo', 1, ${shotAt}::timestamptz,
      ${said && JSON.stringify(said)}::jsonb, 4000, 3000 from flight where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
  return oid;
}

async function flown(account: string, plan: RoutePlan | null, createdAt = shotAt) {
  const [routeOID, taskOID, dockOID] = [
    await flights.route(account),
    await flights.task(account),
    await flights.dock(account),
  ];
  plans.set(routeOID, plan);
  const part = { routeOID, taskOID, dockOID, createdAt };
  return { routeOID, part, flightOID: await flights.flight(account, part) };
}

const counted = async (oid: string): Promise<CoverageFigures> =>
  (await administrator<{ coverage: CoverageFigures }>(calls.coverage, { oid })).coverage;

/** What was promised against what was seen. */
export function coverageSuite(): void {
  describe('coverage of a month', () => {
    it('is what photos show that came home from its flights, flown or not', async () => {
      const { oid } = await draft();
      expect(await counted(oid)).toEqual({ promised: 0, seen: 0, routes: [], rest: 0 });
      const { routeOID, part, flightOID } = await flown(chief, square());
      // One that was missed, one of another month, and one of another organisation.
      await flights.flight(chief, { ...part, state: 'over' });
      const later = await flights.flight(chief, { ...part, createdAt: new Date('2025-11-01T00:00:00Z') });
      await photo(later, facts(at(100, 100)));
      await flown(stranger, square());
      const before = await counted(oid);
      expect(before).toMatchObject({
        seen: 0,
        routes: [{ oid: routeOID, flights: 2, used: 0, fault: null }],
      });
      expect(before.promised).toBeGreaterThan(39_000);
      expect(before.promised).toBeLessThan(41_000);
      await photo(flightOID, facts(at(100, 100)));
      const gone = await photo(flightOID, facts(at(30, 30)));
      await sql`update media set deleted_at = now() where oid = ${gone}::uuid`.execute(rooms.db);
      for (const one of [null, { ...facts(at(1, 1)), heading: null }, facts({ lng: 0, lat: 0 })])
        await photo(flightOID, one);
      // A moment of a video is no photo that came home.
      const still = await photo(flightOID, null);
      await sql`update media set video_oid = ${gone}::uuid, video_at = 0 where oid = ${still}::uuid`.execute(
        rooms.db,
      );
      const after = await counted(oid);
      expect(after.seen / after.promised).toBeGreaterThan(0.35);
      expect(after.seen / after.promised).toBeLessThan(0.5);
      const [route] = after.routes;
      expect(route).toMatchObject({ used: 1, terrain: false });
      expect(new Map(route?.unused.map(({ reason, count }) => [reason, count]))).toEqual(
        new Map([
          ['heading', 1],
          ['place', 1],
          ['unread', 1],
        ]),
      );
      expect(route?.gaps.length).toBeGreaterThan(0);
    });

    it('says of a route why it was not compared, and how many were not', async () => {
      const { oid } = await draft();
      await flown(chief, null);
      await flown(chief, freshPlan('waypoint'));
      const { routes, promised } = await counted(oid);
      expect(new Set(routes.map(({ fault }) => fault))).toEqual(new Set(['noPhotos', 'planUnread']));
      expect(promised).toBe(0);
      const many = limits.inspectionReport.routesMost;
      for (let one = 0; one < many; one += 1) await flown(chief, null);
      expect(await counted(oid)).toMatchObject({ rest: 2 });
    });

    it('is of departments that the report sees, and of no other reader', async () => {
      const { oid } = await draft();
      const own = await asking(local)(calls.add, { name: 'own', month: '2025-09' });
      await flown(chief, null);
      await flown(local, null);
      expect((await counted(oid)).routes).toHaveLength(2);
      expect((await counted(own.oid)).routes).toHaveLength(1);
      for (const account of [local, stranger])
        expect(await reasonOf(asking(account)(calls.coverage, { oid }))).toBe('notFound');
    });

    it('stands in each file with its definition and its gaps, and stays as it was approved', async () => {
      const { oid } = await draft();
      const { flightOID } = await flown(chief, square());
      await photo(flightOID, facts(at(100, 100)));
      const html = (await bytesOf(await made(oid, 'html', 'en'))).toString();
      expect(html).toContain('Coverage promised and seen');
      expect(html).toContain('of 4 ha');
      expect(html).toContain('data:image/svg+xml;base64,');
      expect(html).toContain('A photo that does not say what it shows counts for nothing.');
      const pdf = await made(oid, 'pdf', 'ar');
      expect(pdf).toMatchObject({ state: 'done', reason: null });
      const word = await wordText(await bytesOf(await made(oid, 'docx', 'zh-CN')));
      expect(word).toContain('应覆盖与实际覆盖');
      expect(word).toContain('coverage-');
      await photo(flightOID, facts(at(0, 0)));
      const wider = await made(oid, 'html', 'en');
      expect((await bytesOf(wider)).toString()).toContain('Ground seen (ha)');
      expect((await step6(oid)).changes).toEqual([]);
      const { version } = await administrator(calls.get, { oid });
      const { seen } = await counted(oid);
      await administrator(calls.approve, { oid, version });
      await photo(flightOID, facts(at(200, 200)));
      expect((await counted(oid)).seen).toBe(seen);
    });
  });
}
