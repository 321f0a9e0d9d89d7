import { auditChains, type AuditChain } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import type { Db } from '../../platform/runtime.ts';
import { until } from '../../testing/caller.ts';
import { createAuditLog, type AuditLog } from './index.ts';

const groupRoot = '018f0000-0000-7000-8000-000000000001';
const entry = { groupRoot, action: 'test.step', outcome: 'done' };
let database: TestDatabase;
let db: Db;
let faces: Record<AuditChain, AuditLog>;

/** What somebody with the owner's rights and bad intentions would do. */
async function tamper(statements: string): Promise<void> {
  await sql.raw('alter table audit_log disable trigger all').execute(db);
  for (const statement of statements.split(';')) await sql.raw(statement).execute(db);
  await sql.raw('alter table audit_log enable trigger all').execute(db);
}
const fill = async (chain: AuditChain, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await faces[chain].write(db, { ...entry, detail: { chain, n } });
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.connection.kysely;
  const general = createAuditLog({ db, clock: { wall: () => 1_760_000_000_123, mono: () => 0 } });
  faces = { general, control: general.forControl };
});
afterAll(() => database.drop());
beforeEach(() => tamper('delete from audit_log; delete from audit_head'));

/** Holds a row of a chain in a transaction that is not over, until `end`. */
async function holdOpen(chain: AuditChain): Promise<{ end(): Promise<void> }> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const over = db.transaction().execute(async (trx) => {
    await faces[chain].write(trx, entry);
    wrote();
    await ended;
  });
  await Promise.race([written, over]);
  return {
    async end() {
      end();
      await over;
    },
  };
}
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};

describe.each([
  ['general', 'control'],
  ['control', 'general'],
] as const)('a transaction that holds the %s chain open', (held, other) => {
  beforeEach(async () => {
    await fill(held, 1);
  });

  it(`does not hold up a row of the ${other} chain`, async () => {
    const hold = await holdOpen(held);
    await fill(other, 1);
    expect(await waiting()).toBe(0);
    await hold.end();
    expect(await faces.general.verify(groupRoot)).toMatchObject({ whole: true, rows: 3 });
  });

  it('holds up another row of it', async () => {
    const hold = await holdOpen(held);
    const behind = fill(held, 1);
    await until('waits for the chain', waiting, (count) => count === 1);
    await hold.end();
    await behind;
    expect(await faces.general.verify(groupRoot)).toMatchObject({ whole: true, rows: 3 });
  });
});

describe.each([
  ['general', 'control'],
  ['control', 'general'],
] as const)('a transaction that wrote to the %s chain', (held, other) => {
  it(`may not write to the ${other} chain, and is undone`, async () => {
    const both = db.transaction().execute(async (trx) => {
      await faces[held].write(trx, entry);
      await faces[other].write(trx, entry);
    });
    await expect(both).rejects.toThrow(`wrote to the ${held} chain`);
    expect(await faces.general.verify(groupRoot)).toMatchObject({ whole: true, rows: 0 });
  });

  it('writes on to it, and the next transaction to the other', async () => {
    await db.transaction().execute(async (trx) => {
      await faces[held].write(trx, entry);
      await faces[held].write(trx, entry);
    });
    await db.transaction().execute((trx) => faces[other].write(trx, entry));
    expect(await faces.general.verify(groupRoot)).toMatchObject({ whole: true, rows: 3 });
  });
});

it('says of each chain how long it is', async () => {
  await fill('control', 2);
  await fill('general', 3);
  const read: [number, number][] = [];
  expect(await faces.control.verify(groupRoot, async (...now) => void read.push(now))).toEqual({
    whole: true,
    rows: 5,
    brokenAt: null,
    chains: [
      { chain: 'control', rows: 2, brokenAt: null },
      { chain: 'general', rows: 3, brokenAt: null },
    ],
  });
  expect(read).toEqual([
    [2, 5],
    [5, 5],
  ]);
});

const columns = 'group_root, chain, chain_seq, at, action, outcome, previous_hash, hash';
const copyTo = (place: number, chain: string): string =>
  `insert into audit_log (${columns}) select group_root, chain, ${place}, now(), 'x.y', 'done', previous_hash, hash
   from audit_log where chain_seq = 8 and chain = '${chain}'`;

/** What is done to one chain of 8 rows, beside another of 2, and where it shows. */
const ways: readonly (readonly [string, (chain: AuditChain, other: AuditChain) => string, number])[] = [
  ['an edited outcome', () => `update audit_log set outcome = 'refused' where chain_seq = 4`, 4],
  ['an edited detail', () => `update audit_log set detail = '{"n": 99}' where chain_seq = 4`, 4],
  ['an edited time', () => `update audit_log set at = at + interval '1 ms' where chain_seq = 4`, 4],
  ['a removed row', () => `delete from audit_log where chain_seq = 4`, 4],
  ['a removed end', () => `delete from audit_log where chain_seq > 5`, 6],
  ['everything removed', (chain) => `delete from audit_log where chain = '${chain}'`, 1],
  [
    'everything removed with its end',
    (chain) =>
      `delete from audit_log where chain = '${chain}'; delete from audit_head where chain = '${chain}'`,
    1,
  ],
  [
    'two rows changed over',
    () => `update audit_log a set detail = b.detail, hash = b.hash from audit_log b
      where a.chain_seq in (3, 4) and b.chain_seq = 7 - a.chain_seq and a.chain = b.chain`,
    3,
  ],
  [
    'an edit with its own hash made new',
    () => `update audit_log set hash = sha256(hash), outcome = 'refused' where chain_seq = 8`,
    8,
  ],
  ['a row put behind the end', (chain) => copyTo(99, chain), 9],
  ['a row put before the start', (chain) => copyTo(0, chain), 0],
  [
    'an end that was set back',
    (chain) => `update audit_head set seq = 5,
      hash = (select hash from audit_log where chain_seq = 5) where chain = '${chain}'`,
    6,
  ],
  ['an end that is gone', (chain) => `delete from audit_head where chain = '${chain}'`, 1],
  [
    'a row moved to the other chain',
    (_, other) => `update audit_log set chain = '${other}' where chain_seq = 8`,
    8,
  ],
];

describe.each(auditChains)('in the %s chain', (chain) => {
  const other = auditChains.find((one) => one !== chain) ?? chain;

  it.each(ways)('finds %s', async (what, statement, brokenAt) => {
    await fill(chain, 8);
    await fill(other, 2);
    await tamper(statement(chain, other));
    const verdict = await faces.general.verify(groupRoot);
    expect(verdict.whole).toBe(false);
    expect(verdict.chains.find((one) => one.chain === chain)).toMatchObject({ brokenAt });
    if (what.endsWith('other chain')) return;
    expect(verdict).toMatchObject({ brokenAt });
    expect(verdict.chains.find((one) => one.chain === other)).toEqual({
      chain: other,
      rows: 2,
      brokenAt: null,
    });
  });
});

it('finds chains that took the name of each other', async () => {
  await fill('control', 2);
  await fill('general', 2);
  const swapped = `case chain when 'control' then 'general' else 'control' end`;
  await tamper(`drop index audit_log_place; alter table audit_head drop constraint audit_head_pkey;
    update audit_log set chain = ${swapped}; update audit_head set chain = ${swapped};
    create unique index audit_log_place on audit_log (group_root, chain, chain_seq) nulls not distinct;
    alter table audit_head add primary key (group_root, chain)`);
  expect((await faces.general.verify(groupRoot)).chains).toEqual([
    { chain: 'control', rows: 0, brokenAt: 1 },
    { chain: 'general', rows: 0, brokenAt: 1 },
  ]);
});
