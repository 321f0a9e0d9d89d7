import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaOutstanding } from './media.first.store.ts';

const account = 'gamma-administrator';
let rooms: TestRooms;
let oid: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  const { flight, dock, route, task } = createTestFlights(rooms.runtime);
  const [taskOID, routeOID, dockOID] = [await task(account), await route(account), await dock(account)];
  oid = await flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  await sql`update flight set start_time = now(), media_expected = 2 where oid = ${oid}`.execute(rooms.db);
});
afterAll(() => rooms?.close());

const add = async (metadata: object): Promise<string> => {
  const own = rooms.runtime.newOid();
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, metadata)
    select ${own}::uuid, group_root, group_oid, oid, ${own}, 'a', 'photo', 1, ${JSON.stringify(metadata)}::jsonb
    from flight where oid = ${oid}::uuid`.execute(rooms.db);
  return own;
};

it('files of a flight are outstanding until its dock has stored them, whatever the server made beside them', async () => {
  const first = await add({ droneModel: '0-91-0' });
  const frame = await add({});
  await sql`update media set video_oid = ${first}::uuid, video_at = 0 where oid = ${frame}::uuid`.execute(
    rooms.db,
  );
  await add({ snapshot: {} });
  expect(await mediaOutstanding(rooms.db, oid)).toBe(true);
  await add({ fileGroupId: 'x' });
  expect(await mediaOutstanding(rooms.db, oid)).toBe(false);
});
