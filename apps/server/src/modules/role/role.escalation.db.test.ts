import { resources, roleCalls, type RoleMember, type RoleRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRoleFixture, type RoleFixture } from '../../testing/role-fixture.ts';

/** A clerk of the branch: may make roles and give them, and holds little else. */
const clerkRights = ['/RoleManagement', 'role:edit', '/DeviceAll', 'flight:view'] as const;

let fixture: RoleFixture;
let clerk: { oid: string; token: string };
let clerkRole: RoleRecord;
let pilots: RoleRecord;
let crew: RoleRecord;
let group: RoleRecord;
let rootRole: RoleRecord;
let besideRole: RoleRecord;
let branchBoss: { oid: string; token: string };
let worker: { oid: string; token: string };
let rootWorker: { oid: string; token: string };
let strangerRole: string;
let strangerMember: string;

beforeAll(async () => {
  fixture = await openRoleFixture();
  const { call, admin, branch } = fixture;
  const made = (request: object) => call<RoleRecord>(roleCalls.save, request, admin);
  const grant = (role: RoleRecord, rights: readonly string[]) =>
    call(roleCalls.grant, { roleOID: role.oid, resourceOIDs: rights }, admin);
  clerkRole = await made({ name: 'clerk' });
  await grant(clerkRole, clerkRights);
  clerk = await fixture.person('clerk', [clerkRole.oid], branch);
  rootRole = await made({ name: 'root role' });
  await grant(rootRole, ['/DeviceAll']);
  pilots = await made({ name: 'branch pilots', groupOID: branch });
  await grant(pilots, ['/DeviceAll', 'dock:control']);
  crew = await made({ name: 'branch crew', groupOID: branch });
  await grant(crew, ['/DeviceAll']);
  const beside = await fixture.rooms.department.add(fixture.db, {
    groupRoot: fixture.groupRoot,
    parentOID: fixture.root,
    name: 'beside',
  });
  besideRole = await made({ name: 'beside crew', groupOID: beside });
  group = await made({ name: 'branch group', type: 'group', groupOID: branch });
  branchBoss = await fixture.person(
    'branch-boss',
    [(await fixture.first('administrator')).oid, crew.oid],
    branch,
  );
  worker = await fixture.person('worker', null, branch);
  rootWorker = await fixture.person('root-worker', null);
  await fixture.rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const { rows } = await sql<{ role: string; member: string }>`
    select role.oid as role, member.oid as member from member join role on role.group_root = member.group_root
    where member.account = 'omega-administrator' and role.first_key = 'leader'`.execute(fixture.db);
  strangerRole = rows[0]?.role ?? '';
  strangerMember = rows[0]?.member ?? '';
});
afterAll(() => fixture.close());

const everything = async (): Promise<string> => {
  const { rows } = await sql`select (select json_agg(role order by oid) from role) as roles,
    (select json_agg(role_resource order by role_oid, resource) from role_resource) as rights,
    (select json_agg(member_role order by role_oid, member_oid) from member_role) as members`.execute(
    fixture.db,
  );
  return JSON.stringify(rows);
};

type Attempt = [name: string, reason: string, work: () => Promise<unknown>];
const as =
  (who: () => string) =>
  (declaration: (typeof roleCalls)[keyof typeof roleCalls], request: object): Promise<unknown> =>
    fixture.call(declaration, request, who());
const asClerk = as(() => clerk.token);
const asAdmin = as(() => fixture.admin);
const give = (role: string, ...members: string[]) =>
  asClerk(roleCalls.addMembers, { roleOID: role, userOIDs: members });
const take = (role: string, ...members: string[]) =>
  asClerk(roleCalls.removeMembers, { roleOID: role, userOIDs: members });
const grantTo = (roleOID: string, ...rights: string[]) =>
  asClerk(roleCalls.grant, { roleOID, resourceOIDs: rights });

const attempts: Attempt[] = [
  ['grant a right that one lacks', 'grantBeyondOwn', () => grantTo(crew.oid, '/DeviceAll', 'dock:control')],
  ['grant everything to a role that nobody holds', 'grantBeyondOwn', () => grantTo(pilots.oid, ...resources)],
  ['take away a right that one lacks', 'grantBeyondOwn', () => grantTo(pilots.oid, '/DeviceAll')],
  ['change what a superior gets from a role', 'superior', () => grantTo(crew.oid)],
  [
    'change the rights of one’s own role',
    'notAllowed',
    () => grantTo(clerkRole.oid, ...clerkRights, 'flight:view'),
  ],
  ['change a role of the department above', 'notAllowed', () => grantTo(rootRole.oid)],
  [
    'rename a role of the department above',
    'notAllowed',
    () => asClerk(roleCalls.save, { oid: rootRole.oid, name: 'x' }),
  ],
  [
    'delete a role of the department above',
    'notAllowed',
    () => asClerk(roleCalls.remove, { oid: rootRole.oid }),
  ],
  [
    'make a role in the department above',
    'notFound',
    () => asClerk(roleCalls.save, { name: 'x', groupOID: fixture.root }),
  ],
  [
    'make a role in another organisation',
    'notFound',
    () => asClerk(roleCalls.save, { name: 'x', groupOID: fixture.groupRoot }),
  ],
  [
    'copy a role that grants more',
    'grantBeyondOwn',
    () => asClerk(roleCalls.copy, { oid: pilots.oid, name: 'mine' }),
  ],
  ['give a role that grants more', 'grantBeyondOwn', () => give(pilots.oid, worker.oid)],
  ['give oneself a role', 'ownRights', () => give(crew.oid, clerk.oid)],
  ['give oneself and another a role', 'ownRights', () => give(crew.oid, worker.oid, clerk.oid)],
  ['take one’s own role off', 'ownRights', () => take(clerkRole.oid, clerk.oid)],
  ['give a superior a role', 'superior', () => give(crew.oid, branchBoss.oid)],
  ['take a role from a superior', 'superior', () => take(crew.oid, branchBoss.oid)],
  ['give a role to a member of the department above', 'notFound', () => give(rootRole.oid, rootWorker.oid)],
  ['give a role to a member of another organisation', 'notFound', () => give(crew.oid, strangerMember)],
  ['give a role of another organisation', 'notFound', () => give(strangerRole, worker.oid)],
  ['give a role group', 'roleGroupAsPerson', () => give(group.oid, worker.oid)],
  ['give a role to a role group', 'roleGroupAsPerson', () => give(crew.oid, group.oid)],
  ['give a role to a role', 'roleGroupAsPerson', () => give(crew.oid, crew.oid)],
  ['give a role to nobody', 'designatePerson', () => give(crew.oid)],
  ['give a role to a role of a department beside', 'notFound', () => give(crew.oid, besideRole.oid)],
  ['take a role from a role of a department beside', 'notFound', () => take(crew.oid, besideRole.oid)],
  ['take a role from nobody', 'noMembersSelected', () => take(crew.oid)],
  [
    'give a role of the branch to a member of the root',
    'roleElsewhere',
    () => asAdmin(roleCalls.addMembers, { roleOID: crew.oid, userOIDs: [rootWorker.oid] }),
  ],
  [
    'rename the administrators',
    'roleFixed',
    async () => asAdmin(roleCalls.save, { oid: (await fixture.first('administrator')).oid, name: 'x' }),
  ],
  [
    'empty the rights of administrators',
    'roleFixed',
    async () =>
      asAdmin(roleCalls.grant, { roleOID: (await fixture.first('administrator')).oid, resourceOIDs: [] }),
  ],
  [
    'delete the administrators',
    'roleFixed',
    async () => asAdmin(roleCalls.remove, { oid: (await fixture.first('administrator')).oid }),
  ],
  [
    'grant the platform outside the first organisation',
    'grantBeyondOwn',
    () =>
      asAdmin(roleCalls.grant, { roleOID: rootRole.oid, resourceOIDs: ['/DeviceAll', 'platform:operate'] }),
  ],
  [
    'grant a page to the inspection app',
    'invalid',
    async () => {
      const role = (await asAdmin(roleCalls.save, {
        name: `app ${Math.random()}`,
        type: 'inspection',
      })) as RoleRecord;
      try {
        await asAdmin(roleCalls.grant, { roleOID: role.oid, resourceOIDs: ['/DeviceAll'] });
      } finally {
        await asAdmin(roleCalls.remove, { oid: role.oid });
      }
    },
  ],
  [
    'grant rights to a group',
    'invalid',
    () => asAdmin(roleCalls.grant, { roleOID: group.oid, resourceOIDs: ['/DeviceAll'] }),
  ],
  ['turn a role into a group', 'invalid', () => asAdmin(roleCalls.save, { oid: crew.oid, type: 'group' })],
  [
    'move a role to another department',
    'invalid',
    () => asAdmin(roleCalls.save, { oid: crew.oid, groupOID: fixture.root }),
  ],
  [
    'put a role of the root into a group of the branch',
    'invalid',
    () => asAdmin(roleCalls.save, { oid: rootRole.oid, parentOID: group.oid }),
  ],
  [
    'put a group into a group',
    'invalid',
    () => asAdmin(roleCalls.save, { name: 'x', type: 'group', parentOID: group.oid }),
  ],
  [
    'save over what somebody else saved',
    'conflict',
    () => asAdmin(roleCalls.grant, { roleOID: pilots.oid, resourceOIDs: [], before: ['/DeviceAll'] }),
  ],
];

describe('an attempt to', () => {
  it.each(attempts)('%s is refused as %s', async (_name, reason, work) => {
    const before = await everything();
    expect(await fixture.reasonOf(work())).toBe(reason);
    expect(await everything()).toBe(before);
  });
});

describe('somebody with few rights', () => {
  it('is told beforehand what each role and member allows', async () => {
    const roles = await fixture.call<RoleRecord[]>(roleCalls.tree, {}, clerk.token);
    const allowed = Object.fromEntries(roles.map((role) => [role.name, role.allowed]));
    expect(allowed['branch pilots']).toEqual([
      'gainRoleByOID',
      'saveRoleLeaf',
      'deleteRoleLeaf',
      'saveRoleAndResourceRelation',
      'removeMembers',
    ]);
    expect(allowed['branch crew']).toEqual([
      'gainRoleByOID',
      'saveRoleLeaf',
      'deleteRoleLeaf',
      'copy',
      'saveUserAndRoleRelation',
      'removeMembers',
    ]);
    expect(allowed['clerk']).toEqual(['gainRoleByOID', 'copy', 'saveUserAndRoleRelation', 'removeMembers']);
    expect(allowed['Organisation administrator']).toEqual(['gainRoleByOID', 'removeMembers']);
    expect(allowed['branch group']).toEqual(['gainRoleByOID', 'saveRoleLeaf', 'deleteRoleLeaf']);
    const { list } = await fixture.call<{ list: RoleMember[] }>(
      roleCalls.members,
      { roleOID: crew.oid },
      clerk.token,
    );
    expect(list).toEqual([expect.objectContaining({ oid: branchBoss.oid, allowed: [] })]);
  });

  it('does what the rules leave', async () => {
    const mine = (await asClerk(roleCalls.save, { name: 'helpers' })) as RoleRecord;
    expect(mine.groupOID).toBe(fixture.branch);
    await grantTo(mine.oid, '/DeviceAll', 'flight:view');
    await give(mine.oid, worker.oid);
    const { list } = await fixture.call<{ list: RoleMember[] }>(
      roleCalls.candidates,
      { roleOID: mine.oid },
      clerk.token,
    );
    // The clerk themself is no candidate, the boss stands there and cannot be chosen.
    expect(list.map((one) => [one.oid, one.allowed])).toEqual([[branchBoss.oid, []]]);
    await take(mine.oid, worker.oid);
    await asClerk(roleCalls.remove, { oid: mine.oid });
  });

  it('sees neither roles of other organisations nor the role of programs', async () => {
    await fixture.rooms.role.ensureServiceRole(fixture.db, fixture.groupRoot, fixture.root);
    const names = (await fixture.call<RoleRecord[]>(roleCalls.tree, {}, fixture.admin)).map(
      (role) => role.name,
    );
    expect(names).not.toContain('service');
    expect(await fixture.reasonOf(fixture.call(roleCalls.get, { oid: strangerRole }, fixture.admin))).toBe(
      'notFound',
    );
  });
});
