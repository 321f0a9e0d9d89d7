import { regionCalls, type RegionImpact } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { rooms, call, square, noFly } from './region-world.fixture.ts';

describe('what a change touches', () => {
  const flights = () => createTestFlights({ db: rooms.db, newOid: rooms.runtime.newOid });
  const routeThrough = async (waypoints: [number, number][]) => {
    const oid = await flights().route('alpha-operator');
    const path = waypoints.map(([lng, lat]) => ({ lng, lat, height: 80 }));
    await sql`update route set waypoints = ${JSON.stringify(path)}::jsonb where oid = ${oid}::uuid`.execute(
      rooms.db,
    );
    return oid;
  };
  const draft = { kind: 'noFly', geometry: square(114, 22, 0.01) };
  const impact = (request: object) => call<RegionImpact>(regionCalls.impact, request);

  it('is found leg by leg, with the task and the flights of each route', async () => {
    const crossing = await routeThrough([
      [113.99, 22.005],
      [113.995, 22.005],
      [114.02, 22.005],
    ]);
    await routeThrough([
      [113.99, 22.02],
      [114.02, 22.02],
    ]);
    const dockOID = await flights().dock('alpha-operator');
    const taskOID = await flights().task('alpha-operator');
    await flights().flight('alpha-operator', { taskOID, routeOID: crossing, dockOID });
    expect(await impact({ draft })).toEqual({
      routes: [
        {
          oid: crossing,
          name: '航线',
          waypointCount: 3,
          legs: [{ from: 2, to: 3 }],
          against: true,
          tasks: [{ oid: taskOID, name: '任务' }],
          flights: [{ oid: expect.any(String), dockName: '机场', state: 'created' }],
        },
      ],
      more: false,
    });
    expect((await impact({ draft: { ...draft, kind: 'note' } })).routes).toEqual([]);
    expect((await impact({ draft: { ...draft, kind: 'noLanding' } })).routes).toMatchObject([
      { against: false },
    ]);
  });

  it('includes the way from and to the dock of an open flight', async () => {
    const routeOID = await routeThrough([
      [114.02, 22.005],
      [114.03, 22.005],
    ]);
    const dockOID = await flights().dock('alpha-operator');
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat) values (${dockOID}::uuid, true, 113.99, 22.005)`.execute(
      rooms.db,
    );
    await flights().flight('alpha-operator', {
      taskOID: await flights().task('alpha-operator'),
      routeOID,
      dockOID,
    });
    expect((await impact({ draft })).routes).toMatchObject([
      {
        legs: [
          { from: 0, to: 1 },
          { from: 2, to: 3 },
        ],
        against: true,
      },
    ]);
  });

  it('of one to stay in are the legs that leave it; of one that goes what lay in it', async () => {
    const inside = await routeThrough([
      [114.001, 22.001],
      [114.009, 22.009],
    ]);
    const leaving = await routeThrough([
      [114.001, 22.001],
      [114.009, 22.009],
      [115, 23],
    ]);
    const found = await impact({ draft: { ...draft, kind: 'keepIn' } });
    expect(new Map(found.routes.map(({ oid, legs, against }) => [oid, [legs.length, against]]))).toEqual(
      new Map([
        [inside, [1, false]],
        [leaving, [2, true]],
      ]),
    );
    const { oid } = await call(regionCalls.add, noFly);
    expect((await impact({ oid })).routes.map((one) => one.against)).toEqual([false, false]);
  });

  it('is asked of an index', async () => {
    await sql`set enable_seqscan = off`.execute(rooms.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select oid from route
      where deleted_at is null and route_box(waypoints) && box(point(1,1),point(2,2))`.execute(rooms.db);
    await sql`set enable_seqscan = on`.execute(rooms.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('route_where');
  });
});
