import {
  departmentCalls,
  firstDisplay,
  memberCalls,
  roleCalls,
  sessionCalls,
  type MemberRecord,
  type SavedMember,
  type UserInfo,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemberStage, type MemberStage } from '../../testing/members.ts';

let stage: MemberStage;
/** A department with an administrator of its own, a stranger beside it, and an editor who lacks most rights. */
let branch: string;
let beside: string;
let below: { oid: string; token: string };
let editor: { oid: string; token: string };
let editorRole: string;
let branchRole: string;

const makeRole = async (name: string, resourceOIDs: string[], groupOID: string): Promise<string> => {
  const { oid } = await stage.call<{ oid: string }>(roleCalls.save, { name, type: 'menu', groupOID });
  if (resourceOIDs.length > 0) await stage.call(roleCalls.grant, { roleOID: oid, resourceOIDs });
  return oid;
};
const department = async (name: string): Promise<string> =>
  (await stage.call<{ oid: string }>(departmentCalls.save, { name })).oid;

beforeAll(async () => {
  stage = await openMemberStage();
  [branch, beside] = [await department('branch'), await department('beside')];
  below = await stage.person('below', { groupOID: branch, roleOIDs: [await stage.first('administrator')] });
  const rights = ['/OrganizationStructure', '/RoleManagement', 'member:edit', 'role:edit'];
  editorRole = await makeRole('editors', rights, stage.root);
  branchRole = await makeRole('branch watchers', ['/DeviceAll'], branch);
  editor = await stage.person('editor', { roleOIDs: [editorRole] });
});
afterAll(() => stage.close());

const find = async (account: string): Promise<MemberRecord | undefined> =>
  (
    await stage.call<{ list: MemberRecord[] }>(departmentCalls.members, { below: true, keyword: account })
  ).list.find((one) => one.account === account);
const alive = async (token: string): Promise<boolean> =>
  (await stage.rooms.session.authenticate(token)) !== null;

describe('a member', () => {
  it('is made with a password that is told once and must be changed', async () => {
    const request = { account: 'Zoë.1', name: 'Zoë', groupOID: branch, roleOIDs: [branchRole] };
    const made = await stage.call<SavedMember>(memberCalls.save, { ...request, phone: '+8613912345678' });
    expect(made).toMatchObject({
      account: 'zoë.1',
      groupName: 'branch',
      phone: '+8613912345678',
      mustChange: true,
      enabled: true,
      expired: false,
      roles: [{ oid: branchRole, name: 'branch watchers' }],
    });
    expect(made.initialPassword).toMatch(/^.{20}$/);
    expect(JSON.stringify(await find('zoë.1'))).not.toContain(made.initialPassword);
    const { rows } = await sql<{ detail: unknown }>`select * from audit_log`.execute(stage.db);
    expect(JSON.stringify(rows)).not.toContain(made.initialPassword);
  });

  it.each([
    [{ account: 'x' }, 'account'],
    [{ account: 'with space' }, 'account'],
    [{ phone: '12345' }, 'phone'],
    [{ password: 'weak' }, 'password'],
    [{ validUntil: 1_000_000_000_000 }, 'validUntil'],
    [{ account: undefined }, 'account'],
  ])('with %j is refused for its %s', async (part, field) => {
    const request = { account: 'ruled', name: 'n', ...part };
    const refusal = await stage.refusalOf(stage.call(memberCalls.save, request));
    expect(refusal?.details.issues?.[0]?.path).toBe(field);
  });

  it('shares an account with nobody, but a deleted member’s is free again', async () => {
    const { oid } = await stage.person('only');
    expect(await stage.reasonOf(stage.person('ONLY'))).toBe('accountTaken');
    await stage.call(memberCalls.remove, { oids: [oid] });
    await stage.person('only');
  });

  it('is changed; an empty password changes none, another one ends the sessions', async () => {
    const one = await stage.person('changed', { groupOID: branch, roleOIDs: [branchRole] });
    const request = { oid: one.oid, name: 'New name', phone: '010-12345678', password: '' };
    const saved = await stage.call<SavedMember>(memberCalls.save, request);
    expect(saved).toMatchObject({ name: 'New name', mustChange: false, roles: [{ oid: branchRole }] });
    expect(saved.initialPassword).toBeUndefined();
    expect(await alive(one.token)).toBe(true);
    await stage.call(memberCalls.save, { oid: one.oid, password: 'Falke#Horst43' });
    expect(await alive(one.token)).toBe(false);
    expect((await find('changed'))?.mustChange).toBe(true);
  });

  it('that is moved loses the roles that do not reach there', async () => {
    const one = await stage.person('mover', { groupOID: branch, roleOIDs: [branchRole] });
    await stage.call(departmentCalls.moveMembers, { groupOID: beside, userOIDs: [one.oid] });
    expect(await find('mover')).toMatchObject({ groupOID: beside, roles: [] });
    const back = { oid: one.oid, roleOIDs: [branchRole] };
    expect(await stage.reasonOf(stage.call(memberCalls.save, back))).toBe('roleElsewhere');
  });

  it('is disabled: sessions end at once, and enabled again it comes back with its rights', async () => {
    const one = await stage.person('resting', { roleOIDs: [await stage.first('operator')] });
    expect(await alive(one.token)).toBe(true);
    await stage.call(memberCalls.setEnabled, { oids: [one.oid], enabled: false });
    expect(await alive(one.token)).toBe(false);
    expect(await find('resting')).toMatchObject({ enabled: false });
    await stage.call(memberCalls.setEnabled, { oids: [one.oid], enabled: true });
    expect(await alive(await stage.rooms.tokenOf('resting'))).toBe(true);
  });

  it('with an end cannot stay beyond it', async () => {
    const one = await stage.person('guest');
    const soon = Date.now() + 3_600_000;
    await stage.call(memberCalls.save, { oid: one.oid, validUntil: soon });
    expect(await find('guest')).toMatchObject({ validUntil: soon, expired: false });
    await sql`update member set valid_until = now() - interval '1 s' where oid = ${one.oid}`.execute(
      stage.db,
    );
    expect(await find('guest')).toMatchObject({ expired: true });
    stage.rooms.clock.move(2_000);
    expect(await alive(one.token)).toBe(false);
  });

  it('gets a password for one sign-in', async () => {
    const one = await stage.person('forgetful');
    const { initialPassword } = await stage.call<{ initialPassword: string }>(memberCalls.resetPassword, {
      oid: one.oid,
    });
    expect(initialPassword).toHaveLength(20);
    expect(await alive(one.token)).toBe(false);
    expect(await find('forgetful')).toMatchObject({ mustChange: true });
  });

  it('changes the own phone number by the rule of everybody', async () => {
    const one = await stage.person('caller');
    expect(await stage.call(memberCalls.editPhone, { phone: '008613912345678' }, one.token)).toEqual({
      phone: '008613912345678',
    });
    expect(await stage.reasonOf(stage.call(memberCalls.editPhone, { phone: '12' }, one.token))).toBe(
      'invalid',
    );
    expect(await stage.call(memberCalls.editPhone, { phone: '' }, one.token)).toEqual({ phone: '' });
  });

  it('reads times and figures as chosen, on every computer', async () => {
    const one = await stage.person('reader');
    const ask = async () => (await stage.call<UserInfo>(sessionCalls.userInfo, {}, one.token)).display;
    expect(await ask()).toEqual(firstDisplay);
    const wish = { zone: 'utc', units: 'imperial', digits: 'own' };
    expect(await stage.call(memberCalls.displaySet, wish, one.token)).toEqual(wish);
    expect(await ask()).toEqual(wish);
    const odd = stage.call(memberCalls.displaySet, { ...wish, zone: 'mars' }, one.token);
    expect(await stage.reasonOf(odd)).toBe('invalid');
  });

  it('is found by page, keyword, state, role and department', async () => {
    const totals = async (request: object): Promise<number> =>
      (await stage.call<{ total: number }>(departmentCalls.members, request)).total;
    const all = await totals({ below: true });
    expect(await totals({ oid: branch, below: true })).toBeLessThan(all);
    expect(await totals({ below: true, keyword: 'EDITOR' })).toBe(1);
    expect(await totals({ below: true, roleOID: editorRole })).toBe(1);
    const open = await totals({ below: true, enabled: true });
    expect(open + (await totals({ below: true, enabled: false }))).toBe(all);
    const page = await stage.call<{ list: unknown[]; total: number }>(memberCalls.query, {
      pageNum: '2',
      pageSize: '3',
    });
    expect([page.list.length, page.total]).toEqual([3, all]);
  });
});

describe('what members may not do to members', () => {
  const target = (account: string): Promise<string> => stage.oidOf(account);
  type Attempt = () => Promise<unknown>;
  const attempts: [string, string, Attempt][] = [
    ['disable oneself', 'ownRights', async () => change('setEnabled', 'editor', { enabled: false })],
    ['delete oneself', 'ownRights', async () => change('remove', 'editor')],
    ['move oneself up', 'ownRights', async () => moved('editor', stage.root)],
    ['give oneself a role', 'ownRights', async () => saved('editor', { roleOIDs: [editorRole] })],
    ['give oneself no end', 'ownRights', async () => saved('editor', { validUntil: null })],
    ['reset one’s own password without the old one', 'ownRights', async () => reset('editor')],
    ['take a role from oneself', 'ownRights', async () => taken('editor', editorRole)],
    ['rename a superior', 'superior', async () => saved('gamma-administrator', { name: 'x' })],
    [
      'take a superior’s account name',
      'superior',
      async () => saved('gamma-administrator', { account: 'mine' }),
    ],
    ['reset a superior’s password', 'superior', async () => reset('gamma-administrator')],
    [
      'set a superior’s password',
      'superior',
      async () => saved('gamma-administrator', { password: 'Falke#Horst43' }),
    ],
    [
      'disable a superior',
      'superior',
      async () => change('setEnabled', 'gamma-administrator', { enabled: false }),
    ],
    ['delete a superior', 'superior', async () => change('remove', 'gamma-administrator')],
    [
      'delete a superior among others',
      'superior',
      async () =>
        stage.call(
          memberCalls.remove,
          { oids: [await target('lowly'), await target('gamma-operator')] },
          editor.token,
        ),
    ],
    ['move a superior out of the way', 'superior', async () => moved('gamma-administrator', branch)],
    [
      'take a superior’s role',
      'superior',
      async () => taken('gamma-administrator', await stage.first('administrator')),
    ],
    [
      'make an administrator',
      'grantBeyondOwn',
      async () => made({ roleOIDs: [await stage.first('administrator')] }),
    ],
    [
      'raise somebody',
      'grantBeyondOwn',
      async () => saved('lowly', { roleOIDs: [await stage.first('operator')] }),
    ],
    [
      'give a role of another department',
      'roleElsewhere',
      async () => saved('lowly', { roleOIDs: [await elsewhere()] }),
    ],
    ['give what is no role', 'notFound', async () => saved('lowly', { roleOIDs: [stage.root] })],
    ['put somebody into another organisation', 'notFound', async () => made({ groupOID: await foreign() })],
    [
      'touch another organisation’s member',
      'notFound',
      async () => saved('omega-administrator', { name: 'x' }),
    ],
    ['delete another organisation’s member', 'notFound', async () => change('remove', 'omega-administrator')],
    ['touch a program’s account', 'notFound', async () => saved('robot', { name: 'x' })],
    ['reset a program’s password', 'notFound', async () => reset('robot')],
  ];
  const asEditor = (declaration: Parameters<MemberStage['call']>[0], request: unknown) =>
    stage.call(declaration, request, editor.token);
  const change = async (name: 'setEnabled' | 'remove', account: string, more = {}) =>
    asEditor(memberCalls[name], { oids: [await target(account)], ...more });
  const saved = async (account: string, part: object) =>
    asEditor(memberCalls.save, { oid: await target(account), ...part });
  const made = (part: object) => asEditor(memberCalls.save, { account: 'created', name: 'c', ...part });
  const moved = async (account: string, groupOID: string) =>
    asEditor(departmentCalls.moveMembers, { groupOID, userOIDs: [await target(account)] });
  const reset = async (account: string) =>
    asEditor(memberCalls.resetPassword, { oid: await target(account) });
  const taken = async (account: string, roleOID: string) =>
    asEditor(memberCalls.removeRole, { userOID: await target(account), roleOID });
  const foreign = async (): Promise<string> =>
    (await stage.rooms.member.byAccount(stage.db, 'omega-administrator'))?.groupOID ?? '';
  let silent = '';
  const elsewhere = async (): Promise<string> => silent;

  beforeAll(async () => {
    silent = await makeRole('empty of branch', [], branch);
    await stage.person('lowly', { groupOID: beside });
    await stage.rooms.member.add(stage.db, {
      groupRoot: stage.groupRoot,
      groupOID: stage.root,
      account: 'robot',
      name: 'robot',
      passwordHash: 'none',
      mustChange: false,
      service: true,
      roleOIDs: [],
    });
  });

  const figure = async (): Promise<string> => {
    const tables = await Promise.all(
      ['member', 'member_role'].map((table) =>
        sql`select * from ${sql.table(table)} order by 1, 2`.execute(stage.db),
      ),
    );
    return JSON.stringify(tables.map(({ rows }) => rows));
  };

  it.each(attempts)('%s: %s', async (_what, reason, attempt) => {
    const before = await figure();
    expect(await stage.reasonOf(attempt())).toBe(reason);
    expect(await figure()).toBe(before);
  });

  it('reach anybody above or beside their department', async () => {
    for (const account of ['gamma-administrator', 'lowly', 'omega-administrator'])
      for (const [declaration, request] of [
        [memberCalls.save, { oid: await target(account), name: 'x' }],
        [memberCalls.resetPassword, { oid: await target(account) }],
        [memberCalls.remove, { oids: [await target(account)] }],
        [memberCalls.resources, { userOID: await target(account), type: 'menu' }],
        [memberCalls.roles, { userOID: await target(account) }],
      ] as const)
        expect(await stage.reasonOf(stage.call(declaration, request, below.token)), account).toBe('notFound');
    const seen = await stage.call<{ list: MemberRecord[] }>(
      departmentCalls.members,
      { below: true, pageSize: 200 },
      below.token,
    );
    expect(new Set(seen.list.map((one) => one.groupOID))).toEqual(new Set([branch]));
    expect(seen.list.find((one) => one.account === 'below')?.allowed).toEqual([]);
  });

  it('read about others without the page of the organisation', async () => {
    const operator = await stage.rooms.tokenOf('gamma-operator');
    const about = { userOID: await target('lowly'), type: 'menu' };
    expect(await stage.reasonOf(stage.call(memberCalls.resources, about, operator))).toBe('notAllowed');
    const own = { userOID: await target('below'), type: 'menu' };
    expect(await stage.call<unknown[]>(memberCalls.resources, own)).not.toHaveLength(0);
  });
});

describe('members and their roles', () => {
  it('are told as nodes, and one relation is removed as it is saved: one role, many people', async () => {
    const people = [await stage.person('node.one', {}), await stage.person('node.two', {})];
    const relation = { roleOID: editorRole, userOIDs: people.map(({ oid }) => oid) };
    await stage.call(roleCalls.addMembers, relation);
    const held = () => stage.call(memberCalls.roles, { userOID: people[1]?.oid });
    expect(await held()).toEqual([{ oid: relation.roleOID, parentOID: null, name: 'editors', type: 'menu' }]);
    await stage.call(memberCalls.removeRole, relation);
    expect(await held()).toEqual([]);
    expect(await stage.reasonOf(stage.call(memberCalls.removeRole, relation))).toBe('notFound');
    expect(await stage.call(memberCalls.grantableRoles, {})).toContainEqual({
      oid: relation.roleOID,
      parentOID: null,
      name: 'editors',
      type: 'menu',
      groupOID: stage.root,
    });
  });

  it('may be changed by every road at the same moment', async () => {
    const administrator = await stage.first('administrator');
    const roles = [await makeRole('pool one', ['/DeviceAll'], stage.root), branchRole, administrator];
    const people = [await stage.person('swimmer.one', {}), await stage.person('swimmer.two', {})];
    const roads: ((person: { oid: string }, at: number) => Promise<unknown>)[] = [
      ({ oid }) => stage.call(memberCalls.save, { oid, roleOIDs: [roles[0], roles[2]] }),
      ({ oid }) => stage.call(memberCalls.save, { oid, roleOIDs: [roles[2]] }),
      ({ oid }) => stage.call(memberCalls.save, { oid, roleOIDs: [] }),
      ({ oid }) => stage.call(roleCalls.addMembers, { roleOID: roles[2], userOIDs: [oid] }),
      ({ oid }) => stage.call(roleCalls.addMembers, { roleOID: roles[0], userOIDs: [oid] }),
      ({ oid }) => stage.call(roleCalls.removeMembers, { roleOID: roles[2], userOIDs: [oid] }),
      ({ oid }) => stage.call(memberCalls.setEnabled, { oids: [oid], enabled: true }),
      (_, at) =>
        stage.call(memberCalls.save, { account: `late.${at}`, name: 'Late', roleOIDs: [roles[2], roles[0]] }),
    ];
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled(
        people.flatMap((person, nth) => roads.map((road, at) => road(person, round * 100 + nth * 10 + at))),
      );
      expect(outcomes.filter((one) => one.status === 'rejected').map((one) => String(one.reason))).toEqual(
        [],
      );
    }
    const { list } = await stage.call<{ list: MemberRecord[] }>(departmentCalls.members, { pageSize: 200 });
    const made = list.filter(({ account }) => /^(swimmer|late)\./.test(account)).map(({ oid }) => oid);
    await stage.call(memberCalls.remove, { oids: made });
  });
});

describe('the last administrator', () => {
  it('stays, whatever way is tried', async () => {
    const oid = await stage.oidOf('gamma-administrator');
    const administrator = await stage.first('administrator');
    const second = await stage.person('second', { roleOIDs: [administrator] });
    await stage.call(memberCalls.setEnabled, { oids: [second.oid], enabled: false });
    await stage.call(memberCalls.setEnabled, { oids: [second.oid], enabled: true });
    const token = await stage.rooms.tokenOf('second');
    await stage.call(memberCalls.save, { oid, validUntil: Date.now() + 86_400_000 }, token);
    // An account with an end is no lasting administrator: the second one alone counts now.
    const first = await stage.rooms.tokenOf('gamma-administrator');
    for (const [declaration, request] of [
      [memberCalls.remove, { oids: [second.oid] }],
      [memberCalls.setEnabled, { oids: [second.oid], enabled: false }],
      [departmentCalls.moveMembers, { groupOID: branch, userOIDs: [second.oid] }],
      [memberCalls.save, { oid: second.oid, roleOIDs: [] }],
      [memberCalls.save, { oid: second.oid, validUntil: Date.now() + 86_400_000 }],
      [memberCalls.removeRole, { userOID: second.oid, roleOID: administrator }],
    ] as const)
      expect(await stage.reasonOf(stage.call(declaration, request, first))).toBe('lastAdministrator');
    await stage.call(memberCalls.save, { oid, validUntil: null }, token);
  });

  it('is left when two of them delete each other at once', async () => {
    const administrator = await stage.first('administrator');
    const one = await stage.person('rival1', { roleOIDs: [administrator] });
    const two = await stage.person('rival2', { roleOIDs: [administrator] });
    const both = await Promise.all([
      stage.reasonOf(stage.call(memberCalls.remove, { oids: [two.oid] }, one.token)),
      stage.reasonOf(stage.call(memberCalls.remove, { oids: [one.oid] }, two.token)),
    ]);
    expect(both.toSorted()).toEqual(['done', 'notSignedIn']);
  });
});
