import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, testContext, type TestRooms } from '../../testing/rooms.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { createFlightList } from './flight.service.ts';

const account = 'gamma-administrator';
const start = 1_760_000_000_000;
let rooms: TestRooms;
let context: CallContext;
let stranger: CallContext;
/** Oldest first. */
const oids: string[] = [];
const docks: string[] = [];
let taskOID: string;

const contextOf = async (name: string): Promise<CallContext> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf(name));
  if (!caller) throw new Error('not signed in');
  return testContext({ caller });
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  context = await contextOf(account);
  stranger = await contextOf('omega-administrator');
  const flights = createTestFlights(rooms.runtime);
  const routeOID = await flights.route(account);
  taskOID = await flights.task(account);
  for (const [at, state] of ['created', 'over', 'over'].entries()) {
    const dockOID = await flights.dock(account);
    docks.push(dockOID);
    const part = { taskOID, routeOID, dockOID, state, createdAt: new Date(start + at) };
    oids.push(await flights.flight(account, part));
  }
  await sql`update flight set outcome = 'failed', outcome_reason = 'unheard', start_time = now()
    where oid = ${oids[1]}`.execute(rooms.db);
  await sql`update dock set name = 'Quay 50%' where oid = ${docks[2]}`.execute(rooms.db);
});
afterAll(() => rooms.close());

it('finds flights by every filter, in either order, with those that never started last', async () => {
  const list = createFlightList(rooms.runtime, rooms);
  const placesOf = async (filter: Parameters<typeof list.count>[0], reader = context): Promise<number[]> => {
    const found = await list.query({ pageNum: 1, pageSize: 50, ...filter }, reader);
    expect(await list.count(filter, reader)).toEqual({ total: found.total });
    return found.list.map(({ oid }) => oids.indexOf(oid));
  };
  expect(await placesOf({})).toEqual([2, 1, 0]);
  expect(await placesOf({ sort: 'createdAt' })).toEqual([0, 1, 2]);
  expect((await placesOf({ sort: '-startTime' }))[0]).toBe(1);
  expect((await placesOf({ sort: 'startTime' }))[0]).toBe(1);
  expect(await placesOf({ state: 'created' })).toEqual([0]);
  expect(await placesOf({ outcome: 'failed' })).toEqual([1]);
  expect(await placesOf({ dockOID: docks[1] })).toEqual([1]);
  expect(await placesOf({ taskOID })).toHaveLength(3);
  expect(await placesOf({ from: start + 1, to: start + 1 })).toEqual([1]);
  expect(await placesOf({ keyword: '50%' })).toEqual([2]);
  expect(await placesOf({ keyword: '任务' })).toHaveLength(3);
  expect(await placesOf({ keyword: '5_%' })).toEqual([]);
  expect(await placesOf({}, stranger)).toEqual([]);
  expect(await list.find(stranger, oids[0] ?? '')).toBeUndefined();
  expect(await list.get(oids[1] ?? '', context)).toMatchObject({
    dockName: '机场',
    taskName: '任务',
    routeName: '航线',
    executor: 'gamma administrator',
    outcomeReason: 'unheard',
    learnedBy: 'report',
    mediaReceived: 0,
    allowed: ['hold'],
  });
});

it('counts the files that came from devices, and none that the server made of them or of a live picture', async () => {
  const list = createFlightList(rooms.runtime, rooms);
  const [, , oid = ''] = oids;
  const added = async (metadata: object, videoOID: string | null): Promise<string> => {
    const own = rooms.runtime.newOid();
    await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, metadata,
        video_oid, video_at)
      select ${own}::uuid, group_root, group_oid, dock_oid, oid, ${own}, 'a', 'photo', 1, ${JSON.stringify(metadata)}::jsonb,
        ${videoOID}::uuid, ${videoOID === null ? null : 5_000} from flight where oid = ${oid}::uuid`.execute(
      rooms.db,
    );
    return own;
  };
  const video = await added({ droneModel: '0-91-0' }, null);
  await added({}, video);
  await added({ snapshot: {} }, null);
  await added({ recording: {} }, null);
  expect((await list.get(oid, context)).mediaReceived).toBe(1);
});
