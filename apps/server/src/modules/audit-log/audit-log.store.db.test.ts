import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import type { Db } from '../../platform/runtime.ts';
import { createAuditLog, type AuditLog } from './index.ts';

const clock = { wall: () => 1_760_000_000_123, mono: () => 0 };
const organisation = '018f0000-0000-7000-8000-000000000001';
const other = '018f0000-0000-7000-8000-000000000002';
let database: TestDatabase;
let db: Db;
let audit: AuditLog;

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
    expect(await audit.verify(organisation)).toEqual({ whole: true, rows: 3, brokenAt: null });
    expect(await audit.verify(other)).toEqual({ whole: true, rows: 1, brokenAt: null });
    expect(await audit.verify(null)).toEqual({ whole: true, rows: 1, brokenAt: null });
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
    expect(await audit.verify(organisation)).toEqual({ whole: true, rows: 60, brokenAt: null });
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

  it.each([
    ['an edited outcome', `update audit_log set outcome = 'refused' where chain_seq = 4`, 4],
    ['an edited detail', `update audit_log set detail = '{"n": 99}' where chain_seq = 4`, 4],
    ['an edited time', `update audit_log set at = at + interval '1 ms' where chain_seq = 4`, 4],
    ['a removed row', `delete from audit_log where chain_seq = 4`, 4],
    ['a removed end', `delete from audit_log where chain_seq > 5`, 6],
    ['everything removed', `delete from audit_log`, 1],
    [
      'two rows changed over',
      `update audit_log a set detail = b.detail, hash = b.hash from audit_log b
       where a.chain_seq in (3, 4) and b.chain_seq = 7 - a.chain_seq`,
      3,
    ],
    [
      'an edit with its own hash made new',
      `update audit_log set hash = sha256(hash), outcome = 'refused' where chain_seq = 8`,
      8,
    ],
    [
      'a row put behind the end',
      `insert into audit_log (group_root, chain_seq, at, action, outcome, previous_hash, hash)
       select group_root, 99, now(), 'x.y', 'done', previous_hash, hash from audit_log where chain_seq = 8`,
      9,
    ],
    [
      'a row put before the start',
      `insert into audit_log (group_root, chain_seq, at, action, outcome, previous_hash, hash)
       select group_root, 0, now(), 'x.y', 'done', previous_hash, hash from audit_log where chain_seq = 8`,
      0,
    ],
    [
      'an end that was set back',
      `update audit_head set seq = 5, hash = (select hash from audit_log where chain_seq = 5)`,
      6,
    ],
    ['an end that is gone', `delete from audit_head`, 1],
  ])('finds %s', async (_, statement, brokenAt) => {
    await fill(8);
    await tamper(statement);
    expect(await audit.verify(organisation)).toMatchObject({ whole: false, brokenAt });
  });

  it.each([`update audit_log set outcome = 'done'`, `delete from audit_log`, `truncate audit_log`])(
    'refuses: %s',
    async (statement) => {
      await fill(1);
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append only');
    },
  );
});
