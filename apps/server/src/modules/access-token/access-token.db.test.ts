import { accessTokenCalls, limits, taskCalls, workOrderCalls } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCall } from '../../platform/http/guard.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { serve } from '../../platform/http/endpoint.ts';
import { reasonOf as refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, testContext, type TestContext, type TestRooms } from '../../testing/rooms.ts';
import { createTokenProof } from './access-token.proof.ts';
import { createAccessTokens } from './access-token.service.ts';

let rooms: TestRooms;
let tokens: ReturnType<typeof createAccessTokens>;
let use: (token: string) => Promise<Caller | null>;
let boss: TestContext;
let pilot: TestContext;

const contextOf = async (account: string): Promise<TestContext> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf(account));
  if (!caller) throw new Error(`nobody is ${account}`);
  return testContext({ caller });
};
const wanted = (part: object = {}) =>
  accessTokenCalls.add.request.parse({
    name: 'script',
    permissions: ['/TaskManagerNew'],
    expiresAt: rooms.clock.wall() + 86_400_000,
    ...part,
  });
const reads = serve(taskCalls.query, async () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }));
const reasonOf = (caller: Caller | null, endpoint = reads, request: object = {}) =>
  refusalOf(runCall(endpoint, request, caller, testContext()));

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  tokens = createAccessTokens({ runtime: rooms.runtime, audit: rooms.audit, member: rooms.member });
  const proof = createTokenProof(rooms.runtime);
  use = (token) => proof(token, '192.0.2.7');
  boss = await contextOf('north-administrator');
  pilot = await contextOf('north-operator');
});
afterAll(() => rooms.close());

it('calls in the name of its member with a part of their rights, and shows when it was used last', async () => {
  const { token, oid, hint } = await tokens.add('personal', wanted(), pilot);
  const caller = await use(token);
  expect([caller?.memberOID, [...(caller?.resources ?? [])]]).toEqual([
    pilot.caller.memberOID,
    ['/TaskManagerNew'],
  ]);
  expect(token.startsWith(hint)).toBe(true);
  expect(await reasonOf(caller)).toBe('done');
  const listed = (await tokens.own(pilot)).find((one) => one.oid === oid);
  expect(listed).toMatchObject({ state: 'valid', lastAddress: '192.0.2.7', lastUsedAt: rooms.clock.wall() });
  expect(JSON.stringify(listed)).not.toContain(token);
});

it('changes nothing, orders nothing and makes no token', async () => {
  const { token } = await tokens.add(
    'personal',
    wanted({ permissions: ['/TaskManagerNew', 'work-order:work'] }),
    boss,
  );
  const caller = await use(token);
  const claim = serve(workOrderCalls.claim, () => Promise.reject(new Error('reached')));
  expect(await reasonOf(caller, claim as never)).toBe('tokenRefused');
  const make = serve(accessTokenCalls.add, () => Promise.reject(new Error('reached')));
  expect(await reasonOf(caller, make as never)).toBe('tokenRefused');
});

it('bound to calls makes those alone', async () => {
  const bound = wanted({ access: 'calls', calls: [taskCalls.query.path] });
  const { token } = await tokens.add('personal', bound, pilot);
  expect(await reasonOf(await use(token))).toBe('done');
  const get = serve(taskCalls.get, () => Promise.reject(new Error('reached')));
  expect(await reasonOf(await use(token), get as never)).toBe('tokenRefused');
  for (const path of ['/nebula-five/uavdockmonitor/startJob.rest', accessTokenCalls.add.path])
    expect(await refusalOf(tokens.add('personal', wanted({ access: 'calls', calls: [path] }), boss))).toBe(
      'invalid',
    );
});

it('never has a right that its member lacks, or lost', async () => {
  expect(await refusalOf(tokens.add('personal', wanted({ permissions: ['role:edit'] }), pilot))).toBe(
    'grantBeyondOwn',
  );
  const { token } = await tokens.add('personal', wanted(), pilot);
  await rooms.db.deleteFrom('member_role').where('member_oid', '=', pilot.caller.memberOID).execute();
  expect([...((await use(token))?.resources ?? ['?'])]).toEqual([]);
  await rooms.db
    .updateTable('member')
    .set({ enabled: false })
    .where('oid', '=', pilot.caller.memberOID)
    .execute();
  expect(await use(token)).toBeNull();
});

it('is refused from its revocation, its end and its rate on', async () => {
  const revoked = await tokens.add('personal', wanted(), boss);
  await tokens.revokeOwn([revoked.oid], boss);
  expect(await use(revoked.token)).toBeNull();
  const rated = await tokens.add('personal', wanted({ perMinute: 2 }), boss);
  expect([await use(rated.token), await use(rated.token)]).not.toContain(null);
  expect(await refusalOf(use(rated.token))).toBe('tokenRate');
  rooms.clock.move(60_000);
  expect(await use(rated.token)).not.toBeNull();
  rooms.clock.move(86_400_000);
  expect(await use(rated.token)).toBeNull();
});

it('of a service acts as an account of its own, and goes with its revocation', async () => {
  const { token, oid } = await tokens.add('service', wanted(), boss);
  const caller = await use(token);
  expect([caller?.name, caller?.memberOID === boss.caller.memberOID]).toEqual(['script', false]);
  expect(await reasonOf(caller)).toBe('done');
  const stranger = await contextOf('south-administrator');
  expect(await refusalOf(tokens.revokeAny([oid], stranger))).toBe('notFound');
  await tokens.revokeAny([oid], boss);
  expect(await use(token)).toBeNull();
});

it('is one of so many', async () => {
  const south = await contextOf('south-administrator');
  const results = await Promise.all(
    Array.from({ length: limits.accessToken.perMember + 2 }, () =>
      refusalOf(tokens.add('personal', wanted(), south)),
    ),
  );
  expect(results.filter((one) => one === 'tokensFull')).toHaveLength(2);
});
