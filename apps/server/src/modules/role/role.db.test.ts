import { roleCalls, type RoleMember, type RoleRecord } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRoleFixture, type RoleFixture } from '../../testing/role-fixture.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await openRoleFixture();
});
afterAll(() => fixture.close());

describe('roles', () => {
  it('of a new organisation are shown in the language of the reader until somebody renames them', async () => {
    const { call, admin } = fixture;
    const names = async (language: 'zh-CN' | 'en' | 'ar') =>
      (await call<RoleRecord[]>(roleCalls.tree, {}, admin, language)).map((one) => one.name);
    expect(await names('en')).toContain('Flight operator');
    expect(await names('zh-CN')).toContain('飞行操作员');
    expect(await names('ar')).toContain('مشغّل الطيران');
    const leader = await fixture.first('leader');
    // The name as it was shown is no new name.
    await call(roleCalls.save, { oid: leader.oid, name: 'Leader', remark: 'board' }, admin);
    expect(await names('ar')).toContain('قائد');
    const changed = await call<RoleRecord>(roleCalls.save, { oid: leader.oid, name: 'Board' }, admin);
    expect(changed).toMatchObject({ name: 'Board', remark: 'board', firstKey: 'leader', fixed: false });
    expect(await names('zh-CN')).toContain('Board');
  });

  it('are made, put into a group, copied and deleted', async () => {
    const { call, admin, reasonOf } = fixture;
    const group = await call<RoleRecord>(roleCalls.save, { name: 'Crew', type: 'group' }, admin);
    const role = await call<RoleRecord>(roleCalls.save, { name: 'Night crew', parentOID: group.oid }, admin);
    expect(role).toMatchObject({ type: 'menu', parentOID: group.oid, memberCount: 0, resourceCount: 0 });
    await call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: ['/DeviceAll', 'dock:control'] }, admin);
    const copied = await call<RoleRecord>(roleCalls.copy, { oid: role.oid, name: 'Day crew' }, admin);
    expect(copied).toMatchObject({ parentOID: group.oid, resourceCount: 2, memberCount: 0 });
    expect(
      (await call<RoleRecord[]>(roleCalls.children, { oid: group.oid }, admin)).map((one) => one.name),
    ).toEqual(['Day crew', 'Night crew']);
    expect(await reasonOf(call(roleCalls.save, { name: 'NIGHT CREW' }, admin))).toBe('nameTaken');
    expect(await reasonOf(call(roleCalls.remove, { oid: group.oid }, admin))).toBe('roleGroupNotEmpty');
    await call(roleCalls.remove, { oid: role.oid }, admin);
    await call(roleCalls.save, { oid: copied.oid, parentOID: null }, admin);
    await call(roleCalls.remove, { oid: group.oid }, admin);
    expect(await reasonOf(call(roleCalls.get, { oid: role.oid }, admin))).toBe('notFound');
    await call(roleCalls.remove, { oid: copied.oid }, admin);
  });

  it('are not overwritten by an edit of an older version, whose refusal lists the changes', async () => {
    const { call, admin, refusalOf } = fixture;
    const { oid } = await call<RoleRecord>(roleCalls.save, { name: 'Seen' }, admin);
    const rename = (name: string, version: number) => call(roleCalls.save, { oid, version, name }, admin);
    expect(await rename('First', 0)).toMatchObject({ name: 'First', version: 1 });
    expect(await refusalOf(rename('Second', 0))).toMatchObject({
      reason: 'conflict',
      details: { data: { version: 1, changes: [{ version: 1 }] } },
    });
    expect(await rename('Second', 1)).toMatchObject({ name: 'Second', version: 2 });
    await call(roleCalls.remove, { oid }, admin);
  });

  it('with members are not deleted, and say who they are', async () => {
    const { call, admin, refusalOf } = fixture;
    const role = await call<RoleRecord>(roleCalls.save, { name: 'Held' }, admin);
    const member = await fixture.person('held-by', null);
    await call(roleCalls.addMembers, { roleOID: role.oid, userOIDs: [member.oid] }, admin);
    const refused = await refusalOf(call(roleCalls.remove, { oid: role.oid }, admin));
    expect(refused).toMatchObject({
      reason: 'roleHasMembers',
      details: { data: { total: 1, members: [{ oid: member.oid, name: 'held-by' }] } },
    });
    const { list } = await call<{ list: RoleMember[] }>(roleCalls.members, { roleOID: role.oid }, admin);
    expect(list).toEqual([expect.objectContaining({ oid: member.oid, allowed: ['removeMembers'] })]);
    await call(roleCalls.removeMembers, { roleOID: role.oid, userOIDs: [member.oid] }, admin);
    await call(roleCalls.remove, { oid: role.oid }, admin);
  });
});
