import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { auditLogCalls, limits, zonedStamp } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BytesAnswer, type Endpoint } from '../../platform/http/endpoint.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { auditLogEndpoints } from './index.ts';

let rooms: TestRooms;
let groupRoot: string;
let token: string;
let memberOID: string;
let extra: Endpoint[];
let later: string[];
const dockOID = '018f0000-0000-7000-8000-00000000d0c0';

interface Row {
  chain: string;
  place: number;
  action: string;
  member: { name: string } | null;
  dock: { name: string } | null;
}
const ask = async (filters: Record<string, unknown> = {}, by = token) =>
  (await rooms.call(auditLogCalls.query, { pageSize: 200, ...filters }, { token: by, extra })).data as {
    list: Row[];
    total: number;
    searchedSince: number | null;
  };
const actions = async (filters: Record<string, unknown>): Promise<string[]> =>
  (await ask(filters)).list.map((row) => row.action);

beforeAll(async () => {
  rooms = await createTestRooms();
  const { db, audit, clock } = rooms;
  groupRoot = await rooms.seed('north', ['administrator', 'operator'], 'Flug-4711!');
  const other = await rooms.seed('south', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf('north-administrator');
  memberOID = (await rooms.member.byAccount(db, 'north-administrator'))?.oid ?? '';
  await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash, deleted_at)
    select ${dockOID}, group_root, oid, '一号机场', 'SN-1', '3-2-0', 'DJI', '', now() from department
    where group_root = ${groupRoot}`.execute(db);
  later = [];
  extra = auditLogEndpoints(rooms.runtime, {
    audit,
    timeZoneOf: async () => 'Asia/Kolkata',
    verifyLater: async () => {
      later.push('asked');
      return dockOID;
    },
  });
  clock.move(1_000);
  await audit.write(db, {
    groupRoot,
    memberOID,
    action: 'route.edit',
    outcome: 'done',
    detail: { n: 'Ziegel' },
  });
  clock.move(1_000);
  await audit.write(db, { groupRoot, memberOID, dockOID, action: 'route.delete', outcome: 'done' });
  clock.move(1_000);
  await audit.write(db, { groupRoot, action: 'routes.other', outcome: 'refused', address: '=1+1' });
  await audit.write(db, { groupRoot: other, action: 'route.edit', outcome: 'done', detail: { n: 'Ziegel' } });
});
afterAll(() => rooms.close());

describe('reading the audit log', () => {
  it('is newest first, of the own organisation, with names of what was deleted', async () => {
    const { list, total } = await ask();
    expect(list.slice(0, 3).map((row) => row.action)).toEqual(['routes.other', 'route.delete', 'route.edit']);
    expect(total).toBe(list.length);
    expect(list[1]).toMatchObject({ member: { name: 'north administrator' }, dock: { name: '一号机场' } });
    expect(list[0]).toMatchObject({ member: null, dock: null });
  });

  it('is filtered by every field', async () => {
    const start = rooms.clock.wall() - 2_000;
    expect(await actions({ from: start, until: start + 1_000 })).toEqual(['route.edit']);
    expect(await actions({ memberOID })).toEqual(['route.delete', 'route.edit']);
    expect(await actions({ dockOID })).toEqual(['route.delete']);
    expect(await actions({ action: 'route' })).toEqual(['route.delete', 'route.edit']);
    expect(await actions({ action: 'route.edit' })).toEqual(['route.edit']);
    expect(await actions({ outcome: 'refused' })).toEqual(['routes.other']);
    expect(await actions({ keyword: 'ziegel' })).toEqual(['route.edit']);
    expect(await actions({ keyword: '%' })).toEqual([]);
  });

  it('pages without losing or repeating a row of the same moment', async () => {
    for (let n = 0; n < 7; n += 1)
      await (n < 4 ? rooms.audit : rooms.audit.forControl).write(rooms.db, {
        groupRoot,
        action: 'same.moment',
        outcome: 'done',
      });
    const pages = await Promise.all(
      [1, 2, 3].map(async (pageNum) => (await ask({ action: 'same', pageNum, pageSize: 3 })).list),
    );
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flat().map(({ chain, place }) => `${chain} ${place}`)).size).toBe(7);
    expect(pages.flat().filter(({ chain }) => chain === 'control')).toHaveLength(3);
  });

  it('names deeds, members and docks for the filter', async () => {
    const words = await rooms.call(auditLogCalls.queryWords, {}, { token, extra });
    expect(words.data).toEqual({
      actions: ['organisation.add', 'route.delete', 'route.edit', 'routes.other', 'same.moment'],
    });
    const docks = await rooms.call(
      auditLogCalls.queryNames,
      { kind: 'dock', keyword: 'sn' },
      { token, extra },
    );
    expect(docks.data).toEqual({ list: [{ oid: dockOID, name: '一号机场', mark: 'SN-1', deleted: true }] });
    const members = await rooms.call(
      auditLogCalls.queryNames,
      { kind: 'member', keyword: '' },
      { token, extra },
    );
    expect((members.data as { list: unknown[] }).list).toHaveLength(2);
  });

  it('is for those who hold the right', async () => {
    const operator = await rooms.tokenOf('north-operator');
    await expect(ask({}, operator)).rejects.toMatchObject({ reason: 'notAllowed' });
  });
});

describe('the export', () => {
  const fileOf = async (request: Record<string, unknown>): Promise<string> => {
    const { data } = await rooms.call(auditLogCalls.export, request, { token, extra });
    expect(data).toBeInstanceOf(BytesAnswer);
    return readText((data as BytesAnswer).body as Readable);
  };

  it('has the rows that match, in UTC and on the clocks of the organisation, without live formulas, and is itself a row', async () => {
    const file = await fileOf({ format: 'csv', action: 'routes' });
    const lines = file.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('(Asia/Kolkata)');
    expect(lines[1]).toContain(zonedStamp('Asia/Kolkata', rooms.clock.wall()));
    expect(lines[1]).toContain(new Date(rooms.clock.wall()).toISOString());
    expect(lines[1]).toContain(`'=1+1`);
    const { list } = await ask({ action: 'auditLog.export' });
    expect(list[0]).toMatchObject({ detail: { action: 'routes', format: 'csv', rows: 1 } });
  });

  it('refuses more rows than a file may have', async () => {
    // In pieces: no statement of the product writes so much at once, and a busy machine has a limit for each.
    const piece = 10_000;
    for (let from = 1; from <= limits.audit.exportRows + 1; from += piece) {
      const until = Math.min(from + piece - 1, limits.audit.exportRows + 1);
      await sql`insert into audit_log (group_root, chain, chain_seq, at, action, outcome, previous_hash, hash)
        select ${groupRoot}, 'general', 1000 + n, date_trunc('milliseconds', now()), case n when 1 then 'many.more' else 'many.rows' end, 'done', '', ''
        from generate_series(${from}::int, ${until}::int) n`.execute(rooms.db);
    }
    await expect(fileOf({ format: 'csv', action: 'many' })).rejects.toMatchObject({ reason: 'tableTooLong' });
  });

  it('looks for a word in every row, further back than a page does', async () => {
    const file = await fileOf({ format: 'csv', keyword: 'MANY.more' });
    const lines = file.trim().split('\r\n').slice(1);
    // The row about the export names the word as well.
    expect(lines.map((line) => /many\.more|auditLog\.export/.exec(line)?.[0])).toEqual([
      'many.more',
      'auditLog.export',
    ]);
    const { list, searchedSince } = await ask({ keyword: 'many.more' });
    expect(list).toEqual([]);
    expect(searchedSince).not.toBeNull();
  });

  it('writes 100,000 rows well within 30 s', async () => {
    const start = performance.now();
    const file = await fileOf({ format: 'csv', action: 'many.rows' });
    expect(file.split('\r\n').length).toBe(limits.audit.exportRows + 2);
    expect(performance.now() - start).toBeLessThan(promised(30_000));
  });
});

describe('the check of the chain', () => {
  const verify = async (): Promise<unknown> =>
    (await rooms.call(auditLogCalls.verify, {}, { token, extra })).data;

  it('answers at once while the chain is short, and is a row of its own', async () => {
    await rooms.db.transaction().execute(async (trx) => {
      await sql`alter table audit_log disable trigger all`.execute(trx);
      await sql`delete from audit_log where action like 'many.%'`.execute(trx);
      await sql`alter table audit_log enable trigger all`.execute(trx);
    });
    expect(await verify()).toMatchObject({ state: 'whole', brokenAt: null, workOID: null });
    expect((await ask({ action: 'auditLog.verify' })).list[0]).toMatchObject({ outcome: 'done' });
  });

  it('names the place where it is broken', async () => {
    await rooms.db.transaction().execute(async (trx) => {
      await sql`alter table audit_log disable trigger all`.execute(trx);
      await sql`update audit_log set outcome = 'x' where chain = 'general' and chain_seq = 3 and group_root = ${groupRoot}`.execute(
        trx,
      );
      await sql`alter table audit_log enable trigger all`.execute(trx);
    });
    expect(await verify()).toMatchObject({
      state: 'broken',
      rows: 5,
      brokenAt: 3,
      chains: [
        { chain: 'control', rows: 3, brokenAt: null },
        { chain: 'general', rows: 2, brokenAt: 3 },
      ],
    });
    expect((await ask({ action: 'auditLog.verify' })).list[0]).toMatchObject({ outcome: 'broken' });
  });

  it('is left to the background when the chain is long', async () => {
    await sql`update audit_head set seq = ${limits.audit.verifyAtOnce + 1} where group_root = ${groupRoot} and chain = 'general'`.execute(
      rooms.db,
    );
    expect(await verify()).toMatchObject({ state: 'checking', workOID: dockOID });
    expect(later).toEqual(['asked']);
  });
});
