import { resources } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import {
  isUnsurpassed,
  keepAdministrator,
  requireGrantable,
  requireOutranked,
  requireRoleOutranked,
  requireUnsurpassed,
} from './permission.rules.ts';
import {
  countAdministrators,
  hasSuperiors,
  isTopmost,
  resourcesOfMembers,
  rolesOfSuperiors,
  superiorsAmong,
} from './permission.store.ts';

let rooms: TestRooms;
let groupRoot: string;
let branch: string;
const everything = new Set<string>(resources);

const memberOf = async (account: string): Promise<string> =>
  (await rooms.db.selectFrom('member').select('oid').where('account', '=', account).executeTakeFirstOrThrow())
    .oid;
const roleOf = async (key: string, root = groupRoot): Promise<string> =>
  (
    await sql<{
      oid: string;
    }>`select oid from role where group_root = ${root}::uuid and first_key = ${key}`.execute(rooms.db)
  ).rows[0]?.oid ?? '';
const rightsOf = async (account: string): Promise<Set<string>> =>
  new Set(await resourcesOfMembers(rooms.db, [await memberOf(account)]));
const reasonOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return error instanceof Refusal ? error.reason : String(error);
  }
  return 'none';
};
const change = (text: string, ...values: unknown[]) => rooms.database.connection.pool.query(text, values);

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('here', ['administrator', 'operator', 'leader'], 'Right-4711!');
  await rooms.seed('elsewhere', ['administrator', 'operator'], 'Right-4711!');
  const { rows } = await change(
    'select oid from department where group_root = $1 and parent_oid is null',
    groupRoot,
  );
  const root = (rows[0] as { oid: string }).oid;
  branch = await rooms.department.add(rooms.db, { groupRoot, parentOID: root, name: 'branch' });
});
afterAll(() => rooms.close());
afterEach(async () => {
  await change(`update member set enabled = true, deleted_at = null, valid_until = null, service = false,
    group_oid = (select oid from department where group_root = member.group_root and parent_oid is null)`);
  await change(`delete from role_resource where resource = 'another:release'`);
});

describe('what members may do', () => {
  it('is the sum of their roles, without what another release left behind', async () => {
    const operator = await memberOf('here-operator');
    await change(
      `insert into role_resource select oid, 'another:release' from role where first_key = 'operator'`,
    );
    const own = await resourcesOfMembers(rooms.db, [operator]);
    expect(own).toContain('dock:control');
    expect(own).not.toContain('another:release');
    expect(own).not.toContain('role:edit');
    expect(new Set(own).size).toBe(own.length);
    const both = await resourcesOfMembers(rooms.db, [operator, await memberOf('here-administrator')]);
    expect(both).toEqual(expect.arrayContaining(['dock:control', 'role:edit']));
    expect(await resourcesOfMembers(rooms.db, [])).toEqual([]);
  });

  it('may be given by whoever has it, and by nobody else', async () => {
    const caller = { memberOID: 'm', resources: new Set(['dock:edit', 'route:edit']) };
    expect(await reasonOf(() => requireGrantable(caller, []))).toBe('none');
    expect(await reasonOf(() => requireGrantable(caller, ['dock:edit', 'route:edit']))).toBe('none');
    expect(await reasonOf(() => requireGrantable(caller, ['dock:edit', 'dock:control']))).toBe(
      'grantBeyondOwn',
    );
  });
});

describe('who is above whom', () => {
  it('nobody changes themselves or somebody who may do more', async () => {
    const [administrator, operator] = [await memberOf('here-administrator'), await memberOf('here-operator')];
    const boss = { memberOID: administrator, resources: await rightsOf('here-administrator') };
    const pilot = { memberOID: operator, resources: await rightsOf('here-operator') };
    const outranked = (caller: typeof boss, ...members: string[]) =>
      reasonOf(() => requireOutranked(rooms.db, caller, members));
    expect(await outranked(boss, operator)).toBe('none');
    expect(await outranked(pilot, administrator)).toBe('superior');
    expect(await outranked(boss, operator, administrator)).toBe('ownRights');
    expect(await outranked(pilot)).toBe('none');
  });

  it('are those members among some who hold a right that the caller lacks', async () => {
    const [administrator, operator] = [await memberOf('here-administrator'), await memberOf('here-operator')];
    const pilot = await rightsOf('here-operator');
    const among = async (held: ReadonlySet<string>, ...members: string[]) => [
      ...(await superiorsAmong(rooms.db, held, members)),
    ];
    expect(await among(pilot, administrator, operator)).toEqual([administrator]);
    expect(await among(pilot, operator)).toEqual([]);
    expect(await among(pilot)).toEqual([]);
    expect(await among(everything, administrator)).toEqual([]);
  });

  it('is asked within one organisation, of people who are there', async () => {
    const held = await rightsOf('here-operator');
    const root = (await memberOf('here-administrator')) && groupRoot;
    const above = () => hasSuperiors(rooms.db, held, root);
    expect(await above()).toBe(true);
    expect(await hasSuperiors(rooms.db, everything, root)).toBe(false);
    await change(
      `update member set deleted_at = now() where account in ('here-administrator', 'here-leader')`,
    );
    expect(await above()).toBe(false);
    await change(`update member set deleted_at = null, service = true
      where account in ('here-administrator', 'here-leader')`);
    expect(await above()).toBe(false);
  });

  it('covers every role that somebody above holds', async () => {
    const held = await rightsOf('here-operator');
    const operatorRole = await roleOf('operator');
    const administratorRole = await roleOf('administrator');
    const above = () => rolesOfSuperiors(rooms.db, held, groupRoot);
    expect((await above()).has(administratorRole)).toBe(true);
    expect((await above()).has(operatorRole)).toBe(false);
    expect((await above()).has(await roleOf('administrator', await rootOf('elsewhere-administrator')))).toBe(
      false,
    );
    expect((await rolesOfSuperiors(rooms.db, everything, groupRoot)).size).toBe(0);
    const administrator = await memberOf('here-administrator');
    await change('insert into member_role values ($1, $2)', administrator, operatorRole);
    expect((await above()).has(operatorRole)).toBe(true);
    const caller = { groupRoot, resources: held };
    expect(await reasonOf(() => requireRoleOutranked(rooms.db, caller, operatorRole))).toBe('superior');
    await change(`update member set deleted_at = now() where oid = $1`, administrator);
    expect((await above()).has(operatorRole)).toBe(false);
    expect(await reasonOf(() => requireRoleOutranked(rooms.db, caller, operatorRole))).toBe('none');
    await change(
      'delete from member_role where member_oid = $1 and role_oid = $2',
      administrator,
      operatorRole,
    );
  });

  const rootOf = async (account: string): Promise<string> =>
    (
      await rooms.db
        .selectFrom('member')
        .select('group_root')
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
    ).group_root;
  const topOf = async (): Promise<string> =>
    (
      await rooms.db
        .selectFrom('member')
        .select('group_oid')
        .where('account', '=', 'here-operator')
        .executeTakeFirstOrThrow()
    ).group_oid;

  it('is nobody for who stands in the topmost department and lacks nothing that others have', async () => {
    const top = await topOf();
    expect(await isTopmost(rooms.db, top)).toBe(true);
    expect(await isTopmost(rooms.db, branch)).toBe(false);
    expect(await isTopmost(rooms.db, rooms.runtime.newOid())).toBe(false);
    const boss = { groupRoot, groupOID: top, resources: everything };
    const unsurpassed = (caller: typeof boss) => reasonOf(() => requireUnsurpassed(rooms.db, caller));
    expect(await unsurpassed(boss)).toBe('none');
    expect(await isUnsurpassed(rooms.db, boss)).toBe(true);
    expect(await unsurpassed({ ...boss, groupOID: branch })).toBe('unsurpassedOnly');
    expect(await unsurpassed({ ...boss, resources: await rightsOf('here-operator') })).toBe(
      'unsurpassedOnly',
    );
  });
});

describe('administrators of an organisation', () => {
  const count = () => countAdministrators(rooms.db, groupRoot);
  const kept = () =>
    reasonOf(() => rooms.db.transaction().execute((trx) => keepAdministrator(trx, groupRoot)));

  it('are counted once each, and one is enough', async () => {
    expect(await count()).toBe(1);
    expect(await kept()).toBe('none');
  });

  const losses = [
    ['is disabled', 'enabled = false'],
    ['is gone', 'deleted_at = now()'],
    ['ends one day', `valid_until = now() + interval '1 year'`],
    ['is a service account', 'service = true'],
  ] as const;
  it.each(losses)('do not count one who %s', async (_name, set) => {
    await change(`update member set ${set} where account = 'here-administrator'`);
    expect(await count()).toBe(0);
    expect(await kept()).toBe('lastAdministrator');
  });

  it('do not count one of a lower department, nor those who hold another role', async () => {
    await change(`update member set group_oid = $1 where account = 'here-administrator'`, branch);
    expect(await count()).toBe(0);
    expect(await kept()).toBe('lastAdministrator');
  });

  it('are changed one after the other', async () => {
    const order: string[] = [];
    const go = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = rooms.db.transaction().execute(async (trx) => {
      await keepAdministrator(trx, groupRoot);
      held.resolve();
      await go.promise;
      order.push('first');
    });
    await held.promise;
    const second = rooms.db.transaction().execute(async (trx) => {
      await keepAdministrator(trx, groupRoot);
      order.push('second');
    });
    // The second waits for the row of the organisation, as the database itself says.
    await expect
      .poll(
        async () =>
          (
            await change(`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`)
          ).rowCount,
      )
      .toBeGreaterThan(0);
    go.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});
