import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../runtime.ts';
import { commonShare, estimateWord, holdsWord, wordIndexes } from './holds-word.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.connection.kysely;
});
afterAll(() => database.drop());

/** Letters that mean something to a pattern, to a letter's case, or take more than one byte or one UTF-16 unit. */
const letters = Array.from('aAbBéÉßİıΣς09%_\\\'" \n航线巡检مرحبا🚁👨‍👩‍👧');

/** The same figures in every run. */
const figures = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};
const textOf = (next: () => number, most: number): string =>
  Array.from(
    { length: Math.floor(next() * (most + 1)) },
    () => letters[Math.floor(next() * letters.length)] ?? '',
  ).join('');

describe('a word found by its index', () => {
  it('gives the very rows that reading gives', async () => {
    const next = figures(7);
    await sql`create table dock_like (oid int, name text not null, sn text)`.execute(db);
    const rows = Array.from({ length: 400 }, (_, oid) => ({
      oid,
      name: textOf(next, 12),
      sn: oid % 5 === 0 ? null : textOf(next, 6),
    }));
    await sql`insert into dock_like select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (oid int, name text, sn text)`.execute(db);
    const words = ['', ...letters, ...Array.from({ length: 300 }, () => textOf(next, 5))];
    const parts = rows.flatMap(({ name }) => [
      name,
      name.slice(0, 3),
      name.toUpperCase(),
      name.toLowerCase(),
    ]);
    for (const word of [...words, ...parts.slice(0, 200)].filter((one) => one.isWellFormed())) {
      // Under the name of a table with an index, so that the same condition is made.
      const of = (condition: ReturnType<typeof holdsWord>) =>
        sql<{ oid: number }>`select oid from dock_like as dock where ${condition} order by oid`.execute(db);
      const columns = ['dock.name', 'dock.sn'];
      const [found, read] = [
        await of(holdsWord(columns, word)),
        await of(holdsWord(columns, word, 'byReading')),
      ];
      expect(found.rows, JSON.stringify(word)).toEqual(read.rows);
    }
  });

  it.each(Object.keys(wordIndexes) as (keyof typeof wordIndexes)[])('asks the index of %s', async (table) => {
    const condition = holdsWord(
      wordIndexes[table].map((column) => `${table}.${column}`),
      '航线',
    );
    const plan = await db.transaction().execute(async (trx) => {
      // An empty table is read whole otherwise.
      await sql`set local enable_seqscan = off`.execute(trx);
      return await sql`explain select 1 from ${sql.table(table)} where ${condition}`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toContain(`Bitmap Index Scan on ${table}_words`);
  });

  it('reads where no index covers the columns', () => {
    const statement = (columns: string[]): string => holdsWord(columns, 'x').compile(db).sql;
    expect(statement(['route.name'])).toContain('word_parts');
    expect(statement(['route.name', 'route.remark'])).not.toContain('word_parts');
    expect(statement(['department.name'])).not.toContain('word_parts');
  });
});

describe('how common a word is', () => {
  beforeAll(async () => {
    const oid = '018f0000-0000-7000-8000-000000000001';
    await sql`insert into organisation (oid, name, first) values (${oid}, '台账', false)`.execute(db);
    await sql`insert into department (oid, group_root, name, path)
      values (${oid}, ${oid}, '总部', array[${oid}::uuid])`.execute(db);
    await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
      select gen_random_uuid(), ${oid}, ${oid}, 'person' || n, '成员' || n, '' from generate_series(1, 500) n`.execute(
      db,
    );
    await sql`analyze member`.execute(db);
  });

  it('is known of a word that most rows hold, and of one that few hold', async () => {
    const columns = ['member.name', 'member.account'];
    expect((await estimateWord(db, columns, '成员'))?.share).toBeGreaterThan(commonShare);
    expect((await estimateWord(db, columns, 'PERSON'))?.share).toBeGreaterThan(commonShare);
    expect((await estimateWord(db, columns, '成员49'))?.share).toBeLessThan(commonShare);
    expect((await estimateWord(db, columns, '无人机'))?.share).toBeLessThan(commonShare);
  });

  it('is not asked where no index could tell', async () => {
    expect(await estimateWord(db, ['department.name'], '总部')).toBeUndefined();
  });
});
