import { randomUUID } from 'node:crypto';
import { auditLogCalls, limits, type NamedThings } from '@eyrie/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { oidsIn } from './audit-named.ts';
import { auditLogEndpoints } from './index.ts';

let rooms: TestRooms;
let north: string;
let south: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  north = await rooms.seed('north', ['administrator', 'operator'], 'Flug-4711!');
  south = await rooms.seed('south', ['administrator'], 'Flug-4711!');
  for (const root of [north, south])
    await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      select gen_random_uuid(), group_root, oid, name || ' dock', name || '-1', '3-2-0', 'DJI', ''
      from department where group_root = ${root}`.execute(rooms.db);
});
afterAll(() => rooms.close());

const oidOf = async (
  table: 'department' | 'member' | 'role' | 'dock',
  groupRoot: string,
): Promise<string> => {
  const { rows } = await sql<{ oid: string }>`
    select oid from ${sql.table(table)} where group_root = ${groupRoot}
    ${table === 'role' ? sql`and first_key = 'operator'` : sql``} order by oid limit 1`.execute(rooms.db);
  return rows[0]?.oid ?? '';
};

/** Names that the administrator of an organisation is told with a row of this detail. */
const namesOf = async (
  detail: Record<string, unknown>,
  { groupRoot = north, account = 'north-administrator', language = 'en' as const } = {},
): Promise<NamedThings> => {
  const action = `try.${randomUUID().slice(0, 8)}`;
  await rooms.audit.write(rooms.db, { groupRoot, action, outcome: 'refused', detail });
  const extra = auditLogEndpoints(rooms.runtime, {
    audit: rooms.audit,
    timeZoneOf: async () => 'Asia/Shanghai',
    verifyLater: async () => '',
  });
  const token = await rooms.tokenOf(account);
  const { data } = await rooms.call(auditLogCalls.query, { action }, { token, extra, language });
  return (data as { list: { names: NamedThings }[] }).list[0]?.names ?? {};
};

describe('what the detail of a row speaks of', () => {
  it('is named, however deep it stands and however it is written', async () => {
    const [department, dock, role, member] = await Promise.all([
      oidOf('department', north),
      oidOf('dock', north),
      oidOf('role', north),
      oidOf('member', north),
    ]);
    const detail = {
      groupOID: department,
      request: { oids: [dock.toUpperCase()], members: [{ oid: member, roleOIDs: [role] }] },
    };
    expect(await namesOf(detail)).toEqual({
      [department]: { kind: 'department', name: 'north' },
      [dock]: { kind: 'dock', name: 'north dock' },
      [member]: { kind: 'member', name: expect.stringContaining('north') },
      [role]: { kind: 'role', name: 'Flight operator' },
    });
  });

  it('stays an id when it is of another organisation, as what never was does', async () => {
    const theirs = await Promise.all(
      (['department', 'member', 'role', 'dock'] as const).map((table) => oidOf(table, south)),
    );
    expect(theirs.every(Boolean)).toBe(true);
    expect(await namesOf({ oids: [...theirs, south] })).toEqual(await namesOf({ oids: [randomUUID()] }));
    expect(await namesOf({ oids: [south] })).toEqual({});
    // The same ids are told where they belong.
    const own = await namesOf({ oids: theirs }, { groupRoot: south, account: 'south-administrator' });
    expect(Object.keys(own).toSorted()).toEqual(theirs.toSorted());
  });

  it('keeps its last name after it was deleted', async () => {
    const member = await rooms.member.byAccount(rooms.db, 'north-operator');
    const oid = member?.oid ?? '';
    await sql`update member set deleted_at = now() where oid = ${oid}`.execute(rooms.db);
    const role = randomUUID();
    const deletion = { groupRoot: north, action: 'role.delete', detail: { oid: role, name: 'Night shift' } };
    await rooms.audit.write(rooms.db, { ...deletion, outcome: 'done' });
    const stranger = randomUUID();
    // What was only tried is no word of the server.
    await rooms.audit.write(rooms.db, {
      ...deletion,
      outcome: 'refused',
      detail: { oid: stranger, name: 'x' },
    });
    expect(await namesOf({ userOIDs: [oid], roleOID: role, oid: stranger })).toEqual({
      [oid]: { kind: 'member', name: member?.name },
      [role]: { kind: 'role', name: 'Night shift' },
    });
  });

  it('is not looked for without end', () => {
    const many = Array.from({ length: 500 }, () => randomUUID());
    expect(oidsIn({ oids: many }).size).toBe(limits.audit.namedOfRow);
    expect([...oidsIn({ oids: Array.from({ length: 500 }, () => many[0]) })]).toEqual([many[0]]);
    const deep = (levels: number): unknown => (levels === 0 ? many[0] : { in: deep(levels - 1) });
    expect(oidsIn(deep(limits.audit.namedDepth)).size).toBe(1);
    expect(oidsIn(deep(limits.audit.namedDepth + 1)).size).toBe(0);
    fc.assert(
      fc.property(fc.jsonValue(), fc.uuid(), (rest, oid) => {
        expect(oidsIn({ rest: null, oid, after: rest }).has(oid)).toBe(true);
      }),
    );
  });
});
