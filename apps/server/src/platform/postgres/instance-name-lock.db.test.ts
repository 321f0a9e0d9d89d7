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
const holders = async (): Promise<number> => {
  const { rows } = await database.connection.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name like 'eyrie-name %' and datname = current_database()`,
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
    await cut();
    await until('held again', holders, (count) => count === 1);
    await expect(hold('c')).rejects.toThrow(InstanceNameTakenError);
    await first.release();
  });

  it('that another one took meanwhile ends the first', async () => {
    let lost: Error | undefined;
    let other: { release(): Promise<void> } | undefined;
    const first = await hold('d', (error) => {
      lost = error;
    });
    // Which of the two is quicker is left to them: one of both has it in the end, and the other knows.
    const racing = (async () => {
      while (!other && !lost) other = await hold('d').catch(() => undefined);
    })();
    while (!other) {
      await cut();
      await until('somebody has it', holders, (count) => count > 0);
      await Promise.race([racing, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
    await until('the first knows', async () => lost, Boolean);
    expect(lost).toBeInstanceOf(InstanceNameTakenError);
    await Promise.all([first.release(), other.release()]);
  });
});
