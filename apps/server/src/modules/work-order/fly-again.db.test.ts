import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  detectionCalls,
  routeCalls,
  workOrderCalls,
  type PhotoFacts,
  type PlanDetail,
  type ResponseOf,
  type WorkOrderDetail,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { bareGround } from '../../testing/bare-ground.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints } from '../detection/index.ts';
import { createRoute, type RouteRoom } from '../route/index.ts';
import { servedOrders } from './work-order.fixture.ts';

let rooms: TestRooms;
let route: RouteRoom;
let dataDir: string;
let dockOID: string;
let otherDock: string;
let outcomeOID: string;
let orderOID: string;
const mediaOID = '019a0000-0000-7000-8000-000000000001';
const tokens: Record<string, string> = {};

const facts: PhotoFacts = {
  make: 'DJI',
  model: 'M3TD',
  lng: 113.951,
  lat: 22.541,
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: 55, relative: 42 },
  heading: 91.3,
  gimbal: { yaw: 91.3, pitch: -40, roll: 0 },
  aircraft: { yaw: 90, pitch: 0, roll: 0 },
  lens: 'zoom',
  focalLength: 168,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
};
const setFacts = (next: PhotoFacts | null, state = 'done') =>
  sql`update media set facts = ${next && JSON.stringify(next)}::jsonb, reading_state = ${state} where oid = ${mediaOID}`.execute(
    rooms.db,
  );
const addDock = async (lng: number): Promise<string> => {
  const account = 'gamma-administrator';
  const oid = await createTestFlights(rooms.runtime).dock(account);
  await sql`insert into dock_snapshot (dock_oid, online, lng, lat, height, last_seen_at)
    values (${oid}::uuid, true, ${lng}, 22.54, 20, now())`.execute(rooms.db);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, '无人机', ${oid}, '0-91-1', oid from dock
    where oid = ${oid}::uuid`.execute(rooms.db);
  return oid;
};

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-again-'));
  route = createRoute(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    objects: await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => 'http://127.0.0.1' }),
    ground: async () => null,
    surface: bareGround,
  });
  await rooms.seed('gamma', ['administrator', 'auditor', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of ['gamma-administrator', 'gamma-auditor', 'gamma-operator', 'omega-administrator'])
    tokens[account] = await rooms.tokenOf(account);
  dockOID = await addDock(113.95);
  otherDock = await addDock(113.9511);
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size)
    select ${mediaOID}::uuid, group_root, group_oid, oid, 'a', 'a.jpg', 'photo', 1 from dock where oid = ${dockOID}::uuid`.execute(
    rooms.db,
  );
  await setFacts(facts);
  const given = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
  const { oid } = await administrator(detectionCalls.add, given);
  const one = {
    sourceId: '1',
    mediaOID,
    box: { x: 1, y: 1, width: 9, height: 9 },
    picture: { width: 100, height: 80 },
  };
  await administrator(detectionCalls.submit, {
    oid,
    outcomes: [{ ...one, class: 'crack', confidence: 0.9 }],
  });
  const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID: oid });
  outcomeOID = list[0]?.oid ?? '';
  await administrator(detectionCalls.auditOutcome, {
    oid: outcomeOID,
    detectionOID: oid,
    verdict: 'confirmed',
  });
  orderOID = (await administrator(workOrderCalls.affirm, { oids: [outcomeOID] })).list[0]?.oid ?? '';
});
afterAll(async () => {
  await Promise.all(route.units.map((unit) => unit.stop()));
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
    const { audit: auditLog, department, runtime } = rooms;
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = [
      ...route.endpoints,
      ...detectionEndpoints({ runtime }, { auditLog, department }, defects),
      ...servedOrders(rooms, { makeRoute: route.makeFor, defects }),
    ];
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const administrator = as('gamma-administrator');
const flyAgain = (request: object = { oid: orderOID }) => administrator(workOrderCalls.flyAgain, request);
const planOf = async (oid: string): Promise<PlanDetail['plan']> =>
  (await administrator(routeCalls.getPlan, { oid })).plan;
const again = async (): Promise<WorkOrderDetail['again']> =>
  (await administrator(workOrderCalls.findByOID, { oid: orderOID })).again;

describe('flying to the view of a finding again', () => {
  it('makes a route to the position, height, heading, pitch, zoom and lens of the photo, for its own dock', async () => {
    const made = await flyAgain();
    expect(made).toMatchObject({ dockOID, sameDock: true, heightMode: 'relative', made: true });
    const { settings, points } = await planOf(made.routeOID);
    expect(settings).toMatchObject({
      drone: '0-91-1',
      dockOID,
      takeOff: { lng: 113.95, lat: 22.54, height: 20 },
    });
    const view = points.at(-1);
    expect(view).toMatchObject({ lng: 113.951, lat: 22.541, height: 42 });
    expect(view?.actions).toEqual([
      { type: 'rotateYaw', heading: 91.3 },
      { type: 'gimbalRotate', pitch: -40 },
      { type: 'zoom', factor: 7 },
      { type: 'hover', seconds: 2 },
      { type: 'takePhoto', lenses: ['zoom'] },
    ]);
    const flights = await rooms.db.selectFrom('flight').select('oid').execute();
    expect(flights).toEqual([]);
  });

  it('is linked with the order, with the flights of its route, however often and at once it is asked for', async () => {
    const { routeOID } = await flyAgain();
    rooms.clock.move(1_000);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => flyAgain({ oid: orderOID, dockOID: otherDock })),
    );
    expect(new Set(answers.map((one) => one.routeOID)).size).toBe(1);
    expect(answers.filter(({ made }) => made)).toHaveLength(1);
    expect(answers[0]).toMatchObject({ sameDock: false, heightMode: 'altitude' });
    expect((await again()).map((one) => one.routeOID)).toEqual([answers[0]?.routeOID, routeOID]);

    const flights = createTestFlights(rooms.runtime);
    const taskOID = await flights.task('gamma-administrator');
    const flightOID = await flights.flight('gamma-administrator', { taskOID, routeOID, dockOID });
    expect((await again())[1]?.flights).toEqual([
      { oid: flightOID, state: 'created', outcome: null, startTime: null },
    ]);
  });

  it('goes from a finding without an order too, and the order shows it', async () => {
    const { routeOID, made } = await flyAgain({ outcomeOID });
    expect(made).toBe(true);
    expect((await again()).map((one) => one.routeOID)).toContain(routeOID);
  });

  it('says what the photo does not say, and guesses nothing', async () => {
    const refused = async () => {
      const refusal = await refusalOf(flyAgain());
      return [refusal?.reason, refusal?.details.data?.missing];
    };
    await setFacts({ ...facts, gimbal: { yaw: null, pitch: null, roll: null } });
    expect(await refused()).toEqual(['viewIncomplete', ['pitch']]);
    await setFacts({ ...facts, heights: { ellipsoid: null, altitude: null, relative: 42 } });
    expect(await reasonOf(flyAgain({ oid: orderOID, dockOID: otherDock }))).toBe('viewIncomplete');
    await setFacts(null, 'waiting');
    expect(await reasonOf(flyAgain())).toBe('photoUnread');
    await setFacts(null);
    expect(await reasonOf(flyAgain())).toBe('viewIncomplete');
    await setFacts({ ...facts, lng: 115 });
    expect(await reasonOf(flyAgain())).toBe('noAbleDock');
    await setFacts(facts);
  });

  it('names one thing, and is for those who make routes and see it', async () => {
    expect(await reasonOf(flyAgain({}))).toBe('designateFinding');
    expect(await reasonOf(flyAgain({ oid: orderOID, outcomeOID }))).toBe('designateFinding');
    expect(await reasonOf(as('gamma-auditor')(workOrderCalls.flyAgain, { oid: orderOID }))).toBe(
      'notAllowed',
    );
    for (const request of [{ oid: orderOID }, { outcomeOID }])
      expect(await reasonOf(as('omega-administrator')(workOrderCalls.flyAgain, request))).toBe('notFound');
  });
});

describe('closing an order by a new picture of the same view', () => {
  const afterOID = '019a0000-0000-7000-8000-000000000002';
  const compare = () => administrator(workOrderCalls.compare, { oid: orderOID });
  const verify = (verdict: string, mediaOIDs = afterOID) =>
    administrator(workOrderCalls.verify, { oid: orderOID, verdict, mediaOID: mediaOIDs, note: 'new bolt' });
  const addPhoto = (oid: string, flightOID: string | null, at: number) =>
    sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, shot_at)
      select ${oid}::uuid, group_root, group_oid, oid, ${flightOID}::uuid, ${oid}, 'b.jpg', 'photo', 1, ${new Date(at)}
      from dock where oid = ${dockOID}::uuid`.execute(rooms.db);

  it('offers the pictures of flights to it that are later than its own', async () => {
    await sql`update media set shot_at = ${new Date(5_000)} where oid = ${mediaOID}`.execute(rooms.db);
    expect(await compare()).toMatchObject({
      before: { mediaOID, pose: { heading: 91.3, pitch: -40 } },
      after: [],
    });
    const flown = (await again()).flatMap(({ flights }) => flights)[0]?.oid ?? '';
    await addPhoto(afterOID, flown, 9_000);
    await addPhoto('019a0000-0000-7000-8000-000000000003', flown, 4_000);
    const { after, box } = await compare();
    expect(after.map((one) => one.mediaOID)).toEqual([afterOID]);
    expect(box).toEqual({ x: 1, y: 1, width: 9, height: 9 });
  });

  it('is for the claimer of an order in process, and not before', async () => {
    expect(await reasonOf(verify('repaired'))).toBe('orderState');
    const { memberOID } = await rooms.session
      .authenticate(tokens['gamma-administrator'] ?? '')
      .then((one) => one as { memberOID: string });
    await administrator(workOrderCalls.assign, { oid: orderOID, assigneeOID: memberOID });
    await administrator(workOrderCalls.claim, { oid: orderOID });
    expect(await reasonOf(verify('repaired', mediaOID))).toBe('pictureNotNewer');
    expect(await reasonOf(verify('repaired', '019a0000-0000-7000-8000-000000000003'))).toBe(
      'pictureNotNewer',
    );
    expect(await reasonOf(verify('repaired', orderOID))).toBe('pictureUnknown');
    expect(await verify('notVisible')).toMatchObject({
      state: 'done',
      verification: 'notVisible',
      result: 'new bolt',
    });
  });

  it('may be said again of a later picture, with both in the log, and is open again once it is reopened', async () => {
    expect(await verify('repaired')).toMatchObject({ state: 'done', verification: 'repaired' });
    const { log } = await administrator(workOrderCalls.findByOID, { oid: orderOID });
    expect(log.at(-1)).toMatchObject({
      move: 'verify',
      from: 'done',
      to: 'done',
      verification: 'repaired',
      mediaOIDs: [mediaOID, afterOID],
    });
    const reopened = await administrator(workOrderCalls.reopen, { oid: orderOID, reason: 'cracked again' });
    expect(reopened).toMatchObject({ state: 'toBeClaimed', verification: null });
  });

  it('is seen by nobody of elsewhere', async () => {
    for (const [one, request] of [
      [workOrderCalls.compare, { oid: orderOID }],
      [workOrderCalls.verify, { oid: orderOID, verdict: 'repaired', mediaOID: afterOID }],
    ] as const)
      expect(await reasonOf(as('omega-administrator')(one, request))).toBe('notFound');
  });
});
