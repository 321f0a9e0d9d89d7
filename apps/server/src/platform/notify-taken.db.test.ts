import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestRooms, type TestRooms } from '../testing/rooms.ts';
import { notifyTaken } from './notify-taken.ts';
import type { DbOrTrx } from './runtime.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await sql`create table waiting (name text primary key, notified boolean not null default false)`.execute(
    rooms.db,
  );
});
afterAll(() => rooms.close());

const take = async (trx: DbOrTrx): Promise<{ name: string }[]> =>
  (
    await sql<{ name: string }>`update waiting set notified = true where not notified returning name`.execute(
      trx,
    )
  ).rows;
const open = async (): Promise<string[]> =>
  (await sql<{ name: string }>`select name from waiting where not notified`.execute(rooms.db)).rows.map(
    ({ name }) => name,
  );

it('notifies of each row, and a fault of one keeps back no other', async () => {
  await sql`insert into waiting (name) values ('a'), ('b'), ('c')`.execute(rooms.db);
  const log = { error: vi.fn<(details: unknown, text: string) => void>() };
  const names: string[] = [];
  await notifyTaken({ db: rooms.db, log: log as never }, take, async ({ name }, trx) => {
    if (name === 'b') await sql`select * from nowhere`.execute(trx);
    names.push(name);
  });
  expect(names).toEqual(['a', 'c']);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(await open()).toEqual([]);
});

it('leaves to the next pass what a server took that died', async () => {
  await sql`insert into waiting (name) values ('d')`.execute(rooms.db);
  const dies = notifyTaken(rooms.runtime, take, async (_row, trx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  await expect(dies).rejects.toThrow(/connection/i);
  expect(await open()).toEqual(['d']);
});
