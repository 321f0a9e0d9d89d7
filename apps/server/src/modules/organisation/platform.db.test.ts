import { organisationCalls, sessionCalls, strongPassword, type PlatformOrganisation } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

let rooms: TestRooms;
let token: string;
const call = async (declaration: Parameters<TestRooms['call']>[0], request: unknown, by = token) =>
  (await rooms.call(declaration, request, { token: by, extra: rooms.organisation.endpoints })).data;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.organisation.ensureFirstOrganisation({
    dataDir: '/nowhere',
    demo: false,
    adminPassword: 'Given-Pass1!',
  });
  token = await rooms.tokenOf('admin');
});
afterAll(() => rooms.close());

describe('organisations of the instance', () => {
  it('are added with an administrator whose password is shown once and must be changed', async () => {
    const made = (await call(organisationCalls.add, { name: '南方电网', account: 'south' })) as {
      organisation: PlatformOrganisation;
      password: string;
    };
    expect(made.organisation).toMatchObject({ name: '南方电网', first: false, memberCount: 1, dockCount: 0 });
    expect(made.password).toMatch(strongPassword);
    const { data } = await rooms.call(sessionCalls.login, { account: 'south', password: made.password });
    expect(data).toMatchObject({ mustChange: true, groupRoot: made.organisation.oid });
    const rows = await rooms.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('action', '=', 'organisation.add')
      .where('member_oid', 'is not', null)
      .execute();
    expect(rows).toMatchObject([{ detail: { account: 'south', oid: made.organisation.oid } }]);
    expect(JSON.stringify(rows)).not.toContain(made.password);
  });

  it('are listed and found by name', async () => {
    const all = (await call(organisationCalls.query, {})) as { list: PlatformOrganisation[]; total: number };
    expect(all.list.map(({ first }) => first)).toEqual([true, false]);
    expect(await call(organisationCalls.query, { keyword: '南方' })).toMatchObject({ total: 1 });
  });

  it('refuse an account that is taken anywhere on the instance, or is none', async () => {
    const add = (account: string) => call(organisationCalls.add, { name: 'x', account });
    await expect(add('SOUTH')).rejects.toMatchObject({ reason: 'accountTaken' });
    await expect(add(' ​')).rejects.toMatchObject({ reason: 'invalid' });
    expect(await call(organisationCalls.query, {})).toMatchObject({ total: 2 });
  });

  it('are nobody else’s business', async () => {
    const south = await rooms.tokenOf('south');
    await rooms.db.updateTable('member').set({ must_change: false }).where('account', '=', 'south').execute();
    await expect(call(organisationCalls.query, {}, south)).rejects.toMatchObject({ reason: 'notAllowed' });
    await expect(call(organisationCalls.add, { name: 'x', account: 'y' }, south)).rejects.toMatchObject({
      reason: 'notAllowed',
    });
  });
});
