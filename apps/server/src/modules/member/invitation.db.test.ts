import {
  departmentCalls,
  invitationCalls,
  limits,
  memberCalls,
  roleCalls,
  type ImportRow,
  type Invitation,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemberFixture, type MemberFixture } from '../../testing/members.ts';

let fixture: MemberFixture;
let operator: string;
beforeAll(async () => {
  fixture = await openMemberFixture();
  operator = await fixture.first('operator');
});
afterAll(() => fixture.close());

const password = 'Osprey#Nest42';
const DAY = 86_400_000;
const invite = (part: object = {}, token = fixture.admin) =>
  fixture.call<{ oid: string; code: string; expiresAt: number }>(
    invitationCalls.add,
    { groupOID: fixture.root, roleOIDs: [operator], ...part },
    token,
  );
const accept = (code: string, account: string, part: object = {}) =>
  fixture.call(invitationCalls.accept, { code, account, name: 'Guest', password, ...part }, null);
const look = async (code: string): Promise<string> =>
  (await fixture.call<{ state: string }>(invitationCalls.look, { code }, null)).state;
const list = async (): Promise<Invitation[]> =>
  (await fixture.call<{ list: Invitation[] }>(invitationCalls.query, { pageSize: 200 })).list;

describe('an invitation', () => {
  it('makes one account with the invited roles, once', async () => {
    const { oid, code } = await invite({ name: 'Somebody' });
    expect(code.length).toBeGreaterThanOrEqual(43);
    expect(await accept(code, 'Invited.1')).toEqual({ account: 'invited.1' });
    const member = await fixture.rooms.member.byAccount(fixture.db, 'invited.1');
    expect(member).toMatchObject({ name: 'Guest', mustChange: false, groupOID: fixture.root });
    expect(await fixture.call(memberCalls.roles, { userOID: member?.oid })).toMatchObject([
      { oid: operator },
    ]);
    expect(await fixture.reasonOf(accept(code, 'invited.2'))).toBe('invitationSpent');
    expect((await list()).find((one) => one.oid === oid)).toMatchObject({
      state: 'accepted',
      name: 'Somebody',
    });
  });

  it('is spent by one of two who come at once', async () => {
    const { code } = await invite();
    const both = await Promise.all(
      ['twin1', 'twin2'].map((account) => fixture.reasonOf(accept(code, account))),
    );
    expect(both.toSorted()).toEqual(['done', 'invitationSpent']);
  });

  it('keeps no code, neither in its row nor in the log', async () => {
    const { code } = await invite();
    const rows = await sql`select * from invitation`.execute(fixture.db);
    const log = await sql`select * from audit_log`.execute(fixture.db);
    expect(JSON.stringify([rows.rows, log.rows])).not.toContain(code);
    expect(JSON.stringify(await list())).not.toContain(code);
  });

  it('ends by its time, by being withdrawn, and with its department', async () => {
    const late = await invite({ days: 1 });
    fixture.rooms.clock.move(DAY + 1);
    expect(await fixture.reasonOf(accept(late.code, 'late'))).toBe('invitationSpent');
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const gone = await invite({}, token);
    await fixture.call(invitationCalls.remove, { oids: [gone.oid] }, token);
    expect(await fixture.reasonOf(accept(gone.code, 'gone'))).toBe('invitationSpent');
    const { oid } = await fixture.call<{ oid: string }>(departmentCalls.save, { name: 'short' }, token);
    const closed = await invite({ groupOID: oid, roleOIDs: [] }, token);
    await fixture.call(departmentCalls.remove, { oid }, token);
    expect(await fixture.reasonOf(accept(closed.code, 'closed'))).toBe('invitationSpent');
  });

  it('says what has become of it to whoever opens its link, and costs no try', async () => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const { oid, code } = await invite({}, token);
    for (let at = 0; at <= limits.member.invitationTries; at += 1) expect(await look(code)).toBe('open');
    await fixture.call(invitationCalls.remove, { oids: [oid] }, token);
    expect(await look(code)).toBe('gone');
    expect(await look('x'.repeat(43))).toBe('gone');
    const used = await invite({}, token);
    await accept(used.code, 'used.up');
    expect(await look(used.code)).toBe('accepted');
    const tried = await invite({}, token);
    for (let at = 0; at < limits.member.invitationTries; at += 1)
      await accept(tried.code, 'gamma-operator').catch(() => 0);
    expect(await look(tried.code)).toBe('gone');
    const roleOIDs = await fixture.call<{ oid: string }[]>(memberCalls.grantableRoles, {}, token);
    const host = await fixture.person(
      'host.gone',
      { roleOIDs: roleOIDs.map(({ oid: role }) => role) },
      token,
    );
    const hosted = await invite({ roleOIDs: [] }, host.token);
    await fixture.call(memberCalls.setEnabled, { oids: [host.oid], enabled: false }, token);
    expect(await look(hosted.code)).toBe('gone');
    const late = await invite({ days: 1 }, token);
    fixture.rooms.clock.move(DAY + 1);
    expect(await look(late.code)).toBe('expired');
  });

  it('tells nothing about accounts to those without a code, and little to those with one', async () => {
    const refusals = await Promise.all(
      ['gamma-administrator', 'never-was'].map((account) =>
        fixture.refusalOf(accept('x'.repeat(43), account)),
      ),
    );
    expect(new Set(refusals.map((one) => JSON.stringify([one?.reason, one?.details]))).size).toBe(1);
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const { code } = await invite({}, token);
    for (let at = 0; at < limits.member.invitationTries; at += 1)
      expect(await fixture.reasonOf(accept(code, 'gamma-operator'))).toBe('accountTaken');
    expect(await fixture.reasonOf(accept(code, 'free'))).toBe('invitationSpent');
  });

  it('costs one hash of a password whether the account was taken or not, and none without a code', async () => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const { code } = await invite({}, token);
    const hashesFor = async (account: string, key = code): Promise<[string, number]> => {
      const before = fixture.hashes();
      return [await fixture.reasonOf(accept(key, account)), fixture.hashes() - before];
    };
    expect(await hashesFor('gamma-operator')).toEqual(['accountTaken', 1]);
    expect(await hashesFor('unheard-of')).toEqual(['done', 1]);
    for (const account of ['gamma-operator', 'never-was'])
      expect(await hashesFor(account, 'x'.repeat(43))).toEqual(['invitationSpent', 0]);
  });

  it.each([
    [{ password: 'weak' }, 'password'],
    [{ phone: '12' }, 'phone'],
    [{ account: 'a b' }, 'account'],
  ])('wants %j right before it is tried', async (part, field) => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const { code } = await invite({}, token);
    const refusal = await fixture.refusalOf(accept(code, 'ruled', part));
    expect(refusal?.details.issues?.[0]?.path).toBe(field);
    const row = await sql<{ tries: number }>`select tries from invitation order by oid desc limit 1`.execute(
      fixture.db,
    );
    expect(row.rows[0]?.tries).toBe(0);
  });

  it('gives nothing that the inviter could not give, then or now', async () => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const { oid: role } = await fixture.call<{ oid: string }>(
      roleCalls.save,
      { name: 'hosts', type: 'menu' },
      token,
    );
    const rights = ['/OrganizationStructure', '/DeviceAll', 'member:edit'];
    await fixture.call(roleCalls.grant, { roleOID: role, resourceOIDs: rights }, token);
    const host = await fixture.person('host', { roleOIDs: [role] }, token);
    expect(await fixture.reasonOf(invite({ roleOIDs: [operator] }, host.token))).toBe('grantBeyondOwn');
    const first = await invite({ roleOIDs: [role] }, host.token);
    const second = await invite({ roleOIDs: [] }, host.token);
    await fixture.call(roleCalls.grant, { roleOID: role, resourceOIDs: [...rights, 'task:edit'] }, token);
    // The host has the role too, so it still gives what it grants now.
    await accept(first.code, 'guest1');
    await fixture.call(memberCalls.setEnabled, { oids: [host.oid], enabled: false }, token);
    expect(await fixture.reasonOf(accept(second.code, 'guest2'))).toBe('invitationSpent');
  });
});

describe('an import', () => {
  const file = (text: string) => ({ name: 'm.csv', bytes: new TextEncoder().encode(text) });
  const preview = async (text: string) => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    return fixture.call<{ rows: ImportRow[]; good: number }>(memberCalls.importPreview, {}, token, {
      file: file(text),
    });
  };
  const sealed = (accounts: string[], token: string) =>
    fixture.call<{ account: string; password: string; sealed: string }[]>(
      memberCalls.importPasswords,
      { accounts },
      token,
    );

  it('shows row by row what is wrong and writes nothing', async () => {
    const before = await sql`select count(*) from member`.execute(fixture.db);
    const { rows, good } = await preview(
      'account,name,phone,department,roles,__proto__\nimp1,One,13912345678,,Flight operator,x\ngamma-leader,Two\n=1+1,"@x",12,Nope,Nix\n',
    );
    expect(good).toBe(1);
    expect(rows[0]?.member).toMatchObject({ account: 'imp1', groupOID: fixture.root, roleOIDs: [operator] });
    expect(rows[1]?.issues[0]?.message).toBe('This account name is already used');
    expect(rows[2]?.issues.map(({ column }) => column)).toEqual(['account', 'phone', 'department', 'roles']);
    expect(await sql`select count(*) from member`.execute(fixture.db)).toEqual(before);
  });

  it('writes all rows or none, with first passwords that only their maker can spend', async () => {
    const token = await fixture.rooms.tokenOf('gamma-administrator');
    const made = await sealed(['bulk1', 'bulk2'], token);
    const rows = made.map(({ account, sealed: seal }) => ({
      account,
      name: account,
      phone: '',
      groupOID: fixture.root,
      roleOIDs: [operator],
      validUntil: null,
      sealed: seal,
    }));
    const write = (part: unknown[], by = token) =>
      fixture.reasonOf(fixture.call(memberCalls.importWrite, { rows: part }, by));
    const [one, two] = rows;
    if (!one || !two) throw new Error('no rows');
    expect(await write([one, { ...two, account: 'gamma-leader' }])).toBe('sealExpired');
    expect(await write([{ ...one, sealed: two.sealed }])).toBe('sealExpired');
    expect(await write([one, { ...two, groupOID: '00000000-0000-7000-8000-000000000009' }])).toBe('notFound');
    expect(await write([one, one])).toBe('accountTaken');
    const other = await fixture.rooms.tokenOf('omega-administrator');
    expect(await write([{ ...one, groupOID: fixture.root }], other)).toBe('sealExpired');
    expect(await fixture.rooms.member.byAccount(fixture.db, 'bulk1')).toBeUndefined();
    expect(await write(rows)).toBe('done');
    const member = await fixture.rooms.member.byAccount(fixture.db, 'bulk1');
    expect(member).toMatchObject({ mustChange: true, passwordHash: `cheap:${made[0]?.password}` });
    // Asked again because the answer was lost: it is given again, and nobody stands there twice.
    const counted = await sql`select count(*) from member`.execute(fixture.db);
    expect(await write(rows)).toBe('done');
    expect(await sql`select count(*) from member`.execute(fixture.db)).toEqual(counted);
    await sql`update member set password_hash = 'changed' where account = 'bulk2'`.execute(fixture.db);
    expect(await write(rows)).toBe('accountTaken');
    fixture.rooms.clock.move(limits.member.importLife + 1);
    const fresh = await fixture.rooms.tokenOf('gamma-administrator');
    expect(await write([{ ...one, account: 'bulk1' }], fresh)).toBe('sealExpired');
  });
});
