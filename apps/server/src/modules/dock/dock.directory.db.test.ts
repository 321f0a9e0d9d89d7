import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { createDockDirectory } from './dock.directory.ts';

const rooms = await createTestRooms();
await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
await rooms.seed('omega', ['administrator'], 'Flug-4711!');
afterAll(() => rooms.close());

const groupOf = async (account: string): Promise<string> =>
  (
    await sql<{ oid: string }>`select group_oid as oid from member where account = ${account}`.execute(
      rooms.db,
    )
  ).rows[0]?.oid ?? '';

it('shows a controller and the aircraft in its pilot’s hand to those who see it, and to nobody else', async () => {
  const controller = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  const drone = rooms.runtime.newOid();
  await sql`update dock set kind = 'remoteController', model = '2-144-0' where oid = ${controller}`.execute(
    rooms.db,
  );
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${drone}::uuid, group_root, group_oid, 'Held', 'AHELD01', '0-77-0', oid from dock
    where oid = ${controller}`.execute(rooms.db);
  // Two departments below the same one: the controller moves into the first.
  const top = await groupOf('gamma-administrator');
  const [own, beside] = [rooms.runtime.newOid(), rooms.runtime.newOid()];
  for (const [oid, name] of [
    [own, 'Own'],
    [beside, 'Beside'],
  ])
    await sql`insert into department (oid, group_root, name, path) select ${oid}::uuid, group_root, ${name},
      path || ${oid}::uuid from department where oid = ${top}`.execute(rooms.db);
  await sql`update dock set group_oid = ${own} where oid = ${controller}`.execute(rooms.db);

  const directory = createDockDirectory(rooms.runtime, { listen: rooms.database.connection.listen });
  await directory.start();
  try {
    const elsewhere = await groupOf('omega-administrator');
    for (const [kind, oid] of [
      ['RC', controller],
      ['UAV', drone],
    ] as const) {
      expect(directory.visible(own, kind, oid), `${kind} own`).toBe(true);
      expect(directory.visible(top, kind, oid), `${kind} above`).toBe(true);
      expect(directory.visible(beside, kind, oid), `${kind} beside`).toBe(false);
      expect(directory.visible(elsewhere, kind, oid), `${kind} of others`).toBe(false);
      expect(directory.visible(top, kind, rooms.runtime.newOid()), `${kind} unknown`).toBe(false);
    }
  } finally {
    await directory.stop();
  }
});
