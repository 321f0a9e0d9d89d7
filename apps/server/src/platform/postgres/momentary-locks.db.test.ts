import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMomentaryLocks, type MomentaryLocks } from './index.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
const open: MomentaryLocks[] = [];
const server = (): MomentaryLocks => {
  const locks = createMomentaryLocks(database.url);
  open.push(locks);
  return locks;
};
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((locks) => locks.stop()));
});
afterAll(() => database.drop());

const connections = async (): Promise<number[]> => {
  const { rows } = await database.connection.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'eyrie-lock' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
};

describe('locks for a moment', () => {
  it('are held by one server at a time, and not twice by one', async () => {
    const [one, two] = [server(), server()];
    const release = await one.take('a');
    expect(release).not.toBeNull();
    expect(await two.take('a')).toBeNull();
    expect(await one.take('a')).toBeNull();
    expect(await two.take('b')).not.toBeNull();
    await release?.();
    expect(await two.take('a')).not.toBeNull();
  });

  it('stand on one connection, however many are taken at once', async () => {
    const one = server();
    const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => one.take(`name ${at}`)));
    expect(taken).not.toContain(null);
    expect(await connections()).toHaveLength(1);
    for (const release of taken) await release?.();
    expect(await one.take('name 3')).not.toBeNull();
    expect(await connections()).toHaveLength(1);
  });

  it('are free once the connection is lost, and are taken again on a new one', async () => {
    const [one, two] = [server(), server()];
    const release = await one.take('a');
    const [pid] = await connections();
    await database.connection.pool.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(async () => expect(await connections()).toEqual([]));
    const next = await two.take('a');
    expect(next).not.toBeNull();
    // What it ends is not what another holds by now.
    await release?.();
    expect(await one.take('a')).toBeNull();
    await next?.();
    await vi.waitFor(async () => expect(await one.take('a')).not.toBeNull());
  });

  it('are let go by a server that stops', async () => {
    const [one, two] = [server(), server()];
    await one.take('a');
    await one.stop();
    await vi.waitFor(async () => expect(await two.take('a')).not.toBeNull());
  });

  it('fail where the database is not to be had, and hold nothing afterwards', async () => {
    const locks = createMomentaryLocks('postgres://nobody:x@127.0.0.1:1/none');
    await expect(locks.take('a')).rejects.toThrow('ECONNREFUSED');
    await expect(locks.take('a')).rejects.toThrow('ECONNREFUSED');
  });
});
