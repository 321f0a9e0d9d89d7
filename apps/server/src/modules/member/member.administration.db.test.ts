import {
  departmentCalls,
  firstDisplay,
  memberCalls,
  sessionCalls,
  type RecordChange,
  type SavedMember,
  type UserInfo,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openMemberRanks } from '../../testing/member-ranks.ts';

const { alive, beside, branch, branchRole, editorRole, find, fixture } = await openMemberRanks();
afterAll(() => fixture.close());

describe('a member', () => {
  it('is made with a password that is told once and must be changed', async () => {
    const request = { account: 'Zoë.1', name: 'Zoë', groupOID: branch, roleOIDs: [branchRole] };
    const made = await fixture.call<SavedMember>(memberCalls.save, { ...request, phone: '+8613912345678' });
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
    const { rows } = await sql<{ detail: unknown }>`select * from audit_log`.execute(fixture.db);
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
    const refusal = await fixture.refusalOf(fixture.call(memberCalls.save, request));
    expect(refusal?.details.issues?.[0]?.path).toBe(field);
  });

  it('is not overwritten by an edit of an older version, whose refusal names who changed it', async () => {
    const { oid } = await fixture.person('twice');
    const first = { oid, version: 0, name: 'First', phone: '010-12345678' };
    expect(await fixture.call(memberCalls.save, first)).toMatchObject({ name: 'First', version: 1 });
    const late = fixture.call(memberCalls.save, { oid, version: 0, name: 'Late' });
    const refused = await fixture.refusalOf(late);
    expect(refused?.reason).toBe('conflict');
    const name = { field: 'name', from: 'twice', to: 'First' };
    // Of a phone number no more than that it changed.
    const changes = [name, { field: 'phone', from: null, to: null }];
    const by = { oid: expect.any(String) as string, name: 'gamma administrator' };
    expect(refused?.details.data).toMatchObject({ version: 1, changes: [{ by, changes }] });
    await fixture.call(memberCalls.setEnabled, { oids: [oid], enabled: false });
    const again = { oid, version: 1, name: 'Late' };
    expect(await fixture.reasonOf(fixture.call(memberCalls.save, again))).toBe('conflict');
    const seen = { ...again, version: 2 };
    expect(await fixture.call(memberCalls.save, seen)).toMatchObject({ name: 'Late', enabled: false });
    const { list } = await fixture.call<{ list: RecordChange[] }>(memberCalls.history, { oid });
    expect(list.map(({ version, changes: [one] }) => [version, one?.field, one?.to])).toEqual([
      [3, 'name', 'Late'],
      [2, 'enabled', false],
      [1, 'name', 'First'],
    ]);
    const stranger = await fixture.rooms.tokenOf('omega-administrator');
    const other = fixture.call(memberCalls.history, { oid }, stranger);
    expect(await fixture.reasonOf(other)).toBe('notFound');
  });

  it('shares an account with nobody, but a deleted member’s is free again', async () => {
    const { oid } = await fixture.person('only');
    expect(await fixture.reasonOf(fixture.person('ONLY'))).toBe('accountTaken');
    await fixture.call(memberCalls.remove, { oids: [oid] });
    await fixture.person('only');
  });

  it('is changed; an empty password changes none, another one ends the sessions', async () => {
    const one = await fixture.person('changed', { groupOID: branch, roleOIDs: [branchRole] });
    const request = { oid: one.oid, name: 'New name', phone: '010-12345678', password: '' };
    const saved = await fixture.call<SavedMember>(memberCalls.save, request);
    expect(saved).toMatchObject({ name: 'New name', mustChange: false, roles: [{ oid: branchRole }] });
    expect(saved.initialPassword).toBeUndefined();
    expect(await alive(one.token)).toBe(true);
    await fixture.call(memberCalls.save, { oid: one.oid, password: 'Falke#Horst43' });
    expect(await alive(one.token)).toBe(false);
    expect((await find('changed'))?.mustChange).toBe(true);
  });

  it('that is moved loses the roles that do not reach there', async () => {
    const one = await fixture.person('mover', { groupOID: branch, roleOIDs: [branchRole] });
    await fixture.call(departmentCalls.moveMembers, { groupOID: beside, userOIDs: [one.oid] });
    expect(await find('mover')).toMatchObject({ groupOID: beside, roles: [] });
    const back = { oid: one.oid, roleOIDs: [branchRole] };
    expect(await fixture.reasonOf(fixture.call(memberCalls.save, back))).toBe('roleElsewhere');
  });

  it('that is moved below the top sees no more than its new department, without signing in again', async () => {
    const role = await fixture.first('leader');
    const one = await fixture.person('from-the-top', { roleOIDs: [role] });
    const session = (): ReturnType<typeof fixture.rooms.session.authenticate> =>
      fixture.rooms.session.authenticate(one.token);
    expect(await session()).toMatchObject({ wholeOrganisation: true });
    await fixture.call(departmentCalls.moveMembers, { groupOID: beside, userOIDs: [one.oid] });
    await vi.waitFor(async () =>
      expect(await session()).toMatchObject({ groupOID: beside, wholeOrganisation: false }),
    );
  });

  it('is disabled: sessions end at once, and enabled again it comes back with its rights', async () => {
    const one = await fixture.person('resting', { roleOIDs: [await fixture.first('operator')] });
    expect(await alive(one.token)).toBe(true);
    await fixture.call(memberCalls.setEnabled, { oids: [one.oid], enabled: false });
    expect(await alive(one.token)).toBe(false);
    expect(await find('resting')).toMatchObject({ enabled: false });
    await fixture.call(memberCalls.setEnabled, { oids: [one.oid], enabled: true });
    expect(await alive(await fixture.rooms.tokenOf('resting'))).toBe(true);
  });

  it('with an end cannot stay beyond it', async () => {
    const one = await fixture.person('guest');
    const soon = Date.now() + 3_600_000;
    await fixture.call(memberCalls.save, { oid: one.oid, validUntil: soon });
    expect(await find('guest')).toMatchObject({ validUntil: soon, expired: false });
    await sql`update member set valid_until = now() - interval '1 s' where oid = ${one.oid}`.execute(
      fixture.db,
    );
    expect(await find('guest')).toMatchObject({ expired: true });
    fixture.rooms.clock.move(2_000);
    expect(await alive(one.token)).toBe(false);
  });

  it('gets a password for one sign-in', async () => {
    const one = await fixture.person('forgetful');
    const { initialPassword } = await fixture.call<{ initialPassword: string }>(memberCalls.resetPassword, {
      oid: one.oid,
    });
    expect(initialPassword).toHaveLength(20);
    expect(await alive(one.token)).toBe(false);
    expect(await find('forgetful')).toMatchObject({ mustChange: true });
  });

  it('changes the own phone number by the rule of everybody', async () => {
    const one = await fixture.person('caller');
    expect(await fixture.call(memberCalls.editPhone, { phone: '008613912345678' }, one.token)).toEqual({
      phone: '008613912345678',
    });
    expect(await fixture.reasonOf(fixture.call(memberCalls.editPhone, { phone: '12' }, one.token))).toBe(
      'invalid',
    );
    expect(await fixture.call(memberCalls.editPhone, { phone: '' }, one.token)).toEqual({ phone: '' });
  });

  it('reads times and figures as chosen, on every computer', async () => {
    const one = await fixture.person('reader');
    const ask = async () => (await fixture.call<UserInfo>(sessionCalls.userInfo, {}, one.token)).display;
    expect(await ask()).toEqual(firstDisplay);
    const request = { zone: 'utc', units: 'imperial', digits: 'own' };
    expect(await fixture.call(memberCalls.displaySet, request, one.token)).toEqual(request);
    expect(await ask()).toEqual(request);
    const odd = fixture.call(memberCalls.displaySet, { ...request, zone: 'mars' }, one.token);
    expect(await fixture.reasonOf(odd)).toBe('invalid');
  });

  it('is found by page, keyword, state, role and department', async () => {
    const totals = async (request: object): Promise<number> =>
      (await fixture.call<{ total: number }>(departmentCalls.members, request)).total;
    const all = await totals({ below: true });
    expect(await totals({ oid: branch, below: true })).toBeLessThan(all);
    expect(await totals({ below: true, keyword: 'EDITOR' })).toBe(1);
    expect(await totals({ below: true, roleOID: editorRole })).toBe(1);
    const open = await totals({ below: true, enabled: true });
    expect(open + (await totals({ below: true, enabled: false }))).toBe(all);
    const page = await fixture.call<{ list: unknown[]; total: number }>(memberCalls.query, {
      pageNum: '2',
      pageSize: '3',
    });
    expect([page.list.length, page.total]).toEqual([3, all]);
  });
});
