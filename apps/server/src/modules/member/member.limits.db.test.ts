import { departmentCalls, memberCalls, roleCalls, type MemberRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemberRanks } from '../../testing/member-ranks.ts';
import type { MemberFixture } from '../../testing/members.ts';

const { below, beside, branch, branchRole, editor, editorRole, makeRole, fixture } = await openMemberRanks();
afterAll(() => fixture.close());

describe('what members may not do to members', () => {
  const target = (account: string): Promise<string> => fixture.oidOf(account);
  type Attempt = () => Promise<unknown>;
  const attempts: [string, string, Attempt][] = [
    ['disable oneself', 'ownRights', async () => change('setEnabled', 'editor', { enabled: false })],
    ['delete oneself', 'ownRights', async () => change('remove', 'editor')],
    ['move oneself up', 'ownRights', async () => moved('editor', fixture.root)],
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
        fixture.call(
          memberCalls.remove,
          { oids: [await target('lowly'), await target('gamma-operator')] },
          editor.token,
        ),
    ],
    ['move a superior out of the way', 'superior', async () => moved('gamma-administrator', branch)],
    [
      'take a superior’s role',
      'superior',
      async () => taken('gamma-administrator', await fixture.first('administrator')),
    ],
    [
      'make an administrator',
      'grantBeyondOwn',
      async () => made({ roleOIDs: [await fixture.first('administrator')] }),
    ],
    [
      'raise somebody',
      'grantBeyondOwn',
      async () => saved('lowly', { roleOIDs: [await fixture.first('operator')] }),
    ],
    [
      'give a role of another department',
      'roleElsewhere',
      async () => saved('lowly', { roleOIDs: [await elsewhere()] }),
    ],
    ['give what is no role', 'notFound', async () => saved('lowly', { roleOIDs: [fixture.root] })],
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
  const asEditor = (declaration: Parameters<MemberFixture['call']>[0], request: unknown) =>
    fixture.call(declaration, request, editor.token);
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
    (await fixture.rooms.member.byAccount(fixture.db, 'omega-administrator'))?.groupOID ?? '';
  let silent = '';
  const elsewhere = async (): Promise<string> => silent;

  beforeAll(async () => {
    silent = await makeRole('empty of branch', [], branch);
    await fixture.person('lowly', { groupOID: beside });
    await fixture.rooms.member.add(fixture.db, {
      groupRoot: fixture.groupRoot,
      groupOID: fixture.root,
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
        sql`select * from ${sql.table(table)} order by 1, 2`.execute(fixture.db),
      ),
    );
    return JSON.stringify(tables.map(({ rows }) => rows));
  };

  it.each(attempts)('%s: %s', async (_what, reason, attempt) => {
    const before = await figure();
    expect(await fixture.reasonOf(attempt())).toBe(reason);
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
        expect(await fixture.reasonOf(fixture.call(declaration, request, below.token)), account).toBe(
          'notFound',
        );
    const seen = await fixture.call<{ list: MemberRecord[] }>(
      departmentCalls.members,
      { below: true, pageSize: 200 },
      below.token,
    );
    expect(new Set(seen.list.map((one) => one.groupOID))).toEqual(new Set([branch]));
    expect(seen.list.find((one) => one.account === 'below')?.allowed).toEqual([]);
  });

  it('read about others without the page of the organisation', async () => {
    const operator = await fixture.rooms.tokenOf('gamma-operator');
    const about = { userOID: await target('lowly'), type: 'menu' };
    expect(await fixture.reasonOf(fixture.call(memberCalls.resources, about, operator))).toBe('notAllowed');
    const own = { userOID: await target('below'), type: 'menu' };
    expect(await fixture.call<unknown[]>(memberCalls.resources, own)).not.toHaveLength(0);
  });
});

describe('members and their roles', () => {
  it('are told as nodes, and one relation is removed as it is saved: one role, many people', async () => {
    const people = [await fixture.person('node.one', {}), await fixture.person('node.two', {})];
    const relation = { roleOID: editorRole, userOIDs: people.map(({ oid }) => oid) };
    await fixture.call(roleCalls.addMembers, relation);
    const held = () => fixture.call(memberCalls.roles, { userOID: people[1]?.oid });
    expect(await held()).toEqual([{ oid: relation.roleOID, parentOID: null, name: 'editors', type: 'menu' }]);
    await fixture.call(memberCalls.removeRole, relation);
    expect(await held()).toEqual([]);
    expect(await fixture.reasonOf(fixture.call(memberCalls.removeRole, relation))).toBe('notFound');
    expect(await fixture.call(memberCalls.grantableRoles, {})).toContainEqual({
      oid: relation.roleOID,
      parentOID: null,
      name: 'editors',
      type: 'menu',
      groupOID: fixture.root,
    });
  });

  it('may be changed by every road at the same moment', async () => {
    const administrator = await fixture.first('administrator');
    const roles = [await makeRole('pool one', ['/DeviceAll'], fixture.root), branchRole, administrator];
    const people = [await fixture.person('swimmer.one', {}), await fixture.person('swimmer.two', {})];
    const roads: ((person: { oid: string }, at: number) => Promise<unknown>)[] = [
      ({ oid }) => fixture.call(memberCalls.save, { oid, roleOIDs: [roles[0], roles[2]] }),
      ({ oid }) => fixture.call(memberCalls.save, { oid, roleOIDs: [roles[2]] }),
      ({ oid }) => fixture.call(memberCalls.save, { oid, roleOIDs: [] }),
      ({ oid }) => fixture.call(roleCalls.addMembers, { roleOID: roles[2], userOIDs: [oid] }),
      ({ oid }) => fixture.call(roleCalls.addMembers, { roleOID: roles[0], userOIDs: [oid] }),
      ({ oid }) => fixture.call(roleCalls.removeMembers, { roleOID: roles[2], userOIDs: [oid] }),
      ({ oid }) => fixture.call(memberCalls.setEnabled, { oids: [oid], enabled: true }),
      (_, at) =>
        fixture.call(memberCalls.save, {
          account: `late.${at}`,
          name: 'Late',
          roleOIDs: [roles[2], roles[0]],
        }),
    ];
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled(
        people.flatMap((person, nth) => roads.map((road, at) => road(person, round * 100 + nth * 10 + at))),
      );
      expect(outcomes.filter((one) => one.status === 'rejected').map((one) => String(one.reason))).toEqual(
        [],
      );
    }
    const { list } = await fixture.call<{ list: MemberRecord[] }>(departmentCalls.members, { pageSize: 200 });
    const made = list.filter(({ account }) => /^(swimmer|late)\./.test(account)).map(({ oid }) => oid);
    await fixture.call(memberCalls.remove, { oids: made });
  });
});

describe('the last administrator', () => {
  it('stays, whatever way is tried', async () => {
    const oid = await fixture.oidOf('gamma-administrator');
    const administrator = await fixture.first('administrator');
    const second = await fixture.person('second', { roleOIDs: [administrator] });
    await fixture.call(memberCalls.setEnabled, { oids: [second.oid], enabled: false });
    await fixture.call(memberCalls.setEnabled, { oids: [second.oid], enabled: true });
    const token = await fixture.rooms.tokenOf('second');
    await fixture.call(memberCalls.save, { oid, validUntil: Date.now() + 86_400_000 }, token);
    // An account with an end is no lasting administrator: the second one alone counts now.
    const first = await fixture.rooms.tokenOf('gamma-administrator');
    for (const [declaration, request] of [
      [memberCalls.remove, { oids: [second.oid] }],
      [memberCalls.setEnabled, { oids: [second.oid], enabled: false }],
      [departmentCalls.moveMembers, { groupOID: branch, userOIDs: [second.oid] }],
      [memberCalls.save, { oid: second.oid, roleOIDs: [] }],
      [memberCalls.save, { oid: second.oid, validUntil: Date.now() + 86_400_000 }],
      [memberCalls.removeRole, { userOID: second.oid, roleOID: administrator }],
    ] as const)
      expect(await fixture.reasonOf(fixture.call(declaration, request, first))).toBe('lastAdministrator');
    await fixture.call(memberCalls.save, { oid, validUntil: null }, token);
  });

  it('is left when two of them delete each other at once', async () => {
    const administrator = await fixture.first('administrator');
    const one = await fixture.person('rival1', { roleOIDs: [administrator] });
    const two = await fixture.person('rival2', { roleOIDs: [administrator] });
    const both = await Promise.all([
      fixture.reasonOf(fixture.call(memberCalls.remove, { oids: [two.oid] }, one.token)),
      fixture.reasonOf(fixture.call(memberCalls.remove, { oids: [one.oid] }, two.token)),
    ]);
    expect(both.toSorted()).toEqual(['done', 'notSignedIn']);
  });
});
