import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { until } from '../../testing/caller.ts';
import { holdInstanceName, InstanceNameTakenError } from './instance-name-lock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const log = createLog({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const hold = (instanceId: string, taken: (error: Error) => void = () => undefined) =>
  holdInstanceName({ url: database.url, instanceId, log, taken, waitFor: 300 });

/** Ends the connection that holds a name, as a restart of the database does. */
const cut = async (): Promise<void> => {
  await database.connection.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'eyrie-name %' and datname = current_database()`,
  );
};
/** The connections that hold a name: a connection alone holds none yet. */
const holders = async (): Promise<number[]> => {
  const { rows } = await database.connection.pool.query<{ pid: number }>(
    `select pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted
       and application_name like 'eyrie-name %' and datname = current_database()`,
  );
  return rows.map((row) => row.pid);
};

const waiting = async (): Promise<number> => {
  const { rows } = await database.connection.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and not granted and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

describe('the name of a server', () => {
  it('is held by one at a time, and a second one learns by whom', async () => {
    const first = await hold('a');
    await expect(hold('a')).rejects.toThrow(InstanceNameTakenError);
    await expect(hold('a')).rejects.toThrow(new RegExp(`EYRIE_INSTANCE_ID=a .*:${process.pid}.* since 20`));
    const other = await hold('b');
    await first.release();
    const next = await hold('a');
    await Promise.all([next.release(), other.release()]);
  });

  it('is taken again when the database was away', async () => {
    const first = await hold('c');
    const [before] = await holders();
    await cut();
    await until('held again', holders, ([now]) => now !== undefined && now !== before);
    await expect(hold('c')).rejects.toThrow(InstanceNameTakenError);
    await first.release();
  });

  it('that another one took meanwhile ends the first', async () => {
    let lost: Error | undefined;
    const first = await hold('d', (error) => {
      lost = error;
    });
    // It waits in the database, which hands it the lock before anybody can ask again.
    const other = await database.connection.pool.connect();
    const taken = other.query("select pg_advisory_lock(hashtextextended('instance d', 0))");
    await until('it waits', waiting, (count) => count === 1);
    await cut();
    await taken;
    await until('the first knows', async () => lost, Boolean);
    expect(lost).toBeInstanceOf(InstanceNameTakenError);
    await first.release();
    other.release(true);
  });
});
