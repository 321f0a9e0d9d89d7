import { calls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNotification } from '../modules/notification/index.ts';
import { serve } from '../platform/http/endpoint.ts';
import { createTestRooms, testContext, type TestRooms } from '../testing/rooms.ts';
import { withNotifications } from './call-notifications.ts';
import { notificationRules } from './rooms.generated.ts';

let rooms: TestRooms;
const notified: { member: string; kind: string; values: unknown }[] = [];

const notificationDeps = () => ({
  db: rooms.db,
  ...createNotification(rooms.runtime, { audit: rooms.audit, publish: () => Promise.resolve() }),
});
const notifiedSinceLast = async (): Promise<typeof notified> => {
  const { rows } = await sql<(typeof notified)[number]>`
    select member.account as member, kind, values from notification
    join member on member.oid = member_oid order by at, member.account`.execute(rooms.db);
  await sql`delete from notification`.execute(rooms.db);
  return rows;
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'operator', 'auditor'], 'Flug-4711!');
});
afterAll(() => rooms.close());

it('members are told what others changed about them, after it was done', async () => {
  const [operator, auditor] = await Promise.all(
    ['gamma-operator', 'gamma-auditor'].map(
      async (one) => (await rooms.member.byAccount(rooms.db, one))?.oid ?? '',
    ),
  );
  let fail = false;
  const done = serve(calls.role.addMembers, async () => {
    if (fail) throw new Error('refused');
    return {} as never;
  });
  const reset = serve(calls.member.resetPassword, async () => ({}));
  const notifications = withNotifications(notificationDeps(), notificationRules, [done, reset]);
  const context = testContext({ caller: { name: '管理员' } as never });
  await notifications[0]?.handle({ roleOID: operator, userOIDs: [operator, auditor] }, context);
  await notifications[1]?.handle({ oid: auditor }, context);
  expect(await notifiedSinceLast()).toEqual([
    { member: 'gamma-auditor', kind: 'rightsChanged', values: { by: '管理员' } },
    { member: 'gamma-auditor', kind: 'passwordReset', values: { by: '管理员' } },
    { member: 'gamma-operator', kind: 'rightsChanged', values: { by: '管理员' } },
  ]);
  fail = true;
  await expect(notifications[0]?.handle({ userOIDs: [operator] }, context)).rejects.toThrow('refused');
  expect(await notifiedSinceLast()).toEqual([]);
});

it('a change that is done stays done when nobody could be told', async () => {
  const reset = serve(calls.member.resetPassword, async () => ({ initialPassword: 'x' }));
  const deps = { ...notificationDeps(), notifyMembers: () => Promise.reject(new Error('down')) };
  const [endpoint] = withNotifications(deps, notificationRules, [reset]);
  const context = testContext({ caller: { name: 'x' } as never });
  expect(await endpoint?.handle({ oid: 'x' }, context)).toEqual({ initialPassword: 'x' });
});

it('a sign-in from an address that the member never used is notifications, the first one of all is not', async () => {
  const [login] = withNotifications(
    notificationDeps(),
    notificationRules,
    rooms.endpoints.filter((one) => one.declaration === calls.session.login),
  );
  const from = (address: string): Promise<unknown> =>
    login?.handle({ account: 'gamma-operator', password: 'Flug-4711!' }, testContext({ address })) ??
    Promise.reject(new Error('no sign-in'));
  await from('192.0.2.1');
  await from('192.0.2.1');
  expect(await notifiedSinceLast()).toEqual([]);
  await from('2001:db8:0:1::1');
  expect(await notifiedSinceLast()).toEqual([
    { member: 'gamma-operator', kind: 'newAddress', values: { address: '2001:db8:0:1::1' } },
  ]);
  await from('2001:db8:0:1::2');
  expect(await notifiedSinceLast()).toEqual([]);
});
