import {
  orderTargetCalls,
  orderTransition,
  workOrderCalls,
  type OrderMove,
  type OrderState,
} from '@eyrie/domain';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../platform/http/refusal.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import type { NotificationInput } from '../notification/index.ts';
import { createOrderBench, memberOf, type OrderBench } from './work-order.fixture.ts';

let bench: OrderBench;
let notices: { to: readonly string[]; message: NotificationInput }[] = [];
const administrator = memberOf(() => bench, 'gamma-administrator');
const operator = memberOf(() => bench, 'gamma-operator');
const stranger = memberOf(() => bench, 'omega-administrator');

beforeAll(async () => {
  bench = await createOrderBench(['administrator', 'inspector', 'operator'], {
    notify: async (to, message) => void notices.push({ to, message }),
  });
});
beforeEach(() => {
  notices = [];
});
afterAll(() => bench.rooms.close());

const add = async (name: string, found = 'crack'): Promise<string> =>
  (await administrator(workOrderCalls.add, { name, class: found })).oid;
const several = (names: readonly string[], found?: string): Promise<string[]> =>
  Promise.all(names.map((name) => add(name, found)));
const stateOf = async (oid: string): Promise<OrderState> =>
  (await administrator(workOrderCalls.get, { oid })).state;
const logOf = async (oid: string) => (await administrator(workOrderCalls.findByOID, { oid })).log;
const inspector = (): string => bench.members['gamma-inspector'] ?? '';

describe('orders given together', () => {
  it('are all given, each with a row of its log, and are one notice', async () => {
    const oids = await several(['one', 'two', 'three']);
    const given = { oids: [...oids, ...oids], assigneeOID: inspector(), reason: 'north side' };
    expect(await administrator(workOrderCalls.assignSeveral, given)).toEqual({ moved: 3 });
    for (const oid of oids)
      expect((await logOf(oid)).at(-1)).toMatchObject({
        move: 'assign',
        to: 'toBeClaimed',
        reason: 'north side',
      });
    expect(notices).toEqual([
      { to: [inspector()], message: { kind: 'workOrdersAssigned', values: { count: 3 } } },
    ]);
  });

  it('are given to exactly one, by whoever may, and only one’s own', async () => {
    const oids = await several(['one', 'two']);
    expect(await reasonOf(administrator(workOrderCalls.assignSeveral, { oids }))).toBe('designatePerson');
    const to = { oids, assigneeOID: inspector() };
    expect(await reasonOf(operator(workOrderCalls.assignSeveral, to))).toBe('notAllowed');
    const theirs = { oids, assigneeOID: bench.members['omega-administrator'] };
    expect(await reasonOf(stranger(workOrderCalls.assignSeveral, theirs))).toBe('notFound');
    expect(await Promise.all(oids.map(stateOf))).toEqual(['unassigned', 'unassigned']);
  });

  it('are none of them given once somebody moved one, who is named', async () => {
    const oids = await several(['kept', 'moved']);
    await administrator(workOrderCalls.ignore, { oid: oids[1], reason: 'bird' });
    const refusal = await refusalOf(
      administrator(workOrderCalls.assignSeveral, { oids, assigneeOID: inspector() }),
    );
    expect(refusal).toMatchObject({
      reason: 'orderMoved',
      details: {
        values: { name: 'moved', by: 'gamma administrator' },
        data: { oid: oids[1], state: 'ignored' },
      },
    });
    expect(await Promise.all(oids.map(stateOf))).toEqual(['unassigned', 'ignored']);
    expect(notices).toEqual([]);
  });

  it('go to one of two who give them at once', async () => {
    const oids = await several(['a', 'b', 'c']);
    const outcomes = await Promise.allSettled(
      [oids, oids.toReversed()].map((one) =>
        administrator(workOrderCalls.assignSeveral, { oids: one, assigneeOID: inspector() }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({ reason: 'orderMoved' });
    for (const oid of oids)
      expect((await logOf(oid)).filter(({ move }) => move === 'assign')).toHaveLength(1);
  });
});

describe('orders about one thing', () => {
  it('become one, point to it, and stand by themselves again once they are restored', async () => {
    const [kept, other, third] = (await several(['kept', 'other', 'third'])) as [string, string, string];
    const merged = await administrator(workOrderCalls.merge, {
      oid: kept,
      oids: [other, third],
      reason: 'same',
    });
    expect(merged).toMatchObject({ oid: kept, state: 'unassigned', mergedInto: null });
    expect(await administrator(workOrderCalls.get, { oid: other })).toMatchObject({
      state: 'ignored',
      mergedInto: { oid: kept, name: 'kept' },
    });
    const { merged: into, log } = await administrator(workOrderCalls.findByOID, { oid: kept });
    expect(into.map(({ name }) => name).toSorted()).toEqual(['other', 'third']);
    expect(log.slice(1).map(({ move }) => move)).toEqual(['merge', 'merge']);
    expect(log.slice(1).map(({ other: which }) => which)).toEqual(expect.arrayContaining(['other', 'third']));
    expect((await logOf(other)).at(-1)).toMatchObject({
      move: 'merge',
      from: 'unassigned',
      to: 'ignored',
      other: 'kept',
      reason: 'same',
    });
    expect(await administrator(workOrderCalls.restoreOrder, { oid: other })).toMatchObject({
      state: 'unassigned',
      mergedInto: null,
    });
    expect((await logOf(other)).at(-1)).toMatchObject({ move: 'restore', other: 'kept' });
    expect((await logOf(kept)).at(-1)).toMatchObject({ move: 'restore', other: 'other', to: 'unassigned' });
  });

  it('are of one department and type, open, and given to nobody but the one that stays', async () => {
    const [kept, rust, given] = (await several(['kept', 'rust', 'given'])) as [string, string, string];
    const moss = await add('moss', 'moss');
    const merge = (oid: string, oids: string[]) =>
      reasonOf(administrator(workOrderCalls.merge, { oid, oids }));
    expect(await merge(kept, [moss])).toBe('ordersDiffer');
    expect(await merge(kept, [kept])).toBe('invalid');
    await administrator(workOrderCalls.assign, { oid: given, assigneeOID: inspector() });
    expect(await merge(kept, [rust, given])).toBe('orderMoved');
    expect(await stateOf(rust)).toBe('unassigned');
    expect(await reasonOf(operator(workOrderCalls.merge, { oid: given, oids: [kept] }))).toBe('notAllowed');
    expect(await reasonOf(stranger(workOrderCalls.merge, { oid: given, oids: [kept] }))).toBe('notFound');
    await administrator(workOrderCalls.merge, { oid: given, oids: [kept] });
    expect(await merge(kept, [rust])).toBe('orderMoved');
  });

  it('follow the one that they point to', async () => {
    const [first, second, third] = (await several(['first', 'second', 'third'])) as [string, string, string];
    await administrator(workOrderCalls.merge, { oid: second, oids: [first] });
    await administrator(workOrderCalls.merge, { oid: third, oids: [second] });
    const { merged } = await administrator(workOrderCalls.findByOID, { oid: third });
    expect(merged.map(({ name }) => name).toSorted()).toEqual(['first', 'second']);
    expect((await logOf(first)).at(-1)).toMatchObject({ move: 'merge', to: 'ignored', other: 'third' });
  });

  describe('of several severities', () => {
    type Severity = 'low' | 'medium' | 'high';
    const of = async (severity: Severity): Promise<string> =>
      (await administrator(workOrderCalls.add, { name: severity, class: 'crack', severity })).oid;
    const severityOf = async (oid: string): Promise<string> =>
      (await administrator(workOrderCalls.get, { oid })).severity;
    const merge = (oid: string, oids: readonly string[]) =>
      administrator(workOrderCalls.merge, { oid, oids });
    const restore = (oid: string) => administrator(workOrderCalls.restoreOrder, { oid });

    it('are as urgent as the most urgent, which is given back once that one is restored', async () => {
      const days = { days: 'everyDay', fromHour: 0, toHour: 24 } as const;
      const target = { name: 'urgent', state: 'unassigned', severity: 'high', hours: 2, ...days };
      await administrator(orderTargetCalls.add, target);
      const [low, medium, high] = [await of('low'), await of('medium'), await of('high')];
      const merged = await merge(low, [medium, high]);
      expect(merged.severity).toBe('high');
      expect(merged.dueAt).not.toBeNull();
      const { list: history } = await administrator(workOrderCalls.history, { oid: low });
      expect(history[0]?.changes).toMatchObject([{ field: 'severity', from: 'low', to: 'high' }]);
      await restore(high);
      expect(await administrator(workOrderCalls.get, { oid: low })).toMatchObject({
        severity: 'medium',
        dueAt: null,
      });
      await restore(medium);
      expect(await Promise.all([low, medium, high].map(severityOf))).toEqual(['low', 'medium', 'high']);
    });

    it('are lowered by none but the one that raised them, nor below what a person set', async () => {
      const [kept, first, second] = [await of('low'), await of('high'), await of('high')];
      await merge(kept, [first, second]);
      await restore(first);
      expect(await severityOf(kept)).toBe('high');
      await administrator(workOrderCalls.edit, { oid: kept, severity: 'medium' });
      await restore(second);
      expect(await severityOf(kept)).toBe('medium');
    });

    it('go on with what was merged into one that is merged itself', async () => {
      const [last, middle, high] = [await of('low'), await of('low'), await of('high')];
      await merge(middle, [high]);
      await merge(last, [middle]);
      expect(await Promise.all([last, middle].map(severityOf))).toEqual(['high', 'low']);
      await restore(middle);
      expect(await severityOf(last)).toBe('high');
      await restore(high);
      expect(await severityOf(last)).toBe('low');
    });
  });

  it('are merged by one of two who do it at once, the other is shown who', async () => {
    const [first, second] = (await several(['first', 'second'])) as [string, string];
    const outcomes = await Promise.allSettled([
      administrator(workOrderCalls.merge, { oid: first, oids: [second] }),
      administrator(workOrderCalls.merge, { oid: second, oids: [first] }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((one) => one.status === 'rejected')?.reason as Refusal;
    expect([lost.reason, lost.details.values?.['by']]).toEqual(['orderMoved', 'gamma administrator']);
    expect((await Promise.all([first, second].map(stateOf))).toSorted()).toEqual(['ignored', 'unassigned']);
  });
});

/** What three orders are, as somebody would work it out by hand. */
interface Model {
  state: OrderState;
  into: number | null;
}
const places = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ move: fc.constant('merge' as const), at: places, other: places }),
  fc.record({ move: fc.constantFrom('assign' as const, 'ignore' as const, 'restore' as const), at: places }),
);

it('merged and moved in any order, they stand as the table of states says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const oids = await several(['x', 'y', 'z']);
      const model: Model[] = oids.map(() => ({ state: 'unassigned', into: null }));
      const takes = (at: number, move: OrderMove): boolean =>
        orderTransition(model[at]?.state ?? 'done', move) !== undefined;
      for (const one of steps) {
        const oid = oids[one.at] ?? '';
        if (one.move === 'merge') {
          const request = { oid: oids[one.other], oids: [oid] };
          const isPossible =
            one.at !== one.other && takes(one.at, 'merge') && model[one.other]?.state !== 'ignored';
          const reason = await reasonOf(administrator(workOrderCalls.merge, request));
          expect(reason === 'done').toBe(isPossible);
          if (!isPossible) continue;
          for (const [place, other] of model.entries())
            if (place === one.at || other.into === one.at)
              model[place] = { state: 'ignored', into: one.other };
        } else {
          const call = {
            assign: workOrderCalls.assign,
            ignore: workOrderCalls.ignore,
            restore: workOrderCalls.restoreOrder,
          };
          const more = one.move === 'assign' ? { assigneeOID: inspector() } : { reason: 'test' };
          const reason = await reasonOf(administrator(call[one.move], { oid, ...more }));
          expect(reason === 'done').toBe(takes(one.at, one.move));
          const to = orderTransition(model[one.at]?.state ?? 'done', one.move)?.to;
          if (to) model[one.at] = { state: to, into: null };
        }
      }
      const stand = await Promise.all(oids.map((oid) => administrator(workOrderCalls.get, { oid })));
      expect(stand.map(({ state, mergedInto }) => [state, mergedInto?.oid ?? null])).toEqual(
        model.map(({ state, into }) => [state, into === null ? null : oids[into]]),
      );
    }),
    { numRuns: 25 },
  );
});
