import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import type { Db } from '../../platform/runtime.ts';
import { createAuditLog, type AuditLogs } from './index.ts';

const clock = { wall: () => 1_760_000_000_123, mono: () => 0 };
const organisation = '018f0000-0000-7000-8000-000000000001';
const other = '018f0000-0000-7000-8000-000000000002';
let database: TestDatabase;
let db: Db;
let audit: AuditLogs;

/** What somebody with the owner's rights and bad intentions would do. */
async function tamper(statement: string): Promise<void> {
  await sql.raw('alter table audit_log disable trigger all').execute(db);
  await sql.raw(statement).execute(db);
  await sql.raw('alter table audit_log enable trigger all').execute(db);
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.connection.kysely;
  audit = createAuditLog({ db, clock });
});
afterAll(() => database.drop());

describe('audit log', () => {
  beforeEach(async () => {
    await tamper('delete from audit_log');
    await sql`delete from audit_head`.execute(db);
  });
  const fill = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1)
      await audit.write(db, { groupRoot: organisation, action: 'test.step', outcome: 'done', detail: { n } });
  };

  it('keeps a chain for each organisation and one for rows without', async () => {
    await fill(3);
    await audit.write(db, { groupRoot: other, action: 'a.b', outcome: 'done' });
    await audit.write(db, { groupRoot: null, action: 'login.password', outcome: 'refused' });
    expect(await audit.verify(organisation)).toMatchObject({ whole: true, rows: 3, brokenAt: null });
    expect(await audit.verify(other)).toMatchObject({ whole: true, rows: 1, brokenAt: null });
    expect(await audit.verify(null)).toMatchObject({ whole: true, rows: 1, brokenAt: null });
  });

  it('survives the database with odd values and masks secrets', async () => {
    await audit.write(db, {
      groupRoot: organisation,
      action: 'odd\u0000',
      outcome: 'done',
      code: 514303,
      leaseEpoch: 7,
      detail: {
        z: 'nul\u0000 lone\ud800 \u202e中文',
        a: [1.5, -0, 1e21, Number.NaN, null, true],
        password: 'canary-1',
        nested: { authToken: 'canary-2', url: 'http://u:canary-3@h/x?code=canary-4' },
        gone: undefined,
      },
    });
    expect(await audit.verify(organisation)).toMatchObject({ whole: true, rows: 1 });
    const { rows } = await sql<{ text: string }>`select detail::text as text from audit_log`.execute(db);
    expect(rows[0]?.text).not.toContain('canary');
  });

  it('puts 60 writers at once in one chain without gaps', async () => {
    await Promise.all(Array.from({ length: 60 }, () => fill(1)));
    expect(await audit.verify(organisation)).toMatchObject({ whole: true, rows: 60, brokenAt: null });
  });

  it('leaves no row when the transaction of the action fails', async () => {
    await fill(1);
    await db
      .transaction()
      .execute(async (trx) => {
        await audit.write(trx, { groupRoot: organisation, action: 'x.y', outcome: 'done' });
        throw new Error('action failed');
      })
      .catch(() => undefined);
    expect(await audit.verify(organisation)).toMatchObject({ whole: true, rows: 1 });
  });

  it.each([`update audit_log set outcome = 'done'`, `delete from audit_log`, `truncate audit_log`])(
    'refuses: %s',
    async (statement) => {
      await fill(1);
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append only');
    },
  );
});
