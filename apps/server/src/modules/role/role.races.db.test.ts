import { roleCalls, type RoleMatrix, type RoleRecord } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRoleFixture, type RoleFixture } from '../../testing/role-fixture.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await openRoleFixture();
});
afterAll(() => fixture.close());

describe('administrators', () => {
  let second: { oid: string; token: string };
  let first: { oid: string; token: string };
  let administrator: RoleRecord;

  beforeEach(async () => {
    administrator = await fixture.first('administrator');
    await sql`delete from member_role where role_oid = ${administrator.oid}::uuid
      and member_oid not in (select oid from member where account = 'gamma-administrator')`.execute(
      fixture.db,
    );
    const { rows } = await sql<{ oid: string }>`
      select oid from member where account = 'gamma-administrator'`.execute(fixture.db);
    first = { oid: rows[0]?.oid ?? '', token: fixture.admin };
    second = await fixture.person(`second-${Math.random()}`, [administrator.oid]);
  });
  const dismiss = (who: { token: string }, whom: { oid: string }): Promise<string> =>
    fixture.reasonOf(
      fixture.call(roleCalls.removeMembers, { roleOID: administrator.oid, userOIDs: [whom.oid] }, who.token),
    );
  const restore = () =>
    sql`insert into member_role (role_oid, member_oid) values (${administrator.oid}, ${first.oid})
      on conflict do nothing`.execute(fixture.db);

  afterEach(async () => {
    await restore();
    fixture.rooms.clock.move(2_000);
  });

  it('who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 10; round += 1) {
      await restore();
      await sql`insert into member_role (role_oid, member_oid) values (${administrator.oid}, ${second.oid})
        on conflict do nothing`.execute(fixture.db);
      fixture.rooms.clock.move(2_000);
      const outcomes = await Promise.all([dismiss(first, second), dismiss(second, first)]);
      // Who comes later is either the last one, or has already lost the right to dismiss anybody.
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
      expect(['lastAdministrator', 'notAllowed']).toContain(outcomes.find((one) => one !== 'done'));
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from member_role where role_oid = ${administrator.oid}::uuid`.execute(
        fixture.db,
      );
      expect(rows[0]?.count).toBe(1);
    }
  });

  it('are told on both servers within two seconds that a role gives less', async () => {
    const role = await fixture.call<RoleRecord>(roleCalls.save, { name: 'watchers' }, fixture.admin);
    const rights = ['/RoleManagement', 'role:edit'];
    await fixture.call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: rights }, fixture.admin);
    const watcher = await fixture.person('watcher', [role.oid]);
    await fixture.call(roleCalls.tree, {}, watcher.token);
    const heard = new Promise<string>((resolve) => void fixture.rooms.session.onMemberChanged(resolve));
    await fixture.call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: [] }, fixture.admin);
    expect(await heard).toBe(watcher.oid);
    // The clock has not moved: nothing but the announcement made the server ask again.
    expect(await fixture.reasonOf(fixture.call(roleCalls.tree, {}, watcher.token))).toBe('notAllowed');
  });
});

describe('two who save the same role', () => {
  it('do not undo each other unseen', async () => {
    const role = await fixture.call<RoleRecord>(roleCalls.save, { name: 'shared' }, fixture.admin);
    const save = (...rights: string[]) =>
      fixture.reasonOf(
        fixture.call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: rights, before: [] }, fixture.admin),
      );
    const outcomes = await Promise.all([save('/DeviceAll'), save('/operation')]);
    expect(outcomes.toSorted()).toEqual(['conflict', 'done']);
  });

  it('do not both get the same name', async () => {
    const make = () => fixture.reasonOf(fixture.call(roleCalls.save, { name: 'twin' }, fixture.admin));
    expect((await Promise.all([make(), make()])).toSorted()).toEqual(['done', 'nameTaken']);
  });
});

describe('an organisation of 300 roles and 50,000 members', () => {
  beforeAll(async () => {
    const { db, groupRoot, root } = fixture;
    await sql`insert into role (oid, group_root, group_oid, name, type)
      select gen_random_uuid(), ${groupRoot}, ${root}, 'bulk ' || n, 'menu' from generate_series(1, 300) n`.execute(
      db,
    );
    await sql`insert into role_resource select oid, unnest(array['/DeviceAll', 'flight:view', 'video:watch'])
      from role where name like 'bulk %'`.execute(db);
    // In slices: a statement may not take long, and neither may it here.
    for (let from = 1; from <= 50_000; from += 5_000) {
      // Those that it adds are not looked for: what a join finds best hangs on when the tables were last counted.
      await sql`with added as (
          insert into member (oid, group_root, group_oid, account, name, password_hash)
          select gen_random_uuid(), ${groupRoot}, ${root}, 'bulk' || n, 'Bulk ' || n, 'none'
          from generate_series(${from}::int, ${from + 4_999}::int) n returning oid
        )
        insert into member_role (role_oid, member_oid)
        select role.oid, added.oid from added, role where role.name = 'bulk 1'`.execute(db);
      // A connection that checked references while there were few members goes on reading them all for each.
      for (const table of ['member', 'member_role', 'role'])
        await sql`analyze ${sql.table(table)}`.execute(db);
    }
  });

  const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> => {
    await work();
    const started = performance.now();
    const answer = await work();
    return { ms: performance.now() - started, answer };
  };

  it('shows its matrix, one page of members and candidates, and changes rights at once', async () => {
    const { call, admin } = fixture;
    const matrix = await timed(() => call<RoleMatrix>(roleCalls.matrix, {}, admin));
    expect(matrix.answer.roles.length).toBeGreaterThan(300);
    const full = matrix.answer.roles.find((role) => role.name === 'bulk 1');
    expect(full?.memberCount).toBe(50_000);
    const roleOID = full?.oid ?? '';
    const members = await timed(() => call<{ total: number }>(roleCalls.members, { roleOID }, admin));
    expect(members.answer.total).toBe(50_000);
    const empty = matrix.answer.roles.find((role) => role.name === 'bulk 2')?.oid;
    const candidates = await timed(() =>
      call<{ total: number }>(roleCalls.candidates, { roleOID: empty, keyword: 'ulk 4' }, admin),
    );
    const rights = await timed(() =>
      call(roleCalls.grant, { roleOID, resourceOIDs: ['/DeviceAll', '/operation'] }, admin),
    );
    for (const one of [matrix, members, candidates, rights]) expect(one.ms).toBeLessThan(promised(1_000));
  });
});
