import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createListener } from './listen.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ empty: true });
});
afterAll(() => db.drop());

const listening = async (): Promise<number> => {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'eyrie-listen'`.execute(db.connection.kysely);
  return rows.length;
};

test('a connection on which a channel cannot be opened is given back, not kept beside the next try', async () => {
  const listener = createListener(db.url, createLog({ level: 'silent' }));
  // The database takes no channel without a name; in earnest it is one that answers too late.
  await listener.listen('', () => undefined);
  await listener.close();
  await vi.waitFor(async () => expect(await listening()).toBe(0), 5_000);
});
