import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { auditLogCalls, departmentCalls, roleCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer, Endpoint } from '../../platform/http/endpoint.ts';
import { openMemberFixture, type MemberFixture } from '../../testing/members.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { auditLogEndpoints } from './index.ts';

const dock = (n: number): string => `018f0000-0000-7000-8000-00000000000${n}`;
let fixture: MemberFixture;
let extra: Endpoint[];
/** Tokens of readers of the log. */
let tokens: { top: string; south: string };

interface Shown {
  outcome: string;
  dock: { oid: string; name: string; sn: string } | null;
  names: object;
}
const read = async (filters: object, token: string): Promise<Shown[]> => {
  const request = { pageSize: 200, action: 'scope', ...filters };
  const { data } = await fixture.rooms.call(auditLogCalls.query, request, { token, extra });
  return (data as { list: Shown[] }).list;
};
const ask = async (filters: object, token: string) => {
  const request = { pageSize: 200, action: 'scope', ...filters };
  const { data } = await fixture.rooms.call(auditLogCalls.query, request, { token, extra });
  const { list, total, whole } = data as { list: { outcome: string }[]; total: number; whole: boolean };
  return { rows: list.map(({ outcome }) => outcome).toSorted(), total, whole };
};

beforeAll(async () => {
  fixture = await openMemberFixture();
  const { db, root, groupRoot } = fixture;
  const { audit, runtime } = fixture.rooms;
  extra = auditLogEndpoints(runtime, {
    audit,
    timeZoneOf: async () => 'UTC',
    verifyLater: async () => dock(9),
  });
  const add = async (name: string, parentOID: string): Promise<string> =>
    (await fixture.call<{ oid: string }>(departmentCalls.save, { name, parentOID })).oid;
  const [south, north] = [await add('south', root), await add('north', root)];
  const site = await add('site', south);
  for (const [n, groupOID] of [south, site, north, root].entries())
    await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      values (${dock(n)}, ${groupRoot}, ${groupOID}, '机场', ${`SN-${n}`}, '3-2-0', 'DJI', '')`.execute(db);
  const { oid: reader } = await fixture.call<{ oid: string }>(roleCalls.save, {
    name: 'reader',
    type: 'menu',
  });
  await fixture.call(roleCalls.grant, { roleOID: reader, resourceOIDs: ['/operation', 'audit-log:view'] });
  const person = (account: string, groupOID: string) =>
    fixture.person(account, { groupOID, roleOIDs: [reader] });
  const people = {
    south: await person('of-south', south),
    site: await person('of-site', site),
    north: await person('of-north', north),
    root: await person('of-root', root),
  };
  tokens = { top: people.root.token, south: people.south.token };
  const write = (outcome: string, memberOID: string | null, dockOID: string | null) =>
    audit.write(db, {
      groupRoot,
      memberOID,
      dockOID,
      action: 'scope.test',
      outcome,
      detail: { oid: dockOID },
    });
  await write('south member', people.south.oid, null);
  await write('site member', people.site.oid, null);
  await write('north member', people.north.oid, null);
  await write('root member', people.root.oid, null);
  await write('root member at site dock', people.root.oid, dock(1));
  await write('north member at south dock', people.north.oid, dock(0));
  await write('site member at north dock', people.site.oid, dock(2));
  await write('root member at root dock', people.root.oid, dock(3));
  await write('nobody', null, null);
});
afterAll(() => fixture?.close());

const below = [
  'north member at south dock',
  'root member at site dock',
  'site member',
  'site member at north dock',
  'south member',
];

describe('the log of a department', () => {
  it('has the rows about its members and docks and those below, and says that it is not all', async () => {
    expect(await ask({}, tokens.south)).toEqual({ rows: below, total: 5, whole: false });
    expect(await ask({ keyword: 'member' }, tokens.south)).toMatchObject({ rows: below, total: 5 });
    expect(await ask({ outcome: 'north member' }, tokens.south)).toMatchObject({ rows: [], total: 0 });
    expect(await ask({ dockOID: dock(3) }, tokens.south)).toMatchObject({ rows: [], total: 0 });
  });

  it('names no dock of another department, though a member of its own asked for it', async () => {
    const [own] = await read({ outcome: 'north member at south dock' }, tokens.south);
    expect(own).toMatchObject({ dock: { name: '机场' }, names: { [dock(0)]: { kind: 'dock' } } });
    const [tried] = await read({ outcome: 'site member at north dock' }, tokens.south);
    expect(tried).toMatchObject({ dock: null, names: {} });
    expect(await read({ dockOID: dock(2) }, tokens.south)).toEqual([]);
    const [whole] = await read({ outcome: 'site member at north dock' }, tokens.top);
    expect(whole).toMatchObject({ dock: { name: '机场' }, names: { [dock(2)]: { kind: 'dock' } } });
  });

  it('leaves the same way as a file', async () => {
    const request = { format: 'csv', action: 'scope' };
    const { data } = await fixture.rooms.call(auditLogCalls.export, request, { token: tokens.south, extra });
    const file = await readText((data as BytesAnswer).body as Readable);
    expect(file.trim().split('\r\n').slice(1)).toHaveLength(5);
    expect(file).not.toContain('root member at root dock');
  });

  it('names members and docks of it only, for the filter', async () => {
    const names = async (kind: string, keyword: string, token: string) => {
      const { data } = await fixture.rooms.call(
        auditLogCalls.queryNames,
        { kind, keyword },
        { token, extra },
      );
      return (data as { list: { mark: string }[] }).list.map(({ mark }) => mark).toSorted();
    };
    expect(await names('member', 'of-', tokens.south)).toEqual(['of-site', 'of-south']);
    expect(await names('dock', 'SN-', tokens.south)).toEqual(['SN-0', 'SN-1']);
    expect(await names('dock', 'SN-', tokens.top)).toHaveLength(4);
  });

  it('is no chain of its own: only the topmost department checks that of the organisation', async () => {
    const verify = (token: string) => fixture.rooms.call(auditLogCalls.verify, {}, { token, extra });
    expect((await refusalOf(verify(tokens.south)))?.reason).toBe('topmostOnly');
    expect((await verify(tokens.top)).data).toMatchObject({ state: 'whole' });
  });
});

it('the topmost department keeps the id of a dock that no row names any more', async () => {
  const { groupRoot, rooms } = fixture;
  const entry = { groupRoot, memberOID: null, dockOID: dock(8), action: 'gone.test', outcome: 'done' };
  await rooms.audit.write(rooms.db, entry);
  expect((await read({ action: 'gone' }, tokens.top))[0]?.dock).toEqual({ oid: dock(8), name: '', sn: '' });
});

it('the topmost department reads every row, also those about neither member nor dock', async () => {
  const all = await ask({}, tokens.top);
  expect(all).toMatchObject({ total: 9, whole: true });
  expect(all.rows).toContain('nobody');
});
