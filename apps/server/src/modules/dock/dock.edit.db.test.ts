import { dockCalls, type DockRecord } from '@eyrie/domain';
import { afterAll, expect, it } from 'vitest';
import { quietDockDeps } from '../../testing/dock-deps.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { dockEndpoints } from './index.ts';

const rooms = await createTestRooms();
await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
await rooms.seed('omega', ['administrator'], 'Flug-4711!');
afterAll(() => rooms.close());
const extra = dockEndpoints(rooms.runtime, {
  giveCode: async () => ({ code: '', expiresAt: 0 }),
  ...quietDockDeps,
  audit: rooms.audit,
  department: rooms.department,
});
const token = await rooms.tokenOf('gamma-administrator');
const stranger = await rooms.tokenOf('omega-administrator');
const call = async <T = DockRecord>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  by = token,
): Promise<T> => (await rooms.call(declaration, request, { token: by, extra })).data as T;

it('an edit by who has not seen a change is refused with who changed what, and the history keeps all', async () => {
  const oid = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  const before = await call(dockCalls.get, { oid });
  expect(before.version).toBe(0);
  const until = Date.UTC(2027, 0, 1);
  expect(await call(dockCalls.edit, { oid, version: 0, name: '南坡', insuranceUntil: until })).toEqual({
    ...before,
    name: '南坡',
    insuranceUntil: until,
    incomplete: ['insuranceCompany', 'policyNumber'],
    version: 1,
  });
  await call(dockCalls.windLimitSet, { oid, windLimit: 7 });
  const refused = await refusalOf(call(dockCalls.edit, { oid, version: 1, name: 'late' }));
  expect(refused).toMatchObject({
    reason: 'conflict',
    details: { data: { version: 2, changes: [{ changes: [{ field: 'windLimit', to: 7 }] }] } },
  });
  expect(await call(dockCalls.edit, { oid, insuranceUntil: null })).toMatchObject({
    name: '南坡',
    insuranceUntil: null,
    version: 3,
  });
  const { list } = await call<{ list: { changes: { field: string }[] }[] }>(dockCalls.history, { oid });
  expect(list.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
    ['insuranceUntil'],
    ['windLimit'],
    ['name', 'insuranceUntil'],
  ]);
});

it('maintenance goes one step at a time: due, under way, done; each step is in the history', async () => {
  const oid = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  const maintain = (maintenance: DockRecord['maintenance']) =>
    call(dockCalls.maintain, { oid, maintenance, remark: 'rods greased' });
  for (const wrong of ['none', 'under'] as const)
    expect(await refusalOf(maintain(wrong))).toMatchObject({
      reason: 'maintenanceStep',
      details: { data: { state: 'none' } },
    });
  for (const next of ['awaiting', 'under', 'none'] as const)
    expect(await maintain(next)).toMatchObject({ maintenance: next });
  const { list } = await call<{ list: { changes: { field: string; to: unknown }[] }[] }>(dockCalls.history, {
    oid,
  });
  expect(list.flatMap(({ changes }) => changes.map(({ to }) => to))).toEqual(['none', 'under', 'awaiting']);
});

it('nobody of another organisation changes a dock or moves one to themselves', async () => {
  const oid = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  for (const [declaration, request] of [
    [dockCalls.edit, { oid, name: 'theirs' }],
    [dockCalls.windLimitSet, { oid, windLimit: 7 }],
    [dockCalls.maintain, { oid, maintenance: 'awaiting' }],
    [dockCalls.history, { oid }],
  ] as const)
    expect(await reasonOf(call(declaration, request, stranger))).toBe('notFound');
  const foreign = await rooms.session.authenticate(stranger);
  const moved = call(dockCalls.edit, { oid, groupOID: foreign?.groupOID });
  expect((await refusalOf(moved))?.details.issues).toMatchObject([{ path: 'groupOID' }]);
});
