import { firstRoles, isMenuResource, memberCalls } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('east', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('west', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());
const oidOf = async (account: string): Promise<string> =>
  (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';

describe('resources of a member', () => {
  it('are the menu and scene lists of the own roles, with names', async () => {
    const token = await rooms.tokenOf('east-operator');
    const userOID = await oidOf('east-operator');
    const { data } = await rooms.call(
      memberCalls.resources,
      { userOID, type: 'menu' },
      { token, language: 'zh-CN' },
    );
    const urls = (data as { URL: string }[]).map((one) => one.URL);
    expect(urls.toSorted()).toEqual(firstRoles.operator.filter(isMenuResource).toSorted());
    expect(data).toContainEqual({
      oid: '/DeviceAll',
      parentOID: null,
      name: '设备分布',
      URL: '/DeviceAll',
      type: 'menu',
    });
    const { data: both } = await rooms.call(memberCalls.roleMenuAndScene, {}, { token });
    expect((both as { scene: unknown[] }).scene).toHaveLength(
      firstRoles.operator.filter((one) => !isMenuResource(one)).length,
    );
  });

  it('are nobody else’s to read, and a stranger does not exist', async () => {
    const token = await rooms.tokenOf('east-operator');
    const ask = (userOID: string) => rooms.call(memberCalls.resources, { userOID, type: 'menu' }, { token });
    await expect(ask(await oidOf('east-leader'))).rejects.toMatchObject({ reason: 'notAllowed' });
    await expect(ask(await oidOf('west-operator'))).rejects.toMatchObject({ reason: 'notFound' });
    await expect(ask('018f0000-0000-7000-8000-00000000ffff')).rejects.toMatchObject({ reason: 'notFound' });
  });

  it('come with the own department', async () => {
    const token = await rooms.tokenOf('west-operator');
    const { data } = await rooms.call(
      memberCalls.userGroups,
      { userOID: await oidOf('west-operator') },
      { token },
    );
    expect(data).toEqual([
      { oid: expect.any(String) as string, parentOID: null, name: 'west', type: 'department' },
    ]);
  });
});
