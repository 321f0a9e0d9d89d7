import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, type CallDeclaration } from '@eyrie/domain';
import { plainBody } from './bodies.ts';
import { roomFixtures } from './fixtures.generated.ts';
import { openWorld, type Things, type World } from './world.ts';

let world: World;
let things: Things;
let member: { oid: string };
beforeAll(async () => {
  world = await openWorld();
  things = await world.addThings('south-administrator');
  member = await world.db
    .selectFrom('member')
    .select('oid')
    .where('account', '=', 'south-administrator')
    .executeTakeFirstOrThrow();
});
afterAll(() => world?.close());

/** Fields that hardly any request declares, in every spelling in which a column might listen. */
const extra = (): Record<string, unknown> => ({
  OID: randomUUID(),
  groupRoot: world.north.groupRoot,
  group_root: world.north.groupRoot,
  group_oid: world.north.groupOID,
  groupName: '北',
  roleOID: randomUUID(),
  roleOIDs: [randomUUID()],
  memberOID: randomUUID(),
  sessionOID: randomUUID(),
  createdBy: randomUUID(),
  created_by: randomUUID(),
  createdAt: 1,
  created_at: '2000-01-01',
  deleted_at: '2000-01-01',
  secret: 'mine',
  secretHash: 'mine',
  secret_hash: 'mine',
  checksum: 'f'.repeat(64),
  object_key: 'another',
  waypoints: [],
  warnings: [],
  state: 'over',
  outcome: 'done',
  paused: true,
  maintenance: 'none',
  gate: [],
  executor_oid: randomUUID(),
  allowed: ['everything'],
  resources: ['platform:operate'],
  first: true,
  first_key: 'administrator',
  firstKey: 'administrator',
  held: true,
  service: true,
  must_change: false,
  mustChange: false,
  password_hash: 'mine',
  passwordHash: 'mine',
  valid_until: '2000-01-01',
  accepted_at: '2000-01-01',
  code_hash: 'mine',
  constructor: { prototype: { polluted: true } },
});
const call = async (declaration: CallDeclaration, request: Record<string, unknown>) => {
  // `__proto__` is written by hand: in an object literal it would set a prototype.
  const text = JSON.stringify({ ...extra(), ...request }).replace('{', '{"__proto__":{"polluted":true},');
  const response = await fetch(`${world.server.running.url}${declaration.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authToken: world.south.tokens.administrator },
    body: text,
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  const body = (await response.json()) as { data: any; message: string };
  expect(response.status, `${declaration.path} ${body.message}`).toBe(200);
  return body.data as { oid: string };
};
const rowOf = async (table: string, oid: string): Promise<Record<string, unknown>> => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where oid = ${oid}`.execute(world.db);
  if (!rows[0]) throw new Error(`no ${table} ${oid}`);
  return rows[0];
};

describe('fields that nobody declared', () => {
  it.each([
    ['dock', calls.dock.edit],
    ['route', calls.route.edit],
    ['task', calls.task.edit],
  ] as const)('change nothing of a %s', async (kind, declaration) => {
    const before = await rowOf(kind, things[kind]);
    await call(declaration, { oid: things[kind] });
    expect(await rowOf(kind, things[kind])).toEqual(before);
  });

  it('make no dock of another organisation, age or secret', async () => {
    const { oid } = await call(calls.dock.add, {
      name: '机场',
      model: '3-2-0',
      sn: 'SNMASS1',
      vendor: 'DJI',
      groupOID: world.south.groupOID,
    });
    const row = await rowOf('dock', oid);
    expect(row).toMatchObject({
      group_root: world.south.groupRoot,
      group_oid: world.south.groupOID,
      deleted_at: null,
      maintenance: 'none',
    });
    expect(String(row.secret_hash)).not.toContain('mine');
    expect((row.created_at as Date).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('make no task in another name', async () => {
    const { oid } = await call(calls.task.add, { name: '任务', type: 'manual' });
    expect(await rowOf('task', oid)).toMatchObject({
      group_root: world.south.groupRoot,
      group_oid: world.south.groupOID,
      created_by: member.oid,
      paused: false,
      deleted_at: null,
    });
  });

  it('make no flight that is over, checked or another’s', async () => {
    const { oid } = await call(calls.flight.add, {
      routeOID: things.route,
      dockOID: things.dock,
      returnAltitude: 60,
      lostAction: 'return',
      clarity: 'hd',
    });
    expect(await rowOf('flight', oid)).toMatchObject({
      group_root: world.south.groupRoot,
      state: 'created',
      outcome: null,
      gate: null,
      paused: false,
      executor_oid: member.oid,
      route_checksum: 'x',
      object_key: null,
    });
  });

  it('make no member of another organisation, without a first password or for a program', async () => {
    const { oid } = await call(calls.member.save, {
      account: 'mass.assigned',
      name: 'Mass',
      groupOID: world.south.groupOID,
      roleOIDs: [],
    });
    const row = await rowOf('member', oid);
    expect(row).toMatchObject({
      group_root: world.south.groupRoot,
      group_oid: world.south.groupOID,
      service: false,
      must_change: true,
      valid_until: null,
      deleted_at: null,
    });
    expect(row.password_hash).not.toBe('mine');
    await call(calls.member.save, { oid, name: 'Mass', roleOIDs: undefined });
    expect(await rowOf('member', oid)).toEqual(row);
  });

  it('make no department and no role of another organisation, fixed or with rights', async () => {
    const { oid: department } = await call(calls.department.save, { name: 'Mass' });
    expect(await rowOf('department', department)).toMatchObject({
      group_root: world.south.groupRoot,
      parent_oid: world.south.groupOID,
      type: 'department',
      deleted_at: null,
    });
    const { oid: role } = await call(calls.role.save, { name: 'Mass', type: 'menu' });
    expect(await rowOf('role', role)).toMatchObject({
      group_root: world.south.groupRoot,
      group_oid: world.south.groupOID,
      first_key: null,
    });
    const granted = await sql`select * from role_resource where role_oid = ${role}`.execute(world.db);
    expect(granted.rows).toEqual([]);
  });

  it('make nothing of a room, and no invitation, of another organisation', async () => {
    const made: Record<string, string>[] = [];
    for (const { makes } of roomFixtures) if (makes) made.push(await makes(call));
    const { oid: invitation } = await call(calls.invitation.add, {
      groupOID: world.south.groupOID,
      roleOIDs: [],
    });
    for (const [table, oid] of [{ invitation }, ...made].flatMap((one) => Object.entries<string>(one)))
      expect(await rowOf(table, oid), table).toMatchObject({ group_root: world.south.groupRoot });
    expect(await rowOf('invitation', invitation)).toMatchObject({
      group_oid: world.south.groupOID,
      created_by: member.oid,
      role_oids: [],
      accepted_at: null,
    });
  });

  it('change nothing of the organisation', async () => {
    const { groupRoot } = world.south;
    const before = await rowOf('organisation', groupRoot);
    await call(calls.organisation.edit, {});
    expect(await rowOf('organisation', groupRoot)).toEqual(before);
  });

  it.each(allCalls.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'are cut off before the handler of %s',
    (_name, { request }) => {
      const declared = Object.keys((request._zod.def as { shape?: object }).shape ?? {});
      const more = Object.fromEntries(Object.entries(extra()).filter(([name]) => !declared.includes(name)));
      const body = plainBody(request, randomUUID());
      expect(request.parse({ ...more, ...body })).toEqual(request.parse(body));
    },
  );

  it('reach no prototype', () => {
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
