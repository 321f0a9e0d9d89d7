import { orderTargetCalls, workOrderCalls, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListedCodes } from '../../migrations/listed-code.fixture.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createEscalation } from './order-target.ts';
import { servedOrders } from './work-order.fixture.ts';

type Declaration = Parameters<TestRooms['call']>[0];
let rooms: TestRooms;
const tokens: Record<string, string> = {};
const members: Record<string, string> = {};
/** What the last notice of an order says. */
const written = new Map<string, object>();
const sent: { to: readonly string[]; kind: string; oid: unknown }[] = [];
const accounts = ['gamma-administrator', 'gamma-inspector', 'omega-administrator'] as const;
const hour = 3_600_000;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'inspector'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of accounts) {
    tokens[account] = await rooms.tokenOf(account);
    members[account] = (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';
  }
});
afterAll(() => rooms?.close());

const as =
  (account: (typeof accounts)[number]) =>
  async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
    const extra = servedOrders(rooms);
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const administrator = as('gamma-administrator');
const inspector = as('gamma-inspector');
const escalate = (
  notify = async (to: readonly string[], kind: string, oid: unknown) => void sent.push({ to, kind, oid }),
) =>
  createEscalation({
    runtime: rooms.runtime,
    assignersOf: async () => [members['gamma-administrator'] ?? ''],
    notify: (_db, to, { kind, values }) => {
      written.set(String(values['oid']), values);
      return notify(to, kind, values['oid']);
    },
  })();
/** Moves what was done to an order into the past. */
const age = async (oid: string, by: number): Promise<void> => {
  await sql`update work_order_move set at = at - ${by / 1_000} * interval '1 second' where order_oid = ${oid}::uuid`.execute(
    rooms.db,
  );
  await sql`update work_order set due_basis = null where oid = ${oid}::uuid`.execute(rooms.db);
};
const always = { days: 'everyDay', fromHour: 0, toHour: 24 } as const;
const added = (severity: 'low' | 'medium' | 'high') =>
  administrator(workOrderCalls.add, { name: severity, class: 'crack', severity });
const target = (state: 'unassigned' | 'inProcess', severity: 'low' | 'high', hours: number) =>
  administrator(orderTargetCalls.add, { name: `${state} ${severity}`, state, severity, hours, ...always });
const targets: Record<string, string> = {};

describe('targets of orders', () => {
  it('say by when an order is to stand otherwise, as soon as it stands so', async () => {
    targets['unassigned'] = (await target('unassigned', 'high', 2)).oid;
    targets['inProcess'] = (await target('inProcess', 'high', 8)).oid;
    const order = await added('high');
    expect(order).toMatchObject({ dueAt: order.createdAt + 2 * hour, ageing: false });
    expect((await added('low')).dueAt).toBeNull();
    await administrator(workOrderCalls.assign, { oid: order.oid, assigneeOID: members['gamma-inspector'] });
    const claimed = await inspector(workOrderCalls.claim, { oid: order.oid });
    expect(claimed.dueAt).toBe((claimed.claimedAt ?? 0) + 8 * hour);
  });

  it('are one for a state and a severity, within hours that are not reversed', async () => {
    expect(await reasonOf(target('unassigned', 'high', 3))).toBe('targetTaken');
    const reversed = { oid: targets['unassigned'] ?? '', fromHour: 12, toHour: 12 };
    expect(await reasonOf(administrator(orderTargetCalls.edit, reversed))).toBe('hoursReversed');
    const foreign = as('omega-administrator');
    expect(await reasonOf(foreign(orderTargetCalls.get, { oid: targets['unassigned'] ?? '' }))).toBe(
      'notFound',
    );
  });

  it('count of the nearest department, and for open orders too once they are changed', async () => {
    const order = await added('high');
    await administrator(orderTargetCalls.edit, { oid: targets['unassigned'] ?? '', hours: 4 });
    await escalate();
    expect((await administrator(workOrderCalls.get, { oid: order.oid })).dueAt).toBe(
      order.createdAt + 4 * hour,
    );
    await administrator(workOrderCalls.edit, { oid: order.oid, severity: 'low' });
    await escalate();
    expect((await administrator(workOrderCalls.get, { oid: order.oid })).dueAt).toBeNull();
  });
});

describe('an order that is late', () => {
  it('is notified with the name of its AI type in each language', async () => {
    const names = { zh: '烟火', en: 'Smoke', ar: 'دخان' };
    await addListedCodes(rooms.db, 'gamma-administrator', 'aiType', [{ code: 'smoke', names }]);
    const { oid: smoky } = await administrator(workOrderCalls.add, {
      name: 'smoky',
      class: 'smoke',
      severity: 'high',
    });
    await age(smoky, 5 * hour);
    await escalate();
    expect(written.get(smoky)).toMatchObject({
      class: 'smoke',
      class_zh: '烟火',
      class_en: 'Smoke',
      class_ar: 'دخان',
    });
  });

  let oid = '';
  const notices = () => sent.filter((one) => one.oid === oid).map(({ kind, to }) => ({ kind, to }));

  it('stands out, and is notified once, by whichever of two servers comes first', async () => {
    oid = (await added('high')).oid;
    await age(oid, 5 * hour);
    await Promise.all([escalate(), escalate()]);
    await escalate();
    expect(notices()).toEqual([{ kind: 'workOrderLate', to: [members['gamma-administrator']] }]);
    const { list } = await administrator(workOrderCalls.query, {
      ageing: true,
      severity: 'high',
      sort: 'dueAt',
    });
    expect(list.find((one) => one.oid === oid)?.ageing).toBe(true);
    expect(written.get(oid)).toEqual({ oid, name: 'high', class: 'crack' });
    expect(list.every(({ severity }) => severity === 'high')).toBe(true);
    const { escalations } = await administrator(workOrderCalls.findByOID, { oid });
    expect(escalations).toMatchObject([{ level: 1, state: 'unassigned' }]);
  });

  it('is notified again at twice the time, and anew where it stands otherwise', async () => {
    await age(oid, 4 * hour);
    sent.length = 0;
    await escalate();
    // The one notice of before stays: its time was another.
    expect(notices().map(({ kind }) => kind)).toContain('workOrderLateAgain');
    await administrator(workOrderCalls.assign, { oid, assigneeOID: members['gamma-inspector'] });
    await inspector(workOrderCalls.claim, { oid });
    await age(oid, 9 * hour);
    sent.length = 0;
    await escalate();
    expect(notices()).toEqual([{ kind: 'workOrderLate', to: [members['gamma-inspector']] }]);
  });

  it('is notified later where the notice could not be stored', async () => {
    const other = (await added('high')).oid;
    await age(other, 5 * hour);
    const failing = escalate(async () => {
      throw new Error('the database is away');
    });
    await expect(failing).rejects.toThrow('away');
    sent.length = 0;
    await escalate();
    expect(sent).toMatchObject([{ oid: other, kind: 'workOrderLate' }]);
  });

  it('is late no more once it is done', async () => {
    await inspector(workOrderCalls.complete, { oid, result: 'Sealed' });
    await escalate();
    expect(await administrator(workOrderCalls.get, { oid })).toMatchObject({ dueAt: null, ageing: false });
  });
});
