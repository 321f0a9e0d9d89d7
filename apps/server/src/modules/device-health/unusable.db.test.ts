import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createUnusable } from './unusable.gateway.ts';
import { unusableOf } from './unusable.store.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
});
afterAll(() => rooms?.close());

it('counts what could not be used by reason, over several servers, with a recent sample', async () => {
  const dockOID = rooms.runtime.newOid();
  const [one, other] = [createUnusable(rooms.runtime), createUnusable(rooms.runtime)];
  for (let at = 0; at < 23; at += 1) one.record(dockOID, 'shape', 'osd', `message ${at}`);
  other.record(dockOID, 'shape', 'osd', 'message of the other');
  other.record(dockOID, 'value', 'humidity', { password: 'open sesame', humidity: 'wet' });
  await one.flush();
  rooms.clock.move(1_000);
  await other.flush();
  const found = await unusableOf(rooms.db, dockOID);
  expect(found).toMatchObject([
    { reason: 'value', what: 'humidity', count: 1 },
    { reason: 'shape', what: 'osd', count: 24, sample: '"message of the other"' },
  ]);
  expect(found[0]?.sample).not.toContain('sesame');
  // What was written is not counted again.
  await one.flush();
  expect(await unusableOf(rooms.db, dockOID)).toMatchObject([{ count: 1 }, { count: 24 }]);
});

it('lets no dock fill a table with names that it makes up', async () => {
  const dockOID = rooms.runtime.newOid();
  const unusable = createUnusable(rooms.runtime);
  for (let round = 0; round < 10; round += 1) {
    for (let at = 0; at < 100; at += 1) unusable.record(dockOID, 'value', `made up ${round} ${at}`, at);
    await unusable.flush();
  }
  const found = await unusableOf(rooms.db, dockOID);
  expect(found.length).toBeLessThanOrEqual(200);
  expect(found.length).toBeGreaterThan(100);
  // What is known already is counted on.
  const { what } = found[0]!;
  unusable.record(dockOID, 'value', what, 1);
  await unusable.flush();
  expect((await unusableOf(rooms.db, dockOID)).find((line) => line.what === what)).toMatchObject({
    count: 2,
  });
});
